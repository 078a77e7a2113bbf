/* kbuild doctor: reports the toolchain that was found, and what is missing. */
#include "commands/commands.h"

#include "graph/targets.h"
#include "toolchain/toolchain.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

struct doctor_arguments {
    const char *clang;
    const char *hipcc;
    struct strings targets;
    bool json;
    bool verbose;
};

static const struct option options[] = {
    {"clang", 0, OPTION_STRING, offsetof(struct doctor_arguments, clang), "CLANG",
     "the clang to look at: a version (19), a program, a path", NULL},
    {"hipcc", 0, OPTION_STRING, offsetof(struct doctor_arguments, hipcc), "PROGRAM",
     "the hipcc to look at", NULL},
    {"targets", 0, OPTION_COMMAS, offsetof(struct doctor_arguments, targets), "LIST",
     "GPUs to compile for: exit code 3 when one cannot be", NULL},
    {"verbose", 'v', OPTION_FLAG, offsetof(struct doctor_arguments, verbose), NULL,
     "every place that was tried; load libclang, compile a kernel for --targets", NULL},
    {"json", 0, OPTION_FLAG, offsetof(struct doctor_arguments, json), NULL,
     "the report as one JSON object", NULL},
    {0},
};

static enum status run(const struct command *command, int argc, char **argv)
{
    struct doctor_arguments arguments = {0};
    struct strings operands = {0}, targets = {0};
    enum status status = options_parse(command, argc, argv, &arguments, &operands);
    if (status == STATUS_OK && operands.count)
        status = status_fail(STATUS_USAGE, "doctor: '%s' is too much; see kbuild doctor --help",
                             operands.items[0]);
    if (status == STATUS_OK)
        status = targets_resolve(&arguments.targets, "--targets", STATUS_USAGE, &targets);
    if (status == STATUS_OK) {
        const struct doctor_options chosen = {
            .toolchain = {arguments.clang, arguments.hipcc},
            .targets = &targets,
            .verbose = arguments.verbose,
            .json = arguments.json,
            .color = isatty(STDOUT_FILENO) && !getenv("NO_COLOR"),
        };
        status = doctor_run(&chosen);
    }
    strings_free(&targets);
    strings_free(&arguments.targets);
    strings_free(&operands);
    return status;
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
        "HIP_PATH, ROCM_PATH, HIP_CLANG_PATH and HIP_DEVICE_LIB_PATH say where to look first.\n",
    .example = "  kbuild doctor\n"
               "  kbuild doctor --clang 19 --targets gfx1100,gfx1201 --verbose\n",
    .options = options,
    .run = run,
};
