/* The steps of the graph, written for ninja or for CMake: names come out as ninja and /bin/sh, or
 * CMake, must read them. See "Lexical syntax" in ninja's manual, and cmake-language(7).
 *
 * For CMake each step is an add_custom_command(), so that the steps are jobs of the outer build.
 * Steps do not touch outputs that would stay the same. ninja supports that, but for make such a
 * step stays out of date. So each command touches its first output when it is done, and steps
 * depend on first outputs alone.
 */
#ifndef KBUILD_GRAPH_EDGE_H
#define KBUILD_GRAPH_EDGE_H

#include "util/buf.h"
#include "util/status.h"

struct edge {
    const char *rule, *description; /* borrowed; the rule is ninja's */
    const char *depfile;            /* borrowed; NULL for none */
    struct strings outputs, inputs, implicit, order_only, command;
};

void edge_free(struct edge *edge); /* its lists, and zeroes it */

/* STATUS_INPUT when |path| has a character that ninja cannot write: '|' or the end of a line. The
 * message begins with |place| ("kernels.yaml:3: "). */
enum status ninja_check_path(const char *place, const char *path);
/* The same for all that |edge| holds. */
enum status ninja_check_edge(const struct edge *edge);
void ninja_write_edge(struct buf *out, const struct edge *edge);

/* The outputs written so far, except for the first of each step, as the edges name them. */
struct cmake_graph {
    struct strings secondary;
};

/* Appends |argument| so that CMake reads it as one argument of these bytes. */
void cmake_argument(struct buf *out, const char *argument);
/* Appends the step; its paths are seen from |build| (absolute), where it runs. */
void cmake_write_edge(struct cmake_graph *graph, struct buf *out, const char *build,
                      const struct edge *edge);
/* Appends set(|variable| ...) of paths, made absolute. */
void cmake_write_paths(struct buf *out, const char *variable, const char *build,
                       const struct strings *paths);
void cmake_graph_free(struct cmake_graph *graph);

#endif
