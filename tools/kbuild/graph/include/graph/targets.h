/* What --targets and the manifest's `targets` and `only` may say. */
#ifndef KBUILD_GRAPH_TARGETS_H
#define KBUILD_GRAPH_TARGETS_H

#include "util/buf.h"
#include "util/status.h"

/* Appends to |out| the canonical spelling of each of |wanted|, sorted, each once. "native" stands
 * for the GPUs of this machine. When one is wrong, fails with |wrong|, saying that |place| named it
 * ("--targets", "kernels.yaml:3") and what comes near. */
enum status targets_resolve(const struct strings *wanted, const char *place, enum status wrong,
                            struct strings *out);

/* The processors of the GPUs that the kernel driver lists below |topology|
 * (/sys/class/kfd/kfd/topology/nodes); none when there is no such directory. */
void targets_native(const char *topology, struct strings *out);

#endif
