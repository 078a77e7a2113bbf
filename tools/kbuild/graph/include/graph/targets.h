/* The values of --targets and of the manifest's `targets` and `only`. */
#ifndef KBUILD_GRAPH_TARGETS_H
#define KBUILD_GRAPH_TARGETS_H

#include "util/buf.h"
#include "util/status.h"

/* Appends to |out| the canonical spelling of each of |wanted|, sorted, each once. "native" means
 * the GPUs of this machine. When one is wrong, fails with |wrong|; the message has its |place|
 * ("--targets", "kernels.yaml:3") and the nearest name. */
enum status targets_resolve(const struct strings *wanted, const char *place, enum status wrong,
                            struct strings *out);

/* The processors of the GPUs that the kernel driver lists below |topology|
 * (/sys/class/kfd/kfd/topology/nodes); none when there is no such directory. */
void targets_native(const char *topology, struct strings *out);

#endif
