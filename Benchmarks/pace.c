// Hands prepared frames to a uinput device at a steady rate: pace FRAMES RATE SECONDS, the device on descriptor 3.
//
// FRAMES holds frames as a 32-bit length and that many bytes of input_event; they are played round and round. A frame
// that is late by more than a period is not made up for: a burst would measure the queue. Says the rate it kept.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static int64_t now_nsec(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000ll + now.tv_nsec;
}

int main(int count, char **arguments)
{
    static char frames[1 << 24];
    FILE *file = count == 4 ? fopen(arguments[1], "rb") : NULL;
    size_t size = file ? fread(frames, 1, sizeof frames, file) : 0;
    if (size < 4) {
        fprintf(stderr, "usage: pace FRAMES RATE SECONDS 3<>DEVICE\n");
        return 64;
    }
    int64_t period = 1000000000ll / atoi(arguments[2]), begin = now_nsec(), due = begin;
    int64_t end = begin + (int64_t)(atof(arguments[3]) * 1e9);
    long played = 0;
    for (size_t at = 0; due < end; played++) {
        struct timespec until = {due / 1000000000ll, due % 1000000000ll};
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
        uint32_t length = *(uint32_t *)(frames + at);
        if (write(3, frames + at + 4, length) != (ssize_t)length) return 1;
        at += 4 + length;
        if (at + 4 > size) at = 0;
        int64_t now = now_nsec();
        due = now > due + period ? now + period : due + period;
    }
    printf("%.0f\n", played / ((now_nsec() - begin) / 1e9));
    return 0;
}
