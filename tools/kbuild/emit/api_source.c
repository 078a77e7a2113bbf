/* Writes <package>.c: the tables for <package>.h, in C11 that is also C++17. Also writes
 * <package>.build.h, which has the ID of the build. With images of another build, <package>.c does
 * not compile, and libkrt refuses them too. */
#include "emit/api.h"

#include "parts.h"

/* The arrays of parameters in <package>.c, without duplicates: kernels with equal parameters share
 * an array. */
struct layouts {
    struct strings texts; /* the initialiser of each array */
    size_t *of_kernel;    /* for each kernel, by ordinal, the index in |texts| of its array */
};

/* Returns "kernels_affine", the beginning of the names in a module's header; upper_name() returns
 * "KERNELS_AFFINE". */
static char *lower_name(const struct kernel_package *package, size_t module)
{
    OWNED char *name = mem_format("%s_%s", package->prefix, package->modules[module].name);
    return identifier_from_lower(name);
}

static char *upper_name(const struct kernel_package *package, size_t module)
{
    OWNED char *lower = lower_name(package, module);
    return identifier_from_upper(lower);
}

static void put_includes(struct buf *out, const struct kernel_package *package)
{
    buf_puts(out, "/* ");
    api_put_comment(out, package->name);
    buf_printf(out,
               ": the tables behind its header. Written by kbuild; do not edit. */\n"
               "#include \"%s.h\"\n\n"
               "#include \"%s.build.h\"\n",
               package->name, package->name);
    for (size_t i = 0; i < package->module_count; i++)
        buf_printf(out, "#include \"%s.hsaco.h\"\n", package->modules[i].name);
    for (size_t i = 0; i < package->module_count; i++)
        if (package->modules[i].has_source)
            buf_printf(out, "#include \"%s.source.h\"\n", package->modules[i].name);
    buf_putc(out, '\n');
}

/* Writes checks in C: the file does not compile with headers of another build. */
static void put_check(struct buf *out, const struct kernel_package *package)
{
    buf_printf(
        out,
        "#if %s_INTERFACE != 0x%016" PRIx64 "u\n"
        "#error \"this file and its header are of different builds; run kbuild build again\"\n"
        "#elif %s_BUILD != %s_INTERFACE",
        package->upper, package->interface, package->upper, package->upper);
    for (size_t i = 0; i < package->module_count; i++) {
        OWNED char *upper = upper_name(package, i);
        buf_printf(out, " + \\\n    %s_HSACO_ID", upper);
    }
    buf_puts(out, "\n#error \"tables and code objects are of different builds; run kbuild build "
                  "again\"\n#endif\n\n");
}

static void put_modules(struct buf *out, const struct kernel_package *package)
{
    if (!package->module_count)
        return;
    buf_printf(out, "static const struct krt_module %s_modules[] = {\n", package->prefix);
    for (size_t i = 0; i < package->module_count; i++) {
        OWNED char *lower = lower_name(package, i), *upper = upper_name(package, i);
        OWNED_BY(strings_free) struct strings fields = {0};
        struct buf literal = {0};
        api_put_literal(&literal, package->modules[i].name);
        strings_take(&fields, buf_take(&literal));
        strings_addf(&fields, "%s_hsaco", lower);
        strings_addf(&fields, "%s_HSACO_SIZE", upper);
        strings_addf(&fields, "%s_hsaco_images", lower);
        strings_addf(&fields, "%s_HSACO_IMAGE_COUNT", upper);
        buf_puts(out, "    {");
        api_put_wrapped(out, &fields, 5, "},\n");
    }
    buf_puts(out, "};\n\n");
}

static char *layout_text(const struct index_kernel *kernel)
{
    OWNED_BY(strings_free) struct strings pairs = {0};
    struct buf text = {0};
    for (size_t i = 0; i < kernel->parameter_count; i++)
        strings_addf(&pairs, "{%u, %u}", kernel->parameters[i].offset, kernel->parameters[i].size);
    buf_puts(&text, "    ");
    api_put_wrapped(&text, &pairs, 4, "");
    return buf_take(&text);
}

static size_t layout_index(struct layouts *layouts, char *text)
{
    for (size_t i = 0; i < layouts->texts.count; i++)
        if (strcmp(layouts->texts.items[i], text) == 0) {
            free(text);
            return i;
        }
    strings_take(&layouts->texts, text);
    return layouts->texts.count - 1;
}

static void layouts_collect(struct layouts *layouts, const struct kernel_package *package)
{
    layouts->of_kernel = mem_alloc(package->kernel_count * sizeof *layouts->of_kernel);
    for (size_t i = 0; i < package->kernel_count; i++) {
        const struct index_kernel *kernel = package->kernels[i];
        if (kernel->parameter_count)
            layouts->of_kernel[i] = layout_index(layouts, layout_text(kernel));
    }
}

static void put_layouts(struct buf *out, const struct kernel_package *package,
                        const struct layouts *layouts)
{
    if (layouts->texts.count)
        buf_puts(out,
                 "/* Offset and size of each parameter; kernels with the same parameters share "
                 "an array. */\n");
    for (size_t i = 0; i < layouts->texts.count; i++)
        buf_printf(out, "static const struct krt_parameter %s_parameters_%zu[] = {\n%s};\n",
                   package->prefix, i, layouts->texts.items[i]);
    if (layouts->texts.count)
        buf_putc(out, '\n');
}

static void put_kernels(struct buf *out, const struct kernel_package *package,
                        const struct layouts *layouts)
{
    if (!package->kernel_count)
        return;
    buf_printf(out,
               "/* By ordinal: name, symbol, module, parameters. */\n"
               "static const struct krt_kernel %s_kernels[] = {\n",
               package->prefix);
    for (size_t i = 0; i < package->kernel_count; i++) {
        const struct index_kernel *kernel = package->kernels[i];
        buf_puts(out, "    {");
        api_put_literal(out, kernel->name);
        buf_puts(out, ", ");
        api_put_literal(out, kernel->symbol);
        buf_printf(out, ", %zu, %zu, ", kernel->module, kernel->parameter_count);
        if (kernel->parameter_count)
            buf_printf(out, "%s_parameters_%zu},\n", package->prefix, layouts->of_kernel[i]);
        else
            buf_puts(out, "NULL},\n");
    }
    buf_puts(out, "};\n\n");
}

/* Writes the table of the modules' sources. Returns false, and writes nothing, if no module has its
 * source in the package. */
static bool put_sources(struct buf *out, const struct kernel_package *package)
{
    bool is_any = false;
    for (size_t i = 0; i < package->module_count; i++)
        is_any = is_any || package->modules[i].has_source;
    if (!is_any)
        return false;
    buf_printf(out, "/* By module. */\nstatic const struct krt_source %s_sources[] = {\n",
               package->prefix);
    for (size_t i = 0; i < package->module_count; i++) {
        OWNED char *upper = upper_name(package, i);
        if (package->modules[i].has_source)
            buf_printf(out, "    %s_SOURCE,\n", upper);
        else
            buf_puts(out, "    {NULL, NULL, NULL, 0, NULL, NULL, 0, 0},\n");
    }
    buf_puts(out, "};\n\n");
    return true;
}

static void put_package(struct buf *out, const struct kernel_package *package)
{
    const char *prefix = package->prefix;
    bool has_sources = put_sources(out, package);
    buf_printf(out, "static struct krt_package_state *%s_state;\n\n", prefix);
    buf_printf(out,
               "const struct krt_package %s_package = {\n"
               "    sizeof(struct krt_package),\n    ",
               prefix);
    api_put_literal(out, package->name);
    if (package->module_count)
        buf_printf(out, ",\n    %s_modules,\n    %zu,\n", prefix, package->module_count);
    else
        buf_puts(out, ",\n    NULL,\n    0,\n");
    if (package->kernel_count)
        buf_printf(out, "    %s_kernels,\n", prefix);
    else
        buf_puts(out, "    NULL,\n");
    buf_printf(out, "    %s_KERNEL_COUNT,\n    &%s_state,\n    %s_INTERFACE,\n    %s_BUILD,\n",
               package->upper, prefix, package->upper, package->upper);
    if (has_sources)
        buf_printf(out, "    %s_sources,\n};\n", prefix);
    else
        buf_puts(out, "    NULL,\n};\n");
}

static void put_variables(struct buf *out, const struct kernel_package *package)
{
    if (!package->variable_count)
        return;
    buf_printf(out,
               "\n/* Name, symbol, module, space, bytes. */\n"
               "const struct krt_variable %s_variables[%s_VARIABLE_COUNT] = {\n",
               package->prefix, package->upper);
    for (size_t i = 0; i < package->variable_count; i++) {
        const struct index_variable *variable = package->variables[i];
        buf_puts(out, "    {");
        api_put_literal(out, variable->name);
        buf_puts(out, ", ");
        api_put_literal(out, variable->symbol);
        buf_printf(out, ", %zu, KRT_VARIABLE_%s, %" PRIu64 "},\n", variable->module,
                   variable->is_managed ? "MANAGED" : "DEVICE", variable->size);
    }
    buf_puts(out, "};\n");
}

/* Writes an alias of the package's table without the interface's ID in its name. A program that
 * opens the library with dlopen() knows only the package's name. */
static void put_shared_name(struct buf *out, const struct kernel_package *package)
{
    buf_printf(out,
               "\n#ifdef %s_SHARED\n"
               "#undef %s_package\n"
               "extern const struct krt_package %s_package\n"
               "    __attribute__((alias(\"%s_package_%016" PRIx64 "\")));\n"
               "#endif\n",
               package->upper, package->prefix, package->prefix, package->prefix,
               package->interface);
}

void api_source(const struct kernel_package *package, struct buf *out)
{
    struct layouts layouts = {0};
    layouts_collect(&layouts, package);
    put_includes(out, package);
    put_check(out, package);
    put_modules(out, package);
    put_layouts(out, package, &layouts);
    put_kernels(out, package, &layouts);
    put_package(out, package);
    put_variables(out, package);
    put_shared_name(out, package);
    free(layouts.of_kernel);
    strings_free(&layouts.texts);
}

void api_build(const struct kernel_package *package, struct buf *out)
{
    buf_puts(out, "/* ");
    api_put_comment(out, package->name);
    buf_printf(out,
               ": the build of its tables and images. Written by kbuild; do not edit. */\n"
               "#define %s_BUILD 0x%016" PRIx64 "u\n",
               package->upper, package->build);
}
