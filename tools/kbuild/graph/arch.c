/* The __CUDA_ARCH__ of each module: the module's own, or the project's. If both name none, kbuild
 * chooses it: see hipify_choose_arch(). */
#include "parts.h"

#include "hipify/hipify.h"
#include "util/file.h"

int arch_of_module(const struct project *project, const struct shadow_reach *reach)
{
    return reach->cuda_arch ? reach->cuda_arch : project->cuda_arch;
}

/* The texts of the shadow's files that were read so far. */
struct texts {
    struct buf *sources;
    struct arch_text **items;
    size_t count;
};

static void texts_free(struct texts *texts)
{
    for (size_t i = 0; i < texts->count; i++) {
        hipify_arch_text_free(texts->items[i]);
        buf_free(&texts->sources[i]);
    }
    free(texts->items);
    free(texts->sources);
}

static enum status read_text(const struct shadow *shadow, struct texts *texts, size_t index)
{
    if (texts->items[index])
        return STATUS_OK;
    struct buf *source = &texts->sources[index];
    FORWARD_IF_ERROR(file_read_plain(shadow->files[index].original, source));
    buf_reserve(source, 0);
    texts->items[index] = hipify_arch_text(source->data, source->size);
    return STATUS_OK;
}

static void set_arch(struct shadow *shadow, struct shadow_reach *reach, int arch)
{
    reach->cuda_arch = arch;
    for (size_t i = 0; i < reach->count; i++) {
        struct shadow_file *file = &shadow->files[reach->files[i]];
        file->any_arch |= file->cuda_arch && file->cuda_arch != arch;
        if (file->cuda_arch < arch)
            file->cuda_arch = arch;
    }
}

static enum status choose(const struct project *project, struct shadow *shadow,
                          struct shadow_reach *reach, struct texts *texts)
{
    const struct hipify_options options = {.cuda_version = 12040};
    OWNED struct arch_text **unit = mem_alloc(reach->count * sizeof *unit);
    for (size_t i = 0; i < reach->count; i++) {
        FORWARD_IF_ERROR(read_text(shadow, texts, reach->files[i]));
        unit[i] = texts->items[reach->files[i]];
    }
    const struct hipify_arch_choice choice = hipify_choose_arch(unit, reach->count, &options);
    set_arch(shadow, reach, choice.arch);
    if (!choice.why)
        return STATUS_OK;
    struct hipify_report report = {0};
    OWNED_BY(buf_free) struct buf text = {0};
    OWNED char *shown = path_join(project->shown, shadow->files[reach->files[choice.text]].shown);
    OWNED char *source = path_join(project->shown, shadow->files[reach->files[0]].shown);
    hipify_report_arch(&report, &choice, shown, choice.text == 0);
    hipify_report_text(&report, source, HIPIFY_NOTE, &text);
    hipify_report_free(&report);
    reach->arch_note = buf_take(&text);
    return STATUS_OK;
}

/* Whether a file of CUDA has statements on which the choice of __CUDA_ARCH__ depends. */
static bool may_choose(const struct shadow *shadow)
{
    for (size_t i = 0; i < shadow->count; i++)
        if (shadow->files[i].may_choose_arch && !shadow->files[i].is_hip)
            return true;
    return false;
}

static bool has_own_arch(const struct project *project)
{
    for (size_t i = 0; i < project->module_count; i++)
        if (project->modules[i].cuda_arch)
            return true;
    return false;
}

enum status arch_choose(const struct project *project, struct shadow *shadow)
{
    const bool chooses = project->chooses_arch && may_choose(shadow);
    if (!chooses && !has_own_arch(project))
        return STATUS_OK;
    OWNED_BY(texts_free)
    struct texts texts = {.sources = mem_alloc(shadow->count * sizeof *texts.sources),
                          .items = mem_alloc(shadow->count * sizeof *texts.items),
                          .count = shadow->count};
    for (size_t i = 0; i < shadow->module_count; i++) {
        struct shadow_reach *reach = &shadow->modules[i];
        const struct module *module = &project->modules[i];
        if (reach->is_hip || !reach->count)
            continue;
        if (chooses && !module->cuda_arch)
            FORWARD_IF_ERROR(choose(project, shadow, reach, &texts));
        else
            set_arch(shadow, reach, project_arch(project, module));
    }
    return STATUS_OK;
}

void arch_report(const struct shadow *shadow)
{
    for (size_t i = 0; i < shadow->module_count; i++)
        if (shadow->modules[i].arch_note)
            print_clean(stderr, "%s", shadow->modules[i].arch_note);
}
