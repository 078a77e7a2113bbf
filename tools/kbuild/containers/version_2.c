/* Code objects of version 2. A note has the ISA version, which is the target, and an
 * NT_AMD_HSA_METADATA note has the metadata as a YAML document.
 *
 * See LLVM's AMDGPU usage guide (up to release 16), "Code Object V2 Metadata". libyaml parses the
 * text event by event: unused values are never kept, and aliases are not expanded. The words for
 * kinds of arguments are changed to those of version 3. The document does not have the offsets of
 * arguments, so they are computed here. */
#include "walk.h"

#include "code_object_reader.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include <yaml.h>

enum { DEPTH_MAX = 64 }; /* how deep unused values may be nested; used values are nested 5 deep */

/* The keys of a kernel. "Attrs" and "CodeProps" are maps inside the map of a kernel. Their keys
 * differ from the kernel's keys, so one table has all keys. LLVM's backend leaves out numbers that
 * are 0, except required ones. */
#define KERNEL(key, type, required, name) FIELD(key, type, required, struct kernel, name)
static const struct field kernel_fields[] = {
    KERNEL("Name", FIELD_TEXT, true, name),
    KERNEL("SymbolName", FIELD_TEXT, true, symbol),
    KERNEL("Language", FIELD_TEXT, false, language),
    KERNEL("Attrs", FIELD_MAP, false, name),
    KERNEL("ReqdWorkGroupSize", FIELD_DIMENSIONS, false, required_workgroup),
    KERNEL("WorkGroupSizeHint", FIELD_DIMENSIONS, false, workgroup_hint),
    KERNEL("VecTypeHint", FIELD_TEXT, false, vector_hint),
    KERNEL("Args", FIELD_ARGUMENTS, false, arguments),
    KERNEL("CodeProps", FIELD_MAP, false, name),
    KERNEL("KernargSegmentSize", FIELD_NUMBER, true, kernarg_size),
    KERNEL("GroupSegmentFixedSize", FIELD_NUMBER, true, group_segment),
    KERNEL("PrivateSegmentFixedSize", FIELD_NUMBER, true, private_segment),
    KERNEL("KernargSegmentAlign", FIELD_NUMBER, true, kernarg_align),
    KERNEL("WavefrontSize", FIELD_NUMBER, true, wave_size),
    KERNEL("NumSGPRs", FIELD_NUMBER, false, sgprs),
    KERNEL("NumVGPRs", FIELD_NUMBER, false, vgprs),
    KERNEL("MaxFlatWorkGroupSize", FIELD_NUMBER, false, max_workgroup),
    KERNEL("IsDynamicCallStack", FIELD_BOOL, false, uses_dynamic_stack),
    KERNEL("NumSpilledSGPRs", FIELD_NUMBER, false, sgpr_spills),
    KERNEL("NumSpilledVGPRs", FIELD_NUMBER, false, vgpr_spills),
};

struct argument_v2 {
    struct kernel_argument argument;
    uint32_t align; /* the argument's alignment in bytes */
};

#define ARGUMENT(key, type, required, name) FIELD(key, type, required, struct argument_v2, name)
static const struct field argument_fields[] = {
    ARGUMENT("Name", FIELD_TEXT, false, argument.name),
    ARGUMENT("TypeName", FIELD_TEXT, false, argument.type_name),
    ARGUMENT("Size", FIELD_NUMBER, true, argument.size),
    ARGUMENT("Align", FIELD_NUMBER, true, align),
    ARGUMENT("ValueKind", FIELD_WORD, true, argument.value_kind),
    ARGUMENT("PointeeAlign", FIELD_NUMBER, false, argument.pointee_align),
    ARGUMENT("AddrSpaceQual", FIELD_WORD, false, argument.address_space),
    ARGUMENT("AccQual", FIELD_WORD, false, argument.access),
    ARGUMENT("IsConst", FIELD_BOOL, false, argument.is_const),
    ARGUMENT("IsRestrict", FIELD_BOOL, false, argument.is_restrict),
    ARGUMENT("IsVolatile", FIELD_BOOL, false, argument.is_volatile),
};

static const struct field document_fields[] = {{"Kernels", 7, false, FIELD_KERNELS, 0}};

struct metadata {
    yaml_parser_t parser;
    yaml_event_t event; /* libyaml's latest event */
    uint64_t base;      /* offset in the file of the note with the document */
    struct code_object *object;
    struct codeobj_error *error;
};

/* Returns the offset in the file of the latest event. libyaml counts characters, and the file has
 * bytes; LLVM's backend writes ASCII, where both numbers are equal. */
static uint64_t event_offset(const struct metadata *metadata)
{
    return metadata->base + metadata->event.start_mark.index;
}

static enum codeobj_status fail_at_event(const struct metadata *metadata, const struct field *field,
                                         const char *what)
{
    return codeobj_fail_at(metadata->error, CODEOBJ_CORRUPT, event_offset(metadata),
                           "'%s' in the metadata is %s", field->key, what);
}

/* Replaces the latest event by the next one. */
static enum codeobj_status next_event(struct metadata *metadata)
{
    const yaml_parser_t *parser = &metadata->parser;
    yaml_event_delete(&metadata->event);
    if (yaml_parser_parse(&metadata->parser, &metadata->event))
        return CODEOBJ_OK;
    if (parser->error == YAML_MEMORY_ERROR)
        return codeobj_fail(metadata->error, CODEOBJ_NO_MEMORY, "out of memory");
    return codeobj_fail_at(metadata->error, CODEOBJ_CORRUPT,
                           metadata->base + (parser->error == YAML_READER_ERROR
                                                 ? parser->problem_offset
                                                 : parser->problem_mark.index),
                           "metadata is not YAML: %.100s", parser->problem);
}

/* Returns the latest event's text. Its data are NULL when the event is not a scalar. */
static struct span event_text(const struct metadata *metadata)
{
    const yaml_event_t *event = &metadata->event;
    if (event->type != YAML_SCALAR_EVENT)
        return (struct span){0};
    return (struct span){event->data.scalar.value, event->data.scalar.length};
}

/* Skips the value that starts with the latest event. The depth is limited, because libyaml's
 * scanner looks at all open brackets for each new one. */
static enum codeobj_status skip_value(struct metadata *metadata)
{
    for (unsigned depth = 0;;) {
        switch (metadata->event.type) {
        case YAML_MAPPING_START_EVENT:
        case YAML_SEQUENCE_START_EVENT: depth++; break;
        case YAML_MAPPING_END_EVENT:
        case YAML_SEQUENCE_END_EVENT: depth--; break;
        default: break;
        }
        if (depth == 0)
            return CODEOBJ_OK;
        if (depth > DEPTH_MAX)
            return codeobj_fail_at(metadata->error, CODEOBJ_CORRUPT, event_offset(metadata),
                                   "metadata nests deeper than %d", DEPTH_MAX);
        enum codeobj_status status = next_event(metadata);
        if (status)
            return status;
    }
}

static enum codeobj_status read_number(const struct metadata *metadata, const struct field *field,
                                       uint32_t *out)
{
    const struct span text = event_text(metadata);
    uint64_t number = 0;
    size_t digits = 0;
    while (digits < text.size && number <= UINT32_MAX && isdigit(text.data[digits]))
        number = number * 10 + (text.data[digits++] - '0');
    if (digits == 0 || digits < text.size || number > UINT32_MAX)
        return fail_at_event(metadata, field, "not an unsigned 32-bit number");
    *out = (uint32_t)number;
    return CODEOBJ_OK;
}

static enum codeobj_status read_bool(const struct metadata *metadata, const struct field *field,
                                     bool *out)
{
    const struct span text = event_text(metadata);
    *out = text.size == 4 && memcmp(text.data, "true", 4) == 0;
    if (!*out && (text.size != 5 || memcmp(text.data, "false", 5) != 0))
        return fail_at_event(metadata, field, "neither true nor false");
    return CODEOBJ_OK;
}

/* Sets |*out_text| to the text of the latest event, and allocates |factor| times its size for
 * |*out|. */
static enum codeobj_status take_text(const struct metadata *metadata, const struct field *field,
                                     size_t factor, struct span *out_text, char **out)
{
    *out_text = event_text(metadata);
    if (!out_text->data || !utf8_is_text(*out_text))
        return fail_at_event(metadata, field, "not text");
    *out = memory_take(&metadata->object->memory, factor * out_text->size + 1, 1);
    if (!*out)
        return codeobj_fail(metadata->error, CODEOBJ_NO_MEMORY, "out of memory");
    return CODEOBJ_OK;
}

static enum codeobj_status read_text(const struct metadata *metadata, const struct field *field,
                                     char **out)
{
    struct span text;
    enum codeobj_status status = take_text(metadata, field, 1, &text, out);
    if (!status)
        memcpy(*out, text.data, text.size);
    return status;
}

/* Reads a word for a kind of argument, and spells it as version 3 does: "HiddenGlobalOffsetX"
 * becomes "hidden_global_offset_x". */
static enum codeobj_status read_word(const struct metadata *metadata, const struct field *field,
                                     char **out)
{
    struct span text;
    enum codeobj_status status = take_text(metadata, field, 2, &text, out);
    if (status)
        return status;
    char *end = *out;
    for (size_t i = 0; i < text.size; i++) {
        if (i > 0 && isupper(text.data[i]))
            *end++ = '_';
        *end++ = (char)tolower(text.data[i]);
    }
    if (strcmp(*out, "hidden_multi_grid_sync_arg") == 0)
        strcpy(*out, "hidden_multigrid_sync_arg");
    return CODEOBJ_OK;
}

static enum codeobj_status read_dimensions(struct metadata *metadata, const struct field *field,
                                           uint32_t out[3])
{
    if (metadata->event.type != YAML_SEQUENCE_START_EVENT)
        return fail_at_event(metadata, field, "not a list of 3 numbers");
    enum codeobj_status status = CODEOBJ_OK;
    for (size_t i = 0; i < 3 && !status; i++) {
        status = next_event(metadata);
        if (!status)
            status = read_number(metadata, field, &out[i]);
    }
    if (!status)
        status = next_event(metadata);
    if (!status && metadata->event.type != YAML_SEQUENCE_END_EVENT)
        status = fail_at_event(metadata, field, "not a list of 3 numbers");
    return status;
}

/* Makes room for element number |count| of |*array|. Capacities are powers of two. Old arrays are
 * not freed until the code object is, so the arrays take at most twice the memory. */
static enum codeobj_status make_room(struct metadata *metadata, void *array, size_t count,
                                     size_t size)
{
    void *old, *grown;
    /* The array has room, because |count| is neither 0 nor a power of two. */
    if (count & (count - 1))
        return CODEOBJ_OK;
    grown = memory_take(&metadata->object->memory, count ? 2 * count : 1, size);
    if (!grown)
        return codeobj_fail(metadata->error, CODEOBJ_NO_MEMORY, "out of memory");
    memcpy(&old, array, sizeof old);
    if (count)
        memcpy(grown, old, count * size);
    memcpy(array, &grown, sizeof grown);
    return CODEOBJ_OK;
}

static enum codeobj_status read_map(struct metadata *metadata, struct field_set *set,
                                    const char *where, void *out);

static enum codeobj_status read_argument(struct metadata *metadata, struct kernel *kernel)
{
    struct field_set set = FIELD_SET(argument_fields);
    struct argument_v2 read = {0};
    const uint64_t offset = event_offset(metadata);
    enum codeobj_status status = read_map(metadata, &set, "a kernel's argument", &read);
    if (!status)
        status = fields_complete(&set, "a kernel's argument", offset, metadata->error);
    if (status)
        return status;
    uint64_t at = 0; /* the end of the argument before this one */
    if (kernel->argument_count) {
        const struct kernel_argument *before = &kernel->arguments[kernel->argument_count - 1];
        at = (uint64_t)before->offset + before->size;
    }
    if (read.align == 0 || (read.align & (read.align - 1)) != 0)
        return codeobj_fail_at(metadata->error, CODEOBJ_CORRUPT, offset,
                               "alignment of an argument is not a power of two");
    at = (at + read.align - 1) & ~((uint64_t)read.align - 1);
    if (at > UINT32_MAX)
        return codeobj_fail_at(metadata->error, CODEOBJ_CORRUPT, offset,
                               "arguments of a kernel are larger than 4 GiB");
    read.argument.offset = (uint32_t)at;
    read.argument.kind = argument_kind(read.argument.value_kind);
    status = make_room(metadata, &kernel->arguments, kernel->argument_count, sizeof read.argument);
    if (!status)
        kernel->arguments[kernel->argument_count++] = read.argument;
    return status;
}

static enum codeobj_status read_kernel(struct metadata *metadata, struct code_object *object)
{
    struct field_set set = FIELD_SET(kernel_fields);
    struct kernel kernel = {0};
    const uint64_t offset = event_offset(metadata);
    enum codeobj_status status = read_map(metadata, &set, "a kernel", &kernel);
    if (!status)
        status = fields_complete(&set, "a kernel", offset, metadata->error);
    if (!status)
        status = kernel_check(&kernel, "@kd", offset, metadata->error);
    if (!status)
        status = make_room(metadata, &object->kernels, object->kernel_count, sizeof kernel);
    if (status)
        return status;
    kernel.symbol = kernel.name; /* In version 2, the symbol of a kernel is its name. */
    object->kernels[object->kernel_count++] = kernel;
    return CODEOBJ_OK;
}

/* Reads a list of kernels into |out|, a code object, or a list of arguments into |out|, a kernel.
 */
static enum codeobj_status read_list(struct metadata *metadata, const struct field *field,
                                     void *out)
{
    if (metadata->event.type != YAML_SEQUENCE_START_EVENT)
        return fail_at_event(metadata, field, "no list");
    for (;;) {
        enum codeobj_status status = next_event(metadata);
        if (status || metadata->event.type == YAML_SEQUENCE_END_EVENT)
            return status;
        status = field->type == FIELD_KERNELS ? read_kernel(metadata, out)
                                              : read_argument(metadata, out);
        if (status)
            return status;
    }
}

static enum codeobj_status read_field(struct metadata *metadata, const struct field *field,
                                      struct field_set *set, void *out)
{
    void *member = (char *)out + field->member;
    switch (field->type) {
    case FIELD_NUMBER: return read_number(metadata, field, member);
    case FIELD_BOOL: return read_bool(metadata, field, member);
    case FIELD_TEXT: return read_text(metadata, field, member);
    case FIELD_WORD: return read_word(metadata, field, member);
    case FIELD_DIMENSIONS: return read_dimensions(metadata, field, member);
    case FIELD_ARGUMENTS:
    case FIELD_KERNELS: return read_list(metadata, field, out);
    case FIELD_MAP: return read_map(metadata, set, field->key, out);
    case FIELD_FORMATS:
    case FIELD_VERSION: break; /* Tables of version 2 do not have fields of these two types. */
    }
    return CODEOBJ_OK;
}

/* Reads a map to its end. The latest event is the map's start. A map is never read inside the same
 * map, because the key for it would be there twice, which is refused. */
static enum codeobj_status read_map(struct metadata *metadata, struct field_set *set,
                                    const char *where, void *out)
{
    if (metadata->event.type != YAML_MAPPING_START_EVENT)
        return codeobj_fail_at(metadata->error, CODEOBJ_CORRUPT, event_offset(metadata),
                               "metadata of %s is not a map", where);
    for (;;) {
        const struct field *field = NULL;
        enum codeobj_status status = next_event(metadata);
        if (status || metadata->event.type == YAML_MAPPING_END_EVENT)
            return status;
        struct span key = event_text(metadata);
        if (key.data)
            status = field_find(set, key, event_offset(metadata), &field, metadata->error);
        else
            status = skip_value(metadata);
        if (!status)
            status = next_event(metadata);
        if (!status)
            status = field ? read_field(metadata, field, set, out) : skip_value(metadata);
        if (status)
            return status;
    }
}

static enum codeobj_status read_document(struct metadata *metadata)
{
    struct field_set set = FIELD_SET(document_fields);
    enum codeobj_status status = CODEOBJ_OK;
    /* Skips three events: the starts of the stream, of the document and of the map. */
    for (int i = 0; i < 3 && !status; i++)
        status = next_event(metadata);
    if (!status)
        status = read_map(metadata, &set, "the object", metadata->object);
    return status;
}

/* Adds the kernels that the YAML document |note| describes to |object|. */
static enum codeobj_status read_note(const struct note *note, struct code_object *object,
                                     struct codeobj_error *error)
{
    struct metadata metadata = {.base = note->offset, .object = object, .error = error};
    struct span text = note->bytes;
    while (text.size > 0 && text.data[text.size - 1] == '\0')
        text.size--;
    if (!yaml_parser_initialize(&metadata.parser))
        return codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
    yaml_parser_set_input_string(&metadata.parser, text.data, text.size);
    enum codeobj_status status = read_document(&metadata);
    yaml_event_delete(&metadata.event);
    yaml_parser_delete(&metadata.parser);
    return status;
}

enum codeobj_status metadata_v2_read(const struct notes *notes, struct code_object *object,
                                     struct codeobj_error *error)
{
    enum codeobj_status status = CODEOBJ_OK;
    for (size_t i = 0; i < notes->metadata_count && !status; i++)
        status = read_note(&notes->metadata[i], object, error);
    if (!status && notes->metadata_count)
        status = kernels_sort(object, notes->metadata[0].offset, error);
    return status;
}

/* ---- The target ------------------------------------------------------------------------------ */

enum {
    FLAG_MACH = 0x0ff,
    /* the least number of a processor in e_flags; older compilers leave a smaller number there */
    MACH_AMDGCN_FIRST = 0x20,
};

/* The ISA versions in code objects of versions 1 and 2, with their processors. A processor with
 * XNACK on has a stepping of its own, because the compiler had to know whether XNACK is on. SRAMECC
 * could only be off. ROCr's loader knows these versions alone. */
static const struct isa_version {
    uint32_t major, minor, stepping;
    const char *processor;
    bool xnack;
} isa_versions[] = {
    {6, 0, 0, "gfx600", false},  {6, 0, 1, "gfx601", false}, {6, 0, 2, "gfx602", false},
    {7, 0, 0, "gfx700", false},  {7, 0, 1, "gfx701", false}, {7, 0, 2, "gfx702", false},
    {7, 0, 3, "gfx703", false},  {7, 0, 4, "gfx704", false}, {7, 0, 5, "gfx705", false},
    {8, 0, 0, "gfx802", false},  {8, 0, 1, "gfx801", true},  {8, 0, 2, "gfx802", false},
    {8, 0, 3, "gfx803", false},  {8, 0, 4, "gfx803", false}, {8, 0, 5, "gfx805", false},
    {8, 1, 0, "gfx810", true},   {9, 0, 0, "gfx900", false}, {9, 0, 1, "gfx900", true},
    {9, 0, 2, "gfx902", false},  {9, 0, 3, "gfx902", true},  {9, 0, 4, "gfx904", false},
    {9, 0, 5, "gfx904", true},   {9, 0, 6, "gfx906", false}, {9, 0, 7, "gfx906", true},
    {9, 0, 12, "gfx90c", false},
};

/* Reads the target from the note with the ISA version: u16 size of the vendor's name, u16 size of
 * the architecture's name, u32 major, minor, stepping, and the names. */
static enum codeobj_status read_target(const struct elf_image *image, struct span note,
                                       struct code_object *object, struct codeobj_error *error)
{
    uint32_t isa[3];
    struct span numbers;
    const struct isa_version *found = NULL;
    const uint32_t mach = image->header.e_flags & FLAG_MACH;
    if (!note.data)
        return codeobj_fail(error, CODEOBJ_CORRUPT,
                            "code object of version %d has no note of its ISA version",
                            object->version);
    const uint64_t offset = elf_image_offset(image, note);
    if (!span_sub(note, 4, sizeof isa, &numbers))
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, offset,
                               "note of the ISA version is cut off");
    memcpy(isa, numbers.data, sizeof isa);
    for (size_t i = 0; i < sizeof isa_versions / sizeof isa_versions[0] && !found; i++) {
        if (isa_versions[i].major == isa[0] && isa_versions[i].minor == isa[1] &&
            isa_versions[i].stepping == isa[2])
            found = &isa_versions[i];
    }
    object->target.info = found ? target_find(found->processor) : NULL;
    if (!object->target.info)
        return codeobj_fail_at(error, CODEOBJ_UNSUPPORTED, offset,
                               "code object of version %d is for an unknown ISA, %" PRIu32
                               ".%" PRIu32 ".%" PRIu32,
                               object->version, isa[0], isa[1], isa[2]);
    if (mach >= MACH_AMDGCN_FIRST && mach != object->target.info->elf_mach)
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, offsetof(Elf64_Ehdr, e_flags),
                               "ELF flags and the note of the ISA version, %s, contradict",
                               found->processor);
    if (object->target.info->has_xnack)
        object->target.xnack = found->xnack ? TARGET_FEATURE_ON : TARGET_FEATURE_OFF;
    if (object->target.info->has_sramecc)
        object->target.sramecc = TARGET_FEATURE_OFF;
    return CODEOBJ_OK;
}

static enum codeobj_status read_early(const struct elf_image *image, const struct notes *notes,
                                      struct code_object *object, struct codeobj_error *error)
{
    enum codeobj_status status = read_target(image, notes->isa, object, error);
    if (status)
        return status;
    return object->version == 1 ? version_1_read(image, object, error)
                                : metadata_v2_read(notes, object, error);
}

enum codeobj_status code_object_open_amd(struct span bytes, struct metadata_pool *pool,
                                         struct code_object *out, struct codeobj_error *error)
{
    return code_object_open_with(bytes, read_early, pool, out, error);
}
