/**
 * PeekPop: force touch for Linux touchpads, for apps in C and in every language that calls C.
 *
 *     cc app.c $(pkg-config --cflags --libs peekpop)
 *
 * Threads. An object belongs to the thread that made it: call its functions from there, where it calls you back as well, from
 * peekpop_connection_dispatch() or from the function that you called. Nothing here starts a thread.
 *
 * Ownership. What a _new() function returns is yours, and goes with the _free() function of its kind; freeing NULL does
 * nothing. Objects keep each other alive: the order in which they are freed does not matter, and each may be freed within
 * its own callbacks. After _free() the object's callbacks are not called any more, but for `destroy`, and for the `pop` or
 * `dismiss` of a preview that shows. What a function returns otherwise, and what a callback is given, is borrowed: it says until when. Texts are UTF-8 and copied when they are handed
 * in; those a callback is given are valid until it returns.
 *
 * Callbacks. A struct of them is copied; fill what you need, and its `size` with its sizeof, so that programs built with this
 * header work with later libraries, whose structs are longer. `data` is handed to each of them; `destroy`, which may be NULL,
 * is called with it once, when it is not needed any more.
 *
 * Structs that a callback is given may grow at their end. Enumerations may get more values: treat those you do not know as
 * each one says.
 *
 * Errors. A function that returns a pointer returns NULL, and one that returns int a negated errno value; errno is set for
 * both. EINVAL: an argument is NULL or makes no sense.
 */
#ifndef PEEKPOP_H
#define PEEKPOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct peekpop_connection peekpop_connection;
typedef struct peekpop_view peekpop_view;
typedef struct peekpop_previewer peekpop_previewer;
typedef struct peekpop_context peekpop_context;
typedef struct peekpop_preview peekpop_preview;
typedef struct peekpop_actions peekpop_actions;
typedef struct peekpop_interaction peekpop_interaction;
typedef struct peekpop_long_press peekpop_long_press;

typedef void (*peekpop_destroy)(void *data);

/* ---- Presses --------------------------------------------------------------------------------------------------------- */

/**
 * The phases of a press, in the only order they come: began, changed*, peeked, changed*, popped, changed*, ended; or
 * cancelled from any of them. A phase that only a newer service knows is given as changed.
 */
typedef enum peekpop_phase {
    PEEKPOP_PHASE_BEGAN = 0,     /**< The hint level was reached: the preview begins to show. */
    PEEKPOP_PHASE_CHANGED = 1,
    PEEKPOP_PHASE_PEEKED = 2,    /**< The preview stands. */
    PEEKPOP_PHASE_POPPED = 3,    /**< It opens. */
    PEEKPOP_PHASE_ENDED = 4,     /**< The finger let go after the pop. */
    PEEKPOP_PHASE_CANCELLED = 5  /**< It is over without a pop, or was interrupted. */
} peekpop_phase;

/** Why a press was cancelled. */
typedef enum peekpop_reason {
    PEEKPOP_REASON_NONE = 0,          /**< It was not. */
    PEEKPOP_REASON_RELEASED = 1,      /**< The finger let go before the pop: the preview closes. */
    PEEKPOP_REASON_FINGERS = 2,       /**< A finger more, or one fewer, than it began with. */
    PEEKPOP_REASON_GESTURE = 3,       /**< It turned out to be a scroll, swipe or pinch. */
    PEEKPOP_REASON_PALM = 4,
    PEEKPOP_REASON_MOVED = 5,         /**< The finger moved too far before the peek. */
    PEEKPOP_REASON_DRAG = 6,          /**< The button was held while the finger moved. */
    PEEKPOP_REASON_GONE = 7,          /**< The pad was unplugged or closed. */
    PEEKPOP_REASON_DROPPED = 8,       /**< The kernel dropped events. */
    PEEKPOP_REASON_SUSPENDED = 9,     /**< The machine slept. */
    PEEKPOP_REASON_TIMEOUT = 10,      /**< No report for too long. */
    PEEKPOP_REASON_INACTIVE = 11,     /**< The session is no longer the active one on the pad's seat. */
    PEEKPOP_REASON_SHUTDOWN = 12,     /**< The service ends. */
    PEEKPOP_REASON_DISCONNECTED = 13, /**< The connection broke; made up by this library, so that every press ends. */
    PEEKPOP_REASON_OTHER = 14         /**< One that only a newer service knows: see reason_name. */
} peekpop_reason;

/** One step of a press. */
typedef struct peekpop_press {
    const char *device;      /**< The pad's id. */
    uint32_t id;             /**< The press's number on its pad, from 1. */
    peekpop_phase phase;
    peekpop_reason reason;
    const char *reason_name; /**< As it stands on the wire; NULL where the press was not cancelled. */
    double preview;          /**< 0 to 1 from hint to peek. */
    double commit;           /**< 0 to 1 from peek to pop. */
    double clicks;           /**< Force in clicks: 1.0 is where this pad clicks. */
    double grams;            /**< Force in grams; NAN where the pad's scale is not known. */
    int64_t raw;             /**< The pad's own number. */
    double x, y;             /**< 0 to 1 of the pad's width and height, from the top left. */
    double translation_x;    /**< Movement since the peek, in mm, to the right and down; 0 before it. */
    double translation_y;
    int fingers;
    bool button;             /**< Whether the pad's own left button is down. */
    const char *tool;        /**< "pen", "eraser" and so on; NULL for fingers. */
    uint64_t tool_serial;    /**< Tells this one pen from all others of its maker; 0 where it does not tell. */
    uint64_t tool_id;
    uint64_t time_usec;      /**< When the kernel reported it, in microseconds of CLOCK_MONOTONIC. */
    uint64_t sequence;       /**< Counts the pad's events from 1. */
} peekpop_press;

/** What a pad's pressure is worth. */
typedef enum peekpop_class {
    PEEKPOP_CLASS_NONE = 0,  /**< No usable pressure; also what only a newer service knows. */
    PEEKPOP_CLASS_AREA = 1,  /**< Contact size; presses are off until a calibration switches them on. */
    PEEKPOP_CLASS_FORCE = 2, /**< True force, scale unknown. */
    PEEKPOP_CLASS_GRAMS = 3  /**< True force, in a known scale. */
} peekpop_class;

typedef enum peekpop_kind {
    PEEKPOP_KIND_OTHER = 0,
    PEEKPOP_KIND_TOUCHPAD = 1,
    PEEKPOP_KIND_TOUCHSCREEN = 2,
    PEEKPOP_KIND_PEN = 3
} peekpop_kind;

/** A touchpad, touchscreen or pen tablet, as the service describes it. */
typedef struct peekpop_pad {
    const char *id;      /**< Stable across reboots and unplugging: "i2c-04f3-323b". */
    const char *name;    /**< The name the kernel gives it. */
    peekpop_kind kind;
    peekpop_class pad_class;
    const char *reason;  /**< Why it is of this class, in words. */
    bool has_gestures;   /**< Whether presses are recognised on it. */
    bool has_haptics;    /**< Whether feedback can be felt on it, as far as is known. */
    double hint, peek, pop;        /**< The levels, in clicks; NAN where its pressure is not usable. */
    double width_mm, height_mm;    /**< 0 where it does not tell. */
    const char *problem; /**< What is wrong with it, in words; NULL where nothing is. */
} peekpop_pad;

/** Whether presses can be expected. */
typedef enum peekpop_capability {
    PEEKPOP_CAPABILITY_UNKNOWN = 0,     /**< Nothing has been heard yet. */
    PEEKPOP_CAPABILITY_UNAVAILABLE = 1, /**< There is no pad with presses, or the service cannot be reached. */
    PEEKPOP_CAPABILITY_AVAILABLE = 2
} peekpop_capability;

/** How a connection is. */
typedef enum peekpop_state {
    PEEKPOP_STATE_CONNECTING = 0,
    PEEKPOP_STATE_CONNECTED = 1,
    PEEKPOP_STATE_DENIED = 2,  /**< This user may not connect; tried again every few seconds, for that can change. */
    PEEKPOP_STATE_WAITING = 3, /**< The service could not be reached, or has gone; tried again. */
    PEEKPOP_STATE_CLOSED = 4   /**< By peekpop_connection_close(). */
} peekpop_state;

/** What a pad's motor can be asked to play. */
typedef enum peekpop_pattern {
    PEEKPOP_PATTERN_NONE = -1,
    PEEKPOP_PATTERN_CLICK = 0, /**< Not every motor has it. */
    PEEKPOP_PATTERN_PEEK = 1,  /**< What the service's configuration plays when a press reaches that level. */
    PEEKPOP_PATTERN_POP = 2,
    PEEKPOP_PATTERN_BUZZ = 3   /**< For 200 ms; not every motor has it. */
} peekpop_pattern;

/* ---- Connection ------------------------------------------------------------------------------------------------------ */

/** What a connection asks for. Zero what you do not need. */
typedef struct peekpop_options {
    size_t size;
    /** Where the service listens; NULL: the environment's PEEKPOP_SOCKET, or /run/peekpop/org.peekpop.Gestures. */
    const char *socket_path;
    /** Ids of the pads wanted, ended by NULL; NULL: all. */
    const char *const *devices;
    /** At most so many changed events a second for each pad, 1 to 1000; 0: 120, for no screen shows more. */
    int max_rate_hz;
} peekpop_options;

typedef struct peekpop_connection_callbacks {
    size_t size;
    /** The state has changed. `reason`: why, in words, where denied or waiting, or NULL; `until_usec`: when the next attempt
     *  is, of CLOCK_MONOTONIC, where waiting. */
    void (*state)(peekpop_connection *connection, peekpop_state state, const char *reason, uint64_t until_usec, void *data);
    /** The pads there are: with each connection that comes about. */
    void (*ready)(peekpop_connection *connection, const peekpop_pad *const *pads, size_t count, void *data);
    /** A pad came, or its description changed. */
    void (*added)(peekpop_connection *connection, const peekpop_pad *pad, void *data);
    void (*removed)(peekpop_connection *connection, const char *device, void *data);
    /** One step of a press. Every press that began ends. */
    void (*press)(peekpop_connection *connection, const peekpop_press *press, void *data);
    /** So many changed events were left out, because they were not read in time. */
    void (*lost)(peekpop_connection *connection, uint64_t count, void *data);
    void (*capability)(peekpop_connection *connection, peekpop_capability capability, void *data);
} peekpop_connection_callbacks;

/**
 * A connection to the service, which connects by itself, and again whenever the service has gone. Nothing is called before
 * the first peekpop_connection_dispatch(). A service that is not there is no error.
 *
 * `options` and `callbacks` may be NULL. Returns NULL with errno where this process has no descriptors left (EMFILE).
 */
peekpop_connection *peekpop_connection_new(
    const peekpop_options *options, const peekpop_connection_callbacks *callbacks, void *data, peekpop_destroy destroy);

/** Closes it, without a further callback. */
void peekpop_connection_free(peekpop_connection *connection);

/** Readable when peekpop_connection_dispatch() has something to do: for g_unix_fd_add(), poll() and the like. It is the same
 *  for the object's life, and stays its own. */
int peekpop_connection_fd(const peekpop_connection *connection);

/** Tells the callbacks what has come, and never waits. */
void peekpop_connection_dispatch(peekpop_connection *connection);

/** Dispatches until peekpop_connection_close() is called from a callback: for programs without a main loop. Returns 0. */
int peekpop_connection_run(peekpop_connection *connection);

/** Ends it: presses on their way end as disconnected, and the state becomes closed, before this returns. */
void peekpop_connection_close(peekpop_connection *connection);

peekpop_state peekpop_connection_get_state(const peekpop_connection *connection);
peekpop_capability peekpop_connection_get_capability(const peekpop_connection *connection);

/** Called once, from peekpop_connection_dispatch(): `error` is NULL where the motor has been given it, or says why not. */
typedef void (*peekpop_feedback_done)(const char *error, void *data);

/** Asks for a pattern on a pad's motor. `done` may be NULL. Returns 0 or -EINVAL. */
int peekpop_connection_play_feedback(
    peekpop_connection *connection, const char *device, peekpop_pattern pattern, peekpop_feedback_done done, void *data);

/* ---- Views ----------------------------------------------------------------------------------------------------------- */

/** In a toolkit's logical pixels, to the right and down. */
typedef struct peekpop_point {
    double x, y;
} peekpop_point;

typedef struct peekpop_rect {
    double x, y, width, height;
} peekpop_rect;

/** What this library has to know of a toolkit's view. All but `frame` and `parent` may be NULL. */
typedef struct peekpop_view_callbacks {
    size_t size;
    /** Where it lies, in the coordinates of its parent's contents. */
    peekpop_rect (*frame)(void *data);
    /** The view around it, borrowed; NULL for a window, and for a view that is in none at the moment. */
    peekpop_view *(*parent)(void *data);
    /** How far its own contents are scrolled. */
    peekpop_point (*content_offset)(void *data);
    /** From its own coordinates to its parent's, and back: both or none. By default by frame and content_offset. */
    peekpop_point (*convert_to_parent)(peekpop_point point, void *data);
    peekpop_point (*convert_from_parent)(peekpop_point point, void *data);
    /** Whether a point in its own coordinates belongs to it. By default, whether it lies in its bounds. */
    bool (*contains)(peekpop_point point, void *data);
} peekpop_view_callbacks;

/** What a window has besides. `pointer_location` and `is_active` are needed. */
typedef struct peekpop_window_callbacks {
    size_t size;
    /** Where the pointer is, in the window's coordinates; false while it is not over the window. */
    bool (*pointer_location)(peekpop_point *location, void *data);
    /** Whether it has the focus. */
    bool (*is_active)(void *data);
    /** Where a touchscreen or pen presses; `position` is 0 to 1 of its screen. False where that is outside of the window. By
     *  default, where the pointer is. */
    bool (*location_of_absolute)(peekpop_point position, peekpop_point *location, void *data);
    /** The innermost view that is visible at a place, borrowed; NULL: go by the frames, which is the default. */
    peekpop_view *(*view_at)(peekpop_point point, void *data);
} peekpop_window_callbacks;

/** One object stands for one view for as long as that is on the screen: identities are compared. */
peekpop_view *peekpop_view_new(const peekpop_view_callbacks *callbacks, void *data, peekpop_destroy destroy);

/** A window: the view whose parent is NULL. */
peekpop_view *peekpop_window_new(
    const peekpop_view_callbacks *callbacks, const peekpop_window_callbacks *window_callbacks, void *data,
    peekpop_destroy destroy);

/** Registrations keep their view. */
void peekpop_view_free(peekpop_view *view);

/** A point of one view in the coordinates of another one in the same window. */
peekpop_point peekpop_view_convert(const peekpop_view *view, peekpop_point point, const peekpop_view *to);

/* ---- Previews -------------------------------------------------------------------------------------------------------- */

typedef enum peekpop_style {
    PEEKPOP_STYLE_DEFAULT = 0,
    PEEKPOP_STYLE_SELECTED = 1,   /**< With a mark beside it: what is so at the moment. */
    PEEKPOP_STYLE_DESTRUCTIVE = 2 /**< In the colour of warnings: it cannot be taken back. */
} peekpop_style;

/** What is shown while a press peeks: `content` is the app's own, for its presenter. `destroy` may be NULL. */
peekpop_preview *peekpop_preview_new(void *content, peekpop_destroy destroy);

/** Only one that was not handed over. */
void peekpop_preview_free(peekpop_preview *preview);

void *peekpop_preview_content(const peekpop_preview *preview);

/** How large it would like to be, in logical pixels; 0 leaves that axis to the presenter. Both are 0 by default. */
void peekpop_preview_set_preferred_size(peekpop_preview *preview, double width, double height);
void peekpop_preview_get_preferred_size(const peekpop_preview *preview, double *width, double *height);

/** Its actions, to be filled before it is handed over; borrowed, as long as the preview lives. */
peekpop_actions *peekpop_preview_actions(peekpop_preview *preview);

/** Called when the action is chosen, before the preview goes away; the preview is borrowed. */
typedef void (*peekpop_action_handler)(peekpop_preview *preview, void *data);

/** Adds an action. Returns 0 or -EINVAL. */
int peekpop_actions_add(
    peekpop_actions *actions, const char *title, peekpop_style style, peekpop_action_handler handler, void *data,
    peekpop_destroy destroy);

/** Adds a group, and returns its actions to be filled; borrowed, as long as the preview lives. */
peekpop_actions *peekpop_actions_add_group(peekpop_actions *actions, const char *title, peekpop_style style);

/** One of the actions that are to be seen. */
typedef struct peekpop_item {
    const char *title;
    peekpop_style style;
    bool is_group;
} peekpop_item;

/** The actions that are to be seen: one level of them. */
typedef struct peekpop_sheet {
    const char *title;               /**< The group's; NULL for the outermost level. */
    const peekpop_item *const *items;
    size_t count;
    ptrdiff_t selection;             /**< The item under the finger or the keyboard's; -1: none. */
    size_t depth;                    /**< How many groups are open. */
    bool is_pinned;                  /**< Whether it stays without the finger. */
} peekpop_sheet;

/** Why a preview went away without a pop. */
typedef enum peekpop_dismissal {
    PEEKPOP_DISMISSAL_PRESS = 0,        /**< The press ended, by the peekpop_reason that is given with it. */
    PEEKPOP_DISMISSAL_ACTION = 1,       /**< An action was chosen. */
    PEEKPOP_DISMISSAL_FOCUS_LOST = 2,
    PEEKPOP_DISMISSAL_VIEW_REMOVED = 3, /**< The view is not in the window any more, or its registration has ended. */
    PEEKPOP_DISMISSAL_CLAIMED = 4,      /**< A gesture of the app's took the press. */
    PEEKPOP_DISMISSAL_DISMISSED = 5     /**< The app took it away. */
} peekpop_dismissal;

/** How previews are had. */
typedef enum peekpop_means {
    PEEKPOP_MEANS_FORCE = 0,
    PEEKPOP_MEANS_LONG_PRESS = 1 /**< No pad with presses is known: by holding the button, see peekpop_long_press. */
} peekpop_means;

/**
 * Draws previews. For each one the calls come in this order: begin; preview_progress any number of times; peek;
 * commit_progress and those of the actions any number of times; and last, from any of them, either pop or dismiss, with which
 * the actions are gone too. Each may be NULL. What they are given is borrowed; a preview lives until after pop or dismiss.
 */
typedef struct peekpop_presenter_callbacks {
    size_t size;
    /** The hint: the context's source rectangle is what stays as it is. */
    void (*begin)(peekpop_preview *preview, peekpop_context *context, void *data);
    /** 0 to 1 from hint to peek; 1 before every peek. */
    void (*preview_progress)(peekpop_preview *preview, double progress, void *data);
    void (*peek)(peekpop_preview *preview, void *data);
    /** 0 to 1 from peek to pop; 1 before every pop that a press makes. */
    void (*commit_progress)(peekpop_preview *preview, double progress, void *data);
    /** Actions are to be seen: the first time, or another level of them. */
    void (*show_actions)(peekpop_preview *preview, const peekpop_sheet *sheet, void *data);
    /** Another one is selected, or none; or the sheet has come to stay without the finger. */
    void (*update_actions)(peekpop_preview *preview, const peekpop_sheet *sheet, void *data);
    /** One was chosen; its handler is called next, and then dismiss. */
    void (*choose_action)(peekpop_preview *preview, const peekpop_item *action, void *data);
    void (*hide_actions)(peekpop_preview *preview, void *data);
    /** It opens; the registration's commit is called next. */
    void (*pop)(peekpop_preview *preview, void *data);
    void (*dismiss)(peekpop_preview *preview, peekpop_dismissal why, peekpop_reason reason, void *data);
    /** peekpop_previewer_get_means() has changed. */
    void (*means_changed)(peekpop_means means, void *data);
} peekpop_presenter_callbacks;

/**
 * Previews for one window. A press belongs to the window that has the focus and the pointer when it begins, and to the
 * innermost registered view there.
 *
 * `connection` may be NULL: then there is the long press alone. EINVAL where `window` is no window.
 */
peekpop_previewer *peekpop_previewer_new(
    peekpop_connection *connection, peekpop_view *window, const peekpop_presenter_callbacks *callbacks, void *data,
    peekpop_destroy destroy);

/** Its registrations end with it; a preview that shows is dismissed: before this returns, or within a callback when that does. */
void peekpop_previewer_free(peekpop_previewer *previewer);

peekpop_means peekpop_previewer_get_means(const peekpop_previewer *previewer);

/** Plays these on a pad with a motor at the hint, peek and pop of this window's previews. None by default: the service plays
 *  peek and pop by itself. */
void peekpop_previewer_set_feedback(
    peekpop_previewer *previewer, peekpop_pattern hint, peekpop_pattern peek, peekpop_pattern pop);

/** Looks whether the window still has the focus, and the pressed view is still in it. This happens by itself with each report
 *  of the press, but a finger that holds still makes none: call it when the focus leaves and when views are removed. */
void peekpop_previewer_window_changed(peekpop_previewer *previewer);

/** Shows the preview of a registered view without a press, for the keyboard; it stays until commit, dismiss or choose.
 *  `location` is in the view's coordinates; NULL: its middle. Returns whether it shows. */
bool peekpop_previewer_preview(peekpop_previewer *previewer, peekpop_view *view, const peekpop_point *location);
/** Opens the preview that shows. */
void peekpop_previewer_commit(peekpop_previewer *previewer);
/** Takes it away. */
void peekpop_previewer_dismiss(peekpop_previewer *previewer);
/** Selects the next (1) or previous (-1) action of a preview that stays; shows them, where they are not to be seen. */
void peekpop_previewer_select(peekpop_previewer *previewer, int direction);
/** Selects an action by its place, for the pointer. One that is not there is passed over. */
void peekpop_previewer_select_at(peekpop_previewer *previewer, size_t index);
/** Chooses the selected action, or opens the selected group. */
void peekpop_previewer_choose(peekpop_previewer *previewer);
/** Leaves the group that is open; without one, takes the preview away. */
void peekpop_previewer_back(peekpop_previewer *previewer);

/* ---- Registrations --------------------------------------------------------------------------------------------------- */

/** How a gesture of the app's own gets along with previewing. */
typedef enum peekpop_gesture_state {
    PEEKPOP_GESTURE_POSSIBLE = 0, /**< No press has begun here. */
    PEEKPOP_GESTURE_BEGAN = 1,    /**< A preview shows: other gestures yield. */
    PEEKPOP_GESTURE_FAILED = 2,   /**< A press began without a preview: other gestures may go on. Possible at its end. */
    PEEKPOP_GESTURE_ENDED = 3     /**< The preview has popped or gone. Possible at once. */
} peekpop_gesture_state;

/** `preview_for` is needed. */
typedef struct peekpop_previewing_callbacks {
    size_t size;
    /** A press has begun at `location`, in the view's coordinates. What it returns is handed over; NULL: this press does
     *  nothing to its end. The source rectangle, if it is set here, is for this press alone. */
    peekpop_preview *(*preview_for)(peekpop_context *context, peekpop_point location, void *data);
    /** The preview popped: open what it stands for. */
    void (*commit)(peekpop_context *context, peekpop_preview *preview, void *data);
    void (*gesture)(peekpop_context *context, peekpop_gesture_state state, void *data);
} peekpop_previewing_callbacks;

/** Watches a view for presses. The context is borrowed: it lives until it is unregistered, or its previewer is freed. */
peekpop_context *peekpop_previewer_register(
    peekpop_previewer *previewer, peekpop_view *view, const peekpop_previewing_callbacks *callbacks, void *data,
    peekpop_destroy destroy);
/** Ends it; a preview of it that shows is dismissed. */
void peekpop_previewer_unregister(peekpop_previewer *previewer, peekpop_context *context);

/** Borrowed. */
peekpop_view *peekpop_context_view(const peekpop_context *context);
/** What stays sharp while the rest blurs, in the view's coordinates: all of it, unless it was narrowed. */
peekpop_rect peekpop_context_get_source_rect(const peekpop_context *context);
void peekpop_context_set_source_rect(peekpop_context *context, peekpop_rect rect);
peekpop_gesture_state peekpop_context_get_gesture_state(const peekpop_context *context);
/** A gesture of the app's takes the press: its preview is dismissed, and it does nothing more. */
void peekpop_context_claim(peekpop_context *context);

/** The progress of presses on a view, for apps that show something of their own. All but should_begin are needed. */
typedef struct peekpop_interaction_callbacks {
    size_t size;
    /** Whether a press that has begun on the view shall count. It does by default. */
    bool (*should_begin)(peekpop_interaction *interaction, void *data);
    /** 0 to 1 from hint to peek; ended, with 1, at the peek. */
    void (*preview_transition)(peekpop_interaction *interaction, double progress, bool ended, void *data);
    /** 0 to 1 from peek to pop; ended, with 1, at the pop. */
    void (*commit_transition)(peekpop_interaction *interaction, double progress, bool ended, void *data);
    /** It is over without a pop. */
    void (*cancelled)(peekpop_interaction *interaction, void *data);
} peekpop_interaction_callbacks;

peekpop_interaction *peekpop_interaction_new(
    peekpop_previewer *previewer, peekpop_view *view, const peekpop_interaction_callbacks *callbacks, void *data,
    peekpop_destroy destroy);
void peekpop_interaction_free(peekpop_interaction *interaction);
/** Ends the press that is on its way: `cancelled` is called, and the press does nothing more. */
void peekpop_interaction_cancel(peekpop_interaction *interaction);
/** Where the press is, in a view's coordinates. False where there is none. */
bool peekpop_interaction_location(
    const peekpop_interaction *interaction, const peekpop_view *view, peekpop_point *location);

/* ---- Without a pad that feels force ---------------------------------------------------------------------------------- */

/**
 * Previews by holding the button: the preview begins to show after 0.15 s, stands after 0.5 s, opens after 1 s. While the
 * means are force it does nothing. Hand it the primary button and the pointer of the window in the order they happen, and
 * call peekpop_long_press_advance() at its deadline, or with each frame that is drawn while there is one. Times are
 * microseconds of any clock that does not go back.
 *
 * `pixels_per_mm`: of the screen, in logical pixels; 0: those of 96 to the inch.
 */
peekpop_long_press *peekpop_long_press_new(peekpop_previewer *previewer, double pixels_per_mm);
void peekpop_long_press_free(peekpop_long_press *press);
void peekpop_long_press_down(peekpop_long_press *press, peekpop_point location, uint64_t time_usec);
void peekpop_long_press_move(peekpop_long_press *press, peekpop_point location, uint64_t time_usec);
void peekpop_long_press_up(peekpop_long_press *press, uint64_t time_usec);
/** The button turned out to be for something else. */
void peekpop_long_press_cancel(peekpop_long_press *press, uint64_t time_usec);
void peekpop_long_press_advance(peekpop_long_press *press, uint64_t time_usec);
/** False where nothing has to be done before the next button. */
bool peekpop_long_press_deadline(const peekpop_long_press *press, uint64_t *time_usec);

#ifdef __cplusplus
}
#endif

#endif
