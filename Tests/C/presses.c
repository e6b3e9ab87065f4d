/* Presses in a loop of one's own: a descriptor and a function. Ends after the pop that ends, or the first refusal. */
#include <math.h>
#include <peekpop.h>
#include <poll.h>
#include <stdio.h>

struct app {
    bool done;
    int feedbacks;
};

static void told(peekpop_connection *connection, peekpop_state state, const char *reason, uint64_t until_usec, void *data)
{
    (void)connection, (void)data;
    static const char *const names[] = {"connecting", "connected", "denied", "waiting", "closed"};
    printf("state %s%s%s%s\n", names[state], reason ? ": " : "", reason ? reason : "", until_usec ? " (again)" : "");
}

static void pads(peekpop_connection *connection, const peekpop_pad *const *pads, size_t count, void *data)
{
    (void)connection, (void)data;
    for (size_t index = 0; index < count; index++)
        printf("pad %s: %s, class %d, hint at %.2f clicks\n", pads[index]->id, pads[index]->name,
               (int)pads[index]->pad_class, pads[index]->hint);
}

static void played(const char *error, void *data)
{
    struct app *app = data;
    app->feedbacks++;
    printf("feedback: %s\n", error ? error : "played");
}

static void pressed(peekpop_connection *connection, const peekpop_press *press, void *data)
{
    struct app *app = data;
    static const char *const names[] = {"began", "changed", "peeked", "popped", "ended", "cancelled"};
    if (press->phase == PEEKPOP_PHASE_CHANGED)
        return;
    printf("%s %u %.0f g%s%s\n", names[press->phase], (unsigned)press->id, isnan(press->grams) ? 0 : press->grams,
           press->reason ? " " : "", press->reason ? press->reason_name : "");
    if (press->phase == PEEKPOP_PHASE_BEGAN)
        peekpop_connection_play_feedback(connection, press->device, PEEKPOP_PATTERN_CLICK, played, app);
    if (press->phase == PEEKPOP_PHASE_ENDED)
        app->done = true;
}

static void changed(peekpop_connection *connection, peekpop_capability capability, void *data)
{
    (void)data;
    printf("capability %d %d\n", (int)capability, capability == peekpop_connection_get_capability(connection));
}

static void gone(void *data)
{
    (void)data;
    printf("destroyed\n");
}

int main(void)
{
    struct app app = {false, 0};
    const peekpop_connection_callbacks callbacks = {
        .size = sizeof callbacks, .state = told, .ready = pads, .press = pressed, .capability = changed};
    peekpop_connection *connection = peekpop_connection_new(NULL, &callbacks, &app, gone);
    if (!connection)
        return 1;
    while (!app.done || !app.feedbacks) {
        struct pollfd waiting = {.fd = peekpop_connection_fd(connection), .events = POLLIN, .revents = 0};
        if (poll(&waiting, 1, 60000) <= 0)
            return 2;
        peekpop_connection_dispatch(connection);
        fflush(stdout);
    }
    peekpop_connection_close(connection);
    peekpop_connection_free(connection);
    return 0;
}
