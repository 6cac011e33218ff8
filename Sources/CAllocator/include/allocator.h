#ifndef INTERLOCK_ALLOCATOR_H
#define INTERLOCK_ALLOCATOR_H

/// What jemalloc reads as the process starts.
extern const char *malloc_conf;

#endif
