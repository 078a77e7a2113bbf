/* Finds the kernels of a package by operation and dtypes, and launches them over elements. */
#ifndef KRT_OPS_OPS_H
#define KRT_OPS_OPS_H

#include "dtype.h"
#include "names.h"
#include "tensor.h"

#include <krt/fused.h>
#include <stdatomic.h>

/* Every operation that has kernels, with a name and kernels for some dtypes. */
enum operation {
    OPERATION_UNARY, /* the first of KRT_UNARY_COUNT numbers, one for each enum krt_unary */
    OPERATION_ELU = OPERATION_UNARY + KRT_UNARY_COUNT,
    OPERATION_POWF,
    OPERATION_AFFINE,
    OPERATION_FILL,
    OPERATION_SET,
    OPERATION_COPY2D,
    OPERATION_MATMUL,
    OPERATION_PRODUCT,
    OPERATION_PRODUCT_FEW,
    OPERATION_FINISH,
    OPERATION_ROUND_BLOCKS,
    OPERATION_BINARY, /* the first of KRT_BINARY_COUNT numbers, one for each enum krt_binary */
    OPERATION_COMPARE = OPERATION_BINARY + KRT_BINARY_COUNT,
    OPERATION_REDUCE = OPERATION_COMPARE + KRT_COMPARISON_COUNT,
    OPERATION_REDUCE_SHORT = OPERATION_REDUCE + KRT_REDUCTION_COUNT,
    OPERATION_ROPE = OPERATION_REDUCE_SHORT + KRT_REDUCTION_COUNT,
    OPERATION_SOFTMAX = OPERATION_ROPE + KRT_ROPE_COUNT,
    OPERATION_SOFTMAX_LONG,
    OPERATION_RMS_NORM,
    OPERATION_LAYER_NORM,
    OPERATION_SORT_UP,
    OPERATION_SORT_DOWN,
    OPERATION_CONV1D,
    OPERATION_CONV2D,
    OPERATION_CONV_TRANSPOSE1D,
    OPERATION_CONV_TRANSPOSE2D,
    OPERATION_IM2COL1D,
    OPERATION_IM2COL,
    OPERATION_COL2IM1D,
    OPERATION_MAX_POOL2D,
    OPERATION_AVERAGE_POOL2D,
    OPERATION_UPSAMPLE_NEAREST2D,
    OPERATION_UPSAMPLE_BILINEAR2D,
    OPERATION_CONV_DEPTHWISE,
    OPERATION_CONV_PATCHES,
    OPERATION_CONV_TILES,
    OPERATION_CONV_TRANSPOSE_TILES,
    OPERATION_CONV_STRIPS,
    OPERATION_CONV_TRANSPOSE_STRIPS,
    OPERATION_CHANNELS_LAST,
    OPERATION_CONV_CHANNELS,
    OPERATION_PRODUCT_ALONG_K,
    OPERATION_PRODUCT_ALONG_N,
    OPERATION_GET_ROWS,
    OPERATION_SUM_INTO,
    OPERATION_SUM_WIDE,
    OPERATION_SHORT_SUM_WIDE,
    OPERATION_SHORT_SUM_NARROW,
    OPERATION_SORT_COUNT,
    OPERATION_SORT_DIGIT,
    OPERATION_SCAN, /* the first of KRT_SCAN_COUNT numbers, one for each enum krt_scan */
    OPERATION_ARANGE = OPERATION_SCAN + KRT_SCAN_COUNT,
    OPERATION_LINSPACE,
    OPERATION_BAND,
    OPERATION_PAD,
    OPERATION_RANDOM_BITS,
    OPERATION_RANDOM_UNIFORM,
    OPERATION_RANDOM_NORMAL,
    OPERATION_RANDOM_INTEGER,
    OPERATION_RANDOM_BERNOULLI,
    OPERATION_RANDOM_PERMUTATION,
    OPERATION_DROPOUT,
    /* The operations from here on have two dtypes. OPERATION_CAST: that of the input, that of the
     * result. */
    OPERATION_CAST,
    OPERATION_WHERE,        /* its dtypes are those of the condition and of the values */
    OPERATION_INDEX_SELECT, /* its dtypes are those of the indices and of the values */
    OPERATION_GATHER,
    OPERATION_INDEX_ADD,
    OPERATION_SCATTER_ADD,
    OPERATION_SCATTER,
    OPERATION_COUNT,
};

/* Kernels of quantized matrices, by their block format. */
enum quantized {
    QUANTIZED_DEQUANTIZE_F32,
    QUANTIZED_DEQUANTIZE_F16,
    QUANTIZED_GET_ROWS,
    QUANTIZED_QUANTIZE,
    QUANTIZED_MATVEC_EXACT, /* products with f32 activations */
    QUANTIZED_MATVEC_1,     /* products with one row of activations, rounded to 8 bits */
    QUANTIZED_MATVEC_4,     /* products with two to four rows of rounded activations */
    QUANTIZED_MATVEC_8,     /* products with five to eight rows of rounded activations */
    QUANTIZED_MATMUL,       /* products with any number of rows of rounded activations */
    QUANTIZED_MOE,
    QUANTIZED_COUNT,
};

/* The most formulas that an operation has. Each formula is for other dtypes. */
enum { FORMULA_KINDS = 3 };

struct krt_ops {
    const struct krt_package *package;
    /* The ordinals of kernels, by operation and two dtypes: NO_KERNEL if the package lacks the
     * kernel. The second dtype is 0 if the kernel's name has only one dtype. The table is written
     * once. */
    uint32_t ordinals[OPERATION_COUNT][KRT_DTYPE_COUNT][KRT_DTYPE_COUNT];
    uint32_t quantized[QUANTIZED_COUNT][KRT_BLOCK_FORMAT_COUNT];
    /* fusions of the formulas; each is made when it is first needed */
    _Atomic(struct krt_fusion *) formulas[OPERATION_COUNT][FORMULA_KINDS];
};

/* Returns the formula for an operation on these dtypes, in the syntax of krt_fusion_parse(), or
 * NULL. A formula replaces a kernel that the package lacks. */
const char *formula_for(unsigned operation, uint32_t first, uint32_t second);

/* Computes |operation| with its formula. |row| has the meaning of struct krt_fusion_arguments.
 * Returns KRT_ERROR_UNSUPPORTED if there is no formula, with a message that lists the dtypes with
 * kernels. */
krt_status formula_launch(struct krt_ops *ops, unsigned operation, uint32_t first, uint32_t second,
                          struct krt_stream *stream, const struct krt_tensor *const *inputs,
                          unsigned input_count, const struct krt_tensor *out, uint32_t row);
void formulas_destroy(struct krt_ops *ops);

/* Whether the package has a kernel for these dtypes. */
static inline bool ops_has(const struct krt_ops *ops, unsigned operation, uint32_t first,
                           uint32_t second)
{
    return ops->ordinals[operation][first][second] != NO_KERNEL;
}

/* Returns the dtype whose kernels do |operation| for |dtype|: |dtype| itself, or a wider one to
 * which the tensors are cast if |dtype| has no kernel. |ids| is the dtype of indices, and 0 for
 * operations of one dtype. Returns |dtype| if wider dtypes have no kernel either. */
uint32_t ops_wider(const struct krt_ops *ops, unsigned operation, uint32_t ids, uint32_t dtype);

/* Returns the dtype to which indices of dtype |ids| are cast for |operation| on |dtype|: |ids|
 * itself, but i32 for i16 without a kernel. */
uint32_t ops_ids(const struct krt_ops *ops, unsigned operation, uint32_t ids, uint32_t dtype);

/* Copies of an operation's tensors, in a wider dtype and in memory of the stream. */
struct wide {
    struct krt_tensor in, kernel, out;
};

/* Makes the copies of |in|, of |kernel| unless it is NULL, and of |out|, whose elements are copied
 * only if |out_is_read|. |dtype| is another one than theirs. If wide_begin() fails, wide_end() must
 * be called too. */
krt_status wide_begin(struct krt_ops *ops, struct krt_stream *stream, uint32_t dtype,
                      const struct krt_tensor *in, const struct krt_tensor *kernel,
                      const struct krt_tensor *out, bool out_is_read, struct wide *wide);
/* Casts the result to |out| if |status| is KRT_OK, and frees the copies. Returns |status|, or the
 * error of casting or freeing. */
krt_status wide_end(struct krt_ops *ops, struct krt_stream *stream, const struct wide *wide,
                    const struct krt_tensor *out, krt_status status);

/* Returns the beginning of the names of the operation's kernels: "uexp", "cast". */
const char *operation_name(unsigned operation);

/* Finds the ordinal of a kernel by operation and dtypes. KRT_ERROR_UNSUPPORTED lists the dtypes
 * that have kernels. */
krt_status ops_find(const struct krt_ops *ops, unsigned operation, uint32_t first, uint32_t second,
                    uint32_t *out);

/* Returns the pattern of a kind's kernel names, "get_rows_%s", where %s is the format. */
const char *quantized_pattern(unsigned kind);

/* Returns KRT_ERROR_INVALID_ARGUMENT unless |format| is a value of enum krt_block_format, and
 * |columns| fill whole blocks. */
krt_status check_blocks(const char *function, uint32_t format, uint64_t columns);

/* Finds the ordinal of a kernel of quantized matrices. KRT_ERROR_UNSUPPORTED lists the formats that
 * have kernels. */
krt_status quantized_find(const struct krt_ops *ops, unsigned kind, uint32_t format, uint32_t *out);

/* A launch over the elements of tensors of one shape. */
struct elementwise {
    const char *function; /* the name of the function for messages, such as "krt_unary" */
    const struct krt_tensor *operands[OPERANDS_MAX]; /* the tensors whose strides the kernel gets */
    unsigned operand_count;
    const struct krt_tensor *out; /* the result, a dense tensor of the same shape; may be NULL */
    bool is_slow;                 /* whether the kernel is limited by arithmetic, not by memory */
    uint64_t count;       /* the number of elements of each tensor; set by elementwise_check() */
    struct layout layout; /* the layout of |operands|; set by elementwise_check() */
};

/* Checks the tensors of |work| for NULL, rank, shape and density. If it returns KRT_OK and |count|
 * is 0, there is nothing to launch. */
krt_status elementwise_check(struct elementwise *work);

/* Launches kernel |ordinal|. The kernel's parameters are numel, num_dims, info, and then the
 * |count| |arguments|. */
krt_status elementwise_launch(const struct krt_ops *ops, uint32_t ordinal,
                              struct krt_stream *stream, const struct elementwise *work,
                              void *const *arguments, unsigned count);

/* Frees |memory|, which krt_alloc_async() returned and which may be NULL. Tries twice. Returns
 * |status|, or the error of freeing if |status| is KRT_OK. */
krt_status memory_give(struct krt_stream *stream, void *memory, krt_status status);

/* Makes a dense tensor of the shape of |tensor|, in memory of the stream. */
krt_status dense_make(struct krt_stream *stream, const struct krt_tensor *tensor, uint32_t dtype,
                      struct krt_tensor *out);

/* Sets |out| to |tensor|, or to a dense copy of |dtype| if |tensor| has gaps or another dtype.
 * dense_give() frees the copy; it returns |status|, or the error of freeing if |status| is
 * KRT_OK. */
krt_status dense_take(struct krt_ops *ops, struct krt_stream *stream,
                      const struct krt_tensor *tensor, uint32_t dtype, struct krt_tensor *out);
krt_status dense_give(struct krt_stream *stream, const struct krt_tensor *tensor,
                      const struct krt_tensor *taken, krt_status status);

/* Describes the device of |stream|. The caller sets |info|->struct_size. */
krt_status stream_describe(struct krt_stream *stream, struct krt_device_info *info);

/* grid_up_to() returns a grid of |blocks| workgroups of |block| threads, grid_by() a grid of
 * |threads| threads in such workgroups, and grid_for() one in workgroups that suit element-wise
 * kernels. If such a grid cannot be launched, they return the largest grid that can: kernels loop
 * over the remaining work. */
struct krt_launch_config grid_up_to(uint64_t blocks, uint32_t block);
struct krt_launch_config grid_by(uint64_t threads, uint32_t block);
struct krt_launch_config grid_for(uint64_t threads);
/* A grid along y. In such a grid, element-wise and indexing kernels divide the work among all
 * workgroups, so that none is idle. */
struct krt_launch_config grid_of_workers(uint64_t threads);
/* A grid along y for kernels that make outputs line by line. If there are many outputs, a thread
 * makes up to 2^MOVER_BITS of them. */
struct krt_launch_config grid_of_movers(uint64_t outputs);

/* A grid for kernels that make several short rows in a workgroup (has_teams() of
 * kernels/candle/reduce/tile.cuh). teams_for() returns false and does not change |config| if the
 * rows are not short, or so few that a workgroup for each row is faster. |out| may be NULL. */
struct teams {
    uint32_t threads; /* how many threads a workgroup has */
    uint32_t lanes;   /* the most threads that share a row */
    uint32_t packs;   /* how many packs of 16 bytes each thread of a row gets */
    /* The fewest threads for a row that does not consist of whole packs. 0 if the kernel does not
     * accept such rows. */
    uint32_t lanes_of_parts;
    uint32_t longest; /* how many packs the longest row has */
};
bool teams_for(uint64_t rows, uint64_t row_bytes, struct teams teams, const void *in,
               const void *out, struct krt_launch_config *config);

/* A grid of |blocks| workgroups of |threads| threads, for kernels without a loop over blocks. If a
 * launch cannot have so many workgroups, grid_of() returns KRT_ERROR_UNSUPPORTED, with a message
 * that names |function|. */
krt_status grid_of(const char *function, uint64_t blocks, uint32_t threads,
                   struct krt_launch_config *out);

#endif
