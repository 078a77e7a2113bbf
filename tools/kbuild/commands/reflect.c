/* kbuild reflect: the kernels of a hipified source as JSON. */
#include "commands/commands.h"

#include "reflect/reflect.h"
#include "toolchain/toolchain.h"
#include "util/file.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reflect_options {
    const char *output;
    const char *module;
    const char *clang;
    const char *libclang;
};

static const struct option options[] = {
    {"output", 'o', OPTION_STRING, offsetof(struct reflect_options, output), "FILE",
     "where the JSON goes (-: standard output)", NULL},
    {"module", 0, OPTION_STRING, offsetof(struct reflect_options, module), "NAME",
     "what the module is called (SOURCE without directory and extension)", NULL},
    {"clang", 0, OPTION_STRING, offsetof(struct reflect_options, clang), "CLANG",
     "parse as this clang does: a version (19), a program, a path", NULL},
    {"libclang", 0, OPTION_STRING, offsetof(struct reflect_options, libclang), "FILE",
     "the library to parse with; nothing is looked for then", NULL},
    {0},
};

/* Fills the fields that |request| lacks from the toolchain that is found. */
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

static enum status reflect(const struct reflect_options *chosen, const char *source,
                           struct strings *arguments)
{
    const char *name = path_name(source);
    char *module = chosen->module ? mem_dup(chosen->module)
                                  : mem_dup_n(name, strlen(name) - strlen(path_extension(name)));
    struct reflect_request request = {
        .source = source,
        .module = module,
        .libclang = chosen->libclang,
        .arguments = arguments,
    };
    struct toolchain toolchain = {0};
    struct buf json = {0};
    enum status status = STATUS_OK;
    if (!request.libclang)
        status = complete(chosen, &toolchain, arguments, &request);
    if (status == STATUS_OK)
        status = reflect_source(&request, &json);
    if (status == STATUS_OK)
        status = file_update(chosen->output, json.data, json.size);
    buf_free(&json);
    toolchain_free(&toolchain);
    free(module);
    return status;
}

static enum status run(const struct command *command, int argc, char **argv)
{
    struct reflect_options chosen = {.output = "-"};
    struct strings operands = {0}, arguments = {0};
    int own = 1; /* arguments before the "--" are for kbuild, the rest for clang */
    while (own < argc && strcmp(argv[own], "--") != 0)
        own++;
    for (int i = own + 1; i < argc; i++)
        strings_add(&arguments, argv[i]);
    enum status status = options_parse(command, own, argv, &chosen, &operands);
    if (status == STATUS_OK && operands.count != 1)
        status = status_fail(STATUS_USAGE,
                             "reflect: needs one SOURCE, and clang's arguments after --; see "
                             "kbuild reflect --help");
    if (status == STATUS_OK)
        status = reflect(&chosen, operands.items[0], &arguments);
    strings_free(&arguments);
    strings_free(&operands);
    return status;
}

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
    .run = run,
};
