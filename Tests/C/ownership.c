/* Who owns what: every order of freeing, freeing within callbacks, arguments that make no sense. No service is needed. */
#include <errno.h>
#include <peekpop.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPECT(condition)                                                     \
    do {                                                                      \
        if (!(condition)) {                                                   \
            fprintf(stderr, "line %d: not so: %s\n", __LINE__, #condition);   \
            exit(1);                                                          \
        }                                                                     \
    } while (0)

static int destroyed;
static char heard[1024];
static peekpop_view *window;
static peekpop_previewer *previewer;
static peekpop_context *context;
static peekpop_interaction *interaction;

static void destroy(void *data)
{
    (void)data;
    destroyed++;
}

static void hear(const char *what)
{
    strncat(heard, what, sizeof heard - strlen(heard) - 1);
    strncat(heard, ";", sizeof heard - strlen(heard) - 1);
}

static bool said(const char *all)
{
    bool same = !strcmp(heard, all);
    if (!same)
        fprintf(stderr, "heard: %s\nexpected: %s\n", heard, all);
    heard[0] = 0;
    return same;
}

static peekpop_rect frame(void *data)
{
    (void)data;
    return (peekpop_rect){0, 0, 100, 100};
}

static peekpop_view *no_parent(void *data)
{
    (void)data;
    return NULL;
}

static peekpop_view *in_window(void *data)
{
    (void)data;
    return window;
}

static bool pointer(peekpop_point *location, void *data)
{
    (void)data;
    *location = (peekpop_point){50, 50};
    return true;
}

static bool active(void *data)
{
    (void)data;
    return true;
}

static peekpop_preview *preview_for(peekpop_context *which, peekpop_point location, void *data)
{
    (void)location, (void)data;
    EXPECT(which == context);
    peekpop_preview *preview = peekpop_preview_new(NULL, destroy);
    peekpop_actions *actions = peekpop_preview_actions(preview);
    EXPECT(peekpop_actions_add(actions, "A", PEEKPOP_STYLE_DEFAULT, NULL, NULL, destroy) == 0);
    EXPECT(peekpop_actions_add(actions, NULL, PEEKPOP_STYLE_DEFAULT, NULL, NULL, NULL) == -EINVAL);
    return preview;
}

static void committed(peekpop_context *which, peekpop_preview *preview, void *data)
{
    (void)which, (void)preview, (void)data;
    hear("commit");
}

static void gesture(peekpop_context *which, peekpop_gesture_state state, void *data)
{
    (void)data;
    static const char *const names[] = {"possible", "began", "failed", "ended"};
    EXPECT(which == context);
    hear(names[state]);
}

static void begin(peekpop_preview *preview, peekpop_context *which, void *data)
{
    (void)preview, (void)which, (void)data;
    hear("begin");
}

static void peek(peekpop_preview *preview, void *data)
{
    (void)preview, (void)data;
    hear("peek");
}

static void pop(peekpop_preview *preview, void *data)
{
    (void)preview, (void)data;
    hear("pop");
}

static void dismissed(peekpop_preview *preview, peekpop_dismissal why, peekpop_reason reason, void *data)
{
    (void)preview, (void)data;
    char text[32];
    snprintf(text, sizeof text, "dismiss %d %d", (int)why, (int)reason);
    hear(text);
}

static void show(peekpop_preview *preview, const peekpop_sheet *sheet, void *data)
{
    (void)preview, (void)data;
    EXPECT(sheet->count == 1 && !strcmp(sheet->items[0]->title, "A") && !sheet->title && sheet->is_pinned);
    hear(sheet->selection == 0 ? "show A" : "show");
}

static void chosen(peekpop_preview *preview, const peekpop_item *action, void *data)
{
    (void)preview, (void)data;
    EXPECT(!strcmp(action->title, "A") && !action->is_group);
    hear("chosen");
}

static void free_in_peek(peekpop_preview *preview, void *data)
{
    (void)preview, (void)data;
    hear("peek");
    peekpop_previewer_unregister(previewer, context);
    peekpop_previewer_free(previewer);
    previewer = NULL;
}

static void preview_transition(peekpop_interaction *which, double progress, bool ended, void *data)
{
    (void)data;
    EXPECT(which == interaction && progress >= 0 && progress <= 1);
    if (ended)
        hear("interaction peeked");
}

static void commit_transition(peekpop_interaction *which, double progress, bool ended, void *data)
{
    (void)which, (void)progress, (void)data;
    if (ended)
        hear("interaction popped");
}

static void cancelled(peekpop_interaction *which, void *data)
{
    (void)which, (void)data;
    hear("interaction cancelled");
}

static const peekpop_view_callbacks in_window_callbacks = {
    .size = sizeof in_window_callbacks, .frame = frame, .parent = in_window};
static const peekpop_previewing_callbacks previewing = {
    .size = sizeof previewing, .preview_for = preview_for, .commit = committed, .gesture = gesture};

static void set_up(void (*on_peek)(peekpop_preview *, void *))
{
    static const peekpop_view_callbacks callbacks = {.size = sizeof callbacks, .frame = frame, .parent = no_parent};
    static const peekpop_window_callbacks more = {.size = sizeof more, .pointer_location = pointer, .is_active = active};
    const peekpop_presenter_callbacks presenter = {
        .size = sizeof presenter, .begin = begin, .peek = on_peek, .show_actions = show, .update_actions = show,
        .choose_action = chosen, .pop = pop, .dismiss = dismissed};
    destroyed = 0;
    window = peekpop_window_new(&callbacks, &more, NULL, destroy);
    previewer = peekpop_previewer_new(NULL, window, &presenter, NULL, destroy);
    EXPECT(peekpop_previewer_get_means(previewer) == PEEKPOP_MEANS_LONG_PRESS);
    peekpop_view *view = peekpop_view_new(&in_window_callbacks, NULL, destroy);
    context = peekpop_previewer_register(previewer, view, &previewing, NULL, destroy);
    EXPECT(context && peekpop_context_view(context) == view);
    /* The registration keeps it. */
    peekpop_view_free(view);
    EXPECT(destroyed == 0);
}

static void hold(uint64_t usec)
{
    peekpop_long_press *press = peekpop_long_press_new(previewer, 0);
    uint64_t deadline;
    EXPECT(!peekpop_long_press_deadline(press, &deadline));
    peekpop_long_press_down(press, (peekpop_point){10, 10}, 1000);
    EXPECT(peekpop_long_press_deadline(press, &deadline) && deadline == 151000);
    for (uint64_t now = 0; now < usec; now += 10000)
        peekpop_long_press_advance(press, 1000 + now);
    peekpop_long_press_up(press, 1000 + usec);
    peekpop_long_press_free(press);
}

int main(void)
{
    /* Held, as long as it takes to each level. */
    set_up(peek);
    hold(100000);
    EXPECT(said(""));
    hold(300000);
    EXPECT(said("began;begin;dismiss 0 1;ended;possible;"));
    EXPECT(destroyed == 2);
    hold(1200000);
    EXPECT(said("began;begin;peek;pop;commit;ended;possible;"));
    EXPECT(destroyed == 4);
    peekpop_previewer_free(previewer);
    EXPECT(destroyed == 7);
    peekpop_view_free(window);
    EXPECT(destroyed == 8);

    /* The keyboard; the window goes first. */
    set_up(peek);
    peekpop_view_free(window);
    EXPECT(destroyed == 0);
    EXPECT(peekpop_previewer_preview(previewer, window, NULL) == false);
    EXPECT(peekpop_previewer_preview(previewer, peekpop_context_view(context), &(peekpop_point){5, 5}));
    EXPECT(said("began;begin;peek;"));
    peekpop_previewer_select(previewer, 1);
    peekpop_previewer_select_at(previewer, 7);
    peekpop_previewer_select_at(previewer, (size_t)-1);
    peekpop_previewer_select_at(previewer, 0);
    peekpop_previewer_choose(previewer);
    EXPECT(said("show A;show A;chosen;dismiss 1 0;ended;possible;"));
    EXPECT(peekpop_previewer_preview(previewer, peekpop_context_view(context), NULL));
    peekpop_context_claim(context);
    EXPECT(said("began;begin;peek;dismiss 4 0;ended;possible;"));
    EXPECT(peekpop_previewer_preview(previewer, peekpop_context_view(context), NULL));
    heard[0] = 0;
    /* It shows while it is freed. */
    peekpop_previewer_free(previewer);
    EXPECT(said("dismiss 3 0;ended;possible;"));
    EXPECT(destroyed == 4 + 6);

    /* Freed within its own callback: what shows goes, and nothing else is said. */
    set_up(free_in_peek);
    hold(1200000);
    EXPECT(said("began;begin;peek;dismiss 3 0;"));
    peekpop_view_free(window);
    EXPECT(destroyed == 6);

    /* An interaction in front of the registration. */
    set_up(peek);
    peekpop_view *dial = peekpop_view_new(&in_window_callbacks, NULL, destroy);
    const peekpop_interaction_callbacks interacting = {
        .size = sizeof interacting, .preview_transition = preview_transition, .commit_transition = commit_transition,
        .cancelled = cancelled};
    interaction = peekpop_interaction_new(previewer, dial, &interacting, NULL, destroy);
    peekpop_point place;
    EXPECT(!peekpop_interaction_location(interaction, dial, &place));
    hold(600000);
    EXPECT(said("interaction peeked;interaction cancelled;"));
    hold(1000000);
    EXPECT(said("interaction peeked;interaction popped;"));
    peekpop_interaction_cancel(interaction);
    peekpop_interaction_free(interaction);
    hold(300000);
    EXPECT(said("began;begin;dismiss 0 1;ended;possible;"));
    peekpop_view_free(dial);
    peekpop_view_free(window);
    peekpop_previewer_free(previewer);
    EXPECT(destroyed == 2 + 2 + 4);

    /* What makes no sense. */
    peekpop_connection_free(NULL);
    peekpop_previewer_free(NULL);
    peekpop_view_free(NULL);
    peekpop_preview_free(NULL);
    peekpop_interaction_free(NULL);
    peekpop_long_press_free(NULL);
    peekpop_connection_dispatch(NULL);
    peekpop_previewer_commit(NULL);
    EXPECT(peekpop_connection_fd(NULL) == -EINVAL && peekpop_connection_run(NULL) == -EINVAL);
    errno = 0;
    EXPECT(!peekpop_view_new(NULL, NULL, NULL) && errno == EINVAL);
    const peekpop_view_callbacks half = {.size = sizeof half, .frame = frame};
    EXPECT(!peekpop_view_new(&half, NULL, NULL));
    const peekpop_view_callbacks sizeless = {.frame = frame, .parent = no_parent};
    EXPECT(!peekpop_view_new(&sizeless, NULL, NULL));
    peekpop_view *view = peekpop_view_new(&in_window_callbacks, NULL, NULL);
    errno = 0;
    const peekpop_presenter_callbacks none = {.size = sizeof none};
    EXPECT(!peekpop_previewer_new(NULL, view, &none, NULL, NULL) && errno == EINVAL);
    EXPECT(!peekpop_long_press_new(NULL, 4) && !peekpop_preview_actions(NULL));
    peekpop_view_free(view);
    const peekpop_options wrong = {.size = sizeof wrong, .max_rate_hz = 1001};
    EXPECT(!peekpop_connection_new(&wrong, NULL, NULL, NULL));

    /* An app whose header knew less: what it could not fill is not read. */
    struct {
        size_t size;
        peekpop_rect (*frame)(void *data);
        peekpop_view *(*parent)(void *data);
        void *not_the_librarys[4];
    } early = {offsetof(peekpop_view_callbacks, content_offset), frame, no_parent, {&early, &early, &early, &early}};
    const peekpop_view_callbacks *as_known_then = (const void *)&early;
    view = peekpop_view_new(as_known_then, NULL, NULL);
    EXPECT(view && peekpop_view_convert(view, (peekpop_point){3, 4}, view).y == 4);
    peekpop_view_free(view);

    /* A connection without a service, freed before and after its first turn. */
    const peekpop_options nowhere = {.size = sizeof nowhere, .socket_path = "/nowhere/at/all"};
    destroyed = 0;
    peekpop_connection_free(peekpop_connection_new(&nowhere, NULL, NULL, destroy));
    peekpop_connection *connection = peekpop_connection_new(&nowhere, NULL, NULL, destroy);
    peekpop_connection_dispatch(connection);
    EXPECT(peekpop_connection_get_state(connection) == PEEKPOP_STATE_WAITING);
    EXPECT(peekpop_connection_get_capability(connection) == PEEKPOP_CAPABILITY_UNAVAILABLE);
    EXPECT(peekpop_connection_play_feedback(connection, "pad", PEEKPOP_PATTERN_NONE, NULL, NULL) == -EINVAL);
    peekpop_connection_free(connection);
    EXPECT(destroyed == 2);
    puts("fine");
    return 0;
}
