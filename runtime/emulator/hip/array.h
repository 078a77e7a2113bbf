/* array: memory with a shape, made of elements of one, two or four channels; what textures read.
 *
 * Rows start at multiples of 256 bytes and slices follow each other, so that a copy to or from an
 * array is one of boxes, like any other.
 */
#ifndef EMULATOR_HIP_ARRAY_H
#define EMULATOR_HIP_ARRAY_H

#include "copy.h"

/* A box in an array: bytes from |x| on, rows, slices (or layers). */
struct array_box {
    size_t x, y, z, width, height, depth;
};

/* What a descriptor says of an array: a size of 0 is an axis that there is not. */
struct array_layout {
    void *data;
    hipChannelFormatDesc channels;
    size_t width, height, depth; /* elements; |depth|: also layers */
    size_t pitch;                /* bytes from row to row */
    bool is_layered;
};
hipError_t array_layout(hipArray_const_t array, const char *function, struct array_layout *out);

/* Where |box| is in |array|. Fails in the name of |function| when |array| is none, or was freed, or
 * does not hold the box. */
hipError_t array_place(hipArray_const_t array, const struct array_box *box, const char *function,
                       struct rows *out);
/* Elements of |channels| channels of |format|. False when there are none such. */
bool array_channels(hipArray_Format format, unsigned channels, hipChannelFormatDesc *out);
/* Bytes of an element; 0 when |array| is none. */
size_t array_element_bytes(hipArray_const_t array);
/* Bytes of a row, without what fills it up to the next; 0 when |array| is none. */
size_t array_row_bytes(hipArray_const_t array);

#endif
