/* Which image runs on which device, why other images do not, and what to build instead.
 *
 * The rule is that of LLVM's AMDGPU usage guide ("Target ID", "Generic processors") and of ROCm's
 * loader (Isa::IsCompatible of ROCR). The loader compares the features of the image and the device.
 * For an image of a generic target, the loader compares the image's name with the generic target of
 * the device's processor. The loader also compares the version of the generic target with the
 * version that the processor needs: a generic target gets a new version when a processor joins that
 * cannot run older code. All generic targets are at their first version, so this file does not
 * compare versions. */
#include "internal.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    RANK_GENERIC = 1,
    RANK_FEATURE = 1, /* what each named feature adds to the rank of an image */
    /* the rank of the exact processor: more than that of a generic target with both features */
    RANK_EXACT = 4,

    PROCESSORS_MAX = 128, /* more than the number of processors in the table; a test checks this */
    STATES = 9,           /* how many combinations two features of three settings have */
    NVIDIA_MAX = 64,      /* more targets of NVIDIA than a sentence can name */
    REMEDY_RESERVE = 170, /* how many bytes of a message stay free for a short remedy */
};

/* ---- The rule: whether an image runs on a device --------------------------------------------- */

static bool contains(const struct target_info *generic, const struct target_info *member)
{
    return member->generic && strcmp(member->generic, generic->processor) == 0;
}

static bool are_relatives(const struct target_info *a, const struct target_info *b)
{
    return strcmp(a->family, b->family) == 0 ||
           (a->generic && b->generic && strcmp(a->generic, b->generic) == 0);
}

/* Returns the device's setting of a feature. |named| is the setting in the device's target ID. */
static enum target_feature setting_of(const struct target_id *device, enum target_feature named)
{
    return named == TARGET_FEATURE_ANY && device->info->features_are_on ? TARGET_FEATURE_ON : named;
}

struct target_match target_id_match(const struct target_id *image, const struct target_id *device)
{
    const bool is_exact = image->info == device->info;
    if (target_is_nvidia(image) || target_is_nvidia(device))
        return nvidia_match(image, device);
    if (!is_exact && !contains(image->info, device->info)) {
        unsigned who =
            are_relatives(image->info, device->info) ? TARGET_OTHER_PROCESSOR : TARGET_OTHER_FAMILY;
        return (struct target_match){
            .mismatch = who | (image->info->is_generic ? TARGET_OTHER_GENERIC : 0u)};
    }
    struct target_match match = {.rank = is_exact ? RANK_EXACT : RANK_GENERIC};
    const struct {
        enum target_feature wanted, had;
        unsigned reason;
    } features[] = {
        {image->sramecc, setting_of(device, device->sramecc), TARGET_SRAMECC},
        {image->xnack, setting_of(device, device->xnack), TARGET_XNACK},
    };
    for (size_t i = 0; i < sizeof features / sizeof features[0]; i++) {
        if (features[i].wanted == TARGET_FEATURE_ANY)
            continue;
        match.rank += RANK_FEATURE;
        if (features[i].wanted != features[i].had)
            match.mismatch |= features[i].reason;
    }
    if (match.mismatch)
        match.rank = 0;
    return match;
}

int target_id_choose(const struct target_id *images, size_t count, const struct target_id *device)
{
    int best = -1;
    unsigned best_rank = 0;
    for (size_t i = 0; i < count && i <= INT_MAX; i++) {
        unsigned rank = target_id_match(&images[i], device).rank;
        if (rank > best_rank) {
            best_rank = rank;
            best = (int)i;
        }
    }
    return best;
}

/* ---- The sentence that says why no image runs ------------------------------------------------ */

/* Text that grows in a buffer of |limit| bytes, including the NUL, until something does not fit. */
struct text {
    char *data;
    size_t size, limit;
    bool is_full;
};

__attribute__((format(printf, 2, 3))) static void append(struct text *text, const char *format, ...)
{
    if (text->is_full)
        return;
    va_list arguments;
    va_start(arguments, format);
    size_t room = text->limit - text->size;
    int size = vsnprintf(text->data + text->size, room, format, arguments);
    va_end(arguments);
    text->is_full = size < 0 || (size_t)size >= room;
    if (!text->is_full)
        text->size += (size_t)size;
}

/* Returns whether everything that was appended since |before| has fitted. If not, removes it. */
static bool settle(struct text *text, struct text before)
{
    if (!text->is_full)
        return true;
    *text = before;
    text->data[text->size] = '\0';
    return false;
}

/* Target IDs without duplicates, in the order in which they first came. At most NVIDIA_MAX are
 * targets of NVIDIA. */
struct distinct {
    const struct target_id *ids[PROCESSORS_MAX * STATES + NVIDIA_MAX];
    size_t count, nvidia;
};

static void add_nvidia(struct distinct *out, const struct target_id *id)
{
    for (size_t i = 0; i < out->count; i++)
        if (target_is_nvidia(out->ids[i]) && target_id_equal(out->ids[i], id))
            return;
    if (out->nvidia == NVIDIA_MAX)
        return;
    out->nvidia++;
    out->ids[out->count++] = id;
}

static void find_distinct(const struct target_id *images, size_t count, struct distinct *out)
{
    /* whether there is an image for each processor and setting of features; all unknown processors
     * share an element */
    bool is_there[PROCESSORS_MAX][STATES] = {{false}};
    out->count = out->nvidia = 0;
    for (size_t i = 0; i < count; i++) {
        const struct target_info *info = images[i].info;
        if (target_is_nvidia(&images[i])) {
            add_nvidia(out, &images[i]);
            continue;
        }
        size_t row = target_is_known(info) ? (size_t)(info - target_at(0)) : target_count();
        bool *was_there = &is_there[row][images[i].sramecc * 3 + images[i].xnack];
        if (!*was_there)
            out->ids[out->count++] = &images[i];
        *was_there = true;
    }
}

/* Appends the device's setting of a feature for which an image needs another setting. */
static void append_feature(struct text *text, const char *name, enum target_feature value, bool had)
{
    static const char *const states[] = {"unknown", "off", "on"};
    if (had)
        append(text, "%s %s", name, states[value]);
    else
        append(text, "no %s", name);
}

static void append_reason(struct text *text, const struct target_id *image,
                          const struct target_id *device)
{
    const unsigned mismatch = target_id_match(image, device).mismatch;
    if (!mismatch)
        append(text, "runs");
    if (mismatch & TARGET_OTHER_PROCESSOR)
        append(text, "another processor");
    if (mismatch & TARGET_OTHER_FAMILY)
        append(text, "another family");
    if (mismatch & TARGET_OTHER_VENDOR)
        append(text, "for %s GPUs", target_is_nvidia(image) ? "NVIDIA" : "AMD");
    if (mismatch & TARGET_LATER)
        append(text, "for later GPUs");
    if (mismatch & TARGET_SPECIFIC)
        append(text, "for %u.%c alone", image->capability / 10,
               image->variant == 'a' ? '0' + image->capability % 10 : 'x');
    if (mismatch & (TARGET_SRAMECC | TARGET_XNACK))
        append(text, "the device has ");
    if (mismatch & TARGET_SRAMECC)
        append_feature(text, "sramecc", setting_of(device, device->sramecc),
                       device->info->has_sramecc);
    if ((mismatch & TARGET_SRAMECC) && (mismatch & TARGET_XNACK))
        append(text, " and ");
    if (mismatch & TARGET_XNACK)
        append_feature(text, "xnack", setting_of(device, device->xnack), device->info->has_xnack);
}

/* Appends a list such as "here are gfx1100 (another processor), gfx12-generic (another family) and
 * 2 more". */
static void append_images(struct text *text, const struct distinct *images,
                          const struct target_id *device)
{
    append(text, images->count == 0   ? "there are no images"
                 : images->count == 1 ? "here is "
                                      : "here are ");
    for (size_t i = 0; i < images->count; i++) {
        const struct text before = *text;
        char id[TARGET_ID_MAX];
        append(text, "%s%s (", i ? ", " : "", target_id_print(images->ids[i], id));
        if (target_is_known(images->ids[i]->info))
            append_reason(text, images->ids[i], device);
        else
            append(text, "a processor that is unknown here");
        append(text, ")");
        if (!settle(text, before)) {
            text->limit = TARGET_SENTENCE_MAX;
            append(text, " and %zu more", images->count - i);
            return;
        }
    }
}

/* ---- The remedy in the message --------------------------------------------------------------- */

/* Returns a target to build for |device|, as near as possible to the targets that were built: an
 * image that differs only in a feature, with the device's setting; if there is a generic target,
 * the device's generic target; else the processor itself. */
static struct target_id find_remedy(const struct distinct *images, const struct target_id *device)
{
    bool has_generic = false;
    if (target_is_nvidia(device))
        return *device;
    for (size_t i = 0; i < images->count; i++) {
        struct target_id remedy = *images->ids[i];
        if (remedy.info == device->info || contains(remedy.info, device->info)) {
            if (remedy.sramecc)
                remedy.sramecc = device->sramecc;
            if (remedy.xnack)
                remedy.xnack = device->xnack;
            return remedy;
        }
        has_generic |= remedy.info->is_generic;
    }
    if (has_generic && device->info->generic)
        return (struct target_id){.info = target_find(device->info->generic)};
    return (struct target_id){.info = device->info};
}

/* Whether images for |a| and |b| may be in one bundle: images of one processor must name the same
 * features; see clang's "Clang Offload Bundler", "Target ID". */
static bool go_together(const struct target_id *a, const struct target_id *b)
{
    return a->info != b->info || (!a->sramecc == !b->sramecc && !a->xnack == !b->xnack);
}

/* Appends "rebuild with --targets gfx1100,gfx1152", or "rebuild with gfx1152 among --targets" if
 * that is too long. */
static void append_command(struct text *text, const struct distinct *images,
                           const struct target_id *remedy)
{
    const struct text before = *text;
    char id[TARGET_ID_MAX];
    append(text, "rebuild with --targets ");
    for (size_t i = 0; i < images->count; i++) {
        if (target_is_known(images->ids[i]->info) && go_together(images->ids[i], remedy))
            append(text, "%s,", target_id_print(images->ids[i], id));
    }
    append(text, "%s", target_id_print(remedy, id));
    if (!settle(text, before))
        append(text, "rebuild with %s among --targets", target_id_print(remedy, id));
}

/* Whether an image would run if the device had the other setting of xnack. A process chooses this
 * setting: see "XNACK" in LLVM's AMDGPU usage guide. */
static bool differs_in_xnack(const struct distinct *images, const struct target_id *device)
{
    if (!device->xnack)
        return false;
    for (size_t i = 0; i < images->count; i++) {
        struct target_id other = *device;
        other.xnack = images->ids[i]->xnack;
        if (target_id_match(images->ids[i], device).mismatch == TARGET_XNACK &&
            target_id_match(images->ids[i], &other).mismatch == 0)
            return true;
    }
    return false;
}

static void append_xnack(struct text *text, const struct distinct *images,
                         const struct target_id *device)
{
    const struct text before = *text;
    if (device->info->features_are_on || !differs_in_xnack(images, device))
        return;
    append(text, " (or run with HSA_XNACK=%d)", device->xnack != TARGET_FEATURE_ON);
    settle(text, before);
}

static void append_remedy(struct text *text, const struct distinct *images,
                          const struct target_id *device)
{
    const struct target_id remedy = find_remedy(images, device);
    const bool is_processor = remedy.info == device->info && !remedy.sramecc && !remedy.xnack;
    char id[TARGET_ID_MAX];
    append(text, "; ");
    if (!is_processor)
        append(text, "%s would cover it: ", target_id_print(&remedy, id));
    append_command(text, images, &remedy);
    if (target_is_nvidia(device))
        append(text, " (or compute_%u, PTX for it and all later ones)", device->capability);
    if (is_processor && device->info->generic)
        append(text, " (or %s, in code objects of version %d)", device->info->generic,
               target_find(device->info->generic)->min_code_object);
    append_xnack(text, images, device);
}

char *target_id_explain(const struct target_id *images, size_t count,
                        const struct target_id *device, char out[TARGET_SENTENCE_MAX])
{
    struct text text = {.data = out, .limit = TARGET_SENTENCE_MAX - REMEDY_RESERVE};
    struct distinct distinct;
    char id[TARGET_ID_MAX];
    find_distinct(images, count, &distinct);
    append(&text, "device is %s; ", target_id_print(device, id));
    append_images(&text, &distinct, device);
    text.limit = TARGET_SENTENCE_MAX;
    if (target_id_choose(images, count, device) < 0)
        append_remedy(&text, &distinct, device);
    return out;
}
