/* What a fused kernel has to compute, as a kernel of kir that the host executes. */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <fuse/fuse.h>

/* A block for each row, a thread for each of its elements; of an element-wise program a block for
 * each element. Parameters: globals for the inputs and outputs, f64 scalars. |launch| is set too.
 * The addresses of |operands| do not matter. */
struct kir_kernel *reference_kernel(const struct fuse_body *body, uint32_t rank,
                                    const uint64_t *dims, uint32_t row,
                                    const struct fuse_operand *operands, struct kir_launch *launch);

#endif
