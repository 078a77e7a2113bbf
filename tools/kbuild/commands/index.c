/* kbuild index: checks that each kernel of the sources is in the code objects, and describes the
 * package. */
#include "commands/commands.h"

#include "emit/api.h"
#include "emit/index.h"
#include "util/file.h"

struct index_options {
    const char *package;
    struct strings targets;
    struct strings only;
    struct strings sources;
    struct strings left_out;
    struct strings emit;
    const char *output;
};

#define FIELD(name) offsetof(struct index_options, name)
static const struct option options[] = {
    {"package", 0, OPTION_STRING, FIELD(package), "NAME",
     "what files and C names start with (required)", NULL},
    {"targets", 't', OPTION_COMMAS, FIELD(targets), "LIST",
     "targets that every module must have (required)", NULL},
    {"only", 0, OPTION_LIST, FIELD(only), "MODULE=LIST",
     "targets of this module, in place of --targets", NULL},
    {"source", 0, OPTION_LIST, FIELD(sources), "MODULE",
     "this module's source is in MODULE.source.h", NULL},
    {"left-out", 0, OPTION_LIST, FIELD(left_out), "SOURCE: REASON",
     "this source is not in the package", NULL},
    {"emit", 0, OPTION_LIST, FIELD(emit), "LANGUAGE",
     "also write the package's interface for it; may be repeated", api_language_names},
    {"output", 'o', OPTION_STRING, FIELD(output), "DIR", "where to write (required)", NULL},
    {0},
};

/* Appends the target ID |text| to |out| in its canonical spelling. */
static enum status add_target(const char *text, struct strings *out)
{
    struct codeobj_error error = {0};
    struct target_id id;
    char canonical[TARGET_ID_MAX];
    if (target_id_parse(text, &id, &error) != CODEOBJ_OK)
        return status_fail(STATUS_USAGE, "index: target '%s': %s; see kbuild targets", text,
                           error.message);
    target_id_print(&id, canonical);
    if (!strings_contain(out, canonical))
        strings_add(out, canonical);
    return STATUS_OK;
}

static enum status set_targets(struct kernel_package *package, const struct strings *targets)
{
    for (size_t i = 0; i < targets->count; i++)
        FORWARD_IF_ERROR(add_target(targets->items[i], &package->targets));
    strings_sort(&package->targets);
    return STATUS_OK;
}

static struct index_module *find_module(struct kernel_package *package, const char *name,
                                        size_t length)
{
    for (size_t i = 0; i < package->module_count; i++)
        if (strlen(package->modules[i].name) == length &&
            memcmp(package->modules[i].name, name, length) == 0)
            return &package->modules[i];
    return NULL;
}

/* Sets the targets of a module from "MODULE=a,b". The last '=' separates the module, because a
 * module's name may have '=', and a target ID does not. */
static enum status set_only(struct kernel_package *package, const char *only)
{
    const char *equals = strrchr(only, '=');
    if (!equals || !equals[1])
        return status_fail(STATUS_USAGE, "index: --only needs MODULE=TARGET,TARGET, not '%s'",
                           only);
    struct index_module *module = find_module(package, only, (size_t)(equals - only));
    if (!module)
        return status_fail(STATUS_USAGE, "index: --only %s: there is no such module", only);
    module->is_restricted = true;
    for (const char *at = equals + 1; *at;) {
        size_t length = strcspn(at, ",");
        OWNED char *target = mem_dup_n(at, length);
        FORWARD_IF_ERROR(length ? add_target(target, &module->targets) : STATUS_OK);
        at += length + (at[length] == ',');
    }
    strings_sort(&module->targets);
    return STATUS_OK;
}

static enum status set_source(struct kernel_package *package, const char *name)
{
    struct index_module *module = find_module(package, name, strlen(name));
    if (!module)
        return status_fail(STATUS_USAGE, "index: --source %s: there is no such module", name);
    module->has_source = true;
    return STATUS_OK;
}

static enum status read_package(const struct index_options *given, const struct strings *operands,
                                struct kernel_package *package)
{
    FORWARD_IF_ERROR(set_targets(package, &given->targets));
    for (size_t i = 0; i + 1 < operands->count; i += 2)
        FORWARD_IF_ERROR(
            kernel_package_add_module(package, operands->items[i], operands->items[i + 1]));
    for (size_t i = 0; i < given->only.count; i++)
        FORWARD_IF_ERROR(set_only(package, given->only.items[i]));
    for (size_t i = 0; i < given->sources.count; i++)
        FORWARD_IF_ERROR(set_source(package, given->sources.items[i]));
    for (size_t i = 0; i < package->module_count; i++)
        if (!package->modules[i].is_restricted)
            strings_add_all(&package->modules[i].targets, &package->targets);
    return STATUS_OK;
}

static enum status write_text(const char *directory, const char *stem, const char *extension,
                              void (*print)(const struct kernel_package *package, struct buf *out),
                              const struct kernel_package *package)
{
    OWNED_BY(buf_free) struct buf text = {0};
    print(package, &text);
    OWNED char *name = mem_format("%s%s", stem, extension);
    OWNED char *path = path_join(directory, name);
    return file_update(path, text.data, text.size);
}

static enum status write_rust(const char *directory, const struct kernel_package *package)
{
    FORWARD_IF_ERROR(write_text(directory, API_RUST_FILE, "", api_rust, package));
    return write_text(directory, API_LAUNCH_FILE, "", api_launch, package);
}

static enum status write_python(const char *directory, const struct kernel_package *package)
{
    OWNED char *stem = api_python_file(package->name, "");
    FORWARD_IF_ERROR(write_text(directory, stem, ".py", api_python, package));
    return write_text(directory, stem, ".pyi", api_python_stub, package);
}

static enum status write_package(const struct index_options *given,
                                 const struct kernel_package *package)
{
    const char *directory = given->output, *name = package->name;
    FORWARD_IF_ERROR(path_make_directories(directory));
    FORWARD_IF_ERROR(write_text(directory, name, ".json", api_json, package));
    FORWARD_IF_ERROR(write_text(directory, name, ".c", api_source, package));
    FORWARD_IF_ERROR(write_text(directory, name, ".h", api_header, package));
    FORWARD_IF_ERROR(write_text(directory, name, ".build.h", api_build, package));
    if (strings_contain(package->emit, "rust"))
        FORWARD_IF_ERROR(write_rust(directory, package));
    if (strings_contain(package->emit, "python"))
        FORWARD_IF_ERROR(write_python(directory, package));
    return write_text(directory, "images", ".json", api_images, package);
}

static enum status check_line(const struct index_options *given, const struct strings *operands)
{
    if (!given->package || !given->output || !given->targets.count)
        return status_fail(
            STATUS_USAGE, "index: --package, --targets and -o are needed; see kbuild index --help");
    const char *fault = kernel_package_name_fault(given->package);
    if (fault)
        return status_fail(STATUS_USAGE, "index: --package cannot be '%s': %s", given->package,
                           fault);
    if (!operands->count || operands->count % 2)
        return status_fail(STATUS_USAGE,
                           "index: needs pairs of REFLECT.json and FAT.hsaco, one for "
                           "each module; see kbuild index --help");
    return STATUS_OK;
}

static enum status run(void *context, struct strings *operands)
{
    const struct index_options *given = context;
    OWNED_BY(kernel_package_free)
    struct kernel_package package = {
        .name = given->package, .emit = &given->emit, .left_out = &given->left_out};
    FORWARD_IF_ERROR(check_line(given, operands));
    FORWARD_IF_ERROR(read_package(given, operands, &package));
    FORWARD_IF_ERROR(kernel_package_check(&package));
    kernel_package_warn(&package);
    kernel_package_name(&package);
    api_identify(&package);
    return write_package(given, &package);
}

const struct command cmd_index = {
    .name = "index",
    .summary = "check that no kernel is lost, and write the package's C and JSON interface",
    .operands = "REFLECT.json FAT.hsaco [REFLECT.json FAT.hsaco]...",
    .details =
        "Reads, for each module, what kbuild reflect found in the source and the bundle of its "
        "code\n"
        "objects. Every kernel of the source must be in the code object of every target, with the\n"
        "parameters that the source declares, and nothing else may be there. What differs is "
        "listed;\n"
        "then nothing is written. Otherwise DIR gets NAME.h, NAME.c, NAME.json, NAME.build.h and\n"
        "images.json; a file that would not change is left alone. --emit=rust adds hsaco.rs\n"
        "and launch.rs; --emit=python adds NAME.py and NAME.pyi.\n",
    .example = "  kbuild index --package kernels --targets gfx1030,gfx90a -o generated/ \\\n"
               "      affine.reflect.json affine.hsaco\n",
    .options = options,
    .size = sizeof(struct index_options),
    .run = run,
};
