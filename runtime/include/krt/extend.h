/* krt/extend.h: functions for libraries that are built on libkrt, such as libkrt_ops. Programs do
 * not need them.
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

/* Sets the calling thread's krt_error_message() and returns |status|. The arguments may include the
 * current message. */
#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
krt_status
krt_fail(krt_status status, const char *format, ...);

/* An object that a library keeps with a stream. The library makes it the first member of a struct
 * of its own. For an object that belongs to a device, use the device's default stream, which lives
 * as long as the device. */
struct krt_attachment {
    const void *owner; /* any address in the library that attaches; the library finds its attachment
                          by |owner| */
    /* libkrt calls destroy() once, when the stream is destroyed or the stream's device ends. */
    void (*destroy)(struct krt_attachment *attachment, struct krt_stream *stream);
    struct krt_attachment *next; /* the next attachment, which is private to libkrt */
};
/* Returns what |owner| has attached to |stream|, or NULL if |owner| has attached nothing. |stream|
 * must not be NULL. Takes no lock. */
struct krt_attachment *krt_stream_attached(struct krt_stream *stream, const void *owner);
/* Attaches |attachment| and returns it. If another thread has attached something for this owner
 * first, returns the other thread's attachment; |attachment| then still belongs to the caller. */
struct krt_attachment *krt_stream_attach(struct krt_stream *stream,
                                         struct krt_attachment *attachment);

/* krt_device_keep() keeps |device| alive after the last krt_device_close(), until
 * krt_device_leave(). libkrt keeps the device of each stream, event, module and graph in this
 * way. An attachment of the device's default stream must not keep the device, because the device
 * would then never end. If the attachment has a stream or an event, its library calls
 * krt_device_leave() after making that object, and krt_device_keep() before destroying it. */
void krt_device_keep(struct krt_device *device);
void krt_device_leave(struct krt_device *device);

/* Makes |device| current in the calling thread, before the caller calls the vendor's library. */
krt_status krt_device_enter(struct krt_device *device);

/* Copies as krt_copy_between() does, on |to| alone: the copy does not wait for |from|, and |from|
 * does not wait for the copy. The caller orders the streams with events, so that copies between
 * several pairs of devices run at once. If the driver cannot copy between the devices, this is
 * krt_copy_between(). */
krt_status krt_copy_peer(struct krt_stream *to, void *destination, struct krt_stream *from,
                         const void *source, uint64_t bytes);

/* Returns the driver's function, a hipFunction_t or CUfunction; borrowed from |function|. */
void *krt_function_native(struct krt_function *function);

/* Sets |*out| to whether |stream| is being captured into a graph. */
krt_status krt_stream_is_capturing(struct krt_stream *stream, bool *out);
/* While any stream is being captured, drivers refuse calls that allocate memory or ask for
 * progress. Between krt_capture_relax() and krt_capture_restore() they accept such calls from the
 * calling thread. krt_capture_relax() returns the |mode| for krt_capture_restore(). */
int krt_capture_relax(struct krt_device *device);
void krt_capture_restore(struct krt_device *device, int mode);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
