// A pad's haptic motor, and the thread that alone may wait for it.
//
// Asking a device for something by ioctl, write or the last close holds the kernel's lock of that device, and the kernel
// may wait there as long as the device's driver does: 30 s for a device of /dev/uinput whose owner does not answer, 5 s
// for a transfer over USB. No flag and no signal cuts that short. So the one loop of the daemon never asks: a thread does
// that is there for nothing else, for one open pad. It is written in C to be seen through: it touches none of the
// program's objects and allocates nothing; what it knows it was given at its start, and it hears and tells by two pipes.
#pragma once
#include <linux/input.h>
#include <stdint.h>

// Linux 6.18; Debian 12's headers are of 6.1.
#ifndef FF_HAPTIC
#define FF_HAPTIC 0x4f
#endif

/// Most effects one hand can play.
#define PP_HAND_EFFECTS 8
/// The longest output report a vendor's pad takes here, its number included.
#define PP_HAND_REPORT 64

/// Something to play. Which fields count, `kind` says.
struct pp_effect {
    /// FF_HAPTIC, FF_RUMBLE, or 0: write `report` to the device.
    uint16_t kind;
    /// FF_HAPTIC: the waveform, a usage of HID page 0x0e.
    uint16_t usage;
    /// FF_HAPTIC: 0 to 100 %.
    uint16_t intensity;
    /// FF_RUMBLE: 0 to 65535, of both motors.
    uint16_t magnitude;
    /// FF_RUMBLE: how long it shakes. FF_HAPTIC: when a waveform without an end of its own is stopped; 0: it has one.
    uint16_t milliseconds;
    uint16_t report_length;
    uint8_t report[PP_HAND_REPORT];
};

/// What a hand is given at its start. The hand takes the descriptors over.
struct pp_hand_job {
    /// The device, open for writing; -1: `path` is opened first.
    int device;
    char path[64];
    /// Where commands are read from; the end of them ends the hand.
    int commands;
    /// Where answers are written to; closed when the hand has let go of the device.
    int answers;
    uint32_t effect_count;
    struct pp_effect effects[PP_HAND_EFFECTS];
};

/// Play an effect.
struct pp_hand_command {
    /// CLOCK_MONOTONIC, when it was asked for: what comes too late is left out.
    uint64_t usec;
    /// Its place in `effects`.
    uint64_t effect;
};

enum pp_hand_said {
    /// `path` was opened, or error says why not; then it has ended.
    PP_HAND_OPENED,
    /// The kernel has taken `effect`, or error says why not.
    PP_HAND_UPLOADED,
    /// It waits for commands from now on.
    PP_HAND_READY,
    /// Playing `effect` failed.
    PP_HAND_FAILED,
};

struct pp_hand_answer {
    uint32_t said;
    uint32_t effect;
    /// 0 or an error number.
    int32_t error;
};

/// How old a command may be when it is its turn, in microseconds. People take a click for that of their press if it comes
/// within 50 ms or so; this leaves room for a slow machine, and none for a device that made the hand wait.
#define PP_HAND_LATE_USEC 250000

/// Starts a hand. Returns 0, or an error number; the descriptors stay the caller's then.
int pp_hand_start(const struct pp_hand_job *job);
