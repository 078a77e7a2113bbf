/* The formats of images: a code object for AMD GPUs, a cubin, or PTX. */
#include "walk.h"

#include "code_object_reader.h"

#include <string.h>

static const struct image_format {
    bool (*recognise)(struct span bytes);
    enum codeobj_status (*size)(struct span bytes, uint64_t *out, struct codeobj_error *error);
    enum codeobj_status (*open)(struct span bytes, struct metadata_pool *pool,
                                struct code_object *out, struct codeobj_error *error);
    void (*variables)(struct span bytes, void *context, variable_visitor *visit);
} formats[] = {
    {code_object_recognise, code_object_size, code_object_open_amd, NULL},
    {cubin_recognise, cubin_size, cubin_open, cubin_variables},
    {ptx_recognise, ptx_size, ptx_open, ptx_variables},
};

enum { FORMATS = sizeof formats / sizeof formats[0] };

/* Returns the format of |bytes|. For bytes of an unknown format, returns that of AMD's code
 * objects, whose reader reports what is wrong. */
static const struct image_format *format_of(struct span bytes)
{
    size_t i = FORMATS - 1;
    while (i > 0 && !formats[i].recognise(bytes))
        i--;
    return &formats[i];
}

bool code_object_recognise_any(struct span bytes)
{
    return format_of(bytes)->recognise(bytes);
}

enum codeobj_status code_object_size_any(struct span bytes, uint64_t *out,
                                         struct codeobj_error *error)
{
    return format_of(bytes)->size(bytes, out, error);
}

enum codeobj_status code_object_open_pooled(struct span bytes, struct metadata_pool *pool,
                                            struct code_object *out, struct codeobj_error *error)
{
    return format_of(bytes)->open(bytes, pool, out, error);
}

enum codeobj_status code_object_open_any(struct span bytes, struct code_object *out,
                                         struct codeobj_error *error)
{
    return code_object_open_pooled(bytes, NULL, out, error);
}

bool code_object_is_for(struct code_object *object, const struct target_id *named)
{
    struct target_id *own = &object->target;
    if (own->info == named->info && target_is_nvidia(own) && !target_is_ptx(own))
        own->variant = named->variant;
    return target_id_equal(own, named);
}

void nvidia_variables(struct span bytes, void *context, variable_visitor *visit)
{
    const struct image_format *format = format_of(bytes);
    if (format->variables)
        format->variables(bytes, context, visit);
}

bool argument_of_unknown_kind(struct code_object *object, struct kernel_argument *argument)
{
    static const char kind[] = "parameter";
    argument->value_kind = memory_take(&object->memory, sizeof kind, 1);
    if (argument->value_kind)
        memcpy(argument->value_kind, kind, sizeof kind);
    argument->kind = ARGUMENT_OTHER;
    return argument->value_kind != NULL;
}

enum image_kind image_kind_of(struct span bytes)
{
    return bytes.size == 0                    ? IMAGE_EMPTY
           : code_object_recognise_any(bytes) ? IMAGE_CODE_OBJECT
                                              : IMAGE_OTHER;
}
