/* Functions that wait, and captures of streams: see wrap.h. */
#include "wrap.h"

DEFINE(hipDeviceSynchronize, int, (void))
{
    return take_pending(real_hipDeviceSynchronize() ? real_hipDeviceSynchronize()()
                                                    : HIP_NOT_INITIALISED);
}

DEFINE(hipStreamSynchronize, int, (void *stream))
{
    return take_pending(REAL(hipStreamSynchronize, stream));
}

DEFINE(hipStreamSynchronize_spt, int, (void *stream))
{
    return take_pending(REAL(hipStreamSynchronize_spt, stream));
}

DEFINE(hipEventSynchronize, int, (void *event))
{
    return take_pending(REAL(hipEventSynchronize, event));
}

DEFINE(hipMemcpy, int, (void *destination, const void *source, size_t size, int kind))
{
    return take_pending(REAL(hipMemcpy, destination, source, size, kind));
}

DEFINE(hipMemcpyDtoH, int, (void *destination, void *source, size_t size))
{
    return take_pending(REAL(hipMemcpyDtoH, destination, source, size));
}

/* ---- Captures -------------------------------------------------------------------------------- */

static int began(int error)
{
    if (error == HIP_SUCCESS)
        take_capture(1);
    return error;
}

DEFINE(hipStreamBeginCapture, int, (void *stream, int mode))
{
    return began(REAL(hipStreamBeginCapture, stream, mode));
}

DEFINE(hipStreamBeginCapture_spt, int, (void *stream, int mode))
{
    return began(REAL(hipStreamBeginCapture_spt, stream, mode));
}

DEFINE(hipStreamBeginCaptureToGraph, int,
       (void *stream, void *graph, const void *nodes, const void *data, size_t count, int mode))
{
    return began(REAL(hipStreamBeginCaptureToGraph, stream, graph, nodes, data, count, mode));
}

static int ended(int error)
{
    /* the errors with which a capture that was invalid has ended, too; after other errors it goes
     * on */
    enum { INVALIDATED = 901, UNJOINED = 904 };
    if (error == HIP_SUCCESS || error == INVALIDATED || error == UNJOINED)
        take_capture(-1);
    return error;
}

DEFINE(hipStreamEndCapture, int, (void *stream, void **graph))
{
    return ended(REAL(hipStreamEndCapture, stream, graph));
}

DEFINE(hipStreamEndCapture_spt, int, (void *stream, void **graph))
{
    return ended(REAL(hipStreamEndCapture_spt, stream, graph));
}

const struct wrapped wrapped_waits[] = {
    {WRAPPED(hipDeviceSynchronize)},
    {WRAPPED(hipStreamSynchronize)},
    {WRAPPED(hipStreamSynchronize_spt)},
    {WRAPPED(hipEventSynchronize)},
    {WRAPPED(hipMemcpy)},
    {WRAPPED(hipMemcpyDtoH)},
    {WRAPPED(hipStreamBeginCapture)},
    {WRAPPED(hipStreamBeginCapture_spt)},
    {WRAPPED(hipStreamBeginCaptureToGraph)},
    {WRAPPED(hipStreamEndCapture)},
    {WRAPPED(hipStreamEndCapture_spt)},
    {NULL, NULL},
};
