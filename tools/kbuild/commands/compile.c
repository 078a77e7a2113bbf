/* kbuild compile: compiles a module's sources to one object, as one step of any build system. */
#include "commands/commands.h"

#include "graph/plan.h"
#include "graph/project.h"
#include "graph/step.h"
#include "util/file.h"

struct compile_options {
    const char *target, *output, *depfile, *build, *root, *options, *launcher, *clang, *hipcc,
        *nvcc;
    const char *precompiled;
    bool reflect, source, precompile;
    /* a text that is not read: it makes the command differ, so that ninja runs the step again */
    const char *contents;
    bool is_source; /* whether the operand is a source, not a unit's manifest */
    int parent;
};

#define FIELD(name) offsetof(struct compile_options, name)
static const struct option options[] = {
    {"targets", 't', OPTION_STRING, FIELD(target), "ID", "the GPU to compile for", NULL},
    {"output", 'o', OPTION_STRING, FIELD(output), "FILE", "the object, or with --reflect the JSON",
     NULL},
    {"depfile", 0, OPTION_STRING, FIELD(depfile), "FILE",
     "where to tell the files that were read (FILE.d beside the output)", NULL},
    {"build-dir", 0, OPTION_STRING, FIELD(build), "DIR",
     "where translations and what is known of the toolchain are kept (.kbuild)", NULL},
    {"reflect", 0, OPTION_FLAG, FIELD(reflect), NULL,
     "list the kernels with their parameters; compile nothing", NULL},
    {"source", 0, OPTION_FLAG, FIELD(source), NULL,
     "write the source as a C header for the package; compile nothing", NULL},
    {"precompile", 0, OPTION_FLAG, FIELD(precompile), NULL,
     "make a precompiled header for units with these flags; compile nothing", NULL},
    {"precompiled", 0, OPTION_STRING, FIELD(precompiled), "FILE",
     "such a header, in the build directory's precompiled/", NULL},
    {"contents", 0, OPTION_STRING, FIELD(contents), "DIGEST",
     "of the sources; not read, but a change of it makes ninja run the step again", NULL},
    {"root", 0, OPTION_STRING, FIELD(root), "DIR",
     "the project's root, from which code objects know its files (UNIT's directory)", NULL},
    {"options", 0, OPTION_STRING, FIELD(options), "FILE",
     "more options, one a line: -IDIR, -DNAME and --flag=FLAG", NULL},
    {"end-with", 0, OPTION_NUMBER, FIELD(parent), "PID",
     "end when this process ends, which runs the command", NULL},
    {"launcher", 0, OPTION_STRING, FIELD(launcher), "PROGRAM", "put before the compiler", NULL},
    {"hipcc", 0, OPTION_STRING, FIELD(hipcc), "PROGRAM", "compile through this hipcc", NULL},
    {"clang", 0, OPTION_STRING, FIELD(clang), "PROGRAM", "the clang to use, or its version", NULL},
    {"nvcc", 0, OPTION_STRING, FIELD(nvcc), "PROGRAM", "the compiler for NVIDIA GPUs", NULL},
    {0},
};

static enum status read_unit(const struct compile_options *chosen, const char *path,
                             struct project *out)
{
    if (chosen->is_source) {
        OWNED_BY(strings_free) struct strings sources = {0};
        strings_add(&sources, path);
        FORWARD_IF_ERROR(project_list(&sources, NULL, out));
        project_complete(out);
    } else {
        FORWARD_IF_ERROR(manifest_read(path, out));
    }
    if (chosen->root) {
        free(out->root);
        free(out->shown);
        out->root = path_absolute(chosen->root);
        out->shown = mem_dup(out->root);
    }
    if (out->module_count != 1 || !out->std || !out->optimize)
        return status_fail(STATUS_INPUT,
                           "%s: not a module by itself, as kbuild plan writes it; for a manifest "
                           "there is kbuild build",
                           path);
    project_complete(out);
    return project_check(out);
}

/* Adds the option |line| ("-DNAME", "-IDIR"). Build systems make such lines from lists that may be
 * empty, so "-D" alone is ignored. A directory that does not exist is ignored too, because the
 * compiler would ignore it. */
static void add_option(struct flags *flags, const char *line)
{
    if (strncmp(line, "-D", 2) == 0) {
        if (line[2])
            strings_add(&flags->defines, line + 2);
    } else if (strncmp(line, "-I", 2) == 0) {
        if (line[2] && path_is_directory(line + 2))
            strings_take(&flags->include, path_absolute(line + 2));
    } else if (strncmp(line, "--flag=", 7) == 0 && line[7]) {
        strings_add(&flags->other, line + 7);
    }
}

static enum status read_options(const char *path, struct flags *flags)
{
    OWNED_BY(buf_free) struct buf text = {0};
    FORWARD_IF_ERROR(file_read_plain(path, &text));
    for (char *line = text.data, *end; line && *line; line = end) {
        end = line + strcspn(line, "\n");
        if (*end)
            *end++ = '\0';
        add_option(flags, line);
    }
    return STATUS_OK;
}

/* Appends the options in the file |chosen->options| to the project's flags, and writes them to a
 * response file for editors. */
static enum status apply_options(const struct compile_options *chosen, struct project *project)
{
    OWNED_BY(flags_free) struct flags more = {0};
    enum status status = read_options(chosen->options, &more);
    OWNED char *place = mem_format("%s: ", chosen->options);
    if (status == STATUS_OK)
        status = flags_check(&more, place);
    if (status == STATUS_OK && chosen->reflect)
        status = editor_write_options(chosen->build, &more);
    strings_add_all(&project->flags.defines, &more.defines);
    strings_add_all(&project->flags.include, &more.include);
    strings_add_all(&project->flags.other, &more.other);
    return status;
}

/* Fails if the build was planned for another toolchain than |toolchain|, because all steps of a
 * graph must use one toolchain. */
static enum status check_fingerprint(const struct toolchain *toolchain, const char *build)
{
    OWNED_BY(buf_free) struct buf planned = {0};
    OWNED char *path = path_join(build, "toolchain.stamp");
    enum status status = STATUS_OK;
    if (file_try_read(path, &planned) && strcmp(planned.data, toolchain->fingerprint) != 0)
        status = status_fail(STATUS_ENVIRONMENT,
                             "%s is another toolchain than the build was configured for, or its "
                             "device libraries have changed; configure again",
                             toolchain->clang);
    return status;
}

static enum status find_toolchain(const struct compile_options *chosen, const char *build,
                                  const struct strings *targets, struct toolchain *toolchain,
                                  char **out_device_libs)
{
    const struct toolchain_request wanted = {chosen->clang, chosen->hipcc};
    OWNED char *cache = path_join(build, "toolchain.json"),
               *overlay = path_join(build, "device-libs");
    const bool is_nvidia = plan_is_nvidia(targets->items[0]);
    FORWARD_IF_ERROR(chosen->is_source && !is_nvidia
                         ? toolchain_find_for(&wanted, targets->items[0], build, toolchain)
                         : toolchain_find(&wanted, cache, toolchain));
    if (is_nvidia) {
        *out_device_libs = NULL;
        return toolchain->fingerprint ? check_fingerprint(toolchain, build) : STATUS_OK;
    }
    FORWARD_IF_ERROR(toolchain_require_targets(toolchain, targets));
    FORWARD_IF_ERROR(check_fingerprint(toolchain, build));
    return toolchain_overlay(toolchain, targets, overlay, out_device_libs);
}

/* Makes the result in the directory |build|. The caller has set the members of |plan| for the
 * project and the toolchain; this function sets the others. */
static enum status make_in(const struct compile_options *chosen, const char *build,
                           const char *target, struct plan *plan)
{
    OWNED char *work = mem_format("%s/modules/%s", build, plan->project->modules[0].name);
    /* Relative paths stay relative, because the checksum of a source is recorded with its path from
     * this directory. */
    OWNED char *output = chosen->source ? mem_dup(chosen->output) : path_absolute(chosen->output);
    OWNED char *depfile = !chosen->depfile ? mem_format("%s.d", output)
                          : chosen->source ? mem_dup(chosen->depfile)
                                           : path_absolute(chosen->depfile);
    OWNED char *headers = toolchain_include_directory(), *self = realpath("/proc/self/exe", NULL);
    /* A relative path makes the command the same wherever the build directory is. */
    OWNED char *below = mem_format("%s/", build), *device_libs = NULL;
    if (plan->device_libs && text_begins(plan->device_libs, below))
        plan->device_libs = device_libs = path_relative(plan->device_libs, work);
    plan->build = work;
    plan->headers = headers;
    plan->self = self;
    plan->launcher = chosen->launcher;
    plan->through_hipcc = chosen->hipcc != NULL;
    const struct unit_request request = {.target = target,
                                         .result = chosen->source       ? UNIT_SOURCE
                                                   : chosen->reflect    ? UNIT_KERNELS
                                                   : chosen->precompile ? UNIT_PRECOMPILED
                                                                        : UNIT_OBJECT,
                                         .output = output,
                                         .depfile = depfile,
                                         .precompiled = chosen->precompiled};
    FORWARD_IF_ERROR(headers && self ? path_make_directories(work) : STATUS_ENVIRONMENT);
    return unit_make(plan, &request);
}

static enum status make(const struct compile_options *chosen, const struct project *project,
                        const struct strings *targets)
{
    OWNED_BY(toolchain_free) struct toolchain toolchain = {0};
    OWNED_BY(cuda_compiler_free) struct cuda_compiler cuda = {0};
    OWNED char *build = path_absolute(chosen->build), *device_libs = NULL;
    struct plan plan = {.project = project, .toolchain = &toolchain};
    FORWARD_IF_ERROR(build_directory_enter(build));
    if (plan_is_nvidia(targets->items[0])) {
        FORWARD_IF_ERROR(cuda_compiler_find(chosen->nvcc, &cuda));
        plan.cuda = &cuda;
    }
    FORWARD_IF_ERROR(find_toolchain(chosen, build, targets, &toolchain, &device_libs));
    plan.device_libs = device_libs;
    return make_in(chosen, build, targets->items[0], &plan);
}

static enum status run(void *context, struct strings *operands)
{
    struct compile_options *chosen = context;
    if (operands->count != 1 || !chosen->target || !chosen->output)
        return status_fail(STATUS_USAGE,
                           "compile: needs --targets ID, -o FILE and one UNIT or SOURCE");
    OWNED_BY(strings_free) struct strings wanted = {0}, targets = {0};
    OWNED_BY(project_free) struct project project = {0};
    if (chosen->parent)
        run_end_with((pid_t)chosen->parent);
    chosen->is_source = project_is_source(operands->items[0]);
    strings_add(&wanted, chosen->target);
    FORWARD_IF_ERROR(targets_resolve(&wanted, "--targets", STATUS_USAGE, &targets));
    FORWARD_IF_ERROR(read_unit(chosen, operands->items[0], &project));
    if (chosen->options)
        FORWARD_IF_ERROR(apply_options(chosen, &project));
    return make(chosen, &project, &targets);
}

static const struct compile_options defaults = {.build = ".kbuild"};

const struct command cmd_compile = {
    .name = "compile",
    .summary = "compile one module or source for one GPU (a step of other build systems)",
    .operands = "UNIT | SOURCE",
    .details =
        "Follows the includes of the sources, translates what they reach, and compiles. The\n"
        "object is whole or absent; the depfile names the files that were read. UNIT is a\n"
        "manifest of one module, which kbuild plan writes, as it writes the commands. SOURCE is a\n"
        "*.cu or *.hip by itself.\n",
    .example = "  kbuild compile --targets gfx90a -o scale.gfx90a.hsaco units/scale.json\n"
               "  kbuild compile --targets gfx1100 -o scale.hsaco scale.cu\n",
    .options = options,
    .size = sizeof defaults,
    .defaults = &defaults,
    .run = run,
};
