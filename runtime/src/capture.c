/* Graph capture: which streams are captured, and calling the driver meanwhile. */
#include "capture.h"

#include "error.h"

/* Of hipStreamCaptureStatus and CUstreamCaptureStatus. */
enum { STATUS_NONE = 0 };

krt_status stream_is_capturing(struct krt_stream *stream, bool *out)
{
    const struct driver *driver = stream->device->driver;
    int status = STATUS_NONE;
    int code = driver->stream_capturing ? driver->stream_capturing(stream->native, &status) : 0;
    if (code)
        return fail_driver(driver, code, KRT_ERROR_DRIVER,
                           "asking whether a stream is being captured");
    *out = status != STATUS_NONE;
    return KRT_OK;
}

/* Sets the calling thread's mode, and returns the one before. */
static int exchange(const struct driver *driver, int mode)
{
    if (driver->capture_mode && driver->capture_mode(&mode) != 0)
        return CAPTURE_RELAXED;
    return mode;
}

int capture_relax(const struct driver *driver)
{
    return exchange(driver, CAPTURE_RELAXED);
}

void capture_restore(const struct driver *driver, int mode)
{
    if (mode != CAPTURE_RELAXED)
        exchange(driver, mode);
}

void capture_abandon(struct krt_stream *stream)
{
    const struct driver *driver = stream->device->driver;
    bool is_captured = false;
    void *graph = NULL;
    if (driver->capture_end && driver->graph_destroy &&
        stream_is_capturing(stream, &is_captured) == KRT_OK && is_captured &&
        driver->capture_end(stream->native, &graph) == 0)
        driver->graph_destroy(graph);
}
