import Gtk

/// The style sheet of previews. Colours are the theme's.
enum Look {
    /// Done once, by whoever asks first.
    static let isLoaded: Bool = {
        Style.add(
            """
            .preview-card { background: @theme_base_color; color: @theme_text_color; border-radius: 14px;
                box-shadow: 0 10px 36px alpha(black, .38), 0 0 0 1px alpha(black, .10); }
            .preview-card headerbar { min-height: 42px; box-shadow: none; border-bottom: 1px solid @borders; }
            .preview-actions { background: @theme_base_color; border-radius: 14px;
                box-shadow: 0 6px 24px alpha(black, .34), 0 0 0 1px alpha(black, .10); }
            .preview-actions list { background: none; }
            .preview-actions row { transition: none; padding: 11px 16px; border-bottom: 1px solid alpha(@borders, .7); }
            .preview-actions row:last-child { border-bottom: none; }
            .preview-actions row:selected { background: @theme_selected_bg_color; color: @theme_selected_fg_color; }
            .preview-actions .destructive { color: #d0202b; font-weight: bold; }
            .preview-actions row:selected .destructive { color: inherit; }
            .preview-actions .heading { padding: 4px 36px 4px 4px; border-bottom: 1px solid @borders; }
            .preview-alert { background: @theme_base_color; border-radius: 14px; padding: 22px;
                box-shadow: 0 10px 36px alpha(black, .38); }
            .preview-alert button { margin-top: 8px; }
            """)
        return true
    }()
}
