// What PeekPop is held against: the least a program can do between a pad and a client.
//
//   baseline NODE SOCKET BYTES LEAST
//
// Listens on SOCKET for one client; while it is there, read()s NODE's input events and send()s BYTES bytes for every
// SYN_REPORT while the pressure is LEAST or more, so that it speaks of the frames the daemon speaks of: the kernel's
// time and a sequence number in a message of the daemon's shape. No recognition, no queue.
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static void fail(const char *what)
{
    fprintf(stderr, "baseline: %s: %s\n", what, strerror(errno));
    exit(1);
}

static struct sockaddr_un address(const char *path)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    snprintf(at.sun_path, sizeof at.sun_path, "%s", path);
    return at;
}

static void say_ready(void)
{
    const char *path = getenv("NOTIFY_SOCKET");
    if (!path) return;
    struct sockaddr_un at = address(path);
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (sendto(fd, "READY=1", 7, 0, (struct sockaddr *)&at, sizeof at) < 0) fail(path);
    close(fd);
}

static void serve(int client, const char *node, size_t bytes, int least)
{
    int device = open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (device < 0) fail(node);
    int clock = CLOCK_MONOTONIC;
    // A pipe may stand for the device where only memory is measured.
    if (ioctl(device, EVIOCSCLOCKID, &clock) < 0 && errno != ENOTTY) fail("EVIOCSCLOCKID");
    char message[4096];
    memset(message, ' ', sizeof message);
    unsigned long sequence = 0;
    int pressure = 0;
    struct pollfd waits[2] = {{.fd = device, .events = POLLIN}, {.fd = client, .events = POLLIN}};
    for (;;) {
        if (poll(waits, 2, -1) < 0) fail("poll");
        if (waits[1].revents) {
            char request[4096];
            if (recv(client, request, sizeof request, 0) <= 0) break;
        }
        struct input_event events[64];
        ssize_t size = waits[0].revents ? read(device, events, sizeof events) : 0;
        for (ssize_t i = 0; i < size / (ssize_t)sizeof *events; i++) {
            if (events[i].type == EV_ABS && events[i].code == ABS_MT_PRESSURE) pressure = events[i].value;
            // The slot keeps its last pressure when the finger is lifted.
            if (events[i].type == EV_ABS && events[i].code == ABS_MT_TRACKING_ID && events[i].value < 0) pressure = 0;
            if (pressure < least || events[i].type != EV_SYN || events[i].code != SYN_REPORT) continue;
            unsigned long long usec = events[i].input_event_sec * 1000000ull + events[i].input_event_usec;
            int length = snprintf(message, sizeof message,
                                  "{\"parameters\":{\"press\":{\"timeUsec\":%llu,\"sequence\":%lu}}}", usec, ++sequence);
            message[length] = ' ';
            message[bytes - 1] = 0;
            if (send(client, message, bytes, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) break;
        }
    }
    close(device);
}

int main(int count, char **arguments)
{
    size_t bytes = count == 5 ? strtoul(arguments[3], NULL, 10) : 0;
    if (bytes < 128 || bytes > 4096) {
        fprintf(stderr, "usage: baseline NODE SOCKET BYTES LEAST, BYTES from 128 to 4096\n");
        return 64;
    }
    struct sockaddr_un at = address(arguments[2]);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(listener, (struct sockaddr *)&at, sizeof at) < 0 || listen(listener, 8) < 0) fail(arguments[2]);
    say_ready();
    for (;;) {
        int client = accept(listener, NULL, NULL);
        if (client < 0) fail("accept");
        serve(client, arguments[1], bytes, atoi(arguments[4]));
        close(client);
    }
}
