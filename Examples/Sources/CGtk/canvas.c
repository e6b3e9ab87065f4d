#include "CGtk.h"

typedef struct {
    GtkWidget parent;
    const PPCanvasCalls *calls;
} PPCanvas;

typedef GtkWidgetClass PPCanvasClass;

G_DEFINE_TYPE(PPCanvas, pp_canvas, GTK_TYPE_WIDGET)

static void measure(
    GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
    int *natural_baseline)
{
    (void)for_size;
    *minimum_baseline = *natural_baseline = -1;
    ((PPCanvas *)widget)->calls->measure(widget, orientation, minimum, natural);
}

static void size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    (void)baseline;
    ((PPCanvas *)widget)->calls->allocate(widget, width, height);
}

static void snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    ((PPCanvas *)widget)->calls->snapshot(widget, snapshot);
}

static void dispose(GObject *object)
{
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(GTK_WIDGET(object))))
        gtk_widget_unparent(child);
    G_OBJECT_CLASS(pp_canvas_parent_class)->dispose(object);
}

static void pp_canvas_class_init(PPCanvasClass *class)
{
    G_OBJECT_CLASS(class)->dispose = dispose;
    class->measure = measure;
    class->size_allocate = size_allocate;
    class->snapshot = snapshot;
}

static void pp_canvas_init(PPCanvas *canvas)
{
    gtk_widget_set_overflow(GTK_WIDGET(canvas), GTK_OVERFLOW_HIDDEN);
}

GtkWidget *pp_canvas_new(const PPCanvasCalls *calls, GtkAccessibleRole role)
{
    PPCanvas *canvas = g_object_new(pp_canvas_get_type(), "accessible-role", role, NULL);
    canvas->calls = calls;
    return GTK_WIDGET(canvas);
}
