#define _GNU_SOURCE
#include "Program.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/// As fork(), but into a cgroup. To move a process afterwards would take a lock of the whole system, for milliseconds.
static pid_t fork_into(int cgroup) {
    struct clone_args arguments = {
        .flags = CLONE_INTO_CGROUP,
        .exit_signal = SIGCHLD,
        .cgroup = (uint64_t)cgroup,
    };
    return (pid_t)syscall(SYS_clone3, &arguments, sizeof arguments);
}

static int place(int from, int to) {
    // dup2() of a descriptor to itself would leave it to be closed.
    return from == to ? fcntl(to, F_SETFD, 0) : dup2(from, to);
}

/// The child's way to the program, by calls that are allowed after a fork. Returns only where that fails, with errno.
static void become(const struct pp_program *program) {
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigset_t none;
    sigemptyset(&none);
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing < 0 || place(nothing, STDIN_FILENO) < 0 || place(program->output, STDOUT_FILENO) < 0 ||
        place(program->errors, STDERR_FILENO) < 0 || setsid() < 0 || sigaction(SIGPIPE, &usual, NULL) < 0 ||
        sigprocmask(SIG_SETMASK, &none, NULL) < 0)
        return;
    execvpe(program->arguments[0], program->arguments, program->environment);
}

pid_t pp_start(const struct pp_program *program) {
    // Closed by a successful exec; else it brings the reason.
    int report[2];
    if (pipe2(report, O_CLOEXEC) < 0) return -1;
    pid_t pid = program->cgroup < 0 ? fork() : fork_into(program->cgroup);
    if (pid == 0) {
        become(program);
        int failure = errno;
        (void)!write(report[1], &failure, sizeof failure);
        _exit(127);
    }
    int failure = errno;
    close(report[1]);
    if (pid > 0) {
        ssize_t count;
        do count = read(report[0], &failure, sizeof failure);
        while (count < 0 && errno == EINTR);
        if (count == sizeof failure) {
            while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {}
            pid = -1;
        }
    }
    close(report[0]);
    if (pid < 0) errno = failure;
    return pid;
}
