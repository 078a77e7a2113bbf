/* Dims and strides in device memory, for kernels that are launched next.
 *
 * Words are uploaded once and found again, so that an operation in a loop costs a look-up.
 * Nothing here waits for the device, and launches that are captured into a graph find their words
 * whenever the graph runs. All functions are thread-safe.
 */
#ifndef KRT_OPS_LAYOUTS_H
#define KRT_OPS_LAYOUTS_H

#include <krt/krt.h>

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

struct layout_info {
    const uint64_t *words;  /* the caller's */
    uint32_t count;         /* 0: the kernel gets NULL */
    const uint64_t *device; /* set by layout_take(): the kernel's argument */
    bool is_temporary;      /* likewise: layout_give() frees it */
};

/* Describes a struct of |size| bytes, a multiple of 8, which stays the caller's. */
static inline struct layout_info layout_info_of(const void *data, size_t size)
{
    assert(size % sizeof(uint64_t) == 0);
    return (struct layout_info){.words = data, .count = (uint32_t)(size / sizeof(uint64_t))};
}

/* Launches with |arguments|, one of which is the address of |info->device|. |stream| is resolved.
 */
krt_status layout_launch(const struct krt_package *package, uint32_t ordinal,
                         struct krt_stream *stream, const struct krt_launch_config *config,
                         void *const *arguments, struct layout_info *info);

/* What layout_launch() does before and after the launch: the words are there for what is put on
 * |stream| in between. */
krt_status layout_take(struct krt_stream *stream, struct layout_info *info);
krt_status layout_give(struct krt_stream *stream, const struct layout_info *info);

/* For tests: bytes of device memory that the table takes, and how many uploads it has made. */
void layouts_usage(struct krt_device *device, uint64_t *out_bytes, uint64_t *out_uploads);

#endif
