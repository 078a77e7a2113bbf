/* See package_fields.h; docs/inspect.md describes each. */
#include "package_fields.h"

#include "occupancy.h"

static const char *const container_kind_words[] = {
    [CONTAINER_FILE] = "file",
    [CONTAINER_ARCHIVE_MEMBER] = "archive member",
    [CONTAINER_SECTION] = "section",
    [CONTAINER_BUNDLE] = "bundle",
    [CONTAINER_COMPRESSED_BUNDLE] = "compressed bundle",
    [CONTAINER_HEADER] = "header",
    [CONTAINER_FRAME] = "frame",
    [CONTAINER_OFFLOAD_BINARY] = "offload binary",
    NULL,
};

static const char *const codec_words[] = {
    [BUNDLE_CODEC_NONE] = "none",
    [BUNDLE_CODEC_ZLIB] = "zlib",
    [BUNDLE_CODEC_ZSTD] = "zstd",
    NULL,
};

static const char *const image_kind_words[] = {
    [IMAGE_CODE_OBJECT] = "code object",
    [IMAGE_EMPTY] = "empty",
    [IMAGE_OTHER] = "other",
    NULL,
};

static const char *const argument_kind_words[] = {
    [ARGUMENT_BY_VALUE] = "by value",
    [ARGUMENT_GLOBAL_BUFFER] = "global buffer",
    [ARGUMENT_DYNAMIC_SHARED_POINTER] = "dynamic shared pointer",
    [ARGUMENT_OTHER] = "other",
    [ARGUMENT_HIDDEN] = "hidden",
    NULL,
};

const char *const occupancy_words[] = {
    [OCCUPANCY_BY_HARDWARE] = "hardware",   [OCCUPANCY_BY_VGPRS] = "vgprs",
    [OCCUPANCY_BY_SGPRS] = "sgprs",         [OCCUPANCY_BY_LDS] = "lds",
    [OCCUPANCY_BY_WORKGROUP] = "workgroup",
};

#define AT(member) offsetof(struct package_file, member)
const struct field file_fields[] = {
    {"path", FIELD_STRING, AT(path), NULL, NULL},
    {"size", FIELD_U64, AT(size), NULL, NULL},
    {"same_as", FIELD_TEXT, AT(same_as), NULL, NULL},
    {0},
};
#undef AT

#define AT(member) offsetof(struct package_container, member)
const struct field container_fields[] = {
    {"file", FIELD_SIZE, AT(file), NULL, NULL},
    {"parent", FIELD_SIZE, AT(parent), NULL, NULL},
    {"kind", FIELD_WORD, AT(kind), container_kind_words, NULL},
    {"name", FIELD_STRING, AT(name), NULL, NULL},
    {"where", FIELD_STRING, AT(where), NULL, NULL},
    {"offset", FIELD_U64, AT(offset), NULL, NULL},
    {"stored_size", FIELD_U64, AT(stored_size), NULL, NULL},
    {"size", FIELD_U64, AT(size), NULL, NULL},
    {"codec", FIELD_WORD, AT(codec), codec_words, NULL},
    {"version", FIELD_U32, AT(version), NULL, NULL},
    {0},
};
#undef AT

#define AT(member) offsetof(struct package_image, member)
const struct field image_fields[] = {
    {"container", FIELD_SIZE, AT(container), NULL, NULL},
    {"entry", FIELD_STRING, AT(entry), NULL, NULL},
    {"target", FIELD_STRING, AT(target), NULL, NULL},
    {"kind", FIELD_WORD, AT(kind), image_kind_words, NULL},
    {"offset", FIELD_U64, AT(offset), NULL, NULL},
    {"size", FIELD_U64, AT(size), NULL, NULL},
    {"is_read", FIELD_BOOL, AT(is_read), NULL, NULL},
    {0},
};
#undef AT

#define AT(member) offsetof(struct code_object, member)
const struct field object_fields[] = {
    {"code_object_version", FIELD_U8, AT(version), NULL, NULL},
    {"generic_version", FIELD_U8, AT(generic_version), NULL, NULL},
    {"elf_flags", FIELD_U32, AT(elf_flags), NULL, NULL},
    {"elf_size", FIELD_U64, AT(size), NULL, NULL},
    {"has_debug_lines", FIELD_BOOL, AT(has_debug_lines), NULL, NULL},
    {0},
};
#undef AT

#define AT(member) offsetof(struct kernel_descriptor, member)
static const struct field descriptor_fields[] = {
    {"rsrc1", FIELD_U32, AT(rsrc1), NULL, NULL},
    {"rsrc2", FIELD_U32, AT(rsrc2), NULL, NULL},
    {"rsrc3", FIELD_U32, AT(rsrc3), NULL, NULL},
    {"properties", FIELD_U16, AT(properties), NULL, NULL},
    {"kernarg_preload", FIELD_U16, AT(kernarg_preload), NULL, NULL},
    {"address", FIELD_U64, AT(address), NULL, NULL},
    {"entry_address", FIELD_U64, AT(entry_address), NULL, NULL},
    {"code_offset", FIELD_U64, AT(code_offset), NULL, NULL},
    {0},
};
#undef AT

#define AT(member) offsetof(struct kernel, member)
const struct field kernel_fields[] = {
    {"name", FIELD_STRING, AT(name), NULL, NULL},
    {"symbol", FIELD_TEXT, AT(symbol), NULL, NULL},
    {"vgprs", FIELD_U32, AT(vgprs), NULL, NULL},
    {"agprs", FIELD_U32, AT(agprs), NULL, NULL},
    {"sgprs", FIELD_U32, AT(sgprs), NULL, NULL},
    {"vgpr_spills", FIELD_U32, AT(vgpr_spills), NULL, NULL},
    {"sgpr_spills", FIELD_U32, AT(sgpr_spills), NULL, NULL},
    {"lds", FIELD_U32, AT(group_segment), NULL, NULL},
    {"scratch", FIELD_U32, AT(private_segment), NULL, NULL},
    {"wave_size", FIELD_U32, AT(wave_size), NULL, NULL},
    {"kernarg_size", FIELD_U32, AT(kernarg_size), NULL, NULL},
    {"kernarg_align", FIELD_U32, AT(kernarg_align), NULL, NULL},
    {"max_workgroup", FIELD_U32, AT(max_workgroup), NULL, NULL},
    {"required_workgroup", FIELD_DIMS, AT(required_workgroup), NULL, NULL},
    {"workgroup_hint", FIELD_DIMS, AT(workgroup_hint), NULL, NULL},
    {"uses_dynamic_stack", FIELD_BOOL, AT(uses_dynamic_stack), NULL, NULL},
    {"uniform_workgroups", FIELD_BOOL, AT(uniform_workgroups), NULL, NULL},
    {"language", FIELD_TEXT, AT(language), NULL, NULL},
    {"kind", FIELD_TEXT, AT(kind), NULL, NULL},
    {"vector_hint", FIELD_TEXT, AT(vector_hint), NULL, NULL},
    {"code_size", FIELD_U64, AT(code_size), NULL, NULL},
    {"descriptor", FIELD_OBJECT, AT(descriptor), NULL, descriptor_fields},
    {0},
};
#undef AT

const struct field hash_fields[] = {
    {"code_hash", FIELD_HASH, 0, NULL, NULL},
    {0},
};

#define AT(member) offsetof(struct kernel_argument, member)
const struct field argument_fields[] = {
    {"offset", FIELD_U32, AT(offset), NULL, NULL},
    {"size", FIELD_U32, AT(size), NULL, NULL},
    {"kind", FIELD_WORD, AT(kind), argument_kind_words, NULL},
    {"value_kind", FIELD_STRING, AT(value_kind), NULL, NULL},
    {"name", FIELD_TEXT, AT(name), NULL, NULL},
    {"type", FIELD_TEXT, AT(type_name), NULL, NULL},
    {"address_space", FIELD_TEXT, AT(address_space), NULL, NULL},
    {"access", FIELD_TEXT, AT(access), NULL, NULL},
    {"pointee_align", FIELD_U32, AT(pointee_align), NULL, NULL},
    {"const", FIELD_FLAG, AT(is_const), NULL, NULL},
    {"restrict", FIELD_FLAG, AT(is_restrict), NULL, NULL},
    {"volatile", FIELD_FLAG, AT(is_volatile), NULL, NULL},
    {0},
};
#undef AT

#define AT(member) offsetof(struct package_problem, member)
const struct field problem_fields[] = {
    {"file", FIELD_SIZE, AT(file), NULL, NULL},
    {"where", FIELD_STRING, AT(where), NULL, NULL},
    {"offset", FIELD_OFFSET, AT(offset), NULL, NULL},
    {"message", FIELD_STRING, AT(message), NULL, NULL},
    {0},
};
#undef AT
