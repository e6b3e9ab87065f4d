// Clients that measure: when does each event arrive, and does one go missing?
//
//   probe SOCKET SECONDS CONNECTIONS LATENCIES
//
// Subscribes CONNECTIONS times, says `ready` on standard output once all are answered, listens for SECONDS, and writes
// one line of JSON: what came, gaps in the sequences, and how long after its first arrival an event came to each
// connection (spread). LATENCIES, unless `-`, gets the 32-bit microseconds from each event's timeUsec to its arrival,
// from SETTLE_USEC on: what comes before meets programs that are still being started.
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { CONNECTIONS = 64, EVENTS = 1 << 15, BUFFER = 1 << 16, SETTLE_USEC = 500000 };

struct connection {
    int fd, is_ready;
    uint64_t last;
    size_t filled;
    char buffer[BUFFER];
};

static struct connection connections[CONNECTIONS];
static uint64_t first_arrival[EVENTS];
static uint32_t *spreads, *latencies;
static uint64_t settled;
static size_t spread_count, latency_count, latency_room, messages, bytes, gaps;

static uint64_t now_usec(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000ull + now.tv_nsec / 1000;
}

static void fail(const char *what)
{
    fprintf(stderr, "probe: %s: %s\n", what, strerror(errno));
    exit(1);
}

static uint64_t number(const char *text, const char *key)
{
    const char *at = strstr(text, key);
    return at ? strtoull(at + strlen(key), NULL, 10) : 0;
}

static void take(struct connection *from, const char *text, size_t size, uint64_t now)
{
    from->is_ready = 1;
    const char *press = strstr(text, "\"press\":{");
    if (!press) return;
    messages++;
    bytes += size;
    uint64_t sequence = number(press, "\"sequence\":"), time = number(press, "\"timeUsec\":");
    if (from->last && sequence > from->last + 1) gaps += sequence - from->last - 1;
    from->last = sequence;
    if (sequence >= EVENTS) return;
    if (!first_arrival[sequence]) first_arrival[sequence] = now;
    spreads[spread_count++ % (CONNECTIONS * EVENTS)] = now - first_arrival[sequence];
    if (now < settled) return;
    if (latency_count == latency_room)
        latencies = realloc(latencies, (latency_room = latency_room * 2 + 4096) * sizeof *latencies);
    latencies[latency_count++] = now > time ? now - time : 0;
}

static int hear(struct connection *from)
{
    ssize_t size = recv(from->fd, from->buffer + from->filled, BUFFER - from->filled, 0);
    if (size <= 0) return -1;
    uint64_t now = now_usec();
    from->filled += size;
    char *begin = from->buffer, *end;
    while ((end = memchr(begin, 0, from->buffer + from->filled - begin))) {
        take(from, begin, end + 1 - begin, now);
        begin = end + 1;
    }
    from->filled -= begin - from->buffer;
    memmove(from->buffer, begin, from->filled);
    return 0;
}

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

int main(int count, char **arguments)
{
    int wanted = count == 5 ? atoi(arguments[3]) : 0;
    if (wanted < 1 || wanted > CONNECTIONS) {
        fprintf(stderr, "usage: probe SOCKET SECONDS CONNECTIONS LATENCIES\n");
        return 64;
    }
    const char request[] = "{\"method\":\"org.peekpop.Gestures.Subscribe\",\"parameters\":{},\"more\":true}";
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    snprintf(at.sun_path, sizeof at.sun_path, "%s", arguments[1]);
    struct pollfd waits[CONNECTIONS];
    spreads = malloc(sizeof *spreads * CONNECTIONS * EVENTS);
    for (int i = 0; i < wanted; i++) {
        int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (connect(fd, (struct sockaddr *)&at, sizeof at) < 0) fail(arguments[1]);
        if (send(fd, request, sizeof request, MSG_NOSIGNAL) < 0) fail("subscribing");
        connections[i].fd = fd;
        waits[i] = (struct pollfd){.fd = fd, .events = POLLIN};
    }
    int is_said = 0, closed = 0;
    settled = now_usec() + SETTLE_USEC;
    uint64_t end = now_usec() + (uint64_t)(atof(arguments[2]) * 1e6);
    for (uint64_t now; (now = now_usec()) < end;) {
        if (poll(waits, wanted, (int)((end - now) / 1000 + 1)) < 0) fail("poll");
        int ready = 0;
        for (int i = 0; i < wanted; i++) {
            if (waits[i].revents && hear(&connections[i]) < 0) {
                waits[i].fd = -1;
                closed++;
            }
            ready += connections[i].is_ready;
        }
        if (ready == wanted && !is_said) {
            is_said = 1;
            puts("ready");
            fflush(stdout);
        }
    }
    size_t kept = spread_count < CONNECTIONS * EVENTS ? spread_count : CONNECTIONS * EVENTS;
    qsort(spreads, kept, sizeof *spreads, ascending);
    printf("{\"messages\": %zu, \"bytes\": %zu, \"gaps\": %zu, \"closed\": %d, \"spreadP50\": %u, \"spreadP99\": %u}\n", messages,
           bytes, gaps, closed, kept ? spreads[kept / 2] : 0, kept ? spreads[kept * 99 / 100] : 0);
    if (strcmp(arguments[4], "-") != 0) {
        FILE *file = fopen(arguments[4], "wb");
        if (!file) fail(arguments[4]);
        fwrite(latencies, sizeof *latencies, latency_count, file);
        fclose(file);
    }
    return 0;
}
