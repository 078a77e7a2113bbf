/* copy: checking what is copied or filled before it is queued. */
#ifndef EMULATOR_HIP_COPY_H
#define EMULATOR_HIP_COPY_H

#include "work.h"

/* How a copy is asked for. */
struct copy_request {
    const char *function; /* whose name messages bear */
    hipMemcpyKind kind;
    hipStream_t stream;
    bool is_async;
};

/* Checks |copy| (what |kind| says is memory of a device must be known as such) and submits it, and waits for it unless the request is asynchronous (and also then
 * when the program's own pageable memory takes part, as AMD's runtime does). Pitches less than the
 * width are refused. */
hipError_t copy_submit(struct copy copy, const struct copy_request *request);
/* Only the check, for a node of a graph. */
hipError_t copy_check(const struct copy *copy, const struct copy_request *request,
                      bool *out_pageable);
hipError_t fill_check(const struct fill *fill, const char *function);
/* When it runs: what a graph copies from and to may have been freed since it was made. Says so. */
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

/* What hipMemcpy3D() means. */
hipError_t copy_of_3d(const struct hipMemcpy3DParms *parameters, const char *function,
                      struct copy *out);

#endif
