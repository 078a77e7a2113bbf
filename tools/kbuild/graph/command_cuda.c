#include "parts.h"

#include "codeobj.h"
#include "util/checksum.h"
#include "util/file.h"

uintmax_t shadow_contents(const struct shadow *shadow, size_t index)
{
    const struct shadow_reach *reach = &shadow->modules[index];
    OWNED_BY(buf_free) struct buf digests = {0};
    for (size_t i = 0; i < reach->count; i++)
        buf_printf(&digests, "%" PRIx64 " ", shadow->files[reach->files[i]].digest);
    return checksum_of(digests.data, digests.size);
}

enum status command_cuda_input(const struct plan *plan, const struct shadow *shadow, size_t index,
                               struct strings *texts, const char **out)
{
    const struct module *module = &plan->project->modules[index];
    OWNED_BY(buf_free) struct buf text = {0};
    if (shadow->modules[index].is_hip)
        return status_fail(STATUS_INPUT,
                           "module '%s': %s is HIP's text, which cannot be compiled for NVIDIA "
                           "GPUs; write it in CUDA (.cu), or build it with 'only: [amd]'",
                           module->name, module->sources.items[0]);
    if (module->sources.count == 1) {
        *out = strings_keep(texts, path_relative(module->sources.items[0], plan->build));
        return STATUS_OK;
    }
    *out = strings_keep(texts, mem_format("unity/%s.cu", module->name));
    OWNED char *path = path_join(plan->build, *out), *directory = path_directory(path);
    buf_puts(&text, module->text ? module->text : "");
    for (size_t i = 0; i < module->sources.count; i++) {
        OWNED char *source = path_relative(module->sources.items[i], directory);
        buf_printf(&text, "#include \"%s\"\n", source);
    }
    return file_update_deep(path, text.data, text.size);
}

static void add_flags(const struct plan *plan, const struct flags *flags, struct strings *out)
{
    for (size_t i = 0; i < flags->defines.count; i++)
        strings_addf(out, "-D%s", flags->defines.items[i]);
    for (size_t i = 0; i < flags->include.count; i++) {
        OWNED char *directory = path_relative(flags->include.items[i], plan->build);
        strings_addf(out, "-I%s", directory);
    }
    strings_add_all(out, &flags->cuda);
}

/* Appends nvcc's options. __FILE__ in nvcc's outputs is the path from the project's root, and so
 * does not depend on where the root is. */
static void add_nvcc(const struct plan *plan, const struct target_id *id, struct strings *out)
{
    char target[TARGET_ID_MAX];
    const char *level = plan->project->optimize;
    OWNED char *root = path_relative(plan->project->root, plan->build);
    strings_addf(out, "-arch=%s", target_id_print(id, target));
    strings_add_list(
        out, (const char *const[]){target_is_ptx(id) ? "-ptx" : "-cubin", "-x", "cu", NULL});
    /* For other levels of -O ptxas uses its default, which is -O3. */
    if (strlen(level) == 1 && strchr("012", *level))
        strings_addf(out, "-Xptxas=-O%s", level);
    /* -Xcompiler separates options by commas, so that a path with a comma cannot be passed. */
    if (!strchr(root, ','))
        strings_addf(out, "-Xcompiler=-ffile-prefix-map=%s/=", root);
}

static void add_clang(const struct plan *plan, const struct target_id *id, struct strings *out)
{
    OWNED char *root = path_relative(plan->project->root, plan->build);
    strings_add_list(out, (const char *const[]){"-x", "cuda", "--cuda-device-only",
                                                "-fuse-cuid=none", "-fdebug-compilation-dir=.",
                                                target_is_ptx(id) ? "-S" : "-c", NULL});
    strings_addf(out, "--cuda-gpu-arch=sm_%u%.1s", id->capability, &id->variant);
    strings_addf(out, "--cuda-path=%s", plan->cuda->prefix);
    strings_addf(out, "-O%s", plan->project->optimize);
    strings_addf(out, "-ffile-prefix-map=%s/=", root);
}

void command_cuda(const struct plan *plan, const struct module *module, const char *target,
                  const char *input, const char *output, const char *depfile, const char *label,
                  uintmax_t contents, struct strings *out)
{
    const bool is_nvcc = plan->cuda->program != NULL;
    struct target_id id = {0};
    struct codeobj_error error;
    if (target_id_parse(target, &id, &error) != CODEOBJ_OK)
        return; /* This cannot happen, because the target was checked when the project was read. */
    strings_add_list(out, (const char *const[]){plan->self, "step", "--compiler", NULL});
    if (is_nvcc)
        strings_add(out, "--nvcc");
    strings_add_list(out, (const char *const[]){"--output", output, "--depfile", depfile, "--label",
                                                label, NULL});
    strings_addf(out, "--contents=%016jx", contents);
    strings_add(out, "--");
    if (plan->launcher && !is_nvcc)
        strings_take(out, command_launcher(plan, plan->launcher));
    strings_add(out, is_nvcc ? plan->cuda->program : plan->toolchain->clang);
    (is_nvcc ? add_nvcc : add_clang)(plan, &id, out);
    strings_addf(out, "-std=%s", plan->project->std);
    add_flags(plan, &plan->project->flags, out);
    add_flags(plan, &module->flags, out);
    if (is_nvcc)
        strings_add_list(out,
                         (const char *const[]){"-MD", "-MT", DEPFILE_TARGET, "-MF", depfile, NULL});
    else
        command_clang_depfile(plan, depfile, out);
    strings_add_list(out, (const char *const[]){"-o", NULL});
    strings_addf(out, "%s.tmp", output);
    strings_add(out, input);
}
