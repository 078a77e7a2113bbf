/* Prints the totals over all files: how much there is, and what a release engineer should check. */
#include "inspect/inspect.h"

enum {
    TARGETS_SHOWN = 12,
    /* the fewest columns for a kernel's name; if fewer are left, the name is printed on a line of
     * its own */
    NAME_MIN = 40
};

static void put_targets(const struct inspect_view *view, struct buf *out)
{
    const struct package *package = view->package;
    OWNED_BY(strings_free) struct strings targets = {0};
    for (size_t i = 0; i < package->image_count; i++) {
        const struct package_image *image = &package->images[i];
        bool counts = view->list ? image->kind == IMAGE_CODE_OBJECT : image->is_read;
        if (counts && *image->target)
            strings_add(&targets, image->target);
    }
    strings_sort_unique(&targets);
    put_count(out, targets.count, "target");
    buf_puts(out, targets.count ? " (" : "");
    for (size_t i = 0; i < targets.count && i < TARGETS_SHOWN; i++)
        buf_printf(out, "%s%s", i ? ", " : "", targets.items[i]);
    if (targets.count > TARGETS_SHOWN)
        buf_printf(out, " and %zu more", targets.count - TARGETS_SHOWN);
    buf_puts(out, targets.count ? ")" : "");
}

static bool is_packed(const struct package *package, size_t container)
{
    for (; container != PACKAGE_NONE; container = package->containers[container].parent)
        if (package->containers[container].codec != BUNDLE_CODEC_NONE)
            return true;
    return false;
}

static void put_sizes(const struct package *package, struct buf *out)
{
    uint64_t size = 0, packed = 0, plain = 0;
    size_t objects = 0;
    for (size_t i = 0; i < package->image_count; i++) {
        const struct package_image *image = &package->images[i];
        if (image->kind != IMAGE_CODE_OBJECT)
            continue;
        objects++;
        size += image->size;
        plain += is_packed(package, image->container) ? 0 : image->size;
    }
    for (size_t i = 0; i < package->container_count; i++)
        if (package->containers[i].codec != BUNDLE_CODEC_NONE &&
            !is_packed(package, package->containers[i].parent))
            packed += package->containers[i].stored_size;
    put_count(out, objects, "code object");
    buf_puts(out, " of ");
    put_size(out, size);
    if (packed) {
        buf_puts(out, ", packed into ");
        put_size(out, packed + plain);
    }
}

/* ---- What a release engineer should check ---------------------------------------------------- */

static uint64_t spills(const struct kernel_row *row)
{
    return inspect_rank(METRIC_SPILLS, row);
}

static void put_spills(const struct kernel_row *row, struct buf *out)
{
    uint32_t vgprs = row->kernel->vgpr_spills;
    buf_printf(out, "%u %s", vgprs ? vgprs : row->kernel->sgpr_spills, vgprs ? "VGPRs" : "SGPRs");
}

static uint64_t scratch(const struct kernel_row *row)
{
    return row->kernel->private_segment;
}

static void put_scratch(const struct kernel_row *row, struct buf *out)
{
    buf_printf(out, "%u bytes a work-item", row->kernel->private_segment);
}

static uint64_t narrowness(const struct kernel_row *row)
{
    const struct target_info *target = row->image->object.target.info;
    bool is_narrow = target->waves && row->waves * 4 <= target->waves;
    return is_narrow ? UINT32_MAX - row->waves : 0;
}

static void put_waves(const struct kernel_row *row, struct buf *out)
{
    buf_printf(out, "%u of %u, by %s,", row->waves, row->image->object.target.info->waves,
               occupancy_limit_name(row->limit));
}

static const struct measure {
    const char *kernels; /* words for the kernels whose measure is not 0, such as "with spills" */
    enum style style;
    uint64_t (*of)(const struct kernel_row *row);
    void (*put)(const struct kernel_row *row, struct buf *out);
} measures[] = {
    {"with spills", STYLE_BAD, spills, put_spills},
    {"with scratch", STYLE_WARN, scratch, put_scratch},
    {"with a quarter of the waves or less", STYLE_WARN, narrowness, put_waves},
};

enum { MEASURES = sizeof measures / sizeof *measures };

struct worst {
    /* the row with the largest measure; NULL when the measures of all rows are 0 */
    const struct stored_row *row;
    uint64_t measure;
    const char *name;
    size_t count; /* number of kernels with a row whose measure is not 0 */
};

static void find_worst(const struct inspect_view *view, const struct inspect_rows *rows,
                       struct worst worst[MEASURES])
{
    struct loaded_row loaded;
    for (size_t i = 0; i < rows->group_count; i++) {
        const struct inspect_group *group = &rows->groups[i];
        bool counts[MEASURES] = {false};
        for (size_t j = 0; j < group->count; j++) {
            const struct kernel_row *row = row_load(view->package, group->rows[j], &loaded);
            for (size_t m = 0; m < MEASURES; m++) {
                const uint64_t measure = measures[m].of(row);
                counts[m] = counts[m] || measure > 0;
                if (measure > worst[m].measure)
                    worst[m] = (struct worst){group->rows[j], measure, group->name, worst[m].count};
            }
        }
        for (size_t m = 0; m < MEASURES; m++)
            worst[m].count += counts[m];
    }
}

static void put_worst(const struct inspect_view *view, const struct worst *worst,
                      const struct measure *measure, struct buf *out)
{
    if (!worst->row)
        return;
    struct loaded_row loaded;
    const struct kernel_row *row = row_load(view->package, worst->row, &loaded);
    const char *name = worst->name;
    OWNED_BY(buf_free) struct buf line = {0};
    put_spaces(&line, 2);
    put_count(&line, worst->count, "kernel");
    buf_printf(&line, " %s; worst, ", measure->kernels);
    measure->put(row, &line);
    buf_printf(&line, " on %s:", row->image->target);
    size_t used = line.size + 1, width = view->screen.width, whole = text_width(name);
    put_styled(out, &view->screen, measure->style, line.data);
    if (width && used + (whole < NAME_MIN ? whole : NAME_MIN) > width) {
        buf_putc(out, '\n');
        put_spaces(out, used = 4);
    } else {
        buf_putc(out, ' ');
    }
    put_name(out, &view->screen, STYLE_PLAIN, name, width > used ? width - used : 0);
    buf_putc(out, '\n');
}

void inspect_total(const struct inspect_view *view, const struct inspect_rows *rows,
                   struct buf *out)
{
    OWNED_BY(buf_free) struct buf sums = {0};
    if (!view->list) {
        put_count(&sums, rows->group_count, "kernel");
        buf_puts(&sums, " for ");
    }
    put_targets(view, &sums);
    buf_puts(&sums, "; ");
    put_sizes(view->package, &sums);
    put_wrapped(out, &view->screen, STYLE_PLAIN, sums.data, 0, 4);
    buf_putc(out, '\n');
    struct worst worst[MEASURES] = {{0}};
    find_worst(view, rows, worst);
    for (size_t i = 0; i < MEASURES; i++)
        put_worst(view, &worst[i], &measures[i], out);
}
