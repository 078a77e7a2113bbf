/* A package as JSON text, made piece by piece: a library's kernels are hundreds of megabytes of it,
 * so no tree is built. One kernel, container and problem is a line each.
 */
#include "package_fields.h"

#include "occupancy.h"
#include "inspect/screen.h"
#include "text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Above this a JSON reader that keeps numbers as doubles would change them (RFC 8259, section 6).
 */
#define NUMBER_MAX (UINT64_C(1) << 53)

static void put_json_number(struct buf *out, uint64_t value)
{
    if (value > NUMBER_MAX)
        buf_printf(out, "\"0x%" PRIx64 "\"", value);
    else
        put_number(out, value);
}

static void put_key(struct buf *out, const char *key)
{
    char last = out->data[out->size - 1];
    if (last != '{' && last != '[')
        buf_putc(out, ',');
    buf_putc(out, '"');
    buf_puts(out, key);
    buf_puts(out, "\":");
}

static void put_dims(struct buf *out, const uint32_t *dims)
{
    for (int i = 0; i < 3; i++) {
        buf_putc(out, i ? ',' : '[');
        put_json_number(out, dims[i]);
    }
    buf_putc(out, ']');
}

static uint64_t field_number(const struct field *field, const void *value)
{
    switch (field->kind) {
    case FIELD_U8: return *(const uint8_t *)value;
    case FIELD_U16: return *(const uint16_t *)value;
    case FIELD_U32: return *(const uint32_t *)value;
    case FIELD_SIZE: return *(const size_t *)value;
    default: return *(const uint64_t *)value;
    }
}

static bool is_left_out(const struct field *field, const void *value)
{
    static const uint32_t no_dims[3];
    return (field->kind == FIELD_HASH && !*(const uint64_t *)value) ||
           (field->kind == FIELD_FLAG && !*(const bool *)value) ||
           (field->kind == FIELD_TEXT && !*(char *const *)value) ||
           (field->kind == FIELD_DIMS && memcmp(value, no_dims, sizeof no_dims) == 0);
}

static void put_fields(struct buf *out, const struct field *fields, const void *object)
{
    for (const struct field *field = fields; field->name; field++) {
        const void *value = (const char *)object + field->offset;
        if (is_left_out(field, value))
            continue;
        put_key(out, field->name);
        switch (field->kind) {
        case FIELD_BOOL:
        case FIELD_FLAG: buf_puts(out, *(const bool *)value ? "true" : "false"); break;
        case FIELD_HASH: buf_printf(out, "\"0x%016" PRIx64 "\"", *(const uint64_t *)value); break;
        case FIELD_DIMS: put_dims(out, value); break;
        case FIELD_STRING:
        case FIELD_TEXT: json_put(out, *(char *const *)value); break;
        case FIELD_WORD: json_put(out, field->words[*(const unsigned *)value]); break;
        case FIELD_OBJECT:
            buf_putc(out, '{');
            put_fields(out, field->fields, value);
            buf_putc(out, '}');
            break;
        default:
            if ((field->kind == FIELD_SIZE && *(const size_t *)value == PACKAGE_NONE) ||
                (field->kind == FIELD_OFFSET && *(const uint64_t *)value == PACKAGE_NO_OFFSET))
                buf_puts(out, "null");
            else
                put_json_number(out, field_number(field, value));
        }
    }
}

static void put_occupancy(struct buf *out, const struct kernel *kernel,
                          const struct target_info *target)
{
    struct occupancy occupancy = occupancy_of(kernel, target, 0, 0);
    put_key(out, "occupancy");
    buf_puts(out, "{\"waves\":");
    put_json_number(out, occupancy.waves);
    buf_puts(out, ",\"of\":");
    put_json_number(out, target->waves);
    buf_puts(out, ",\"limit\":");
    json_put(out, occupancy_words[occupancy.limit]);
    buf_puts(out, ",\"by\":{");
    for (unsigned i = 0; i <= OCCUPANCY_BY_WORKGROUP; i++) {
        put_key(out, occupancy_words[i]);
        put_json_number(out, occupancy.limit_waves[i]);
    }
    buf_puts(out, "}}");
}

static void put_kernel(struct buf *out, const struct package_image *image, size_t number)
{
    const struct kernel *kernel = &image->object.kernels[number];
    char *readable = demangle(kernel->name);
    buf_puts(out, "\n   {\"demangled\":");
    json_put(out, readable);
    free(readable);
    put_fields(out, kernel_fields, kernel);
    if (image->code_hashes)
        put_fields(out, hash_fields, &image->code_hashes[number]);
    put_occupancy(out, kernel, image->object.target.info);
    put_key(out, "arguments");
    buf_putc(out, '[');
    for (size_t i = 0; i < kernel->argument_count; i++) {
        buf_puts(out, i ? ",{" : "{");
        put_fields(out, argument_fields, &kernel->arguments[i]);
        buf_putc(out, '}');
    }
    buf_puts(out, "]}");
}

static void put_image(struct buf *out, const struct package *package,
                      const struct package_image *image)
{
    const struct package_container *container = &package->containers[image->container];
    buf_puts(out, "{\"path\":");
    json_put(out, package->files[container->file].path);
    put_key(out, "where");
    json_put(out, container->where);
    put_fields(out, image_fields, image);
    if (image->is_read)
        put_fields(out, object_fields, &image->object);
    put_key(out, "kernels");
    buf_putc(out, '[');
    for (size_t i = 0; i < image->object.kernel_count; i++) {
        if (i)
            buf_putc(out, ',');
        put_kernel(out, image, i);
    }
    buf_puts(out, "]}");
}

/* A list of flat things, one a line. */
static void put_list(struct buf *out, const char *key, const struct field *fields,
                     const void *items, size_t count, size_t size)
{
    buf_printf(out, ",\n\"%s\":[", key);
    for (size_t i = 0; i < count; i++) {
        buf_puts(out, i ? ",\n  {" : "\n  {");
        put_fields(out, fields, (const char *)items + i * size);
        buf_putc(out, '}');
    }
    buf_putc(out, ']');
}

/* |stream|, when it is not NULL, gets the text piece by piece. */
static void put_package(const struct package *package, struct buf *out, FILE *stream)
{
    buf_puts(out, "{\"format\":\"" PACKAGE_FORMAT "\"");
    put_list(out, "files", file_fields, package->files, package->file_count,
             sizeof *package->files);
    put_list(out, "containers", container_fields, package->containers, package->container_count,
             sizeof *package->containers);
    put_list(out, "problems", problem_fields, package->problems, package->problem_count,
             sizeof *package->problems);
    buf_puts(out, ",\n\"images\":[");
    for (size_t i = 0; i < package->image_count; i++) {
        buf_puts(out, i ? ",\n  " : "\n  ");
        put_image(out, package, &package->images[i]);
        if (stream) {
            fwrite(out->data, 1, out->size, stream);
            out->size = 0;
        }
    }
    buf_puts(out, "]}\n");
}

void package_to_json(const struct package *package, struct buf *out)
{
    put_package(package, out, NULL);
}

void package_print_json(const struct package *package, FILE *stream)
{
    struct buf out = {0};
    put_package(package, &out, stream);
    fwrite(out.data, 1, out.size, stream);
    buf_free(&out);
}
