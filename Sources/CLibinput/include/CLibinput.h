// libinput's functions, looked up when they are asked for.
//
// The programs are not linked with libinput: it brings libwacom, GLib and others along, and whoever reads pads without it
// shall not pay for them in memory and at start. So one program also works with every libinput from 1.22 on, and has what
// newer ones offer where it runs, whichever one it was built with.
#pragma once
#include <libinput.h>

// Functions of libinput 1.22, with the types its own header gives them.
#define PP_LIBINPUT_FUNCTIONS(F) \
    F(libinput_udev_create_context) \
    F(libinput_udev_assign_seat) \
    F(libinput_path_create_context) \
    F(libinput_path_add_device) \
    F(libinput_path_remove_device) \
    F(libinput_unref) \
    F(libinput_suspend) \
    F(libinput_resume) \
    F(libinput_get_fd) \
    F(libinput_dispatch) \
    F(libinput_get_event) \
    F(libinput_log_set_handler) \
    F(libinput_log_set_priority) \
    F(libinput_event_destroy) \
    F(libinput_event_get_type) \
    F(libinput_event_get_device) \
    F(libinput_event_get_pointer_event) \
    F(libinput_event_get_gesture_event) \
    F(libinput_event_get_touch_event) \
    F(libinput_event_get_tablet_tool_event) \
    F(libinput_event_pointer_get_time_usec) \
    F(libinput_event_pointer_has_axis) \
    F(libinput_event_pointer_get_scroll_value) \
    F(libinput_event_gesture_get_time_usec) \
    F(libinput_event_touch_get_time_usec) \
    F(libinput_event_tablet_tool_get_time_usec) \
    F(libinput_event_tablet_tool_get_tool) \
    F(libinput_event_tablet_tool_get_tip_state) \
    F(libinput_event_tablet_tool_get_proximity_state) \
    F(libinput_event_tablet_tool_get_pressure) \
    F(libinput_event_tablet_tool_get_x_transformed) \
    F(libinput_event_tablet_tool_get_y_transformed) \
    F(libinput_tablet_tool_get_type) \
    F(libinput_tablet_tool_get_serial) \
    F(libinput_tablet_tool_get_tool_id) \
    F(libinput_tablet_tool_has_pressure) \
    F(libinput_device_get_udev_device) \
    F(libinput_device_has_capability) \
    F(libinput_device_config_calibration_has_matrix) \
    F(libinput_device_config_calibration_get_matrix) \
    F(libinput_device_config_click_get_methods) \
    F(libinput_device_config_click_set_method)

struct pp_libinput {
#define PP_MEMBER(name) __typeof__(&name) _Nonnull name;
    PP_LIBINPUT_FUNCTIONS(PP_MEMBER)
#undef PP_MEMBER
    // Of newer versions, declared here for builds with an older header; null where they are not.
    // 1.31; the name as the maker calls the tool.
    const char *_Nullable (*_Nullable libinput_tablet_tool_get_name)(struct libinput_tablet_tool *_Nonnull);
};

/// Loads a libinput for good and looks its functions up. Returns null, or why that did not work, in words that stay.
const char *_Nullable pp_libinput_load(const char *_Nonnull name, struct pp_libinput *_Nonnull out);

/// A context's user data, for the log handler, which is given nothing else.
void *_Nullable pp_libinput_user_data(struct libinput *_Nonnull context);
