/* Writes and reads a package as JSON, "kbuild-inspect-1". docs/inspect.md describes the fields.
 *
 * The JSON is written piece by piece: a library's kernels are hundreds of megabytes of text, so no
 * tree is built. Each kernel, container and problem is a line. A JSON file may come from an
 * untrusted source, so the reader checks the type and range of every value and every index. It
 * ignores unknown keys. */
#include "inspect/metric.h"

#include "parts.h"

#include <errno.h>
#include <jansson.h>

#define FORMAT "kbuild-inspect-1"

static const char *const container_kinds[] = {
    [CONTAINER_FILE] = "file",
    [CONTAINER_ARCHIVE_MEMBER] = "archive member",
    [CONTAINER_SECTION] = "section",
    [CONTAINER_BUNDLE] = "bundle",
    [CONTAINER_COMPRESSED_BUNDLE] = "compressed bundle",
    [CONTAINER_HEADER] = "header",
    [CONTAINER_FRAME] = "frame",
    [CONTAINER_OFFLOAD_BINARY] = "offload binary",
    [CONTAINER_FATBIN] = "fat binary",
    [CONTAINER_MODULE] = "module",
    [CONTAINER_KPACK] = "kpack archive",
    [CONTAINER_SEARCHED] = "data",
    NULL,
};
static const char *const codecs[] = {
    [BUNDLE_CODEC_NONE] = "none", [BUNDLE_CODEC_ZLIB] = "zlib",
    [BUNDLE_CODEC_ZSTD] = "zstd", [BUNDLE_CODEC_DEFLATE] = "deflate",
    [BUNDLE_CODEC_GZIP] = "gzip", [BUNDLE_CODEC_LZ4] = "lz4",
    [BUNDLE_CODEC_XZ] = "xz",     NULL,
};
static const char *const image_kinds[] = {
    [IMAGE_CODE_OBJECT] = "code object",
    [IMAGE_EMPTY] = "empty",
    [IMAGE_OTHER] = "other",
    NULL,
};
static const char *const argument_kinds[] = {
    [ARGUMENT_BY_VALUE] = "by value",
    [ARGUMENT_GLOBAL_BUFFER] = "global buffer",
    [ARGUMENT_DYNAMIC_SHARED_POINTER] = "dynamic shared pointer",
    [ARGUMENT_OTHER] = "other",
    [ARGUMENT_HIDDEN] = "hidden",
    NULL,
};

/* ---- Writing a package as JSON --------------------------------------------------------------- */

static void put_optional(struct buf *out, const char *key, const char *text)
{
    if (text)
        json_text(out, key, text);
}

/* Appends an index or offset. PACKAGE_NONE and PACKAGE_NO_OFFSET become null. */
static void put_index(struct buf *out, const char *key, uint64_t value)
{
    if (value != UINT64_MAX) {
        json_number(out, key, value);
        return;
    }
    json_key(out, key);
    buf_puts(out, "null");
}

static void put_bool(struct buf *out, const char *key, bool value)
{
    json_key(out, key);
    buf_puts(out, value ? "true" : "false");
}

static void put_flag(struct buf *out, const char *key, bool value)
{
    if (value)
        put_bool(out, key, value);
}

static void put_dims(struct buf *out, const char *key, const uint32_t *dims)
{
    if (!dims[0] && !dims[1] && !dims[2])
        return;
    json_key(out, key);
    buf_printf(out, "[%" PRIu32 ",%" PRIu32 ",%" PRIu32 "]", dims[0], dims[1], dims[2]);
}

static void put_file(const struct package *package, size_t i, struct buf *out)
{
    const struct package_file *file = &package->files[i];
    json_text(out, "path", file->path);
    json_number(out, "size", file->size);
    put_optional(out, "same_as", file->same_as);
}

static void put_container(const struct package *package, size_t i, struct buf *out)
{
    const struct package_container *container = &package->containers[i];
    json_number(out, "file", container->file);
    put_index(out, "parent", container->parent);
    json_text(out, "kind", container_kinds[container->kind]);
    json_text(out, "name", container->name);
    json_text(out, "where", container->where);
    json_number(out, "offset", container->offset);
    json_number(out, "stored_size", container->stored_size);
    json_number(out, "size", container->size);
    json_text(out, "codec", codecs[container->codec]);
    json_number(out, "version", container->version);
}

static void put_problem(const struct package *package, size_t i, struct buf *out)
{
    const struct package_problem *problem = &package->problems[i];
    json_number(out, "file", problem->file);
    json_text(out, "where", problem->where);
    put_index(out, "offset", problem->offset);
    json_text(out, "message", problem->message);
}

static void put_argument(struct buf *out, const struct kernel_argument *argument)
{
    json_number(out, "offset", argument->offset);
    json_number(out, "size", argument->size);
    json_text(out, "kind", argument_kinds[argument->kind]);
    json_text(out, "value_kind", argument->value_kind);
    put_optional(out, "name", argument->name);
    put_optional(out, "type", argument->type_name);
    put_optional(out, "address_space", argument->address_space);
    put_optional(out, "access", argument->access);
    json_number(out, "pointee_align", argument->pointee_align);
    put_flag(out, "const", argument->is_const);
    put_flag(out, "restrict", argument->is_restrict);
    put_flag(out, "volatile", argument->is_volatile);
}

static void put_descriptor(struct buf *out, const struct kernel_descriptor *descriptor)
{
    json_key(out, "descriptor");
    buf_putc(out, '{');
    json_number(out, "rsrc1", descriptor->rsrc1);
    json_number(out, "rsrc2", descriptor->rsrc2);
    json_number(out, "rsrc3", descriptor->rsrc3);
    json_number(out, "properties", descriptor->properties);
    json_number(out, "kernarg_preload", descriptor->kernarg_preload);
    json_number(out, "address", descriptor->address);
    json_number(out, "entry_address", descriptor->entry_address);
    json_number(out, "code_offset", descriptor->code_offset);
    buf_putc(out, '}');
}

static void put_occupancy(struct buf *out, const struct kernel *kernel,
                          const struct target_id *target)
{
    struct occupancy occupancy = occupancy_of(kernel, target->info, 0, 0);
    json_key(out, "occupancy");
    if (!occupancy_is_known(target)) {
        buf_puts(out, "null");
        return;
    }
    buf_putc(out, '{');
    json_number(out, "waves", occupancy.waves);
    json_number(out, "of", target->info->waves);
    json_text(out, "limit", occupancy_words[occupancy.limit]);
    json_key(out, "by");
    buf_putc(out, '{');
    for (unsigned i = 0; i <= OCCUPANCY_BY_WORKGROUP; i++)
        json_number(out, occupancy_words[i], occupancy.limit_waves[i]);
    buf_puts(out, "}}");
}

static void put_metrics(struct buf *out, const struct kernel *kernel)
{
    static const enum metric metrics[] = {
        METRIC_VGPR, METRIC_AGPR,    METRIC_SGPR, METRIC_VGPR_SPILLS, METRIC_SGPR_SPILLS,
        METRIC_LDS,  METRIC_SCRATCH, METRIC_WAVE, METRIC_KERNARG,
    };
    for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++) {
        const struct metric_info *metric = &metric_table[metrics[i]];
        json_number(out, metric->field,
                    member_value((const char *)kernel + metric->offset, metric->size));
    }
}

static void put_kernel(struct buf *out, const struct package_image *image, size_t i)
{
    const struct kernel *kernel = &image->object.kernels[i];
    OWNED char *readable = demangle(kernel->name);
    json_text(out, "demangled", readable);
    json_text(out, "name", kernel->name);
    put_optional(out, "symbol", kernel->symbol);
    put_metrics(out, kernel);
    json_number(out, "kernarg_align", kernel->kernarg_align);
    json_number(out, metric_table[METRIC_WORKGROUP].field, kernel->max_workgroup);
    put_dims(out, "required_workgroup", kernel->required_workgroup);
    put_dims(out, "workgroup_hint", kernel->workgroup_hint);
    put_dims(out, "cluster", kernel->cluster);
    put_optional(out, "revision", kernel->revision);
    if (image->object.target.info->has_wgp_mode)
        put_bool(out, "wgp_mode", kernel->is_wgp_mode);
    else
        put_flag(out, "wgp_mode", kernel->is_wgp_mode);
    if (image->object.target.info->has_named_barriers)
        json_number(out, "named_barriers", kernel->named_barriers);
    put_bool(out, "uses_dynamic_stack", kernel->uses_dynamic_stack);
    put_bool(out, "uniform_workgroups", kernel->uniform_workgroups);
    put_optional(out, "language", kernel->language);
    put_optional(out, "kind", kernel->kind);
    put_optional(out, "vector_hint", kernel->vector_hint);
    json_number(out, metric_table[METRIC_CODE].field, kernel->code_size);
    put_descriptor(out, &kernel->descriptor);
    if (image->code_hashes && image->code_hashes[i]) {
        json_key(out, "code_hash");
        buf_printf(out, "\"0x%016" PRIx64 "\"", image->code_hashes[i]);
    }
    put_occupancy(out, kernel, &image->object.target);
    json_key(out, "arguments");
    for (size_t j = 0; j < kernel->argument_count; j++) {
        buf_puts(out, j ? "},{" : "[{");
        put_argument(out, &kernel->arguments[j]);
    }
    buf_puts(out, kernel->argument_count ? "}]" : "[]");
}

static void put_image(const struct package *package, size_t i, struct buf *out)
{
    const struct package_image *image = &package->images[i];
    const struct code_object *object = &image->object;
    const struct package_container *container = &package->containers[image->container];
    json_text(out, "path", package->files[container->file].path);
    json_text(out, "where", container->where);
    json_number(out, "container", image->container);
    json_text(out, "entry", image->entry);
    json_text(out, "target", image->target);
    json_text(out, "kind", image_kinds[image->kind]);
    json_number(out, "offset", image->offset);
    put_index(out, "file_offset", package_file_offset(package, image));
    json_number(out, "size", image->size);
    put_bool(out, "is_read", image->is_read);
    if (image->is_read) {
        json_number(out, "code_object_version", object->version);
        json_number(out, "generic_version", object->generic_version);
        json_number(out, "elf_flags", object->elf_flags);
        json_number(out, "elf_size", object->size);
        put_bool(out, "has_debug_lines", object->has_debug_lines);
    }
    json_key(out, "kernels");
    buf_putc(out, '[');
    for (size_t k = 0; k < object->kernel_count; k++) {
        buf_puts(out, k ? ",\n   {" : "\n   {");
        put_kernel(out, image, k);
        buf_putc(out, '}');
    }
    buf_putc(out, ']');
}

void package_print_json(const struct package *package, FILE *stream)
{
    const struct {
        const char *name;
        size_t count;
        void (*put)(const struct package *package, size_t i, struct buf *out);
    } lists[] = {
        {"files", package->file_count, put_file},
        {"containers", package->container_count, put_container},
        {"problems", package->problem_count, put_problem},
        {"images", package->image_count, put_image},
    };
    OWNED_BY(buf_free) struct buf item = {0};
    fputs("{\"format\":\"" FORMAT "\"", stream);
    for (size_t list = 0; list < sizeof lists / sizeof *lists; list++) {
        fprintf(stream, ",\n\"%s\":[", lists[list].name);
        for (size_t i = 0; i < lists[list].count; i++) {
            item.size = 0;
            buf_puts(&item, i ? ",\n  {" : "\n  {");
            lists[list].put(package, i, &item);
            buf_putc(&item, '}');
            fwrite(item.data, 1, item.size, stream);
        }
        fputc(']', stream);
    }
    fputs("}\n", stream);
}

/* ---- Reading a package from JSON ------------------------------------------------------------- */

struct reader {
    const char *path;
    char at[80]; /* path of the value that is read, for messages: "images[3].kernels[7]" */
    bool failed; /* whether an error was found and reported */
};

__attribute__((format(printf, 2, 3))) static void fail(struct reader *reader, const char *format,
                                                       ...)
{
    OWNED_BY(buf_free) struct buf text = {0};
    va_list arguments;
    va_start(arguments, format);
    buf_vprintf(&text, format, arguments);
    va_end(arguments);
    if (!reader->failed)
        status_fail(STATUS_INPUT, "%s: %s%s%s; write it again with kbuild inspect --json",
                    reader->path, reader->at, *reader->at ? ": " : "", text.data);
    reader->failed = true;
}

/* Unpacks |json| as json_unpack() does, and reports a failure. Texts borrow from |json|. */
static void unpack(struct reader *reader, json_t *json, const char *format, ...)
{
    json_error_t error;
    va_list arguments;
    va_start(arguments, format);
    if (json_vunpack_ex(json, &error, 0, format, arguments) != 0)
        fail(reader, "%s", error.text);
    va_end(arguments);
}

/* Returns the list at |key|, or NULL after a failure; json_array_size() of NULL is 0. */
static json_t *list_at(struct reader *reader, json_t *object, const char *key)
{
    json_t *list = NULL;
    unpack(reader, object, "{s:o}", key, &list);
    if (list && !json_is_array(list))
        fail(reader, "'%s' is not a list", key);
    return reader->failed ? NULL : list;
}

/* Returns the number at |key|. The JSON may have it as a string "0x...", because many readers would
 * change larger numbers. */
static uint64_t number_at(struct reader *reader, json_t *object, const char *key, uint64_t max)
{
    json_t *value = NULL;
    unpack(reader, object, "{s:o}", key, &value);
    const char *text = json_string_value(value);
    size_t digits = 0;
    if (text && text_begins(text, "0x"))
        digits = strspn(text + 2, "0123456789abcdefABCDEF");
    bool is_hex = digits > 0 && digits <= 16 && !text[2 + digits];
    uint64_t number = is_hex ? strtoull(text, NULL, 16) : (uint64_t)json_integer_value(value);
    if (!(is_hex || (json_is_integer(value) && json_integer_value(value) >= 0)) || number > max)
        fail(reader, "'%s' is not a whole number up to %" PRIu64, key, max);
    return reader->failed ? 0 : number;
}

/* Returns the number at |key|, which must be less than |count|. */
static size_t index_at(struct reader *reader, json_t *object, const char *key, size_t count)
{
    uint64_t number = number_at(reader, object, key, UINT32_MAX);
    if (number >= count)
        fail(reader, "there is no %s %" PRIu64, key, number);
    return reader->failed ? 0 : (size_t)number;
}

/* Returns the index in |words| of the word at |key|. */
static unsigned word_at(struct reader *reader, json_t *object, const char *key,
                        const char *const *words)
{
    const char *text = "";
    unsigned i = 0;
    unpack(reader, object, "{s:s}", key, &text);
    while (words[i] && strcmp(words[i], text) != 0)
        i++;
    if (!words[i])
        fail(reader, "'%s' is not a word that is known here", key);
    return words[i] ? i : 0;
}

static uint32_t number32_at(struct reader *reader, json_t *object, const char *key)
{
    return (uint32_t)number_at(reader, object, key, UINT32_MAX);
}

static bool bool_at(struct reader *reader, json_t *object, const char *key)
{
    int value = 0;
    unpack(reader, object, "{s:b}", key, &value);
    return value;
}

static bool flag_at(struct reader *reader, json_t *object, const char *key)
{
    return json_object_get(object, key) && bool_at(reader, object, key);
}

static void dims_at(struct reader *reader, json_t *object, const char *key, uint32_t *out)
{
    json_t *list = json_object_get(object, key);
    if (list)
        unpack(reader, list, "[i, i, i!]", &out[0], &out[1], &out[2]);
}

static void read_file(struct reader *reader, struct package *package, size_t i, json_t *json)
{
    struct package_file *file = &package->files[i];
    unpack(reader, json, "{s:s, s?s}", "path", &file->path, "same_as", &file->same_as);
    file->size = number_at(reader, json, "size", UINT64_MAX);
}

/* Reads a container. Its parent must be before it in the list. */
static void read_container(struct reader *reader, struct package *package, size_t i, json_t *json)
{
    struct package_container *container = &package->containers[i];
    container->file = index_at(reader, json, "file", package->file_count);
    container->parent = PACKAGE_NONE;
    if (!json_is_null(json_object_get(json, "parent"))) {
        container->parent = index_at(reader, json, "parent", i);
        if (!reader->failed && package->containers[container->parent].file != container->file)
            fail(reader, "'parent' is in another file");
    }
    container->kind = word_at(reader, json, "kind", container_kinds);
    unpack(reader, json, "{s:s, s:s}", "name", &container->name, "where", &container->where);
    container->offset = number_at(reader, json, "offset", UINT64_MAX);
    container->stored_size = number_at(reader, json, "stored_size", UINT64_MAX);
    container->size = number_at(reader, json, "size", UINT64_MAX);
    container->codec = word_at(reader, json, "codec", codecs);
    container->version = number32_at(reader, json, "version");
}

static void read_problem(struct reader *reader, struct package *package, size_t i, json_t *json)
{
    struct package_problem *problem = &package->problems[i];
    problem->file = index_at(reader, json, "file", package->file_count);
    unpack(reader, json, "{s:s, s:s}", "where", &problem->where, "message", &problem->message);
    problem->offset = json_is_null(json_object_get(json, "offset"))
                          ? PACKAGE_NO_OFFSET
                          : number_at(reader, json, "offset", UINT64_MAX);
}

static void read_argument(struct reader *reader, json_t *json, struct kernel_argument *out)
{
    unpack(reader, json, "{s:s, s?s, s?s, s?s, s?s}", "value_kind", &out->value_kind, "name",
           &out->name, "type", &out->type_name, "address_space", &out->address_space, "access",
           &out->access);
    out->offset = number32_at(reader, json, "offset");
    out->size = number32_at(reader, json, "size");
    out->kind = word_at(reader, json, "kind", argument_kinds);
    out->pointee_align = number32_at(reader, json, "pointee_align");
    out->is_const = flag_at(reader, json, "const");
    out->is_restrict = flag_at(reader, json, "restrict");
    out->is_volatile = flag_at(reader, json, "volatile");
}

static void read_descriptor(struct reader *reader, json_t *json, struct kernel_descriptor *out)
{
    out->rsrc1 = number32_at(reader, json, "rsrc1");
    out->rsrc2 = number32_at(reader, json, "rsrc2");
    out->rsrc3 = number32_at(reader, json, "rsrc3");
    out->properties = (uint16_t)number_at(reader, json, "properties", UINT16_MAX);
    out->kernarg_preload = (uint16_t)number_at(reader, json, "kernarg_preload", UINT16_MAX);
    out->address = number_at(reader, json, "address", UINT64_MAX);
    out->entry_address = number_at(reader, json, "entry_address", UINT64_MAX);
    out->code_offset = number_at(reader, json, "code_offset", UINT64_MAX);
}

static void read_metrics(struct reader *reader, json_t *json, struct kernel *out)
{
    for (int m = 0; m < (int)metrics_of_package.end; m++) {
        const struct metric_info *metric = &metric_table[m];
        if (!metric->size)
            continue;
        uint64_t number =
            number_at(reader, json, metric->field, UINT64_MAX >> (64 - 8 * metric->size));
        /* This copies the low bytes, because the machine is little-endian. */
        memcpy((char *)out + metric->offset, &number, metric->size);
    }
}

static void read_kernel(struct reader *reader, json_t *json, struct kernel *out)
{
    json_t *descriptor = NULL, *list = list_at(reader, json, "arguments"), *item;
    size_t i;
    unpack(reader, json, "{s:s, s?s, s?s, s?s, s?s, s?s, s:o}", "name", &out->name, "symbol",
           &out->symbol, "language", &out->language, "kind", &out->kind, "vector_hint",
           &out->vector_hint, "revision", &out->revision, "descriptor", &descriptor);
    read_metrics(reader, json, out);
    out->kernarg_align = number32_at(reader, json, "kernarg_align");
    dims_at(reader, json, "required_workgroup", out->required_workgroup);
    dims_at(reader, json, "workgroup_hint", out->workgroup_hint);
    dims_at(reader, json, "cluster", out->cluster);
    out->is_wgp_mode = flag_at(reader, json, "wgp_mode");
    if (json_object_get(json, "named_barriers"))
        out->named_barriers = number32_at(reader, json, "named_barriers");
    out->uses_dynamic_stack = bool_at(reader, json, "uses_dynamic_stack");
    out->uniform_workgroups = bool_at(reader, json, "uniform_workgroups");
    read_descriptor(reader, descriptor, &out->descriptor);
    out->arguments = mem_alloc((json_array_size(list) + 1) * sizeof *out->arguments);
    out->argument_count = json_array_size(list);
    json_array_foreach(list, i, item) read_argument(reader, item, &out->arguments[i]);
}

/* Reads the kernels. They must be sorted by name, because code_object_find() relies on that. */
static void read_kernels(struct reader *reader, size_t number, json_t *list,
                         struct package_image *image)
{
    struct code_object *object = &image->object;
    bool has_hash = false;
    json_t *item;
    size_t i;
    object->kernels = mem_alloc((json_array_size(list) + 1) * sizeof *object->kernels);
    image->code_hashes = mem_alloc((json_array_size(list) + 1) * sizeof *image->code_hashes);
    object->kernel_count = json_array_size(list);
    json_array_foreach(list, i, item)
    {
        snprintf(reader->at, sizeof reader->at, "images[%zu].kernels[%zu]", number, i);
        read_kernel(reader, item, &object->kernels[i]);
        if (i && !reader->failed &&
            strcmp(object->kernels[i - 1].name, object->kernels[i].name) >= 0)
            fail(reader, "'name' does not sort behind that of the kernel before it");
        if (json_object_get(item, "code_hash"))
            image->code_hashes[i] = number_at(reader, item, "code_hash", UINT64_MAX);
        has_hash = has_hash || image->code_hashes[i];
    }
    if (!has_hash) {
        free(image->code_hashes);
        image->code_hashes = NULL;
    }
}

static void read_object(struct reader *reader, size_t number, json_t *json,
                        struct package_image *image)
{
    struct code_object *object = &image->object;
    struct codeobj_error error;
    object->version = (uint8_t)number_at(reader, json, "code_object_version", UINT8_MAX);
    object->generic_version = (uint8_t)number_at(reader, json, "generic_version", UINT8_MAX);
    object->elf_flags = number32_at(reader, json, "elf_flags");
    object->size = number_at(reader, json, "elf_size", UINT64_MAX);
    object->has_debug_lines = bool_at(reader, json, "has_debug_lines");
    if (!reader->failed &&
        target_id_parse_printed(image->target, &object->target, &error) != CODEOBJ_OK)
        fail(reader, "%s", error.message);
    read_kernels(reader, number, list_at(reader, json, "kernels"), image);
}

static void read_image(struct reader *reader, struct package *package, size_t i, json_t *json)
{
    struct package_image *image = &package->images[i];
    unpack(reader, json, "{s:s, s:s}", "entry", &image->entry, "target", &image->target);
    image->container = index_at(reader, json, "container", package->container_count);
    image->kind = word_at(reader, json, "kind", image_kinds);
    image->offset = number_at(reader, json, "offset", UINT64_MAX);
    image->size = number_at(reader, json, "size", UINT64_MAX);
    image->is_read = bool_at(reader, json, "is_read");
    if (image->is_read)
        read_object(reader, i, json, image);
    else if (json_array_size(json_object_get(json, "kernels")))
        fail(reader, "'is_read' is false, but there are kernels");
}

/* Reads the list at |name|. |array| points to the pointer to the list's items, which are zero until
 * they are read. */
static void read_list(struct reader *reader, struct package *package, const char *name, void *array,
                      size_t size, size_t *count,
                      void (*read)(struct reader *, struct package *, size_t, json_t *))
{
    json_t *list = list_at(reader, package->json, name), *item;
    size_t i;
    void *items = mem_alloc((json_array_size(list) + 1) * size);
    memcpy(array, &items, sizeof items);
    *count = json_array_size(list);
    json_array_foreach(list, i, item)
    {
        snprintf(reader->at, sizeof reader->at, "%s[%zu]", name, i);
        read(reader, package, i, item);
    }
    reader->at[0] = '\0';
}

static void read_package(struct reader *reader, struct package *out)
{
    const char *format = "";
    unpack(reader, out->json, "{s:s}", "format", &format);
    if (strcmp(format, FORMAT) != 0)
        fail(reader, "'format' is not \"" FORMAT "\"");
    read_list(reader, out, "files", &out->files, sizeof *out->files, &out->file_count, read_file);
    read_list(reader, out, "containers", &out->containers, sizeof *out->containers,
              &out->container_count, read_container);
    read_list(reader, out, "problems", &out->problems, sizeof *out->problems, &out->problem_count,
              read_problem);
    read_list(reader, out, "images", &out->images, sizeof *out->images, &out->image_count,
              read_image);
}

enum status package_from_json(const char *path, struct package *out)
{
    *out = (struct package){0};
    FILE *file = fopen(path, "rbe");
    if (!file)
        return status_fail(STATUS_INPUT, "%s: cannot be read: %s", path, strerror(errno));
    json_error_t error;
    out->json = json_loadf(file, JSON_REJECT_DUPLICATES, &error);
    fclose(file);
    if (!out->json)
        return status_fail(STATUS_INPUT, "%s:%d:%d: is not JSON: %s", path, error.line,
                           error.column, error.text);
    struct reader reader = {.path = path};
    read_package(&reader, out);
    if (!reader.failed)
        return STATUS_OK;
    package_free(out); /* After an error, the caller does not get a part of a package. */
    return STATUS_INPUT;
}
