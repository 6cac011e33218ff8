#ifndef INTERLOCK_SHIMS_PROCESS_H
#define INTERLOCK_SHIMS_PROCESS_H

/// Names the calling thread; glibc hides pthread_setname_np behind _GNU_SOURCE, which Swift's
/// importer does not set. The kernel keeps 15 bytes.
void shim_name_thread(const char *name);

#endif
