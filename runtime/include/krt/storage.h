/* krt/storage.h: buffers, views and a cache of modules for tensor frameworks. The functions are in
 * libkrt_ops.
 *
 * - A buffer is device memory with a count of references. A framework's tensor holds a reference to
 *   a buffer, and a struct krt_tensor that points into it.
 * - Views are tensors of another tensor's memory: slices, transposes and others.
 *   krt_tensor_broadcast() of krt/ops.h makes a view, too.
 * - A cache of modules finds code objects by name.
 */
#ifndef KRT_STORAGE_H
#define KRT_STORAGE_H

#include <krt/ops.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* ---- Buffers -------------------------------------------------------------------------------- */

/* Memory that krt_alloc_async() allocated. The members of the struct do not change. */
struct krt_buffer {
    struct krt_device *device;
    struct krt_stream *stream; /* the stream of the allocation; must exist as long as the buffer */
    void *data;                /* the device memory; NULL if there are no bytes */
    uint64_t bytes;
};

/* Makes a buffer with one reference. Work on |stream| may use the buffer at once. Work on another
 * stream may use it after an event that is recorded on |stream| after this call. While |stream| is
 * captured (krt/graph.h) the buffer is memory of the graph: its last reference must be dropped in
 * the same capture. */
krt_status krt_buffer_create(struct krt_stream *stream, uint64_t bytes, struct krt_buffer **out);
/* Adds a reference. Returns |buffer|. */
struct krt_buffer *krt_buffer_retain(struct krt_buffer *buffer);
/* Drops a reference; NULL is ignored. Dropping the last reference frees the memory in the order of
 * the buffer's stream: work that was put on that stream before may still use the memory, which is
 * not used again before that work is done. The memory is also not used again before work of another
 * stream is done, if krt_buffer_use() was called after the work was put there.
 *
 * KRT_ERROR_INVALID_ARGUMENT: the buffer's stream is being captured, and the buffer was made before
 * the capture; or the buffer was made in a capture that has ended. If the call fails, the caller
 * still has the reference. */
krt_status krt_buffer_release(struct krt_buffer *buffer);
/* Keeps the memory until the work that is on |stream| now is done. The buffer's own stream does not
 * need this call. The call does not cover captured work: keep a reference as long as the graph
 * exists.
 *
 * If |stream| is of another device, the buffer's stream waits for that work at once, and not only
 * before it frees the memory. So the device of |stream| may be closed before the buffer is
 * released. The host waits for the work if the devices are of two drivers, or the buffer's stream
 * is captured. */
krt_status krt_buffer_use(struct krt_buffer *buffer, struct krt_stream *stream);
/* Checks that all elements of |tensor| are inside the buffer. KRT_ERROR_INVALID_ARGUMENT if one is
 * not. */
krt_status krt_buffer_contains(const struct krt_buffer *buffer, const struct krt_tensor *tensor);

/* ---- Views ---------------------------------------------------------------------------------- */

/* The following functions describe a part of |tensor|'s memory, or all of it in another order. They
 * copy nothing and read no device memory. |out| may be |tensor|. KRT_ERROR_INVALID_ARGUMENT if
 * |tensor| is invalid (see krt_tensor_count()), or has no such dimension or element. */

/* Makes a view of |length| elements of dimension |dim|, from |start| on. */
krt_status krt_tensor_narrow(const struct krt_tensor *tensor, uint32_t dim, uint64_t start,
                             uint64_t length, struct krt_tensor *out);
/* Makes a view of the elements start, start + step, ... before |end| of dimension |dim|. |step| is
 * at least 1. */
krt_status krt_tensor_slice(const struct krt_tensor *tensor, uint32_t dim, uint64_t start,
                            uint64_t end, uint64_t step, struct krt_tensor *out);
/* Makes a view of one element of dimension |dim|. |out| does not have this dimension. */
krt_status krt_tensor_select(const struct krt_tensor *tensor, uint32_t dim, uint64_t index,
                             struct krt_tensor *out);
/* Reorders the dimensions: dimension i of |out| is dimension order[i] of |tensor|. |order| contains
 * each dimension once. */
krt_status krt_tensor_permute(const struct krt_tensor *tensor, const uint32_t *order,
                              struct krt_tensor *out);
/* Exchanges two dimensions. */
krt_status krt_tensor_transpose(const struct krt_tensor *tensor, uint32_t first, uint32_t second,
                                struct krt_tensor *out);
/* Removes dimension |dim|, which must have one element. */
krt_status krt_tensor_squeeze(const struct krt_tensor *tensor, uint32_t dim,
                              struct krt_tensor *out);
/* Adds a dimension of one element before dimension |dim|, or after the last one. */
krt_status krt_tensor_unsqueeze(const struct krt_tensor *tensor, uint32_t dim,
                                struct krt_tensor *out);
/* Gives the same elements, in row-major order, another shape. KRT_ERROR_UNSUPPORTED if no strides
 * can describe the shape: then copy the tensor with krt_copy(), and reshape the copy. */
krt_status krt_tensor_reshape(const struct krt_tensor *tensor, uint32_t rank, const uint64_t *dims,
                              struct krt_tensor *out);

/* ---- Modules by name ------------------------------------------------------------------------ */

struct krt_module_cache;

/* Makes an empty cache, which keeps |device| until it is destroyed. */
krt_status krt_module_cache_create(struct krt_device *device, struct krt_module_cache **out);
/* Unloads all modules of the cache, so it waits for the device. NULL is ignored. */
void krt_module_cache_destroy(struct krt_module_cache *cache);
/* Returns the module |name|, borrowed from the cache. The first call with this name loads the
 * module from |data|, as krt_module_load_raw() does, once for all threads: other threads that ask
 * for the same name meanwhile wait. Later calls do not read |data|, and take no lock. If the load
 * fails, the next call tries again. If |data| is NULL, a module that is not loaded gives
 * KRT_ERROR_NOT_FOUND. */
krt_status krt_module_cache_get(struct krt_module_cache *cache, const char *name, const void *data,
                                uint64_t bytes, struct krt_raw_module **out);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
