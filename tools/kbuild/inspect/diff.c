/* Pairs the kernels of two packages in passes, each over the kernels that earlier passes have left
 * without a partner. The first passes use the strongest evidence that two kernels are the same.
 * Within a pass the order of the packages decides, so that comparing a package to itself finds no
 * change, and comparing in the other direction finds the same pairs. */
#include "inspect/profile.h"

#include "util/file.h"

/* ---- The kernels of a package as a list, with their numbers --------------------------------- */

char *diff_module_name(const char *path)
{
    const char *name = path_name(path);
    size_t dots = strspn(name, ".");
    size_t length = dots + strcspn(name + dots, ".");
    return mem_dup_n(name, length);
}

bool diff_wants_image(const struct diff_filter *filter, const struct package_image *image)
{
    return image->kind == IMAGE_CODE_OBJECT && (image->is_read || *image->target) &&
           target_is_wanted(image->target, &filter->targets);
}

/* Returns the length of |name| without the suffix, ".static.<hash>" or ".intern.<hash>", by which
 * clang makes the static kernels of several sources differ. The hash depends on the path and the
 * options of the compilation, so a rebuild may give another one. */
static size_t stem_length(const char *name)
{
    static const char *const suffixes[] = {".static.", ".intern."};
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        const char *suffix = strstr(name, suffixes[i]);
        if (suffix && suffix != name)
            return (size_t)(suffix - name);
    }
    return strlen(name);
}

static void add_image(struct diff_side *side, const struct package *package,
                      const struct package_image *image, const struct diff_filter *filter)
{
    const struct package_container *container = &package->containers[image->container];
    const struct code_object *object = &image->object;
    side->kernels =
        mem_resize(side->kernels, side->kernel_count + object->kernel_count, sizeof *side->kernels);
    for (size_t i = 0; i < object->kernel_count; i++) {
        const struct kernel *kernel = &object->kernels[i];
        if (filter->kernels.count && !kernel_matches(kernel->name, &filter->kernels))
            continue;
        const struct kernel_row row = kernel_row_of(image, kernel, 0);
        struct diff_kernel *added = &side->kernels[side->kernel_count];
        *added =
            (struct diff_kernel){.name = kernel->name,
                                 .stem_length = stem_length(kernel->name),
                                 .target = image->target,
                                 .module = diff_module_name(package->files[container->file].path),
                                 .kernel = kernel,
                                 .code_hash = image->code_hashes ? image->code_hashes[i] : 0,
                                 .limit = row.limit,
                                 .order = side->kernel_count++};
        for (int m = 0; m < (int)metrics_of_package.end; m++) {
            uint64_t value = metric_value((enum metric)m, &row);
            added->unknown |= metric_is_known((enum metric)m, &row) ? 0 : 1u << m;
            added->values[m] = value > INT64_MAX ? INT64_MAX : (int64_t)value;
        }
    }
}

void diff_side_collect(struct diff_side *side, const struct package *package,
                       const struct diff_filter *filter)
{
    for (size_t i = 0; i < package->image_count; i++) {
        const struct package_image *image = &package->images[i];
        if (!diff_wants_image(filter, image))
            continue;
        strings_add(&side->targets, image->target);
        if (image->is_read)
            add_image(side, package, image, filter);
    }
    strings_sort_unique(&side->targets);
}

bool diff_side_is_empty(const struct diff_side *side, const struct diff_filter *filter)
{
    if (filter->kernels.count)
        return side->kernel_count == 0;
    return filter->targets.count && side->targets.count == 0;
}

void diff_side_free(struct diff_side *side)
{
    for (size_t i = 0; i < side->kernel_count; i++)
        free(side->kernels[i].module);
    free(side->kernels);
    strings_free(&side->targets);
}

/* ---- Pairing the kernels of two packages ----------------------------------------------------- */

/* The properties that two kernels for one target must share to be a pair. */
struct pass {
    bool place;   /* whether the name of the module must be equal */
    bool numbers; /* whether the values of all metrics must be equal, and the signature */
    bool code;    /* whether the hash of the kernel's code must be equal */
    bool alone;   /* whether no other kernel of the same package has these properties */
    /* whether names are compared without the suffix that clang gives static kernels */
    bool by_stem;
};

static const struct pass passes[] = {
    {.place = true, .numbers = true, .code = true},
    {.place = true, .numbers = true},
    {.place = true},
    {.numbers = true, .code = true},
    {.numbers = true},
    {.alone = true},
    {.by_stem = true, .place = true, .numbers = true, .code = true},
    {.by_stem = true, .place = true, .numbers = true},
    {.by_stem = true, .place = true},
    {.by_stem = true, .numbers = true, .code = true},
    {.by_stem = true, .numbers = true},
    {.by_stem = true, .alone = true},
};

static int stem_compare(const struct diff_kernel *a, const struct diff_kernel *b)
{
    size_t common = a->stem_length < b->stem_length ? a->stem_length : b->stem_length;
    int order = memcmp(a->name, b->name, common);
    return order ? order : (a->stem_length > b->stem_length) - (a->stem_length < b->stem_length);
}

static int numbers_compare(const struct diff_kernel *a, const struct diff_kernel *b)
{
    for (int m = 0; m < METRIC_COUNT; m++)
        if (a->values[m] != b->values[m])
            return a->values[m] < b->values[m] ? -1 : 1;
    return signature_compare(a->kernel, b->kernel);
}

static int pass_compare(const struct pass *pass, const struct diff_kernel *a,
                        const struct diff_kernel *b)
{
    int order = strcmp(a->target, b->target);
    if (order == 0)
        order = pass->by_stem ? stem_compare(a, b) : strcmp(a->name, b->name);
    if (order == 0 && pass->place)
        order = strcmp(a->module, b->module);
    if (order == 0 && pass->numbers)
        order = numbers_compare(a, b);
    if (order == 0 && pass->code)
        order = (a->code_hash > b->code_hash) - (a->code_hash < b->code_hash);
    return order;
}

static int order_compare(const void *a, const void *b, void *context)
{
    const struct diff_kernel *left = *(struct diff_kernel *const *)a;
    const struct diff_kernel *right = *(struct diff_kernel *const *)b;
    int order = pass_compare(context, left, right);
    return order ? order : (left->order > right->order) - (left->order < right->order);
}

/* The kernels of one package that have no partner yet, sorted for |pass|. */
struct unpaired {
    struct diff_kernel **items;
    size_t count;
};

static struct unpaired unpaired_of(struct diff_side *side, const struct pass *pass)
{
    struct unpaired list = {mem_alloc(side->kernel_count * sizeof *list.items), 0};
    for (size_t i = 0; i < side->kernel_count; i++)
        if (!side->kernels[i].is_paired)
            list.items[list.count++] = &side->kernels[i];
    if (list.count)
        qsort_r(list.items, list.count, sizeof *list.items, order_compare, (void *)(uintptr_t)pass);
    return list;
}

/* Returns the end of the kernels, from |at| on, that agree in all properties of |pass|. */
static size_t run_end(const struct unpaired *list, size_t at, const struct pass *pass)
{
    size_t end = at + 1;
    while (end < list->count && pass_compare(pass, list->items[at], list->items[end]) == 0)
        end++;
    return end;
}

static struct diff_pair *add_pair(struct diff *diff)
{
    struct diff_pair *pair = &diff->pairs[diff->pair_count++];
    *pair = (struct diff_pair){0};
    return pair;
}

static void note_ambiguous(struct diff *diff, const struct diff_kernel *kernel, size_t before,
                           size_t after)
{
    strings_addf(
        &diff->notes,
        "%s for %s cannot be told apart: %zu in the old package and %zu in the new one are "
        "in files of other names and differ; they count as removed and added",
        kernel->name, kernel->target, before, after);
}

static void pair_run(struct diff *diff, const struct pass *pass, struct diff_kernel **before,
                     size_t before_count, struct diff_kernel **after, size_t after_count)
{
    if (pass->alone && (before_count != 1 || after_count != 1)) {
        if (pass->by_stem)
            note_ambiguous(diff, *before, before_count, after_count);
        return;
    }
    for (size_t i = 0; i < before_count && i < after_count; i++) {
        struct diff_pair *pair = add_pair(diff);
        pair->before = before[i];
        pair->after = after[i];
        before[i]->is_paired = after[i]->is_paired = true;
    }
}

static void run_pass(struct diff *diff, const struct pass *pass)
{
    struct unpaired before = unpaired_of(&diff->before, pass);
    struct unpaired after = unpaired_of(&diff->after, pass);
    for (size_t i = 0, j = 0; i < before.count && j < after.count;) {
        int order = pass_compare(pass, before.items[i], after.items[j]);
        size_t i_end = order <= 0 ? run_end(&before, i, pass) : i;
        size_t j_end = order >= 0 ? run_end(&after, j, pass) : j;
        if (order == 0)
            pair_run(diff, pass, before.items + i, i_end - i, after.items + j, j_end - j);
        i = i_end;
        j = j_end;
    }
    free(before.items);
    free(after.items);
}

static void add_unpaired(struct diff *diff)
{
    for (size_t i = 0; i < diff->before.kernel_count; i++)
        if (!diff->before.kernels[i].is_paired)
            add_pair(diff)->before = &diff->before.kernels[i];
    for (size_t i = 0; i < diff->after.kernel_count; i++)
        if (!diff->after.kernels[i].is_paired)
            add_pair(diff)->after = &diff->after.kernels[i];
}

/* ---- Judging and sorting pairs of kernels ---------------------------------------------------- */

static void judge_pair(struct diff_pair *pair, const struct diff_options *options)
{
    if (!pair->before || !pair->after) {
        pair->state = pair->before ? DIFF_REMOVED : DIFF_ADDED;
        return;
    }
    for (int m = 0; m < METRIC_COUNT; m++)
        if (!metric_table[m].is_sum && pair->before->values[m] != pair->after->values[m])
            pair->changes |= 1u << m;
    pair->changes &= ~options->ignored;
    pair->is_signature_changed = !options->ignores_signature &&
                                 signature_compare(pair->before->kernel, pair->after->kernel) != 0;
    for (int t = 0; t < LAUNCH_TRAITS; t++)
        if (!launch_is_equal((enum launch_trait)t, pair->before->kernel, pair->after->kernel))
            pair->launch_changes |= 1u << t;
    pair->launch_changes &= ~options->ignored_launch;
    uint64_t before = pair->before->code_hash, after = pair->after->code_hash;
    pair->is_code_changed = !options->ignores_code_hash && before && after && before != after;
    bool is_changed = pair->changes || pair->is_signature_changed || pair->launch_changes ||
                      pair->is_code_changed;
    pair->state = is_changed ? DIFF_CHANGED : DIFF_UNCHANGED;
}

/* The metrics that decide how bad a change is, the most important first: the first metric that
 * differs decides. A changed signature is worse than any metric, because callers then pass other
 * arguments than the kernel reads. */
static const enum metric ranks[] = {
    METRIC_SPILLS, METRIC_OCCUPANCY, METRIC_SCRATCH, METRIC_VGPR,  METRIC_AGPR,
    METRIC_LDS,    METRIC_SGPR,      METRIC_CODE,    METRIC_BOUND, METRIC_BYTES,
};

static int worst_first(const struct diff_pair *a, const struct diff_pair *b)
{
    if (a->is_signature_changed != b->is_signature_changed)
        return a->is_signature_changed ? -1 : 1;
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++) {
        enum metric metric = ranks[i];
        int64_t left =
            metric_worsening(metric, a->before->values[metric], a->after->values[metric]);
        int64_t right =
            metric_worsening(metric, b->before->values[metric], b->after->values[metric]);
        if (left != right)
            return left > right ? -1 : 1;
    }
    return 0;
}

static int by_kernel(const struct diff_pair *a, const struct diff_pair *b)
{
    const struct diff_kernel *left = diff_pair_kernel(a), *right = diff_pair_kernel(b);
    int order = strcmp(left->name, right->name);
    if (order == 0)
        order = strcmp(left->target, right->target);
    if (order == 0)
        order = strcmp(left->module, right->module);
    return order ? order : (left->order > right->order) - (left->order < right->order);
}

static int pair_compare(const void *a, const void *b)
{
    const struct diff_pair *left = a, *right = b;
    int order = (left->state > right->state) - (left->state < right->state);
    if (order == 0 && left->state == DIFF_CHANGED)
        order = worst_first(left, right);
    return order ? order : by_kernel(left, right);
}

static int like_compare(const void *a, const void *b)
{
    const struct diff_pair *left = *(struct diff_pair *const *)a;
    const struct diff_pair *right = *(struct diff_pair *const *)b;
    int order = strcmp(diff_pair_kernel(left)->target, diff_pair_kernel(right)->target);
    return order ? order : stem_compare(diff_pair_kernel(left), diff_pair_kernel(right));
}

static int name_compare(const void *a, const void *b)
{
    const struct diff_pair *left = *(struct diff_pair *const *)a;
    const struct diff_pair *right = *(struct diff_pair *const *)b;
    int order = strcmp(diff_pair_kernel(left)->name, diff_pair_kernel(right)->name);
    return order ? order : (left > right) - (left < right);
}

static struct diff_pair **pairs_sorted(struct diff *diff,
                                       int (*compare)(const void *, const void *))
{
    struct diff_pair **sorted = mem_alloc(diff->pair_count * sizeof *sorted);
    for (size_t i = 0; i < diff->pair_count; i++)
        sorted[i] = &diff->pairs[i];
    if (diff->pair_count)
        qsort(sorted, diff->pair_count, sizeof *sorted, compare);
    return sorted;
}

static void mark_duplicates(struct diff *diff)
{
    struct diff_pair **sorted = pairs_sorted(diff, like_compare);
    for (size_t i = 1; i < diff->pair_count; i++)
        if (like_compare(&sorted[i - 1], &sorted[i]) == 0)
            sorted[i - 1]->is_duplicate = sorted[i]->is_duplicate = true;
    free(sorted);
}

static int rank_compare(const void *a, const void *b)
{
    const struct diff_pair *left = a, *right = b;
    if (left->rank != right->rank)
        return left->rank < right->rank ? -1 : 1;
    return pair_compare(a, b);
}

/* Sorts the pairs, the worst change first. Then moves all pairs of one kernel (its targets) after
 * the kernel's worst pair. */
static void sort_pairs(struct diff *diff)
{
    if (!diff->pair_count)
        return;
    qsort(diff->pairs, diff->pair_count, sizeof *diff->pairs, pair_compare);
    struct diff_pair **sorted = pairs_sorted(diff, name_compare);
    for (size_t i = 0; i < diff->pair_count; i++) {
        const struct diff_pair *last = i ? sorted[i - 1] : NULL;
        bool is_same = last && last->state == sorted[i]->state &&
                       strcmp(diff_pair_kernel(last)->name, diff_pair_kernel(sorted[i])->name) == 0;
        sorted[i]->rank = is_same ? last->rank : (size_t)(sorted[i] - diff->pairs);
    }
    free(sorted);
    qsort(diff->pairs, diff->pair_count, sizeof *diff->pairs, rank_compare);
}

static void strings_add_missing(struct strings *out, const struct strings *all,
                                const struct strings *there)
{
    for (size_t i = 0; i < all->count; i++)
        if (!strings_contain(there, all->items[i]))
            strings_add(out, all->items[i]);
}

/* Pairs the kernels of |out->before| and |out->after|, which are filled, and fills the other
 * members of |out|. */
static void compare_sides(const struct diff_options *options, struct diff *out)
{
    out->pairs =
        mem_alloc((out->before.kernel_count + out->after.kernel_count) * sizeof *out->pairs);
    for (size_t i = 0; i < sizeof passes / sizeof *passes; i++)
        run_pass(out, &passes[i]);
    add_unpaired(out);
    mark_duplicates(out);
    for (size_t i = 0; i < out->pair_count; i++) {
        judge_pair(&out->pairs[i], options);
        out->counts[out->pairs[i].state]++;
    }
    sort_pairs(out);
    strings_add_missing(&out->targets_added, &out->after.targets, &out->before.targets);
    strings_add_missing(&out->targets_removed, &out->before.targets, &out->after.targets);
}

void diff_packages(const struct package *before, const struct package *after,
                   const struct diff_options *options, struct diff *out)
{
    *out = (struct diff){.metrics = &metrics_of_package};
    diff_side_collect(&out->before, before, &options->filter);
    diff_side_collect(&out->after, after, &options->filter);
    compare_sides(options, out);
}

void diff_profiles(const struct profile *before, const struct profile *after,
                   const struct diff_options *options, struct diff *out)
{
    *out = (struct diff){.metrics = &metrics_of_profile};
    profile_collect(&out->before, before);
    profile_collect(&out->after, after);
    compare_sides(options, out);
}

void diff_free(struct diff *diff)
{
    diff_side_free(&diff->before);
    diff_side_free(&diff->after);
    free(diff->pairs);
    strings_free(&diff->targets_added);
    strings_free(&diff->targets_removed);
    strings_free(&diff->notes);
    *diff = (struct diff){0};
}
