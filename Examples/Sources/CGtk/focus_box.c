#include "CGtk.h"

typedef GtkBox PPFocusBox;
typedef GtkBoxClass PPFocusBoxClass;

G_DEFINE_TYPE(PPFocusBox, pp_focus_box, GTK_TYPE_BOX)

// Tab comes to the box, then to what is in it, then leaves; Shift+Tab the other way round.
static gboolean focus(GtkWidget *widget, GtkDirectionType direction)
{
    gboolean is_backward = direction == GTK_DIR_TAB_BACKWARD;
    GtkWidget *within = gtk_widget_get_focus_child(widget);
    gboolean is_here = gtk_widget_is_focus(widget);
    if (!is_here && !within && !is_backward)
        return gtk_widget_grab_focus(widget);
    if (is_here && is_backward)
        return FALSE;
    if (within && gtk_widget_child_focus(within, direction))
        return TRUE;
    GtkWidget *child = is_backward ? (within ? gtk_widget_get_prev_sibling(within) : gtk_widget_get_last_child(widget))
                                   : (within ? gtk_widget_get_next_sibling(within) : gtk_widget_get_first_child(widget));
    while (child) {
        if (gtk_widget_child_focus(child, direction))
            return TRUE;
        child = is_backward ? gtk_widget_get_prev_sibling(child) : gtk_widget_get_next_sibling(child);
    }
    return is_backward && gtk_widget_grab_focus(widget);
}

static void pp_focus_box_class_init(PPFocusBoxClass *class)
{
    GtkWidgetClass *plain = g_type_class_peek(GTK_TYPE_WIDGET);
    GTK_WIDGET_CLASS(class)->focus = focus;
    GTK_WIDGET_CLASS(class)->grab_focus = plain->grab_focus;
}

static void pp_focus_box_init(PPFocusBox *box)
{
    gtk_widget_set_focusable(GTK_WIDGET(box), TRUE);
}
