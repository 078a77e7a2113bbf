/* The source of a module for its package: the texts of all files that it reaches. */
#ifndef KBUILD_GRAPH_SHIP_H
#define KBUILD_GRAPH_SHIP_H

#include "graph/shadow.h"

/* Writes the header (emit/source.h) of |project|'s only module to |output|. STATUS_INPUT if its
 * source means something else without the project's directories. */
enum status ship_source(const struct project *project, const struct shadow *shadow,
                        const char *output);

#endif
