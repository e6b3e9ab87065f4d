/* A window with a list in it, without a toolkit: previews of a real daemon's presses, until one was opened and an action of
 * another was chosen. */
#include <peekpop.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct app {
    peekpop_connection *connection;
    peekpop_previewer *previewer;
    peekpop_view *window, *list;
    bool popped, chosen;
    int previews;
};

static peekpop_rect window_frame(void *data)
{
    (void)data;
    return (peekpop_rect){0, 0, 640, 480};
}

static peekpop_view *window_parent(void *data)
{
    (void)data;
    return NULL;
}

static bool pointer(peekpop_point *location, void *data)
{
    (void)data;
    *location = (peekpop_point){120, 90};
    return true;
}

static bool active(void *data)
{
    (void)data;
    return true;
}

static peekpop_rect list_frame(void *data)
{
    (void)data;
    return (peekpop_rect){20, 40, 300, 400};
}

static peekpop_view *list_parent(void *data)
{
    struct app *app = data;
    return app->window;
}

static peekpop_point list_offset(void *data)
{
    (void)data;
    return (peekpop_point){0, 1000};
}

/* Actions of a preview. */

static void print(peekpop_preview *preview, void *data)
{
    printf("%s %s\n", (const char *)data, (const char *)peekpop_preview_content(preview));
}

static void handler_gone(void *data)
{
    printf("destroyed %s\n", (const char *)data);
}

static peekpop_preview *preview_for(peekpop_context *context, peekpop_point location, void *data)
{
    struct app *app = data;
    char title[64];
    /* Rows of 50 pixels, of which the one under the pointer stays sharp. */
    int row = (int)(location.y / 50);
    peekpop_context_set_source_rect(context, (peekpop_rect){0, row * 50, 300, 50});
    snprintf(title, sizeof title, "row %d", row);
    app->previews++;
    peekpop_preview *preview = peekpop_preview_new(strdup(title), free);
    peekpop_preview_set_preferred_size(preview, 0, 320);
    peekpop_actions *actions = peekpop_preview_actions(preview);
    peekpop_actions_add(actions, "Print", PEEKPOP_STYLE_DEFAULT, print, "print", handler_gone);
    peekpop_actions *more = peekpop_actions_add_group(actions, "More", PEEKPOP_STYLE_DEFAULT);
    peekpop_actions_add(more, "Delete", PEEKPOP_STYLE_DESTRUCTIVE, print, "delete", NULL);
    return preview;
}

static void commit(peekpop_context *context, peekpop_preview *preview, void *data)
{
    (void)context, (void)data;
    printf("open %s\n", (const char *)peekpop_preview_content(preview));
}

/* The presenter. */

static const char *name(peekpop_preview *preview)
{
    return peekpop_preview_content(preview);
}

static void begin(peekpop_preview *preview, peekpop_context *context, void *data)
{
    struct app *app = data;
    peekpop_rect rect = peekpop_context_get_source_rect(context);
    double width, height;
    peekpop_preview_get_preferred_size(preview, &width, &height);
    printf("begin %s at %.0f,%.0f size %.0fx%.0f\n", name(preview), rect.x, rect.y, width, height);
    if (peekpop_context_view(context) != app->list || peekpop_context_get_gesture_state(context) != PEEKPOP_GESTURE_BEGAN)
        abort();
}

static void peek(peekpop_preview *preview, void *data)
{
    (void)data;
    printf("peek %s\n", name(preview));
}

static void show(peekpop_preview *preview, const peekpop_sheet *sheet, void *data)
{
    struct app *app = data;
    printf("actions of %s:", name(preview));
    for (size_t index = 0; index < sheet->count; index++)
        printf(" %s%s%s", sheet->selection == (ptrdiff_t)index ? "*" : "", sheet->items[index]->title,
               sheet->items[index]->is_group ? "..." : "");
    printf("%s%s\n", sheet->title ? " in " : "", sheet->title ? sheet->title : "");
    /* The finger let go on the group, which stays open. A pointer or a keyboard would choose now. */
    if (sheet->is_pinned && sheet->title)
        peekpop_previewer_choose(app->previewer);
}

static void choose(peekpop_preview *preview, const peekpop_item *action, void *data)
{
    struct app *app = data;
    printf("choose %s of %s\n", action->title, name(preview));
    app->chosen = true;
}

static void pop(peekpop_preview *preview, void *data)
{
    struct app *app = data;
    printf("pop %s\n", name(preview));
    app->popped = true;
}

static void dismissed(peekpop_preview *preview, peekpop_dismissal why, peekpop_reason reason, void *data)
{
    (void)data;
    printf("dismiss %s %d %d\n", name(preview), (int)why, (int)reason);
}

static void means(peekpop_means means, void *data)
{
    (void)data;
    printf("means %d\n", (int)means);
}

static void pressed(peekpop_connection *connection, const peekpop_press *press, void *data)
{
    struct app *app = data;
    /* The previewer hears of it after this. */
    if (press->phase == PEEKPOP_PHASE_BEGAN && app->popped && app->chosen)
        peekpop_connection_close(connection);
}

int main(void)
{
    struct app app = {NULL, NULL, NULL, NULL, false, false, 0};
    const peekpop_connection_callbacks connection_callbacks = {
        .size = sizeof connection_callbacks, .press = pressed};
    const peekpop_view_callbacks window_callbacks = {
        .size = sizeof window_callbacks, .frame = window_frame, .parent = window_parent};
    const peekpop_window_callbacks more = {.size = sizeof more, .pointer_location = pointer, .is_active = active};
    const peekpop_view_callbacks list_callbacks = {
        .size = sizeof list_callbacks, .frame = list_frame, .parent = list_parent, .content_offset = list_offset};
    const peekpop_presenter_callbacks presenter = {
        .size = sizeof presenter, .begin = begin, .peek = peek, .show_actions = show, .update_actions = show,
        .choose_action = choose, .pop = pop, .dismiss = dismissed, .means_changed = means};
    const peekpop_previewing_callbacks previewing = {
        .size = sizeof previewing, .preview_for = preview_for, .commit = commit};

    app.connection = peekpop_connection_new(NULL, &connection_callbacks, &app, NULL);
    app.window = peekpop_window_new(&window_callbacks, &more, &app, NULL);
    app.list = peekpop_view_new(&list_callbacks, &app, NULL);
    app.previewer = peekpop_previewer_new(app.connection, app.window, &presenter, &app, NULL);
    if (!peekpop_previewer_register(app.previewer, app.list, &previewing, &app, NULL))
        return 1;
    if (peekpop_connection_run(app.connection))
        return 2;
    printf("%d previews\n", app.previews);
    peekpop_previewer_free(app.previewer);
    peekpop_view_free(app.list);
    peekpop_view_free(app.window);
    peekpop_connection_free(app.connection);
    return 0;
}
