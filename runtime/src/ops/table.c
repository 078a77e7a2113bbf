/* Which kernel an operation is, from the names in the package. */
#include "error.h"
#include "ops.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const unary_names[KRT_UNARY_COUNT] = {
    [KRT_UNARY_COPY] = "ucopy",         [KRT_UNARY_NEG] = "uneg",
    [KRT_UNARY_ABS] = "uabs",           [KRT_UNARY_RECIP] = "urecip",
    [KRT_UNARY_EXP] = "uexp",           [KRT_UNARY_LOG] = "ulog",
    [KRT_UNARY_SIN] = "usin",           [KRT_UNARY_COS] = "ucos",
    [KRT_UNARY_TANH] = "utanh",         [KRT_UNARY_ERF] = "uerf",
    [KRT_UNARY_NORMCDF] = "unormcdf",   [KRT_UNARY_CEIL] = "uceil",
    [KRT_UNARY_FLOOR] = "ufloor",       [KRT_UNARY_ROUND] = "uround",
    [KRT_UNARY_SQR] = "usqr",           [KRT_UNARY_SQRT] = "usqrt",
    [KRT_UNARY_RELU] = "urelu",         [KRT_UNARY_GELU] = "ugelu",
    [KRT_UNARY_GELU_ERF] = "ugelu_erf", [KRT_UNARY_SILU] = "usilu",
    [KRT_UNARY_SIGMOID] = "usigmoid",   [KRT_UNARY_SIGN] = "usign",
};

/* The rest: the name, and whether two dtypes follow it. */
static const struct {
    const char *name;
    bool has_two;
} others[OPERATION_COUNT] = {
    [OPERATION_ELU] = {"uelu", false},      [OPERATION_POWF] = {"upowf", false},
    [OPERATION_AFFINE] = {"affine", false}, [OPERATION_FILL] = {"fill", false},
    [OPERATION_SET] = {"const_set", false}, [OPERATION_COPY2D] = {"copy2d", false},
    [OPERATION_MATMUL] = {"matmul", false}, [OPERATION_CAST] = {"cast", true},
    [OPERATION_WHERE] = {"where", true},
};

const char *operation_name(unsigned operation)
{
    return operation < OPERATION_ELU ? unary_names[operation] : others[operation].name;
}

/* ---- Filling the table ---------------------------------------------------------------------- */

struct named {
    const char *name;
    uint32_t ordinal;
};

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const struct named *)a)->name, ((const struct named *)b)->name);
}

static uint32_t find_name(const struct named *names, uint32_t count, const char *name)
{
    struct named key = {name, 0};
    const struct named *found = bsearch(&key, names, count, sizeof *names, compare_names);
    return found ? found->ordinal : NO_KERNEL;
}

/* In each of the spellings that the dtypes have. */
static uint32_t find_kernel(const struct named *names, uint32_t count, unsigned operation,
                            uint32_t first, uint32_t second)
{
    char name[96];
    bool has_two = others[operation].has_two;
    for (unsigned spelling = 0; spelling < (has_two ? 4 : 2); spelling++) {
        const char *a = dtype_suffix(first, spelling % 2);
        const char *b = has_two ? dtype_suffix(second, spelling / 2) : "";
        if (!a || !b)
            continue;
        snprintf(name, sizeof name, "%s_%s%s%s", operation_name(operation), a, has_two ? "_" : "",
                 b);
        uint32_t ordinal = find_name(names, count, name);
        if (ordinal != NO_KERNEL)
            return ordinal;
    }
    return NO_KERNEL;
}

static void fill_table(struct krt_ops *ops, const struct named *names, uint32_t count)
{
    for (unsigned operation = 0; operation < OPERATION_COUNT; operation++) {
        for (uint32_t first = 0; first < KRT_DTYPE_COUNT; first++) {
            for (uint32_t second = 0; second < KRT_DTYPE_COUNT; second++)
                ops->ordinals[operation][first][second] =
                    second > 0 && !others[operation].has_two
                        ? NO_KERNEL
                        : find_kernel(names, count, operation, first, second);
        }
    }
}

krt_status krt_ops_create(const struct krt_package *package, struct krt_ops **out)
{
    if (!package || !out || package->struct_size < sizeof *package)
        return fail(KRT_ERROR_INVALID_ARGUMENT,
                    !package ? "krt_ops_create: |package| is NULL"
                    : out    ? "krt_ops_create: the package is of another version of krt.h"
                             : "krt_ops_create: |out| is NULL");
    struct krt_ops *ops = malloc(sizeof *ops);
    struct named *names = malloc((package->kernel_count + 1) * sizeof *names);
    if (!ops || !names) {
        free(ops);
        free(names);
        return fail(KRT_ERROR_OUT_OF_MEMORY, "no memory for the operations of package %s",
                    package->name);
    }
    for (uint32_t i = 0; i < package->kernel_count; i++)
        names[i] = (struct named){package->kernels[i].name, i};
    qsort(names, package->kernel_count, sizeof *names, compare_names);
    ops->package = package;
    fill_table(ops, names, package->kernel_count);
    free(names);
    *out = ops;
    return KRT_OK;
}

void krt_ops_destroy(struct krt_ops *ops)
{
    free(ops);
}

/* ---- Finding -------------------------------------------------------------------------------- */

/* " f32 f64", or " u8->f32" for two. */
static void list_kernels(const struct krt_ops *ops, unsigned operation, char *out, size_t size)
{
    size_t length = 0;
    out[0] = '\0';
    for (uint32_t first = 0; first < KRT_DTYPE_COUNT; first++) {
        for (uint32_t second = 0; second < KRT_DTYPE_COUNT; second++) {
            if (ops->ordinals[operation][first][second] == NO_KERNEL || length >= size)
                continue;
            length += (size_t)snprintf(out + length, size - length, " %s%s%s",
                                       krt_dtype_name(first), others[operation].has_two ? "," : "",
                                       others[operation].has_two ? krt_dtype_name(second) : "");
        }
    }
}

krt_status ops_find(const struct krt_ops *ops, unsigned operation, uint32_t first, uint32_t second,
                    uint32_t *out)
{
    char all[1024];
    uint32_t ordinal = ops->ordinals[operation][first][second];
    if (ordinal != NO_KERNEL) {
        *out = ordinal;
        return KRT_OK;
    }
    list_kernels(ops, operation, all, sizeof all);
    return fail(KRT_ERROR_UNSUPPORTED, "package %s has no %s for %s%s%s; it has:%s",
                ops->package->name, operation_name(operation), krt_dtype_name(first),
                others[operation].has_two ? "," : "",
                others[operation].has_two ? krt_dtype_name(second) : "", *all ? all : " none");
}
