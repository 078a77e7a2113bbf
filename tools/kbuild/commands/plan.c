/* kbuild plan: writes a build's graph for CMake, which runs the steps itself. */
#include "commands/commands.h"

#include "graph/prepare.h"
#include "util/file.h"

static const struct option options[] = {
    {"cmake", 0, OPTION_STRING, BUILD_FIELD(cmake), "FILE", "write add_custom_command()s to FILE",
     NULL},
    {"output", 'o', OPTION_STRING, BUILD_FIELD(output), "DIR", "where the package will go", NULL},
    {"build-dir", 0, OPTION_STRING, BUILD_FIELD(build), "DIR",
     "where the work will be done (.kbuild in the output directory)", NULL},
    BUILD_OPTIONS,
    {"flag", 0, OPTION_LIST, BUILD_FIELD(flags), "FLAG", "any other flag for the compiler", NULL},
    {"embed", 0, OPTION_STRING, BUILD_FIELD(embed), "FORM", "form of the headers",
     command_embed_forms},
    {"compress", 0, OPTION_STRING, BUILD_FIELD(compress), "CODEC", "compress each image",
     command_codecs},
    {0},
};

static enum status run(void *chosen, struct strings *operands)
{
    struct build_request *request = chosen;
    if (!request->cmake)
        return status_fail(STATUS_USAGE, "plan: needs --cmake FILE");
    OWNED char *file = path_absolute(request->cmake);
    request->cmake = file;
    OWNED_BY(build_free) struct build build = {0};
    return build_prepare(request, operands, &build);
}

static const struct build_request defaults = {
    .command = "plan",
    .root = ".",
    .output = "generated",
    .embed = "string",
    .compress = "none",
};

const struct command cmd_plan = {
    .name = "plan",
    .summary = "write a build's graph for another build system (kbuild_add_kernels in CMake)",
    .operands = "[DIR | MANIFEST | SOURCE...]",
    .details =
        "Plans what kbuild build would do and runs nothing. The graph changes with the manifest,\n"
        "the list of sources and these options; what sources include is followed by the steps.\n",
    .example = "  kbuild plan --cmake graph.cmake --targets gfx1030,gfx90a -o out scale.cu\n",
    .options = options,
    .size = sizeof defaults,
    .defaults = &defaults,
    .run = run,
};
