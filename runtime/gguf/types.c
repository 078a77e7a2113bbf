/* The types of tensors: their names, blocks, and what they are called here. The numbers are those
 * of enum ggml_type in ggml's docs/gguf.md; the sizes of blocks are those of ggml's ggml-common.h,
 * and as a block format docs/kernels.md describes them. */
#include "gguf.h"


#define PLAIN(name, dtype, bytes)                                                                  \
    {                                                                                              \
        name, 1, bytes, dtype, KRT_GGUF_NONE                                                       \
    }
#define BLOCKS(name, format, elements, bytes)                                                      \
    {                                                                                              \
        name, elements, bytes, KRT_GGUF_NONE, format                                               \
    }
#define OTHER(name, elements, bytes)                                                               \
    {                                                                                              \
        name, elements, bytes, KRT_GGUF_NONE, KRT_GGUF_NONE                                        \
    }

/* Types that ggml has removed are missing: they are unknown. */
static const struct {
    const char *name;
    uint32_t elements, bytes; /* of a block */
    uint32_t dtype, format;
} types[] = {
    [0] = PLAIN("F32", KRT_F32, 4),
    [1] = PLAIN("F16", KRT_F16, 2),
    [2] = BLOCKS("Q4_0", KRT_Q4_0, 32, 18),
    [3] = BLOCKS("Q4_1", KRT_Q4_1, 32, 20),
    [6] = BLOCKS("Q5_0", KRT_Q5_0, 32, 22),
    [7] = BLOCKS("Q5_1", KRT_Q5_1, 32, 24),
    [8] = BLOCKS("Q8_0", KRT_Q8_0, 32, 34),
    [9] = OTHER("Q8_1", 32, 36),
    [10] = BLOCKS("Q2_K", KRT_Q2_K, 256, 84),
    [11] = BLOCKS("Q3_K", KRT_Q3_K, 256, 110),
    [12] = BLOCKS("Q4_K", KRT_Q4_K, 256, 144),
    [13] = BLOCKS("Q5_K", KRT_Q5_K, 256, 176),
    [14] = BLOCKS("Q6_K", KRT_Q6_K, 256, 210),
    [15] = BLOCKS("Q8_K", KRT_Q8_K, 256, 292),
    [16] = OTHER("IQ2_XXS", 256, 66),
    [17] = OTHER("IQ2_XS", 256, 74),
    [18] = OTHER("IQ3_XXS", 256, 98),
    [19] = OTHER("IQ1_S", 256, 50),
    [20] = OTHER("IQ4_NL", 32, 18),
    [21] = OTHER("IQ3_S", 256, 110),
    [22] = OTHER("IQ2_S", 256, 82),
    [23] = OTHER("IQ4_XS", 256, 136),
    [24] = OTHER("I8", 1, 1),
    [25] = PLAIN("I16", KRT_I16, 2),
    [26] = PLAIN("I32", KRT_I32, 4),
    [27] = PLAIN("I64", KRT_I64, 8),
    [28] = PLAIN("F64", KRT_F64, 8),
    [29] = OTHER("IQ1_M", 256, 56),
    [30] = PLAIN("BF16", KRT_BF16, 2),
    [34] = OTHER("TQ1_0", 256, 54),
    [35] = OTHER("TQ2_0", 256, 66),
    [39] = OTHER("MXFP4", 32, 17),
};
enum { TYPE_COUNT = sizeof types / sizeof types[0] };

bool gguf_is_known(uint32_t type)
{
    return type < TYPE_COUNT && types[type].name;
}

const char *krt_gguf_type_name(uint32_t type)
{
    return gguf_is_known(type) ? types[type].name : "unknown type";
}

bool gguf_align(uint64_t offset, uint64_t alignment, uint64_t *out)
{
    uint64_t above = offset % alignment;
    return !__builtin_add_overflow(offset, above ? alignment - above : 0, out);
}

const char *gguf_measure(struct krt_gguf_tensor *tensor)
{
    uint64_t count = 1;
    bool overflows = false, is_known = gguf_is_known(tensor->type);
    tensor->dtype = is_known ? types[tensor->type].dtype : KRT_GGUF_NONE;
    tensor->format = is_known ? types[tensor->type].format : KRT_GGUF_NONE;
    tensor->bytes = 0;
    if (tensor->rank > KRT_MAX_RANK)
        return "it has more than 8 dimensions";
    for (uint32_t i = 0; i < tensor->rank; i++) {
        overflows |= __builtin_mul_overflow(count, tensor->dims[i], &count);
        if (tensor->dims[i] == 0) {
            count = 0;
            overflows = false;
            break;
        }
    }
    if (!is_known)
        return NULL;
    uint64_t row = tensor->rank ? tensor->dims[tensor->rank - 1] : 1;
    if (row % types[tensor->type].elements != 0)
        return "its rows are not whole blocks";
    overflows |= __builtin_mul_overflow(count / types[tensor->type].elements,
                                        types[tensor->type].bytes, &tensor->bytes);
    return overflows || tensor->bytes > INT64_MAX ? "it has more than 2^63 bytes" : NULL;
}

/* A tensor of the type that has this dtype and this block format, one of which is
 * KRT_GGUF_NONE. */
static struct krt_gguf_tensor describe(const char *name, uint32_t dtype, uint32_t format,
                                       uint32_t rank, const uint64_t *dims, const void *data)
{
    struct krt_gguf_tensor tensor = {
        .name = name, .type = KRT_GGUF_NONE, .rank = rank, .data = data};
    for (uint32_t type = 0; dtype != format && type < TYPE_COUNT; type++) {
        if (types[type].name && types[type].dtype == dtype && types[type].format == format)
            tensor.type = type;
    }
    for (uint32_t i = 0; i < rank && i < KRT_MAX_RANK; i++)
        tensor.dims[i] = dims[i];
    gguf_measure(&tensor); /* krt_gguf_add() reports what is wrong */
    return tensor;
}

struct krt_gguf_tensor krt_gguf_dense(const char *name, uint32_t dtype, uint32_t rank,
                                      const uint64_t *dims, const void *data)
{
    return describe(name, dtype, KRT_GGUF_NONE, rank, dims, data);
}

struct krt_gguf_tensor krt_gguf_blocks(const char *name, uint32_t format, uint32_t rank,
                                       const uint64_t *dims, const void *data)
{
    return describe(name, KRT_GGUF_NONE, format, rank, dims, data);
}
