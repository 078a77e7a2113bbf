/* Prints docs/operations.md: which operation has which dtypes, from the tables that krt_ops uses.
 *
 * usage: table > docs/operations.md */
#include "krt_kernels.h"
#include "ops.h"

#include <stdio.h>
#include <string.h>

static const char introduction[] =
    "# Operations and dtypes\n"
    "\n"
    "The operations of `krt/ops.h` with the package of `kernels/`, by the names that their\n"
    "[kernels](kernels.md) have. `tests/runtime/ops/table.c` prints this page from the tables of\n"
    "libkrt_ops, and a test compares it.\n"
    "\n"
    "| | |\n"
    "|---|---|\n"
    "| K | a kernel of the package |\n"
    "| C | [compiled](user-kernels.md) at the first use on a device, and kept |\n"
    "| W | a kernel for a wider dtype: libkrt_ops casts to it in memory of the stream, and back |\n"
    "| 1 | the result would not be an integer: `krt_cast()` first |\n"
    "| 2 | computed in f16 or wider: `krt_cast()` first |\n"
    "| 3 | activations, which are f16, bf16 or f32: `krt_cast()` first |\n"
    "| 4 | rows of f16, bf16 or f32 as f32: `is` selects those of every dtype |\n"
    "| 5 | words are u32; `krt_random_uniform()` and `krt_random_integer()` make the others |\n"
    "| 6 | integers only: `krt_random_uniform()` makes floats |\n"
    "| 7 | indices, which are u32, i32 or i64 |\n"
    "| 8 | sorted by `sort_digit`, of any length |\n"
    "| a | GPUs add atomically in f16, bf16, f32, f64 and 32 bits; `krt_reduce()` sums every dtype "
    "|\n"
    "| b | Q8_K is for activations: weights have other formats |\n"
    "| c | the weights of experts are Q8_0, Q2_K to Q6_K, or later formats |\n"
    "| d | made by `conv_strips` |\n"
    "| e | `fast_sum`: only 16 bits have parts that are wider |\n"
    "| f | see `fast_` of the dtype |\n"
    "| g | bf16, f16 and f32 in packages for NVIDIA GPUs |\n"
    "| h | these formats are only read |\n"
    "| i | bf16 and f16 in packages for sm_90a |\n";

static const struct krt_ops *ops;

static void print_heading(const char *corner)
{
    printf("\n| %s |", corner);
    for (uint32_t dtype = 0; dtype < KRT_DTYPE_COUNT; dtype++)
        printf(" %s |", krt_dtype_name(dtype));
    printf("\n|---|");
    for (uint32_t dtype = 0; dtype < KRT_DTYPE_COUNT; dtype++)
        printf("---|");
    puts("");
}

/* Why there is nothing for operations on one dtype. */
static char reason(unsigned operation, uint32_t dtype)
{
    if (operation < OPERATION_AFFINE)
        return dtype_is_integer(dtype) ? '1' : 0;
    if ((operation >= OPERATION_MATMUL && operation <= OPERATION_FINISH) ||
        (operation >= OPERATION_ROPE && operation < OPERATION_SORT_UP))
        return dtype_is_integer(dtype) || dtype == KRT_F8E4M3 ? '2' : 0;
    if (operation >= OPERATION_REDUCE_SHORT && operation < OPERATION_ROPE)
        return 'f';
    switch (operation) {
    case OPERATION_CONV_DEPTHWISE:
    case OPERATION_CONV_PATCHES: return dtype_is_integer(dtype) || dtype == KRT_F64 ? 'd' : 0;
    case OPERATION_CONV1D:
    case OPERATION_CONV2D:
    case OPERATION_CONV_TRANSPOSE1D:
    case OPERATION_CONV_TRANSPOSE2D:
    case OPERATION_CONV_TILES:
    case OPERATION_CONV_TRANSPOSE_TILES: return dtype == KRT_I64 ? 'd' : 0;
    case OPERATION_CHANNELS_LAST:
    case OPERATION_CONV_CHANNELS: return 'g';
    case OPERATION_PRODUCT_ALONG_K:
    case OPERATION_PRODUCT_ALONG_N: return 'i';
    case OPERATION_LINSPACE:
    case OPERATION_RANDOM_UNIFORM:
    case OPERATION_RANDOM_NORMAL:
    case OPERATION_DROPOUT: return dtype_is_integer(dtype) ? '1' : 0;
    case OPERATION_GET_ROWS: return '4';
    case OPERATION_ROUND_BLOCKS: return '3';
    case OPERATION_SUM_INTO: return 'a';
    case OPERATION_SUM_WIDE:
    case OPERATION_SHORT_SUM_WIDE:
    case OPERATION_SHORT_SUM_NARROW: return 'e';
    case OPERATION_RANDOM_BITS: return '5';
    case OPERATION_RANDOM_INTEGER: return dtype_is_integer(dtype) ? 0 : '6';
    case OPERATION_RANDOM_PERMUTATION: return '7';
    case OPERATION_SORT_UP:
    case OPERATION_SORT_DOWN: return '8';
    default: return 0;
    }
}

/* Whether a kernel for wider dtypes does the operation. */
static bool is_widened(unsigned operation, uint32_t first, uint32_t second)
{
    if (operation < OPERATION_CAST)
        return ops_wider(ops, operation, 0, first) != first;
    uint32_t wide = ops_wider(ops, operation, first, second);
    return ops_has(ops, operation, ops_ids(ops, operation, first, wide), wide);
}

/* Returns whether the cell is a kernel, a formula or a reason. */
static bool print_cell(unsigned operation, uint32_t first, uint32_t second, char why)
{
    char cell = ops_has(ops, operation, first, second)       ? 'K'
                : formula_for(operation, first, second) != 0 ? 'C'
                : is_widened(operation, first, second)       ? 'W'
                                                             : why;
    printf(" %c |", cell ? cell : '?');
    return cell != 0;
}

static bool print_rows(unsigned first, unsigned end)
{
    bool is_whole = true;
    for (unsigned operation = first; operation < end; operation++) {
        printf("| `%s` |", operation_name(operation));
        for (uint32_t dtype = 0; dtype < KRT_DTYPE_COUNT; dtype++)
            is_whole &= print_cell(operation, dtype, 0, reason(operation, dtype));
        puts("");
    }
    return is_whole;
}

static bool print_square(unsigned operation)
{
    bool is_whole = true;
    for (uint32_t first = 0; first < KRT_DTYPE_COUNT; first++) {
        if (operation != OPERATION_CAST && !dtype_is_integer(first))
            continue;
        printf("| %s |", krt_dtype_name(first));
        for (uint32_t second = 0; second < KRT_DTYPE_COUNT; second++)
            is_whole &= print_cell(operation, first, second, 0);
        puts("");
    }
    return is_whole;
}

/* Prints a table of the formats from |begin| to |end|. */
static bool print_formats(uint32_t begin, uint32_t end)
{
    bool is_whole = true;
    printf("\n| kernel |");
    for (uint32_t format = begin; format < end; format++)
        printf(" %s |", krt_block_format_name(format));
    printf("\n|---|");
    for (uint32_t format = begin; format < end; format++)
        printf("---|");
    puts("");
    for (unsigned kind = 0; kind < QUANTIZED_COUNT; kind++) {
        const char *pattern = quantized_pattern(kind), *at = strstr(pattern, "%s");
        if (!at) /* a kernel for all formats */
            continue;
        printf("| `%.*sF%s` |", (int)(at - pattern), pattern, at + 2);
        for (uint32_t format = begin; format < end; format++) {
            bool is_there = ops->quantized[kind][format] != NO_KERNEL;
            char why = format == KRT_Q8_K           ? 'b'
                       : kind == QUANTIZED_MOE      ? 'c'
                       : kind == QUANTIZED_QUANTIZE ? 'h'
                                                    : '?';
            printf(" %c |", is_there ? 'K' : why);
            is_whole &= is_there || why != '?';
        }
        puts("");
    }
    return is_whole;
}

static bool print_all(void)
{
    fputs(introduction, stdout);
    puts("\n## Operations on one dtype");
    print_heading("operation");
    bool is_whole = print_rows(0, OPERATION_CAST);
    puts("\n## Casts");
    print_heading("from, to");
    is_whole &= print_square(OPERATION_CAST);
    puts("\n## Operations with a condition or an index\n\nA row is the dtype of the condition or "
         "the "
         "index.");
    for (unsigned operation = OPERATION_WHERE; operation < OPERATION_COUNT; operation++) {
        char corner[32];
        snprintf(corner, sizeof corner, "`%s`", operation_name(operation));
        print_heading(corner);
        is_whole &= print_square(operation);
    }
    puts("\n## Quantized weights\n\nF is the format. `quantize_F` takes f32, f16 and bf16.");
    is_whole &= print_formats(0, KRT_Q8_K + 1);
    is_whole &= print_formats(KRT_Q8_K + 1, KRT_BLOCK_FORMAT_COUNT);
    return is_whole;
}

int main(void)
{
    struct krt_ops *all;
    if (krt_ops_create(&krt_kernels_package, &all)) {
        fprintf(stderr, "table: %s\n", krt_error_message());
        return 1;
    }
    ops = all;
    bool is_whole = print_all();
    krt_ops_destroy(all);
    if (!is_whole)
        fputs("table: a '?' is a hole without a reason\n", stderr);
    return !is_whole;
}
