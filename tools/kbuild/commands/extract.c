/* kbuild extract: extracts code objects from files, each to a file of its own. */
#include "commands/commands.h"

#include "inspect/extract.h"

#define FIELD(name) offsetof(struct extract_request, name)
static const struct option options[] = {
    {"output", 'o', OPTION_STRING, FIELD(directory), "DIR",
     "where the files go; - for standard output", NULL},
    {"targets", 't', OPTION_COMMAS, FIELD(targets), "LIST",
     "only these processors (gfx90a) or target IDs (gfx90a:xnack-)", NULL},
    {"kernel", 'k', OPTION_LIST, FIELD(kernels), "GLOB",
     "only code objects that have such a kernel", NULL},
    {"list", 'l', OPTION_FLAG, FIELD(list), NULL, "print the names, write nothing", NULL},
    {"all", 'a', OPTION_FLAG, FIELD(all), NULL,
     "also host code, bitcode and other entries of bundles", NULL},
    {"quiet", 'q', OPTION_FLAG, FIELD(quiet), NULL, "do not print the names of the written files",
     NULL},
    {0},
};

static enum status run(void *context, struct strings *paths)
{
    struct extract_request *chosen = context;
    if (!chosen->list && !(chosen->directory && *chosen->directory))
        return status_fail(STATUS_USAGE, "extract: needs -o DIR, or --list to see the names");
    return extract_run(chosen, paths);
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
               "  kbuild extract libfoo.so --targets gfx90a -o - | llvm-readelf --notes -\n"
               "  kbuild extract libfoo.a --kernel '*softmax*' --list\n",
    .options = options,
    .size = sizeof(struct extract_request),
    .needs = "a FILE",
    .least = 1,
    .run = run,
};
