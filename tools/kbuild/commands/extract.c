/* kbuild extract: code objects out of files, one file each. */
#include "commands/commands.h"

#include "inspect/extract.h"

#include <stddef.h>

struct extract_options {
    const char *directory;
    struct strings targets, kernels;
    bool list, all, quiet;
};

static const struct option options[] = {
    {"output", 'o', OPTION_STRING, offsetof(struct extract_options, directory), "DIR",
     "where the files go; - for standard output", NULL},
    {"target", 't', OPTION_COMMAS, offsetof(struct extract_options, targets), "LIST",
     "only these processors (gfx90a) or target IDs (gfx90a:xnack-)", NULL},
    {"kernel", 'k', OPTION_LIST, offsetof(struct extract_options, kernels), "GLOB",
     "only code objects that have such a kernel", NULL},
    {"list", 'l', OPTION_FLAG, offsetof(struct extract_options, list), NULL,
     "print the names, write nothing", NULL},
    {"all", 'a', OPTION_FLAG, offsetof(struct extract_options, all), NULL,
     "also host code, bitcode and other entries of bundles", NULL},
    {"quiet", 'q', OPTION_FLAG, offsetof(struct extract_options, quiet), NULL,
     "do not print the names of the written files", NULL},
    {0},
};

static enum status run(const struct command *command, int argc, char **argv)
{
    struct extract_options chosen = {0};
    struct strings paths = {0};
    enum status status = options_parse(command, argc, argv, &chosen, &paths);
    if (status == STATUS_OK && paths.count == 0)
        status = status_fail(STATUS_USAGE, "extract: needs a FILE; see kbuild extract --help");
    if (status == STATUS_OK && !chosen.list && !(chosen.directory && *chosen.directory))
        status = status_fail(STATUS_USAGE, "extract: needs -o DIR, or --list to see the names");
    if (status == STATUS_OK)
        status = extract_run(&(struct extract_request){
            .paths = &paths,
            .targets = &chosen.targets,
            .kernels = &chosen.kernels,
            .directory = chosen.directory,
            .all = chosen.all,
            .list = chosen.list,
            .quiet = chosen.quiet,
        });
    strings_free(&chosen.targets);
    strings_free(&chosen.kernels);
    strings_free(&paths);
    return status;
}

const struct command cmd_extract = {
    .name = "extract",
    .summary = "take the code objects out of a file, one file each",
    .operands = "FILE...",
    .details =
        "FILE is anything that kbuild inspect reads: a code object, an offload bundle, an\n"
        "executable, a library, an archive, a header by kbuild, a directory of those, or - for\n"
        "standard input. Files are named FILE[.MEMBER][.BUNDLE].TARGET.hsaco: the member of an\n"
        "archive, the number of the bundle where several follow each other, and '@' for\n"
        "the ':' of a target ID. Files of the same name are numbered: -2, -3. Files that\n"
        "would not change are not touched.\n",
    .example = "  kbuild extract libfoo.so -o objects/\n"
               "  kbuild extract libfoo.so --target gfx90a -o - | llvm-readelf --notes -\n"
               "  kbuild extract libfoo.a --kernel '*softmax*' --list\n",
    .options = options,
    .run = run,
};
