#include "CGtk.h"

GtkWidget *pp_widget_new(GType type, GtkAccessibleRole role)
{
    return g_object_new(type, "accessible-role", role, NULL);
}

void pp_set_accessible(GtkWidget *widget, const char *label, const char *description)
{
    GtkAccessible *accessible = GTK_ACCESSIBLE(widget);
    if (label)
        gtk_accessible_update_property(accessible, GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
    if (description)
        gtk_accessible_update_property(accessible, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

void pp_set_accessible_modal(GtkWidget *widget, gboolean modal)
{
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_MODAL, modal, -1);
}

void pp_snapshot_shadow(
    GtkSnapshot *snapshot, const graphene_rect_t *rect, float radius, float blur, float down, float alpha)
{
    GskRoundedRect outline;
    gsk_rounded_rect_init_from_rect(&outline, rect, radius);
    gtk_snapshot_append_outset_shadow(snapshot, &outline, &(GdkRGBA){0, 0, 0, alpha}, 0, down, 0, blur);
}

void pp_snapshot_push_rounded_clip(GtkSnapshot *snapshot, const graphene_rect_t *rect, float radius)
{
    GskRoundedRect outline;
    gsk_rounded_rect_init_from_rect(&outline, rect, radius);
    gtk_snapshot_push_rounded_clip(snapshot, &outline);
}
