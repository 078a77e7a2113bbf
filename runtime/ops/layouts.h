/* Dims and strides in device memory, for the kernels that are launched next.
 *
 * Words are uploaded once. Later launches find them in a table, so an operation in a loop only
 * looks its words up. No function here waits for the device. Launches that are captured into a
 * graph find their words whenever the graph runs. All functions are thread-safe.
 */
#ifndef KRT_OPS_LAYOUTS_H
#define KRT_OPS_LAYOUTS_H

#include <krt/krt.h>

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

struct layout_info {
    const uint64_t *words; /* the words; the caller owns them */
    uint32_t count;        /* how many words there are; if 0, |device| is NULL */
    /* the address of the words on the device, which is the kernel's argument; set by
     * layout_take() */
    const uint64_t *device;
    bool is_temporary; /* whether layout_give() must free |device|; set by layout_take() */
};

/* Describes the words of a struct of |size| bytes, a multiple of 8. The caller keeps the struct
 * until the launch. */
static inline struct layout_info layout_info_of(const void *data, size_t size)
{
    assert(size % sizeof(uint64_t) == 0);
    return (struct layout_info){.words = data, .count = (uint32_t)(size / sizeof(uint64_t))};
}

/* Launches kernel |ordinal| with |arguments|, one of which is the address of |info->device|. */
krt_status layout_launch(const struct krt_package *package, uint32_t ordinal,
                         struct krt_stream *stream, const struct krt_launch_config *config,
                         void *const *arguments, struct layout_info *info);

/* layout_launch() calls layout_take() before the launch, and layout_give() after it. Work that is
 * put on |stream| between the two calls finds the words at |info->device|. */
krt_status layout_take(struct krt_stream *stream, struct layout_info *info);
krt_status layout_give(struct krt_stream *stream, const struct layout_info *info);

/* For tests: bytes of device memory that the table takes, and how many uploads it has made. */
void layouts_usage(struct krt_device *device, uint64_t *out_bytes, uint64_t *out_uploads);

#endif
