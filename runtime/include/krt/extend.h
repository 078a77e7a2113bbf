/* krt/extend.h: for libraries that are built on libkrt, as krt_ops is. A program does not need it.
 */
#ifndef KRT_EXTEND_H
#define KRT_EXTEND_H

#include <krt/krt.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* Sets the calling thread's krt_error_message() and returns |status|. An argument may be that
 * message. */
#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
krt_status
krt_fail(krt_status status, const char *format, ...);

/* What a library keeps with a stream: the first member of a struct of its own. What belongs to a
 * device is attached to the device's default stream, which lives as long. */
struct krt_attachment {
    const void *owner; /* an address in the library, by which it finds its attachment */
    /* Called once, when the stream is destroyed or its device closed. */
    void (*destroy)(struct krt_attachment *attachment, struct krt_stream *stream);
    struct krt_attachment *next; /* libkrt's */
};
/* Here |stream| is not NULL. NULL: |owner| has attached nothing. Takes no lock. */
struct krt_attachment *krt_stream_attached(struct krt_stream *stream, const void *owner);
/* Attaches |attachment| and returns it; or returns the one that another thread attached first, and
 * |attachment| remains the caller's. */
struct krt_attachment *krt_stream_attach(struct krt_stream *stream,
                                         struct krt_attachment *attachment);

/* While it is kept, |device| stays after the last krt_device_close(). Streams, events, modules and
 * graphs keep theirs. */
void krt_device_keep(struct krt_device *device);
void krt_device_leave(struct krt_device *device);

/* Makes |device| current in the calling thread, before the caller calls the vendor's library. */
krt_status krt_device_enter(struct krt_device *device);

/* Whether |stream| is being captured into a graph. */
krt_status krt_stream_is_capturing(struct krt_stream *stream, bool *out);
/* While any stream is being captured, drivers refuse calls that allocate or ask for progress.
 * Between these two calls they accept them from the calling thread. The first returns |mode| for
 * the second. */
int krt_capture_relax(struct krt_device *device);
void krt_capture_restore(struct krt_device *device, int mode);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
