/* Text for people. On a terminal it has colours, and its lines are as wide as the terminal.
 * Elsewhere lines have 100 columns. */
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
    size_t width; /* width of a line in columns; 0: no limit */
};

/* Returns the properties of standard output. NO_COLOR (https://no-color.org) and TERM=dumb turn
 * colours off, and COLUMNS has precedence over the terminal's width. */
struct screen screen_of_stdout(void);

/* Appends |text| in |style|, with '?' for each control character. */
void put_styled(struct buf *out, const struct screen *screen, enum style style, const char *text);

/* Appends |text|, and leaves out its middle when it is longer than |width| characters; 0 means no
 * limit. */
void put_shortened(struct buf *out, const struct screen *screen, enum style style, const char *text,
                   size_t width);

/* Appends a name in C++ that is shortened to |width| characters. Leaves out the return type and the
 * parameters first, then the text in the deepest brackets, and last the middle of the name. */
void put_name(struct buf *out, const struct screen *screen, enum style style, const char *name,
              size_t width);

/* Appends |text|, broken at blanks to fit the screen. |used| columns of the first line are taken,
 * and the other lines begin with |indent| blanks. A word is never broken. */
void put_wrapped(struct buf *out, const struct screen *screen, enum style style, const char *text,
                 size_t used, size_t indent);

/* Returns the number of characters, not bytes, in the UTF-8 |text|. */
size_t text_width(const char *text);
void put_spaces(struct buf *out, size_t count);

/* Appends |value| in decimal. A library's table has millions of numbers, for which printf is
 * slow. */
void put_number(struct buf *out, uint64_t value);

/* Appends a size: "1.21 GiB", "11.6 KiB", "132 B". */
void put_size(struct buf *out, uint64_t bytes);

/* Appends |count| and |what| in the singular or plural: "1 kernel", "12 kernels". */
void put_count(struct buf *out, size_t count, const char *what);

#endif
