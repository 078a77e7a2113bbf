/* Names that are too long for their line: template arguments inside template arguments go first. */
#include "inspect/screen.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 8 }; /* deeper brackets are left out in one step */

/* The bracket that |text| starts with: 1 opens, -1 closes, 0 for another character or one that is
 * part of an operator's name or of an arrow. |*out_size| is what to copy with it. */
static int bracket_at(const char *text, size_t *out_size)
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
    *out_size = 1;
    for (size_t i = 0; i < sizeof atoms / sizeof *atoms; i++) {
        size_t size = strlen(atoms[i]);
        if (strncmp(text, atoms[i], size) == 0) {
            *out_size = size;
            return 0;
        }
    }
    return strchr("<([", *text) ? 1 : strchr(">)]", *text) ? -1 : 0;
}

/* |name| with "..." for the text inside more than |most| brackets; NULL when they do not match. */
static char *without_deep(const char *name, int most, int *out_deepest)
{
    struct buf out = {0};
    int depth = 0;
    *out_deepest = 0;
    for (size_t size; *name; name += size) {
        int step = bracket_at(name, &size);
        depth += step < 0 ? step : 0;
        if (depth < 0)
            break;
        if (depth <= most)
            buf_append(&out, name, size);
        depth += step > 0 ? step : 0;
        if (step > 0 && depth == most + 1 && name[1] && !strchr(">)]", name[1]))
            buf_puts(&out, "...");
        *out_deepest = depth > *out_deepest ? depth : *out_deepest;
    }
    if (depth == 0 && out.data)
        return buf_take(&out);
    buf_free(&out);
    return NULL;
}

void put_name(struct buf *out, const struct screen *screen, enum style style, const char *name,
              size_t width)
{
    char *text = mem_dup(name), *shorter;
    int most = DEPTH_MAX + 1, deepest;
    while (width && text_width(text) > width && --most > 0 &&
           (shorter = without_deep(name, most, &deepest))) {
        free(text);
        text = shorter;
        most = deepest < most ? deepest : most;
    }
    put_shortened(out, screen, style, text, width);
    free(text);
}
