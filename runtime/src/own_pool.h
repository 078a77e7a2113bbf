/* The stream-ordered pool for drivers that have none. The caller has resolved the stream; any
 * thread may call any of these, which take the pool's lock.
 */
#ifndef KRT_OWN_POOL_H
#define KRT_OWN_POOL_H

#include "device.h"

struct own_pool;

struct own_pool *own_pool_new(struct krt_device *device); /* NULL: no memory */
/* With all its memory, free or not. */
void own_pool_free(struct own_pool *pool);

/* |bytes| is above 0 and not above the device's memory. */
krt_status own_pool_take(struct own_pool *pool, struct krt_stream *stream, uint64_t bytes,
                         void **out);
krt_status own_pool_give(struct own_pool *pool, struct krt_stream *stream, void *memory);
/* Waits for what was freed, and returns to the driver what is wholly unused. */
krt_status own_pool_trim(struct own_pool *pool);
/* |stream| is about to be destroyed. */
void own_pool_stream_gone(struct own_pool *pool, struct krt_stream *stream);

/* Bytes given out, and those held besides. */
void own_pool_usage(struct own_pool *pool, uint64_t *out_used, uint64_t *out_unused);

#endif
