/* Target IDs: "gfx90a:sramecc+:xnack-"; see LLVM's AMDGPU usage guide, "Target ID". target_nvidia.c
 * reads the targets of NVIDIA. */
#include "internal.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

enum {
    /* more bytes than any processor name of the table has; a test checks this */
    PROCESSOR_MAX = 32,
    NEAR_MAX = 3,      /* the most names that an error suggests */
    NEAR_DISTANCE = 2, /* how many edits a name may be away from another to count as near */
};

/* Returns the number of edits (insert, delete, replace) from |a| to |b|: Levenshtein's distance,
 * ignoring case. Both are shorter than PROCESSOR_MAX. */
static unsigned edit_distance(const char *a, const char *b)
{
    unsigned row[PROCESSOR_MAX];
    size_t width = strlen(b);
    for (size_t j = 0; j <= width; j++)
        row[j] = (unsigned)j;
    for (size_t i = 0; a[i]; i++) {
        unsigned diagonal = row[0];
        row[0] = (unsigned)i + 1;
        for (size_t j = 1; j <= width; j++) {
            unsigned replaced = diagonal + (tolower((unsigned char)a[i]) != b[j - 1]);
            unsigned shorter = row[j] < row[j - 1] ? row[j] : row[j - 1];
            diagonal = row[j];
            row[j] = replaced < shorter + 1 ? replaced : shorter + 1;
        }
    }
    return row[width];
}

static enum codeobj_status fail_unknown(const char *processor, struct codeobj_error *error)
{
    char near[NEAR_MAX * (PROCESSOR_MAX + 2) + 1] = "";
    unsigned least = UINT_MAX, listed = 0;
    for (size_t i = 0; i < target_count(); i++) {
        unsigned distance = edit_distance(processor, target_at(i)->processor);
        if (distance < least) {
            least = distance;
            listed = 0;
            near[0] = '\0';
        }
        if (distance == least && listed < NEAR_MAX) {
            size_t used = strlen(near);
            snprintf(near + used, sizeof near - used, "%s%s", listed ? ", " : "",
                     target_at(i)->processor);
            listed++;
        }
    }
    if (least > NEAR_DISTANCE)
        return codeobj_fail(error, CODEOBJ_UNRECOGNISED, "unknown processor '%s'", processor);
    return codeobj_fail(error, CODEOBJ_UNRECOGNISED, "unknown processor '%s'; near names: %s",
                        processor, near);
}

/* Reads one feature into |id|: the |size| bytes at |text|, without the colon. If |is_printed|, the
 * table need not list the feature for the processor. */
static enum codeobj_status read_feature(const char *text, size_t size, bool is_printed,
                                        struct target_id *id, struct codeobj_error *error)
{
    const struct {
        const char *name;
        bool is_possible;
        enum target_feature *value;
    } features[] = {
        {"sramecc", is_printed || id->info->has_sramecc, &id->sramecc},
        {"xnack", is_printed || id->info->has_xnack, &id->xnack},
    };
    const int shown = size < 32 ? (int)size : 32;
    const char sign = size ? text[size - 1] : '\0';
    if (sign != '+' && sign != '-')
        return codeobj_fail(error, CODEOBJ_CORRUPT,
                            "feature '%.*s' does not end in '+' or '-', as 'xnack+' does", shown,
                            text);
    for (size_t i = 0; i < sizeof features / sizeof features[0]; i++) {
        const char *name = features[i].name;
        if (strlen(name) != size - 1 || memcmp(name, text, size - 1) != 0)
            continue;
        if (!features[i].is_possible)
            return codeobj_fail(error, CODEOBJ_CORRUPT, "%s has no feature '%s' to choose",
                                id->info->processor, name);
        if (*features[i].value != TARGET_FEATURE_ANY)
            return codeobj_fail(error, CODEOBJ_CORRUPT, "feature '%s' is named twice", name);
        *features[i].value = sign == '+' ? TARGET_FEATURE_ON : TARGET_FEATURE_OFF;
        return CODEOBJ_OK;
    }
    return codeobj_fail(error, CODEOBJ_CORRUPT,
                        "unknown feature '%.*s'; a target ID may name 'sramecc' and 'xnack'", shown,
                        text);
}

static enum codeobj_status parse(const char *text, bool is_printed, struct target_id *out,
                                 struct codeobj_error *error)
{
    char processor[PROCESSOR_MAX];
    size_t size = strcspn(text, ":");
    enum codeobj_status status;
    if (nvidia_parse(text, out, &status, error))
        return status;
    if (size == 0)
        return codeobj_fail(error, CODEOBJ_UNRECOGNISED, "'%.32s' names no processor", text);
    if (size >= sizeof processor)
        return codeobj_fail(error, CODEOBJ_UNRECOGNISED, "unknown processor '%.32s...'", text);
    memcpy(processor, text, size);
    processor[size] = '\0';

    struct target_id id = {.info = target_find(processor)};
    if (!id.info && is_printed)
        id.info = target_find_unknown(processor);
    if (!id.info)
        return fail_unknown(processor, error);
    for (const char *rest = text + size; *rest == ':'; rest += 1 + size) {
        size = strcspn(rest + 1, ":");
        status = read_feature(rest + 1, size, is_printed, &id, error);
        if (status)
            return status;
    }
    *out = id;
    return CODEOBJ_OK;
}

enum codeobj_status target_id_parse(const char *text, struct target_id *out,
                                    struct codeobj_error *error)
{
    return parse(text, false, out, error);
}

enum codeobj_status target_id_parse_printed(const char *text, struct target_id *out,
                                            struct codeobj_error *error)
{
    return parse(text, true, out, error);
}

/* Returns the target ID after <arch>-<vendor>-<os>-[<environment>-]. The environment is empty or
 * "unknown"; old compilers left the environment out together with its dash. A target ID may contain
 * dashes too ("gfx9-generic"). */
static const char *behind_triple(const char *text)
{
    const char *rest = text;
    for (int i = 0; i < 3; i++) {
        rest = strchr(rest, '-');
        if (!rest)
            return text + strlen(text);
        rest++;
    }
    if (strncmp(rest, "gfx", 3) == 0)
        return rest;
    const char *dash = strchr(rest, '-');
    return dash ? dash + 1 : rest;
}

const char *target_id_of_triple(const char *text, char out[TARGET_ID_MAX])
{
    static const char arch[] = "amdgpu";
    const char *target = behind_triple(text), *version = text + sizeof arch - 1;
    const bool is_named = *target != '\0' && *target != ':' && strcmp(target, "unknown") != 0;
    if (is_named || strncmp(text, arch, sizeof arch - 1) != 0 || !isdigit((unsigned char)*version))
        return target;
    /* The first part of a triple: "9.0a" means gfx90a, "9.4" gfx9-4-generic, "11" gfx11-generic;
     * see LLVM's Triple.cpp. */
    const int major = (int)strspn(version, "0123456789");
    const char *minor = version + major + (version[major] == '.');
    const int size = (int)strcspn(minor, "-");
    const char *const dash = size == 1 ? "-" : "", *const generic = size < 2 ? "-generic" : "";
    const int written = snprintf(out, TARGET_ID_MAX, "gfx%.*s%s%.*s%s%s", major, version, dash,
                                 size, minor, generic, *target == ':' ? target : "");
    return written < TARGET_ID_MAX ? out : target;
}

char *target_id_print(const struct target_id *id, char out[TARGET_ID_MAX])
{
    static const char *const suffix[][3] = {
        {"", ":sramecc-", ":sramecc+"},
        {"", ":xnack-", ":xnack+"},
    };
    if (target_is_nvidia(id))
        snprintf(out, TARGET_ID_MAX, "%s_%u%.1s", id->info->processor, id->capability,
                 &id->variant);
    else
        snprintf(out, TARGET_ID_MAX, "%s%s%s", id->info->processor, suffix[0][id->sramecc],
                 suffix[1][id->xnack]);
    return out;
}

bool target_id_equal(const struct target_id *a, const struct target_id *b)
{
    return a->info == b->info && a->sramecc == b->sramecc && a->xnack == b->xnack &&
           a->capability == b->capability && a->variant == b->variant;
}

bool target_id_conflicts(const struct target_id *a, const struct target_id *b)
{
    return a->info == b->info &&
           ((a->sramecc == TARGET_FEATURE_ANY) != (b->sramecc == TARGET_FEATURE_ANY) ||
            (a->xnack == TARGET_FEATURE_ANY) != (b->xnack == TARGET_FEATURE_ANY));
}
