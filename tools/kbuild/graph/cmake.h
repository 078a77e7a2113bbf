/* Writing the graph as CMake commands, for `kbuild plan --cmake`: one add_custom_command() for each
 * step, so that the steps are jobs of the outer build.
 *
 * Steps do not touch outputs that would stay the same. ninja supports that, but for make such a
 * step stays out of date. So each command touches its first output when it is done, and steps
 * depend on first outputs alone.
 */
#ifndef KBUILD_GRAPH_CMAKE_H
#define KBUILD_GRAPH_CMAKE_H

#include "ninja.h"

/* The outputs written so far, except for the first of each step, as the edges name them. */
struct cmake_graph {
    struct strings secondary;
};

/* Appends |argument| so that CMake reads it as one argument of these bytes. */
void cmake_argument(struct buf *out, const char *argument);

/* Appends the step; its paths are seen from |build| (absolute), where it runs. */
void cmake_write_edge(struct cmake_graph *graph, struct buf *out, const char *build,
                      const struct ninja_edge *edge);

/* Appends set(|variable| ...) of paths, made absolute. */
void cmake_write_paths(struct buf *out, const char *variable, const char *build,
                       const struct strings *paths);

void cmake_graph_free(struct cmake_graph *graph);

#endif
