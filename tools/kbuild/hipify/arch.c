/* Chooses the __CUDA_ARCH__ that a translation unit is compiled for.
 *
 * Many sources have code for new GPUs and code for older ones:
 *
 *     #if __CUDA_ARCH__ >= 900
 *         asm volatile("wgmma.mma_async...");
 *     #else
 *         mma(...);
 *     #endif
 *
 * If the newer code has PTX without a translation, this file chooses a lower value of
 * __CUDA_ARCH__: the value for which the fewest asm statements lack a translation, and of several
 * such values the highest. A value for which code is lost is never chosen; see arch_lost.c. */
#include "arch.h"

#include "parts.h"

struct unit {
    struct arch_text *const *texts;
    size_t count;
    const struct hipify_options *options;
};

static bool asks_arch(const struct arch_text *text)
{
    static const char name[] = "__CUDA_ARCH__";
    return symbols_find(&text->identifiers, name, sizeof name - 1) >= 0;
}

/* Returns how many asm statements of the translation unit have no translation for |arch|.
 * |*out_adds| becomes whether one of these statements has a translation for the highest
 * architecture, or is not compiled for the highest architecture. */
static size_t count_refusals(const struct unit *unit, int arch, bool *out_adds)
{
    size_t count = 0;
    *out_adds = false;
    for (size_t i = 0; i < unit->count; i++) {
        struct arch_text *text = unit->texts[i];
        arch_scan(text, unit->options, 0);
        int scanned = asks_arch(text) ? arch : 0;
        arch_scan(text, unit->options, scanned);
        for (size_t j = 0; j < text->refusal_count; j++)
            count += arch_has(text->refusals[j].live, scanned);
        *out_adds |= arch_has(text->adds, scanned);
    }
    return count;
}

static void copy_first(unsigned char *set)
{
    *set = *set & 1 ? 0xff : 0;
}

/* In each text that does not name __CUDA_ARCH__, copies the results for the highest architecture to
 * all other architectures: such a text is scanned once. */
static void share_scans(const struct unit *unit)
{
    for (size_t i = 0; i < unit->count; i++) {
        struct arch_text *text = unit->texts[i];
        if (asks_arch(text))
            continue;
        for (size_t j = 0; j < text->branch_count; j++) {
            copy_first(&text->branches[j].live);
            copy_first(&text->branches[j].sure);
        }
        for (size_t j = 0; j < text->refusal_count; j++)
            text->refusals[j].live = 0xff;
    }
}

/* Sets |*choice| to the place and the reason of the first asm statement that has no translation for
 * the highest architecture and is not compiled for |arch|. */
static void explain(const struct unit *unit, int arch, struct hipify_arch_choice *choice)
{
    for (size_t i = 0; i < unit->count; i++)
        for (size_t j = 0; j < unit->texts[i]->refusal_count; j++) {
            const struct arch_refusal *refusal = &unit->texts[i]->refusals[j];
            if (arch_has(refusal->live, arch) || !arch_has(refusal->live, 0))
                continue;
            choice->text = i;
            choice->line = refusal->line;
            choice->column = refusal->column;
            choice->why = refusal->why;
            return;
        }
}

struct hipify_arch_choice hipify_choose_arch(struct arch_text *const *texts, size_t count,
                                             const struct hipify_options *options)
{
    const struct unit unit = {texts, count, options};
    struct hipify_arch_choice choice = {.arch = arch_values[0]};
    bool adds, functions;
    size_t least = count_refusals(&unit, 0, &adds);
    share_scans(&unit);
    for (int arch = 1; arch < ARCHES && least > 0; arch++) {
        size_t refused = count_refusals(&unit, arch, &adds);
        if (refused >= least || adds || !arch_keeps_all(texts, count, arch, &functions))
            continue;
        least = refused;
        choice.arch = arch_values[arch];
        choice.drops_functions = functions;
        explain(&unit, arch, &choice);
    }
    return choice;
}

bool hipify_may_choose_arch(const char *source, size_t size)
{
    return memmem(source, size, "asm", 3) && memmem(source, size, "__CUDA_ARCH__", 13);
}

struct arch_text *hipify_arch_text(const char *source, size_t size)
{
    struct arch_text *text = mem_alloc(sizeof *text);
    size_t body = prefix_find(source, size);
    body = body ? body : bom_size(source, size);
    *text = (struct arch_text){.source = source + body, .size = size - body};
    return text;
}

void hipify_arch_text_free(struct arch_text *text)
{
    if (text)
        arch_text_free(text);
    free(text);
}

void hipify_report_arch(struct hipify_report *report, const struct hipify_arch_choice *choice,
                        const char *shown, bool own)
{
    const struct token place = {.line = own ? choice->line : 1, .column = own ? choice->column : 1};
    report_add(report, choice->drops_functions ? HIPIFY_WARNING : HIPIFY_NOTE, "KB1204", &place,
               mem_format("__CUDA_ARCH__ is %d in this source: the code for newer GPUs at %s:%d "
                          "has %s%s",
                          choice->arch, shown, choice->line, choice->why,
                          choice->drops_functions ? "; functions fall away that nothing uses" : ""),
               "--cuda-arch sets another value");
    report_sort(report, 0);
}
