#include "graph/plan.h"

#include "codeobj.h"
#include "emit/api.h"
#include "emit/index.h"
#include "parts.h"
#include "graph/shadow.h"
#include "util/checksum.h"
#include "util/file.h"

#include <sys/stat.h>

/* The graph that is being written, and data that its edges share. */
struct writer {
    const struct plan *plan;
    struct shadow shadow;
    struct precompiled_list precompiled;
    struct buf text;    /* the contents of build.ninja, or of the CMake file */
    enum status status; /* the first failure of a function that wrote an edge */
    struct cmake_graph cmake;
    /* absolute paths of the compatibility headers, on which every compilation depends */
    struct strings headers;
    struct strings staged; /* the files in out/, with paths from the build directory */
    /* the files that steps make in the build directory, with paths from there */
    struct strings made;
    struct strings texts; /* strings that other members and edges borrow */
};

/* "exec" makes the step a child of ninja itself, in place of the shell that ninja starts. The step
 * notices when its parent ends, and must end with ninja. */
static const char preamble[] = "# Written by kbuild build; overwritten at every run.\n"
                               "ninja_required_version = 1.10\n"
                               "builddir = .\n"
                               "\n"
                               "rule step\n  command = exec $argv\n  restat = 1\n"
                               "rule compile\n  command = exec $argv\n  deps = gcc\n  restat = 1\n"
                               "\n";

static const char cmake_preamble[] =
    "# Written by kbuild plan. Read by kbuild_add_kernels(): the steps, and in variables what "
    "comes\n"
    "# of them: KBUILD_PUBLISHED, which is there when all of KBUILD_PACKAGE is.\n";

/* The first output of CMake's step "publish". The step touches it even if the package's files stay
 * as they are. */
static const char published[] = "published.stamp";

const struct strings *plan_targets(const struct plan *plan, const struct module *module)
{
    return module->only.count ? &module->only : &plan->project->targets;
}

bool plan_is_nvidia(const char *target)
{
    struct target_id id;
    return target_id_parse(target, &id, NULL) == CODEOBJ_OK && target_is_nvidia(&id);
}

/* Returns the module's first target for AMD GPUs, or NULL. */
static const char *first_amd(const struct plan *plan, const struct module *module)
{
    const struct strings *targets = plan_targets(plan, module);
    for (size_t i = 0; i < targets->count; i++)
        if (!plan_is_nvidia(targets->items[i]))
            return targets->items[i];
    return NULL;
}

const char *plan_parsed_target(const struct plan *plan, const struct module *module)
{
    const char *first = first_amd(plan, module);
    return first ? first : "gfx1030";
}

/* Keeps |text| as long as |writer| lives, and returns it. */
static char *keep(struct writer *writer, char *text)
{
    return strings_keep(&writer->texts, text);
}

static void edge_end(struct writer *writer, struct edge *edge)
{
    if (writer->plan->cmake) {
        cmake_write_edge(&writer->cmake, &writer->text, writer->plan->build, edge);
    } else {
        if (writer->status == STATUS_OK)
            writer->status = ninja_check_edge(edge);
        ninja_write_edge(&writer->text, edge);
        strings_add_all(&writer->made, &edge->outputs);
    }
    edge_free(edge);
}

/* Begins the command of an edge that runs a subcommand of kbuild; kbuild itself is an input of the
 * edge. */
static void edge_self(const struct writer *writer, struct edge *edge, const char *command)
{
    strings_add(&edge->command, writer->plan->self);
    strings_add(&edge->command, command);
    strings_add(&edge->implicit, writer->plan->self);
}

/* Returns the extension of code objects for |target|. */
static const char *object_extension(const char *target)
{
    return !plan_is_nvidia(target) ? ".hsaco" : *target == 'c' ? ".ptx" : ".cubin";
}

/* Returns the path of a code object. The target ID is a part of its name, without its colons
 * ("gfx90a:xnack-"), which ninja, make and depfiles would have to escape. */
static const char *object_path(struct writer *writer, const struct module *module,
                               const char *target)
{
    const char *extension = object_extension(target);
    char *path = keep(writer, mem_format("obj/%s.%s%s", module->name, target, extension));
    for (char *at = path + strlen(path) - strlen(target) - strlen(extension); *at; at++)
        if (*at == ':')
            *at = '_';
    return path;
}

/* Whether some module that reaches file |index| is compiled for an AMD GPU. */
static bool is_for_amd(const struct writer *writer, size_t index)
{
    for (size_t i = 0; i < writer->shadow.module_count; i++) {
        const struct shadow_reach *reach = &writer->shadow.modules[i];
        if (!first_amd(writer->plan, &writer->plan->project->modules[i]))
            continue;
        for (size_t j = 0; j < reach->count; j++)
            if (reach->files[j] == index)
                return true;
    }
    return false;
}

/* hipify warns of what concerns AMD GPUs, so a file for NVIDIA GPUs alone gets no warnings. */
static void write_hipify(struct writer *writer, size_t index)
{
    const struct shadow_file *file = &writer->shadow.files[index];
    struct edge edge = {
        .rule = "step",
        .description =
            keep(writer, mem_format(file->is_hip ? "copy %s (HIP)" : "hipify %s", file->shown))};
    strings_take(&edge.inputs, path_relative(file->original, writer->plan->build));
    strings_add(&edge.implicit, writer->plan->self);
    strings_add(&edge.outputs, file->path);
    command_hipify(writer->plan, file, is_for_amd(writer, index), &edge.command);
    edge_end(writer, &edge);
}

/* Appends the translations of all files that |module| reaches: to |told| those with a name that a
 * depfile can have, to |untold| the others. */
static void add_reach(const struct writer *writer, size_t index, struct strings *told,
                      struct strings *untold)
{
    const struct shadow_reach *reach = &writer->shadow.modules[index];
    for (size_t i = 0; i < reach->count; i++) {
        const char *path = writer->shadow.files[reach->files[i]].path;
        strings_add(depfile_can_name(path) ? told : untold, path);
    }
}

/* Appends the files beside the code object |path| that describe its kernels, as Triton writes
 * them. */
static void add_beside(const char *path, struct strings *out)
{
    static const char *const extensions[] = {".json", ".ttir"};
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++) {
        char *beside = signature_beside(path, extensions[i]);
        if (path_exists(beside))
            strings_take(out, beside);
        else
            free(beside);
    }
}

static enum status write_file(struct writer *writer, const char *name, const char *text,
                              size_t size)
{
    return file_update(keep(writer, path_join(writer->plan->build, name)), text, size);
}

static const char *const stamps[] = {"toolchain.stamp", "headers.stamp", NULL};

static const char *precompile_label(struct writer *writer, const struct precompiled *header)
{
    return keep(writer, mem_format("precompile headers for %s", header->target));
}

static void write_precompile(struct writer *writer, const struct precompiled *header)
{
    struct edge edge = {.rule = "compile",
                        .description = precompile_label(writer, header),
                        .depfile = keep(writer, mem_format("%s.d", header->path))};
    strings_add(&edge.outputs, header->path);
    strings_add(&edge.inputs, PRECOMPILED_SOURCE);
    strings_add_list(&edge.implicit, stamps);
    command_precompile(writer->plan, &writer->shadow, header, edge.depfile, edge.description,
                       &edge.command);
    edge_end(writer, &edge);
}

/* Adds the precompiled header that |edge| can read, if there is one, to the inputs of |edge|.
 * Returns the header's path, or NULL. */
static const char *add_precompiled(const struct writer *writer, size_t index, const char *target,
                                   struct edge *edge)
{
    const char *path =
        precompiled_for(writer->plan, &writer->shadow, index, target, &writer->precompiled);
    if (path)
        strings_add(&edge->implicit, path);
    return path;
}

static enum status write_reflect(struct writer *writer, size_t index)
{
    const struct plan *plan = writer->plan;
    const struct module *module = &plan->project->modules[index];
    const char *input, *target = plan_parsed_target(plan, module);
    FORWARD_IF_ERROR(command_input(plan, &writer->shadow, index, &writer->texts, &input));
    struct edge edge = {.rule = "step",
                        .description = keep(writer, mem_format("reflect %s", module->name))};
    strings_addf(&edge.outputs, "meta/%s.json", module->name);
    strings_add(&edge.inputs, input);
    strings_add(&edge.implicit, plan->self);
    add_reach(writer, index, &edge.implicit, &edge.implicit);
    strings_add_list(&edge.implicit, stamps);
    command_reflect(plan, &writer->shadow, module, target, input, edge.outputs.items[0],
                    add_precompiled(writer, index, target, &edge), &edge.command);
    edge_end(writer, &edge);
    return STATUS_OK;
}

/* Returns the label, for messages, of the step that compiles module |index| for |target|. */
static char *compile_label(struct writer *writer, size_t index, const char *target)
{
    return keep(writer,
                mem_format("compile %s%s for %s", writer->plan->project->modules[index].name,
                           writer->shadow.modules[index].is_hip ? " (HIP)" : "", target));
}

/* Begins the step that compiles module |index| for |target|. The caller adds the command, and as
 * inputs the files that |input| includes. */
static void begin_compile(struct writer *writer, size_t index, const char *target,
                          const char *input, struct edge *out)
{
    const char *object = object_path(writer, &writer->plan->project->modules[index], target);
    *out = (struct edge){.rule = "compile",
                         .description = compile_label(writer, index, target),
                         .depfile = keep(writer, mem_format("%s.d", object))};
    strings_add(&out->outputs, object);
    strings_add(&out->inputs, input);
    strings_add_list(&out->implicit, stamps);
}

static void write_compile(struct writer *writer, size_t index, const char *input,
                          const char *target)
{
    const struct plan *plan = writer->plan;
    const struct module *module = &plan->project->modules[index];
    struct edge edge;
    begin_compile(writer, index, target, input, &edge);
    add_reach(writer, index, &edge.order_only, &edge.implicit);
    const char *precompiled = plan->launcher ? NULL : add_precompiled(writer, index, target, &edge);
    command_compile(plan, &writer->shadow, module, target, input, edge.outputs.items[0],
                    edge.depfile, edge.description, precompiled, &edge.command);
    edge_end(writer, &edge);
}

/* Writes the step that compiles a module with nvcc. nvcc reads the original files, all of which are
 * inputs of the step. */
static enum status write_cuda_compile(struct writer *writer, size_t index, const char *target)
{
    const struct plan *plan = writer->plan;
    const struct module *module = &plan->project->modules[index];
    const struct shadow_reach *reach = &writer->shadow.modules[index];
    const char *input;
    struct edge edge;
    FORWARD_IF_ERROR(command_cuda_input(plan, &writer->shadow, index, &writer->texts, &input));
    begin_compile(writer, index, target, input, &edge);
    strings_add(&edge.implicit, "cuda.stamp");
    for (size_t i = 0; i < reach->count; i++)
        strings_take(&edge.implicit,
                     path_relative(writer->shadow.files[reach->files[i]].original, plan->build));
    command_cuda(plan, module, target, input, edge.outputs.items[0], edge.depfile, edge.description,
                 shadow_contents(&writer->shadow, index), &edge.command);
    edge_end(writer, &edge);
    return STATUS_OK;
}

/* Begins a step that makes |output| of a unit; end_unit_step() names the unit and adds it to the
 * inputs. */
static struct edge begin_unit_step(struct writer *writer, const char *target, const char *output,
                                   const char *description)
{
    const struct plan *plan = writer->plan;
    struct edge edge = {.rule = plan->cmake ? NULL : "compile",
                        .description = description,
                        .depfile = keep(writer, mem_format("%s.d", output))};
    edge_self(writer, &edge, "compile");
    strings_add(&edge.outputs, output);
    strings_add_list(&edge.command, (const char *const[]){"--build-dir", ".", "--targets", target,
                                                          "--root", plan->project->root, "-o",
                                                          output, "--depfile", edge.depfile, NULL});
    const char *const choices[][2] = {{"--launcher", plan->launcher},
                                      {"--clang", plan->clang},
                                      {"--hipcc", plan->hipcc},
                                      {"--nvcc", plan_is_nvidia(target) ? plan->nvcc : NULL}};
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        if (choices[i][1])
            strings_add_list(&edge.command,
                             (const char *const[]){choices[i][0], choices[i][1], NULL});
    strings_add_list(&edge.implicit, stamps);
    if (plan_is_nvidia(target))
        strings_add(&edge.implicit, "cuda.stamp");
    strings_add(&edge.implicit, plan->toolchain->clang);
    strings_add(&edge.implicit, plan->toolchain->lld);
    return edge;
}

/* Ends a step that makes something of the unit |name|. |sources| are inputs in addition to the
 * unit's own file. */
static void end_unit_step(struct writer *writer, const char *name, const struct strings *sources,
                          struct edge *edge)
{
    strings_addf(&edge->inputs, "units/%s.json", name);
    strings_add(&edge->command, edge->inputs.items[0]);
    strings_add_all(&edge->inputs, sources);
    edge_end(writer, edge);
}

/* Writes one step that makes |result| of everything that module |index| reaches. Another build
 * system's graph has only such steps; kbuild's own graph has them for results that are not
 * compiled. */
static void write_unit_step(struct writer *writer, size_t index, const char *target,
                            enum unit_result result)
{
    const struct module *module = &writer->plan->project->modules[index];
    const char *name = module->name, *output, *description, *precompiled = NULL;
    if (result == UNIT_KERNELS) {
        description = keep(writer, mem_format("reflect %s", name));
        output = keep(writer, mem_format("meta/%s.json", name));
    } else if (result == UNIT_SOURCE) {
        description = keep(writer, mem_format("copy the source of %s", name));
        output = keep(writer, mem_format("out/%s.source.h", name));
        strings_add(&writer->staged, output);
    } else {
        description = compile_label(writer, index, target);
        output = object_path(writer, module, target);
    }
    struct edge edge = begin_unit_step(writer, target, output, description);
    if (result == UNIT_KERNELS)
        strings_add(&edge.command, "--reflect");
    if (result == UNIT_SOURCE) {
        strings_add(&edge.command, "--source");
        strings_addf(&edge.command, "--contents=%016jx", shadow_contents(&writer->shadow, index));
    } else if (result == UNIT_KERNELS || !writer->plan->launcher) {
        precompiled = add_precompiled(writer, index, target, &edge);
    }
    if (precompiled)
        strings_add_list(&edge.command, (const char *const[]){"--precompiled", precompiled, NULL});
    end_unit_step(writer, name, &module->sources, &edge);
}

static enum status write_unit_file(struct writer *writer, const struct module *module)
{
    return unit_write(
        writer->plan, module,
        keep(writer, mem_format("%s/units/%s.json", writer->plan->build, module->name)));
}

/* Writes the unit for the precompiled |header|: a module with the header's flags, and one source of
 * each directory in which its modules have sources. If all modules are fusions, which have no
 * sources, the unit is the first fusion. */
static enum status write_precompile_unit(struct writer *writer, const struct precompiled *header)
{
    const struct module *modules = writer->plan->project->modules;
    OWNED char *name = mem_format("precompiled_%.*s", 16, path_name(header->path));
    OWNED_BY(strings_free) struct strings directories = {0}, sources = {0};
    for (size_t i = 0; i < header->module_count; i++) {
        const struct strings *of_module = &modules[header->modules[i]].sources;
        for (size_t j = 0; j < of_module->count; j++) {
            OWNED char *directory = path_directory(of_module->items[j]);
            if (strings_contain(&directories, directory))
                continue;
            strings_add(&directories, directory);
            strings_add(&sources, of_module->items[j]);
        }
    }
    const struct module *first = &modules[header->modules[0]];
    const struct module unit = {.name = name,
                                .sources = sources,
                                .expression = sources.count ? NULL : first->expression,
                                .dtypes = sources.count ? NULL : first->dtypes,
                                .cuda_arch = first->cuda_arch,
                                .flags = first->flags};
    FORWARD_IF_ERROR(write_unit_file(writer, &unit));
    struct edge edge =
        begin_unit_step(writer, header->target, header->path, precompile_label(writer, header));
    /* The name of |header| is a digest of the flags, not of the files that the compiler may find.
     * So the command also has a digest of the files' names. */
    strings_add(&edge.command, "--precompile");
    strings_addf(&edge.command, "--contents=%016jx",
                 command_names_digest(writer->plan, &modules[header->modules[0]]));
    strings_addf(&edge.command, "units/%s.json", name);
    edge_end(writer, &edge);
    return STATUS_OK;
}

static enum status write_precompiled(struct writer *writer)
{
    static const char text[] = "// All comes from the command line.\n";
    precompiled_collect(writer->plan, &writer->shadow, &writer->precompiled);
    precompiled_prune(&writer->precompiled, writer->plan->build);
    for (size_t i = 0; i < writer->precompiled.count; i++) {
        const struct precompiled *header = &writer->precompiled.items[i];
        if (!precompiled_pays(header))
            continue;
        if (writer->plan->cmake)
            FORWARD_IF_ERROR(write_precompile_unit(writer, header));
        else
            write_precompile(writer, header);
    }
    return write_file(writer, PRECOMPILED_SOURCE, text, sizeof text - 1);
}

static enum status write_unit(struct writer *writer, size_t index)
{
    const struct module *module = &writer->plan->project->modules[index];
    const struct strings *targets = plan_targets(writer->plan, module);
    FORWARD_IF_ERROR(write_unit_file(writer, module));
    for (size_t i = 0; i < targets->count; i++)
        write_unit_step(writer, index, targets->items[i], UNIT_OBJECT);
    write_unit_step(writer, index, plan_parsed_target(writer->plan, module), UNIT_KERNELS);
    return STATUS_OK;
}

static enum status write_source(struct writer *writer, size_t index)
{
    const struct module *module = &writer->plan->project->modules[index];
    FORWARD_IF_ERROR(write_unit_file(writer, module));
    write_unit_step(writer, index, plan_parsed_target(writer->plan, module), UNIT_SOURCE);
    return STATUS_OK;
}

/* Begins a step that writes a module's bundle; the caller adds the inputs. */
static struct edge begin_bundle(struct writer *writer, const struct module *module)
{
    struct edge edge = {.rule = "step",
                        .description = keep(writer, mem_format("bundle %s", module->name))};
    edge_self(writer, &edge, "bundle");
    strings_addf(&edge.outputs, "out/%s.hsaco", module->name);
    strings_add(&writer->staged, edge.outputs.items[0]);
    strings_add_list(&edge.command, (const char *const[]){"-o", edge.outputs.items[0], NULL});
    return edge;
}

static void write_bundle(struct writer *writer, const struct module *module)
{
    const struct strings *targets = plan_targets(writer->plan, module);
    struct edge edge = begin_bundle(writer, module);
    strings_add(&edge.command, "--");
    for (size_t i = 0; i < targets->count; i++) {
        const char *object = object_path(writer, module, targets->items[i]);
        strings_add(&edge.inputs, object);
        strings_addf(&edge.command, "%s=%s", targets->items[i], object);
    }
    edge_end(writer, &edge);
}

/* Writes the steps for code objects that another compiler made, and files that Triton writes beside
 * them. If no sources declare the kernels, the list of kernels is read from the code objects. */
static void write_prebuilt(struct writer *writer, const struct module *module)
{
    const char *build = writer->plan->build;
    const struct strings *targets = plan_targets(writer->plan, module);
    OWNED_BY(strings_free) struct strings beside = {0};
    struct edge edge = begin_bundle(writer, module);
    strings_addf(&edge.command, "--targets=%s", keep(writer, strings_join(targets, ",")));
    if (!module->sources.count) {
        strings_addf(&edge.outputs, "meta/%s.json", module->name);
        strings_add_list(&edge.command, (const char *const[]){"--reflect", edge.outputs.items[1],
                                                              "--module", module->name, NULL});
    }
    strings_add(&edge.command, "--");
    for (size_t i = 0; i < module->prebuilt.count; i++) {
        const char *path = module->prebuilt.items[i];
        strings_take(&edge.inputs, path_relative(path, build));
        add_beside(path, &beside);
    }
    for (size_t i = 0; i < beside.count; i++)
        strings_take(&edge.implicit, path_relative(beside.items[i], build));
    strings_add_all(&edge.command, &edge.inputs);
    edge_end(writer, &edge);
}

/* Writes the step that compiles module |index| for the host. The command names the bundle, whose
 * name never changes; so the bundle is also an input: when it has changed, the step runs again. */
static enum status write_host(struct writer *writer, size_t index)
{
    const struct plan *plan = writer->plan;
    const struct module *module = &plan->project->modules[index];
    const char *input, *bundle = keep(writer, mem_format("out/%s.hsaco", module->name));
    const char *object = keep(writer, mem_format("host/%s.o", module->name));
    FORWARD_IF_ERROR(command_input(plan, &writer->shadow, index, &writer->texts, &input));
    struct edge edge = {.rule = "compile",
                        .description =
                            keep(writer, mem_format("compile %s for the host", module->name)),
                        .depfile = keep(writer, mem_format("%s.d", object))};
    strings_add(&edge.outputs, object);
    strings_add(&edge.inputs, input);
    strings_add(&edge.implicit, bundle);
    strings_add_list(&edge.implicit, stamps);
    add_reach(writer, index, &edge.order_only, &edge.implicit);
    command_host(plan, &writer->shadow, module, input, bundle, object, edge.depfile,
                 edge.description, &edge.command);
    edge_end(writer, &edge);
    return STATUS_OK;
}

static void write_archive(struct writer *writer)
{
    const struct project *project = writer->plan->project;
    struct edge edge = {.rule = "step",
                        .description =
                            keep(writer, mem_format("archive lib%s.a", project->library))};
    const char *output = keep(writer, mem_format("out/lib%s.a", project->library));
    edge_self(writer, &edge, "step");
    strings_add_list(&edge.command,
                     (const char *const[]){"--output", output, "--label", edge.description, "--",
                                           writer->plan->archiver, "rcD", NULL});
    strings_addf(&edge.command, "%s.tmp", output);
    for (size_t i = 0; i < project->module_count; i++)
        strings_addf(&edge.inputs, "host/%s.o", project->modules[i].name);
    strings_add_all(&edge.command, &edge.inputs);
    strings_add(&edge.outputs, output);
    strings_add(&writer->staged, output);
    edge_end(writer, &edge);
}

static void write_embed(struct writer *writer, const struct module *module)
{
    const struct plan *plan = writer->plan;
    struct edge edge = {.rule = "step",
                        .description = keep(writer, mem_format("embed %s", module->name))};
    edge_self(writer, &edge, "embed");
    strings_addf(&edge.inputs, "out/%s.hsaco", module->name);
    strings_addf(&edge.outputs, "out/%s.hsaco.h", module->name);
    /* An embedded image that is compressed and included by name (#embed, .incbin) is a file beside
     * the header. An image that is not compressed is the bundle itself. */
    if (strcmp(plan->compress, "zstd") == 0 &&
        (strcmp(plan->embed, "incbin") == 0 || strcmp(plan->embed, "c23") == 0))
        strings_addf(&edge.outputs, "out/%s.hsaco.zst", module->name);
    strings_add_list(&edge.command,
                     (const char *const[]){"-o", edge.outputs.items[0], "--package",
                                           plan->project->package, "--name", module->name,
                                           "--embed", plan->embed, "--compress", plan->compress,
                                           "--", edge.inputs.items[0], NULL});
    strings_add_all(&writer->staged, &edge.outputs);
    edge_end(writer, &edge);
}

static void add_language_files(const char *package, const char *emit, struct strings *outputs)
{
    if (strcmp(emit, "rust") == 0) {
        strings_add(outputs, "out/" API_RUST_FILE);
        strings_add(outputs, "out/" API_LAUNCH_FILE);
        return;
    }
    OWNED char *stem = api_python_file(package, "");
    strings_addf(outputs, "out/%s.py", stem);
    strings_addf(outputs, "out/%s.pyi", stem);
}

static void write_index(struct writer *writer)
{
    const struct project *project = writer->plan->project;
    struct edge edge = {.rule = "step", .description = "check and index"};
    edge_self(writer, &edge, "index");
    static const char *const extensions[] = {"h", "c", "json", "build.h"};
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++)
        strings_addf(&edge.outputs, "out/%s.%s", project->package, extensions[i]);
    strings_add(&edge.outputs, "out/images.json");
    strings_add_list(&edge.command,
                     (const char *const[]){"--package", project->package, "-o", "out", NULL});
    for (const char *const *language = api_language_names; *language; language++)
        if (strings_contain(writer->plan->emit, *language)) {
            add_language_files(project->package, *language, &edge.outputs);
            strings_addf(&edge.command, "--emit=%s", *language);
        }
    strings_addf(&edge.command, "--targets=%s", keep(writer, strings_join(&project->targets, ",")));
    for (size_t i = 0; i < project->left_out.count; i++)
        strings_addf(&edge.command, "--left-out=%s", project->left_out.items[i]);
    for (size_t i = 0; i < project->module_count; i++) {
        const struct module *module = &project->modules[i];
        if (module->ships_source)
            strings_addf(&edge.command, "--source=%s", module->name);
        if (module->only.count)
            strings_addf(&edge.command, "--only=%s=%s", module->name,
                         keep(writer, strings_join(&module->only, ",")));
        strings_addf(&edge.inputs, "meta/%s.json", module->name);
        strings_addf(&edge.inputs, "out/%s.hsaco", module->name);
    }
    strings_add(&edge.command, "--");
    strings_add_all(&edge.command, &edge.inputs);
    strings_add_all(&writer->staged, &edge.outputs);
    edge_end(writer, &edge);
}

/* Writes the step that publishes the package in CMake's graph: CMake must know a step for every
 * file on which its targets depend. */
static void write_publish(struct writer *writer)
{
    const struct plan *plan = writer->plan;
    struct edge edge = {.rule = "step", .description = "publish"};
    edge_self(writer, &edge, "publish");
    const char *output = keep(writer, path_relative(plan->output, plan->build));
    strings_add_list(&edge.command,
                     (const char *const[]){"-o", output, "--build-dir", ".", "--", NULL});
    strings_add_all(&edge.command, &writer->staged);
    strings_add_all(&edge.inputs, &writer->staged);
    OWNED_BY(strings_free) struct strings package = {0};
    for (size_t i = 0; i < writer->staged.count; i++)
        strings_take(&package, path_join(output, path_name(writer->staged.items[i])));
    strings_add(&edge.outputs, published);
    cmake_write_paths(&writer->text, "KBUILD_PUBLISHED", plan->build, &edge.outputs);
    cmake_write_paths(&writer->text, "KBUILD_PACKAGE", plan->build, &package);
    strings_add_all(&edge.outputs, &package);
    edge_end(writer, &edge);
}

/* Returns the amount of code in a module: the bytes of the files that it reaches. */
static size_t module_weight(const struct writer *writer, size_t index)
{
    const struct shadow_reach *reach = &writer->shadow.modules[index];
    size_t weight = 0;
    for (size_t i = 0; i < reach->count; i++)
        weight += writer->shadow.files[reach->files[i]].size;
    return weight;
}

/* Returns the modules by weight, the heaviest first. ninja starts ready steps in the order of the
 * file. The longest steps must begin first, so that none of them is left alone at the end. */
static size_t *modules_by_weight(const struct writer *writer)
{
    size_t count = writer->plan->project->module_count;
    size_t *order = mem_alloc(count * sizeof *order);
    for (size_t i = 0; i < count; i++) {
        size_t at = i;
        for (; at > 0 && module_weight(writer, order[at - 1]) < module_weight(writer, i); at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    return order;
}

/* Writes the steps from sources to code objects for ninja, with one step for each translated file.
 */
static enum status write_shadow_steps(struct writer *writer, const size_t *order)
{
    const struct project *project = writer->plan->project;
    shadow_prune(&writer->shadow, writer->plan->build);
    for (size_t i = 0; i < writer->shadow.count; i++)
        write_hipify(writer, i);
    for (size_t i = 0; i < project->module_count; i++) {
        const struct strings *targets = plan_targets(writer->plan, &project->modules[order[i]]);
        const char *input;
        if (project->modules[order[i]].prebuilt.count)
            continue;
        FORWARD_IF_ERROR(
            command_input(writer->plan, &writer->shadow, order[i], &writer->texts, &input));
        for (size_t j = 0; j < targets->count; j++)
            if (plan_is_nvidia(targets->items[j]))
                FORWARD_IF_ERROR(write_cuda_compile(writer, order[i], targets->items[j]));
            else
                write_compile(writer, order[i], input, targets->items[j]);
    }
    return STATUS_OK;
}

/* Writes the steps of a static library. A library has no list of kernels: the host's part of a
 * module calls them, so the compiler has checked their names and parameters. Whether the code for
 * the device has the same instances of templates, launches_check() finds out. */
static enum status write_library(struct writer *writer)
{
    const struct project *project = writer->plan->project;
    OWNED size_t *order = modules_by_weight(writer);
    FORWARD_IF_ERROR(write_precompiled(writer));
    FORWARD_IF_ERROR(write_shadow_steps(writer, order));
    for (size_t i = 0; i < project->module_count; i++) {
        write_bundle(writer, &project->modules[i]);
        FORWARD_IF_ERROR(write_host(writer, i));
    }
    /* Nothing in out/ is published, because the library has the bundles. */
    strings_free(&writer->staged);
    write_archive(writer);
    return STATUS_OK;
}

/* Writes the steps of all modules of a package. CMake's graph is not planned again at every build,
 * so there a module has one step for each result; see graph/plan.h. */
static enum status write_modules(struct writer *writer)
{
    const struct project *project = writer->plan->project;
    const bool as_units = writer->plan->cmake != NULL;
    OWNED size_t *order = modules_by_weight(writer);
    enum status status = write_precompiled(writer);
    if (status == STATUS_OK && !as_units)
        status = write_shadow_steps(writer, order);
    for (size_t i = 0; as_units && status == STATUS_OK && i < project->module_count; i++)
        if (!project->modules[order[i]].prebuilt.count)
            status = write_unit(writer, order[i]);
    for (size_t i = 0; status == STATUS_OK && i < project->module_count; i++) {
        const struct module *module = &project->modules[i];
        bool is_prebuilt = module->prebuilt.count > 0;
        if (as_units && is_prebuilt && module->sources.count)
            status =
                status_fail(STATUS_INPUT,
                            "module '%s' is prebuilt, and has sources: kbuild_add_kernels() takes "
                            "the kernels' parameters from the code objects alone; remove the "
                            "sources, or run kbuild build",
                            module->name);
        if (!as_units && (module->sources.count || !is_prebuilt))
            status = write_reflect(writer, i);
        (is_prebuilt ? write_prebuilt : write_bundle)(writer, module);
        write_embed(writer, &project->modules[i]);
        if (status == STATUS_OK && project->modules[i].ships_source)
            status = write_source(writer, i);
    }
    write_index(writer);
    return status;
}

/* Appends every file below |directory| to |out|, sorted by path. */
static void list_files(const char *directory, struct strings *out)
{
    OWNED_BY(strings_free) struct strings names = {0};
    path_list(directory, &names);
    for (size_t i = 0; i < names.count; i++) {
        OWNED char *path = path_join(directory, names.items[i]);
        if (names.items[i][0] == '.')
            continue;
        if (path_is_directory(path))
            list_files(path, out);
        else
            strings_add(out, path);
    }
}

/* Writes a stamp that changes with the name, the size or the time of any header of kbuild or HIP.
 * Depfiles name these headers, but ninja may not see a change: the headers of a package that was
 * installed again have times older than the build. */
static enum status write_headers_stamp(struct writer *writer)
{
    OWNED_BY(strings_free) struct strings files = {0};
    OWNED_BY(buf_free) struct buf text = {0};
    strings_add_all(&files, &writer->headers);
    list_files(keep(writer, path_join(writer->plan->toolchain->rocm_path, "include/hip")), &files);
    strings_sort(&files);
    for (size_t i = 0; i < files.count; i++) {
        struct stat info;
        if (stat(files.items[i], &info) == 0)
            buf_printf(&text, "%s\n%jd %jd.%09ld\n", files.items[i], (intmax_t)info.st_size,
                       (intmax_t)info.st_mtim.tv_sec, info.st_mtim.tv_nsec);
    }
    const char *stamp =
        keep(writer, mem_format("%016jx", (uintmax_t)checksum_of(text.data, text.size)));
    return write_file(writer, "headers.stamp", stamp, strlen(stamp));
}

static enum status write_all(struct writer *writer)
{
    const struct plan *plan = writer->plan;
    static const char *const directories[] = {"hip", "plain", "unity", "meta",
                                              "obj", "host",  "out",   "precompiled"};
    for (size_t i = 0; i < sizeof directories / sizeof *directories; i++)
        FORWARD_IF_ERROR(
            path_make_directories(keep(writer, path_join(plan->build, directories[i]))));
    buf_puts(&writer->text, plan->cmake ? cmake_preamble : preamble);
    FORWARD_IF_ERROR((plan->project->library ? write_library : write_modules)(writer));
    if (plan->cmake)
        write_publish(writer);
    FORWARD_IF_ERROR(writer->status);
    FORWARD_IF_ERROR(editor_write(plan, &writer->shadow));
    FORWARD_IF_ERROR(write_headers_stamp(writer));
    FORWARD_IF_ERROR(write_file(writer, "toolchain.stamp", plan->toolchain->fingerprint,
                                strlen(plan->toolchain->fingerprint)));
    if (plan->cuda)
        FORWARD_IF_ERROR(write_file(writer, "cuda.stamp", plan->cuda->fingerprint,
                                    strlen(plan->cuda->fingerprint)));
    return plan->cmake ? file_update_deep(plan->cmake, writer->text.data, writer->text.size)
                       : write_file(writer, "build.ninja", writer->text.data, writer->text.size);
}

static void writer_free(struct writer *writer)
{
    strings_free(&writer->headers);
    strings_free(&writer->staged);
    strings_free(&writer->made);
    strings_free(&writer->texts);
    cmake_graph_free(&writer->cmake);
    buf_free(&writer->text);
    precompiled_free(&writer->precompiled);
    shadow_free(&writer->shadow);
}

/* Appends the files that the steps read, except for files that only a compiler finds. */
static void add_inputs(const struct writer *writer, struct strings *out)
{
    const struct project *project = writer->plan->project;
    for (size_t i = 0; i < writer->shadow.count; i++)
        strings_add(out, writer->shadow.files[i].original);
    for (size_t i = 0; i < project->module_count; i++) {
        const struct strings *prebuilt = &project->modules[i].prebuilt;
        strings_add_all(out, prebuilt);
        for (size_t j = 0; j < prebuilt->count; j++)
            add_beside(prebuilt->items[j], out);
    }
    if (project->manifest)
        strings_take(out, path_absolute(project->manifest));
}

enum status plan_write(const struct plan *plan, struct strings *out_package,
                       struct strings *out_made, struct strings *out_inputs)
{
    OWNED_BY(writer_free) struct writer writer = {.plan = plan};
    FORWARD_IF_ERROR(shadow_scan(plan->project, &writer.shadow));
    missed_report(plan->project, &writer.shadow);
    arch_report(&writer.shadow);
    list_files(plan->headers, &writer.headers);
    strings_sort(&writer.headers);
    FORWARD_IF_ERROR(write_all(&writer));
    strings_add_all(out_package, &writer.staged);
    strings_add_all(out_made, plan->cmake ? &writer.staged : &writer.made);
    add_inputs(&writer, out_inputs);
    return STATUS_OK;
}
