/* Code object metadata: the MessagePack document of an NT_AMDGPU_METADATA note.
 *
 * See LLVM's AMDGPU usage guide, "Code Object V3 Metadata" and the differences listed for V4 and
 * V5. The keys used here have meant the same in every version since 3.
 *
 * msgpack-c allocates whatever a document declares: an array of 2^32 - 1 elements is 5 bytes of
 * file and 100 GB of memory. So check_frame() walks the bytes first, and lets msgpack-c see only a
 * document whose every element is really there. What is relied on after that: msgpack_unpack_next()
 * keeps its nesting on a fixed stack deeper than DEPTH_MAX, allocates at most one 24-byte object an
 * element (two in a map), so about 24 times the note in all, and lets strings point into the note.
 */
#include "internal.h"

#include <inttypes.h>
#include <msgpack.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEPTH_MAX = 16, /* real metadata nests 5 deep */

    /* The required keys alone make a kernel or an argument longer than this, so a count that needs
     * more bytes than the note has is wrong, and nothing is allocated for it. */
    KERNEL_MIN_BYTES = 128,
    ARGUMENT_MIN_BYTES = 16,
};

/* What follows the first byte of a MessagePack value. */
struct frame {
    uint8_t head;     /* bytes of a big-endian count or length field */
    uint8_t children; /* values that each counted element is: 0 when it counts bytes, 2 in a map */
    uint64_t count;   /* when |head| is 0; else added to the field's value */
    bool valid;
};

/* See the MessagePack specification, "Formats". */
static struct frame frame_of(uint8_t byte)
{
    static const struct frame table[] = {
        [0xc0 - 0xc0] = {0, 0, 0, true},  [0xc1 - 0xc0] = {0, 0, 0, false}, /* nil, never used */
        [0xc2 - 0xc0] = {0, 0, 0, true},  [0xc3 - 0xc0] = {0, 0, 0, true},  /* booleans */
        [0xc4 - 0xc0] = {1, 0, 0, true},  [0xc5 - 0xc0] = {2, 0, 0, true},  /* bin */
        [0xc6 - 0xc0] = {4, 0, 0, true},  [0xc7 - 0xc0] = {1, 0, 1, true},  /* bin, ext */
        [0xc8 - 0xc0] = {2, 0, 1, true},  [0xc9 - 0xc0] = {4, 0, 1, true},  /* ext */
        [0xca - 0xc0] = {0, 0, 4, true},  [0xcb - 0xc0] = {0, 0, 8, true},  /* float */
        [0xcc - 0xc0] = {0, 0, 1, true},  [0xcd - 0xc0] = {0, 0, 2, true},  /* uint */
        [0xce - 0xc0] = {0, 0, 4, true},  [0xcf - 0xc0] = {0, 0, 8, true},  /* uint */
        [0xd0 - 0xc0] = {0, 0, 1, true},  [0xd1 - 0xc0] = {0, 0, 2, true},  /* int */
        [0xd2 - 0xc0] = {0, 0, 4, true},  [0xd3 - 0xc0] = {0, 0, 8, true},  /* int */
        [0xd4 - 0xc0] = {0, 0, 2, true},  [0xd5 - 0xc0] = {0, 0, 3, true},  /* fixext */
        [0xd6 - 0xc0] = {0, 0, 5, true},  [0xd7 - 0xc0] = {0, 0, 9, true},  /* fixext */
        [0xd8 - 0xc0] = {0, 0, 17, true}, [0xd9 - 0xc0] = {1, 0, 0, true},  /* fixext, str */
        [0xda - 0xc0] = {2, 0, 0, true},  [0xdb - 0xc0] = {4, 0, 0, true},  /* str */
        [0xdc - 0xc0] = {2, 1, 0, true},  [0xdd - 0xc0] = {4, 1, 0, true},  /* array */
        [0xde - 0xc0] = {2, 2, 0, true},  [0xdf - 0xc0] = {4, 2, 0, true},  /* map */
    };
    if (byte < 0x80 || byte >= 0xe0) /* small integers */
        return (struct frame){0, 0, 0, true};
    if (byte < 0x90)
        return (struct frame){0, 2, byte & 0x0f, true}; /* fixmap */
    if (byte < 0xa0)
        return (struct frame){0, 1, byte & 0x0f, true}; /* fixarray */
    if (byte < 0xc0)
        return (struct frame){0, 0, byte & 0x1f, true}; /* fixstr */
    return table[byte - 0xc0];
}

/* Is |note| exactly one MessagePack value, all of whose elements are there? */
static enum codeobj_status check_frame(struct span note, struct codeobj_error *error)
{
    uint64_t missing[DEPTH_MAX] = {1}; /* values still to come at each depth */
    size_t depth = 0;
    struct span rest = note, head;
    for (;;) {
        while (missing[depth] == 0 && depth > 0)
            depth--;
        if (missing[depth] == 0)
            break;
        missing[depth]--;
        if (rest.size == 0)
            return codeobj_fail(error, CODEOBJ_TRUNCATED, "metadata ends inside a value");
        struct frame frame = frame_of(rest.data[0]);
        if (!frame.valid)
            return codeobj_fail(error, CODEOBJ_CORRUPT, "metadata is not MessagePack at byte %zu",
                                note.size - rest.size);
        if (!span_sub(rest, 1, frame.head, &head))
            return codeobj_fail(error, CODEOBJ_TRUNCATED, "metadata ends inside a value");
        uint64_t field = 0;
        for (size_t i = 0; i < head.size; i++)
            field = field << 8 | head.data[i];
        uint64_t count = frame.count + field;
        span_sub(rest, 1 + head.size, rest.size - 1 - head.size, &rest);

        uint64_t bytes = frame.children ? 0 : count;
        uint64_t values = frame.children * count;
        if (bytes > rest.size || values > rest.size)
            return codeobj_fail(error, CODEOBJ_TRUNCATED,
                                "metadata declares %" PRIu64 " elements and ends before them",
                                count);
        span_sub(rest, bytes, rest.size - bytes, &rest);
        if (values > 0) {
            if (++depth == DEPTH_MAX)
                return codeobj_fail(error, CODEOBJ_CORRUPT, "metadata nests deeper than %d",
                                    DEPTH_MAX);
            missing[depth] = values;
        }
    }
    if (rest.size > 0)
        return codeobj_fail(error, CODEOBJ_CORRUPT, "metadata has %zu bytes behind its document",
                            rest.size);
    return CODEOBJ_OK;
}

static struct span span_of(const msgpack_object_str *text)
{
    return (struct span){(const uint8_t *)text->ptr, text->size};
}

/* The value of |key| in |map|, the first when there are several; NULL when there is none, or |map|
 * is no map. */
static const msgpack_object *map_get(const msgpack_object *map, const char *key)
{
    size_t size = strlen(key);
    for (uint32_t i = 0; map->type == MSGPACK_OBJECT_MAP && i < map->via.map.size; i++) {
        const msgpack_object_kv *entry = &map->via.map.ptr[i];
        if (entry->key.type == MSGPACK_OBJECT_STR && entry->key.via.str.size == size &&
            memcmp(entry->key.via.str.ptr, key, size) == 0)
            return &entry->val;
    }
    return NULL;
}

static enum codeobj_status get_u32(const msgpack_object *map, const char *key, bool required,
                                   const char *where, uint32_t *out, struct codeobj_error *error)
{
    const msgpack_object *value = map_get(map, key);
    if (!value && !required)
        return CODEOBJ_OK;
    if (!value)
        return codeobj_fail(error, CODEOBJ_CORRUPT, "metadata of %s has no '%s'", where, key);
    if (value->type != MSGPACK_OBJECT_POSITIVE_INTEGER || value->via.u64 > UINT32_MAX)
        return codeobj_fail(error, CODEOBJ_CORRUPT,
                            "'%s' in the metadata of %s is no unsigned 32-bit number", key, where);
    *out = (uint32_t)value->via.u64;
    return CODEOBJ_OK;
}

/* A copy of a string. Where it is optional, |*out| stays as it is when there is none. */
static enum codeobj_status get_string(const msgpack_object *map, const char *key, bool required,
                                      const char *where, char **out, struct codeobj_error *error)
{
    const msgpack_object *value = map_get(map, key);
    if (!value && !required)
        return CODEOBJ_OK;
    if (!value)
        return codeobj_fail(error, CODEOBJ_CORRUPT, "metadata of %s has no '%s'", where, key);
    if (value->type != MSGPACK_OBJECT_STR || !utf8_is_text(span_of(&value->via.str)))
        return codeobj_fail(error, CODEOBJ_CORRUPT, "'%s' in the metadata of %s is not text", key,
                            where);
    *out = span_to_string(span_of(&value->via.str));
    return *out ? CODEOBJ_OK : codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
}

/* The array at |key|: absent counts as empty. |element_min| is the fewest bytes that an element of
 * it takes in a note. */
static enum codeobj_status get_array(const msgpack_object *map, const char *key, const char *where,
                                     size_t element_min, struct span note,
                                     msgpack_object_array *out, struct codeobj_error *error)
{
    const msgpack_object *value = map_get(map, key);
    *out = (msgpack_object_array){0};
    if (!value)
        return CODEOBJ_OK;
    if (value->type != MSGPACK_OBJECT_ARRAY)
        return codeobj_fail(error, CODEOBJ_CORRUPT, "'%s' in the metadata of %s is no array", key,
                            where);
    if (value->via.array.size > note.size / element_min)
        return codeobj_fail(error, CODEOBJ_CORRUPT,
                            "'%s' in the metadata of %s has more elements than fit", key, where);
    *out = value->via.array;
    return CODEOBJ_OK;
}

static enum kernel_argument_kind argument_kind(const char *value_kind)
{
    static const struct {
        const char *name;
        enum kernel_argument_kind kind;
    } kinds[] = {
        {"by_value", ARGUMENT_BY_VALUE},
        {"global_buffer", ARGUMENT_GLOBAL_BUFFER},
        {"dynamic_shared_pointer", ARGUMENT_DYNAMIC_SHARED_POINTER},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(kinds[i].name, value_kind) == 0)
            return kinds[i].kind;
    }
    return strncmp(value_kind, "hidden_", 7) == 0 ? ARGUMENT_HIDDEN : ARGUMENT_OTHER;
}

static enum codeobj_status read_argument(const msgpack_object *map, const struct kernel *kernel,
                                         struct kernel_argument *out, struct codeobj_error *error)
{
    const char *where = "a kernel's argument";
    enum codeobj_status status = get_string(map, ".name", false, where, &out->name, error);
    if (!status)
        status = get_string(map, ".value_kind", true, where, &out->value_kind, error);
    if (!status)
        status = get_u32(map, ".offset", true, where, &out->offset, error);
    if (!status)
        status = get_u32(map, ".size", true, where, &out->size, error);
    if (status)
        return status;
    if ((uint64_t)out->offset + out->size > kernel->kernarg_size)
        return codeobj_fail(error, CODEOBJ_CORRUPT,
                            "argument at %" PRIu32 " ends past the %" PRIu32
                            " bytes of arguments of kernel '%.60s'",
                            out->offset, kernel->kernarg_size, kernel->name);
    out->kind = argument_kind(out->value_kind);
    return CODEOBJ_OK;
}

static enum codeobj_status read_arguments(const msgpack_object *map, struct span note,
                                          struct kernel *kernel, struct codeobj_error *error)
{
    msgpack_object_array array;
    enum codeobj_status status =
        get_array(map, ".args", "a kernel", ARGUMENT_MIN_BYTES, note, &array, error);
    if (status || array.size == 0)
        return status;
    kernel->arguments = calloc(array.size, sizeof(struct kernel_argument));
    if (!kernel->arguments)
        return codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
    while (kernel->argument_count < array.size && !status) {
        size_t i = kernel->argument_count++;
        status = read_argument(&array.ptr[i], kernel, &kernel->arguments[i], error);
    }
    return status;
}

static enum codeobj_status read_numbers(const msgpack_object *map, struct kernel *kernel,
                                        struct codeobj_error *error)
{
    const struct {
        const char *key;
        bool required;
        uint32_t *value;
    } numbers[] = {
        {".kernarg_segment_size", true, &kernel->kernarg_size},
        {".kernarg_segment_align", true, &kernel->kernarg_align},
        {".group_segment_fixed_size", true, &kernel->group_segment},
        {".private_segment_fixed_size", true, &kernel->private_segment},
        {".wavefront_size", true, &kernel->wave_size},
        {".max_flat_workgroup_size", true, &kernel->max_workgroup},
        {".sgpr_count", true, &kernel->sgprs},
        {".vgpr_count", true, &kernel->vgprs},
        {".agpr_count", false, &kernel->agprs},
        {".sgpr_spill_count", false, &kernel->sgpr_spills},
        {".vgpr_spill_count", false, &kernel->vgpr_spills},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        enum codeobj_status status =
            get_u32(map, numbers[i].key, numbers[i].required, "a kernel", numbers[i].value, error);
        if (status)
            return status;
    }
    if (kernel->wave_size != 32 && kernel->wave_size != 64)
        return codeobj_fail(error, CODEOBJ_CORRUPT,
                            "wavefront size of kernel '%.60s' is %" PRIu32 ", not 32 or 64",
                            kernel->name, kernel->wave_size);
    if (kernel->kernarg_align == 0 || (kernel->kernarg_align & (kernel->kernarg_align - 1)) != 0)
        return codeobj_fail(error, CODEOBJ_CORRUPT,
                            "alignment of the arguments of kernel '%.60s' is no power of two",
                            kernel->name);
    return CODEOBJ_OK;
}

static enum codeobj_status read_names(const msgpack_object *map, struct kernel *kernel,
                                      struct codeobj_error *error)
{
    enum codeobj_status status = get_string(map, ".name", true, "a kernel", &kernel->name, error);
    if (!status)
        status = get_string(map, ".symbol", true, "a kernel", &kernel->symbol, error);
    if (status)
        return status;
    size_t size = strlen(kernel->name);
    if (size == 0 || size > KERNEL_NAME_MAX)
        return codeobj_fail(error, CODEOBJ_CORRUPT, "name of a kernel is %zu bytes", size);
    if (strncmp(kernel->symbol, kernel->name, size) != 0 || strcmp(kernel->symbol + size, ".kd"))
        return codeobj_fail(error, CODEOBJ_CORRUPT,
                            "descriptor of kernel '%.48s' is '%.48s', not its name with '.kd'",
                            kernel->name, kernel->symbol);
    return CODEOBJ_OK;
}

/* "amdhsa.target" repeats what e_flags says, since version 4. */
static enum codeobj_status check_target(const msgpack_object *root,
                                        const struct code_object *object,
                                        struct codeobj_error *error)
{
    static const char triple[] = "amdgcn-amd-amdhsa--";
    const msgpack_object *value = map_get(root, "amdhsa.target");
    struct target_id target;
    char header[TARGET_ID_MAX];
    if (!value)
        return CODEOBJ_OK;
    char *text = NULL;
    enum codeobj_status status =
        get_string(root, "amdhsa.target", true, "the object", &text, error);
    if (status)
        return status;
    if (strncmp(text, triple, sizeof triple - 1) != 0 ||
        target_id_parse(text + sizeof triple - 1, &target, NULL) ||
        !target_id_equal(&target, &object->target))
        status = codeobj_fail(error, CODEOBJ_CORRUPT,
                              "target is %s in the ELF header and '%.64s' in the metadata",
                              target_id_print(&object->target, header), text);
    free(text);
    return status;
}

static int compare_kernels(const void *a, const void *b)
{
    const struct kernel *left = a, *right = b;
    return strcmp(left->name, right->name);
}

static enum codeobj_status read_document(const msgpack_object *root, struct span note,
                                         struct code_object *object, struct codeobj_error *error)
{
    msgpack_object_array array;
    if (root->type != MSGPACK_OBJECT_MAP)
        return codeobj_fail(error, CODEOBJ_CORRUPT, "metadata is no map");
    enum codeobj_status status = check_target(root, object, error);
    if (!status)
        status =
            get_array(root, "amdhsa.kernels", "the object", KERNEL_MIN_BYTES, note, &array, error);
    if (status || array.size == 0)
        return status;
    object->kernels = calloc(array.size, sizeof(struct kernel));
    if (!object->kernels)
        return codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
    while (object->kernel_count < array.size && !status) {
        size_t i = object->kernel_count++;
        struct kernel *kernel = &object->kernels[i];
        status = read_names(&array.ptr[i], kernel, error);
        if (!status)
            status = read_numbers(&array.ptr[i], kernel, error);
        if (!status)
            status = read_arguments(&array.ptr[i], note, kernel, error);
    }
    if (status)
        return status;
    qsort(object->kernels, object->kernel_count, sizeof(struct kernel), compare_kernels);
    for (size_t i = 1; i < object->kernel_count; i++) {
        if (compare_kernels(&object->kernels[i - 1], &object->kernels[i]) == 0)
            return codeobj_fail(error, CODEOBJ_CORRUPT, "metadata has two kernels '%.100s'",
                                object->kernels[i].name);
    }
    return CODEOBJ_OK;
}

enum codeobj_status metadata_read(struct span note, struct code_object *object,
                                  struct codeobj_error *error)
{
    enum codeobj_status status = check_frame(note, error);
    if (status)
        return status;
    msgpack_unpacked document;
    msgpack_unpacked_init(&document);
    switch (msgpack_unpack_next(&document, (const char *)note.data, note.size, NULL)) {
    case MSGPACK_UNPACK_SUCCESS:
    case MSGPACK_UNPACK_EXTRA_BYTES:
        status = read_document(&document.data, note, object, error);
        break;
    case MSGPACK_UNPACK_NOMEM_ERROR:
        status = codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
        break;
    default: status = codeobj_fail(error, CODEOBJ_CORRUPT, "metadata is not MessagePack"); break;
    }
    msgpack_unpacked_destroy(&document);
    return status;
}
