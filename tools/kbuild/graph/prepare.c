#include "graph/prepare.h"

#include "emit/embed.h"
#include "emit/index.h"
#include "graph/library.h"
#include "parts.h"
#include "graph/publish.h"
#include "graph/project.h"
#include "util/checksum.h"
#include "util/file.h"
#include "util/process.h"

#include <ctype.h>
#include <unistd.h>

static void replace(char **field, const char *value)
{
    if (value) {
        free(*field);
        *field = mem_dup(value);
    }
}

/* Keeps |text| as long as |build| lives, and returns it. */
static char *keep(struct build *build, char *text)
{
    return strings_keep(&build->texts, text);
}

/* Returns the manifest for |operand|: the operand itself if it ends in .yaml or .yml, kernels.yaml
 * in it if it is a directory; NULL if there is no manifest. */
static const char *find_manifest(struct build *build, const char *operand)
{
    const char *extension = path_extension(operand);
    if (!path_is_directory(operand))
        return strcmp(extension, ".yaml") == 0 || strcmp(extension, ".yml") == 0 ? operand : NULL;
    const char *path = keep(build, path_join(operand, "kernels.yaml"));
    return path_exists(path) ? path : NULL;
}

/* Whether each operand is a source: an existing file that is not a manifest, or a name with the
 * extension of a source. */
static bool are_sources(struct build *build, const struct strings *operands)
{
    for (size_t i = 0; i < operands->count; i++) {
        const char *operand = operands->items[i];
        if (find_manifest(build, operand) || path_is_directory(operand) ||
            (!path_exists(operand) && !project_is_source(operand)))
            return false;
    }
    return operands->count != 0;
}

static enum status read_project(const struct strings *operands, const struct build_request *request,
                                struct build *build)
{
    struct project *out = &build->project;
    const bool excludes = request->exclude.count != 0;
    if (are_sources(build, operands))
        return excludes ? status_fail(STATUS_USAGE,
                                      "%s: --exclude is for directories, not for a list of sources",
                                      request->command)
                        : project_list(operands, request->root, out);
    if (operands->count > 1)
        return status_fail(STATUS_USAGE,
                           "%s: one directory, one manifest or several sources, not %zu of them; "
                           "list several trees in a manifest",
                           request->command, operands->count);
    const char *operand = operands->count ? operands->items[0] : ".";
    const char *manifest = find_manifest(build, operand);
    if (!manifest)
        return project_walk(operand, &request->exclude,
                            keep(build, path_absolute(build->directory)), out);
    return excludes ? status_fail(STATUS_USAGE,
                                  "%s: --exclude is for directories without a manifest; %s says "
                                  "what is built",
                                  request->command, manifest)
                    : manifest_read(manifest, out);
}

static enum status apply_options(struct project *project, const struct build_request *request)
{
    replace(&project->package, request->package);
    replace(&project->library, request->library);
    replace(&project->std, request->std);
    replace(&project->optimize, request->optimize);
    if (request->cuda_arch)
        project->cuda_arch = request->cuda_arch;
    project_complete(project);
    strings_add_all(&project->flags.defines, &request->defines);
    strings_add_all(&project->flags.other, &request->flags);
    for (size_t i = 0; i < request->include.count; i++)
        strings_take(&project->flags.include, path_absolute(request->include.items[i]));
    for (size_t i = 0; i < request->file.count; i++)
        FORWARD_IF_ERROR(setting_apply(project, request->command, request->file.items[i]));
    return STATUS_OK;
}

/* Checks the package's name. A name from the manifest was already checked, with its line. */
static enum status check_package(struct build *build, const struct build_request *request)
{
    const struct project *project = &build->project;
    const char *name = project->package, *fault = kernel_package_name_fault(name);
    if (fault)
        return status_fail(STATUS_USAGE, "%s: --package cannot be '%s': %s", request->command, name,
                           fault);
    for (size_t i = 0; i < project->module_count; i++) {
        const char *module = project->modules[i].name;
        if (strcmp(keep(build, mem_format("%s.hsaco", module)), name) != 0)
            continue;
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

/* Refuses, before anything is compiled, modules that the index and the headers could not describe.
 */
static enum status check_modules(const struct build_request *request, struct build *build)
{
    const struct project *project = &build->project;
    const char *place = project->manifest ? project->manifest : project->shown;
    enum embed_form form;
    if (!embed_form_find(request->embed, &form))
        /* The option --embed was not given, or another function refuses its value. */
        form = EMBED_STRING;
    if (form == EMBED_ARCHIVE && strcmp(request->compress, "zstd") == 0)
        return status_fail(STATUS_USAGE,
                           "%s: --embed=archive embeds nothing to compress, and archives always "
                           "are; leave out --compress",
                           request->command);
    for (size_t i = 0; i < project->module_count; i++) {
        const char *name = project->modules[i].name;
        const char *fault = kernel_module_name_fault(name);
        if (fault)
            return status_fail(STATUS_INPUT, "%s: a module cannot be called '%s': %s; rename it",
                               place, name, fault);
        fault = embed_name_fault(form, name);
        if (fault)
            return status_fail(STATUS_INPUT, "%s: module '%s': %s", place, name, fault);
        for (size_t j = 0; j < i; j++) {
            const char *other = project->modules[j].name;
            const char *clash = keep(build, kernel_module_name_clash(other, name));
            if (clash)
                return status_fail(STATUS_INPUT,
                                   "%s: modules '%s' and '%s' are both called %s in C; rename one",
                                   place, other, name, clash);
        }
    }
    return STATUS_OK;
}

/* Replaces |list| by its targets in their canonical spelling. */
static enum status canonical_targets(struct strings *list, const char *place, enum status wrong)
{
    struct strings resolved = {0};
    FORWARD_IF_ERROR(targets_resolve(list, place, wrong, &resolved));
    strings_free(list);
    *list = resolved;
    return STATUS_OK;
}

static enum status choose_targets(const struct build_request *request, struct build *build)
{
    struct project *project = &build->project;
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
    const char *place =
        given ? "--targets" : keep(build, mem_format("%s: 'targets'", project->manifest));
    return canonical_targets(&project->targets, place, given ? STATUS_USAGE : STATUS_INPUT);
}

/* Replaces the list |only| of |module| by the project's targets that are in it. An entry of the
 * list may also be a vendor, "amd" or "nvidia", which means all of the vendor's targets. It is
 * expected that none is left if the project has no target of the vendors whose targets are listed.
 */
static enum status narrow_targets(struct build *build, struct module *module, bool *out_is_expected)
{
    const struct strings *targets = &build->project.targets;
    OWNED_BY(strings_free) struct strings named = {0};
    struct strings both = {0};
    bool has_amd = false, has_nvidia = false;
    for (size_t i = 0; i < module->only.count; i++) {
        if (strcmp(module->only.items[i], "amd") == 0)
            has_amd = true;
        else if (strcmp(module->only.items[i], "nvidia") == 0)
            has_nvidia = true;
        else
            strings_add(&named, module->only.items[i]);
    }
    if (named.count) {
        const char *place =
            keep(build, mem_format("%s:%d: 'only'", build->project.manifest, module->line));
        FORWARD_IF_ERROR(canonical_targets(&named, place, STATUS_INPUT));
    }
    *out_is_expected = true;
    for (size_t i = 0; i < named.count; i++)
        for (size_t j = 0; j < targets->count; j++)
            *out_is_expected &= plan_is_nvidia(named.items[i]) != plan_is_nvidia(targets->items[j]);
    for (size_t i = 0; i < targets->count; i++)
        if ((plan_is_nvidia(targets->items[i]) ? has_nvidia : has_amd) ||
            strings_contain(&named, targets->items[i]))
            strings_add(&both, targets->items[i]);
    strings_free(&module->only);
    module->only = both;
    return STATUS_OK;
}

/* Makes |text|, which may have several lines in a manifest, one line. */
static void join_lines(char *text)
{
    size_t length = strlen(text);
    while (length && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    for (; *text; text++)
        if (iscntrl((unsigned char)*text))
            *text = ' ';
}

/* Leaves out modules that the manifest tells to skip, as if they were not there. */
static void leave_out_skipped(struct project *project)
{
    for (size_t i = 0; i < project->module_count; i++) {
        OWNED char *reason = project->modules[i].skip;
        project->modules[i].skip = NULL;
        if (reason) {
            join_lines(reason);
            project_leave_out(project, i--, reason);
        }
    }
}

/* Leaves out modules that have none of the project's targets. Warns of such a module, unless
 * this is expected of a build for other vendors' GPUs. */
static enum status leave_out_modules(struct build *build)
{
    struct project *project = &build->project;
    for (size_t i = 0; i < project->module_count; i++) {
        struct module *module = &project->modules[i];
        bool is_expected;
        if (!module->only.count)
            continue;
        FORWARD_IF_ERROR(narrow_targets(build, module, &is_expected));
        if (!module->only.count) {
            if (!is_expected)
                status_warn("module '%s' is built for none of these targets; it is left out",
                            module->name);
            project_leave_out(project, i--, "built for none of these targets");
        }
    }
    OWNED char *left_out = strings_join(&project->left_out, "; ");
    return project->module_count ? STATUS_OK
                                 : status_fail(STATUS_INPUT, "%s: every module is left out: %s",
                                               project->shown, left_out);
}

/* Makes the directory |path| and returns its real path; NULL, with a message, when the directory
 * cannot be made or written. */
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

static enum status choose_launcher(const struct build_request *request, struct build *build)
{
    const char *launcher = request->launcher ? request->launcher : getenv("KBUILD_LAUNCHER");
    if (!launcher || !*launcher)
        return STATUS_OK;
    build->plan.launcher = launcher;
    return keep(build, process_find(launcher))
               ? STATUS_OK
               : status_fail(STATUS_ENVIRONMENT, "launcher '%s': no such program in PATH",
                             launcher);
}

static enum status choose_directories(const struct build_request *request, struct build *build)
{
    struct plan *plan = &build->plan;
    FORWARD_IF_ERROR(directory_check(build->directory));
    plan->headers = keep(build, toolchain_include_directory());
    plan->self = plan->headers ? keep(build, own_path()) : NULL;
    if (!plan->self)
        return STATUS_ENVIRONMENT;
    plan->output = keep(build, request->only_reads_output ? path_absolute(request->output)
                                                          : working_directory(request->output));
    if (!plan->output)
        return STATUS_ENVIRONMENT;
    if (!request->only_reads_output)
        FORWARD_IF_ERROR(publish_recover(plan->output));
    plan->build = build->directory = keep(build, working_directory(build->directory));
    if (!plan->build)
        return STATUS_ENVIRONMENT;
    FORWARD_IF_ERROR(run_lock(plan->build, &plan->lock));
    FORWARD_IF_ERROR(directory_claim(plan->build, plan->lock));
    /* With CMake, steps of an earlier graph may be working in the directory without the lock. */
    if (!request->cmake)
        directory_tidy(plan->build);
    return STATUS_OK;
}

/* Lists the targets for which clang compiles or parses something in this build. |*out_has_nvidia|:
 * some module has a target for NVIDIA GPUs, so nvcc or clang for CUDA is needed too. */
static void compiled_targets(const struct build *build, struct strings *out, bool *out_has_nvidia)
{
    *out_has_nvidia = false;
    for (size_t i = 0; i < build->project.module_count; i++) {
        const struct module *module = &build->project.modules[i];
        const struct strings *targets = plan_targets(&build->plan, module);
        size_t count = !module->prebuilt.count ? targets->count : module->sources.count > 0;
        for (size_t j = 0; j < count; j++) {
            bool is_nvidia = plan_is_nvidia(targets->items[j]);
            const char *target =
                is_nvidia ? plan_parsed_target(&build->plan, module) : targets->items[j];
            if (!strings_contain(out, target))
                strings_add(out, target);
            *out_has_nvidia |= is_nvidia && !module->prebuilt.count;
        }
    }
    strings_sort(out);
}

static enum status find_toolchain(const struct build_request *request, struct build *build)
{
    OWNED_BY(strings_free) struct strings targets = {0};
    const struct toolchain_request wanted = {request->clang, request->hipcc};
    const char *cache = keep(build, path_join(build->directory, "toolchain.json"));
    FORWARD_IF_ERROR(toolchain_find(&wanted, cache, &build->toolchain));
    const char *overlay = keep(build, path_join(build->directory, "device-libs"));
    char *device_libs = NULL;
    bool has_nvidia;
    compiled_targets(build, &targets, &has_nvidia);
    FORWARD_IF_ERROR(toolchain_require_targets(&build->toolchain, &targets));
    if (has_nvidia) {
        FORWARD_IF_ERROR(cuda_compiler_find(request->nvcc, &build->cuda));
        build->plan.cuda = &build->cuda;
    }
    FORWARD_IF_ERROR(toolchain_overlay(&build->toolchain, &targets, overlay, &device_libs));
    build->plan.device_libs = keep(build, device_libs);
    size_t length = strlen(build->directory);
    if (strncmp(device_libs, build->directory, length) == 0 && device_libs[length] == '/')
        /* A path from the build directory, so that the command is the same wherever |directory| is.
         */
        build->plan.device_libs += length + 1;
    return STATUS_OK;
}

enum status build_prepare(const struct build_request *request, const struct strings *operands,
                          struct build *out)
{
    struct project *project = &out->project;
    *out = (struct build){.plan = {.project = project,
                                   .toolchain = &out->toolchain,
                                   .through_hipcc = request->hipcc != NULL,
                                   .clang = request->clang,
                                   .hipcc = request->hipcc,
                                   .nvcc = request->nvcc,
                                   .cmake = request->cmake,
                                   .embed = request->embed,
                                   .compress = request->compress,
                                   .emit = &request->emit,
                                   .lock = -1}};
    out->directory =
        keep(out, request->build ? mem_dup(request->build) : path_join(request->output, ".kbuild"));
    FORWARD_IF_ERROR(read_project(operands, request, out));
    FORWARD_IF_ERROR(apply_options(project, request));
    leave_out_skipped(project);
    FORWARD_IF_ERROR(project_check(project));
    FORWARD_IF_ERROR(check_package(out, request));
    FORWARD_IF_ERROR(check_modules(request, out));
    FORWARD_IF_ERROR(choose_targets(request, out));
    FORWARD_IF_ERROR(leave_out_modules(out));
    if (project->library)
        FORWARD_IF_ERROR(library_check(request, out));
    FORWARD_IF_ERROR(choose_launcher(request, out));
    FORWARD_IF_ERROR(choose_directories(request, out));
    FORWARD_IF_ERROR(find_toolchain(request, out));
    if (project->library)
        FORWARD_IF_ERROR(library_find_archiver(out));
    OWNED_BY(strings_free) struct strings made = {0};
    FORWARD_IF_ERROR(plan_write(&out->plan, &out->package, &made, &out->inputs));
    FORWARD_IF_ERROR(checksums_verify(out->directory, &made));
    return request->cmake ? STATUS_OK : logs_verify(out->directory);
}

void build_free(struct build *build)
{
    project_free(&build->project);
    toolchain_free(&build->toolchain);
    cuda_compiler_free(&build->cuda);
    strings_free(&build->package);
    strings_free(&build->inputs);
    strings_free(&build->texts);
    *build = (struct build){0};
}
