#include "graph/project.h"

#include "codeobj.h"
#include "parts.h"
#include "port/port.h"
#include "util/file.h"
#include "util/options.h"
#include "util/process.h"
#include "util/walk.h"

#include <errno.h>

/* ---- Targets -------------------------------------------------------------------------------- */

static enum status unknown_target(const char *place, enum status wrong, const char *text,
                                  const char *why)
{
    size_t count = target_count();
    OWNED const char **names = mem_alloc((count + 1) * sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = target_at(i)->processor;
    OWNED char *processor = mem_dup_n(text, strcspn(text, ":"));
    const char *near = target_find(processor) ? NULL : options_nearest(processor, names);
    return near ? status_fail(wrong, "%s: unknown target '%s'; did you mean '%s'?", place, text,
                              near)
                : status_fail(wrong, "%s: target '%s': %s; 'kbuild targets' lists what there is",
                              place, text, why);
}

/* Returns the processor for a gfx_target_version, which is major * 10000 + minor * 100 + stepping
 * in the amdkfd driver. */
static char *processor_of_version(unsigned version)
{
    return mem_format("gfx%u%x%x", version / 10000, version / 100 % 100, version % 100);
}

void targets_native(const char *topology, struct strings *out)
{
    OWNED_BY(strings_free) struct strings nodes = {0};
    path_list(topology, &nodes);
    for (size_t i = 0; i < nodes.count; i++) {
        OWNED char *path = mem_format("%s/%s/properties", topology, nodes.items[i]);
        FILE *file = fopen(path, "re");
        char name[64];
        unsigned long long value;
        while (file && fscanf(file, "%63s %llu", name, &value) == 2)
            /* The driver writes 0 for a CPU, which is skipped. */
            if (strcmp(name, "gfx_target_version") == 0 && value) {
                OWNED char *processor = processor_of_version((unsigned)value);
                if (!strings_contain(out, processor))
                    strings_add(out, processor);
            }
        if (file)
            fclose(file);
    }
    strings_sort(out);
}

void targets_native_nvidia(const char *capabilities, struct strings *out)
{
    for (const char *line = capabilities; *line; line += strcspn(line, "\n")) {
        line += strspn(line, " \r\n");
        unsigned major, minor;
        /* A device without a capability has "[N/A]", and is skipped. */
        if (sscanf(line, "%2u.%1u", &major, &minor) != 2)
            continue;
        OWNED char *target = mem_format("sm_%u%u", major, minor);
        if (!strings_contain(out, target))
            strings_add(out, target);
    }
}

/* Asks nvidia-smi, which is a part of NVIDIA's driver. */
static void ask_nvidia(struct strings *out)
{
    char *const argv[] = {"nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader", NULL};
    OWNED char *program = process_find(argv[0]);
    OWNED_BY(process_result_free) struct process_result result = {0};
    if (program && process_run(argv, NULL, PROCESS_ASK, &result) && result.out.size)
        targets_native_nvidia(result.out.data, out);
}

static enum status resolve_one(const char *text, const char *place, enum status wrong,
                               struct strings *out)
{
    struct target_id id;
    struct codeobj_error error = {0};
    if (target_id_parse(text, &id, &error) != CODEOBJ_OK)
        return unknown_target(place, wrong, text, error.message);
    char canonical[TARGET_ID_MAX];
    target_id_print(&id, canonical);
    if (!strings_contain(out, canonical))
        strings_add(out, canonical);
    return STATUS_OK;
}

/* Reports targets that cannot be in one bundle, such as gfx90a and gfx90a:xnack-. In |sorted|, the
 * targets of one processor are neighbours. */
static enum status check_conflicts(const struct strings *sorted, const char *place,
                                   enum status wrong)
{
    for (size_t i = 1; i < sorted->count; i++) {
        struct target_id a, b;
        if (target_id_parse(sorted->items[i - 1], &a, NULL) == CODEOBJ_OK &&
            target_id_parse(sorted->items[i], &b, NULL) == CODEOBJ_OK &&
            target_id_conflicts(&a, &b))
            return status_fail(wrong,
                               "%s: targets '%s' and '%s' cannot be in one package: of one "
                               "processor all name a feature, or none does; write both "
                               "settings, or neither",
                               place, sorted->items[i - 1], sorted->items[i]);
    }
    return STATUS_OK;
}

enum status targets_resolve(const struct strings *wanted, const char *place, enum status wrong,
                            struct strings *out)
{
    OWNED_BY(strings_free) struct strings resolved = {0};
    for (size_t i = 0; i < wanted->count; i++) {
        if (strcmp(wanted->items[i], "native") != 0) {
            FORWARD_IF_ERROR(resolve_one(wanted->items[i], place, wrong, &resolved));
            continue;
        }
        OWNED_BY(strings_free) struct strings native = {0};
        targets_native("/sys/class/kfd/kfd/topology/nodes", &native);
        ask_nvidia(&native);
        if (!native.count)
            return status_fail(STATUS_ENVIRONMENT,
                               "%s: 'native': this machine has no GPU that the kernel driver (AMD) "
                               "or nvidia-smi (NVIDIA) lists; name a target, such as gfx1100",
                               place);
        for (size_t j = 0; j < native.count; j++)
            FORWARD_IF_ERROR(resolve_one(native.items[j], place, wrong, &resolved));
    }
    strings_sort(&resolved);
    FORWARD_IF_ERROR(check_conflicts(&resolved, place, wrong));
    strings_add_all(out, &resolved);
    return STATUS_OK;
}

/* ---- Projects ------------------------------------------------------------------------------- */

struct module *project_add_module(struct project *project)
{
    size_t count = project->module_count++;
    project->modules = mem_grow(project->modules, count, sizeof *project->modules);
    project->modules[count] = (struct module){0};
    return &project->modules[count];
}

static void set_default(char **field, const char *value)
{
    if (!*field)
        *field = mem_dup(value);
}

void project_complete(struct project *project)
{
    set_default(&project->package, "kernels");
    set_default(&project->std, "c++17");
    set_default(&project->optimize, "3");
    if (!project->cuda_arch) {
        project->cuda_arch = 900;
        project->chooses_arch = true;
    }
}

int project_arch(const struct project *project, const struct module *module)
{
    return module->cuda_arch ? module->cuda_arch : project->cuda_arch;
}

void flags_free(struct flags *flags)
{
    strings_free(&flags->include);
    strings_free(&flags->defines);
    strings_free(&flags->other);
    strings_free(&flags->cuda);
}

static void module_free(struct module *module)
{
    free(module->name);
    free(module->expression);
    free(module->dtypes);
    free(module->text);
    free(module->skip);
    strings_free(&module->sources);
    strings_free(&module->prebuilt);
    strings_free(&module->only);
    flags_free(&module->flags);
}

void project_leave_out(struct project *project, size_t index, const char *reason)
{
    struct module *module = &project->modules[index];
    for (size_t i = 0; i < module->sources.count; i++) {
        OWNED char *path = path_relative(module->sources.items[i], project->root);
        strings_addf(&project->left_out, "%s: %s", path, reason);
    }
    module_free(module);
    project->module_count--;
    memmove(module, module + 1, (project->module_count - index) * sizeof *module);
}

/* Returns where a module was declared, for messages: "kernels.yaml:12: " or "kernels/: ". */
static char *module_place(const struct project *project, const struct module *module)
{
    return module->line ? mem_format("%s:%d: ", project->manifest, module->line)
                        : mem_format("%s: ", project->shown);
}

/* Checks the characters in the paths of sources, because paths from the project's root become names
 * in the graph. */
static enum status check_names(const struct project *project, const struct strings *paths,
                               const char *place)
{
    for (size_t i = 0; i < paths->count; i++) {
        OWNED char *name = path_relative(paths->items[i], project->root);
        FORWARD_IF_ERROR(ninja_check_path(place, name));
    }
    return STATUS_OK;
}

static enum status check_module_name(const char *name, const char *place)
{
    if (!name[0] || strchr(name, '/') || strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
        return status_fail(STATUS_INPUT,
                           "%s'%s' cannot be a module's name; it becomes a file's name", place,
                           name);
    return ninja_check_path(place, name);
}

/* Returns why |flag| is refused: with it, the compiler would not write a module's code object. NULL
 * for an accepted flag. */
static const char *refusal(const char *flag)
{
    static const char *const parts[] = {"-fgpu-rdc",
                                        "-fcuda-rdc",
                                        "-rdc",
                                        "-rdc=true",
                                        "--relocatable-device-code",
                                        "--relocatable-device-code=true",
                                        "-dc",
                                        "--device-c",
                                        NULL};
    static const char *const forms[] = {"-S", "-E", "-emit-llvm", "-fsyntax-only", NULL};
    for (size_t i = 0; parts[i]; i++)
        if (strcmp(flag, parts[i]) == 0)
            return "each module is linked by itself, so that its code object is complete; leave "
                   "this flag out, and give a module all of its sources, or include them";
    for (size_t i = 0; forms[i]; i++)
        if (strcmp(flag, forms[i]) == 0)
            return "kbuild needs a code object of the compiler; leave this flag out";
    return NULL;
}

enum status flags_check(const struct flags *flags, const char *place)
{
    const struct strings *const lists[] = {&flags->other, &flags->cuda};
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < lists[i]->count; j++) {
            const char *reason = refusal(lists[i]->items[j]);
            if (reason)
                return status_fail(STATUS_INPUT, "%sthe flag %s: %s", place, lists[i]->items[j],
                                   reason);
        }
    return STATUS_OK;
}

static enum status module_check(const struct project *project, const struct module *module)
{
    OWNED char *place = module_place(project, module);
    FORWARD_IF_ERROR(check_names(project, &module->sources, place));
    FORWARD_IF_ERROR(check_names(project, &module->prebuilt, place));
    FORWARD_IF_ERROR(check_module_name(module->name, place));
    for (size_t i = 0; i < module->sources.count; i++)
        if (!path_exists(module->sources.items[i]) || path_is_directory(module->sources.items[i]))
            return status_fail(STATUS_INPUT, "%smodule '%s': source %s is not there", place,
                               module->name, module->sources.items[i]);
    for (size_t i = 0; i < module->flags.include.count; i++)
        if (!path_is_directory(module->flags.include.items[i]))
            return status_fail(STATUS_INPUT, "%smodule '%s': include directory %s is not there",
                               place, module->name, module->flags.include.items[i]);
    return flags_check(&module->flags, place);
}

static const char *module_origin(const struct module *module)
{
    return module->expression       ? module->expression
           : module->prebuilt.count ? module->prebuilt.items[0]
                                    : module->sources.items[0];
}

enum status project_check(const struct project *project)
{
    for (size_t i = 0; i < project->module_count; i++) {
        const struct module *module = &project->modules[i];
        FORWARD_IF_ERROR(module_check(project, module));
        for (size_t j = 0; j < i; j++) {
            const struct module *other = &project->modules[j];
            if (strcmp(module->name, other->name) != 0)
                continue;
            OWNED char *place = module_place(project, module);
            return status_fail(
                STATUS_INPUT, "%stwo modules are named '%s' (%s and %s); give one another name%s",
                place, module->name, module_origin(other), module_origin(module),
                module->line ? "" : " in a manifest, or leave it out with --exclude");
        }
    }
    for (size_t i = 0; i < project->flags.include.count; i++)
        if (!path_is_directory(project->flags.include.items[i]))
            return status_fail(STATUS_INPUT, "include directory %s is not there",
                               project->flags.include.items[i]);
    OWNED char *place = project->manifest ? mem_format("%s: ", project->manifest) : mem_dup("");
    return flags_check(&project->flags, place);
}

void project_free(struct project *project)
{
    for (size_t i = 0; i < project->module_count; i++)
        module_free(&project->modules[i]);
    free(project->modules);
    free(project->root);
    free(project->shown);
    free(project->manifest);
    free(project->package);
    free(project->std);
    free(project->optimize);
    free(project->library);
    strings_free(&project->targets);
    strings_free(&project->directories);
    strings_free(&project->others);
    strings_free(&project->left_out);
    flags_free(&project->flags);
    *project = (struct project){0};
}

/* ---- Without a manifest ----------------------------------------------------- */

/* A project without a manifest: each *.cu and *.hip below a directory is a module, or each source
 * of a list. */

bool project_is_source(const char *name)
{
    return path_has_extension(name, ".cu") || path_has_extension(name, ".hip");
}

/* Returns the name of the module of the source |relative|. The name is also a file name, so
 * "conv/im2col.cu" becomes "conv_im2col". */
static char *module_name(const char *relative)
{
    char *name = mem_dup_n(relative, strlen(relative) - strlen(path_extension(relative)));
    for (char *at = name; *at; at++)
        if (*at == '/')
            *at = '_';
    return name;
}

struct search {
    const struct strings *exclude;
    const char *build;
    struct project *project; /* the project to which the search adds a module for each source */
};

/* A source that is excluded is listed, and so is a directory, whose sources are not looked for. */
static bool is_excluded(void *context, const char *path, const char *below)
{
    const struct search *search = context;
    bool is_directory = path_is_directory(path);
    if (!path_matches(below, search->exclude))
        return strcmp(path, search->build) == 0;
    if (is_directory || project_is_source(path))
        strings_addf(&search->project->left_out, "%s%s: --exclude", below, is_directory ? "/" : "");
    return true;
}

/* Adds a module for a source. A source that is reached through a link is known by its real path,
 * because the files that it includes are there. */
static enum status add_source(void *context, const struct walk_file *file)
{
    const struct search *search = context;
    if (!project_is_source(file->path)) {
        if (port_is_source(file->path))
            strings_add(&search->project->others, file->below);
        return STATUS_OK;
    }
    char *real = file->is_linked ? realpath(file->path, NULL) : NULL;
    struct module *module = project_add_module(search->project);
    module->name = module_name(file->below);
    strings_add(&module->sources, real ? real : file->path);
    free(real);
    return STATUS_OK;
}

static void add_directory(void *context, const char *path)
{
    const struct search *search = context;
    strings_add(&search->project->directories, path);
}

static int module_compare(const void *a, const void *b)
{
    const struct module *left = a, *right = b;
    int order = strcmp(left->name, right->name);
    return order ? order : strcmp(left->sources.items[0], right->sources.items[0]);
}

enum status project_walk(const char *directory, const struct strings *exclude, const char *build,
                         struct project *out)
{
    if (!path_is_directory(directory))
        return status_fail(STATUS_INPUT, "%s: %s; name a directory of kernels or a manifest",
                           directory,
                           path_exists(directory) ? "not a directory" : "no such directory");
    *out = (struct project){.root = path_absolute(directory), .shown = mem_dup(directory)};
    struct search search = {exclude, build, out};
    FORWARD_IF_ERROR(walk_files(&(struct walk){.directory = out->root,
                                               .shown = directory,
                                               .is_excluded = is_excluded,
                                               .is_source = project_is_source,
                                               .visit = add_source,
                                               .enter = add_directory,
                                               .context = &search,
                                               .needs_all = true}));
    if (!out->module_count)
        return status_fail(STATUS_INPUT, "%s: no *.cu or *.hip file in it%s", directory,
                           exclude->count ? " that --exclude leaves" : "");
    qsort(out->modules, out->module_count, sizeof *out->modules, module_compare);
    strings_sort(&out->left_out);
    return STATUS_OK;
}

/* Returns the innermost directory that contains all of |paths|, which are absolute. */
static char *common_directory(const struct strings *paths)
{
    char *common = path_directory(paths->items[0]);
    for (size_t i = 1; i < paths->count; i++)
        common[path_common(common, paths->items[i])] = '\0';
    if (*common)
        return common;
    free(common);
    return mem_dup("/");
}

/* Returns |root| in the style in which the user wrote |source|: a path from the working directory,
 * or an absolute path. */
static char *shown_root(const char *root, const char *source)
{
    if (source[0] == '/')
        return mem_dup(root);
    char *here = path_absolute("."), *shown = path_relative(root, here);
    free(here);
    return shown;
}

enum status project_list(const struct strings *sources, const char *root, struct project *out)
{
    OWNED_BY(strings_free) struct strings paths = {0};
    for (size_t i = 0; i < sources->count; i++)
        strings_take(&paths, path_absolute(sources->items[i]));
    *out = (struct project){.root = root ? path_absolute(root) : common_directory(&paths)};
    out->shown = root ? mem_dup(root) : shown_root(out->root, sources->items[0]);
    for (size_t i = 0; i < paths.count; i++) {
        struct module *module = project_add_module(out);
        OWNED char *relative = path_relative(paths.items[i], out->root);
        module->name = module_name(root ? path_name(relative) : relative);
        strings_add(&module->sources, paths.items[i]);
    }
    return STATUS_OK;
}
