/* The data of a report: collected from a package, sorted, and as JSON for the script of the page:
 * lists of names, and columns of numbers that point into them.
 */
#include "inspect/report.h"

#include "parts.h"

unsigned report_level(int64_t waves, unsigned most)
{
    if (waves <= 0 || most == 0)
        return 0;
    if (waves >= most)
        return 8;
    unsigned level = (16 * (unsigned)waves + most) / (2 * most);
    return level ? level : 1;
}

/* ---- Lists ---------------------------------------------------------------------------------- */

static const char *path_of(const struct package *package, const struct package_image *image)
{
    return package->files[package->containers[image->container].file].path;
}

static void list_modules(struct report *report, const struct diff_filter *filter)
{
    const struct package *package = report->package;
    for (size_t i = 0; i < package->image_count; i++)
        if (diff_wants_image(filter, &package->images[i]))
            strings_take(&report->modules, diff_module_name(path_of(package, &package->images[i])));
    strings_sort_unique(&report->modules);
}

static int name_compare(const void *a, const void *b)
{
    const struct report_name *left = a, *right = b;
    return strcmp(left->name, right->name);
}

static int readable_compare(const void *a, const void *b)
{
    const struct report_name *left = *(struct report_name *const *)a;
    const struct report_name *right = *(struct report_name *const *)b;
    int order = strcmp(left->readable, right->readable);
    return order ? order : strcmp(left->name, right->name);
}

/* Fills |names|, in their final order; |*out_places|, by mangled name, has the place of each. */
static struct report_name *list_names(struct report *report, size_t **out_places)
{
    const struct diff_side *side = &report->side;
    struct report_name *all = mem_alloc(side->kernel_count * sizeof *all);
    size_t count = 0;
    for (size_t i = 0; i < side->kernel_count; i++)
        all[i].name = side->kernels[i].name;
    if (side->kernel_count)
        qsort(all, side->kernel_count, sizeof *all, name_compare);
    for (size_t i = 0; i < side->kernel_count; i++)
        if (count == 0 || strcmp(all[count - 1].name, all[i].name) != 0)
            all[count++].name = all[i].name;
    struct report_name **sorted = mem_alloc(count * sizeof *sorted);
    for (size_t i = 0; i < count; i++) {
        all[i].readable = demangle(all[i].name);
        sorted[i] = &all[i];
    }
    if (count)
        qsort(sorted, count, sizeof *sorted, readable_compare);
    *out_places = mem_alloc(count * sizeof **out_places);
    report->names = mem_alloc(count * sizeof *report->names);
    report->name_count = count;
    for (size_t i = 0; i < count; i++) {
        report->names[i] = *sorted[i];
        (*out_places)[sorted[i] - all] = i;
    }
    free(sorted);
    return all;
}

static int row_compare(const void *a, const void *b)
{
    const struct report_row *left = a, *right = b;
    if (left->kernel != right->kernel)
        return left->kernel < right->kernel ? -1 : 1;
    if (left->target != right->target)
        return left->target < right->target ? -1 : 1;
    if (left->module != right->module)
        return left->module < right->module ? -1 : 1;
    return left->numbers->order < right->numbers->order ? -1 : 1;
}

static void list_rows(struct report *report)
{
    const struct diff_side *side = &report->side;
    OWNED size_t *places = NULL;
    OWNED struct report_name *by_name = list_names(report, &places);
    report->rows = mem_alloc(side->kernel_count * sizeof *report->rows);
    report->row_count = side->kernel_count;
    for (size_t i = 0; i < side->kernel_count; i++) {
        const struct diff_kernel *kernel = &side->kernels[i];
        const struct report_name key = {.name = kernel->name};
        const struct report_name *found =
            bsearch(&key, by_name, report->name_count, sizeof *by_name, name_compare);
        report->rows[i] = (struct report_row){
            .kernel = places[found - by_name],
            .target = strings_find(&side->targets, kernel->target),
            .module = strings_find(&report->modules, kernel->module),
            .limit = kernel->limit,
            .numbers = kernel,
        };
    }
    if (report->row_count)
        qsort(report->rows, report->row_count, sizeof *report->rows, row_compare);
}

/* ---- Numbers of a target -------------------------------------------------------------------- */

static int number_compare(const void *a, const void *b)
{
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

static void summarise_target(struct report *report, size_t index)
{
    struct report_target *target = &report->targets[index];
    OWNED int64_t *waves = mem_alloc(report->row_count * sizeof *waves);
    for (size_t i = 0; i < report->row_count; i++) {
        const int64_t *values = report->rows[i].numbers->values;
        if (report->rows[i].target != index)
            continue;
        waves[target->kernels++] = values[METRIC_OCCUPANCY];
        target->spilling += values[METRIC_SPILLS] > 0;
        target->levels[report_level(values[METRIC_OCCUPANCY], target->waves)]++;
        if (values[METRIC_VGPR] > target->most_vgprs)
            target->most_vgprs = values[METRIC_VGPR];
    }
    if (target->kernels) {
        qsort(waves, target->kernels, sizeof *waves, number_compare);
        target->median_waves = waves[target->kernels / 2];
        target->fewest_waves = waves[0];
    }
}

static void list_targets(struct report *report)
{
    const struct strings *ids = &report->side.targets;
    report->targets = mem_alloc(ids->count * sizeof *report->targets);
    report->target_count = ids->count;
    for (size_t i = 0; i < ids->count; i++) {
        struct report_target *target = &report->targets[i];
        struct target_id id;
        *target = (struct report_target){.id = ids->items[i], .family = ""};
        if (target_id_parse(target->id, &id, NULL) == CODEOBJ_OK) {
            target->family = id.info->family;
            target->waves = id.info->waves;
        }
        summarise_target(report, i);
    }
}

static void add_sizes(struct report *report, const struct diff_filter *filter)
{
    const struct package *package = report->package;
    report->sizes = mem_alloc(report->modules.count * report->target_count * sizeof *report->sizes);
    for (size_t i = 0; i < package->image_count; i++) {
        const struct package_image *image = &package->images[i];
        if (!diff_wants_image(filter, image))
            continue;
        OWNED char *name = diff_module_name(path_of(package, image));
        size_t module = strings_find(&report->modules, name);
        size_t target = strings_find(&report->side.targets, image->target);
        report->sizes[module * report->target_count + target] += image->size;
        report->targets[target].size += image->size;
        report->targets[target].images++;
    }
}

void report_make(const struct package *package, const struct diff_filter *filter, const char *title,
                 struct report *out)
{
    *out = (struct report){.package = package, .title = title};
    diff_side_collect(&out->side, package, filter);
    list_modules(out, filter);
    list_rows(out);
    list_targets(out);
    add_sizes(out, filter);
}

void report_free(struct report *report)
{
    for (size_t i = 0; i < report->name_count; i++)
        free(report->names[i].readable);
    free(report->names);
    free(report->rows);
    free(report->targets);
    free(report->sizes);
    strings_free(&report->modules);
    diff_side_free(&report->side);
    *report = (struct report){0};
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void put_names(const struct report *report, struct buf *out)
{
    buf_puts(out, "\"kernels\":[");
    for (size_t i = 0; i < report->name_count; i++) {
        const struct report_name *name = &report->names[i];
        buf_puts(out, i ? ",\n[" : "[");
        json_put(out, name->readable);
        if (strcmp(name->readable, name->name) != 0) {
            buf_putc(out, ',');
            json_put(out, name->name);
        }
        buf_putc(out, ']');
    }
    buf_puts(out, "],\n");
}

static void put_lists(const struct report *report, struct buf *out)
{
    buf_puts(out, "\"targets\":[");
    for (size_t i = 0; i < report->target_count; i++) {
        buf_puts(out, i ? ",{\"id\":" : "{\"id\":");
        json_put(out, report->targets[i].id);
        buf_printf(out, ",\"waves\":%u}", report->targets[i].waves);
    }
    buf_puts(out, "],\n\"modules\":[");
    for (size_t i = 0; i < report->modules.count; i++) {
        buf_puts(out, i ? "," : "");
        json_put(out, report->modules.items[i]);
    }
    buf_puts(out, "],\n\"limits\":[");
    for (int i = 0; i <= OCCUPANCY_BY_WORKGROUP; i++) {
        buf_puts(out, i ? "," : "");
        json_put(out, occupancy_limit_name((enum occupancy_limit)i));
    }
    buf_puts(out, "],\n");
}

/* Columns of indices. */
static const struct {
    const char *key;
    size_t offset;
} indices[] = {
    {"kernel", offsetof(struct report_row, kernel)},
    {"module", offsetof(struct report_row, module)},
    {"target", offsetof(struct report_row, target)},
    {"limit", offsetof(struct report_row, limit)},
};

/* Columns, not rows: a tenth of the text. */
static void put_columns(const struct report *report, struct buf *out)
{
    buf_puts(out, "\"rows\":{");
    for (size_t c = 0; c < sizeof indices / sizeof *indices; c++) {
        buf_printf(out, "\"%s\":[", indices[c].key);
        for (size_t i = 0; i < report->row_count; i++) {
            const char *row = (const char *)&report->rows[i];
            buf_puts(out, i ? "," : "");
            put_number(out, *(const size_t *)(const void *)(row + indices[c].offset));
        }
        buf_puts(out, "],\n");
    }
    for (int m = 0; m < (int)metrics_of_package.end; m++) {
        buf_printf(out, "%s\"%s\":[", m ? ",\n" : "", metric_table[m].name);
        for (size_t i = 0; i < report->row_count; i++)
            buf_printf(out, "%s%" PRId64, i ? "," : "", report->rows[i].numbers->values[m]);
        buf_putc(out, ']');
    }
    buf_putc(out, '}');
}

void report_print_data(const struct report *report, struct buf *out)
{
    OWNED_BY(buf_free) struct buf json = {0};
    buf_putc(&json, '{');
    put_lists(report, &json);
    put_names(report, &json);
    put_columns(report, &json);
    buf_putc(&json, '}');
    script_put(out, &json);
}
