#define _GNU_SOURCE
#include "shims_process.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

void shim_name_thread(const char *name) {
    pthread_setname_np(pthread_self(), name);
}

int shim_pidfd_open(int process) {
    return (int)syscall(SYS_pidfd_open, process, 0);
}

int shim_pidfd_signal(int descriptor, int signal) {
    return (int)syscall(SYS_pidfd_send_signal, descriptor, signal, (void *)0, 0);
}

/// Runs in the child, between fork and exec. Returns only when something failed, with errno set.
static void become(const struct shim_spawn_request *request) {
    setsid();
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, (void *)0);
    // Out of the way of 0, 1 and 2 first: the three may be given in any order.
    const int input = fcntl(request->input, F_DUPFD_CLOEXEC, 3);
    const int output = fcntl(request->output, F_DUPFD_CLOEXEC, 3);
    const int errors = fcntl(request->errors, F_DUPFD_CLOEXEC, 3);
    if (input < 0 || output < 0 || errors < 0) return;
    if (dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(errors, 2) < 0) return;
    close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
    if (request->changes_user) {
        const gid_t group = request->group;
        if (setgroups(1, &group) != 0 || setgid(group) != 0 || setuid(request->user) != 0) return;
    }
    if (chdir(request->directory) != 0) return;
    execve(request->path, request->arguments, request->environment);
}

int shim_spawn(const struct shim_spawn_request *request) {
    int report[2];
    if (pipe2(report, O_CLOEXEC) != 0) return -errno;
    // No handler of ours may run in the child before it has put them back.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t child = fork();
    const int fork_error = errno;
    if (child == 0) {
        become(request);
        const int failure = errno;
        if (write(report[1], &failure, sizeof failure) < 0) _exit(126);
        _exit(127);
    }
    pthread_sigmask(SIG_SETMASK, &before, (void *)0);
    close(report[1]);
    int failure = 0;
    ssize_t got = 0;
    if (child > 0) {
        do got = read(report[0], &failure, sizeof failure);
        while (got < 0 && errno == EINTR);
    }
    close(report[0]);
    if (child < 0) return -fork_error;
    if (got != (ssize_t)sizeof failure) return child;
    waitpid(child, (void *)0, 0);
    return -failure;
}
