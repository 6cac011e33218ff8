#ifndef INTERLOCK_SHIMS_PROCESS_H
#define INTERLOCK_SHIMS_PROCESS_H

/// Names the calling thread; glibc hides pthread_setname_np behind _GNU_SOURCE, which Swift's
/// importer does not set. The kernel keeps 15 bytes.
void shim_name_thread(const char *name);

/// Describes a program to start; descriptors are duplicated, all others are closed in the child.
struct shim_spawn_request {
    const char *path;
    char *const *arguments;
    char *const *environment;
    const char *directory;
    int input, output, errors;
    /// Becomes this user and group, with no other groups, when `changes_user` is not 0.
    int changes_user;
    unsigned int user, group;
};

/// Starts a program in a session of its own, with default signal handling. fork and exec in C, since
/// only async-signal-safe calls may stand between them, and posix_spawn can't change the user.
/// Gives the process id, or the negative errno of what failed, up to and including execve.
int shim_spawn(const struct shim_spawn_request *request);

/// Opens a descriptor of a process; glibc 2.31 has no wrapper, and syscall(2) is variadic.
int shim_pidfd_open(int process);

/// Sends a signal to the process of the descriptor, never to one that got its id later.
int shim_pidfd_signal(int descriptor, int signal);

#endif
