#define _GNU_SOURCE
#include "CLinux.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

int pp_peer_credentials(int fd, struct pp_credentials *out) {
    struct ucred ucred;
    socklen_t length = sizeof ucred;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &ucred, &length) < 0) return -1;
    out->pid = ucred.pid;
    out->uid = ucred.uid;
    out->gid = ucred.gid;
    return 0;
}

int pp_accept(int fd) { return accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

int pp_evdev_use_monotonic_clock(int fd) {
    int clock = CLOCK_MONOTONIC;
    return ioctl(fd, EVIOCSCLOCKID, &clock);
}

int pp_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }
