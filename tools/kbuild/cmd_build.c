/* kbuild build: plans the graph, has ninja run it, and says what came out. */
#include "cmd.h"

#include "codeobj.h"
#include "emit/summary.h"
#include "graph/plan.h"
#include "graph/run.h"
#include "graph/targets.h"
#include "util/file.h"
#include "util/process.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct build_options {
    struct strings targets, include, defines, exclude;
    const char *output, *build, *package;
    const char *std, *optimize, *launcher, *embed, *compress, *hipcc, *clang;
    int jobs, cuda_arch;
    bool keep_going, verbose, quiet, json;
};

static const char *const embed_forms[] = {"string", "incbin", "c23", "array", NULL};
static const char *const codecs[] = {"none", "zstd", NULL};

#define FIELD(name) offsetof(struct build_options, name)
static const struct option options[] = {
    {"targets", 't', OPTION_COMMAS, FIELD(targets), "ID,...",
     "gfx1030, gfx90a:xnack-, gfx11-generic, native (this machine's GPUs)", NULL},
    {"output", 'o', OPTION_STRING, FIELD(output), "DIR", "where the package goes (generated)",
     NULL},
    {"build-dir", 0, OPTION_STRING, FIELD(build), "DIR",
     "where the work is done (.kbuild in the output directory)", NULL},
    {"package", 0, OPTION_STRING, FIELD(package), "NAME",
     "names NAME.h, NAME.c and NAME.json (kernels)", NULL},
    {NULL, 'I', OPTION_LIST, FIELD(include), "DIR", "look for headers in DIR", NULL},
    {NULL, 'D', OPTION_LIST, FIELD(defines), "NAME[=VALUE]", "define a macro", NULL},
    {"std", 0, OPTION_STRING, FIELD(std), "STANDARD", "language standard (c++17)", NULL},
    {NULL, 'O', OPTION_STRING, FIELD(optimize), "LEVEL", "optimisation level (3)", NULL},
    {"cuda-arch", 0, OPTION_NUMBER, FIELD(cuda_arch), "N", "what __CUDA_ARCH__ guards see (900)",
     NULL},
    {"exclude", 0, OPTION_LIST, FIELD(exclude), "GLOB", "leave files out when there is no manifest",
     NULL},
    {"embed", 0, OPTION_STRING, FIELD(embed), "FORM", "form of the headers", embed_forms},
    {"compress", 0, OPTION_STRING, FIELD(compress), "CODEC", "compress each image", codecs},
    {"jobs", 'j', OPTION_NUMBER, FIELD(jobs), "N", "jobs at a time (ninja's choice)", NULL},
    {"keep-going", 'k', OPTION_FLAG, FIELD(keep_going), NULL,
     "build what can be built when something fails", NULL},
    {"launcher", 0, OPTION_STRING, FIELD(launcher), "PROGRAM",
     "put before every compiler command: ccache (or $KBUILD_LAUNCHER)", NULL},
    {"hipcc", 0, OPTION_STRING, FIELD(hipcc), "PROGRAM", "compile through this hipcc", NULL},
    {"clang", 0, OPTION_STRING, FIELD(clang), "PROGRAM",
     "the clang to use, or its version: 19 (hipcc's own)", NULL},
    {"verbose", 'v', OPTION_FLAG, FIELD(verbose), NULL, "show the commands", NULL},
    {"quiet", 'q', OPTION_FLAG, FIELD(quiet), NULL, "only errors and warnings", NULL},
    {"json", 0, OPTION_FLAG, FIELD(json), NULL, "print what was built as JSON", NULL},
    {0},
};

static void strings_set(char **field, const char *value, const char *fallback)
{
    if (value || !*field) {
        free(*field);
        *field = mem_dup(value ? value : fallback);
    }
}

/* The manifest that |operand| means: itself, or kernels.yaml in the directory that it is; NULL when
 * there is none. */
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

/* The build directory as it was asked for, or beside the outputs. */
static char *wanted_build_directory(const struct build_options *chosen)
{
    return chosen->build ? mem_dup(chosen->build) : path_join(chosen->output, ".kbuild");
}

static enum status read_project(const char *operand, const struct build_options *chosen,
                                struct project *out)
{
    char *manifest = find_manifest(operand);
    enum status status;
    if (manifest && chosen->exclude.count) {
        status = status_fail(STATUS_USAGE,
                             "build: --exclude is for directories without a "
                             "manifest; %s says what is built",
                             manifest);
    } else if (manifest) {
        status = manifest_read(manifest, out);
    } else {
        char *wanted = wanted_build_directory(chosen);
        char *build = path_absolute(wanted);
        status = project_walk(operand, &chosen->exclude, build, out);
        free(build);
        free(wanted);
    }
    free(manifest);
    return status;
}

static void apply_options(struct project *project, const struct build_options *chosen)
{
    strings_set(&project->package, chosen->package, "kernels");
    strings_set(&project->std, chosen->std, "c++17");
    strings_set(&project->optimize, chosen->optimize, "3");
    if (chosen->cuda_arch || !project->cuda_arch)
        project->cuda_arch = chosen->cuda_arch ? chosen->cuda_arch : 900;
    strings_add_all(&project->flags.defines, &chosen->defines);
    for (size_t i = 0; i < chosen->include.count; i++)
        strings_take(&project->flags.include, path_absolute(chosen->include.items[i]));
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

static enum status choose_targets(struct project *project, const struct build_options *chosen)
{
    bool given = chosen->targets.count != 0;
    if (given) {
        strings_free(&project->targets);
        strings_add_all(&project->targets, &chosen->targets);
    }
    if (!project->targets.count)
        return status_fail(STATUS_USAGE, "build: for which GPUs? Say --targets gfx1030,gfx1100, or "
                                         "'targets' in the manifest; 'kbuild targets' lists them");
    char *place = given ? mem_dup("--targets") : mem_format("%s: 'targets'", project->manifest);
    enum status status =
        canonical_targets(&project->targets, place, given ? STATUS_USAGE : STATUS_INPUT);
    free(place);
    FORWARD_IF_ERROR(status);

    for (size_t i = 0; i < project->module_count; i++) {
        struct module *module = &project->modules[i];
        if (!module->only.count)
            continue;
        place = mem_format("%s:%d: 'only'", project->manifest, module->line);
        status = canonical_targets(&module->only, place, STATUS_INPUT);
        free(place);
        FORWARD_IF_ERROR(status);
        /* A module for one chip takes no part in a build for others. */
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

/* Intermediates are nobody's business but ours. */
static enum status hide_from_git(const char *build)
{
    char *path = path_join(build, ".gitignore");
    enum status status = file_update(path, "*\n", 2);
    free(path);
    return status;
}

static char *own_path(void)
{
    char *path = realpath("/proc/self/exe", NULL);
    if (!path)
        status_fail(STATUS_ENVIRONMENT, "cannot find this program; is /proc mounted?");
    return path;
}

static enum status report(const struct build_options *chosen, const struct plan *plan, bool changed)
{
    char *path = path_join(plan->output, "images.json");
    enum status status = STATUS_OK;
    if (chosen->json) {
        struct buf text = {0};
        status = file_read(path, &text);
        if (status == STATUS_OK)
            fwrite(text.data, 1, text.size, stdout);
        buf_free(&text);
    } else if (changed && !chosen->quiet) {
        status = summary_print(stdout, path, false);
    }
    free(path);
    return status;
}

static enum status build_with(const struct build_options *chosen, struct plan *plan,
                              struct toolchain *toolchain)
{
    const struct toolchain_request request = {chosen->clang, chosen->hipcc};
    char *cache = path_join(plan->build, "toolchain.json");
    enum status status = toolchain_find(&request, cache, toolchain);
    free(cache);
    FORWARD_IF_ERROR(status);
    FORWARD_IF_ERROR(toolchain_require_targets(toolchain, &plan->project->targets));
    plan->toolchain = toolchain;

    char *overlay = path_join(plan->build, "device-libs");
    char *device_libs = NULL;
    status = toolchain_overlay(toolchain, &plan->project->targets, overlay, &device_libs);
    free(overlay);
    FORWARD_IF_ERROR(status);
    char *own_libs = device_libs;
    size_t length = strlen(plan->build);
    if (strncmp(device_libs, plan->build, length) == 0 && device_libs[length] == '/')
        device_libs += length + 1; /* the same command wherever the build directory stands */
    plan->device_libs = device_libs;
    status = plan_write(plan);
    plan->device_libs = NULL;
    free(own_libs);
    FORWARD_IF_ERROR(status);

    const struct run_options running = {
        .jobs = chosen->jobs,
        .keep_going = chosen->keep_going,
        .verbose = chosen->verbose,
        .quiet = chosen->quiet,
        .progress_to_stderr = chosen->json,
    };
    bool changed = false;
    FORWARD_IF_ERROR(run_ninja(plan, &running, &changed));
    return report(chosen, plan, changed);
}

static enum status build_project(const struct build_options *chosen, struct project *project)
{
    apply_options(project, chosen);
    FORWARD_IF_ERROR(project_check(project));
    FORWARD_IF_ERROR(choose_targets(project, chosen));

    const char *launcher = chosen->launcher ? chosen->launcher : getenv("KBUILD_LAUNCHER");
    struct plan plan = {
        .project = project,
        .launcher = launcher && *launcher ? launcher : NULL,
        .through_hipcc = chosen->hipcc != NULL,
        .embed = chosen->embed,
        .compress = chosen->compress,
    };
    char *program = plan.launcher ? process_find(plan.launcher) : NULL;
    if (plan.launcher && !program)
        return status_fail(STATUS_ENVIRONMENT, "launcher '%s': no such program in PATH",
                           plan.launcher);
    free(program);

    char *wanted = wanted_build_directory(chosen);
    struct toolchain toolchain = {0};
    char *headers = toolchain_include_directory();
    char *self = own_path();
    char *output = headers && self ? working_directory(chosen->output) : NULL;
    char *build = output ? working_directory(wanted) : NULL;
    plan.headers = headers;
    plan.self = self;
    plan.output = output;
    plan.build = build;
    enum status status = build ? hide_from_git(build) : STATUS_ENVIRONMENT;
    if (status == STATUS_OK)
        status = run_lock(build);
    if (status == STATUS_OK)
        status = build_with(chosen, &plan, &toolchain);
    toolchain_free(&toolchain);
    free(build);
    free(output);
    free(self);
    free(headers);
    free(wanted);
    return status;
}

static enum status run(const struct command *command, int argc, char **argv)
{
    struct build_options chosen = {.output = "generated", .embed = "string", .compress = "none"};
    struct strings operands = {0};
    struct project project = {0};
    enum status status = options_parse(command, argc, argv, &chosen, &operands);
    if (status == STATUS_OK && operands.count > 1)
        status = status_fail(STATUS_USAGE,
                             "build: one directory or manifest, not %zu; list "
                             "several trees in a manifest",
                             operands.count);
    if (status == STATUS_OK)
        status = read_project(operands.count ? operands.items[0] : ".", &chosen, &project);
    if (status == STATUS_OK)
        status = build_project(&chosen, &project);
    project_free(&project);
    strings_free(&operands);
    strings_free(&chosen.targets);
    strings_free(&chosen.include);
    strings_free(&chosen.defines);
    strings_free(&chosen.exclude);
    return status;
}

const struct command cmd_build = {
    .name = "build",
    .summary = "turn a tree of kernels into an embeddable package",
    .operands = "[DIR | MANIFEST]",
    .details =
        "Translates every source to HIP, compiles it for every target, checks that no kernel was\n"
        "lost and that every signature agrees with the machine code, and writes the package:\n"
        "<module>.hsaco, <module>.hsaco.h, and <package>.h, .c and .json. With a manifest\n"
        "(kernels.yaml in DIR) its modules are built; without one every *.cu and *.hip is a\n"
        "module. Only what changed is redone. When anything fails, DIR's outputs stay as they "
        "were.\n",
    .example = "  kbuild build kernels/ --targets gfx1030,gfx1100,gfx90a -o generated/\n",
    .options = options,
    .run = run,
};
