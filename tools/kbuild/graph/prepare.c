#include "graph/prepare.h"

#include "emit/embed.h"
#include "emit/index.h"
#include "graph/directory.h"
#include "graph/publish.h"
#include "graph/targets.h"
#include "util/checksum.h"
#include "util/file.h"
#include "util/process.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void replace(char **field, const char *value)
{
    if (value) {
        free(*field);
        *field = mem_dup(value);
    }
}

/* The manifest that |operand| means: itself, or kernels.yaml in it when it is a directory; NULL
 * when there is none. */
static char *find_manifest(const char *operand)
{
    const char *extension = path_extension(operand);
    if (!path_is_directory(operand))
        return strcmp(extension, ".yaml") == 0 || strcmp(extension, ".yml") == 0 ? mem_dup(operand)
                                                                                 : NULL;
    char *path = path_join(operand, "kernels.yaml");
    if (path_exists(path))
        return path;
    free(path);
    return NULL;
}

static char *wanted_directory(const struct build_request *request)
{
    return request->build ? mem_dup(request->build) : path_join(request->output, ".kbuild");
}

/* Whether all are files, by the file system or by their names. */
static bool are_sources(const struct strings *operands)
{
    for (size_t i = 0; i < operands->count; i++) {
        const char *operand = operands->items[i];
        char *manifest = find_manifest(operand);
        bool is_manifest = manifest != NULL;
        free(manifest);
        if (is_manifest || path_is_directory(operand) ||
            (!path_exists(operand) && !project_is_source(operand)))
            return false;
    }
    return operands->count != 0;
}

static enum status list_sources(const struct strings *operands, const struct build_request *request,
                                struct project *out)
{
    if (request->exclude.count)
        return status_fail(STATUS_USAGE,
                           "%s: --exclude is for directories, not for a list of sources",
                           request->command);
    return project_list(operands, request->root, out);
}

static enum status read_project(const struct strings *operands, const struct build_request *request,
                                struct project *out)
{
    if (are_sources(operands))
        return list_sources(operands, request, out);
    if (operands->count > 1)
        return status_fail(STATUS_USAGE,
                           "%s: one directory, one manifest or several sources, not %zu of them; "
                           "list several trees in a manifest",
                           request->command, operands->count);
    const char *operand = operands->count ? operands->items[0] : ".";
    char *manifest = find_manifest(operand);
    enum status status;
    if (manifest && request->exclude.count) {
        status = status_fail(STATUS_USAGE,
                             "%s: --exclude is for directories without a manifest; %s says what is "
                             "built",
                             request->command, manifest);
    } else if (manifest) {
        status = manifest_read(manifest, out);
    } else {
        char *wanted = wanted_directory(request);
        char *directory = path_absolute(wanted);
        status = project_walk(operand, &request->exclude, directory, out);
        free(directory);
        free(wanted);
    }
    free(manifest);
    return status;
}

static void apply_options(struct project *project, const struct build_request *request)
{
    replace(&project->package, request->package);
    replace(&project->std, request->std);
    replace(&project->optimize, request->optimize);
    if (request->cuda_arch)
        project->cuda_arch = request->cuda_arch;
    project_complete(project);
    strings_add_all(&project->flags.defines, &request->defines);
    strings_add_all(&project->flags.other, &request->flags);
    for (size_t i = 0; i < request->include.count; i++)
        strings_take(&project->flags.include, path_absolute(request->include.items[i]));
}

/* A name from the manifest was already checked, with its line. */
static enum status check_package(const struct project *project, const struct build_request *request)
{
    const char *fault = kernel_package_name_fault(project->package);
    if (fault)
        return status_fail(STATUS_USAGE, "%s: --package cannot be '%s': %s", request->command,
                           project->package, fault);
    for (size_t i = 0; i < project->module_count; i++) {
        char *bundle = mem_format("%s.hsaco", project->modules[i].name);
        bool collides = strcmp(bundle, project->package) == 0;
        free(bundle);
        if (!collides)
            continue;
        const char *name = project->package, *module = project->modules[i].name;
        return request->package
                   ? status_fail(STATUS_USAGE,
                                 "%s: --package cannot be '%s': %s.h belongs to module '%s'",
                                 request->command, name, name, module)
                   : status_fail(STATUS_INPUT,
                                 "%s: 'package' cannot be '%s': %s.h belongs to module '%s'",
                                 project->manifest, name, name, module);
    }
    return STATUS_OK;
}

/* Checks now what the index and the headers would refuse when everything is compiled. */
static enum status check_modules(const struct project *project, const char *embed)
{
    enum embed_form form;
    if (!embed_form_find(embed, &form))
        form = EMBED_STRING; /* missing, or refused elsewhere */
    for (size_t i = 0; i < project->module_count; i++) {
        const char *name = project->modules[i].name;
        const char *fault = kernel_module_name_fault(name);
        const char *place = project->manifest ? project->manifest : project->shown;
        if (fault)
            return status_fail(STATUS_INPUT, "%s: a module cannot be called '%s': %s; rename it",
                               place, name, fault);
        fault = embed_name_fault(form, name);
        if (fault)
            return status_fail(STATUS_INPUT, "%s: module '%s': %s", place, name, fault);
        for (size_t j = 0; j < i; j++) {
            const char *other = project->modules[j].name;
            char *clash = kernel_module_name_clash(other, name);
            if (!clash)
                continue;
            status_fail(STATUS_INPUT,
                        "%s: modules '%s' and '%s' are both called %s in C; rename one", place,
                        other, name, clash);
            free(clash);
            return STATUS_INPUT;
        }
    }
    return STATUS_OK;
}

/* Replaces |list| by its canonical spelling. */
static enum status canonical_targets(struct strings *list, const char *place, enum status wrong)
{
    struct strings resolved = {0};
    FORWARD_IF_ERROR(targets_resolve(list, place, wrong, &resolved));
    strings_free(list);
    *list = resolved;
    return STATUS_OK;
}

static enum status choose_targets(struct project *project, const struct build_request *request)
{
    bool given = request->targets.count != 0;
    if (given) {
        strings_free(&project->targets);
        strings_add_all(&project->targets, &request->targets);
    }
    if (!project->targets.count)
        return status_fail(STATUS_USAGE,
                           "%s: for which GPUs? Say --targets gfx1030,gfx1100, or 'targets' in the "
                           "manifest; 'kbuild targets' lists them",
                           request->command);
    char *place = given ? mem_dup("--targets") : mem_format("%s: 'targets'", project->manifest);
    enum status status =
        canonical_targets(&project->targets, place, given ? STATUS_USAGE : STATUS_INPUT);
    free(place);
    return status;
}

/* A module for one chip is left out of a build for others. */
static enum status leave_out_modules(struct project *project)
{
    for (size_t i = 0; i < project->module_count; i++) {
        struct module *module = &project->modules[i];
        if (!module->only.count)
            continue;
        char *place = mem_format("%s:%d: 'only'", project->manifest, module->line);
        enum status status = canonical_targets(&module->only, place, STATUS_INPUT);
        free(place);
        FORWARD_IF_ERROR(status);
        struct strings both = {0};
        for (size_t j = 0; j < module->only.count; j++)
            if (strings_contain(&project->targets, module->only.items[j]))
                strings_add(&both, module->only.items[j]);
        strings_free(&module->only);
        module->only = both;
        if (!both.count) {
            status_warn("module '%s' is built for none of these targets; it is left out",
                        module->name);
            project_remove_module(project, i--);
        }
    }
    if (!project->module_count)
        return status_fail(STATUS_INPUT, "%s: no module is built for these targets",
                           project->shown);
    return STATUS_OK;
}

/* Makes |path| and returns its real path; NULL with a message when it can't be written. */
static char *working_directory(const char *path)
{
    if (path_make_directories(path) != STATUS_OK)
        return NULL;
    char *real = realpath(path, NULL);
    if (real && access(real, W_OK) == 0)
        return real;
    free(real);
    status_fail(STATUS_ENVIRONMENT, "%s: this directory cannot be written", path);
    return NULL;
}

static char *own_path(void)
{
    char *path = realpath("/proc/self/exe", NULL);
    if (!path)
        status_fail(STATUS_ENVIRONMENT, "cannot find this program; is /proc mounted?");
    return path;
}

static enum status choose_launcher(const struct build_request *request, struct plan *plan)
{
    const char *launcher = request->launcher ? request->launcher : getenv("KBUILD_LAUNCHER");
    if (!launcher || !*launcher)
        return STATUS_OK;
    plan->launcher = launcher;
    char *program = process_find(launcher);
    if (!program)
        return status_fail(STATUS_ENVIRONMENT, "launcher '%s': no such program in PATH", launcher);
    free(program);
    return STATUS_OK;
}

static enum status choose_build_directory(const struct build_request *request, struct build *build)
{
    char *wanted = wanted_directory(request);
    build->directory = working_directory(wanted);
    free(wanted);
    if (!build->directory)
        return STATUS_ENVIRONMENT;
    FORWARD_IF_ERROR(run_lock(build->directory, &build->plan.lock));
    FORWARD_IF_ERROR(directory_claim(build->directory, build->plan.lock));
    if (!request->cmake) /* CMake's steps work there without the lock */
        directory_tidy(build->directory);
    return STATUS_OK;
}

static enum status check_build_directory(const struct build_request *request)
{
    char *wanted = wanted_directory(request);
    enum status status = directory_check(wanted);
    free(wanted);
    return status;
}

static enum status choose_directories(const struct build_request *request, struct build *build)
{
    FORWARD_IF_ERROR(check_build_directory(request));
    build->headers = toolchain_include_directory();
    build->self = build->headers ? own_path() : NULL;
    if (!build->self)
        return STATUS_ENVIRONMENT;
    build->output = request->only_reads_output ? path_absolute(request->output)
                                               : working_directory(request->output);
    if (!build->output)
        return STATUS_ENVIRONMENT;
    if (!request->only_reads_output)
        FORWARD_IF_ERROR(publish_recover(build->output));
    return choose_build_directory(request, build);
}

static enum status find_toolchain(const struct build_request *request, struct build *build)
{
    const struct toolchain_request wanted = {request->clang, request->hipcc};
    char *cache = path_join(build->directory, "toolchain.json");
    enum status status = toolchain_find(&wanted, cache, &build->toolchain);
    free(cache);
    FORWARD_IF_ERROR(status);
    return toolchain_require_targets(&build->toolchain, &build->project.targets);
}

static enum status write_plan(const struct build_request *request, struct build *build)
{
    const char *directory = build->directory;
    char *overlay = path_join(directory, "device-libs"), *device_libs = NULL;
    enum status status =
        toolchain_overlay(&build->toolchain, &build->project.targets, overlay, &device_libs);
    free(overlay);
    FORWARD_IF_ERROR(status);
    build->plan.device_libs = device_libs;
    size_t length = strlen(directory);
    if (strncmp(device_libs, directory, length) == 0 && device_libs[length] == '/')
        build->plan.device_libs += length + 1; /* the same command wherever |directory| is */
    char *target = mem_format("%s/%s.c", request->output, build->project.package);
    build->plan.depfile_target = target;
    status = plan_write(&build->plan, &build->package);
    free(target);
    build->plan.device_libs = NULL;
    free(device_libs);
    return status;
}

enum status build_prepare(const struct build_request *request, const struct strings *operands,
                          struct build *out)
{
    *out = (struct build){.plan.lock = -1};
    struct project *project = &out->project;
    FORWARD_IF_ERROR(read_project(operands, request, project));
    apply_options(project, request);
    FORWARD_IF_ERROR(project_check(project));
    FORWARD_IF_ERROR(check_package(project, request));
    FORWARD_IF_ERROR(check_modules(project, request->embed));
    FORWARD_IF_ERROR(choose_targets(project, request));
    FORWARD_IF_ERROR(leave_out_modules(project));
    FORWARD_IF_ERROR(choose_launcher(request, &out->plan));
    FORWARD_IF_ERROR(choose_directories(request, out));
    FORWARD_IF_ERROR(find_toolchain(request, out));
    out->plan.project = project;
    out->plan.toolchain = &out->toolchain;
    out->plan.build = out->directory;
    out->plan.output = out->output;
    out->plan.headers = out->headers;
    out->plan.self = out->self;
    out->plan.through_hipcc = request->hipcc != NULL;
    out->plan.clang = request->clang;
    out->plan.hipcc = request->hipcc;
    out->plan.cmake = request->cmake;
    out->plan.depfile = request->depfile;
    out->plan.embed = request->embed;
    out->plan.compress = request->compress;
    out->plan.emit = request->emit;
    FORWARD_IF_ERROR(write_plan(request, out));
    return checksums_verify(out->directory, &out->package);
}

void build_free(struct build *build)
{
    project_free(&build->project);
    toolchain_free(&build->toolchain);
    strings_free(&build->package);
    free(build->headers);
    free(build->self);
    free(build->output);
    free(build->directory);
    *build = (struct build){0};
}
