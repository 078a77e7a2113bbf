/* Copies the tensors of a GGUF file to a device.
 *
 * pread() reads the file into a ring of pinned buffers, and each buffer is copied to the device
 * from there. An event follows each copy, and when the event is reached, the buffer is filled
 * again: reading and copying overlap. If the file were mapped instead, its data would be copied
 * once more, to pinned memory, and a file that is shortened meanwhile would raise SIGBUS. pread()
 * returns an error then.
 */
#include "dtype.h"

#include <krt/extend.h>
#include <krt/gguf.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 4 << 20, DEPTH = 3 };

struct krt_gguf_weights {
    struct krt_device *device;
    struct krt_gguf_weight *weights, **by_name;
    uint64_t count;
};

/* The state of one call of krt_gguf_load(). */
struct load {
    const struct krt_gguf *file;
    struct krt_stream *stream;
    struct krt_gguf_load_options options;
    /* how many bytes were copied so far, and how many bytes all tensors have */
    uint64_t done, total;
    void *pieces[DEPTH];
    struct krt_event *events[DEPTH];
    unsigned turn; /* the buffer of the ring that is filled next */
    uint64_t piece_bytes;
};

/* ---- Describing tensors --------------------------------------------------------------------- */

static krt_status describe_quantized(const struct krt_gguf_tensor *tensor,
                                     struct krt_quantized *out)
{
    uint64_t experts = 1, rows = tensor->rank > 1 ? tensor->dims[tensor->rank - 2] : 1;
    uint64_t columns = tensor->rank ? tensor->dims[tensor->rank - 1] : 1;
    bool overflows = rows > UINT32_MAX || columns > UINT32_MAX;
    for (uint32_t i = 0; i + 2 < tensor->rank; i++)
        overflows |= __builtin_mul_overflow(experts, tensor->dims[i], &experts);
    if (overflows || experts > UINT32_MAX)
        return krt_fail(KRT_ERROR_UNSUPPORTED,
                        "krt_gguf_load: tensor '%.64s' has 2^32 rows, columns or matrices, or more",
                        tensor->name);
    /* The tensor has no matrices. It is described as one matrix of 0 rows, because |experts| of 0
     * means one matrix. */
    if (experts == 0) {
        rows = 0;
        experts = 1;
    }
    *out = (struct krt_quantized){.format = tensor->format,
                                  .rows = (uint32_t)rows,
                                  .columns = (uint32_t)columns,
                                  .experts = (uint32_t)experts};
    return KRT_OK;
}

static krt_status fail_type(const struct krt_gguf_tensor *tensor)
{
    bool is_converted = krt_gguf_dequantize(tensor->type, NULL, 0, NULL) == KRT_OK;
    return krt_fail(KRT_ERROR_UNSUPPORTED,
                    "krt_gguf_load: tensor '%.64s' has type %u (%s), which no operation takes; do "
                    "not select it: krt_gguf_copy() gives its bytes%s",
                    tensor->name, tensor->type, krt_gguf_type_name(tensor->type),
                    is_converted ? ", and krt_gguf_dequantize() makes floats of them" : "");
}

static krt_status describe(const struct krt_gguf_tensor *tensor, struct krt_gguf_weight *out)
{
    uint64_t count;
    *out = (struct krt_gguf_weight){.rank = tensor->rank,
                                    .is_quantized = tensor->format != KRT_GGUF_NONE};
    memcpy(out->dims, tensor->dims, sizeof out->dims);
    if (out->is_quantized)
        return describe_quantized(tensor, &out->quantized);
    if (tensor->dtype == KRT_GGUF_NONE)
        return fail_type(tensor);
    out->tensor = krt_tensor_dense(tensor->dtype, NULL, tensor->rank, tensor->dims);
    return krt_tensor_count(&out->tensor, &count);
}

static void **weight_memory(struct krt_gguf_weight *weight)
{
    return weight->is_quantized ? (void **)(uintptr_t)&weight->quantized.data
                                : &weight->tensor.data;
}

/* ---- Copying tensors to the device ----------------------------------------------------------- */

static krt_status ring_create(struct load *load, struct krt_device *device)
{
    krt_status status = KRT_OK;
    load->piece_bytes = load->total < PIECE ? load->total : PIECE;
    for (unsigned i = 0; !status && i < DEPTH; i++) {
        status = krt_host_alloc(device, load->piece_bytes, &load->pieces[i]);
        if (!status)
            status = krt_event_create(device, KRT_EVENT_NO_TIMING, &load->events[i]);
    }
    return status;
}

/* Waits for the copies, even after an error, and frees the ring. */
static krt_status ring_destroy(struct load *load, struct krt_device *device)
{
    krt_status status = krt_stream_synchronize(load->stream);
    for (unsigned i = 0; i < DEPTH; i++) {
        krt_event_destroy(load->events[i]);
        krt_host_free(device, load->pieces[i]);
    }
    return status;
}

static krt_status copy_piece(struct load *load, const struct krt_gguf_tensor *tensor,
                             uint64_t offset, void *destination, uint64_t bytes)
{
    unsigned place = load->turn++ % DEPTH;
    krt_status status = load->turn > DEPTH ? krt_event_synchronize(load->events[place]) : KRT_OK;
    if (!status)
        status = krt_gguf_copy(load->file, tensor, offset, load->pieces[place], bytes);
    if (!status)
        status = krt_copy_to_device(load->stream, (char *)destination + offset, load->pieces[place],
                                    bytes);
    if (!status)
        status = krt_event_record(load->events[place], load->stream);
    load->done += bytes;
    const struct krt_gguf_load_options *options = &load->options;
    if (!status && options->progress &&
        !options->progress(options->context, load->done, load->total, tensor->name))
        status = krt_fail(KRT_ERROR_CANCELLED, "krt_gguf_load: cancelled in tensor '%.64s'",
                          tensor->name);
    return status;
}

static krt_status copy_tensor(struct load *load, const struct krt_gguf_tensor *tensor, void *memory)
{
    krt_status status = KRT_OK;
    for (uint64_t done = 0, bytes; !status && done < tensor->bytes; done += bytes) {
        bytes = tensor->bytes - done < load->piece_bytes ? tensor->bytes - done : load->piece_bytes;
        status = copy_piece(load, tensor, done, memory, bytes);
    }
    return status;
}

/* ---- Loading a file -------------------------------------------------------------------------- */

static bool is_selected(const struct load *load, const struct krt_gguf_tensor *tensor)
{
    return !load->options.select || load->options.select(load->options.context, tensor);
}

static int compare_names(const void *a, const void *b)
{
    const struct krt_gguf_weight *const *x = a, *const *y = b;
    return strcmp((*x)->name, (*y)->name);
}

static int compare_name(const void *name, const void *weight)
{
    return strcmp(name, (*(const struct krt_gguf_weight *const *)weight)->name);
}

/* Finds the selected tensors: |chosen| becomes a list of them, and |load->total| the number of
 * their bytes. */
static krt_status choose(struct load *load, struct krt_gguf_weights *weights,
                         const struct krt_gguf_tensor **chosen)
{
    krt_status status = KRT_OK;
    const struct krt_gguf_tensor *tensor;
    for (uint64_t i = 0; !status && (tensor = krt_gguf_tensor_at(load->file, i)); i++) {
        if (!is_selected(load, tensor))
            continue;
        struct krt_gguf_weight *weight = &weights->weights[weights->count];
        status = describe(tensor, weight);
        if (status)
            return status;
        weight->name = strdup(tensor->name);
        if (!weight->name)
            return krt_fail(KRT_ERROR_OUT_OF_MEMORY, "krt_gguf_load: no memory for names");
        weights->by_name[weights->count] = weight;
        chosen[weights->count++] = tensor;
        /* This does not overflow: the sum is at most the size of the file. */
        load->total += tensor->bytes;
    }
    if (!status)
        qsort(weights->by_name, weights->count, sizeof *weights->by_name, compare_names);
    return status;
}

/* Allocates all tensors before the first byte is read, so that too little memory is reported at
 * once. */
static krt_status allocate(struct krt_gguf_weights *weights,
                           const struct krt_gguf_tensor *const *chosen)
{
    krt_status status = KRT_OK;
    for (uint64_t i = 0; !status && i < weights->count; i++)
        status = krt_alloc(weights->device, chosen[i]->bytes, weight_memory(&weights->weights[i]));
    return status;
}

static krt_status load_all(struct load *load, struct krt_gguf_weights *weights,
                           const struct krt_gguf_tensor **chosen)
{
    krt_status status = choose(load, weights, chosen);
    if (!status)
        status = allocate(weights, chosen);
    if (status)
        return status;
    status = ring_create(load, weights->device);
    for (uint64_t i = 0; !status && i < weights->count; i++)
        status = copy_tensor(load, chosen[i], *weight_memory(&weights->weights[i]));
    krt_status ended = ring_destroy(load, weights->device);
    return status ? status : ended;
}

static krt_status check_load(const struct krt_gguf *file, struct krt_stream *stream,
                             const struct krt_gguf_load_options *options,
                             struct krt_gguf_weights **out)
{
    bool is_capturing;
    if (!file || !out)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_gguf_load: |%s| is NULL",
                        file ? "out" : "file");
    if (options && options->struct_size < offsetof(struct krt_gguf_load_options, select))
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "krt_gguf_load: struct_size of the options is %zu: set it to their sizeof",
                        options->struct_size);
    krt_status status = krt_stream_is_capturing(stream, &is_capturing);
    return status || !is_capturing
               ? status
               : krt_fail(KRT_ERROR_UNSUPPORTED, "krt_gguf_load: the stream is being captured");
}

krt_status krt_gguf_load(const struct krt_gguf *file, struct krt_stream *stream,
                         const struct krt_gguf_load_options *options, struct krt_gguf_weights **out)
{
    struct load load = {.file = file, .stream = stream};
    krt_status status = check_load(file, stream, options, out);
    if (status)
        return status;
    if (options)
        memcpy(&load.options, options,
               options->struct_size < sizeof *options ? options->struct_size : sizeof *options);
    uint64_t most = krt_gguf_tensor_count(file);
    const struct krt_gguf_tensor **chosen = calloc(most + 1, sizeof *chosen);
    struct krt_gguf_weights *weights = calloc(1, sizeof *weights);
    if (weights) {
        weights->weights = calloc(most + 1, sizeof *weights->weights);
        weights->by_name = calloc(most + 1, sizeof(void *));
    }
    if (!chosen || !weights || !weights->weights || !weights->by_name)
        status = krt_fail(KRT_ERROR_OUT_OF_MEMORY, "krt_gguf_load: no memory for %llu tensors",
                          (unsigned long long)most);
    if (!status)
        status = krt_stream_device(stream, &weights->device);
    if (!status) {
        krt_device_keep(weights->device);
        status = load_all(&load, weights, chosen);
    }
    free(chosen);
    if (status)
        krt_gguf_unload(weights);
    else
        *out = weights;
    return status;
}

void krt_gguf_unload(struct krt_gguf_weights *weights)
{
    if (!weights)
        return;
    for (uint64_t i = 0; i < weights->count; i++) {
        void *memory = *weight_memory(&weights->weights[i]);
        if (memory)
            krt_free(weights->device, memory);
        free((char *)(uintptr_t)weights->weights[i].name);
    }
    if (weights->device)
        krt_device_leave(weights->device);
    free(weights->weights);
    free(weights->by_name);
    free(weights);
}

uint64_t krt_gguf_weight_count(const struct krt_gguf_weights *weights)
{
    return weights ? weights->count : 0;
}

const struct krt_gguf_weight *krt_gguf_weight_at(const struct krt_gguf_weights *weights,
                                                 uint64_t index)
{
    return weights && index < weights->count ? &weights->weights[index] : NULL;
}

const struct krt_gguf_weight *krt_gguf_weight_find(const struct krt_gguf_weights *weights,
                                                   const char *name)
{
    struct krt_gguf_weight **found = weights && name
                                         ? bsearch(name, weights->by_name, weights->count,
                                                   sizeof *weights->by_name, compare_name)
                                         : NULL;
    return found ? *found : NULL;
}
