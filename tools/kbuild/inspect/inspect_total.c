/* The totals: how much there is, and what a release engineer should check. */
#include "inspect/inspect.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { TARGETS_SHOWN = 12, NAME_MIN = 40 /* columns, of a line of its own with less */ };

static bool is_bad(const struct kernel_row *row)
{
    const struct target_info *target = row->image->object.target.info;
    return target_is_known(target) && row->occupancy.waves * 4 <= target->waves;
}

static uint64_t spills(const struct kernel_row *row)
{
    return inspect_rank(METRIC_SPILLS, row);
}

static uint64_t scratch(const struct kernel_row *row)
{
    return row->kernel->private_segment;
}

static uint64_t narrowness(const struct kernel_row *row)
{
    return is_bad(row) ? UINT32_MAX - row->occupancy.waves : 0;
}

static void put_targets(const struct inspect_view *view, struct buf *out)
{
    const struct package *package = view->package;
    struct strings targets = {0};
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
    strings_free(&targets);
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
        if (package->containers[i].codec != BUNDLE_CODEC_NONE)
            packed += package->containers[i].stored_size;
    put_count(out, objects, "code object");
    buf_puts(out, " of ");
    put_size(out, size);
    if (packed) {
        buf_puts(out, ", packed into ");
        put_size(out, packed + plain);
    }
}

/* The row with the largest |measure|, NULL when it is 0 in all, and the number of kernels with a
 * row where it is not 0. */
static const struct kernel_row *find_worst(const struct inspect_rows *rows,
                                           uint64_t (*measure)(const struct kernel_row *),
                                           size_t *out_count, const char **out_name)
{
    const struct kernel_row *worst = NULL;
    *out_count = 0;
    for (size_t i = 0; i < rows->group_count; i++) {
        const struct inspect_group *group = &rows->groups[i];
        bool counts = false;
        for (size_t j = 0; j < group->count; j++) {
            const struct kernel_row *row = &group->rows[j];
            counts = counts || measure(row) > 0;
            if (measure(row) > (worst ? measure(worst) : 0)) {
                worst = row;
                *out_name = group->name;
            }
        }
        *out_count += counts;
    }
    return worst;
}

static void put_worst(const struct inspect_view *view, struct buf *out, size_t count,
                      const char *what, enum style style, const char *name, const char *amount)
{
    struct buf line = {0};
    put_spaces(&line, 2);
    put_count(&line, count, "kernel");
    buf_printf(&line, " %s; worst, %s:", what, amount);
    size_t used = line.size + 1, width = view->screen.width, whole = text_width(name);
    put_styled(out, &view->screen, style, line.data);
    if (width && used + (whole < NAME_MIN ? whole : NAME_MIN) > width) {
        buf_putc(out, '\n');
        put_spaces(out, used = 4);
    } else {
        buf_putc(out, ' ');
    }
    put_name(out, &view->screen, STYLE_PLAIN, name, width > used ? width - used : 0);
    buf_putc(out, '\n');
    buf_free(&line);
}

void inspect_total(const struct inspect_view *view, const struct inspect_rows *rows,
                   struct buf *out)
{
    char amount[160];
    const char *name = "";
    size_t count;
    struct buf sums = {0};
    if (!view->list) {
        put_count(&sums, rows->group_count, "kernel");
        buf_puts(&sums, " for ");
    }
    put_targets(view, &sums);
    buf_puts(&sums, "; ");
    put_sizes(view->package, &sums);
    put_wrapped(out, &view->screen, STYLE_PLAIN, sums.data, 0, 4);
    buf_putc(out, '\n');
    buf_free(&sums);
    const struct kernel_row *row = find_worst(rows, spills, &count, &name);
    if (row) {
        const struct kernel *kernel = row->kernel;
        bool of_vgprs = kernel->vgpr_spills > 0;
        snprintf(amount, sizeof amount, "%u %s on %s",
                 of_vgprs ? kernel->vgpr_spills : kernel->sgpr_spills, of_vgprs ? "VGPRs" : "SGPRs",
                 row->image->target);
        put_worst(view, out, count, "with spills", STYLE_BAD, name, amount);
    }
    row = find_worst(rows, scratch, &count, &name);
    if (row) {
        snprintf(amount, sizeof amount, "%u bytes a work-item on %s", row->kernel->private_segment,
                 row->image->target);
        put_worst(view, out, count, "with scratch", STYLE_WARN, name, amount);
    }
    row = find_worst(rows, narrowness, &count, &name);
    if (row) {
        snprintf(amount, sizeof amount, "%u of %u, by %s, on %s", row->occupancy.waves,
                 row->image->object.target.info->waves, occupancy_limit_name(row->occupancy.limit),
                 row->image->target);
        put_worst(view, out, count, "with a quarter of the waves or less", STYLE_WARN, name,
                  amount);
    }
}
