// Starting a program within a cgroup: glibc has no call for it before 2.39, and Swift can import neither fork nor clone3.
#pragma once
#include <sys/types.h>

/// A program to be started.
struct pp_program {
    /// Up to a null pointer; the first is looked for in PATH.
    char *const *arguments;
    char *const *environment;
    /// What becomes its standard output and its standard error.
    int output;
    int errors;
    /// The folder of a cgroup (version 2) that it is to be in from its first instruction on; -1: this process's own.
    int cgroup;
};

/// Starts a program in a session and process group of its own, with nothing to read, no signal blocked, and SIGPIPE as usual.
/// To be called where there is one thread.
///
/// Returns its process id, or -1 with errno: also where there is no such program or it cannot be run.
pid_t pp_start(const struct pp_program *program);
