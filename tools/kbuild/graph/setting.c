/* Settings of single sources from the command line: --file GLOB:KEY=VALUE. A manifest's modules
 * have the same keys. */
#include "parts.h"

#include "util/file.h"

/* Applies a setting to |module|. Returns false if there is no such key, or it cannot have |value|.
 */
static bool apply_setting(struct module *module, const char *key, const char *value)
{
    char *end;
    if (strcmp(key, "cuda_arch") == 0) {
        long number = strtol(value, &end, 10);
        module->cuda_arch = (int)number;
        return !*end && number > 0 && number <= 1000000;
    }
    if (strcmp(key, "include") == 0)
        strings_take(&module->flags.include, path_absolute(value));
    else if (strcmp(key, "define") == 0)
        strings_add(&module->flags.defines, value);
    else if (strcmp(key, "flag") == 0)
        strings_add(&module->flags.other, value);
    else
        return false;
    return true;
}

static bool has_source(const struct project *project, const struct module *module,
                       const struct strings *globs)
{
    for (size_t i = 0; i < module->sources.count; i++) {
        OWNED char *path = path_relative(module->sources.items[i], project->root);
        if (path_matches(path, globs))
            return true;
    }
    return false;
}

enum status setting_apply(struct project *project, const char *command, const char *setting)
{
    OWNED char *text = mem_dup(setting);
    char *colon = strchr(text, ':'), *equals = colon ? strchr(colon, '=') : NULL;
    size_t matches = 0;
    if (!equals || colon == text || !equals[1])
        return status_fail(STATUS_USAGE, "%s: --file needs GLOB:KEY=VALUE, not '%s'", command,
                           setting);
    *colon = *equals = '\0';
    const struct strings globs = {.items = &text, .count = 1};
    for (size_t i = 0; i < project->module_count; i++) {
        if (!has_source(project, &project->modules[i], &globs))
            continue;
        matches++;
        if (!apply_setting(&project->modules[i], colon + 1, equals + 1))
            return status_fail(STATUS_USAGE,
                               "%s: --file '%s': there are cuda_arch=NUMBER, include=DIR, "
                               "define=NAME[=VALUE] and flag=FLAG",
                               command, setting);
    }
    return matches ? STATUS_OK
                   : status_fail(
                         STATUS_USAGE,
                         "%s: --file '%s': no source of %s matches '%s'; write a path from there, "
                         "or a file's name",
                         command, setting, project->shown, text);
}
