#define _GNU_SOURCE
#include "Haptics.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

// As Linux 6.18 has it in <linux/input.h>, a member of ff_effect's union.
struct pp_ff_haptic {
    uint16_t hid_usage;
    uint16_t vendor_id;
    uint8_t vendor_waveform_page;
    uint16_t intensity;
    uint16_t repeat_count;
    uint16_t retrigger_period;
};

struct pp_hand {
    struct pp_hand_job job;
    // The kernel's numbers; -1: it has refused the effect.
    int16_t ids[PP_HAND_EFFECTS];
};

static uint64_t now_usec(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static void say(const struct pp_hand *hand, enum pp_hand_said said, uint32_t effect, int error) {
    struct pp_hand_answer answer = {.said = said, .effect = effect, .error = error};
    // One that nobody reads any more is of no use to anybody.
    (void)!write(hand->job.answers, &answer, sizeof answer);
}

static int upload(struct pp_hand *hand, uint32_t index) {
    const struct pp_effect *wanted = &hand->job.effects[index];
    struct ff_effect effect;
    memset(&effect, 0, sizeof effect);
    effect.type = wanted->kind;
    effect.id = -1;
    if (wanted->kind == FF_HAPTIC) {
        struct pp_ff_haptic haptic = {.hid_usage = wanted->usage, .intensity = wanted->intensity};
        _Static_assert(sizeof haptic <= sizeof effect.u, "FF_HAPTIC fits its union");
        memcpy(&effect.u, &haptic, sizeof haptic);
    } else {
        effect.replay.length = wanted->milliseconds;
        effect.u.rumble.strong_magnitude = wanted->magnitude;
        effect.u.rumble.weak_magnitude = wanted->magnitude;
    }
    while (ioctl(hand->job.device, EVIOCSFF, &effect) < 0) {
        if (errno != EINTR) return errno;
    }
    hand->ids[index] = effect.id;
    return 0;
}

static int set(const struct pp_hand *hand, uint32_t index, int value) {
    struct input_event event;
    memset(&event, 0, sizeof event);
    event.type = EV_FF;
    event.code = (uint16_t)hand->ids[index];
    event.value = value;
    while (write(hand->job.device, &event, sizeof event) < 0) {
        if (errno != EINTR) return errno;
    }
    return 0;
}

static int write_report(const struct pp_hand *hand, const struct pp_effect *effect) {
    ssize_t written;
    do {
        written = write(hand->job.device, effect->report, effect->report_length);
    } while (written < 0 && errno == EINTR);
    if (written < 0) return errno;
    return written == effect->report_length ? 0 : EIO;
}

static void play(const struct pp_hand *hand, uint32_t index) {
    const struct pp_effect *effect = &hand->job.effects[index];
    int error = effect->kind == 0 ? write_report(hand, effect) : set(hand, index, 1);
    if (error == 0 && effect->kind == FF_HAPTIC && effect->milliseconds > 0) {
        // The next command ends it early.
        struct pollfd next = {.fd = hand->job.commands, .events = POLLIN};
        poll(&next, 1, effect->milliseconds);
        error = set(hand, index, 0);
    }
    if (error != 0) say(hand, PP_HAND_FAILED, index, error);
}

static bool prepare(struct pp_hand *hand) {
    if (hand->job.device < 0) {
        hand->job.device = open(hand->job.path, O_RDWR | O_CLOEXEC);
        int error = hand->job.device < 0 ? errno : 0;
        say(hand, PP_HAND_OPENED, 0, error);
        if (error != 0) return false;
    }
    for (uint32_t index = 0; index < hand->job.effect_count; index++) {
        hand->ids[index] = -1;
        if (hand->job.effects[index].kind == 0) continue;
        say(hand, PP_HAND_UPLOADED, index, upload(hand, index));
    }
    say(hand, PP_HAND_READY, 0, 0);
    return true;
}

static void serve(const struct pp_hand *hand) {
    while (true) {
        struct pp_hand_command command;
        ssize_t got = read(hand->job.commands, &command, sizeof command);
        if (got < 0 && errno == EINTR) continue;
        // A pipe gives whole commands: each was written at once, and is smaller than PIPE_BUF.
        if (got != sizeof command) return;
        if (command.effect >= hand->job.effect_count) continue;
        uint32_t index = (uint32_t)command.effect;
        if (hand->job.effects[index].kind != 0 && hand->ids[index] < 0) continue;
        if (now_usec() - command.usec > PP_HAND_LATE_USEC) continue;
        play(hand, index);
    }
}

static void *run(void *argument) {
    struct pp_hand *hand = argument;
    if (prepare(hand)) serve(hand);
    // The kernel erases the effects with the last descriptor, and may wait for the device's owner here.
    if (hand->job.device >= 0) close(hand->job.device);
    close(hand->job.commands);
    close(hand->job.answers);
    free(hand);
    return NULL;
}

int pp_hand_start(const struct pp_hand_job *job) {
    struct pp_hand *hand = calloc(1, sizeof *hand);
    if (hand == NULL) return ENOMEM;
    hand->job = *job;
    pthread_attr_t attributes;
    int error = pthread_attr_init(&attributes);
    if (error == 0) {
        pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
        // It needs less than a page; the least that is allowed everywhere is 128 KiB.
        pthread_attr_setstacksize(&attributes, 128 * 1024);
        // Signals are the loop's.
        sigset_t all, before;
        sigfillset(&all);
        pthread_sigmask(SIG_BLOCK, &all, &before);
        pthread_t thread;
        error = pthread_create(&thread, &attributes, run, hand);
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        pthread_attr_destroy(&attributes);
    }
    if (error != 0) free(hand);
    return error;
}
