/* The rules about calls that are forbidden while streams are being captured: see capture.h. */
#include "capture.h"

/* ---- Captures that forbid something; called with the lock held ------------------------------ */

static bool is_any(const struct capture *capture)
{
    (void)capture;
    return true;
}

static bool is_own(const struct capture *capture)
{
    return capture->thread == thread_number() && capture->mode != hipStreamCaptureModeRelaxed;
}

static bool is_global(const struct capture *capture)
{
    return capture->mode == hipStreamCaptureModeGlobal;
}

static bool exists(bool (*is_meant)(const struct capture *capture))
{
    for (const struct capture *at = captures(); at; at = at->next) {
        if (is_meant(at))
            return true;
    }
    return false;
}

/* Makes all captures invalid that |is_meant| selects. False when there are none. */
static bool stop(bool (*is_meant)(const struct capture *capture))
{
    for (struct capture *at = captures(); at; at = at->next)
        at->is_invalid = at->is_invalid || is_meant(at);
    return exists(is_meant);
}

static bool thread_is(hipStreamCaptureMode mode)
{
    return thread_self()->capture_mode == mode;
}

static bool refuses(enum capture_rule rule)
{
    switch (rule) {
    case CAPTURE_UNSAFE:
        return !thread_is(hipStreamCaptureModeRelaxed) &&
               (stop(is_own) || (thread_is(hipStreamCaptureModeGlobal) && stop(is_global)));
    case CAPTURE_SETTING: return exists(is_own) || exists(is_global);
    case CAPTURE_IMPLICIT:
    case CAPTURE_DEVICE: break;
    }
    return stop(is_any);
}

/* Whether captures forbid a call that waits, by the rule of CAPTURE_UNSAFE. One thing differs: if
 * both the thread's own captures and global captures forbid a call, AMD's runtime makes the global
 * captures invalid if the call waits, and the thread's own captures if it does not. */
static bool refuses_waiting(void)
{
    return !thread_is(hipStreamCaptureModeRelaxed) &&
           ((thread_is(hipStreamCaptureModeGlobal) && stop(is_global)) || stop(is_own));
}

bool capture_is_blocking(const struct gpu *gpu)
{
    for (unsigned i = 0; i < gpu_count(); i++) {
        if (gpu && gpu != gpu_at((int)i))
            continue;
        for (const struct ihipStream_t *at = gpu_at((int)i)->streams; at; at = at->next) {
            if (at->capture && !at->capture->is_invalid && !(at->flags & hipStreamNonBlocking))
                return true;
        }
    }
    return false;
}

bool capture_stop_legacy(const struct gpu *gpu)
{
    return capture_is_blocking(gpu) && stop(is_any);
}

/* ---- The rules of captures ------------------------------------------------------------------- */

static const char invalid_now[] = "; the capture is invalid from now on";

static hipError_t refuse(hipError_t error, const char *function, const char *outcome)
{
    return fail(error, "%s: %s%s", function, hipGetErrorString(error), outcome);
}

hipError_t capture_check(enum capture_rule rule, const char *function)
{
    call_begin();
    runtime_lock();
    bool refused = captures() && refuses(rule);
    runtime_unlock();
    if (!refused)
        return hipSuccess;
    return refuse(rule == CAPTURE_IMPLICIT ? hipErrorStreamCaptureImplicit
                                           : hipErrorStreamCaptureUnsupported,
                  function, rule == CAPTURE_SETTING ? "" : invalid_now);
}

hipError_t capture_check_wait(const struct ihipStream_t *stream, const char *function)
{
    runtime_lock();
    bool refused = false;
    if (stream->capture)
        refused = stream->capture->is_invalid = true;
    else if (captures() && !stream->is_null)
        refused = refuses_waiting();
    runtime_unlock();
    return refused ? refuse(hipErrorStreamCaptureUnsupported, function, invalid_now) : hipSuccess;
}

hipError_t capture_check_event(const struct ihipEvent_t *event, const char *function)
{
    call_begin();
    runtime_lock();
    hipError_t error = hipSuccess;
    struct capture *capture = capture_of_event(event);
    if (capture) {
        capture->is_invalid = true;
        error = hipErrorCapturedEvent;
    } else if (captures() && event->mark && !event->mark->is_of_null && refuses_waiting()) {
        error = hipErrorStreamCaptureUnsupported;
    }
    runtime_unlock();
    return error ? refuse(error, function, invalid_now) : hipSuccess;
}

hipError_t capture_check_node(const struct ihipStream_t *stream, const char *function)
{
    runtime_lock();
    hipError_t error = hipSuccess;
    if (stream->capture) {
        stream->capture->is_invalid = true;
        error = hipErrorStreamCaptureUnsupported;
    } else if (stream->is_null && capture_stop_legacy(NULL)) {
        error = hipErrorStreamCaptureImplicit;
    }
    runtime_unlock();
    return error ? refuse(error, function, invalid_now) : hipSuccess;
}

hipError_t capture_check_order(const struct ihipStream_t *stream, const char *function)
{
    runtime_lock();
    bool refused = !stream->capture && captures() && capture_is_blocking(stream->gpu);
    runtime_unlock();
    return refused ? refuse(hipErrorStreamCaptureUnsupported, function, "") : hipSuccess;
}
