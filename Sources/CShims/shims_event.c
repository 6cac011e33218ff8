#include "shims_event.h"
