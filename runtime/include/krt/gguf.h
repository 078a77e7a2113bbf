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
 * The files are of version 2 or 3 and little-endian, as ggml's docs/gguf.md defines them. A file is
 * not trusted: sizes in a file are checked against the file's length before they are used, and a
 * file cannot make the reader allocate more than a few times the file's length. docs/gguf.md lists
 * what is refused.
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

/* ---- Opening files --------------------------------------------------------------------------- */

/* An open file. The struct does not change: any number of threads may use it at once. Pointers that
 * the functions below return point into the file, and are valid until krt_gguf_close(). */
struct krt_gguf;

/* Opens a file and maps it; a pipe, of at most 4 GiB, is read into memory. While the file is open,
 * nobody should shorten it: reading the lost bytes through a pointer raises SIGBUS; krt_gguf_copy()
 * and krt_gguf_load() then return KRT_ERROR_IO.
 *
 * KRT_ERROR_IO: the file cannot be read. KRT_ERROR_BAD_IMAGE: the file is not a GGUF file, or is
 * damaged; the message has the place. KRT_ERROR_UNSUPPORTED: version 1, a version above 3,
 * big-endian, a tensor of more than 8 dimensions, or arrays nested deeper than 8. */
krt_status krt_gguf_open(const char *path, struct krt_gguf **out);
/* Opens a file that is in memory. The caller keeps the memory until krt_gguf_close(). */
krt_status krt_gguf_read(const void *data, uint64_t bytes, struct krt_gguf **out);
void krt_gguf_close(struct krt_gguf *file); /* NULL is ignored */

/* ---- Tensors of a file ---------------------------------------------------------------------- */

#define KRT_GGUF_NONE UINT32_MAX

struct krt_gguf_tensor {
    const char *name;
    uint32_t type; /* the number of ggml's type in the file: 0 is F32, 12 is Q4_K */
    /* the value of enum krt_dtype for |type|; KRT_GGUF_NONE if |type| is not a dtype */
    uint32_t dtype;
    /* The value of enum krt_block_format for |type|; KRT_GGUF_NONE if |type| is not a block format.
     * A tensor of neither kind, for example of IQ2_XS, cannot be loaded, but can be copied, and
     * krt_gguf_dequantize() converts many such types. */
    uint32_t format;
    uint32_t rank;
    /* the dimensions, in the order of struct krt_tensor, which is the reverse of the file's
     * order */
    uint64_t dims[KRT_MAX_RANK];
    /* the size of the data; if |type| is unknown, the number of all bytes up to the next tensor or
     * the end of the file, with padding */
    uint64_t bytes;
    uint64_t offset;  /* where the data begins, in bytes from the start of the file */
    const void *data; /* the data; NULL if there are no elements */
};

/* Returns ggml's name of |type|, "Q4_K", or "unknown type". */
const char *krt_gguf_type_name(uint32_t type);
/* Returns the number of elements of a block: 1 for a type without blocks, 0 for an unknown type. */
uint32_t krt_gguf_type_elements(uint32_t type);
/* Returns the bytes of a block; 0 for an unknown type. */
uint32_t krt_gguf_type_bytes(uint32_t type);

/* Returns how many tensors the file has. */
uint64_t krt_gguf_tensor_count(const struct krt_gguf *file);
/* Returns tensor number |index| in the file's order, or NULL if the file has fewer tensors. */
const struct krt_gguf_tensor *krt_gguf_tensor_at(const struct krt_gguf *file, uint64_t index);
/* Finds a tensor by its name. KRT_ERROR_NOT_FOUND: no tensor has this name. */
krt_status krt_gguf_tensor_find(const struct krt_gguf *file, const char *name,
                                const struct krt_gguf_tensor **out);
/* Copies |bytes| bytes of a tensor's data, beginning at byte |offset| of the data, to memory of the
 * host. The tensor must be one of |file|. Reads the file, not the mapping. */
krt_status krt_gguf_copy(const struct krt_gguf *file, const struct krt_gguf_tensor *tensor,
                         uint64_t offset, void *out, uint64_t bytes);
/* Converts |count| elements of the quantized type |type| to floats, on the host. The elements must
 * fill whole blocks, and |in|, which may have any alignment, has these blocks. docs/gguf.md has the
 * formulas. KRT_ERROR_UNSUPPORTED: |type| is unknown, has no blocks, or is Q8_1, which is not
 * converted. */
krt_status krt_gguf_dequantize(uint32_t type, const void *in, uint64_t count, float *out);

/* ---- Metadata ------------------------------------------------------------------------------- */

enum krt_gguf_type { /* the numbers of types in a file */
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
    uint32_t type; /* the type of the value, a value of enum krt_gguf_type */
    /* for an array, the type of the elements, a value of enum krt_gguf_type */
    uint32_t element_type;
    uint64_t count; /* the length of a string in bytes, or how many elements an array has */
    uint64_t bytes; /* for an array, the size of all elements in bytes */
    union {
        uint64_t u64; /* the value of U8, U16, U32 and U64 */
        int64_t i64;  /* the value of I8, I16, I32 and I64 */
        float f32;
        double f64;
        bool is_true;
        /* A string: any bytes. A NUL follows the string of an entry, but not a string that is an
         * element of an array. */
        const char *string;
        /* The elements as the file has them: little-endian, without padding, at any address. A
         * string is its length (u64) and its bytes. An array is its element type (u32), its length
         * (u64) and its elements. */
        const void *array;
    } as;
};

struct krt_gguf_entry {
    const char *key;
    struct krt_gguf_value value;
};

/* Returns how many entries the file has. */
uint64_t krt_gguf_entry_count(const struct krt_gguf *file);
/* Returns entry number |index| in the file's order, or NULL if the file has fewer entries. */
const struct krt_gguf_entry *krt_gguf_entry_at(const struct krt_gguf *file, uint64_t index);

/* These functions get the value of |key|. KRT_ERROR_NOT_FOUND: the file has no such key.
 * KRT_ERROR_INVALID_ARGUMENT: the value has another type, or is a number beyond the range of |out|.
 * Writers store numbers in different sizes: krt_gguf_get_u64() and krt_gguf_get_i64() take integers
 * of any size, signed or not, and krt_gguf_get_f64() takes F32 and F64. */
krt_status krt_gguf_get(const struct krt_gguf *file, const char *key, struct krt_gguf_value *out);
krt_status krt_gguf_get_u64(const struct krt_gguf *file, const char *key, uint64_t *out);
krt_status krt_gguf_get_i64(const struct krt_gguf *file, const char *key, int64_t *out);
krt_status krt_gguf_get_f64(const struct krt_gguf *file, const char *key, double *out);
krt_status krt_gguf_get_bool(const struct krt_gguf *file, const char *key, bool *out);
krt_status krt_gguf_get_string(const struct krt_gguf *file, const char *key, const char **out);
/* Gets the array of |key|, if its elements have the type |element_type|. */
krt_status krt_gguf_get_array(const struct krt_gguf *file, const char *key, uint32_t element_type,
                              struct krt_gguf_value *out);

/* Removes the first element of |array| and returns it in |element|. Returns false if |array| has no
 * more elements:
 *     while (krt_gguf_next(&array, &element)) ...
 */
bool krt_gguf_next(struct krt_gguf_value *array, struct krt_gguf_value *element);

/* ---- Writing files --------------------------------------------------------------------------- */

/* Collects the entries and tensors of a file to write. One thread at a time may use a writer. */
struct krt_gguf_writer;

/* Makes a writer without entries and tensors. */
krt_status krt_gguf_writer_create(struct krt_gguf_writer **out);
void krt_gguf_writer_destroy(struct krt_gguf_writer *writer); /* NULL is ignored */

/* Adds an entry; copies key and value. Keys are 1 to 65535 bytes of UTF-8 without control
 * characters. krt_gguf_write() reports a key that was added twice. The key general.alignment must
 * be a U32 and a power of two, at least 8; without this key, tensors are aligned to 32 bytes. */
krt_status krt_gguf_set(struct krt_gguf_writer *writer, const char *key,
                        const struct krt_gguf_value *value);
krt_status krt_gguf_set_string(struct krt_gguf_writer *writer, const char *key, const char *text);
/* Adds an array of strings. */
krt_status krt_gguf_set_strings(struct krt_gguf_writer *writer, const char *key,
                                const char *const *texts, uint64_t count);

/* These functions describe a tensor to write: krt_gguf_dense() a tensor of dense elements of a
 * dtype, krt_gguf_blocks() a tensor of quantized blocks, which must fill the last dimension
 * exactly. The caller keeps |name| and |data|. krt_gguf_add() refuses what cannot be written: u8,
 * u32 and f8e4m3, which GGUF does not have; parts of blocks; more than 2^63 bytes. */
struct krt_gguf_tensor krt_gguf_dense(const char *name, uint32_t dtype, uint32_t rank,
                                      const uint64_t *dims, const void *data);
struct krt_gguf_tensor krt_gguf_blocks(const char *name, uint32_t format, uint32_t rank,
                                       const uint64_t *dims, const void *data);

/* A callback that writes |bytes| bytes of a tensor's data to |out|, beginning at byte |offset| of
 * the data. krt_gguf_write() calls it for one piece after the other, each of at most 1 MiB. If it
 * returns any status but KRT_OK, krt_gguf_write() stops and returns that status. */
typedef krt_status krt_gguf_produce(void *context, uint64_t offset, void *out, uint64_t bytes);

/* Adds a tensor: one that krt_gguf_dense() or krt_gguf_blocks() describes, or one of an open file.
 * Copies the members name, type, rank, dims and data of |tensor|, also bytes if the type is
 * unknown, and ignores the others. The name has at most 63 bytes, and the rank is at most 4,
 * because ggml cannot read others. krt_gguf_write() takes the data from |produce|, or from |data|
 * if |produce| is NULL. Until then, a file whose tensor is added must stay open and must not be
 * shortened. krt_gguf_write() also reports a name that was added twice. */
krt_status krt_gguf_add(struct krt_gguf_writer *writer, const struct krt_gguf_tensor *tensor,
                        krt_gguf_produce *produce, void *context);
/* Adds a tensor like krt_gguf_add(), with the |bytes| bytes at |tensor|->data. Also fails with
 * KRT_ERROR_INVALID_ARGUMENT if a tensor of this type and shape has another number of bytes. For an
 * unknown type, that number is |tensor|->bytes. */
krt_status krt_gguf_add_data(struct krt_gguf_writer *writer, const struct krt_gguf_tensor *tensor,
                             uint64_t bytes);

/* Writes a file of version 3, with entries and tensors in the order in which they were added. The
 * same calls give the same bytes. The file appears whole or not at all, and replaces an existing
 * file: the call writes the new file beside |path|, syncs it and renames it.
 * KRT_ERROR_INVALID_ARGUMENT: two entries or two tensors have one name. KRT_ERROR_IO: the message
 * has the reason. A program may call this several times with the same writer. */
krt_status krt_gguf_write(const struct krt_gguf_writer *writer, const char *path);

/* ---- Loading to a device -------------------------------------------------------------------- */

/* Tensors in device memory. The tensors do not need the file, and do not change: any number of
 * threads may use them at once. */
struct krt_gguf_weights;

struct krt_gguf_weight {
    const char *name;
    uint32_t rank; /* how many dimensions the weight has, as in struct krt_gguf_tensor */
    uint64_t dims[KRT_MAX_RANK];
    bool is_quantized;
    struct krt_tensor tensor; /* the dense weight; all 0 if |is_quantized| */
    /* the quantized weight; all 0 if not |is_quantized|. The columns are the last dimension, the
     * rows the dimension before it, and the experts the product of all other dimensions; there are
     * 0 rows if one of these is 0. */
    struct krt_quantized quantized;
};

struct krt_gguf_load_options {
    size_t struct_size; /* sizeof(struct krt_gguf_load_options), which the caller sets */
    void *context;      /* a pointer that is passed to the callbacks */
    /* Returns whether to load this tensor. NULL: all tensors are loaded. */
    bool (*select)(void *context, const struct krt_gguf_tensor *tensor);
    /* Is called after each piece of at most 4 MiB: |done| of |total| bytes were read, and |name| is
     * the tensor that is being read. Return false to cancel the load. NULL: no callback. */
    bool (*progress)(void *context, uint64_t done, uint64_t total, const char *name);
};

/* Copies tensors to the device of |stream|, each into memory of its own, by way of pinned memory:
 * while the device copies one piece, the next one is read. Returns when all data are on the device.
 * |options| may be NULL. After an error nothing remains allocated. KRT_ERROR_OUT_OF_MEMORY: the
 * tensors do not fit, and no data were read. KRT_ERROR_CANCELLED: |progress| returned false.
 * KRT_ERROR_UNSUPPORTED: a selected tensor has neither a dtype nor a block format, or the stream is
 * being captured. KRT_ERROR_IO: the file cannot be read, or was shortened. */
krt_status krt_gguf_load(const struct krt_gguf *file, struct krt_stream *stream,
                         const struct krt_gguf_load_options *options,
                         struct krt_gguf_weights **out);
/* Frees the memory of all tensors. Waits for the device, which must still be open. NULL is
 * ignored. */
void krt_gguf_unload(struct krt_gguf_weights *weights);

/* Returns how many weights were loaded. */
uint64_t krt_gguf_weight_count(const struct krt_gguf_weights *weights);
/* Returns weight number |index| in the file's order, or NULL if there are fewer weights. The
 * results of this function and of krt_gguf_weight_find() are borrowed from |weights|. */
const struct krt_gguf_weight *krt_gguf_weight_at(const struct krt_gguf_weights *weights,
                                                 uint64_t index);
/* Finds a weight by its name; NULL if no weight has this name. */
const struct krt_gguf_weight *krt_gguf_weight_find(const struct krt_gguf_weights *weights,
                                                   const char *name);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
