/* copy: checks copies and fills, and queues them. */
#ifndef EMULATOR_HIP_COPY_H
#define EMULATOR_HIP_COPY_H

#include "work.h"

struct copy_request {
    const char *function; /* the name of the HIP function that was called, for messages */
    hipMemcpyKind kind;
    hipStream_t stream;
    bool is_async;
};

/* Checks |copy| and submits it. Memory must be a known allocation if |kind| says that it belongs to
 * a device; pitches must not be less than the width. Waits for the copy unless the request is
 * asynchronous. Like AMD's runtime, waits even for an asynchronous copy if the program's own
 * pageable memory takes part. */
hipError_t copy_submit(struct copy copy, const struct copy_request *request);
/* Only checks |copy|, for a node of a graph. Sets |*out_pageable| if the program's own memory takes
 * part. */
hipError_t copy_check(const struct copy *copy, const struct copy_request *request,
                      bool *out_pageable);
hipError_t fill_check(const struct fill *fill, const char *function);
/* Checks the memory of |copy| again when the copy runs, because in a graph the memory may have been
 * freed since the graph was made. False, with a report, when the memory is no longer there. */
bool copy_is_there(const struct copy *copy);

static inline struct copy copy_linear(void *dst, const void *src, size_t size)
{
    return (struct copy){dst, src, size, 1, 1, size, size, size, size};
}

/* One side of a copy: the address of its first row, and the distances between rows and between
 * slices in bytes. */
struct rows {
    uint8_t *at;
    size_t pitch, slice;
};

static inline struct copy copy_between(struct rows dst, struct rows src, size_t width,
                                       size_t height, size_t depth)
{
    return (struct copy){dst.at,    src.at,    width,     height,   depth,
                         dst.pitch, dst.slice, src.pitch, src.slice};
}

/* HIP_MEMCPY3D of HIP 6 and later; the structure of HIP 5 has unsigned instead of size_t. */
struct memcpy_3d {
    /* where the copied part begins in the source: |src_x| is in bytes, |src_y| in rows, |src_z| in
     * slices */
    size_t src_x, src_y, src_z, src_level;
    hipMemoryType src_type;
    const void *src_host;
    void *src_device;
    hipArray *src_array;
    size_t src_pitch, src_height;
    size_t dst_x, dst_y, dst_z, dst_level;
    hipMemoryType dst_type;
    void *dst_host, *dst_device;
    hipArray *dst_array;
    size_t dst_pitch, dst_height;
    size_t width, height, depth;
};

struct memcpy_3d memcpy_3d_of(const HIP_MEMCPY3D *parameters);
void memcpy_3d_give(const struct memcpy_3d *parameters, HIP_MEMCPY3D *out);
/* Makes the copy that |parameters| describe; the copy is empty if a size is 0. |*out_kind| says
 * which sides must be memory of a device. */
hipError_t copy_of_described(const struct memcpy_3d *parameters, const char *function,
                             struct copy *out, hipMemcpyKind *out_kind);
/* Makes the copy that parameters of hipMemcpy3D() describe. */
hipError_t copy_of_3d(const struct hipMemcpy3DParms *parameters, const char *function,
                      struct copy *out);

#endif
