// GTK 4, and the little of it that Swift cannot reach by itself: functions with variable arguments, and subclasses.
#pragma once

#include <glib-unix.h>

// What later versions deprecate is still right on Debian 12.
#define GDK_VERSION_MIN_REQUIRED (G_ENCODE_VERSION(4, 8))
#include <gtk/gtk.h>

// What a canvas calls instead of GtkWidget's virtual functions of these names.
typedef struct {
    void (*measure)(GtkWidget *widget, GtkOrientation orientation, int *minimum, int *natural);
    void (*allocate)(GtkWidget *widget, int width, int height);
    void (*snapshot)(GtkWidget *widget, GtkSnapshot *snapshot);
} PPCanvasCalls;

// A widget that lays out and draws its children by the calls given. `calls` must outlive it.
GtkWidget *pp_canvas_new(const PPCanvasCalls *calls, GtkAccessibleRole role);

// A box, button … of a type, with another role for assistive technology than it has by itself.
GtkWidget *pp_widget_new(GType type, GtkAccessibleRole role);

// The type of a box that takes the keyboard's focus itself, where GTK's gives it to what is in it.
GType pp_focus_box_get_type(void);

// What assistive technology says of a widget; NULL for nothing.
void pp_set_accessible(GtkWidget *widget, const char *label, const char *description);
void pp_set_accessible_modal(GtkWidget *widget, gboolean modal);

// A blurred shadow of a rounded rectangle.
void pp_snapshot_shadow(
    GtkSnapshot *snapshot, const graphene_rect_t *rect, float radius, float blur, float down, float alpha);
void pp_snapshot_push_rounded_clip(GtkSnapshot *snapshot, const graphene_rect_t *rect, float radius);
