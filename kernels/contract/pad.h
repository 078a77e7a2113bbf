/* What krt_pad() and pad_T agree on. For C11 and for CUDA's dialect. */
#ifndef CONTRACT_PAD_H
#define CONTRACT_PAD_H

#include <stdint.h>

/* |info| has one for each dimension. |before| is the margin in front, which may be negative;
 * |stride|, in elements, is the input's. */
struct pad_dimension {
    uint64_t out, in, before, stride;
};

/* What is in the margins: the numbers of enum krt_padding. */
enum pad_margins { PAD_CONSTANT, PAD_REFLECT, PAD_REPLICATE, PAD_CIRCULAR };

#endif
