/* Functions that wait, and captures of streams: see wrap.h. */
#include "wrap.h"

#define SYNCHRONIZE(name)                                                                          \
    DEFINE(name, int, (void))                                                                      \
    {                                                                                              \
        return take_pending(real_##name() ? real_##name()() : HIP_NOT_INITIALISED);                \
    }
SYNCHRONIZE(hipDeviceSynchronize)
SYNCHRONIZE(hipCtxSynchronize)

#define WAIT(name, parameters, ...)                                                                \
    DEFINE(name, int, parameters)                                                                  \
    {                                                                                              \
        return take_pending(REAL(name, __VA_ARGS__));                                              \
    }
WAIT(hipStreamSynchronize, (void *stream), stream)
WAIT(hipStreamSynchronize_spt, (void *stream), stream)
WAIT(hipEventSynchronize, (void *event), event)
WAIT(hipStreamQuery, (void *stream), stream)
WAIT(hipStreamQuery_spt, (void *stream), stream)
WAIT(hipEventQuery, (void *event), event)
WAIT(hipMemcpy, (void *to, const void *from, size_t size, int kind), to, from, size, kind)
WAIT(hipMemcpyDtoH, (void *to, void *from, size_t size), to, from, size)
WAIT(hipMemcpy_spt, (void *to, const void *from, size_t size, int kind), to, from, size, kind)
WAIT(hipMemcpyHtoD, (void *to, void *from, size_t size), to, from, size)
WAIT(hipMemcpyWithStream, (void *to, const void *from, size_t size, int kind, void *stream), to,
     from, size, kind, stream)
WAIT(hipMemcpyFromSymbol, (void *to, const void *symbol, size_t size, size_t offset, int kind), to,
     symbol, size, offset, kind)
WAIT(hipMemcpy2D,
     (void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
      int kind),
     to, to_pitch, from, from_pitch, width, height, kind)
WAIT(hipMemcpyParam2D, (const void *copy), copy)
WAIT(hipMemcpy3D, (const void *copy), copy)

/* ---- Work of the null stream, which launches in other streams wait for ----------------------- */

DEFINE(hipMemset, int, (void *to, int value, size_t size))
{
    take_work(NULL);
    return take_pending(REAL(hipMemset, to, value, size));
}

DEFINE(hipMemcpyDtoD, int, (void *to, void *from, size_t size))
{
    take_work(NULL);
    return take_pending(REAL(hipMemcpyDtoD, to, from, size));
}

DEFINE(hipMemsetAsync, int, (void *to, int value, size_t size, void *stream))
{
    take_work(stream);
    return REAL(hipMemsetAsync, to, value, size, stream);
}

DEFINE(hipMemcpyAsync, int, (void *to, const void *from, size_t size, int kind, void *stream))
{
    take_work(stream);
    return REAL(hipMemcpyAsync, to, from, size, kind, stream);
}

/* ---- The last error of the thread ------------------------------------------------------------ */

#define LAST(name, is_taken)                                                                       \
    DEFINE(name, int, (void))                                                                      \
    {                                                                                              \
        return errors_last(real_##name() ? real_##name()() : HIP_NOT_INITIALISED, is_taken);       \
    }
LAST(hipGetLastError, true)
LAST(hipExtGetLastError, true)
LAST(hipPeekAtLastError, false)

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

/* A capture ends with its stream. */
DEFINE(hipStreamDestroy, int, (void *stream))
{
    bool is_capturing = take_is_captured(stream);
    int error = REAL(hipStreamDestroy, stream);
    if (error == HIP_SUCCESS && is_capturing)
        take_capture(-1);
    return error;
}

const struct wrapped wrapped_waits[] = {
    {WRAPPED(hipStreamQuery)},
    {WRAPPED(hipStreamQuery_spt)},
    {WRAPPED(hipEventQuery)},
    {WRAPPED(hipMemcpy_spt)},
    {WRAPPED(hipMemcpyHtoD)},
    {WRAPPED(hipMemcpyWithStream)},
    {WRAPPED(hipMemcpyFromSymbol)},
    {WRAPPED(hipMemcpy2D)},
    {WRAPPED(hipMemcpyParam2D)},
    {WRAPPED(hipMemcpy3D)},
    {WRAPPED(hipCtxSynchronize)},
    {WRAPPED(hipMemset)},
    {WRAPPED(hipMemcpyDtoD)},
    {WRAPPED(hipMemsetAsync)},
    {WRAPPED(hipMemcpyAsync)},
    {WRAPPED(hipGetLastError)},
    {WRAPPED(hipExtGetLastError)},
    {WRAPPED(hipPeekAtLastError)},
    {WRAPPED(hipStreamDestroy)},
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
