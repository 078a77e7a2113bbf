/* The list of commands, and functions that several commands use. */
#include "commands/commands.h"

#include "graph/publish.h"
#include "util/file.h"
#include "util/scratch.h"

#include <unistd.h>

const char *const command_embed_forms[] = {"string", "incbin", "c23", "archive", NULL};
const char *const command_codecs[] = {"none", "zstd", NULL};

char *command_cache(const char *command, const char *use, const char *name)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && *cache == '/')
        return mem_format("%s/kbuild/%s", cache, name);
    if (home && *home == '/')
        return mem_format("%s/.cache/kbuild/%s", home, name);
    status_fail(STATUS_ENVIRONMENT, "%s: neither XDG_CACHE_HOME nor HOME says where %s", command,
                use);
    return NULL;
}

enum status command_publish(const char *output, command_make_fn *make, void *context)
{
    bool was_there = path_is_directory(output);
    FORWARD_IF_ERROR(path_make_directories(output));
    OWNED char *place = path_join(output, "kbuild");
    struct scratch whole;
    OWNED_BY(strings_free) struct strings files = {0};
    OWNED_BY(published_free) struct published published = {0};
    enum status status = scratch_make(place, &whole);
    if (status == STATUS_OK)
        status = make(context, whole.path, &files);
    if (status == STATUS_OK)
        status = publish(&(struct publish_request){&files, NULL, output}, &published);
    scratch_remove(&whole);
    if (status != STATUS_OK && !was_there)
        rmdir(output);
    return status;
}

const struct command *command_find(const char *name)
{
    size_t i = 0;
    while (commands[i] && strcmp(commands[i]->name, name) != 0)
        i++;
    return commands[i];
}

const struct command *const commands[] = {
    &cmd_build,  &cmd_check,  &cmd_inspect, &cmd_extract, &cmd_bundle,  &cmd_pack,    &cmd_split,
    &cmd_disasm, &cmd_diff,   &cmd_report,  &cmd_profile, &cmd_run,     &cmd_record,  &cmd_replay,
    &cmd_verify, &cmd_doctor, &cmd_targets, &cmd_hipify,  &cmd_flags,   &cmd_reflect, &cmd_embed,
    &cmd_index,  &cmd_step,   &cmd_publish, &cmd_plan,    &cmd_compile, NULL,
};
