#include "shims_process.h"
