// What Swift cannot import from the system's headers: ioctl macros, anonymous unions, variadic functions, and
// constants newer than Debian 12's kernel headers. Every name carries the prefix `pp_`; each says why it exists.
#pragma once
#include <errno.h>
#include <linux/input.h>
#include <stdint.h>
#include <sys/types.h>

#include "Haptics.h"
#include "Program.h"
#include "Uinput.h"

// Linux 6.18; Debian 12's headers are of 6.1.
#ifndef INPUT_PROP_PRESSUREPAD
#define INPUT_PROP_PRESSUREPAD 0x07
#endif

/// The credentials of a socket's peer: `struct ucred` hides behind _GNU_SOURCE, which Swift does not define.
struct pp_credentials {
    pid_t pid;
    uid_t uid;
    gid_t gid;
};

/// SO_PEERCRED. Returns 0, or -1 with errno.
int pp_peer_credentials(int fd, struct pp_credentials *out);

/// accept4() with SOCK_CLOEXEC | SOCK_NONBLOCK: hidden behind _GNU_SOURCE.
int pp_accept(int fd);

/// The kernel's CLOCK_MONOTONIC for an evdev descriptor (EVIOCSCLOCKID is a macro). Returns 0, or -1 with errno.
int pp_evdev_use_monotonic_clock(int fd);

/// A pipe with O_CLOEXEC: pipe2() hides behind _GNU_SOURCE. Returns 0, or -1 with errno.
int pp_pipe(int ends[2]);
