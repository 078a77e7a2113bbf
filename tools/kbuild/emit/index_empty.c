/* Warns of kernels that were not compiled: of modules without kernels, and of templates without
 * instances in a module's own sources. */
#include "emit/index.h"

#include "parts.h"
#include "util/file.h"

static bool has_instance(const struct index_module *module, const struct index_template *template)
{
    for (size_t i = 0; i < module->kernel_count; i++) {
        const char *name = module->kernels[i].template_name;
        if (name && strcmp(name, template->name) == 0)
            return true;
    }
    return false;
}

/* Whether |path| is a source. Templates in headers are not reported, because a header's templates
 * need not be used by every module. */
static bool is_source(const char *path)
{
    static const char *const extensions[] = {".cu", ".hip", ".cpp", ".cc", ".cxx", ".c"};
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; i++)
        if (path_has_extension(path, extensions[i]))
            return true;
    return false;
}

/* Warns of templates in a module's sources that have no instances. Returns whether there was one.
 */
static bool warn_of_templates(const struct index_module *module)
{
    bool found = false;
    for (size_t i = 0; i < module->template_count; i++) {
        const struct index_template *template = &module->templates[i];
        if (has_instance(module, template) ||
            (module->kernel_count > 0 && !is_source(template->file)))
            continue;
        found = true;
        status_warn("%s:%ld: nothing instantiates kernel template '%s', so it is not in module "
                    "'%s'; name its instances: template __global__ void %s<...>(...);",
                    template->file, template->line, template->name, module->name, template->name);
    }
    return found;
}

static void warn_of_guards(const struct index_module *module)
{
    for (size_t i = 0; i < module->guard_count; i++) {
        const struct index_guard *guard = &module->guards[i];
        status_warn("%s:%ld: module '%s' has no kernels: '%s' hides those from here on; define "
                    "what it asks for, or leave the source out",
                    guard->file, guard->line, module->name, guard->directive);
    }
}

void kernel_package_warn(const struct kernel_package *package)
{
    for (size_t i = 0; i < package->module_count; i++) {
        const struct index_module *module = &package->modules[i];
        bool has_templates = warn_of_templates(module);
        if (module->kernel_count == 0)
            warn_of_guards(module);
        if (module->kernel_count == 0 && !has_templates && !module->guard_count &&
            !module->variable_count)
            status_warn("module '%s' has no kernels; leave its source out if it is not one of "
                        "device code",
                        module->name);
    }
}
