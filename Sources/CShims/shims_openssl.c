#include "shims_openssl.h"
