#include "shims_postgres.h"
