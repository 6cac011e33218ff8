#ifndef INTERLOCK_CSHIMS_H
#define INTERLOCK_CSHIMS_H

// What Swift cannot import from C by itself: function-like macros and variadics. One header a door.
#include "shims_openssl.h"
#include "shims_postgres.h"
#include "shims_process.h"

#endif
