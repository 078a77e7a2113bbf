#include "parts.h"

#include "util/checksum.h"
#include "util/file.h"

char *command_launcher(const struct plan *plan, const char *launcher)
{
    if (strcmp(launcher, "distcc") != 0 && strcmp(launcher, "icecc") != 0)
        return mem_dup(launcher);
    OWNED char *directory = path_directory(plan->self);
    return mem_format("%s/kbuild-%s", directory, launcher);
}

void command_hipify(const struct plan *plan, const struct shadow_file *file, bool warns,
                    struct strings *out)
{
    /* The default is --quiet, because hipify's notes are only for a user who asks. A source of HIP
     * is translated for HIP's own headers, which do not define __CUDA_ARCH__ and other macros of
     * CUDA. */
    strings_add_list(
        out, (const char *const[]){plan->self, "hipify", warns ? "--quiet" : "--no-warnings",
                                   file->is_hip ? "--headers=hip" : "--headers=path",
                                   "--no-prelude", "-o", file->path, "--as", file->shown, NULL});
    if (!file->is_hip) {
        strings_add(out, "--cuda-arch");
        strings_addf(out, "%d", file->cuda_arch ? file->cuda_arch : plan->project->cuda_arch);
        if (file->any_arch)
            strings_add(out, "--any-arch");
    }
    /* The digest of |file| is in the command because ninja runs a step again when its command
     * changes. Times alone do not show every change of a file: cp -p, mv and tar put other contents
     * in its place with an older time. */
    strings_addf(out, "--contents=%016jx", (uintmax_t)file->digest);
    for (size_t i = 0; i < file->include_count; i++)
        if (file->includes[i].in_project)
            strings_addf(out, "--project-header=%s", file->includes[i].name);
    for (size_t i = 0; i < file->foreign.count; i++)
        strings_addf(out, "--project-name=%s", file->foreign.items[i]);
    strings_add(out, "--");
    strings_take(out, path_relative(file->original, plan->build));
}

/* Returns a text that includes all sources of |module|. */
static char *unity_text(const struct module *module, const struct shadow *shadow,
                        const struct shadow_reach *reach)
{
    struct buf text = {0};
    for (size_t i = 0; i < module->sources.count; i++)
        buf_printf(&text, "#include \"../%s\"\n", shadow->files[reach->files[i]].path);
    return buf_take(&text);
}

enum status command_input(const struct plan *plan, const struct shadow *shadow, size_t index,
                          struct strings *texts, const char **out)
{
    const struct module *module = &plan->project->modules[index];
    const struct shadow_reach *reach = &shadow->modules[index];
    if (module->sources.count == 1) {
        *out = shadow->files[reach->files[0]].path;
        return STATUS_OK;
    }
    *out = strings_keep(texts, mem_format("unity/%s.hip", module->name));
    const char *path = strings_keep(texts, path_join(plan->build, *out)), *text = module->text;
    if (!text)
        text = strings_keep(texts, unity_text(module, shadow, reach));
    return file_update_deep(path, text, strlen(text));
}

/* Appends |directory|, which has the user's own files, so that clang finds a header whose name is
 * computed by a macro: a scan cannot find such a header. In clang's outputs, names of files there
 * begin at the project's root. */
static void add_originals(const struct plan *plan, const char *flag, const char *directory,
                          struct strings *out)
{
    OWNED char *relative = path_relative(directory, plan->build);
    OWNED char *shown = path_relative(directory, plan->project->root);
    strings_addf(out, "%s%s", flag, relative);
    strings_addf(out, "-ffile-prefix-map=%s=%s", relative, shown);
}

/* Appends two directories for an include directory: its shadow, then the originals. */
static void add_directory(const struct plan *plan, const struct shadow *shadow,
                          const char *directory, bool is_hip, struct strings *out)
{
    OWNED char *translated = shadow_directory(shadow, directory, is_hip);
    if (translated)
        strings_addf(out, "-I%s", translated);
    add_originals(plan, "-I", directory, out);
}

static void add_flags(const struct plan *plan, const struct shadow *shadow,
                      const struct flags *flags, bool is_hip, struct strings *out)
{
    for (size_t i = 0; i < flags->defines.count; i++)
        strings_addf(out, "-D%s", flags->defines.items[i]);
    for (size_t i = 0; i < flags->include.count; i++)
        add_directory(plan, shadow, flags->include.items[i], is_hip, out);
    strings_add_all(out, &flags->other);
}

/* Appends the flags that make clang, with HIP's headers, understand CUDA code as nvcc does. */
static void add_cuda(const struct plan *plan, int cuda_arch, struct strings *out)
{
    strings_addf(out, "-I%s", plan->headers);
    strings_addf(out, "-DKBUILD_CUDA_ARCH=%d", cuda_arch);
    /* The macro keeps clang's wrapper header from including <complex>. The prelude undefines it. */
    strings_add(out, "-D__CLANG_CUDA_WRAPPERS_COMPLEX");
    strings_add_list(out, (const char *const[]){"-include", TOOLCHAIN_PRELUDE, NULL});
}

/* Appends the flags that a compilation for |target| and one for the host, with the same |target|,
 * have in common. */
static void add_common(const struct plan *plan, const struct shadow *shadow,
                       const struct module *module, const char *target, bool is_host,
                       struct strings *out)
{
    const struct project *project = plan->project;
    const struct shadow_reach *reach = &shadow->modules[module - project->modules];
    const bool is_hip = reach->is_hip;
    /* With -g, this option keeps the path of the build directory out of debug information. */
    strings_add(out, "-fdebug-compilation-dir=.");
    if (!is_hip)
        toolchain_language_flags(plan->toolchain, is_host, out);
    /* HIP's error type is nodiscard. Since clang 20 that causes a warning for each unused result.
     */
    if (toolchain_clang_major(plan->toolchain) > 19)
        strings_add(out, "-Wno-unused-value");
    strings_addf(out, "-ffile-prefix-map=%s=kbuild", plan->headers);
    toolchain_target_flags(plan->toolchain, target, plan->device_libs, out);
    strings_addf(out, "-O%s", project->optimize);
    strings_addf(out, "-std=%s", project->std);
    if (!is_hip)
        add_cuda(plan, arch_of_module(project, reach), out);
    else if (!reach->includes_hip)
        strings_add_list(out, (const char *const[]){"-include", "hip/hip_runtime.h", NULL});
    add_flags(plan, shadow, &project->flags, is_hip, out);
    add_flags(plan, shadow, &module->flags, is_hip, out);
}

void command_flags(const struct plan *plan, const struct shadow *shadow,
                   const struct module *module, const char *target, struct strings *out)
{
    static const char *const fixed[] = {"-x", "hip", "--cuda-device-only", "--no-gpu-bundle-output",
                                        /* "none", because clang makes a compilation-unit ID from
                                         * paths, and writes it to its output. */
                                        "-fuse-cuid=none", NULL};
    strings_add_list(out, fixed);
    add_common(plan, shadow, module, target, false, out);
}

/* Appends the directories of |module|'s sources that are not in |seen|, and adds them to |seen|.
 * The compiler searches these directories last. There it finds the translation of a header that
 * another header, in a subdirectory, includes. */
static void add_source_directories(const struct plan *plan, const struct module *module,
                                   struct strings *seen, struct strings *out)
{
    for (size_t i = 0; i < module->sources.count; i++) {
        OWNED char *directory = path_directory(module->sources.items[i]);
        if (!strings_contain(seen, directory)) {
            add_originals(plan, "-idirafter", directory, out);
            strings_add(seen, directory);
        }
    }
}

/* Appends every argument for clang that changes the code that clang makes of |module|. */
static void compile_flags(const struct plan *plan, const struct shadow *shadow,
                          const struct module *module, const char *target, struct strings *out)
{
    OWNED_BY(strings_free) struct strings seen = {0};
    command_flags(plan, shadow, module, target, out);
    add_source_directories(plan, module, &seen, out);
}

void command_reflect(const struct plan *plan, const struct shadow *shadow,
                     const struct module *module, const char *target, const char *input,
                     const char *output, const char *precompiled, struct strings *out)
{
    strings_add_list(out,
                     (const char *const[]){plan->self, "reflect", "-o", output, "--module",
                                           module->name, "--libclang", plan->toolchain->libclang,
                                           "--clang", plan->toolchain->clang, NULL});
    if (precompiled)
        strings_add_list(out, (const char *const[]){"--precompiled", precompiled, NULL});
    if (module->prebuilt.count)
        strings_add(out, "--declarations");
    strings_add_list(out, (const char *const[]){input, "--", NULL});
    compile_flags(plan, shadow, module, target, out);
    strings_add(out, "-resource-dir");
    strings_add(out, plan->toolchain->resource_dir);
}

void command_clang_depfile(const struct plan *plan, const char *depfile, struct strings *out)
{
    /* The driver of clang 20 and later applies -MD only to the compilation for the host. Compiler
     * caches still look for -MD, so the command has both. */
    if (toolchain_clang_major(plan->toolchain) > 19)
        strings_add_list(out,
                         (const char *const[]){"-Xclang", "-dependency-file", "-Xclang", depfile,
                                               "-Wno-unused-command-line-argument", NULL});
    strings_add_list(out,
                     (const char *const[]){"-MD", "-MT", DEPFILE_TARGET, "-MF", depfile, NULL});
}

/* Appends the beginning of a step in which a compiler writes |output| and |depfile|. */
static void add_compiler_step(const struct plan *plan, const char *output, const char *depfile,
                              const char *label, struct strings *out)
{
    strings_add_list(out,
                     (const char *const[]){plan->self, "step", "--compiler", "--output", output,
                                           "--depfile", depfile, "--label", label, NULL});
}

/* Appends the end of such a step: the files that the compiler reads and writes. */
static void add_compiler_files(const struct plan *plan, const char *input, const char *output,
                               const char *depfile, struct strings *out)
{
    command_clang_depfile(plan, depfile, out);
    strings_add_list(out, (const char *const[]){"-c", input, "-o", NULL});
    strings_addf(out, "%s.tmp", output);
}

static const char *compiler_of(const struct plan *plan)
{
    return plan->through_hipcc ? plan->toolchain->hipcc : plan->toolchain->clang;
}

void command_compile(const struct plan *plan, const struct shadow *shadow,
                     const struct module *module, const char *target, const char *input,
                     const char *output, const char *depfile, const char *label,
                     const char *precompiled, struct strings *out)
{
    add_compiler_step(plan, output, depfile, label, out);
    if (precompiled)
        strings_add_list(out, (const char *const[]){"--precompiled", precompiled, NULL});
    strings_add(out, "--");
    if (plan->launcher)
        strings_take(out, command_launcher(plan, plan->launcher));
    strings_add(out, compiler_of(plan));
    compile_flags(plan, shadow, module, target, out);
    add_compiler_files(plan, input, output, depfile, out);
}

/* Appends the flags for the host's part of |module|, in which clang puts |bundle|. */
static void add_host(const struct plan *plan, const struct module *module, const char *bundle,
                     struct strings *out)
{
    OWNED char *name = mem_format("%s/%s", plan->project->library, module->name);
    const char *const fixed[] = {
        "-x", "hip", "--cuda-host-only", "-fPIC",
        /* no warnings about flags of a module that mean nothing for the host */
        "-Wno-unused-command-line-argument", "-Xclang", "-fcuda-include-gpubinary", "-Xclang",
        bundle, NULL};
    strings_add_list(out, fixed);
    /* Since clang 16 a global symbol has this ID in its name, so it must be unique in a program.
     * The driver would not pass the ID on in a compilation for the host alone. */
    strings_add(out, "-Xclang");
    strings_addf(out, "-cuid=%016jx", (uintmax_t)checksum_of(name, strlen(name)));
    /* Without this option clang's linker, which nothing here runs, would register the image. */
    if (toolchain_clang_major(plan->toolchain) > 19)
        strings_add(out, "--no-offload-new-driver");
}

void command_host(const struct plan *plan, const struct shadow *shadow, const struct module *module,
                  const char *input, const char *bundle, const char *output, const char *depfile,
                  const char *label, struct strings *out)
{
    OWNED_BY(strings_free) struct strings seen = {0};
    /* There is no launcher: ccache does not know that clang reads |bundle|. */
    add_compiler_step(plan, output, depfile, label, out);
    strings_add_list(out,
                     (const char *const[]){"--launches", bundle, "--", compiler_of(plan), NULL});
    add_host(plan, module, bundle, out);
    add_common(plan, shadow, module, plan_parsed_target(plan, module), true, out);
    add_source_directories(plan, module, &seen, out);
    add_compiler_files(plan, input, output, depfile, out);
}

static void add_header_names(const char *directory, struct strings *out)
{
    OWNED_BY(strings_free) struct strings names = {0};
    path_list(directory, &names);
    for (size_t i = 0; i < names.count; i++) {
        const char *extension = path_extension(names.items[i]);
        OWNED char *path = path_join(directory, names.items[i]);
        if ((!*extension || strcmp(extension, ".h") == 0) && path_is_file(path))
            strings_add(out, names.items[i]);
    }
}

uintmax_t command_names_digest(const struct plan *plan, const struct module *module)
{
    const struct strings *const lists[] = {&plan->project->flags.include, &module->flags.include};
    OWNED_BY(strings_free) struct strings names = {0};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (size_t j = 0; j < lists[i]->count; j++)
            add_header_names(lists[i]->items[j], &names);
    OWNED char *text = strings_join(&names, "\n");
    return checksum_of(text, strlen(text));
}

void command_precompile(const struct plan *plan, const struct shadow *shadow,
                        const struct precompiled *header, const char *depfile, const char *label,
                        struct strings *out)
{
    const struct module *modules = plan->project->modules;
    OWNED_BY(strings_free) struct strings seen = {0};
    OWNED char *temporary = mem_format("%s.tmp", header->path);
    strings_add_list(out, (const char *const[]){plan->self, "step", "--precompile", "--output",
                                                header->path, "--depfile", depfile, "--label",
                                                label, NULL});
    /* A new header may be found before one that the precompiled header has read. The digest of
     * names is in the command, so that ninja then runs the step again. */
    strings_addf(out, "--contents=%016jx",
                 command_names_digest(plan, &modules[header->modules[0]]));
    strings_add_list(out, (const char *const[]){"--", plan->toolchain->clang, NULL});
    precompiled_flags(plan, shadow, header->modules[0], header->target, out);
    for (size_t i = 0; i < header->module_count; i++)
        add_source_directories(plan, &modules[header->modules[i]], &seen, out);
    command_clang_depfile(plan, depfile, out);
    toolchain_precompile_flags(temporary, out);
    strings_add(out, PRECOMPILED_SOURCE);
}
