// Devices of /dev/uinput: its ioctls are macros, which Swift cannot import.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Makes a device of an open /dev/uinput that has these keys or buttons; with `pointer` it has the two axes of a mouse as
/// well, without which nobody takes it for one. It is there until the descriptor is closed. Returns 0, or -1 with errno.
int pp_uinput_create(int fd, const char *name, const uint16_t *codes, size_t count, int pointer);

/// Writes that one key or button goes down or up, without a report. Returns 0, or -1 with errno.
int pp_uinput_key(int fd, uint16_t code, int down);

/// Ends a report. Returns 0, or -1 with errno.
int pp_uinput_report(int fd);
