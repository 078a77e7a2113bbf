#include "graph/project.h"

#include "ninja.h"
#include "util/file.h"

#include <stdlib.h>
#include <string.h>

struct module *project_add_module(struct project *project)
{
    size_t count = project->module_count++;
    project->modules = mem_grow(project->modules, count, sizeof *project->modules);
    project->modules[count] = (struct module){0};
    return &project->modules[count];
}

static void set_default(char **field, const char *value)
{
    if (!*field)
        *field = mem_dup(value);
}

void project_complete(struct project *project)
{
    set_default(&project->package, "kernels");
    set_default(&project->std, "c++17");
    set_default(&project->optimize, "3");
    if (!project->cuda_arch)
        project->cuda_arch = 900;
}

void flags_free(struct flags *flags)
{
    strings_free(&flags->include);
    strings_free(&flags->defines);
    strings_free(&flags->other);
}

static void module_free(struct module *module)
{
    free(module->name);
    free(module->expression);
    free(module->dtypes);
    free(module->text);
    strings_free(&module->sources);
    strings_free(&module->only);
    flags_free(&module->flags);
}

void project_remove_module(struct project *project, size_t index)
{
    module_free(&project->modules[index]);
    project->module_count--;
    memmove(&project->modules[index], &project->modules[index + 1],
            (project->module_count - index) * sizeof *project->modules);
}

/* "kernels.yaml:12: " or "kernels/: ": where a module was declared. */
static char *module_place(const struct project *project, const struct module *module)
{
    return module->line ? mem_format("%s:%d: ", project->manifest, module->line)
                        : mem_format("%s: ", project->shown);
}

/* A source's path from the project's root is part of names in the graph. */
static enum status check_source_names(const struct project *project, const struct module *module,
                                      const char *place)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; status == STATUS_OK && i < module->sources.count; i++) {
        char *name = path_relative(module->sources.items[i], project->root);
        status = ninja_check_path(place, name);
        free(name);
    }
    return status;
}

static enum status check_module_name(const char *name, const char *place)
{
    if (!name[0] || strchr(name, '/') || strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
        return status_fail(STATUS_INPUT,
                           "%s'%s' cannot be a module's name; it becomes a file's name", place,
                           name);
    return ninja_check_path(place, name);
}

static enum status module_check(const struct project *project, const struct module *module)
{
    char *place = module_place(project, module);
    enum status status = check_source_names(project, module, place);
    if (status == STATUS_OK)
        status = check_module_name(module->name, place);
    for (size_t i = 0; status == STATUS_OK && i < module->sources.count; i++)
        if (!path_exists(module->sources.items[i]) || path_is_directory(module->sources.items[i]))
            status = status_fail(STATUS_INPUT, "%smodule '%s': source %s is not there", place,
                                 module->name, module->sources.items[i]);
    for (size_t i = 0; status == STATUS_OK && i < module->flags.include.count; i++)
        if (!path_is_directory(module->flags.include.items[i]))
            status = status_fail(STATUS_INPUT, "%smodule '%s': include directory %s is not there",
                                 place, module->name, module->flags.include.items[i]);
    free(place);
    return status;
}

static const char *module_origin(const struct module *module)
{
    return module->expression ? module->expression : module->sources.items[0];
}

enum status project_check(const struct project *project)
{
    for (size_t i = 0; i < project->module_count; i++) {
        const struct module *module = &project->modules[i];
        FORWARD_IF_ERROR(module_check(project, module));
        for (size_t j = 0; j < i; j++) {
            const struct module *other = &project->modules[j];
            if (strcmp(module->name, other->name) != 0)
                continue;
            char *place = module_place(project, module);
            enum status status = status_fail(
                STATUS_INPUT, "%stwo modules are named '%s' (%s and %s); give one another name%s",
                place, module->name, module_origin(other), module_origin(module),
                module->line ? "" : " in a manifest, or leave it out with --exclude");
            free(place);
            return status;
        }
    }
    for (size_t i = 0; i < project->flags.include.count; i++)
        if (!path_is_directory(project->flags.include.items[i]))
            return status_fail(STATUS_INPUT, "include directory %s is not there",
                               project->flags.include.items[i]);
    return STATUS_OK;
}

void project_free(struct project *project)
{
    for (size_t i = 0; i < project->module_count; i++)
        module_free(&project->modules[i]);
    free(project->modules);
    free(project->root);
    free(project->shown);
    free(project->manifest);
    free(project->package);
    free(project->std);
    free(project->optimize);
    strings_free(&project->targets);
    flags_free(&project->flags);
    *project = (struct project){0};
}
