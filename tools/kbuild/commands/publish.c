/* kbuild publish: the last step of a build, all outputs at once. */
#include "commands/commands.h"

#include "graph/publish.h"
#include "util/file.h"

#include <stddef.h>

struct publish_options {
    const char *output;
    const char *build;
};

static const struct option options[] = {
    {"output", 'o', OPTION_STRING, offsetof(struct publish_options, output), "DIR",
     "the directory that gets the files (made when it is not there)", NULL},
    {"build-dir", 0, OPTION_STRING, offsetof(struct publish_options, build), "DIR",
     "where FILEs are; it keeps their checksums, and a list of what was published", NULL},
    {0},
};

static enum status run(const struct command *command, int argc, char **argv)
{
    struct publish_options chosen = {0};
    struct strings files = {0};
    enum status status = options_parse(command, argc, argv, &chosen, &files);
    if (status == STATUS_OK && (!chosen.output || !files.count))
        status = status_fail(STATUS_USAGE, "publish: needs -o DIR and at least one FILE");
    if (status == STATUS_OK)
        status = path_make_directories(chosen.output);
    if (status == STATUS_OK) {
        struct publish_request request = {&files, chosen.build, chosen.output};
        struct published published;
        status = publish(&request, &published);
        published_free(&published);
    }
    strings_free(&files);
    return status;
}

const struct command cmd_publish = {
    .name = "publish",
    .summary = "copy finished files to their place, all or none (a step of build)",
    .operands = "FILE...",
    .details = "Copies every FILE into DIR under its own name. All copies are complete before the\n"
               "first is renamed to its place; a file that holds the same bytes is not touched.\n",
    .example = "  kbuild publish -o generated out/affine.hsaco out/affine.hsaco.h\n",
    .options = options,
    .run = run,
};
