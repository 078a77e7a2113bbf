/* kbuild reflect: writes the kernels of a translated source as JSON. */
#include "commands/commands.h"

#include "graph/step.h"
#include "reflect/reflect.h"
#include "toolchain/toolchain.h"
#include "util/file.h"

struct reflect_options {
    const char *output;
    const char *module;
    const char *clang;
    const char *libclang;
    const char *precompiled;
    /* |json| is accepted, but changes nothing, because the output is always JSON */
    bool declarations, json;
    struct strings arguments; /* the words after "--", which clang gets */
};

#define FIELD(name) offsetof(struct reflect_options, name)
static const struct option options[] = {
    {"output", 'o', OPTION_STRING, FIELD(output), "FILE",
     "where the JSON goes (-: standard output)", NULL},
    {"module", 0, OPTION_STRING, FIELD(module), "NAME",
     "what the module is called (SOURCE without directory and extension)", NULL},
    {"clang", 0, OPTION_STRING, FIELD(clang), "CLANG",
     "parse as this clang does, which also prints errors: a version (19), a program, a path", NULL},
    {"libclang", 0, OPTION_STRING, FIELD(libclang), "FILE",
     "the library to parse with; nothing is looked for then, and CLANG is a program", NULL},
    {"precompiled", 0, OPTION_STRING, FIELD(precompiled), "FILE",
     "a precompiled header to read, unless it is empty", NULL},
    {"declarations", 0, OPTION_FLAG, FIELD(declarations), NULL,
     "list kernels that are only declared, too", NULL},
    {"json", 0, OPTION_FLAG, FIELD(json), NULL, "print JSON, as it does without", NULL},
    {0},
};

/* Finds the toolchain. Sets the members that |request| lacks from the toolchain, and appends to
 * |arguments| the directory of clang's headers. */
static enum status complete(const struct reflect_options *chosen, struct toolchain *toolchain,
                            struct strings *arguments, struct reflect_request *request)
{
    const struct toolchain_request wanted = {.clang = chosen->clang};
    FORWARD_IF_ERROR(toolchain_find(&wanted, NULL, toolchain));
    if (!toolchain->libclang || !toolchain->resource_dir)
        return toolchain_require(toolchain);
    if (!strings_contain(arguments, "-resource-dir")) {
        strings_add(arguments, "-resource-dir");
        strings_add(arguments, toolchain->resource_dir);
    }
    request->libclang = toolchain->libclang;
    request->clang = toolchain->clang;
    return STATUS_OK;
}

/* Removes the words after "--" from the command line, and stores them as arguments for clang.
 * Returns the number of words before "--". */
static int split_line(void *context, int argc, char **argv)
{
    struct reflect_options *chosen = context;
    int own = 1;
    while (own < argc && strcmp(argv[own], "--") != 0)
        own++;
    for (int i = own + 1; i < argc; i++)
        strings_add(&chosen->arguments, argv[i]);
    return own;
}

static enum status run(void *context, struct strings *operands)
{
    const struct reflect_options *chosen = context;
    const char *name = path_name(operands->items[0]);
    OWNED_BY(strings_free) struct strings arguments = chosen->arguments, faster = {0};
    OWNED char *module = chosen->module
                             ? mem_dup(chosen->module)
                             : mem_dup_n(name, strlen(name) - strlen(path_extension(name)));
    struct reflect_request request = {
        .source = operands->items[0],
        .module = module,
        .libclang = chosen->libclang,
        .clang = chosen->clang,
        .arguments = &arguments,
        .takes_declarations = chosen->declarations,
    };
    OWNED_BY(toolchain_free) struct toolchain toolchain = {0};
    OWNED_BY(buf_free) struct buf json = {0};
    if (!request.libclang)
        FORWARD_IF_ERROR(complete(chosen, &toolchain, &arguments, &request));
    if (chosen->precompiled) {
        strings_add_all(&faster, &arguments);
        if (precompiled_use(chosen->precompiled, &faster))
            request.precompiled = &faster;
    }
    FORWARD_IF_ERROR(reflect_source(&request, &json));
    return file_update(chosen->output, json.data, json.size);
}

static const struct reflect_options defaults = {.output = "-"};

const struct command cmd_reflect = {
    .name = "reflect",
    .summary = "the kernels of a hipified source, with their parameters, as JSON (a step of build)",
    .operands = "SOURCE -- CLANG-ARGUMENT...",
    .details =
        "Parses SOURCE as the device compile would, with libclang, and lists every __global__\n"
        "function that the project's files define: name, symbol, line, and each parameter's name,\n"
        "type and size. docs/formats.md describes the output. Function bodies are not looked at:\n"
        "mistakes in them are for the compile to tell.\n",
    .example =
        "  kbuild reflect build/hip/affine.hip -o affine.json -- -x hip --cuda-device-only \\\n"
        "      --offload-arch=gfx1030 -std=c++17 --rocm-path=/usr -nogpulib\n",
    .options = options,
    .size = sizeof defaults,
    .defaults = &defaults,
    .needs = "one SOURCE, and clang's arguments after --",
    .least = 1,
    .most = 1,
    .adapt = split_line,
    .run = run,
};
