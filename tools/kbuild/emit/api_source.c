/* <package>.c: the tables behind <package>.h, and its functions. C11, and C++17 too. And
 * <package>.build.h, which has the ID of the build: <package>.c does not compile with images of
 * another build; libkrt refuses them as well.
 */
#include "emit/api.h"

#include "parts.h"

/* Parameter arrays, each once, however many kernels have the same parameters. */
struct layouts {
    struct strings texts; /* the initialiser of number i */
    size_t *of_kernel;    /* by ordinal: index into |texts| */
};

static void put_includes(struct buf *out, const struct kernel_package *package)
{
    buf_puts(out, "/* ");
    api_put_comment(out, package->name);
    buf_printf(out,
               ": tables and launch functions. Written by kbuild; do not edit. */\n"
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

/* Files that do not belong together do not compile. */
static void put_check(struct buf *out, const struct kernel_package *package)
{
    buf_printf(
        out,
        "#if %s_INTERFACE != 0x%016" PRIx64 "u\n"
        "#error \"this file and its header are of different builds; run kbuild build again\"\n"
        "#elif %s_BUILD != %s_INTERFACE",
        package->upper, package->interface, package->upper, package->upper);
    for (size_t i = 0; i < package->module_count; i++) {
        OWNED char *upper = identifier_from_upper(package->modules[i].name);
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
        const char *name = package->modules[i].name;
        OWNED char *lower = identifier_from_lower(name), *upper = identifier_from_upper(name);
        OWNED_BY(strings_free) struct strings fields = {0};
        struct buf literal = {0};
        api_put_literal(&literal, name);
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

/* Whether there is a table. */
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
        OWNED char *upper = identifier_from_upper(package->modules[i].name);
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

static void put_wrapper(struct buf *out, const struct kernel_package *package,
                        const struct index_kernel *kernel)
{
    buf_putc(out, '\n');
    api_put_prototype(out, kernel, ")\n{\n");
    OWNED_BY(strings_free) struct strings arguments = {0}, words = {0};
    for (size_t i = 0; i < kernel->parameter_count; i++)
        strings_addf(&arguments, "&%s", kernel->parameters[i].c_name);
    if (arguments.count) {
        buf_puts(out, "    void *const arguments[] = {");
        api_put_wrapped(out, &arguments, 8, "};\n");
    }
    buf_puts(out, "    return krt_launch(");
    strings_addf(&words, "&%s_package", package->prefix);
    strings_add(&words, kernel->enumerator);
    strings_add(&words, "stream");
    strings_add(&words, "config");
    strings_add(&words, arguments.count ? "arguments" : "NULL");
    api_put_wrapped(out, &words, 22, ");\n}\n");
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
    for (size_t i = 0; i < package->variable_count; i++) {
        buf_putc(out, '\n');
        api_put_variable(out, package->variables[i], ")\n{\n");
        buf_printf(out,
                   "    void *address;\n"
                   "    krt_status status = krt_variable_get(&%s_package, &%s_variables[%zu], "
                   "device, &address,\n"
                   "                                         out_bytes);\n"
                   "    if (status == KRT_OK)\n        *out = (%s)address;\n"
                   "    return status;\n}\n",
                   package->prefix, package->prefix, i, package->variables[i]->c_type);
    }
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
    for (size_t i = 0; i < package->kernel_count; i++)
        put_wrapper(out, package, package->kernels[i]);
    put_variables(out, package);
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
