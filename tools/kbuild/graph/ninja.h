/* Writing build.ninja: names come out as ninja and /bin/sh must read them.
 * See "Lexical syntax" in ninja's manual.
 */
#ifndef KBUILD_GRAPH_NINJA_H
#define KBUILD_GRAPH_NINJA_H

#include "util/buf.h"
#include "util/status.h"

/* STATUS_INPUT when |path| has a character that ninja cannot write: '|' or the end of a line. The
 * message begins with |place| ("kernels.yaml:3: "). */
enum status ninja_check_path(const char *place, const char *path);

/* Appends |path|, escaped for a build line. */
void ninja_path(struct buf *out, const char *path);

/* Appends |argument| quoted for the shell, then escaped as the value of a variable. */
void ninja_argument(struct buf *out, const char *argument);

/* Appends all of |arguments|, separated by spaces. */
void ninja_arguments(struct buf *out, const struct strings *arguments);

/* One build statement. Borrows everything. */
struct ninja_edge {
    const char *rule;
    struct strings outputs, inputs, implicit, order_only;
    struct strings command; /* argv, becomes the variable $command */
    const char *depfile;    /* NULL for none */
    char *description;
};

/* The same for all that |edge| holds. */
enum status ninja_check_edge(const struct ninja_edge *edge);

void ninja_write_edge(struct buf *out, const struct ninja_edge *edge);
void ninja_edge_free(struct ninja_edge *edge); /* its lists and description, and zeroes it */

#endif
