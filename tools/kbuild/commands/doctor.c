/* kbuild doctor: reports the toolchain that was found, and what is missing. */
#include "commands/commands.h"

#include "graph/project.h"
#include "toolchain/toolchain.h"
#include "util/terminal.h"

#include <unistd.h>

struct doctor_arguments {
    const char *clang;
    const char *hipcc;
    const char *nvcc;
    struct strings targets;
    bool json;
    bool verbose;
};

#define FIELD(name) offsetof(struct doctor_arguments, name)
static const struct option options[] = {
    {"clang", 0, OPTION_STRING, FIELD(clang), "CLANG",
     "the clang to look at: a version (19), a program, a path", NULL},
    {"hipcc", 0, OPTION_STRING, FIELD(hipcc), "PROGRAM", "the hipcc to look at", NULL},
    {"nvcc", 0, OPTION_STRING, FIELD(nvcc), "PROGRAM", "the nvcc to look at", NULL},
    {"targets", 't', OPTION_COMMAS, FIELD(targets), "LIST",
     "GPUs to compile for: exit code 3 when one cannot be", NULL},
    {"verbose", 'v', OPTION_FLAG, FIELD(verbose), NULL,
     "every place that was tried; load libclang, compile a kernel for --targets", NULL},
    {"json", 0, OPTION_FLAG, FIELD(json), NULL, "the report as one JSON object", NULL},
    {0},
};

static enum status run(void *context, struct strings *operands)
{
    (void)operands;
    const struct doctor_arguments *arguments = context;
    OWNED_BY(strings_free) struct strings targets = {0};
    FORWARD_IF_ERROR(targets_resolve(&arguments->targets, "--targets", STATUS_USAGE, &targets));
    return doctor_run(&(struct doctor_options){
        .toolchain = {arguments->clang, arguments->hipcc},
        .nvcc = arguments->nvcc,
        .targets = &targets,
        .verbose = arguments->verbose,
        .json = arguments->json,
        .color = terminal_has_colours(STDOUT_FILENO),
    });
}

const struct command cmd_doctor = {
    .name = "doctor",
    .summary = "what toolchain is here, what it can compile, what to install",
    .operands = "",
    .details =
        "Prints each part of the toolchain that a build needs, where it was found and which "
        "version\n"
        "it is, or where was looked and which Debian package has it; then the targets that it can\n"
        "compile for. Exit code 0 when a build would work, 3 when something is missing.\n"
        "nvcc is optional: only NVIDIA GPUs need it, or CUDA's headers for clang.\n"
        "HIP_PATH, ROCM_PATH, HIP_CLANG_PATH and HIP_DEVICE_LIB_PATH say where to look first.\n",
    .example = "  kbuild doctor\n"
               "  kbuild doctor --clang 19 --targets gfx1100,gfx1201 --verbose\n",
    .options = options,
    .size = sizeof(struct doctor_arguments),
    .run = run,
};
