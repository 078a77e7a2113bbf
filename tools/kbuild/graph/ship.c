#include "ship.h"

#include "emit/source.h"
#include "port/port.h"
#include "util/file.h"

#include <stdlib.h>
#include <string.h>

enum { CUDA_ARCH = 900 }; /* of the compilers at run time */

struct shipment {
    const struct project *project;
    const struct module *module;
    const struct shadow *shadow;
    struct module_source source;
    struct strings paths; /* of the headers */
};

/* At run time a header has a name instead of a place, so a name must mean one file. */
static enum status add_header(struct shipment *shipment, const char *name, const char *path)
{
    struct module_source *source = &shipment->source;
    if (name[0] == '/' || strncmp(name, "../", 3) == 0 || strstr(name, "/../"))
        return status_fail(STATUS_INPUT,
                           "module '%s' cannot be shipped as source: it includes \"%s\"; at run "
                           "time there are no directories, so name the header from a directory of "
                           "'include'",
                           shipment->module->name, name);
    for (size_t i = 0; i < source->headers.count; i++) {
        if (strcmp(source->headers.items[i], name) != 0)
            continue;
        if (strcmp(shipment->paths.items[i], path) == 0)
            return STATUS_OK;
        return status_fail(STATUS_INPUT,
                           "module '%s' cannot be shipped as source: \"%s\" is both %s and %s",
                           shipment->module->name, name, shipment->paths.items[i], path);
    }
    struct buf text = {0};
    FORWARD_IF_ERROR(file_read(path, &text));
    strings_add(&source->headers, name);
    strings_add(&shipment->paths, path);
    strings_take(&source->texts, buf_take(&text));
    return STATUS_OK;
}

static enum status add_includes(struct shipment *shipment, const struct shadow_file *file)
{
    const struct strings *const lists[] = {&shipment->module->flags.include,
                                           &shipment->project->flags.include};
    char *directory = path_directory(file->original);
    enum status status = STATUS_OK;
    for (size_t i = 0; status == STATUS_OK && i < file->include_count; i++) {
        const struct shadow_include *include = &file->includes[i];
        char *path = port_find_include(directory, include->name, include->angled, lists,
                                       sizeof lists / sizeof *lists);
        if (path)
            status = add_header(shipment, include->name, path);
        free(path);
    }
    free(directory);
    return status;
}

static void add_arguments(struct shipment *shipment, const struct flags *flags)
{
    for (size_t i = 0; i < flags->defines.count; i++)
        strings_addf(&shipment->source.arguments, "-D%s", flags->defines.items[i]);
    strings_add_all(&shipment->source.arguments, &flags->other);
}

static enum status collect(struct shipment *shipment, struct buf *text)
{
    const struct module *module = shipment->module;
    const struct shadow_reach *reach = &shipment->shadow->modules[0];
    enum status status = STATUS_OK;
    if (module->sources.count == 1)
        status = file_read(module->sources.items[0], text);
    for (size_t i = 0; status == STATUS_OK && i < reach->count; i++) {
        const struct shadow_file *file = &shipment->shadow->files[reach->files[i]];
        if (module->sources.count > 1 && i < module->sources.count) {
            buf_printf(text, "#include \"%s\"\n", file->shown);
            status = add_header(shipment, file->shown, file->original);
        }
        if (status == STATUS_OK)
            status = add_includes(shipment, file);
    }
    strings_addf(&shipment->source.arguments, "-std=%s", shipment->project->std);
    add_arguments(shipment, &shipment->project->flags);
    add_arguments(shipment, &module->flags);
    return status;
}

enum status ship_source(const struct project *project, const struct shadow *shadow,
                        const char *output)
{
    const struct module *module = &project->modules[0];
    struct shipment shipment = {.project = project, .module = module, .shadow = shadow};
    struct buf text = {0}, header = {0};
    if (project->cuda_arch != CUDA_ARCH)
        return status_fail(STATUS_INPUT,
                           "module '%s' cannot be shipped as source: cuda_arch is %d, and at run "
                           "time it is %d",
                           module->name, project->cuda_arch, CUDA_ARCH);
    enum status status = collect(&shipment, &text);
    if (status == STATUS_OK) {
        char *name = path_relative(module->sources.items[0], project->root);
        shipment.source.module = module->name;
        shipment.source.is_hip = strcmp(path_extension(name), ".hip") == 0;
        shipment.source.name = name;
        shipment.source.text = text.data;
        source_header(&shipment.source, &header);
        status = file_update_deep(output, header.data, header.size);
        free(name);
    }
    module_source_free(&shipment.source);
    strings_free(&shipment.paths);
    buf_free(&header);
    buf_free(&text);
    return status;
}
