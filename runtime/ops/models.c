/* What operations of krt/models.h share. */
#include "models.h"

#include "names.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

krt_status krt_models_create(const struct krt_package *package, struct krt_models **out)
{
    static const char function[] = "krt_models_create";
    struct names *names;
    if (!out)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |out| is NULL", function);
    krt_status status = names_of(function, package, &names);
    if (status)
        return status;
    struct krt_models *models = malloc(sizeof *models);
    if (!models) {
        names_free(names);
        return krt_fail(KRT_ERROR_OUT_OF_MEMORY, "%s: no memory", function);
    }
    *models = (struct krt_models){package, names};
    *out = models;
    return KRT_OK;
}

void krt_models_destroy(struct krt_models *models)
{
    if (models)
        names_free(models->names);
    free(models);
}

krt_status models_find(const struct krt_models *models, const char *function, uint32_t *out_ordinal,
                       const char *format, ...)
{
    char name[96];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(name, sizeof name, format, arguments);
    va_end(arguments);
    uint32_t ordinal = names_find(models->names, name);
    if (ordinal == NO_KERNEL)
        return krt_fail(KRT_ERROR_UNSUPPORTED, "%s: package %s has no kernel %s", function,
                        models->package->name, name);
    *out_ordinal = ordinal;
    return KRT_OK;
}

krt_status models_check(const char *function, const struct krt_models *models)
{
    return models ? KRT_OK : krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |models| is NULL", function);
}

krt_status options_read(const char *function, const void *options, void *out, size_t size)
{
    size_t given;
    if (!options)
        return KRT_OK;
    memcpy(&given, options, sizeof given);
    if (given < sizeof given)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: struct_size of the options is %zu: set it to their sizeof", function,
                        given);
    memcpy(out, options, given < size ? given : size);
    return KRT_OK;
}

/* Checks that the elements of a head are neighbours, and that kernels can count what there is. */
static krt_status check_heads(const char *function, const char *name,
                              const struct krt_tensor *tensor)
{
    char shape[SHAPE_TEXT];
    uint32_t last = tensor->rank - 1;
    if (tensor->dims[last] > 1 && tensor->strides[last] != 1)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                        "%s: |%s|, of shape %s, must have the elements of a head beside each other",
                        function, name, tensor_print_shape(tensor, shape));
    krt_status status = KRT_OK;
    for (uint32_t i = 0; i < tensor->rank && !status; i++)
        status = expect_i32(function, name, tensor->dims[i]);
    return status;
}

krt_status lengths_of(const char *function, const char *name, const struct krt_tensor *tensor,
                      uint64_t batches, const uint32_t **out)
{
    *out = tensor ? tensor->data : NULL;
    return check_tensor(function, name, tensor, KRT_U32, 1, &batches, OPTIONAL);
}

krt_status tokens_of(const char *function, const char *name, const struct krt_tensor *tensor,
                     const struct krt_tensor *starts, struct tokens *out)
{
    const uint64_t *dims = tensor ? tensor->dims : NULL, *strides = tensor ? tensor->strides : NULL;
    krt_status status =
        check_tensor(function, name, tensor, ANY_DTYPE, starts ? 3 : 4, NULL, STRIDED);
    if (!status)
        status = check_heads(function, name, tensor);
    if (!status)
        status = check_tensor(function, "starts", starts, KRT_U32, 1, NULL, OPTIONAL);
    if (!status && starts && starts->dims[0] == 0)
        status = krt_fail(KRT_ERROR_INVALID_ARGUMENT,
                          "%s: |starts| is empty: it has one number more than there are sequences",
                          function);
    if (status)
        return status;
    if (starts)
        *out = (struct tokens){.count = dims[0],
                               .batches = (uint32_t)(starts->dims[0] - 1),
                               .heads = (uint32_t)dims[1],
                               .head_size = (uint32_t)dims[2],
                               .starts = starts->data,
                               .strides = {0, strides[0], strides[1]}};
    else
        *out = (struct tokens){.count = dims[0] * dims[1],
                               .batches = (uint32_t)dims[0],
                               .length = (uint32_t)dims[1],
                               .heads = (uint32_t)dims[2],
                               .head_size = (uint32_t)dims[3],
                               .strides = {strides[0], strides[1], strides[2]}};
    return expect_i32(function, "tokens", out->count);
}

krt_status cache_of(const char *function, const char *name, const struct krt_tensor *tensor,
                    const struct krt_tensor *pages, uint32_t batches, struct cache *out)
{
    char shape[SHAPE_TEXT];
    krt_status status = check_tensor(function, name, tensor, ANY_DTYPE, 4, NULL, STRIDED);
    if (!status)
        status = check_heads(function, name, tensor);
    if (!status)
        status = check_tensor(function, "pages", pages, KRT_U32, 2, NULL, STRIDED | OPTIONAL);
    if (status)
        return status;
    if (pages && (pages->dims[0] != batches || (pages->dims[1] > 1 && pages->strides[1] != 1)))
        return krt_fail(
            KRT_ERROR_INVALID_ARGUMENT,
            "%s: |pages| has shape %s: it must have a dense row for each of %u sequences", function,
            tensor_print_shape(pages, shape), batches);
    if (!pages && tensor->dims[0] != batches)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "%s: |%s| has shape %s, for %u sequences",
                        function, name, tensor_print_shape(tensor, shape), batches);
    uint64_t capacity = tensor->dims[1] * (pages ? pages->dims[1] : 1);
    *out = (struct cache){.capacity = (uint32_t)(capacity < INT32_MAX ? capacity : INT32_MAX),
                          .page_size = (uint32_t)tensor->dims[1],
                          .page_count = (uint32_t)tensor->dims[0],
                          .heads = (uint32_t)tensor->dims[2],
                          .head_size = (uint32_t)tensor->dims[3],
                          .pages = pages ? pages->data : NULL,
                          .pages_stride = pages ? pages->strides[0] : 0,
                          .strides = {tensor->strides[0], tensor->strides[1], tensor->strides[2]}};
    return KRT_OK;
}
