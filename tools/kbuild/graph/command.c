#include "command.h"

#include "compile.h"
#include "util/file.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void add_all(struct strings *out, const char *const *items)
{
    for (; *items; items++)
        strings_add(out, *items);
}

char *command_launcher(const struct plan *plan, const char *launcher)
{
    if (strcmp(launcher, "distcc") != 0 && strcmp(launcher, "icecc") != 0)
        return mem_dup(launcher);
    char *directory = path_directory(plan->self);
    char *program = mem_format("%s/kbuild-%s", directory, launcher);
    free(directory);
    return program;
}

void command_hipify(const struct plan *plan, const struct shadow_file *file, bool warns,
                    struct strings *out)
{
    /* Notes are shown on request. */
    add_all(out, (const char *const[]){plan->self, "hipify", warns ? "--quiet" : "--no-warnings",
                                       "--headers=path", "--no-prelude", "-o", file->path, "--as",
                                       file->shown, "--cuda-arch", NULL});
    strings_addf(out, "%d", plan->project->cuda_arch);
    /* ninja redoes a step when its command changes, and times alone do not tell that a file did:
     * cp -p, mv and tar put other contents in its place with an older time. */
    strings_addf(out, "--contents=%016jx", (uintmax_t)file->digest);
    for (size_t i = 0; i < file->include_count; i++)
        if (file->includes[i].in_project)
            strings_addf(out, "--project-header=%s", file->includes[i].name);
    for (size_t i = 0; i < file->foreign.count; i++)
        strings_addf(out, "--project-name=%s", file->foreign.items[i]);
    strings_add(out, "--");
    strings_take(out, path_relative(file->original, plan->build));
}

/* Includes all sources. */
static char *unity_text(const struct module *module, const struct shadow *shadow,
                        const struct shadow_reach *reach)
{
    struct buf text = {0};
    for (size_t i = 0; i < module->sources.count; i++)
        buf_printf(&text, "#include \"../%s\"\n", shadow->files[reach->files[i]].path);
    return buf_take(&text);
}

enum status command_input(const struct plan *plan, const struct shadow *shadow, size_t index,
                          char **out)
{
    const struct module *module = &plan->project->modules[index];
    const struct shadow_reach *reach = &shadow->modules[index];
    if (module->sources.count == 1) {
        *out = mem_dup(shadow->files[reach->files[0]].path);
        return STATUS_OK;
    }
    char *path = mem_format("unity/%s.hip", module->name), *full = path_join(plan->build, path);
    char *text = module->text ? mem_dup(module->text) : unity_text(module, shadow, reach);
    enum status status = file_update_deep(full, text, strlen(text));
    free(text);
    free(full);
    if (status == STATUS_OK)
        *out = path;
    else
        free(path);
    return status;
}

void command_reflect(const struct plan *plan, const struct shadow *shadow,
                     const struct module *module, const char *target, const char *input,
                     const char *output, struct strings *out)
{
    add_all(out,
            (const char *const[]){plan->self, "reflect", "-o", output, "--module", module->name,
                                  "--libclang", plan->toolchain->libclang, input, "--", NULL});
    compile_flags(plan, shadow, module, target, out);
    strings_add(out, "-resource-dir");
    strings_add(out, plan->toolchain->resource_dir);
}

void command_compile(const struct plan *plan, const struct shadow *shadow,
                     const struct module *module, const char *target, const char *input,
                     const char *output, const char *depfile, const char *label,
                     struct strings *out)
{
    add_all(out, (const char *const[]){plan->self, "step", "--compiler", "--output", output,
                                       "--depfile", depfile, "--label", label, "--", NULL});
    if (plan->launcher)
        strings_take(out, command_launcher(plan, plan->launcher));
    strings_add(out, plan->through_hipcc ? plan->toolchain->hipcc : plan->toolchain->clang);
    compile_flags(plan, shadow, module, target, out);
    /* Since some release after 19, clang's driver applies -MD only to the host's compile. Caches
     * still look for it. */
    if (toolchain_clang_major(plan->toolchain) > 19)
        add_all(out, (const char *const[]){"-Xclang", "-dependency-file", "-Xclang", depfile,
                                           "-Wno-unused-command-line-argument", NULL});
    add_all(out,
            (const char *const[]){"-MD", "-MT", "object", "-MF", depfile, "-c", input, "-o", NULL});
    strings_addf(out, "%s.tmp", output);
}
