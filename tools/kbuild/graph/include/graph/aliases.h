/* Names of a fixed length for the directories that a compiler searches.
 *
 * A compiler keeps the names of the files that it opens in its memory. Where the pass of a compiler
 * works in an order of addresses, a longer name gives other machine code. So a step makes a
 * directory of links, <output>.tmp.in, and its compiler sees no other name of a directory outside
 * the build directory. Readers of the compiler's output get the original names back.
 */
#ifndef KBUILD_GRAPH_ALIASES_H
#define KBUILD_GRAPH_ALIASES_H

#include "util/buf.h"
#include "util/status.h"

struct aliases {
    char *directory;          /* of the links 00, 01, ...; NULL when there are none */
    struct strings originals; /* the directory of each link, as the command named it */
};

/* Makes a link for each directory that is outside the working directory, that -I or -iquote of
 * |arguments| names, and that -ffile-prefix-map gives a name in outputs; puts the links into
 * |arguments| in place of the directories. The caller removes them in every case. */
enum status aliases_make(const char *output, struct strings *arguments, struct aliases *out);

/* |text| with the original names of the directories. Owned by the caller. */
char *aliases_undo(const struct aliases *aliases, const char *text);

void aliases_remove(struct aliases *aliases);

#endif
