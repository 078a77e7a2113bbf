/* kbuild plan: the graph of a build for another build system, which runs the steps itself. */
#include "commands/commands.h"

#include "graph/prepare.h"
#include "util/file.h"

#include <stddef.h>
#include <stdlib.h>

static const char *const embed_forms[] = {"string", "incbin", "c23", "array", NULL};
static const char *const codecs[] = {"none", "zstd", NULL};

static const struct option options[] = {
    {"cmake", 0, OPTION_STRING, BUILD_FIELD(cmake), "FILE", "write add_custom_command()s to FILE",
     NULL},
    {"output", 'o', OPTION_STRING, BUILD_FIELD(output), "DIR", "where the package will go", NULL},
    {"build-dir", 0, OPTION_STRING, BUILD_FIELD(build), "DIR",
     "where the work will be done (.kbuild in the output directory)", NULL},
    BUILD_OPTIONS,
    {"flag", 0, OPTION_LIST, BUILD_FIELD(flags), "FLAG", "any other flag for the compiler", NULL},
    {"embed", 0, OPTION_STRING, BUILD_FIELD(embed), "FORM", "form of the headers", embed_forms},
    {"compress", 0, OPTION_STRING, BUILD_FIELD(compress), "CODEC", "compress each image", codecs},
    {0},
};

static enum status plan(struct build_request *request, const struct strings *operands)
{
    if (!request->cmake)
        return status_fail(STATUS_USAGE, "plan: needs --cmake FILE");
    char *file = path_absolute(request->cmake);
    request->cmake = file;
    struct build build;
    enum status status = build_prepare(request, operands, &build);
    build_free(&build);
    free(file);
    return status;
}

static enum status run(const struct command *command, int argc, char **argv)
{
    struct build_request request = {.command = command->name,
                                    .root = ".",
                                    .output = "generated",
                                    .embed = "string",
                                    .compress = "none"};
    struct strings operands = {0};
    enum status status = options_parse(command, argc, argv, &request, &operands);
    if (status == STATUS_OK)
        status = plan(&request, &operands);
    strings_free(&operands);
    build_request_free(&request);
    return status;
}

const struct command cmd_plan = {
    .name = "plan",
    .summary = "write a build's graph for another build system (kbuild_add_kernels in CMake)",
    .operands = "[DIR | MANIFEST | SOURCE...]",
    .details =
        "Plans what kbuild build would do and runs nothing. The graph changes with the manifest,\n"
        "the list of sources and these options; what sources include is followed by the steps.\n",
    .example = "  kbuild plan --cmake graph.cmake --targets gfx1030,gfx90a -o out scale.cu\n",
    .options = options,
    .run = run,
};
