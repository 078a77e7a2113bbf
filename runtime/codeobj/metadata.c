/* Code object metadata: the MessagePack documents of NT_AMDGPU_METADATA notes.
 *
 * See LLVM's AMDGPU usage guide, "Code Object V3 Metadata" and the differences listed for later
 * versions. The keys that are read here have the same meaning in every version since 3; other keys
 * are ignored.
 *
 * A document is copied and read once; strings are taken from the copy. An array that declares more
 * elements than the remaining bytes can hold is refused.
 *
 * A linker puts the notes of all its object files into the code object, and AMD's runtime joins
 * their lists of kernels: mergeNoteRecords() in comgr-metadata.cpp. AMD's runtime silently drops a
 * document whose version differs from the first document's (ld.lld does not link such files), and a
 * document whose table of printf formats differs. codeobj drops no document: it refuses different
 * versions, and joins the tables of formats.
 */
#include "internal.h"
#include "messagepack.h"
#include "span.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reading the document of metadata -------------------------------------------------------- */

enum {
    /* The least bytes of an element of each list. An element's required keys alone take more bytes.
     * So if a count needs more bytes than the note has left, the count is wrong, and nothing is
     * allocated for it. */
    KERNEL_MIN_BYTES = 128,
    ARGUMENT_MIN_BYTES = 16,
    FORMAT_MIN_BYTES = 1, /* a string takes one byte or more */
};

/* Fields of a kernel, in the order in which LLVM writes them, which is alphabetical. */
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

struct version {
    bool is_there;
    uint32_t numbers[2];
    uint64_t offset;
};

struct document {
    /* the target as the metadata spells it since version 4, "amdgcn-amd-amdhsa--gfx90a", which
     * repeats e_flags */
    char *target;
    struct version version;
    struct kernel *kernels;
    size_t kernel_count;
    char **formats;
    size_t format_count;
};
static const struct field document_fields[] = {
    FIELD("amdhsa.kernels", FIELD_KERNELS, false, struct document, kernels),
    FIELD("amdhsa.printf", FIELD_FORMATS, false, struct document, formats),
    FIELD("amdhsa.target", FIELD_TEXT, false, struct document, target),
    FIELD("amdhsa.version", FIELD_VERSION, false, struct document, version),
};

struct metadata {
    struct messagepack reader;
    const struct note *note; /* the note that is being read */
    struct code_object *object;
    struct memory_block *scratch; /* memory that is freed when the kernels are joined */
    /* a buffer for the arguments of the kernel that is being read */
    struct kernel_argument *arguments;
    size_t argument_room; /* the number of arguments that fit in |arguments| */
    struct metadata_pool *pool;
    struct codeobj_error *error;
};

static enum codeobj_status fail_memory(struct codeobj_error *error)
{
    return codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
}

static enum codeobj_status read_fields(struct metadata *metadata, const struct value *map,
                                       struct field_set *set, const char *where, void *out);

/* Checks that |array| is an array, and that the rest of the document can hold its elements, of at
 * least |element_min| bytes each. */
static enum codeobj_status check_array(const struct metadata *metadata, const struct field *field,
                                       const struct value *array, size_t element_min)
{
    if (array->type != VALUE_ARRAY)
        return codeobj_fail_at(metadata->error, CODEOBJ_CORRUPT, array->offset,
                               "'%s' in the metadata is not an array", field->key);
    size_t left = metadata->reader.size - metadata->reader.at;
    if (array->number > left / element_min)
        return codeobj_fail_at(metadata->error, CODEOBJ_CORRUPT, array->offset,
                               "'%s' in the metadata has more elements than fit", field->key);
    return CODEOBJ_OK;
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

/* Clears |count| arguments in the buffer, which may have arguments of the kernel before. */
static bool take_arguments(struct metadata *metadata, uint64_t count)
{
    if (count > metadata->argument_room) {
        metadata->argument_room = 2 * (size_t)count;
        metadata->arguments =
            memory_take(&metadata->scratch, metadata->argument_room, sizeof metadata->arguments[0]);
    }
    if (metadata->arguments)
        memset(metadata->arguments, 0, (size_t)count * sizeof metadata->arguments[0]);
    return metadata->arguments || count == 0;
}

static enum codeobj_status read_arguments(struct metadata *metadata, const struct field *field,
                                          const struct value *array, struct kernel *kernel)
{
    const size_t start = (size_t)(array->offset - metadata->note->offset);
    struct span text = {NULL, 0};
    span_sub(metadata->note->bytes, start, metadata->note->bytes.size - start, &text);
    const size_t known = arguments_guess(metadata->pool, text, kernel);
    if (known) {
        messagepack_jump(&metadata->reader, start + known);
        return CODEOBJ_OK;
    }
    enum codeobj_status status = check_array(metadata, field, array, ARGUMENT_MIN_BYTES);
    if (!status && !take_arguments(metadata, array->number))
        status = fail_memory(metadata->error);
    while (!status && kernel->argument_count < array->number)
        status = read_argument(metadata, &metadata->arguments[kernel->argument_count++]);
    if (status)
        return status;
    kernel->arguments = metadata->arguments;
    text.size = metadata->reader.at - start;
    return arguments_keep(metadata->pool, text, argument_fields,
                          sizeof argument_fields / sizeof argument_fields[0], kernel)
               ? CODEOBJ_OK
               : fail_memory(metadata->error);
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
    if (!status && !texts_keep(metadata->pool, kernel_fields,
                               sizeof kernel_fields / sizeof kernel_fields[0], out, 1, sizeof *out))
        status = fail_memory(metadata->error);
    return status;
}

static enum codeobj_status read_kernels(struct metadata *metadata, const struct field *field,
                                        const struct value *array, struct document *document)
{
    enum codeobj_status status = check_array(metadata, field, array, KERNEL_MIN_BYTES);
    if (status)
        return status;
    document->kernels = memory_take(&metadata->scratch, array->number, sizeof(struct kernel));
    if (!document->kernels)
        return fail_memory(metadata->error);
    while (!status && document->kernel_count < array->number)
        status = read_kernel(metadata, &document->kernels[document->kernel_count++]);
    return status;
}

/* Reads a text that the program's author chose, which may have any encoding. */
static enum codeobj_status read_format(struct metadata *metadata, const struct field *field,
                                       char **out)
{
    struct value value;
    enum codeobj_status status = messagepack_next(&metadata->reader, &value, metadata->error);
    if (status)
        return status;
    if (value.type != VALUE_STRING)
        return codeobj_fail_at(metadata->error, CODEOBJ_CORRUPT, value.offset,
                               "'%s' in the metadata has an element that is not a string",
                               field->key);
    *out = memory_take(&metadata->object->memory, (size_t)value.size + 1, 1);
    if (!*out)
        return fail_memory(metadata->error);
    memcpy(*out, value.text, value.size);
    return CODEOBJ_OK;
}

static enum codeobj_status read_formats(struct metadata *metadata, const struct field *field,
                                        const struct value *array, struct document *document)
{
    enum codeobj_status status = check_array(metadata, field, array, FORMAT_MIN_BYTES);
    if (status)
        return status;
    document->formats = memory_take(&metadata->scratch, array->number, sizeof(char *));
    if (!document->formats)
        return fail_memory(metadata->error);
    while (!status && document->format_count < array->number)
        status = read_format(metadata, field, &document->formats[document->format_count++]);
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
    /* ".uniform_work_group_size" is the number 0 or 1, not a boolean. */
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

/* Reads two numbers. A value of another form is not an error, because nothing depends on the
 * version. */
static enum codeobj_status read_version(struct metadata *metadata, const struct value *array,
                                        struct version *out)
{
    enum codeobj_status status = CODEOBJ_OK;
    const size_t count = sizeof out->numbers / sizeof out->numbers[0];
    if (array->type != VALUE_ARRAY)
        return messagepack_skip(&metadata->reader, array, metadata->error);
    *out = (struct version){.is_there = array->number == count, .offset = array->offset};
    for (uint64_t i = 0; i < array->number && !status; i++) {
        struct value value;
        status = messagepack_next(&metadata->reader, &value, metadata->error);
        if (!status)
            status = messagepack_skip(&metadata->reader, &value, metadata->error);
        if (value.type != VALUE_UNSIGNED || value.number > UINT32_MAX)
            out->is_there = false;
        else if (i < count)
            out->numbers[i] = (uint32_t)value.number;
    }
    return status;
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
    case FIELD_KERNELS: return read_kernels(metadata, field, value, out);
    case FIELD_VERSION: return read_version(metadata, value, member);
    case FIELD_FORMATS: return read_formats(metadata, field, value, out);
    /* This field is only in tables of version 2, which are read elsewhere. */
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

/* Whether a linker may have made the setting |linked| of a feature from an object's setting
 * |feature|. If the target has the feature (|is_there|), an object whose setting is ANY may be
 * linked with objects that need it on, or off. See calcEFlagsV4() in lld/ELF/Arch/AMDGPU.cpp. */
static bool feature_agrees(enum target_feature feature, enum target_feature linked, bool is_there)
{
    return feature == linked || (feature == TARGET_FEATURE_ANY && is_there);
}

static bool target_agrees(const struct target_id *target, const struct target_id *linked)
{
    const struct target_info *info = linked->info;
    return target->info == info && feature_agrees(target->xnack, linked->xnack, info->has_xnack) &&
           feature_agrees(target->sramecc, linked->sramecc, info->has_sramecc);
}

/* Checks the target in the metadata against e_flags, which decide. The text may have an unknown
 * spelling or an unknown target: both are accepted. A different known target is a contradiction. */
static enum codeobj_status check_target(const struct code_object *object, const char *text,
                                        uint64_t offset, struct codeobj_error *error)
{
    struct target_id target;
    char header[TARGET_ID_MAX], made[TARGET_ID_MAX];
    if (target_id_parse_printed(target_id_of_triple(text, made), &target, NULL) ||
        target_id_equal(&target, &object->target) || target_agrees(&target, &object->target))
        return CODEOBJ_OK;
    return codeobj_fail_at(error, CODEOBJ_CORRUPT, offset,
                           "target is %s in the ELF header and '%.64s' in the metadata",
                           target_id_print(&object->target, header), text);
}

/* Checks that |version| is |*first|, the version of the documents before. If no document had a
 * version before, sets |*first|. */
static enum codeobj_status check_version(struct version *first, const struct version *version,
                                         struct codeobj_error *error)
{
    if (!first->is_there)
        *first = *version;
    if (!version->is_there ||
        memcmp(first->numbers, version->numbers, sizeof version->numbers) == 0)
        return CODEOBJ_OK;
    return codeobj_fail_at(
        error, CODEOBJ_CORRUPT, version->offset,
        "metadata notes are of two versions, %" PRIu32 ".%" PRIu32 " and %" PRIu32 ".%" PRIu32,
        first->numbers[0], first->numbers[1], version->numbers[0], version->numbers[1]);
}

/* Reads the document of one note. |copy| is a copy of the document, with room for one more byte. */
static enum codeobj_status read_document(struct metadata *metadata, uint8_t *copy,
                                         struct document *out)
{
    const struct note *note = metadata->note;
    struct field_set set = FIELD_SET(document_fields);
    struct value root;
    if (note->bytes.size)
        memcpy(copy, note->bytes.data, note->bytes.size);
    messagepack_open(&metadata->reader, "metadata", copy, note->bytes.size, note->offset);
    enum codeobj_status status = messagepack_next(&metadata->reader, &root, metadata->error);
    if (!status)
        status = read_fields(metadata, &root, &set, "the object", out);
    if (!status && metadata->reader.at < note->bytes.size)
        status = codeobj_fail_at(
            metadata->error, CODEOBJ_CORRUPT, note->offset + metadata->reader.at,
            "metadata has %zu bytes behind its document", note->bytes.size - metadata->reader.at);
    if (!status && out->target)
        status = check_target(metadata->object, out->target,
                              note->offset + (size_t)(out->target - (char *)copy), metadata->error);
    return status;
}

static enum codeobj_status read_documents(struct metadata *metadata, const struct notes *notes,
                                          struct document *documents)
{
    struct version version = {0};
    size_t size = 0;
    for (size_t i = 0; i < notes->metadata_count; i++) {
        if (notes->metadata[i].bytes.size > size)
            size = notes->metadata[i].bytes.size;
    }
    uint8_t *copy = memory_take(&metadata->scratch, size + 1, 1);
    if (!copy)
        return fail_memory(metadata->error);
    for (size_t i = 0; i < notes->metadata_count; i++) {
        metadata->note = &notes->metadata[i];
        enum codeobj_status status = read_document(metadata, copy, &documents[i]);
        if (!status)
            status = check_version(&version, &documents[i].version, metadata->error);
        if (status)
            return status;
    }
    return CODEOBJ_OK;
}

/* ---- Joining the kernels of several documents ------------------------------------------------ */

struct ordered {
    const struct kernel *kernel;
    size_t place; /* the number of the kernel in the order of the notes */
};

static int compare_ordered(const void *a, const void *b)
{
    const struct ordered *left = a, *right = b;
    int order = strcmp(left->kernel->name, right->kernel->name);
    return order ? order : (left->place > right->place) - (left->place < right->place);
}

/* Makes one array of the kernels of |documents|, sorted by name. */
static enum codeobj_status join_kernels(struct metadata *metadata, const struct document *documents,
                                        size_t document_count)
{
    struct code_object *object = metadata->object;
    size_t total = 0, count = 0;
    for (size_t i = 0; i < document_count; i++)
        total += documents[i].kernel_count;
    struct ordered *list = memory_take(&metadata->scratch, total, sizeof *list);
    object->kernels = memory_take(&object->memory, total, sizeof object->kernels[0]);
    if (!list || !object->kernels)
        return fail_memory(metadata->error);
    for (size_t i = 0; i < document_count; i++) {
        for (size_t j = 0; j < documents[i].kernel_count; j++, count++)
            list[count] = (struct ordered){&documents[i].kernels[j], count};
    }
    if (count > 1)
        qsort(list, count, sizeof *list, compare_ordered);
    for (size_t i = 0; i < count; i++)
        object->kernels[i] = *list[i].kernel;
    object->kernel_count = count;
    return CODEOBJ_OK;
}

static enum codeobj_status join_formats(struct metadata *metadata, const struct document *documents,
                                        size_t document_count)
{
    struct code_object *object = metadata->object;
    size_t total = 0;
    for (size_t i = 0; i < document_count; i++)
        total += documents[i].format_count;
    if (total == 0)
        return CODEOBJ_OK;
    object->printf_formats = memory_take(&object->memory, total, sizeof object->printf_formats[0]);
    if (!object->printf_formats)
        return fail_memory(metadata->error);
    for (size_t i = 0; i < document_count; i++) {
        for (size_t j = 0; j < documents[i].format_count; j++)
            object->printf_formats[object->printf_format_count++] = documents[i].formats[j];
    }
    return CODEOBJ_OK;
}

enum codeobj_status metadata_read(const struct notes *notes, struct metadata_pool *pool,
                                  struct code_object *object, struct codeobj_error *error)
{
    struct metadata_pool own = {0};
    struct metadata metadata = {.object = object, .error = error, .pool = pool ? pool : &own};
    struct document *documents =
        memory_take(&metadata.scratch, notes->metadata_count, sizeof *documents);
    enum codeobj_status status =
        documents ? read_documents(&metadata, notes, documents) : fail_memory(error);
    if (!status)
        status = join_kernels(&metadata, documents, notes->metadata_count);
    if (!status)
        status = join_formats(&metadata, documents, notes->metadata_count);
    memory_free(&metadata.scratch);
    memory_move(&own.memory, &object->memory);
    return status;
}
