#include "graph/unit.h"

#include "command.h"
#include "graph/depfile.h"
#include "graph/run.h"
#include "graph/shadow.h"
#include "ship.h"
#include "util/file.h"
#include "util/process.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Puts the list into |object|; false when a string is not UTF-8, which JSON has to be. */
static bool put_strings(json_t *object, const char *key, const struct strings *strings)
{
    json_t *list = json_array();
    bool ok = true;
    for (size_t i = 0; i < strings->count; i++)
        ok &= json_array_append_new(list, json_string(strings->items[i])) == 0;
    return json_object_set_new(object, key, list) == 0 && ok;
}

static bool put_flags(json_t *object, const struct flags *flags)
{
    bool ok = put_strings(object, "include", &flags->include);
    ok &= put_strings(object, "defines", &flags->defines);
    return put_strings(object, "flags", &flags->other) && ok;
}

/* JSON is YAML too, so a manifest can be written as JSON. */
enum status unit_write(const struct plan *plan, const struct module *module, const char *path)
{
    const struct project *project = plan->project;
    json_t *entry = json_object(), *unit = json_object();
    bool ok = json_object_set_new(entry, "name", json_string(module->name)) == 0;
    if (module->expression) {
        ok &= json_object_set_new(entry, "expression", json_string(module->expression)) == 0;
        ok &= json_object_set_new(entry, "dtypes", json_pack("[s]", module->dtypes)) == 0;
    } else {
        ok &= put_strings(entry, "sources", &module->sources);
        ok &= put_flags(entry, &module->flags);
    }
    ok &= json_object_set_new(unit, "std", json_string(project->std)) == 0;
    ok &= json_object_set_new(unit, "optimize", json_string(project->optimize)) == 0;
    ok &= put_flags(unit, &project->flags);
    json_object_set_new(unit, "cuda_arch", json_integer(project->cuda_arch));
    json_object_set_new(unit, module->expression ? "fusions" : "modules", json_pack("[o]", entry));
    char *text = ok ? json_dumps(unit, JSON_INDENT(1)) : NULL;
    json_decref(unit);
    if (!text)
        return status_fail(STATUS_INPUT, "module '%s': a name or a flag in it is not UTF-8",
                           module->name);
    enum status status = file_update_deep(path, text, strlen(text));
    free(text);
    return status;
}

/* Runs |command|, which reports its own errors. */
static enum status run_command(const struct plan *plan, struct strings *command)
{
    struct strings environment = {0};
    strings_addf(&environment, "KBUILD_SHOWN_ROOT=%s", plan->project->shown);
    strings_addf(&environment, "KBUILD_ROOT=%s", plan->project->root);
    run_launcher_environment(plan, &environment);
    struct process_result result;
    enum status status = STATUS_OK;
    if (!process_run(command->items, &environment, PROCESS_QUIET_IN, &result))
        status = result.error ? status_fail(STATUS_ENVIRONMENT, "cannot run %s: %s",
                                            command->items[0], strerror(result.error))
                 : result.exit_code >= STATUS_INPUT && result.exit_code <= STATUS_ENVIRONMENT
                     ? (enum status)result.exit_code
                     : STATUS_ENVIRONMENT;
    process_result_free(&result);
    strings_free(&environment);
    return status;
}

/* Each object of a module has a translation of its own; that for the list of kernels, of which
 * there is one, warns for all. */
static enum status translate(const struct plan *plan, const struct shadow *shadow, bool warns)
{
    for (size_t i = 0; i < shadow->count; i++) {
        struct strings command = {0};
        command_hipify(plan, &shadow->files[i], warns, &command);
        enum status status = run_command(plan, &command);
        strings_free(&command);
        FORWARD_IF_ERROR(status);
    }
    return STATUS_OK;
}

/* The user's file for |name|, as the compiler gave it: absolute, or NULL for one of our own. */
static char *original_name(const struct plan *plan, const struct shadow *shadow, const char *name)
{
    for (size_t i = 0; i < shadow->count; i++)
        if (strcmp(shadow->files[i].path, name) == 0)
            return mem_dup(shadow->files[i].original);
    if (strncmp(name, "unity/", 6) == 0)
        return NULL;
    char *joined = path_join(plan->build, name), *absolute = path_absolute(joined);
    free(joined);
    return absolute;
}

/* Replaces the compiler's names of the files it read by the user's. */
static enum status settle_depfile(const struct plan *plan, const struct shadow *shadow,
                                  const struct unit_request *request)
{
    struct strings names = {0}, files = {0};
    enum status status = depfile_read(request->depfile, &names);
    for (size_t i = 0; i < names.count; i++) {
        char *original = original_name(plan, shadow, names.items[i]);
        if (original)
            strings_take(&files, original);
    }
    if (status == STATUS_OK)
        status = depfile_write(request->depfile, request->output, &files);
    strings_free(&files);
    strings_free(&names);
    return status;
}

static enum status compile(const struct plan *plan, const struct shadow *shadow, const char *input,
                           const struct unit_request *request)
{
    const struct module *module = &plan->project->modules[0];
    char *label = mem_format("compile %s for %s", module->name, request->target);
    char *output = path_relative(request->output, plan->build);
    char *depfile = path_relative(request->depfile, plan->build);
    struct strings command = {0};
    command_compile(plan, shadow, module, request->target, input, output, depfile, label, &command);
    enum status status = run_command(plan, &command);
    if (status == STATUS_OK)
        status = settle_depfile(plan, shadow, request);
    strings_free(&command);
    free(depfile);
    free(output);
    free(label);
    return status;
}

/* Where no compiler writes a depfile: the scan knows the project's files. */
static enum status write_depfile(const struct shadow *shadow, const struct unit_request *request)
{
    struct strings files = {0};
    for (size_t i = 0; i < shadow->count; i++)
        strings_add(&files, shadow->files[i].original);
    enum status status = depfile_write(request->depfile, request->output, &files);
    strings_free(&files);
    return status;
}

static enum status reflect(const struct plan *plan, const struct shadow *shadow, const char *input,
                           const struct unit_request *request)
{
    struct strings command = {0};
    command_reflect(plan, shadow, &plan->project->modules[0], request->target, input,
                    request->output, &command);
    enum status status = run_command(plan, &command);
    if (status == STATUS_OK)
        status = write_depfile(shadow, request);
    strings_free(&command);
    return status;
}

static enum status ship(const struct plan *plan, const struct shadow *shadow,
                        const struct unit_request *request)
{
    FORWARD_IF_ERROR(ship_source(plan->project, shadow, request->output));
    return write_depfile(shadow, request);
}

enum status unit_make(const struct plan *plan, const struct unit_request *request)
{
    if (request->result != UNIT_SOURCE && chdir(plan->build) != 0)
        return status_fail(STATUS_ENVIRONMENT, "%s: cannot work there: %s", plan->build,
                           strerror(errno));
    struct shadow shadow;
    FORWARD_IF_ERROR(shadow_scan(plan->project, &shadow));
    shadow_prune(&shadow, plan->build);
    char *input = NULL;
    enum status status;
    if (request->result == UNIT_SOURCE) {
        status = ship(plan, &shadow, request);
    } else {
        bool is_list = request->result == UNIT_KERNELS;
        status = translate(plan, &shadow, is_list);
        if (status == STATUS_OK)
            status = command_input(plan, &shadow, 0, &input);
        if (status == STATUS_OK)
            status = (is_list ? reflect : compile)(plan, &shadow, input, request);
    }
    free(input);
    shadow_free(&shadow);
    return status;
}
