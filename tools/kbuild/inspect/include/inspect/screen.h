/* Text for people: colour where it goes to a terminal, and lines of its width, elsewhere of 100. */
#ifndef KBUILD_INSPECT_SCREEN_H
#define KBUILD_INSPECT_SCREEN_H

#include "util/buf.h"

enum style {
    STYLE_PLAIN,
    STYLE_DIM,
    STYLE_BOLD,
    STYLE_WARN,
    STYLE_BAD,
    STYLE_WORSE,
    STYLE_BETTER,
};

struct screen {
    bool colour;
    size_t width; /* columns; 0: no limit */
};

/* The properties of standard output. NO_COLOR (https://no-color.org) and TERM=dumb are respected,
 * and COLUMNS has precedence over the terminal's width. */
struct screen screen_of_stdout(void);

/* Appends |text| in |style|, its control characters as '?'. */
void put_styled(struct buf *out, const struct screen *screen, enum style style, const char *text);

/* Appends |text|, without its middle when it is longer than |width| characters; 0 means no limit.
 */
void put_shortened(struct buf *out, const struct screen *screen, enum style style, const char *text,
                   size_t width);

/* The same for a name in C++: a return type and parameters are left out first, then the deepest
 * brackets, and then its middle. */
void put_name(struct buf *out, const struct screen *screen, enum style style, const char *name,
              size_t width);

/* Appends |text|, broken at blanks to fit the screen: |used| columns of the line are taken, the
 * lines that follow begin with |indent| blanks. A word is never broken. */
void put_wrapped(struct buf *out, const struct screen *screen, enum style style, const char *text,
                 size_t used, size_t indent);

/* Characters, not bytes, of UTF-8. */
size_t text_width(const char *text);
void put_spaces(struct buf *out, size_t count);

/* Decimal; a library's table has millions of numbers, for which printf is slow. */
void put_number(struct buf *out, uint64_t value);

/* "1.21 GiB", "11.6 KiB", "132 B". */
void put_size(struct buf *out, uint64_t bytes);

/* "1 kernel", "12 kernels". */
void put_count(struct buf *out, size_t count, const char *what);

#endif
