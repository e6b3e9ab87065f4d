#include "Uinput.h"

#include <errno.h>
#include <linux/uinput.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int pp_uinput_create(int fd, const char *name, const uint16_t *codes, size_t count, int pointer) {
    struct uinput_setup setup;
    memset(&setup, 0, sizeof setup);
    setup.id.bustype = BUS_VIRTUAL;
    setup.id.version = 1;
    strncpy(setup.name, name, sizeof setup.name - 1);
    if (ioctl(fd, UI_SET_EVBIT, EV_KEY) < 0) return -1;
    for (size_t i = 0; i < count; i++)
        if (ioctl(fd, UI_SET_KEYBIT, codes[i]) < 0) return -1;
    if (pointer) {
        if (ioctl(fd, UI_SET_EVBIT, EV_REL) < 0) return -1;
        if (ioctl(fd, UI_SET_RELBIT, REL_X) < 0) return -1;
        if (ioctl(fd, UI_SET_RELBIT, REL_Y) < 0) return -1;
    }
    if (ioctl(fd, UI_DEV_SETUP, &setup) < 0) return -1;
    return ioctl(fd, UI_DEV_CREATE);
}

static int pp_uinput_write(int fd, uint16_t type, uint16_t code, int32_t value) {
    struct input_event event;
    memset(&event, 0, sizeof event);
    event.type = type;
    event.code = code;
    event.value = value;
    ssize_t written;
    do written = write(fd, &event, sizeof event);
    while (written < 0 && errno == EINTR);
    if (written == (ssize_t)sizeof event) return 0;
    if (written >= 0) errno = EIO;
    return -1;
}

int pp_uinput_key(int fd, uint16_t code, int down) { return pp_uinput_write(fd, EV_KEY, code, down ? 1 : 0); }

int pp_uinput_report(int fd) { return pp_uinput_write(fd, EV_SYN, SYN_REPORT, 0); }
