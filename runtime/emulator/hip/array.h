/* array: memory with a shape, which textures read. Its elements have one, two or four channels.
 *
 * Rows start at multiples of 256 bytes, and the next slice follows the last row of a slice, so that
 * a copy to or from an array is a copy of boxes like any other.
 */
#ifndef EMULATOR_HIP_ARRAY_H
#define EMULATOR_HIP_ARRAY_H

#include "copy.h"

/* A box in an array: x and width in bytes, y and height in rows, z and depth in slices or
 * layers. */
struct array_box {
    size_t x, y, z, width, height, depth;
};

/* The fields of an array's descriptor. A size of 0 means that the array lacks this axis. */
struct array_layout {
    void *data;
    hipChannelFormatDesc channels;
    /* the array's size in elements; |depth| is the number of slices or layers */
    size_t width, height, depth;
    size_t pitch; /* how many bytes there are from the start of a row to the start of the next */
    bool is_layered;
};
hipError_t array_layout(hipArray_const_t array, const char *function, struct array_layout *out);

/* Finds the address of |box| in |array|. Fails in the name of |function| when |array| is not an
 * array, was freed, or does not contain the box. */
hipError_t array_place(hipArray_const_t array, const struct array_box *box, const char *function,
                       struct rows *out);
/* Describes elements that have |channels| channels of |format|. False when there is no such
 * format. */
bool array_channels(hipArray_Format format, unsigned channels, hipChannelFormatDesc *out);
/* Finds the format and the number of channels of elements that |from| describes. False unless the
 * used channels are the first ones and all have the same number of bits. */
bool array_format(const hipChannelFormatDesc *from, hipArray_Format *out, unsigned *out_channels);
/* Returns the channels of a resource's elements; all 0 when the resource does not name a live
 * array. */
hipChannelFormatDesc array_resource_channels(const hipResourceDesc *resource);
/* Returns the bytes of an element; 0 when |array| is not an array. */
size_t array_element_bytes(hipArray_const_t array);
/* Returns the bytes of a row, without padding; 0 when |array| is not an array. */
size_t array_row_bytes(hipArray_const_t array);

#endif
