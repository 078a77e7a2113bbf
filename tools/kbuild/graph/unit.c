#include "graph/plan.h"

#include "parts.h"
#include "emit/embed.h"
#include "graph/shadow.h"
#include "port/port.h"
#include "util/file.h"
#include "util/json.h"
#include "util/process.h"

#include <errno.h>
#include <unistd.h>

static void put_flags(json_t *object, const struct flags *flags)
{
    json_object_set_new(object, "include", json_of_strings(&flags->include));
    if (flags->cuda.count)
        json_object_set_new(object, "cuda_flags", json_of_strings(&flags->cuda));
    json_object_set_new(object, "defines", json_of_strings(&flags->defines));
    json_object_set_new(object, "flags", json_of_strings(&flags->other));
}

/* Writes the manifest of |module| as JSON, because every JSON text is also YAML. */
enum status unit_write(const struct plan *plan, const struct module *module, const char *path)
{
    const struct project *project = plan->project;
    json_t *entry = json_object(), *unit = json_object();
    bool ok = json_object_set_new(entry, "name", json_string(module->name)) == 0;
    if (module->expression) {
        ok &= json_object_set_new(entry, "expression", json_string(module->expression)) == 0;
        ok &= json_object_set_new(entry, "dtypes", json_pack("[s]", module->dtypes)) == 0;
    } else {
        json_object_set_new(entry, "sources", json_of_strings(&module->sources));
        put_flags(entry, &module->flags);
    }
    if (module->cuda_arch)
        ok &= json_object_set_new(entry, "cuda_arch", json_integer(module->cuda_arch)) == 0;
    if (module->ships_source)
        ok &= json_object_set_new(unit, "package", json_string(project->package)) == 0;
    ok &= json_object_set_new(unit, "std", json_string(project->std)) == 0;
    ok &= json_object_set_new(unit, "optimize", json_string(project->optimize)) == 0;
    put_flags(unit, &project->flags);
    if (!project->chooses_arch)
        json_object_set_new(unit, "cuda_arch", json_integer(project->cuda_arch));
    json_object_set_new(unit, module->expression ? "fusions" : "modules", json_pack("[o]", entry));
    OWNED char *text = ok ? json_dumps(unit, JSON_INDENT(1)) : NULL;
    json_decref(unit);
    if (!text)
        return status_fail(STATUS_INPUT, "module '%s': a name or a flag in it is not UTF-8",
                           module->name);
    return file_update_deep(path, text, strlen(text));
}

/* Runs |command|. The command reports its own errors. */
static enum status run_command(const struct plan *plan, struct strings *command)
{
    OWNED_BY(strings_free) struct strings environment = {0};
    strings_addf(&environment, "KBUILD_SHOWN_ROOT=%s", plan->project->shown);
    strings_addf(&environment, "KBUILD_ROOT=%s", plan->project->root);
    run_launcher_environment(plan, &environment);
    OWNED_BY(process_result_free) struct process_result result = {0};
    process_run(command->items, &environment, PROCESS_QUIET_IN, &result);
    if (result.error)
        return status_fail(STATUS_ENVIRONMENT, "cannot run %s: %s", command->items[0],
                           strerror(result.error));
    bool is_status = result.exit_code >= STATUS_OK && result.exit_code <= STATUS_ENVIRONMENT;
    return is_status ? (enum status)result.exit_code : STATUS_ENVIRONMENT;
}

/* Translates the files of a module. The step for each result of a module (a code object, the list
 * of kernels) translates them again. Only the step for the list of kernels shows warnings, because
 * each module has one such step. */
static enum status translate(const struct plan *plan, const struct shadow *shadow, bool warns)
{
    if (warns)
        arch_report(shadow);
    for (size_t i = 0; i < shadow->count; i++) {
        OWNED_BY(strings_free) struct strings command = {0};
        command_hipify(plan, &shadow->files[i], warns, &command);
        FORWARD_IF_ERROR(run_command(plan, &command));
    }
    return STATUS_OK;
}

/* Appends the user's file for |name|, the compiler's name of a file. Appends nothing if kbuild has
 * made the file. */
static void add_original(const struct plan *plan, const struct shadow *shadow, const char *name,
                         struct strings *out)
{
    for (size_t i = 0; i < shadow->count; i++)
        if (strcmp(shadow->files[i].path, name) == 0) {
            strings_add(out, shadow->files[i].original);
            return;
        }
    if (strncmp(name, "unity/", 6) == 0)
        return;
    OWNED char *joined = path_join(plan->build, name);
    strings_take(out, path_absolute(joined));
}

/* Appends the files of the toolchain, which compilers do not list in depfiles. */
static void add_toolchain(const struct plan *plan, const struct unit_request *request,
                          struct strings *out)
{
    if (plan_is_nvidia(request->target))
        return;
    strings_add(out, plan->toolchain->clang);
    strings_add(out, plan->toolchain->lld);
    static const char *const libraries[] = {"ocml.bc", "ockl.bc"};
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        OWNED char *path = path_join(plan->toolchain->device_libs, libraries[i]);
        if (path_exists(path))
            strings_add(out, path);
    }
}

/* Writes the depfile. CMake can read any name in it, but passes names on to ninja. So a file whose
 * name ninja cannot read gets a link in the build directory. */
static enum status write_depfile_of(const struct plan *plan, const struct unit_request *request,
                                    const struct strings *files)
{
    OWNED char *links = path_join(plan->build, DEPFILE_LINKS);
    return depfile_write(request->depfile, request->output, files, links);
}

/* Rewrites the compiler's depfile with the names of the user's own files. */
static enum status settle_depfile(const struct plan *plan, const struct shadow *shadow,
                                  const struct unit_request *request)
{
    OWNED_BY(strings_free) struct strings names = {0}, files = {0};
    FORWARD_IF_ERROR(depfile_read(request->depfile, &names));
    for (size_t i = 0; i < names.count; i++)
        add_original(plan, shadow, names.items[i], &files);
    /* depfile_settle() has left out the translations whose names ninja cannot read. */
    for (size_t i = 0; i < shadow->count; i++)
        if (!depfile_can_name(shadow->files[i].path))
            strings_add(&files, shadow->files[i].original);
    add_toolchain(plan, request, &files);
    return write_depfile_of(plan, request, &files);
}

/* Returns the name of the precompiled header |path| in the unit's own directory, where
 * precompiled_open() has made a link to the directory of precompiled headers. */
static char *precompiled_name(const char *path)
{
    return mem_format(PRECOMPILED "/%s", path_name(path));
}

/* Returns the name of the precompiled header for |request|, or NULL if the unit's options do not
 * allow one. The name lives as long as |texts|. */
static const char *find_precompiled(const struct plan *plan, const struct shadow *shadow,
                                    const struct unit_request *request, struct strings *texts)
{
    const struct project *project = plan->project;
    const bool differs =
        arch_of_module(project, &shadow->modules[0]) != project_arch(project, &project->modules[0]);
    return request->precompiled && !differs && precompiled_is_possible(plan, shadow, 0)
               ? strings_keep(texts, precompiled_name(request->precompiled))
               : NULL;
}

/* Makes a link to the directory of precompiled headers in the unit's directory. So all units share
 * the headers, and use the same names for them. */
static enum status precompiled_open(const struct unit_request *request)
{
    const bool is_shared = request->precompiled || request->result == UNIT_PRECOMPILED;
    return is_shared ? path_link("../../" PRECOMPILED, PRECOMPILED) : STATUS_OK;
}

/* Makes a precompiled header, which modules with the same flags share. Does not read the sources
 * that the unit lists: they may belong to different modules, and only say which directories are
 * searched for headers. */
static enum status precompile(const struct plan *plan, const struct unit_request *request)
{
    const int arch = plan->project->modules[0].cuda_arch;
    const struct shadow shadow = {.modules = &(struct shadow_reach){.cuda_arch = arch},
                                  .module_count = 1};
    OWNED char *path = precompiled_name(request->output),
               *depfile = path_relative(request->depfile, plan->build);
    OWNED_BY(strings_free) struct strings command = {0};
    const struct precompiled header = {
        .path = path, .target = request->target, .modules = &(size_t){0}, .module_count = 1};
    if (!precompiled_is_possible(plan, &shadow, 0)) {
        FORWARD_IF_ERROR(file_update(request->output, "", 0));
        return write_depfile_of(plan, request, &(struct strings){0});
    }
    command_precompile(plan, &shadow, &header, depfile, "precompile headers", &command);
    FORWARD_IF_ERROR(run_command(plan, &command));
    return settle_depfile(plan, &shadow, request);
}

static enum status compile(const struct plan *plan, const struct shadow *shadow, const char *input,
                           const struct unit_request *request)
{
    const struct module *module = &plan->project->modules[0];
    OWNED_BY(strings_free) struct strings command = {0}, texts = {0};
    const char *label = strings_keep(&texts, mem_format("compile %s%s for %s", module->name,
                                                        shadow->modules[0].is_hip ? " (HIP)" : "",
                                                        request->target));
    const char *precompiled = find_precompiled(plan, shadow, request, &texts);
    const char *output = strings_keep(&texts, path_relative(request->output, plan->build));
    const char *depfile = strings_keep(&texts, path_relative(request->depfile, plan->build));
    if (plan_is_nvidia(request->target))
        command_cuda(plan, module, request->target, input, output, depfile, label,
                     shadow_contents(shadow, 0), &command);
    else
        command_compile(plan, shadow, module, request->target, input, output, depfile, label,
                        precompiled, &command);
    FORWARD_IF_ERROR(run_command(plan, &command));
    return settle_depfile(plan, shadow, request);
}

/* Writes a depfile with all files of the project that the scan has found. It is for results that no
 * compiler writes. */
static enum status write_depfile(const struct plan *plan, const struct shadow *shadow,
                                 const struct unit_request *request)
{
    OWNED_BY(strings_free) struct strings files = {0};
    for (size_t i = 0; i < shadow->count; i++)
        strings_add(&files, shadow->files[i].original);
    return write_depfile_of(plan, request, &files);
}

static enum status reflect(const struct plan *plan, const struct shadow *shadow, const char *input,
                           const struct unit_request *request)
{
    OWNED_BY(strings_free) struct strings command = {0}, texts = {0};
    const char *precompiled = find_precompiled(plan, shadow, request, &texts);
    command_reflect(plan, shadow, &plan->project->modules[0], request->target, input,
                    request->output, precompiled, &command);
    FORWARD_IF_ERROR(run_command(plan, &command));
    return write_depfile(plan, shadow, request);
}

/* ---- The source of a module for its package: the texts of all files that it reaches ---- */

enum { CUDA_ARCH = 900 }; /* the __CUDA_ARCH__ that compilers define at run time */

struct shipment {
    const struct project *project;
    const struct module *module;
    const struct shadow *shadow;
    struct module_source source;
    struct strings paths; /* paths[i] is the path of header i of |source| */
};

/* Adds a header to a module's source. A compiler at run time finds a header by its name alone,
 * without directories, so each name must mean one file. */
static enum status add_header(struct shipment *shipment, const char *name, const char *path)
{
    struct module_source *source = &shipment->source;
    if (name[0] == '/' || strncmp(name, "../", 3) == 0 || strstr(name, "/../"))
        return status_fail(STATUS_INPUT,
                           "module '%s' cannot be shipped as source: it includes \"%s\"; at run "
                           "time there are no directories, so name the header from a directory of "
                           "'include'",
                           shipment->module->name, name);
    for (size_t i = 0; i < source->headers.count; i++) {
        if (strcmp(source->headers.items[i], name) != 0)
            continue;
        if (strcmp(shipment->paths.items[i], path) == 0)
            return STATUS_OK;
        return status_fail(STATUS_INPUT,
                           "module '%s' cannot be shipped as source: \"%s\" is both %s and %s",
                           shipment->module->name, name, shipment->paths.items[i], path);
    }
    struct buf text = {0};
    FORWARD_IF_ERROR(file_read_plain(path, &text));
    strings_add(&source->headers, name);
    strings_add(&shipment->paths, path);
    strings_take(&source->texts, buf_take(&text));
    return STATUS_OK;
}

static enum status add_includes(struct shipment *shipment, const struct shadow_file *file)
{
    const struct strings *const lists[] = {&shipment->module->flags.include,
                                           &shipment->project->flags.include};
    OWNED char *directory = path_directory(file->original);
    for (size_t i = 0; i < file->include_count; i++) {
        const struct shadow_include *include = &file->includes[i];
        OWNED char *path = port_find_include(directory, include->name, include->angled, lists,
                                             sizeof lists / sizeof *lists);
        if (path)
            FORWARD_IF_ERROR(add_header(shipment, include->name, path));
    }
    return STATUS_OK;
}

static void add_arguments(struct shipment *shipment, const struct flags *flags)
{
    for (size_t i = 0; i < flags->defines.count; i++)
        strings_addf(&shipment->source.arguments, "-D%s", flags->defines.items[i]);
    strings_add_all(&shipment->source.arguments, &flags->other);
}

static enum status collect(struct shipment *shipment, struct buf *text)
{
    const struct module *module = shipment->module;
    const struct shadow_reach *reach = &shipment->shadow->modules[0];
    if (module->sources.count == 1)
        FORWARD_IF_ERROR(file_read_plain(module->sources.items[0], text));
    for (size_t i = 0; i < reach->count; i++) {
        const struct shadow_file *file = &shipment->shadow->files[reach->files[i]];
        if (module->sources.count > 1 && i < module->sources.count) {
            buf_printf(text, "#include \"%s\"\n", file->shown);
            FORWARD_IF_ERROR(add_header(shipment, file->shown, file->original));
        }
        FORWARD_IF_ERROR(add_includes(shipment, file));
    }
    strings_addf(&shipment->source.arguments, "-std=%s", shipment->project->std);
    add_arguments(shipment, &shipment->project->flags);
    add_arguments(shipment, &module->flags);
    return STATUS_OK;
}

static void shipment_free(struct shipment *shipment)
{
    module_source_free(&shipment->source);
    strings_free(&shipment->paths);
}

/* Writes the source of |project|'s only module as a C header (emit/embed.h) to |output|.
 * STATUS_INPUT if the source would mean something else without the project's include directories.
 */
static enum status ship_source(const struct project *project, const struct shadow *shadow,
                               const char *output)
{
    const struct module *module = &project->modules[0];
    OWNED_BY(shipment_free)
    struct shipment shipment = {.project = project, .module = module, .shadow = shadow};
    OWNED_BY(buf_free) struct buf text = {0}, header = {0};
    const int arch = project_arch(project, module);
    if (arch != CUDA_ARCH)
        return status_fail(STATUS_INPUT,
                           "module '%s' cannot be shipped as source: cuda_arch is %d, and at run "
                           "time it is %d",
                           module->name, arch, CUDA_ARCH);
    FORWARD_IF_ERROR(collect(&shipment, &text));
    OWNED char *name = path_relative(module->sources.items[0], project->root);
    shipment.source.package = project->package;
    shipment.source.module = module->name;
    shipment.source.is_hip = shadow->modules[0].is_hip;
    shipment.source.name = name;
    shipment.source.text = text.data;
    source_header(&shipment.source, &header);
    return file_update_deep(output, header.data, header.size);
}

enum status unit_make(const struct plan *plan, const struct unit_request *request)
{
    if (request->result != UNIT_SOURCE && chdir(plan->build) != 0)
        return status_fail(STATUS_ENVIRONMENT, "%s: cannot work there: %s", plan->build,
                           strerror(errno));
    FORWARD_IF_ERROR(precompiled_open(request));
    if (request->result == UNIT_PRECOMPILED)
        return precompile(plan, request);
    OWNED_BY(shadow_free) struct shadow shadow = {0};
    FORWARD_IF_ERROR(shadow_scan(plan->project, &shadow));
    shadow_prune(&shadow, plan->build);
    if (request->result == UNIT_SOURCE) {
        FORWARD_IF_ERROR(ship_source(plan->project, &shadow, request->output));
        return write_depfile(plan, &shadow, request);
    }
    const char *input;
    const bool is_list = request->result == UNIT_KERNELS;
    OWNED_BY(strings_free) struct strings texts = {0};
    if (!is_list && plan_is_nvidia(request->target)) {
        FORWARD_IF_ERROR(command_cuda_input(plan, &shadow, 0, &texts, &input));
        return compile(plan, &shadow, input, request);
    }
    FORWARD_IF_ERROR(translate(plan, &shadow, is_list));
    FORWARD_IF_ERROR(command_input(plan, &shadow, 0, &texts, &input));
    return (is_list ? reflect : compile)(plan, &shadow, input, request);
}
