/* krt/gguf.h: GGUF files, in which models are stored: reading, writing, and loading their tensors
 * to a device. The functions are in libkrt_ops.
 *
 *     struct krt_gguf *file;
 *     struct krt_gguf_weights *weights;
 *     krt_gguf_open("model.gguf", &file);
 *     krt_gguf_load(file, stream, NULL, &weights);
 *     krt_gguf_close(file);
 *     const struct krt_gguf_weight *w = krt_gguf_weight_find(weights, "output.weight");
 *     krt_quantized_matmul(ops, stream, &w->quantized, &x, workspace, &y);
 *
 * Files of version 2 and 3, little-endian, as ggml's docs/gguf.md defines them. A file is not
 * trusted: its sizes are checked against the file before they are used, and it cannot make the
 * reader allocate more than a few times its own size. docs/gguf.md lists what is refused.
 */
#ifndef KRT_GGUF_H
#define KRT_GGUF_H

#include <krt/ops.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* ---- Reading -------------------------------------------------------------------------------- */

/* An open file. It does not change: any number of threads may use it at once. What the functions
 * below return pointers to belongs to it and is valid until krt_gguf_close(). */
struct krt_gguf;

/* Opens a file and maps it; a pipe, of at most 4 GiB, is read into memory. While the file is open,
 * nobody should shorten it: reading the lost bytes through a pointer raises SIGBUS. krt_gguf_copy()
 * and krt_gguf_load() return KRT_ERROR_IO instead.
 *
 * KRT_ERROR_IO: the file cannot be read. KRT_ERROR_BAD_IMAGE: it is not a GGUF file, or is damaged;
 * the message has the place. KRT_ERROR_UNSUPPORTED: version 1, a version above 3, big-endian, a
 * tensor of more than 8 dimensions, or arrays nested deeper than 8. */
krt_status krt_gguf_open(const char *path, struct krt_gguf **out);
/* Reads a file in memory, which the caller keeps until krt_gguf_close(). */
krt_status krt_gguf_read(const void *data, uint64_t bytes, struct krt_gguf **out);
void krt_gguf_close(struct krt_gguf *file); /* NULL is ignored */

/* ---- Tensors of a file ---------------------------------------------------------------------- */

#define KRT_GGUF_NONE UINT32_MAX

struct krt_gguf_tensor {
    const char *name;
    uint32_t type;   /* the number of ggml's type in the file: 0 is F32, 12 is Q4_K */
    uint32_t dtype;  /* enum krt_dtype; KRT_GGUF_NONE: it has none */
    uint32_t format; /* enum krt_block_format; KRT_GGUF_NONE: it has none. A tensor that has
                      * neither, of IQ4_XS for example, cannot be loaded, but can be copied. */
    uint32_t rank;
    uint64_t dims[KRT_MAX_RANK]; /* as in struct krt_tensor: the reverse of the file's order */
    uint64_t bytes;              /* of the data; 0 if |type| is unknown */
    uint64_t offset;             /* of the data, from the start of the file */
    const void *data;            /* NULL if |type| is unknown or there are no elements */
};

/* "Q4_K"; "unknown type". */
const char *krt_gguf_type_name(uint32_t type);

uint64_t krt_gguf_tensor_count(const struct krt_gguf *file);
/* Tensor number |index| in the file's order; NULL beyond the last one. */
const struct krt_gguf_tensor *krt_gguf_tensor_at(const struct krt_gguf *file, uint64_t index);
/* KRT_ERROR_NOT_FOUND: no tensor has this name. */
krt_status krt_gguf_tensor_find(const struct krt_gguf *file, const char *name,
                                const struct krt_gguf_tensor **out);
/* Copies |bytes| of the data of a tensor of |file| to memory of the host, from |offset| in the data
 * on. Reads the file, not the mapping. */
krt_status krt_gguf_copy(const struct krt_gguf *file, const struct krt_gguf_tensor *tensor,
                         uint64_t offset, void *out, uint64_t bytes);

/* ---- Metadata ------------------------------------------------------------------------------- */

enum krt_gguf_type { /* the file's numbers */
                     KRT_GGUF_U8 = 0,
                     KRT_GGUF_I8 = 1,
                     KRT_GGUF_U16 = 2,
                     KRT_GGUF_I16 = 3,
                     KRT_GGUF_U32 = 4,
                     KRT_GGUF_I32 = 5,
                     KRT_GGUF_F32 = 6,
                     KRT_GGUF_BOOL = 7,
                     KRT_GGUF_STRING = 8,
                     KRT_GGUF_ARRAY = 9,
                     KRT_GGUF_U64 = 10,
                     KRT_GGUF_I64 = 11,
                     KRT_GGUF_F64 = 12,
};
#define KRT_GGUF_TYPE_COUNT 13

struct krt_gguf_value {
    uint32_t type;         /* enum krt_gguf_type */
    uint32_t element_type; /* of an array */
    uint64_t count;        /* bytes of a string, elements of an array */
    uint64_t bytes;        /* of an array */
    union {
        uint64_t u64; /* U8 to U64 */
        int64_t i64;  /* I8 to I64 */
        float f32;
        double f64;
        bool is_true;
        /* Any bytes; a NUL follows those of an entry, not those of an element. */
        const char *string;
        /* Elements as in the file: little-endian, without padding, at any address. A string is its
         * length (u64) and its bytes, an array its element type (u32), its length (u64) and its
         * elements. */
        const void *array;
    } as;
};

struct krt_gguf_entry {
    const char *key;
    struct krt_gguf_value value;
};

uint64_t krt_gguf_entry_count(const struct krt_gguf *file);
/* Entry number |index| in the file's order; NULL beyond the last one. */
const struct krt_gguf_entry *krt_gguf_entry_at(const struct krt_gguf *file, uint64_t index);

/* The value of |key|. KRT_ERROR_NOT_FOUND: the file has no such key. KRT_ERROR_INVALID_ARGUMENT:
 * its value has another type, or is a number beyond the range of |out|. Writers store numbers in
 * different sizes: krt_gguf_get_u64() and krt_gguf_get_i64() take integers of any size, signed or
 * not, and krt_gguf_get_f64() takes F32 and F64. */
krt_status krt_gguf_get(const struct krt_gguf *file, const char *key, struct krt_gguf_value *out);
krt_status krt_gguf_get_u64(const struct krt_gguf *file, const char *key, uint64_t *out);
krt_status krt_gguf_get_i64(const struct krt_gguf *file, const char *key, int64_t *out);
krt_status krt_gguf_get_f64(const struct krt_gguf *file, const char *key, double *out);
krt_status krt_gguf_get_bool(const struct krt_gguf *file, const char *key, bool *out);
krt_status krt_gguf_get_string(const struct krt_gguf *file, const char *key, const char **out);
/* An array whose elements are of |element_type|. */
krt_status krt_gguf_get_array(const struct krt_gguf *file, const char *key, uint32_t element_type,
                              struct krt_gguf_value *out);

/* Takes the first element off |array|, which then is the rest of the array; false if it is empty.
 *     while (krt_gguf_next(&array, &element)) ...
 */
bool krt_gguf_next(struct krt_gguf_value *array, struct krt_gguf_value *element);

/* ---- Writing -------------------------------------------------------------------------------- */

/* What a file will hold. One thread at a time may use a writer. */
struct krt_gguf_writer;

krt_status krt_gguf_writer_create(struct krt_gguf_writer **out);
void krt_gguf_writer_destroy(struct krt_gguf_writer *writer); /* NULL is ignored */

/* Adds an entry; copies key and value. Keys are 1 to 65535 bytes of UTF-8 without control
 * characters; that a key is there twice, krt_gguf_write() reports. The key general.alignment must
 * be U32, a power of two from 8 on; without it tensors are aligned to 32 bytes. */
krt_status krt_gguf_set(struct krt_gguf_writer *writer, const char *key,
                        const struct krt_gguf_value *value);
krt_status krt_gguf_set_string(struct krt_gguf_writer *writer, const char *key, const char *text);
/* An array of strings. */
krt_status krt_gguf_set_strings(struct krt_gguf_writer *writer, const char *key,
                                const char *const *texts, uint64_t count);

/* Descriptions of tensors to write: dense elements of a dtype, or blocks, of which the last
 * dimension has whole ones. The caller keeps |name| and |data|. GGUF has no u8, u32 and f8e4m3, and
 * krt_gguf_add() refuses them. */
struct krt_gguf_tensor krt_gguf_dense(const char *name, uint32_t dtype, uint32_t rank,
                                      const uint64_t *dims, const void *data);
struct krt_gguf_tensor krt_gguf_blocks(const char *name, uint32_t format, uint32_t rank,
                                       const uint64_t *dims, const void *data);

/* Makes |bytes| of a tensor's data, from |offset| on. Is called for one piece after the other, each
 * of at most 1 MiB. Any status but KRT_OK ends krt_gguf_write(), which returns it. */
typedef krt_status krt_gguf_produce(void *context, uint64_t offset, void *out, uint64_t bytes);

/* Adds a tensor: one of the above, or one of an open file. Copies its description: of |tensor| the
 * members name, type, rank, dims and data count. As ggml reads no others, the name has at most 63
 * bytes, and the rank is at most 4. The data is taken when the file is written: from |data|, or if
 * |produce| is not NULL from that. A file whose tensor is added must stay open, and must not be
 * shortened, until then. That a name is there twice, krt_gguf_write() reports. */
krt_status krt_gguf_add(struct krt_gguf_writer *writer, const struct krt_gguf_tensor *tensor,
                        krt_gguf_produce *produce, void *context);

/* Writes a file of version 3, entries and tensors in the order in which they were added. The same
 * calls give the same bytes. The file appears whole or not at all, and replaces one that exists: it
 * is written beside |path|, synced, and renamed. KRT_ERROR_INVALID_ARGUMENT: two entries or two
 * tensors have one name. KRT_ERROR_IO: the message has the reason. A writer may write again. */
krt_status krt_gguf_write(const struct krt_gguf_writer *writer, const char *path);

/* ---- Loading to a device -------------------------------------------------------------------- */

/* Tensors in device memory. They do not need the file. They do not change: any number of threads
 * may use them at once. */
struct krt_gguf_weights;

struct krt_gguf_weight {
    const char *name;
    uint32_t rank; /* and dims, as in struct krt_gguf_tensor */
    uint64_t dims[KRT_MAX_RANK];
    bool is_quantized;
    struct krt_tensor tensor;       /* dense; all 0 if |is_quantized| */
    struct krt_quantized quantized; /* columns are the last dimension, rows the one before, experts
                                     * the others; no rows if one of those is 0; all 0 if not
                                     * |is_quantized| */
};

struct krt_gguf_load_options {
    size_t struct_size; /* sizeof(struct krt_gguf_load_options) */
    void *context;      /* for the callbacks */
    /* Whether to load this tensor. NULL: all are loaded. */
    bool (*select)(void *context, const struct krt_gguf_tensor *tensor);
    /* Is called after each piece of at most 4 MiB: |done| of |total| bytes were read, and |name| is
     * the tensor at hand. false cancels. NULL: nobody is told. */
    bool (*progress)(void *context, uint64_t done, uint64_t total, const char *name);
};

/* Copies tensors to the device of |stream|, each into memory of its own, by way of pinned memory:
 * while the device copies one piece, the next one is read. Returns when all is there. |options| may
 * be NULL. After an error nothing remains allocated. KRT_ERROR_OUT_OF_MEMORY: they do not fit; no
 * tensor was read. KRT_ERROR_CANCELLED: |progress| returned false. KRT_ERROR_UNSUPPORTED: a
 * selected tensor has neither a dtype nor a block format, or the stream is being captured.
 * KRT_ERROR_IO: the file cannot be read, or was shortened. */
krt_status krt_gguf_load(const struct krt_gguf *file, struct krt_stream *stream,
                         const struct krt_gguf_load_options *options,
                         struct krt_gguf_weights **out);
/* Frees the memory. Waits for the device, which must still be open. NULL is ignored. */
void krt_gguf_unload(struct krt_gguf_weights *weights);

uint64_t krt_gguf_weight_count(const struct krt_gguf_weights *weights);
/* Weight number |index| in the file's order; NULL beyond the last one. Borrowed, here and below. */
const struct krt_gguf_weight *krt_gguf_weight_at(const struct krt_gguf_weights *weights,
                                                 uint64_t index);
/* NULL: no weight has this name. */
const struct krt_gguf_weight *krt_gguf_weight_find(const struct krt_gguf_weights *weights,
                                                   const char *name);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
