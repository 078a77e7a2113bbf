/* copy: checking copies and fills before they are queued. */
#ifndef EMULATOR_HIP_COPY_H
#define EMULATOR_HIP_COPY_H

#include "work.h"

/* A request for a copy. */
struct copy_request {
    const char *function; /* the function's name, for messages */
    hipMemcpyKind kind;
    hipStream_t stream;
    bool is_async;
};

/* Checks |copy| (memory that |kind| calls a device's must be known as such) and submits it. Waits
 * for it unless the request is asynchronous; like AMD's runtime, waits also then when the program's
 * own pageable memory takes part. Pitches less than the width are refused. */
hipError_t copy_submit(struct copy copy, const struct copy_request *request);
/* Only the check, for a node of a graph. */
hipError_t copy_check(const struct copy *copy, const struct copy_request *request,
                      bool *out_pageable);
hipError_t fill_check(const struct fill *fill, const char *function);
/* Checks again when the copy runs: memory in a graph may have been freed since the graph was made.
 * Reports it. */
bool copy_is_there(const struct copy *copy);

static inline struct copy copy_linear(void *dst, const void *src, size_t size)
{
    return (struct copy){dst, src, size, 1, 1, size, size, size, size};
}

/* Where one side of a copy is: its first row, and the distances of rows and slices in bytes. */
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

/* HIP_MEMCPY3D since HIP 6; HIP 5's has unsigned instead of size_t. */
struct memcpy_3d {
    size_t src_x, src_y, src_z, src_level; /* |src_x| in bytes */
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
/* The copy that |parameters| describe, and which of its sides must be memory of a device. It is
 * empty where they describe nothing. */
hipError_t copy_of_described(const struct memcpy_3d *parameters, const char *function,
                             struct copy *out, hipMemcpyKind *out_kind);
/* The copy that hipMemcpy3D()'s parameters describe. */
hipError_t copy_of_3d(const struct hipMemcpy3DParms *parameters, const char *function,
                      struct copy *out);

#endif
