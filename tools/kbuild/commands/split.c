/* kbuild split: moves the code for GPUs out of a program or library into archives. */
#include "commands/commands.h"

#include "emit/pack.h"
#include "util/file.h"
#include "util/process.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct split_options {
    const char *output;
};

static const struct option options[] = {
    {"output", 'o', OPTION_STRING, offsetof(struct split_options, output), "OUT",
     "the directory of the new files (made when it is not there)", NULL},
    {0},
};

static enum status split(void *context, const char *directory, struct strings *files)
{
    OWNED char *library = process_beside("lib/kbuild/attach.so");
    return library ? split_write(context, library, directory, files)
                   : status_fail(STATUS_ENVIRONMENT, "split: /proc is needed, and is not there");
}

static enum status run(void *context, struct strings *operands)
{
    const struct split_options *chosen = context;
    char *path = operands->items[0];
    struct stat info, there;
    if (!chosen->output || !*chosen->output)
        return status_fail(STATUS_USAGE, "split: needs -o OUT");
    if (stat(path, &info) != 0)
        return status_fail(STATUS_INPUT, "%s: cannot read: %s", path, strerror(errno));
    OWNED char *binary = path_join(chosen->output, path_name(path));
    if (stat(binary, &there) == 0 && there.st_ino == info.st_ino && there.st_dev == info.st_dev)
        return status_fail(STATUS_USAGE, "split: -o %s would replace the input", chosen->output);
    FORWARD_IF_ERROR(command_publish(chosen->output, split, path));
    if (chmod(binary, info.st_mode & 0777) != 0)
        return status_fail(STATUS_ENVIRONMENT, "%s: cannot change its mode: %s", binary,
                           strerror(errno));
    return STATUS_OK;
}

const struct command cmd_split = {
    .name = "split",
    .summary = "take the code for GPUs out of a program or library, into archives",
    .operands = "-o OUT FILE",
    .details =
        "FILE is an executable or shared library for x86-64 that hipcc or clang linked. OUT gets\n"
        "the same file without its code objects; archives with them, NAME.FAMILY.krt, one for\n"
        "each family of GPUs; and FILE.attach.so, which FILE now needs beside it. When FILE is\n"
        "loaded, that library unpacks the archives that are there, beside it, in krt/ or\n"
        "../lib/krt/ from there, or in KRT_ARCHIVE_DIR, before HIP is told of the code. So a\n"
        "machine needs the archives of its own GPUs only.\n\n"
        "Strip FILE before, not after. OUT gets all files or none.\n",
    .example = "  kbuild split libfoo.so -o slim\n",
    .options = options,
    .size = sizeof(struct split_options),
    .needs = "one FILE",
    .least = 1,
    .most = 1,
    .run = run,
};
