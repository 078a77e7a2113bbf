/* The package goes where the user wants it: the last thing that `kbuild build` does.
 */
#ifndef KBUILD_GRAPH_PUBLISH_H
#define KBUILD_GRAPH_PUBLISH_H

#include "util/buf.h"
#include "util/status.h"

/* Copies those of |files|, in |build|, that |output| lacks or has with other bytes: all of them or
 * none; the rest are not touched. |out_copied| gets their names. A signal that ends this process
 * waits until it is done. */
enum status publish(const struct strings *files, const char *build, const char *output,
                    struct strings *out_copied);

#endif
