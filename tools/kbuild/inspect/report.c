/* Prints a package as an HTML page: the template page.html with its placeholders filled.
 *
 * The tables of targets, of sizes and of a profile need no script. The other tables are data for a
 * script: lists of names, and columns of numbers that are indices into the lists. Lists and tables
 * are sorted, so that the same package gives the same bytes. */
#include "inspect/profile.h"

#include "parts.h"
#include "version.h"

enum { PLACES_MAX = 3 }; /* the most source lines of a kernel in the profile's table */

/* A kernel on one target. The members are indices into the lists of struct report. */
struct row {
    /* the indices of kernel, target and module; |limit| is not an index, but an enum
     * occupancy_limit */
    size_t kernel, target, module, limit;
    const struct diff_kernel *numbers;
};

struct report {
    const struct package *package;
    const struct profile *profile; /* the profile; NULL if the page has none */
    const char *title;
    struct diff_side side;
    struct strings names, modules;
    struct row *rows; /* one row for each kernel of |side|, sorted by kernel, target and module */
    /* how many bytes code objects have; those of a module for a target are at [module * targets +
     * target] */
    uint64_t *sizes;
    uint64_t *images; /* number of images for each target, by index */
};

/* ---- Lists of modules, rows and sizes -------------------------------------------------------- */

static size_t module_of(const struct report *report, const struct package_image *image)
{
    const struct package *package = report->package;
    const struct package_container *container = &package->containers[image->container];
    OWNED char *name = diff_module_name(package->files[container->file].path);
    return strings_find(&report->modules, name);
}

static void list_modules(struct report *report, const struct diff_filter *filter)
{
    const struct package *package = report->package;
    for (size_t i = 0; i < package->image_count; i++) {
        const struct package_image *image = &package->images[i];
        const char *path = package->files[package->containers[image->container].file].path;
        if (diff_wants_image(filter, image))
            strings_take(&report->modules, diff_module_name(path));
    }
    strings_sort_unique(&report->modules);
}

static int row_compare(const void *a, const void *b)
{
    const struct row *left = a, *right = b;
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
    for (size_t i = 0; i < side->kernel_count; i++)
        strings_add(&report->names, side->kernels[i].name);
    strings_sort_unique(&report->names);
    report->rows = mem_alloc((side->kernel_count + 1) * sizeof *report->rows);
    for (size_t i = 0; i < side->kernel_count; i++) {
        const struct diff_kernel *kernel = &side->kernels[i];
        report->rows[i] = (struct row){
            .kernel = strings_find(&report->names, kernel->name),
            .target = strings_find(&side->targets, kernel->target),
            .module = strings_find(&report->modules, kernel->module),
            .limit = kernel->limit,
            .numbers = kernel,
        };
    }
    if (side->kernel_count)
        qsort(report->rows, side->kernel_count, sizeof *report->rows, row_compare);
}

static void list_sizes(struct report *report, const struct diff_filter *filter)
{
    const struct package *package = report->package;
    size_t targets = report->side.targets.count;
    report->sizes = mem_alloc((report->modules.count * targets + 1) * sizeof *report->sizes);
    report->images = mem_alloc((targets + 1) * sizeof *report->images);
    for (size_t i = 0; i < package->image_count; i++) {
        const struct package_image *image = &package->images[i];
        if (!diff_wants_image(filter, image))
            continue;
        size_t target = strings_find(&report->side.targets, image->target);
        report->sizes[module_of(report, image) * targets + target] += image->size;
        report->images[target]++;
    }
}

static void report_free(struct report *report)
{
    diff_side_free(&report->side);
    strings_free(&report->names);
    strings_free(&report->modules);
    free(report->rows);
    free(report->sizes);
    free(report->images);
}

/* ---- Cells of a table ------------------------------------------------------------------------ */

static void put_row_head(struct buf *out, const char *text)
{
    buf_puts(out, "<tr><th scope=\"row\">");
    html_put(out, text);
    buf_puts(out, "</th>");
}

static void put_count_cell(struct buf *out, uint64_t count, bool is_hot)
{
    buf_puts(out, is_hot ? "<td class=\"n hot\">" : "<td class=\"n\">");
    count_put(out, count);
    buf_puts(out, "</td>");
}

static void put_size_cell(struct buf *out, uint64_t bytes)
{
    buf_puts(out, "<td class=\"n\">");
    put_size(out, bytes);
    buf_puts(out, "</td>");
}

/* ---- Tiles and problems --------------------------------------------------------------------- */

static void put_tile(struct buf *out, uint64_t count, const char *label, bool is_bad)
{
    buf_puts(out, is_bad ? "<li class=\"bad\"><b>" : "<li><b>");
    count_put(out, count);
    buf_printf(out, "</b><span>%s</span></li>\n", label);
}

static void put_size_tile(struct buf *out, uint64_t bytes, const char *label)
{
    buf_puts(out, "<li><b>");
    put_size(out, bytes);
    buf_printf(out, "</b><span>%s</span></li>\n", label);
}

/* Returns the number of kernels whose |metric| is not 0 on at least one target. */
static uint64_t count_kernels_with(const struct report *report, enum metric metric)
{
    uint64_t count = 0;
    size_t last = report->names.count;
    for (size_t i = 0; i < report->side.kernel_count; i++) {
        const struct row *row = &report->rows[i];
        if (row->numbers->values[metric] > 0 && row->kernel != last) {
            count++;
            last = row->kernel;
        }
    }
    return count;
}

static void put_tiles(const struct report *report, struct buf *out)
{
    uint64_t unpacked = 0, in_files = 0;
    size_t kernels = report->names.count, targets = report->side.targets.count;
    size_t modules = report->modules.count;
    uint64_t spilling = count_kernels_with(report, METRIC_SPILLS);
    uint64_t scratch = count_kernels_with(report, METRIC_SCRATCH);
    for (size_t i = 0; i < modules * targets; i++)
        unpacked += report->sizes[i];
    for (size_t i = 0; i < report->package->file_count; i++)
        in_files += report->package->files[i].same_as ? 0 : report->package->files[i].size;
    put_tile(out, kernels, kernels == 1 ? "kernel" : "kernels", false);
    put_tile(out, targets, targets == 1 ? "target" : "targets", false);
    put_tile(out, modules, modules == 1 ? "module" : "modules", false);
    put_size_tile(out, unpacked, "of code objects");
    put_size_tile(out, in_files, "in files");
    put_tile(out, spilling, "kernels spill registers", spilling > 0);
    put_tile(out, scratch, "kernels use scratch", scratch > 0);
}

static void put_problems(const struct report *report, struct buf *out)
{
    const struct package *package = report->package;
    if (!package->problem_count)
        return;
    buf_puts(out, "<section class=\"problems\" aria-labelledby=\"problems-title\">\n"
                  "<h2 id=\"problems-title\">Not read</h2>\n<ul>\n");
    for (size_t i = 0; i < package->problem_count; i++) {
        const struct package_problem *problem = &package->problems[i];
        buf_puts(out, "<li><code>");
        html_put(out, package->files[problem->file].path);
        buf_puts(out, *problem->where ? " " : "");
        html_put(out, problem->where);
        buf_puts(out, "</code> ");
        html_put(out, problem->message);
        buf_puts(out, "</li>\n");
    }
    buf_puts(out, "</ul>\n</section>\n");
}

/* ---- Targets and sizes ---------------------------------------------------------------------- */

static void put_target(const struct report *report, size_t target, struct buf *out)
{
    const char *name = report->side.targets.items[target];
    struct target_id id;
    bool is_known = target_id_parse(name, &id, NULL) == CODEOBJ_OK;
    uint64_t kernels = 0, spilling = 0, vgprs = 0, size = 0;
    int64_t fewest = INT64_MAX;
    bool has_occupancy = is_known && occupancy_is_known(&id);
    for (size_t i = 0; i < report->side.kernel_count; i++) {
        const int64_t *values = report->rows[i].numbers->values;
        if (report->rows[i].target != target)
            continue;
        kernels++;
        spilling += values[METRIC_SPILLS] > 0;
        vgprs = (uint64_t)values[METRIC_VGPR] > vgprs ? (uint64_t)values[METRIC_VGPR] : vgprs;
        fewest = values[METRIC_OCCUPANCY] < fewest ? values[METRIC_OCCUPANCY] : fewest;
    }
    for (size_t m = 0; m < report->modules.count; m++)
        size += report->sizes[m * report->side.targets.count + target];
    put_row_head(out, name);
    buf_printf(out, "<td>%s</td>", is_known ? id.info->family : "");
    put_count_cell(out, kernels, false);
    put_count_cell(out, report->images[target], false);
    put_size_cell(out, size);
    put_count_cell(out, spilling, spilling > 0);
    put_count_cell(out, vgprs, false);
    if (has_occupancy)
        buf_printf(out, "<td class=\"n\">%" PRId64 " of %u</td></tr>\n", kernels ? fewest : 0,
                   id.info->waves);
    else
        buf_puts(out, "<td class=\"n\"></td></tr>\n");
}

static void put_targets(const struct report *report, struct buf *out)
{
    for (size_t i = 0; i < report->side.targets.count; i++)
        put_target(report, i, out);
}

struct module_size {
    size_t module;
    uint64_t total;
};

static int size_compare(const void *a, const void *b)
{
    const struct module_size *left = a, *right = b;
    if (left->total != right->total)
        return left->total > right->total ? -1 : 1;
    return left->module < right->module ? -1 : 1;
}

/* Appends the table of sizes, the largest modules first. */
static void put_sizes(const struct report *report, struct buf *out)
{
    const struct strings *targets = &report->side.targets;
    size_t count = report->modules.count;
    OWNED struct module_size *modules = mem_alloc((count + 1) * sizeof *modules);
    for (size_t m = 0; m < count; m++) {
        modules[m].module = m;
        for (size_t t = 0; t < targets->count; t++)
            modules[m].total += report->sizes[m * targets->count + t];
    }
    qsort(modules, count, sizeof *modules, size_compare);
    buf_puts(out, "<thead><tr><th scope=\"col\">Module</th><th scope=\"col\" class=\"n\">All</th>");
    for (size_t t = 0; t < targets->count; t++) {
        buf_puts(out, "<th scope=\"col\" class=\"n\">");
        html_put(out, targets->items[t]);
        buf_puts(out, "</th>");
    }
    buf_puts(out, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < count; i++) {
        put_row_head(out, report->modules.items[modules[i].module]);
        put_size_cell(out, modules[i].total);
        for (size_t t = 0; t < targets->count; t++)
            put_size_cell(out, report->sizes[modules[i].module * targets->count + t]);
        buf_puts(out, "</tr>\n");
    }
    buf_puts(out, "</tbody>\n");
}

/* ---- The profile: for each chip a table, and the source lines that stand out ---------------- */

static void put_flaws(const struct profile_kernel *kernel, struct buf *out)
{
    size_t count;
    OWNED struct profile_flaw *flaws = profile_flaws(kernel, &count);
    for (size_t i = 0; i < count && i < PLACES_MAX; i++) {
        buf_puts(out, i ? "<br><code>" : "<code>");
        html_put(out, flaws[i].place->where);
        buf_puts(out, "</code> ");
        html_put(out, flaws[i].text);
    }
}

static void put_profile_row(const struct profile_row *row, struct buf *out)
{
    OWNED char *name = demangle(row->kernel->name);
    put_row_head(out, name);
    for (size_t i = 0; i < profile_column_count(); i++) {
        OWNED_BY(buf_free) struct buf cell = {0};
        profile_columns[i].cell(row, profile_columns[i].resource, &cell);
        buf_puts(out, "<td class=\"n\">");
        html_put(out, cell.data);
        buf_puts(out, "</td>");
    }
    buf_puts(out, "<td>");
    put_flaws(row->kernel, out);
    buf_puts(out, "</td></tr>\n");
}

static void put_chip(const struct profile *profile, const struct chip *chip, struct buf *out)
{
    size_t count;
    OWNED struct profile_row *rows = profile_rows(profile, chip, &count);
    if (count) {
        buf_printf(out,
                   "<h3>%s: %u compute units, %u MHz, %u GB/s</h3>\n<div class=\"wide\" "
                   "role=\"region\" aria-label=\"%s\" tabindex=\"0\">\n<table "
                   "class=\"summary\"><thead><tr><th scope=\"col\">Kernel</th>",
                   chip->title, chip->compute_units, chip->clock, chip->memory, chip->title);
        for (size_t i = 0; i < profile_column_count(); i++)
            buf_printf(out, "<th scope=\"col\" class=\"n\">%s</th>", profile_columns[i].title);
        buf_puts(out, "<th scope=\"col\">Source lines</th></tr></thead>\n<tbody>\n");
        for (size_t i = 0; i < count; i++)
            put_profile_row(&rows[i], out);
        buf_puts(out, "</tbody></table>\n</div>\n");
    }
}

static void put_profile(const struct report *report, struct buf *out)
{
    if (!report->profile)
        return;
    buf_puts(out,
             "<section aria-labelledby=\"profile-title\">\n<h2 id=\"profile-title\">Profile</h2>\n"
             "<p class=\"lead\">Lower bounds of the times of all launches, from what the emulator "
             "counted; not times. vec to mem: what a part of the chip takes, in per cent of the "
             "bound.</p>\n");
    for (size_t i = 0; i < chip_count(); i++)
        put_chip(report->profile, &chips[i], out);
    buf_puts(out, "</section>\n");
}

/* ---- Data for the page's script -------------------------------------------------------------- */

static void put_list(struct buf *out, const char *key, const struct strings *texts)
{
    buf_printf(out, "\"%s\":[", key);
    for (size_t i = 0; i < texts->count; i++) {
        buf_puts(out, i ? "," : "");
        json_put(out, texts->items[i]);
    }
    buf_puts(out, "],\n");
}

/* Appends the names of kernels. Before each mangled name comes the demangled name. */
static void put_names(const struct report *report, struct buf *out)
{
    buf_puts(out, "\"kernels\":[");
    for (size_t i = 0; i < report->names.count; i++) {
        const char *name = report->names.items[i];
        OWNED char *readable = demangle(name);
        buf_puts(out, i ? ",\n[" : "[");
        json_put(out, readable);
        if (strcmp(readable, name) != 0) {
            buf_putc(out, ',');
            json_put(out, name);
        }
        buf_putc(out, ']');
    }
    buf_puts(out, "],\n");
}

static void put_lists(const struct report *report, struct buf *out)
{
    buf_puts(out, "\"waves\":[");
    for (size_t i = 0; i < report->side.targets.count; i++) {
        struct target_id id;
        bool is_known = target_id_parse(report->side.targets.items[i], &id, NULL) == CODEOBJ_OK;
        buf_printf(out, "%s%u", i ? "," : "", is_known ? id.info->waves : 0);
    }
    buf_puts(out, "],\n\"limits\":[");
    for (int i = 0; i <= OCCUPANCY_BY_WORKGROUP; i++) {
        buf_puts(out, i ? "," : "");
        json_put(out, occupancy_limit_name((enum occupancy_limit)i));
    }
    buf_puts(out, "],\n");
}

/* The members of struct row whose columns in the script's data are indices. */
static const struct {
    const char *key;
    size_t offset;
} indices[] = {
    {"kernel", offsetof(struct row, kernel)},
    {"module", offsetof(struct row, module)},
    {"target", offsetof(struct row, target)},
    {"limit", offsetof(struct row, limit)},
};

/* Appends the rows as columns of numbers, which take a tenth of the bytes that rows would take. */
static void put_columns(const struct report *report, struct buf *out)
{
    buf_puts(out, "\"rows\":{");
    for (size_t c = 0; c < sizeof indices / sizeof *indices; c++) {
        buf_printf(out, "\"%s\":[", indices[c].key);
        for (size_t i = 0; i < report->side.kernel_count; i++) {
            const char *row = (const char *)&report->rows[i];
            buf_puts(out, i ? "," : "");
            put_number(out, *(const size_t *)(const void *)(row + indices[c].offset));
        }
        buf_puts(out, "],\n");
    }
    for (int m = 0; m < (int)metrics_of_package.end; m++) {
        buf_printf(out, "%s\"%s\":[", m ? ",\n" : "", metric_table[m].name);
        for (size_t i = 0; i < report->side.kernel_count; i++) {
            const struct diff_kernel *kernel = report->rows[i].numbers;
            buf_puts(out, i ? "," : "");
            if (diff_value_is_known(kernel, (enum metric)m))
                buf_printf(out, "%" PRId64, kernel->values[m]);
            else
                buf_puts(out, "null");
        }
        buf_putc(out, ']');
    }
    buf_putc(out, '}');
}

static void put_data(const struct report *report, struct buf *out)
{
    OWNED_BY(buf_free) struct buf json = {0};
    buf_putc(&json, '{');
    put_list(&json, "targets", &report->side.targets);
    put_list(&json, "modules", &report->modules);
    put_lists(report, &json);
    put_names(report, &json);
    put_columns(report, &json);
    buf_putc(&json, '}');
    script_put(out, &json);
}

/* ---- The page ------------------------------------------------------------------------------- */

/* assets.cmake defines the directory of the page's files, and their hashes in the syntax of a
 * content security policy. */
TEXT_FILE(report_page, REPORT_ASSETS "/page.html")
TEXT_FILE(report_style, REPORT_ASSETS "/style.css")
TEXT_FILE(report_script, REPORT_ASSETS "/script.js")

static void put_title(const struct report *report, struct buf *out)
{
    html_put(out, report->title);
}

static const struct {
    const char *name, *text;
    /* writes the part's contents; NULL if |text| has them */
    void (*put)(const struct report *report, struct buf *out);
} parts[] = {
    {"version", KBUILD_VERSION, NULL},
    {"style", report_style, NULL},
    {"script", report_script, NULL},
    {"style-hash", REPORT_STYLE_SHA256, NULL},
    {"script-hash", REPORT_SCRIPT_SHA256, NULL},
    {"title", NULL, put_title},
    {"tiles", NULL, put_tiles},
    {"problems", NULL, put_problems},
    {"targets", NULL, put_targets},
    {"sizes", NULL, put_sizes},
    {"profile", NULL, put_profile},
    {"data", NULL, put_data},
};

static void put_part(const struct report *report, const char *name, size_t length, struct buf *out)
{
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (strlen(parts[i].name) != length || memcmp(parts[i].name, name, length) != 0)
            continue;
        if (parts[i].text)
            buf_puts(out, parts[i].text);
        else
            parts[i].put(report, out);
        return;
    }
    abort(); /* This cannot happen, because page.html has only placeholders that are in |parts|. */
}

static void put_page(const struct report *report, struct buf *out)
{
    const char *at = report_page, *open;
    while ((open = strstr(at, "{{"))) {
        size_t length = strcspn(open + 2, "}");
        buf_append(out, at, (size_t)(open - at));
        put_part(report, open + 2, length, out);
        at = open + 2 + length + 2;
    }
    buf_puts(out, at);
}

bool report_print(const struct package *package, const struct profile *profile,
                  const struct diff_filter *filter, const char *title, struct buf *out)
{
    OWNED_BY(report_free)
    struct report report = {.package = package, .profile = profile, .title = title};
    diff_side_collect(&report.side, package, filter);
    if (diff_side_is_empty(&report.side, filter))
        return false;
    list_modules(&report, filter);
    list_rows(&report);
    list_sizes(&report, filter);
    put_page(&report, out);
    return true;
}
