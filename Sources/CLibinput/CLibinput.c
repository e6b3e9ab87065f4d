#include "CLibinput.h"

#include <dlfcn.h>
#include <stdio.h>

// The same in every table: a library is loaded once, however often it is asked for.
static __typeof__(&libinput_get_user_data) get_user_data;

void *pp_libinput_user_data(struct libinput *context) { return get_user_data(context); }

static const char *unknown_function(const char *library, const char *function) {
    static char message[256];
    snprintf(message, sizeof message, "%s: it has no %s: libinput 1.22 or newer is needed", library, function);
    return message;
}

const char *pp_libinput_load(const char *name, struct pp_libinput *out) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
#define PP_LOOK_UP(function) \
    out->function = (__typeof__(&function))dlsym(library, #function); \
    if (!out->function) { \
        const char *message = unknown_function(name, #function); \
        dlclose(library); \
        return message; \
    }
    PP_LIBINPUT_FUNCTIONS(PP_LOOK_UP)
    get_user_data = (__typeof__(&libinput_get_user_data))dlsym(library, "libinput_get_user_data");
    if (!get_user_data) return unknown_function(name, "libinput_get_user_data");
#undef PP_LOOK_UP
    out->libinput_tablet_tool_get_name =
        (const char *(*)(struct libinput_tablet_tool *))dlsym(library, "libinput_tablet_tool_get_name");
    return NULL;
}
