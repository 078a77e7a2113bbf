/* The types of tensors: their names and blocks, and the dtype or block format that libkrt has for
 * them. The numbers are those of enum ggml_type in ggml's docs/gguf.md. The sizes of blocks are
 * from ggml's ggml-common.h; docs/kernels.md describes the block formats. */
#include "gguf.h"

#define NONE KRT_GGUF_NONE

/* Types that ggml has removed are missing here, and so count as unknown. */
static const struct {
    const char *name;
    uint32_t elements, bytes; /* how many elements and how many bytes a block of this type has */
    uint32_t dtype, format;
} types[] = {
    [0] = {"F32", 1, 4, KRT_F32, NONE},
    [1] = {"F16", 1, 2, KRT_F16, NONE},
    [2] = {"Q4_0", 32, 18, NONE, KRT_Q4_0},
    [3] = {"Q4_1", 32, 20, NONE, KRT_Q4_1},
    [6] = {"Q5_0", 32, 22, NONE, KRT_Q5_0},
    [7] = {"Q5_1", 32, 24, NONE, KRT_Q5_1},
    [8] = {"Q8_0", 32, 34, NONE, KRT_Q8_0},
    [9] = {"Q8_1", 32, 36, NONE, NONE},
    [10] = {"Q2_K", 256, 84, NONE, KRT_Q2_K},
    [11] = {"Q3_K", 256, 110, NONE, KRT_Q3_K},
    [12] = {"Q4_K", 256, 144, NONE, KRT_Q4_K},
    [13] = {"Q5_K", 256, 176, NONE, KRT_Q5_K},
    [14] = {"Q6_K", 256, 210, NONE, KRT_Q6_K},
    [15] = {"Q8_K", 256, 292, NONE, KRT_Q8_K},
    [16] = {"IQ2_XXS", 256, 66, NONE, NONE},
    [17] = {"IQ2_XS", 256, 74, NONE, NONE},
    [18] = {"IQ3_XXS", 256, 98, NONE, NONE},
    [19] = {"IQ1_S", 256, 50, NONE, NONE},
    [20] = {"IQ4_NL", 32, 18, NONE, KRT_IQ4_NL},
    [21] = {"IQ3_S", 256, 110, NONE, NONE},
    [22] = {"IQ2_S", 256, 82, NONE, NONE},
    [23] = {"IQ4_XS", 256, 136, NONE, KRT_IQ4_XS},
    [24] = {"I8", 1, 1, NONE, NONE},
    [25] = {"I16", 1, 2, KRT_I16, NONE},
    [26] = {"I32", 1, 4, KRT_I32, NONE},
    [27] = {"I64", 1, 8, KRT_I64, NONE},
    [28] = {"F64", 1, 8, KRT_F64, NONE},
    [29] = {"IQ1_M", 256, 56, NONE, NONE},
    [30] = {"BF16", 1, 2, KRT_BF16, NONE},
    [34] = {"TQ1_0", 256, 54, NONE, KRT_TQ1_0},
    [35] = {"TQ2_0", 256, 66, NONE, KRT_TQ2_0},
    [39] = {"MXFP4", 32, 17, NONE, KRT_MXFP4},
    [40] = {"NVFP4", 64, 36, NONE, KRT_NVFP4},
    [41] = {"Q1_0", 128, 18, NONE, NONE},
    [42] = {"Q2_0", 64, 18, NONE, NONE},
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

uint32_t krt_gguf_type_elements(uint32_t type)
{
    return gguf_is_known(type) ? types[type].elements : 0;
}

uint32_t krt_gguf_type_bytes(uint32_t type)
{
    return gguf_is_known(type) ? types[type].bytes : 0;
}

bool gguf_align(uint64_t offset, uint64_t alignment, uint64_t *out)
{
    uint64_t above = offset % alignment;
    return !__builtin_add_overflow(offset, above ? alignment - above : 0, out);
}

bool gguf_has_elements(const struct krt_gguf_tensor *tensor)
{
    for (uint32_t i = 0; i < tensor->rank; i++) {
        if (tensor->dims[i] == 0)
            return false;
    }
    return true;
}

const char *gguf_measure(struct krt_gguf_tensor *tensor)
{
    const char *too_large = "it has more than 2^63 bytes";
    bool overflows = false, is_known = gguf_is_known(tensor->type);
    tensor->dtype = is_known ? types[tensor->type].dtype : NONE;
    tensor->format = is_known ? types[tensor->type].format : NONE;
    if (tensor->rank > KRT_MAX_RANK)
        return "it has more than 8 dimensions";
    uint64_t count = gguf_has_elements(tensor);
    if (count == 0 || is_known)
        tensor->bytes = 0;
    if (!is_known)
        return tensor->bytes > INT64_MAX ? too_large : NULL;
    for (uint32_t i = 0; count > 0 && i < tensor->rank; i++)
        overflows |= __builtin_mul_overflow(count, tensor->dims[i], &count);
    uint64_t row = tensor->rank ? tensor->dims[tensor->rank - 1] : 1;
    if (row % types[tensor->type].elements != 0)
        return "its rows are not whole blocks";
    overflows |= __builtin_mul_overflow(count / types[tensor->type].elements,
                                        types[tensor->type].bytes, &tensor->bytes);
    return overflows || tensor->bytes > INT64_MAX ? too_large : NULL;
}

/* Describes a tensor of the type that has |dtype| and |format|, one of which is KRT_GGUF_NONE. */
static struct krt_gguf_tensor describe(const char *name, uint32_t dtype, uint32_t format,
                                       uint32_t rank, const uint64_t *dims, const void *data)
{
    struct krt_gguf_tensor tensor = {.name = name, .type = NONE, .rank = rank, .data = data};
    for (uint32_t type = 0; dtype != format && type < TYPE_COUNT; type++) {
        if (types[type].name && types[type].dtype == dtype && types[type].format == format)
            tensor.type = type;
    }
    for (uint32_t i = 0; i < rank && i < KRT_MAX_RANK; i++)
        tensor.dims[i] = dims[i];
    gguf_measure(&tensor); /* An error is reported later, by krt_gguf_add(). */
    return tensor;
}

struct krt_gguf_tensor krt_gguf_dense(const char *name, uint32_t dtype, uint32_t rank,
                                      const uint64_t *dims, const void *data)
{
    return describe(name, dtype, NONE, rank, dims, data);
}

struct krt_gguf_tensor krt_gguf_blocks(const char *name, uint32_t format, uint32_t rank,
                                       const uint64_t *dims, const void *data)
{
    return describe(name, NONE, format, rank, dims, data);
}
