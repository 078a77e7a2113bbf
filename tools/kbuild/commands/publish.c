/* kbuild publish: copies all outputs of a build to the package's directory, all or none. It is the
 * last step of CMake's graph. */
#include "commands/commands.h"

#include "emit/embed.h"
#include "graph/publish.h"
#include "util/file.h"

struct publish_options {
    const char *output;
    const char *build;
};

#define FIELD(name) offsetof(struct publish_options, name)
static const struct option options[] = {
    {"output", 'o', OPTION_STRING, FIELD(output), "DIR",
     "the directory that gets the files (made when it is not there)", NULL},
    {"build-dir", 0, OPTION_STRING, FIELD(build), "DIR",
     "where FILEs are; it keeps their checksums, and a list of what was published", NULL},
    {0},
};

static enum status run(void *context, struct strings *files)
{
    struct publish_options *chosen = context;
    if (!chosen->output || !files->count)
        return status_fail(STATUS_USAGE, "publish: needs -o DIR and at least one FILE");
    FORWARD_IF_ERROR(path_make_directories(chosen->output));
    OWNED_BY(published_free) struct published published = {0};
    FORWARD_IF_ERROR(
        publish(&(struct publish_request){files, chosen->build, chosen->output}, &published));
    embed_warn_size(files, chosen->build);
    return STATUS_OK;
}

const struct command cmd_publish = {
    .name = "publish",
    .summary = "copy finished files to their place, all or none (a step of build)",
    .operands = "FILE...",
    .details = "Copies every FILE into DIR under its own name. All copies are complete before the\n"
               "first is renamed to its place; a file that holds the same bytes is not touched.\n",
    .example = "  kbuild publish -o generated out/affine.hsaco out/affine.hsaco.h\n",
    .options = options,
    .size = sizeof(struct publish_options),
    .run = run,
};
