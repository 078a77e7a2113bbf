/* Prints the table at the end of a build. It has a line for each module of images.json. Targets
 * that do not fit into the line go into a further table. */
#include "parts.h"

#include "util/file.h"

enum { LINE_MAX_COLUMNS = 100, GAP = 3, KERNELS = 7, SIZE = 9, VGPRS = 5, SCRATCH = 7 };
/* how many characters of a line one target takes */
enum { GROUP = SIZE + 1 + VGPRS + 1 + SCRATCH };

/* The costs of images for one target: their number, the sum of |size|, and the largest |vgprs| and
 * |scratch|. */
struct costs {
    uint64_t images, size, vgprs, scratch;
};

static uint64_t number_at(const json_t *object, const char *key)
{
    const json_int_t value = json_integer_value(json_object_get(object, key));
    return value > 0 ? (uint64_t)value : 0;
}

static uint64_t largest(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Adds the costs of the images that |module| has for |target|. */
static void add_costs(const json_t *module, const char *target, struct costs *out)
{
    size_t i;
    const json_t *image;
    json_array_foreach(json_object_get(module, "images"), i, image)
    {
        const char *name = json_string_value(json_object_get(image, "target"));
        const json_t *max = json_object_get(image, "max");
        if (!name || strcmp(name, target) != 0)
            continue;
        out->images++;
        out->size += number_at(image, "size");
        out->vgprs = largest(out->vgprs, number_at(max, "vgprs"));
        out->scratch = largest(out->scratch, number_at(max, "scratch"));
    }
}

/* Returns the number of kernels of a module, from its first image, because it is the same for every
 * target. */
static uint64_t kernels_of(const json_t *module)
{
    return number_at(json_array_get(json_object_get(module, "images"), 0), "kernels");
}

static const char *name_of(const json_t *module)
{
    const char *name = json_string_value(json_object_get(module, "name"));
    return name ? name : "?";
}

/* Writes a size in bytes for people: "512 B", "22.1 KiB" or "2.5 MiB". */
static void put_bytes(struct buf *line, uint64_t bytes)
{
    static const char *const units[] = {"KiB", "MiB", "GiB", "TiB"};
    double large = (double)bytes / 1024;
    size_t unit = 0;
    for (; large >= 999.95 && unit < 3; unit++)
        large /= 1024;
    OWNED char *text = bytes < 1000 ? mem_format("%" PRIu64 " B", bytes)
                                    : mem_format("%.1f %s", large, units[unit]);
    buf_printf(line, "%*s", SIZE, text);
}

static void put_number(struct buf *line, int width, uint64_t number)
{
    OWNED char *text = number ? mem_format("%" PRIu64, number) : mem_dup("-");
    buf_printf(line, " %*s", width, text);
}

static void put_costs(struct buf *line, const struct costs *costs)
{
    if (!costs->images) {
        buf_printf(line, "%*s", GAP + GROUP, "");
        return;
    }
    buf_printf(line, "%*s", GAP, "");
    put_bytes(line, costs->size);
    put_number(line, VGPRS, costs->vgprs);
    put_number(line, SCRATCH, costs->scratch);
}

/* Prints |line| without the spaces at its end, and empties |line|. */
static void end_line(FILE *out, struct buf *line)
{
    while (line->size && line->data[line->size - 1] == ' ')
        line->size--;
    print_clean(out, "%.*s\n", (int)line->size, line->data ? line->data : "");
    line->size = 0;
}

/* Prints the columns of targets, from number |first| on, up to the one before |end|. */
static void print_block(FILE *out, const json_t *modules, int name_width,
                        const struct strings *targets, size_t first, size_t end)
{
    OWNED_BY(buf_free) struct buf line = {0};
    OWNED struct costs *total = mem_alloc(targets->count * sizeof *total);
    uint64_t kernels = 0;
    const json_t *module;
    size_t i;
    buf_printf(&line, "%*s", name_width + 2 + KERNELS, "");
    for (size_t t = first; t < end; t++)
        buf_printf(&line, "%*s%-*s", GAP, "", GROUP, targets->items[t]);
    end_line(out, &line);
    buf_printf(&line, "%-*s  %*s", name_width, "module", KERNELS, "kernels");
    for (size_t t = first; t < end; t++)
        buf_printf(&line, "%*s%*s %*s %*s", GAP, "", SIZE, "size", VGPRS, "VGPRs", SCRATCH,
                   "scratch");
    end_line(out, &line);
    json_array_foreach(modules, i, module)
    {
        kernels += kernels_of(module);
        buf_printf(&line, "%-*s  %*" PRIu64, name_width, name_of(module), KERNELS,
                   kernels_of(module));
        for (size_t t = first; t < end; t++) {
            struct costs costs = {0};
            add_costs(module, targets->items[t], &costs);
            add_costs(module, targets->items[t], &total[t]);
            put_costs(&line, &costs);
        }
        end_line(out, &line);
    }
    buf_printf(&line, "%-*s  %*" PRIu64, name_width, "total", KERNELS, kernels);
    for (size_t t = first; t < end; t++)
        put_costs(&line, &total[t]);
    end_line(out, &line);
}

static void print_modules(FILE *out, const json_t *modules)
{
    OWNED_BY(strings_free) struct strings targets = {0};
    size_t i, j, name_width = strlen("module");
    const json_t *module, *image;
    json_array_foreach(modules, i, module)
    {
        name_width = largest(name_width, strlen(name_of(module)));
        json_array_foreach(json_object_get(module, "images"), j, image)
        {
            const char *target = json_string_value(json_object_get(image, "target"));
            if (target)
                strings_add(&targets, target);
        }
    }
    strings_sort_unique(&targets);
    size_t taken = name_width + 2 + KERNELS;
    size_t most = taken < LINE_MAX_COLUMNS ? (LINE_MAX_COLUMNS - taken) / (GAP + GROUP) : 0;
    most = largest(most, 1);
    for (size_t first = 0; first < targets.count; first += most) {
        size_t end = first + most < targets.count ? first + most : targets.count;
        fputs(first ? "\n" : "", out);
        print_block(out, modules, (int)name_width, &targets, first, end);
    }
}

enum status images_load(const char *path, json_t **out)
{
    OWNED_BY(buf_free) struct buf text = {0};
    json_error_t error;
    FORWARD_IF_ERROR(file_read_plain(path, &text));
    *out = json_loadb(text.data ? text.data : "", text.size, JSON_REJECT_DUPLICATES, &error);
    if (!*out)
        return status_fail(STATUS_INPUT, "%s:%d:%d: not JSON: %s; build again", path, error.line,
                           error.column, error.text);
    const char *format = json_string_value(json_object_get(*out, "format"));
    if (!format || strcmp(format, "kbuild-images-1") != 0 ||
        !json_is_array(json_object_get(*out, "modules")))
        return status_fail(STATUS_INPUT, "%s: not of the format kbuild-images-1; build again",
                           path);
    return STATUS_OK;
}

enum status summary_print(FILE *out, const char *images_json_path)
{
    json_auto_t *images = NULL;
    FORWARD_IF_ERROR(images_load(images_json_path, &images));
    print_modules(out, json_object_get(images, "modules"));
    return STATUS_OK;
}
