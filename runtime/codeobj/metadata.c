/* Code object metadata: the MessagePack document of an NT_AMDGPU_METADATA note.
 *
 * See LLVM's AMDGPU usage guide, "Code Object V3 Metadata" and the differences listed for later
 * versions. The keys used here have had the same meaning in every version since 3; others are
 * ignored.
 *
 * The document is read once, in a copy that stays with the code object, and its strings are used in
 * place. Arrays are no larger than the remaining bytes can fill.
 */
#include "internal.h"
#include "messagepack.h"
#include "span.h"

#include <string.h>

/* ---- The document --------------------------------------------------------------------------- */

enum {
    /* The required keys alone make a kernel or an argument longer than this, so a count that needs
     * more bytes than the note has left is wrong, and nothing is allocated for it. */
    KERNEL_MIN_BYTES = 128,
    ARGUMENT_MIN_BYTES = 16,
};

/* In the order in which LLVM writes them, which is alphabetical. */
#define KERNEL(key, type, required, name) FIELD(key, type, required, struct kernel, name)
static const struct field kernel_fields[] = {
    KERNEL(".agpr_count", FIELD_NUMBER, false, agprs),
    KERNEL(".args", FIELD_ARGUMENTS, false, arguments),
    KERNEL(".cluster_dims", FIELD_DIMENSIONS, false, cluster),
    KERNEL(".gfx1250_revision", FIELD_TEXT, false, revision),
    KERNEL(".group_segment_fixed_size", FIELD_NUMBER, true, group_segment),
    KERNEL(".kernarg_segment_align", FIELD_NUMBER, true, kernarg_align),
    KERNEL(".kernarg_segment_size", FIELD_NUMBER, true, kernarg_size),
    KERNEL(".kind", FIELD_TEXT, false, kind),
    KERNEL(".language", FIELD_TEXT, false, language),
    KERNEL(".max_flat_workgroup_size", FIELD_NUMBER, true, max_workgroup),
    KERNEL(".name", FIELD_TEXT, true, name),
    KERNEL(".private_segment_fixed_size", FIELD_NUMBER, true, private_segment),
    KERNEL(".reqd_workgroup_size", FIELD_DIMENSIONS, false, required_workgroup),
    KERNEL(".sgpr_count", FIELD_NUMBER, true, sgprs),
    KERNEL(".sgpr_spill_count", FIELD_NUMBER, false, sgpr_spills),
    KERNEL(".symbol", FIELD_TEXT, true, symbol),
    KERNEL(".uniform_work_group_size", FIELD_BOOL, false, uniform_workgroups),
    KERNEL(".uses_dynamic_stack", FIELD_BOOL, false, uses_dynamic_stack),
    KERNEL(".vec_type_hint", FIELD_TEXT, false, vector_hint),
    KERNEL(".vgpr_count", FIELD_NUMBER, true, vgprs),
    KERNEL(".vgpr_spill_count", FIELD_NUMBER, false, vgpr_spills),
    KERNEL(".wavefront_size", FIELD_NUMBER, true, wave_size),
    KERNEL(".workgroup_processor_mode", FIELD_BOOL, false, is_wgp_mode),
    KERNEL(".workgroup_size_hint", FIELD_DIMENSIONS, false, workgroup_hint),
};

#define ARGUMENT(key, type, required, name) FIELD(key, type, required, struct kernel_argument, name)
static const struct field argument_fields[] = {
    ARGUMENT(".access", FIELD_TEXT, false, access),
    ARGUMENT(".address_space", FIELD_TEXT, false, address_space),
    ARGUMENT(".is_const", FIELD_BOOL, false, is_const),
    ARGUMENT(".is_restrict", FIELD_BOOL, false, is_restrict),
    ARGUMENT(".is_volatile", FIELD_BOOL, false, is_volatile),
    ARGUMENT(".name", FIELD_TEXT, false, name),
    ARGUMENT(".offset", FIELD_NUMBER, true, offset),
    ARGUMENT(".pointee_align", FIELD_NUMBER, false, pointee_align),
    ARGUMENT(".size", FIELD_NUMBER, true, size),
    ARGUMENT(".type_name", FIELD_TEXT, false, type_name),
    ARGUMENT(".value_kind", FIELD_TEXT, true, value_kind),
};

struct document {
    char *target; /* "amdgcn-amd-amdhsa--gfx90a" repeats e_flags, since version 4 */
};
static const struct field document_fields[] = {
    FIELD("amdhsa.kernels", FIELD_KERNELS, false, struct document, target),
    FIELD("amdhsa.target", FIELD_TEXT, false, struct document, target),
};

struct metadata {
    struct messagepack reader;
    struct code_object *object;
    struct codeobj_error *error;
};

static enum codeobj_status read_fields(struct metadata *metadata, const struct value *map,
                                       struct field_set *set, const char *where, void *out);

/* The head of an array whose elements take at least |element_min| bytes, and zeroed memory for
 * them. */
static enum codeobj_status read_array(struct metadata *metadata, const struct field *field,
                                      const struct value *array, size_t element_min,
                                      size_t element_size, void *elements)
{
    if (array->type != VALUE_ARRAY)
        return codeobj_fail_at(metadata->error, CODEOBJ_CORRUPT, array->offset,
                               "'%s' in the metadata is not an array", field->key);
    size_t left = metadata->reader.size - metadata->reader.at;
    if (array->number > left / element_min)
        return codeobj_fail_at(metadata->error, CODEOBJ_CORRUPT, array->offset,
                               "'%s' in the metadata has more elements than fit", field->key);
    void *memory = memory_take(&metadata->object->memory, array->number, element_size);
    memcpy(elements, &memory, sizeof memory);
    return memory ? CODEOBJ_OK : codeobj_fail(metadata->error, CODEOBJ_NO_MEMORY, "out of memory");
}

static enum codeobj_status read_argument(struct metadata *metadata, struct kernel_argument *out)
{
    struct field_set set = FIELD_SET(argument_fields);
    struct value map;
    enum codeobj_status status = messagepack_next(&metadata->reader, &map, metadata->error);
    if (!status)
        status = read_fields(metadata, &map, &set, "a kernel's argument", out);
    if (!status)
        out->kind = argument_kind(out->value_kind);
    return status;
}

static enum codeobj_status read_arguments(struct metadata *metadata, const struct field *field,
                                          const struct value *array, struct kernel *kernel)
{
    enum codeobj_status status = read_array(metadata, field, array, ARGUMENT_MIN_BYTES,
                                            sizeof(struct kernel_argument), &kernel->arguments);
    while (!status && kernel->argument_count < array->number)
        status = read_argument(metadata, &kernel->arguments[kernel->argument_count++]);
    return status;
}

static enum codeobj_status read_kernel(struct metadata *metadata, struct kernel *out)
{
    struct field_set set = FIELD_SET(kernel_fields);
    struct value map;
    enum codeobj_status status = messagepack_next(&metadata->reader, &map, metadata->error);
    if (!status)
        status = read_fields(metadata, &map, &set, "a kernel", out);
    if (!status)
        status = kernel_check(out, ".kd", map.offset, metadata->error);
    return status;
}

static enum codeobj_status read_kernels(struct metadata *metadata, const struct field *field,
                                        const struct value *array)
{
    struct code_object *object = metadata->object;
    enum codeobj_status status = read_array(metadata, field, array, KERNEL_MIN_BYTES,
                                            sizeof(struct kernel), &object->kernels);
    while (!status && object->kernel_count < array->number)
        status = read_kernel(metadata, &object->kernels[object->kernel_count++]);
    return status;
}

static enum codeobj_status read_number(struct metadata *metadata, const struct field *field,
                                       const struct value *value, uint32_t *out)
{
    if (value->type != VALUE_UNSIGNED || value->number > UINT32_MAX)
        return codeobj_fail_at(metadata->error, CODEOBJ_CORRUPT, value->offset,
                               "'%s' in the metadata is not an unsigned 32-bit number", field->key);
    *out = (uint32_t)value->number;
    return CODEOBJ_OK;
}

static enum codeobj_status read_dimensions(struct metadata *metadata, const struct field *field,
                                           const struct value *array, uint32_t out[3])
{
    if (array->type != VALUE_ARRAY || array->number != 3)
        return codeobj_fail_at(metadata->error, CODEOBJ_CORRUPT, array->offset,
                               "'%s' in the metadata is not an array of 3 numbers", field->key);
    enum codeobj_status status = CODEOBJ_OK;
    for (size_t i = 0; i < 3 && !status; i++) {
        struct value value;
        status = messagepack_next(&metadata->reader, &value, metadata->error);
        if (!status)
            status = read_number(metadata, field, &value, &out[i]);
    }
    return status;
}

static enum codeobj_status read_bool(struct metadata *metadata, const struct field *field,
                                     const struct value *value, bool *out)
{
    /* ".uniform_work_group_size" is a number, 0 or 1. */
    if ((value->type != VALUE_BOOL && value->type != VALUE_UNSIGNED) || value->number > 1)
        return codeobj_fail_at(metadata->error, CODEOBJ_CORRUPT, value->offset,
                               "'%s' in the metadata is neither true nor false", field->key);
    *out = value->number;
    return CODEOBJ_OK;
}

static enum codeobj_status read_text(struct metadata *metadata, const struct field *field,
                                     const struct value *value, char **out)
{
    if (value->type != VALUE_STRING ||
        !utf8_is_text((struct span){(const uint8_t *)value->text, value->size}))
        return codeobj_fail_at(metadata->error, CODEOBJ_CORRUPT, value->offset,
                               "'%s' in the metadata is not text", field->key);
    *out = value->text;
    return CODEOBJ_OK;
}

static enum codeobj_status read_field(struct metadata *metadata, const struct field *field,
                                      const struct value *value, void *out)
{
    void *member = (char *)out + field->member;
    switch (field->type) {
    case FIELD_NUMBER: return read_number(metadata, field, value, member);
    case FIELD_BOOL: return read_bool(metadata, field, value, member);
    case FIELD_WORD:
    case FIELD_TEXT: return read_text(metadata, field, value, member);
    case FIELD_DIMENSIONS: return read_dimensions(metadata, field, value, member);
    case FIELD_ARGUMENTS: return read_arguments(metadata, field, value, out);
    case FIELD_KERNELS: return read_kernels(metadata, field, value);
    case FIELD_MAP: break;
    }
    return CODEOBJ_OK;
}

static enum codeobj_status read_fields(struct metadata *metadata, const struct value *map,
                                       struct field_set *set, const char *where, void *out)
{
    if (map->type != VALUE_MAP)
        return codeobj_fail_at(metadata->error, CODEOBJ_CORRUPT, map->offset,
                               "metadata of %s is not a map", where);
    for (uint64_t i = 0; i < map->number; i++) {
        struct value key, value;
        const struct field *field = NULL;
        enum codeobj_status status = messagepack_next(&metadata->reader, &key, metadata->error);
        if (!status && key.type == VALUE_STRING)
            status = field_find(set, (struct span){(const uint8_t *)key.text, key.size}, key.offset,
                                &field, metadata->error);
        else if (!status)
            status = messagepack_skip(&metadata->reader, &key, metadata->error);
        if (!status)
            status = messagepack_next(&metadata->reader, &value, metadata->error);
        if (!status)
            status = field ? read_field(metadata, field, &value, out)
                           : messagepack_skip(&metadata->reader, &value, metadata->error);
        if (status)
            return status;
    }
    return fields_complete(set, where, map->offset, metadata->error);
}

/* e_flags decide. The metadata's text may have a spelling or a target that is unknown here; that is
 * accepted. A different known target is a contradiction. */
static enum codeobj_status check_target(const struct code_object *object, const char *text,
                                        uint64_t offset, struct codeobj_error *error)
{
    struct target_id target;
    char header[TARGET_ID_MAX], made[TARGET_ID_MAX];
    if (target_id_parse_printed(target_id_of_triple(text, made), &target, NULL) ||
        target_id_equal(&target, &object->target))
        return CODEOBJ_OK;
    return codeobj_fail_at(error, CODEOBJ_CORRUPT, offset,
                           "target is %s in the ELF header and '%.64s' in the metadata",
                           target_id_print(&object->target, header), text);
}

enum codeobj_status metadata_read(struct span note, uint64_t offset, struct code_object *object,
                                  struct codeobj_error *error)
{
    struct metadata metadata = {.object = object, .error = error};
    struct document document = {0};
    struct field_set set = FIELD_SET(document_fields);
    struct value root;
    uint8_t *copy = memory_take(&object->memory, note.size + 1, 1);
    if (!copy)
        return codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
    if (note.size)
        memcpy(copy, note.data, note.size);
    messagepack_open(&metadata.reader, "metadata", copy, note.size, offset);
    enum codeobj_status status = messagepack_next(&metadata.reader, &root, error);
    if (!status)
        status = read_fields(&metadata, &root, &set, "the object", &document);
    if (!status && metadata.reader.at < note.size)
        status = codeobj_fail_at(error, CODEOBJ_CORRUPT, offset + metadata.reader.at,
                                 "metadata has %zu bytes behind its document",
                                 note.size - metadata.reader.at);
    if (!status && document.target)
        status = check_target(object, document.target,
                              offset + (size_t)(document.target - (char *)copy), error);
    if (!status)
        status = kernels_sort(object, offset, error);
    return status;
}
