/* A static library in place of a package: objects for the host, each with the code objects of its
 * module. Sources and settings are those of a package's modules. */
#include "graph/library.h"

#include "parts.h"
#include "util/file.h"
#include "util/json.h"
#include "util/process.h"

#include <errno.h>
#include <sys/stat.h>

static enum status check_library_name(const struct build_request *request, const char *name)
{
    size_t good = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+");
    return *name && !name[good]
               ? STATUS_OK
               : status_fail(request->library ? STATUS_USAGE : STATUS_INPUT,
                             "%s: a library cannot be called '%s': linkers find letters, digits, "
                             "_, - and +; say moe for libmoe.a",
                             request->command, name);
}

/* Returns why |module| cannot be in a library, as the end of a sentence; NULL if it can. */
static const char *refused_in_library(const struct build *build, const struct module *module)
{
    const struct strings *targets = plan_targets(&build->plan, module);
    for (size_t i = 0; i < targets->count; i++)
        if (plan_is_nvidia(targets->items[i]))
            return "has a target for NVIDIA GPUs, for which nvcc -lib makes libraries";
    return module->prebuilt.count ? "is prebuilt: it has no functions of the host"
           : module->expression   ? "is a fusion: it has no functions of the host"
           : module->ships_source ? "ships its source, which only a package can"
                                  : NULL;
}

/* Returns an option of |request| that a library has no use for; NULL if there is none. */
static const char *package_option(const struct build_request *request)
{
    return request->emit.count                      ? "--emit"
           : strcmp(request->embed, "string") != 0  ? "--embed"
           : strcmp(request->compress, "none") != 0 ? "--compress"
           : request->package                       ? "--package"
                                                    : NULL;
}

/* Returns the program that writes archives: LLVM's beside clang, or that of the binutils. */
static char *find_archiver(const struct toolchain *toolchain)
{
    OWNED char *directory = path_directory(toolchain->clang);
    char *own = path_join(directory, "llvm-ar");
    if (path_is_file(own))
        return own;
    free(own);
    return process_find("ar");
}

enum status library_check(const struct build_request *request, const struct build *build)
{
    const struct project *project = &build->project;
    FORWARD_IF_ERROR(check_library_name(request, project->library));
    if (request->cmake || request->only_reads_output)
        return status_fail(STATUS_USAGE, "%s: lib%s.a is a library, which only kbuild build makes",
                           request->command, project->library);
    const char *option = package_option(request);
    if (option)
        return status_fail(STATUS_USAGE,
                           "%s: %s is for packages; a program calls the functions of lib%s.a",
                           request->command, option, project->library);
    for (size_t i = 0; i < project->module_count; i++) {
        const char *reason = refused_in_library(build, &project->modules[i]);
        if (reason)
            return status_fail(STATUS_INPUT, "%s: module '%s' cannot be in lib%s.a: it %s",
                               project->manifest ? project->manifest : project->shown,
                               project->modules[i].name, project->library, reason);
    }
    return STATUS_OK;
}

enum status library_find_archiver(struct build *build)
{
    char *archiver = find_archiver(&build->toolchain);
    if (!archiver)
        return status_fail(STATUS_ENVIRONMENT,
                           "there is no llvm-ar beside %s and no ar in PATH, one of which makes "
                           "lib%s.a; install binutils",
                           build->toolchain.clang, build->project.library);
    build->plan.archiver = strings_keep(&build->texts, archiver);
    return STATUS_OK;
}

/* ---- Printing what was built ----------------------------------------------------------------- */

static char *library_path(const struct build *build, const char *output)
{
    return mem_format("%s/lib%s.a", output, build->project.library);
}

enum status library_summary(FILE *out, const struct build *build, const char *output)
{
    const struct project *project = &build->project;
    OWNED char *path = library_path(build, output),
               *targets = strings_join(&project->targets, ", ");
    struct stat info;
    if (stat(path, &info) != 0)
        return status_fail(STATUS_ENVIRONMENT, "%s: %s", path, strerror(errno));
    print_clean(out, "%s: %zu object%s for %s, %.1f MiB; link it with -lamdhip64 -lstdc++\n", path,
                project->module_count, project->module_count == 1 ? "" : "s", targets,
                (double)info.st_size / (1 << 20));
    return STATUS_OK;
}

static json_t *paths_below(const struct strings *paths, const char *root)
{
    OWNED_BY(strings_free) struct strings out = {0};
    for (size_t i = 0; i < paths->count; i++)
        strings_take(&out, path_relative(paths->items[i], root));
    return json_of_strings(&out);
}

void library_print_json(FILE *out, const struct build *build)
{
    const struct project *project = &build->project;
    json_auto_t *library = json_object();
    json_t *objects = json_array();
    OWNED char *name = mem_format("lib%s.a", project->library);
    json_object_set_new(library, "format", json_string("kbuild-library-1"));
    json_object_set_new(library, "library", json_string(name));
    for (size_t i = 0; i < project->module_count; i++) {
        const struct module *module = &project->modules[i];
        json_t *object = json_object();
        json_object_set_new(object, "name", json_string_nocheck(module->name));
        json_object_set_new(object, "sources", paths_below(&module->sources, project->root));
        json_object_set_new(object, "targets", json_of_strings(plan_targets(&build->plan, module)));
        json_array_append_new(objects, object);
    }
    json_object_set_new(library, "objects", objects);
    if (project->left_out.count)
        json_object_set_new(library, "left_out", json_of_strings(&project->left_out));
    json_dumpf(library, out, JSON_INDENT(2));
    fputc('\n', out);
}
