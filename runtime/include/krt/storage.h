/* krt/storage.h: what a tensor framework stores its tensors with. It is in libkrt_ops.
 *
 * - A buffer is device memory with a count of references. A framework's tensor holds a reference to
 *   a buffer, and a struct krt_tensor that points into it.
 * - Views are tensors of the same memory: slices, transposes and others. krt_tensor_broadcast() of
 *   krt/ops.h makes one, too.
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

/* Memory of krt_alloc_async(). Its members do not change. */
struct krt_buffer {
    struct krt_device *device;
    struct krt_stream *stream; /* its own; must exist as long as the buffer */
    void *data;                /* NULL if there are no bytes */
    uint64_t bytes;
};

/* A buffer with one reference. Work on |stream| may use it at once; work of another stream after an
 * event that is recorded on |stream| later. While |stream| is captured (krt/graph.h) the buffer is
 * memory of the graph: its last reference must be dropped in the same capture. */
krt_status krt_buffer_create(struct krt_stream *stream, uint64_t bytes, struct krt_buffer **out);
/* Adds a reference. Returns |buffer|. */
struct krt_buffer *krt_buffer_retain(struct krt_buffer *buffer);
/* Drops a reference; NULL is ignored. The last one frees the memory in the order of the buffer's
 * stream: what was put there before may still use it, and nothing uses it again before that is
 * done. Work of other streams counts if krt_buffer_use() was called after it.
 *
 * KRT_ERROR_INVALID_ARGUMENT: the buffer's stream is captured, and the buffer was made before; or
 * the buffer was made in a capture, which has ended. If the call fails, the caller still has the
 * reference. */
krt_status krt_buffer_release(struct krt_buffer *buffer);
/* The memory is kept for the work that |stream| has now. Not needed on the buffer's own stream.
 * Captured work does not count: keep a reference as long as the graph.
 *
 * If |stream| is of another device, the buffer's stream waits for that work at once, not only
 * before it frees the memory; that device may be closed before the buffer is released. The host
 * waits for the work if the devices are of two drivers, or the buffer's stream is captured. */
krt_status krt_buffer_use(struct krt_buffer *buffer, struct krt_stream *stream);
/* KRT_ERROR_INVALID_ARGUMENT if an element of |tensor| is outside of the buffer. */
krt_status krt_buffer_contains(const struct krt_buffer *buffer, const struct krt_tensor *tensor);

/* ---- Views ---------------------------------------------------------------------------------- */

/* Each describes a part of |tensor|'s memory, or the same in another order; nothing is copied, and
 * no memory is read. |out| may be |tensor|. KRT_ERROR_INVALID_ARGUMENT if |tensor| is invalid (see
 * krt_tensor_count()), or has no such dimension or element. */

/* |length| elements of dimension |dim|, from |start| on. */
krt_status krt_tensor_narrow(const struct krt_tensor *tensor, uint32_t dim, uint64_t start,
                             uint64_t length, struct krt_tensor *out);
/* The elements start, start + step, ... before |end| of dimension |dim|. |step| is at least 1. */
krt_status krt_tensor_slice(const struct krt_tensor *tensor, uint32_t dim, uint64_t start,
                            uint64_t end, uint64_t step, struct krt_tensor *out);
/* One element of dimension |dim|, which is left out of |out|. */
krt_status krt_tensor_select(const struct krt_tensor *tensor, uint32_t dim, uint64_t index,
                             struct krt_tensor *out);
/* Dimension i of |out| is dimension order[i]; |order| has each dimension once. */
krt_status krt_tensor_permute(const struct krt_tensor *tensor, const uint32_t *order,
                              struct krt_tensor *out);
/* Exchanges two dimensions. */
krt_status krt_tensor_transpose(const struct krt_tensor *tensor, uint32_t first, uint32_t second,
                                struct krt_tensor *out);
/* Leaves out dimension |dim|, which has one element. */
krt_status krt_tensor_squeeze(const struct krt_tensor *tensor, uint32_t dim,
                              struct krt_tensor *out);
/* Adds a dimension of one element before dimension |dim|, or behind the last one. */
krt_status krt_tensor_unsqueeze(const struct krt_tensor *tensor, uint32_t dim,
                                struct krt_tensor *out);
/* The same elements, in row-major order, in another shape. KRT_ERROR_UNSUPPORTED if no strides give
 * that: then copy the tensor with krt_copy(), and reshape the copy. */
krt_status krt_tensor_reshape(const struct krt_tensor *tensor, uint32_t rank, const uint64_t *dims,
                              struct krt_tensor *out);

/* ---- Modules by name ------------------------------------------------------------------------ */

struct krt_module_cache;

krt_status krt_module_cache_create(struct krt_device *device, struct krt_module_cache **out);
/* Unloads its modules, so it waits for the device. NULL is ignored. */
void krt_module_cache_destroy(struct krt_module_cache *cache);
/* The module |name|. The first call with this name loads it from |data|, as krt_module_load_raw()
 * does, once for all threads; those that ask for the same name wait. Later calls do not read
 * |data|, and take no lock. If the load fails, the next call tries again. |data| may be NULL:
 * KRT_ERROR_NOT_FOUND if the module is not loaded. Borrowed from the cache. */
krt_status krt_module_cache_get(struct krt_module_cache *cache, const char *name, const void *data,
                                uint64_t bytes, struct krt_raw_module **out);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
