/* The interface of krt_pad() and pad_T. Valid as C11 and as CUDA C++. */
#ifndef CONTRACT_PAD_H
#define CONTRACT_PAD_H

#include <stdint.h>

/* |info| has a pad_dimension for each dimension. |before| is the margin before the input, and may
 * be negative. |stride| is the input's stride, in elements. */
struct pad_dimension {
    uint64_t out, in, before, stride;
};

/* What margins are filled with. The numbers are those of enum krt_padding. */
enum pad_margins { PAD_CONSTANT, PAD_REFLECT, PAD_REPLICATE, PAD_CIRCULAR };

#endif
