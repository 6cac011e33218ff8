// Takes malloc from jemalloc, which the executable links for this file's sake, and sets how it behaves.
//
// A parked poll keeps small things that lie between what other requests needed for a moment. glibc's heaps
// then never shrink: eight thousand polls held twice what they used. jemalloc gives free pages back.
#include "allocator.h"

// Few arenas: there are no more busy threads than event loops. Free pages go back to the system within a
// second, from a thread of jemalloc's own.
const char *malloc_conf = "narenas:4,dirty_decay_ms:1000,muzzy_decay_ms:0,background_thread:true";
