/* Functions of the device that are lost: they are defined only where nvcc compiles them and AMD's
 * compiler does not.
 */
#include "branch.h"
#include "report.h"

enum { NAMES_SHOWN = 4 };

void losses_free(struct losses *losses)
{
    strings_free(&losses->conditions);
    free(losses->items);
    symbols_free(&losses->kept);
}

void losses_keep(struct losses *losses, const struct token *name)
{
    symbols_add(&losses->kept, losses->source + name->offset, name->size);
}

void losses_add(struct losses *losses, const struct token *branch, const char *shown,
                const struct token *name, bool is_kernel)
{
    const struct lost *last = losses->count ? &losses->items[losses->count - 1] : NULL;
    bool is_same = last && last->branch.offset == branch->offset;
    if (!is_same)
        strings_add(&losses->conditions, shown);
    losses->items = mem_grow(losses->items, losses->count, sizeof *losses->items);
    losses->items[losses->count++] = (struct lost){
        .branch = *branch,
        .name = name->offset,
        .name_size = name->size,
        .is_kernel = is_kernel,
        .shown = losses->conditions.count - 1,
    };
}

/* Whether another definition of the same name is compiled for AMD. */
static bool is_kept(const struct losses *losses, const struct lost *lost)
{
    return symbols_find(&losses->kept, losses->source + lost->name, lost->name_size) >= 0;
}

/* How many kernels, or other functions, of items[first, end) are lost; their names go to |out|. */
static size_t count_lost(const struct losses *losses, size_t first, size_t end, bool kernels,
                         struct buf *out)
{
    size_t count = 0;
    for (size_t i = first; i < end; i++) {
        const struct lost *lost = &losses->items[i];
        if (lost->is_kernel != kernels || is_kept(losses, lost))
            continue;
        if (++count > NAMES_SHOWN)
            continue;
        buf_puts(out, out->size ? ", " : "");
        buf_append(out, losses->source + lost->name, lost->name_size);
    }
    if (count > NAMES_SHOWN)
        buf_puts(out, ", ...");
    return count;
}

/* Reports the functions of one branch, items[first, end): the kernels, or the other functions when
 * there are no kernels. */
static void report_branch(const struct losses *losses, size_t first, size_t end,
                          struct hipify_report *report)
{
    OWNED_BY(buf_free) struct buf names = {0};
    size_t kernels = count_lost(losses, first, end, true, &names);
    size_t count = kernels ? kernels : count_lost(losses, first, end, false, &names);
    if (count > 0)
        report_add(report, HIPIFY_WARNING, "KB1203", &losses->items[first].branch,
                   mem_format("'%s' is not compiled for AMD: %zu %s function%s fall%s away (%s)",
                              losses->conditions.items[losses->items[first].shown], count,
                              kernels ? "__global__" : "__device__", count == 1 ? "" : "s",
                              count == 1 ? "s" : "", names.data),
                   "ask for __HIP__ too where AMD is to have them");
}

void losses_report(struct losses *losses, struct hipify_report *report)
{
    for (size_t first = 0, at = 1; at <= losses->count; at++) {
        if (at < losses->count &&
            losses->items[at].branch.offset == losses->items[first].branch.offset)
            continue;
        report_branch(losses, first, at, report);
        first = at;
    }
}
