// ncurses with wide characters. What are macros in C, Swift cannot import: they get functions, prefixed `pp_`.
#pragma once
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include <langinfo.h>
#include <locale.h>
#include <ncurses.h>

/// A window. ncurses shows what is in one up to 6.4 (Debian 12) and hides it from 6.5 on (Debian 13), so that Swift
/// sees two different kinds of pointer; by this name it has either.
typedef WINDOW *pp_window;

/// The global `stdscr`, which Swift 6 would not let anybody read.
static inline pp_window pp_stdscr(void) { return stdscr; }
/// The global `COLORS`.
static inline int pp_colors(void) { return COLORS; }
/// Attributes are built by macros.
static inline int pp_color_pair(short pair) { return (int)COLOR_PAIR(pair); }
static inline int pp_bold(void) { return (int)A_BOLD; }
static inline int pp_dim(void) { return (int)A_DIM; }
static inline int pp_reverse(void) { return (int)A_REVERSE; }
/// Whether the locale in force (LC_CTYPE) encodes in UTF-8.
static inline int pp_is_utf8(void) {
    const char *codeset = nl_langinfo(CODESET);
    return codeset[0] == 'U' && codeset[1] == 'T' && codeset[2] == 'F' && codeset[3] == '-' && codeset[4] == '8';
}
