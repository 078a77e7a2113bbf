/* Implements screen.h. The escape sequences are the SGR sequences of ECMA-48. */
#include "inspect/screen.h"

#include "util/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

enum { WIDTH_MIN = 20, WIDTH_DEFAULT = 80, WIDTH_OF_FILES = 100 };

static const char gap[] = "..."; /* the text that replaces what is left out */

static size_t terminal_width(void)
{
    const char *columns = getenv("COLUMNS");
    struct winsize size;
    long width = columns ? strtol(columns, NULL, 10) : 0;
    if (width <= 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        width = size.ws_col;
    if (width <= 0)
        return WIDTH_DEFAULT;
    return width < WIDTH_MIN ? WIDTH_MIN : (size_t)width;
}

struct screen screen_of_stdout(void)
{
    if (!isatty(STDOUT_FILENO))
        return (struct screen){.width = WIDTH_OF_FILES};
    return (struct screen){
        .colour = terminal_has_colours(STDOUT_FILENO),
        .width = terminal_width(),
    };
}

static void put_styled_n(struct buf *out, const struct screen *screen, enum style style,
                         const char *text, size_t length)
{
    static const char *const codes[] = {
        [STYLE_DIM] = "\033[2m",    [STYLE_BOLD] = "\033[1m",   [STYLE_WARN] = "\033[33m",
        [STYLE_BAD] = "\033[1;31m", [STYLE_WORSE] = "\033[31m", [STYLE_BETTER] = "\033[32m",
    };
    bool coloured = screen->colour && style != STYLE_PLAIN;
    if (coloured)
        buf_puts(out, codes[style]);
    buf_put_clean(out, text, length, "");
    if (coloured)
        buf_puts(out, "\033[0m");
}

void put_styled(struct buf *out, const struct screen *screen, enum style style, const char *text)
{
    put_styled_n(out, screen, style, text, strlen(text));
}

static bool is_continuation(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

static size_t width_of(const char *text, size_t size)
{
    size_t width = 0;
    for (size_t i = 0; i < size; i++)
        width += !is_continuation(text[i]);
    return width;
}

size_t text_width(const char *text)
{
    return width_of(text, strlen(text));
}

/* Returns the offset of the byte at which character number |index| of |text| begins. */
static size_t byte_of(const char *text, size_t index)
{
    size_t at = 0;
    for (; text[at]; at++)
        if (!is_continuation(text[at]) && index-- == 0)
            break;
    return at;
}

void put_shortened(struct buf *out, const struct screen *screen, enum style style, const char *text,
                   size_t width)
{
    size_t whole = width ? text_width(text) : 0;
    if (width == 0 || whole <= width || width < sizeof gap) {
        put_styled(out, screen, style, text);
        return;
    }
    size_t kept = width - (sizeof gap - 1), front = (kept + 1) / 2;
    OWNED_BY(buf_free) struct buf cut = {0};
    buf_append(&cut, text, byte_of(text, front));
    buf_puts(&cut, gap);
    buf_puts(&cut, text + byte_of(text, whole - (kept - front)));
    put_styled(out, screen, style, cut.data);
}

void put_wrapped(struct buf *out, const struct screen *screen, enum style style, const char *text,
                 size_t used, size_t indent)
{
    for (size_t size, blank = 0; *text; blank = 1) {
        size = strcspn(text, " ");
        size_t width = width_of(text, size);
        if (screen->width && used > indent && used + blank + width > screen->width) {
            buf_putc(out, '\n');
            put_spaces(out, indent);
            used = indent;
        } else {
            put_spaces(out, blank);
            used += blank;
        }
        put_styled_n(out, screen, style, text, size);
        used += width;
        text += size + (text[size] == ' ');
    }
}

void put_spaces(struct buf *out, size_t count)
{
    static const char blanks[] = "                                ";
    for (size_t part; count > 0; count -= part) {
        part = count < sizeof blanks - 1 ? count : sizeof blanks - 1;
        buf_append(out, blanks, part);
    }
}

void put_number(struct buf *out, uint64_t value)
{
    char digits[20];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + value % 10);
    while ((value /= 10) != 0);
    buf_append(out, digits + at, sizeof digits - at);
}

void put_size(struct buf *out, uint64_t bytes)
{
    static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    if (bytes < 1024) {
        buf_printf(out, "%u B", (unsigned)bytes);
        return;
    }
    double size = (double)bytes / 1024;
    size_t unit = 0;
    while (size >= 999.95 && unit + 1 < sizeof units / sizeof *units) {
        size /= 1024;
        unit++;
    }
    buf_printf(out, "%.*f %s", size < 9.995 ? 2 : 1, size, units[unit]);
}

void put_count(struct buf *out, size_t count, const char *what)
{
    buf_printf(out, "%zu %s%s", count, what, count == 1 ? "" : "s");
}

/* ---- Names in C++: return type and parameters are left out first, then template arguments inside
 * template arguments ---- */

/* how deep brackets are told apart: text inside more brackets is left out in one step */
enum { DEPTH_MAX = 8 };

/* Returns the size of the operator's name, arrow or namespace at the start of |text|; 0 if there is
 * none. */
static size_t atom_size(const char *text)
{
    static const char *const atoms[] = {"(anonymous namespace)",
                                        "operator()",
                                        "operator<=>",
                                        "operator<<",
                                        "operator>>",
                                        "operator->",
                                        "operator<",
                                        "operator>",
                                        "->"};
    /* A fast test: only a text that begins with "op" can be an operator's name. */
    if (text[0] == 'o' && text[1] != 'p')
        return 0;
    for (size_t i = 0; i < sizeof atoms / sizeof *atoms; i++)
        if (text_begins(text, atoms[i]))
            return strlen(atoms[i]);
    return 0;
}

/* Returns 1 if |text| starts with an opening bracket, -1 for a closing one, and 0 for another
 * character or a bracket that is part of an atom. The caller copies |*out_size| bytes: the atom or
 * the character. */
static int bracket_at(const char *text, size_t *out_size)
{
    *out_size = 1;
    switch (*text) {
    case '<':
    case '[': return 1;
    case '>':
    case ')':
    case ']': return -1;
    case '(':
    case 'o':
    case '-': break;
    default: return 0;
    }
    const size_t size = atom_size(text);
    if (size)
        *out_size = size;
    return size == 0 && *text == '(';
}

/* Whether the bracket that opens at |text| has text inside. */
static bool is_filled(const char *text)
{
    return text[1] && !strchr(">)]", text[1]);
}

/* Returns how deep in brackets text may be so that |name| fits into |width|, at least 1. Returns 0
 * when the brackets do not match. */
static int depth_that_fits(const char *name, size_t width)
{
    /* for each depth in brackets, how many columns the text at this depth takes */
    size_t texts[DEPTH_MAX + 2] = {0};
    /* for each depth in brackets, how many columns the gaps that replace deeper text take */
    size_t gaps[DEPTH_MAX + 2] = {0};
    int depth = 0;
    for (size_t size; *name; name += size) {
        int step = bracket_at(name, &size);
        depth += step < 0 ? step : 0;
        if (depth < 0)
            return 0;
        if (depth <= DEPTH_MAX)
            texts[depth] += width_of(name, size);
        depth += step > 0 ? step : 0;
        if (step > 0 && depth <= DEPTH_MAX + 1 && is_filled(name))
            gaps[depth] += sizeof gap - 1;
    }
    if (depth != 0)
        return 0;
    int most = 1;
    for (size_t i = 1, used = texts[0]; i <= DEPTH_MAX; i++) {
        used += texts[i];
        if (used + gaps[i + 1] <= width)
            most = (int)i;
    }
    return most;
}

/* Returns |name|, whose brackets match, with a gap in place of each text inside more than |most|
 * brackets. */
static char *without_deep(const char *name, int most)
{
    OWNED_BY(buf_free) struct buf out = {0};
    int depth = 0;
    for (size_t size; *name; name += size) {
        int step = bracket_at(name, &size);
        depth += step < 0 ? step : 0;
        if (depth <= most)
            buf_append(&out, name, size);
        depth += step > 0 ? step : 0;
        if (step > 0 && depth == most + 1 && is_filled(name))
            buf_puts(&out, gap);
    }
    return buf_take(&out);
}

/* Returns "ns::fill<float>" for "void ns::fill<float>(float*, float)". Keeps text after the
 * parameters. NULL when |name| is not a function's signature. */
static char *without_signature(const char *name)
{
    size_t start = 0, open = 0, close = 0;
    int depth = 0;
    /* whether the atom before |i| is an operator's name, after which a blank is part of the name:
     * "operator< <int>" */
    bool is_operator = false;
    for (size_t i = 0, size; name[i] && depth >= 0; i += size) {
        int step = bracket_at(name + i, &size);
        if (depth == 0 && name[i] == ' ' && !open && !is_operator)
            start = i + 1;
        is_operator = size > 1;
        if (depth == 0 && name[i] == '(' && step > 0)
            open = i;
        depth += step;
        if (depth == 0 && name[i] == ')' && step < 0)
            close = i + 1;
    }
    const bool is_signature =
        depth == 0 && open > start && close > open && (!name[close] || name[close] == ' ');
    return is_signature ? mem_format("%.*s%s", (int)(open - start), name + start, name + close)
                        : NULL;
}

void put_name(struct buf *out, const struct screen *screen, enum style style, const char *name,
              size_t width)
{
    const bool is_long = width && text_width(name) > width;
    OWNED char *plain = is_long ? without_signature(name) : NULL;
    const char *text = plain ? plain : name;
    int most = is_long && text_width(text) > width ? depth_that_fits(text, width) : 0;
    OWNED char *shorter = most ? without_deep(text, most) : NULL;
    put_shortened(out, screen, style, shorter ? shorter : text, width);
}
