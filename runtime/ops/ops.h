/* The kernels of a package by operation and dtypes, and launching one over elements. */
#ifndef KRT_OPS_OPS_H
#define KRT_OPS_OPS_H

#include "dtype.h"
#include "tensor.h"

#include <krt/fused.h>
#include <stdatomic.h>

/* Every family of kernels: a name, and the dtypes in it. */
enum operation {
    OPERATION_UNARY, /* and those of enum krt_unary behind it */
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
    OPERATION_BINARY, /* and those of enum krt_binary behind it; likewise below */
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
    OPERATION_GET_ROWS,
    OPERATION_SUM_INTO,
    OPERATION_SUM_WIDE,
    OPERATION_SHORT_SUM_WIDE,
    OPERATION_SHORT_SUM_NARROW,
    OPERATION_SORT_COUNT,
    OPERATION_SORT_DIGIT,
    OPERATION_SCAN, /* and those of enum krt_scan behind it */
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
    OPERATION_CAST,         /* from, to; all families behind it have two dtypes */
    OPERATION_WHERE,        /* condition, value */
    OPERATION_INDEX_SELECT, /* index, value */
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
    QUANTIZED_MATVEC_EXACT, /* f32 activations */
    QUANTIZED_MATVEC_1,     /* one rounded row */
    QUANTIZED_MATVEC_4,     /* two to four */
    QUANTIZED_MATVEC_8,     /* five to eight */
    QUANTIZED_MATMUL,       /* any number */
    QUANTIZED_MOE,
    QUANTIZED_COUNT,
};

#define NO_KERNEL UINT32_MAX

/* The most formulas that one operation has, for different dtypes. */
enum { FORMULA_KINDS = 3 };

struct krt_ops {
    const struct krt_package *package;
    /* Ordinals by operation and two dtypes, the second one 0 where the name has only one;
     * NO_KERNEL. Written once. */
    uint32_t ordinals[OPERATION_COUNT][KRT_DTYPE_COUNT][KRT_DTYPE_COUNT];
    uint32_t quantized[QUANTIZED_COUNT][KRT_BLOCK_FORMAT_COUNT];
    _Atomic(struct krt_fusion *) formulas[OPERATION_COUNT][FORMULA_KINDS]; /* NULL: not yet made */
};

/* A formula for an operation on these dtypes, as krt_fusion_parse() takes it, or NULL. It serves
 * where the package has no kernel. */
const char *formula_for(unsigned operation, uint32_t first, uint32_t second);

/* Computes |operation| with its formula. |row| is as in struct krt_fusion_arguments. Returns
 * KRT_ERROR_UNSUPPORTED if there is no formula; the message lists the dtypes that have kernels. */
krt_status formula_launch(struct krt_ops *ops, unsigned operation, uint32_t first, uint32_t second,
                          struct krt_stream *stream, const struct krt_tensor *const *inputs,
                          unsigned input_count, const struct krt_tensor *out, uint32_t row);
void formulas_destroy(struct krt_ops *ops);

/* Whether the package has a kernel. */
static inline bool ops_has(const struct krt_ops *ops, unsigned operation, uint32_t first,
                           uint32_t second)
{
    return ops->ordinals[operation][first][second] != NO_KERNEL;
}

/* "uexp", "cast". */
const char *operation_name(unsigned operation);

/* The ordinal, or KRT_ERROR_UNSUPPORTED with a list of the dtypes that exist. */
krt_status ops_find(const struct krt_ops *ops, unsigned operation, uint32_t first, uint32_t second,
                    uint32_t *out);

/* "get_rows_%s", in which the format comes at %s. */
const char *quantized_pattern(unsigned kind);

/* The ordinal, or KRT_ERROR_UNSUPPORTED with a list of the formats that exist. */
krt_status quantized_find(const struct krt_ops *ops, unsigned kind, uint32_t format, uint32_t *out);

/* An operation over elements: its operands of one shape, the kernel's arguments, and a launch. */
struct elementwise {
    const char *function;                            /* "krt_unary", for messages */
    const struct krt_tensor *operands[OPERANDS_MAX]; /* those whose strides the kernel is given */
    unsigned operand_count;
    const struct krt_tensor *out; /* dense, of their shape; NULL when an operand is written */
    bool is_slow;                 /* arithmetic limits the function, not memory */
    uint64_t count;               /* elements; set by elementwise_check() */
    struct layout layout;         /* likewise */
};

/* NULL, rank, shapes, density. With KRT_OK and |count| 0 there is nothing to do. */
krt_status elementwise_check(struct elementwise *work);

/* Launches kernel |ordinal| with numel, num_dims, info and the |count| further |arguments|. */
krt_status elementwise_launch(const struct krt_ops *ops, uint32_t ordinal,
                              struct krt_stream *stream, const struct elementwise *work,
                              void *const *arguments, unsigned count);

/* Frees what krt_alloc_async() gave, or NULL. Returns |status|, or if that is KRT_OK its own. */
krt_status memory_give(struct krt_stream *stream, void *memory, krt_status status);

/* |tensor|, or a dense copy of it, whose memory dense_give() frees as memory_give() does. */
krt_status dense_take(struct krt_ops *ops, struct krt_stream *stream,
                      const struct krt_tensor *tensor, struct krt_tensor *out);
krt_status dense_give(struct krt_stream *stream, const struct krt_tensor *tensor,
                      const struct krt_tensor *taken, krt_status status);

/* Describes the stream's device. |info|->struct_size is set. */
krt_status stream_describe(struct krt_stream *stream, struct krt_device_info *info);

/* A grid of |blocks| workgroups of |block| threads, or of |threads| in all, up to the largest grid:
 * kernels loop over the rest. grid_for() has as many in a workgroup as element-wise kernels like.
 */
struct krt_launch_config grid_up_to(uint64_t blocks, uint32_t block);
struct krt_launch_config grid_by(uint64_t threads, uint32_t block);
struct krt_launch_config grid_for(uint64_t threads);
/* A grid along y, where element-wise and indexing kernels leave no workgroup idle. */
struct krt_launch_config grid_of_workers(uint64_t threads);
/* For outputs that are made line by line: along y too, a thread for up to 2^MOVER_BITS outputs
 * where these are many. */
struct krt_launch_config grid_of_movers(uint64_t outputs);

/* For kernels that work on rows of |row_bytes|: workgroups that make several short rows each
 * (has_teams() of kernels/candle/reduce/tile.cuh). False, without a |config|, where rows are not
 * short, or so few that a workgroup for each is better. |out| may be NULL.
 */
struct teams {
    uint32_t threads; /* of a workgroup */
    uint32_t lanes;   /* of a row, at most */
    uint32_t vectors; /* of 16 bytes, that a lane has if there are lanes enough */
    /* The least lanes of a row that is not whole vectors; 0: the kernel has no such rows. */
    uint32_t lanes_of_parts;
    uint32_t longest; /* row, in vectors */
};
bool teams_for(uint64_t rows, uint64_t row_bytes, struct teams teams, const void *in,
               const void *out, struct krt_launch_config *config);

/* |blocks| workgroups of |threads|, each of which has its own work: KRT_ERROR_UNSUPPORTED, naming
 * |function|, when they are more than a launch can have. */
krt_status grid_of(const char *function, uint64_t blocks, uint32_t threads,
                   struct krt_launch_config *out);

#endif
