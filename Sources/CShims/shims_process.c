#define _GNU_SOURCE
#include "shims_process.h"

#include <pthread.h>

void shim_name_thread(const char *name) {
    pthread_setname_np(pthread_self(), name);
}
