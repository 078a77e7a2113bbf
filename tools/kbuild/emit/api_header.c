/* Writes <package>.h: ordinals and typed launch functions, in a form that people can read. The
 * functions are inline, so that a program links only the tables of <package>.c. */
#include "emit/api.h"

#include "parts.h"

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

static void put_first_comment(struct buf *out, const struct kernel_package *package)
{
    size_t kernels = package->kernel_count, modules = package->module_count;
    buf_puts(out, "/* ");
    api_put_comment(out, package->name);
    buf_printf(
        out,
        ": %zu GPU kernel%s in %zu module%s.\n"
        " *\n"
        " * Written by kbuild; do not edit. Each %s_launch_<kernel>() launches one kernel by\n"
        " * krt_launch(); see krt/krt.h for streams, |config| and errors. Pointers are to\n"
        " * device memory. The functions are asynchronous and thread-safe.\n"
        " *\n"
        " * The tables are hidden: a package belongs to the program or library that it is\n"
        " * linked into. Define %s_SHARED for the package and for all who include this file\n"
        " * to export them.\n"
        " */\n",
        kernels, plural(kernels), modules, plural(modules), package->prefix, package->upper);
}

/* Writes a macro that gives |table| another name for the linker, one with the ID of the interface.
 * So code that was compiled with the header of one interface does not link with the tables of
 * another. */
static void put_table_name(struct buf *out, const struct kernel_package *package, const char *table)
{
    buf_printf(out, "#define %s_%s %s_%s_%016" PRIx64 "\n", package->prefix, table, package->prefix,
               table, package->interface);
}

/* Writes the macro that has the ID of the interface. The macro is also the guard of the header,
 * because headers of other packages do not define it. */
static void put_identity(struct buf *out, const struct kernel_package *package)
{
    buf_printf(
        out,
        "#ifdef %s_INTERFACE\n"
        "#if %s_INTERFACE != 0x%016" PRIx64 "u\n"
        "#error \"two packages have the name %s; build one of them with another --package\"\n"
        "#endif\n"
        "#else\n"
        "/* Identifies this interface: the tables must be of the same one. */\n"
        "#define %s_INTERFACE 0x%016" PRIx64 "u\n\n"
        "#include <krt/krt.h>\n\n#include <stdbool.h>\n#include <stdint.h>\n\n"
        "#ifdef %s_SHARED\n"
        "#define %s_API __attribute__((visibility(\"default\")))\n"
        "#else\n"
        "#define %s_API __attribute__((visibility(\"hidden\")))\n"
        "#endif\n\n"
        "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n",
        package->upper, package->upper, package->interface, package->prefix, package->upper,
        package->interface, package->upper, package->upper, package->upper);
    buf_printf(out,
               "#ifdef %s_SHARED\n"
               "extern %s_API const struct krt_package %s_package; /* for dlsym() */\n"
               "#endif\n",
               package->upper, package->upper, package->prefix);
    put_table_name(out, package, "package");
    buf_printf(out, "extern %s_API const struct krt_package %s_package;\n\n", package->upper,
               package->prefix);
}

static void put_enum(struct buf *out, const struct kernel_package *package)
{
    buf_printf(out, "/* The ordinals of the kernels, for krt_launch(). */\nenum %s_ordinal {\n",
               package->prefix);
    for (size_t i = 0; i < package->module_count; i++) {
        const struct index_module *module = &package->modules[i];
        if (!module->kernel_count)
            continue;
        buf_puts(out, "    /* ");
        api_put_comment(out, module->name);
        buf_puts(out, " */\n");
        for (size_t j = 0; j < module->kernel_count; j++) {
            const struct index_kernel *kernel = &module->kernels[j];
            buf_printf(out, "    %s,", kernel->enumerator);
            if (kernel->template_name) {
                buf_puts(out, " /* ");
                api_put_comment(out, kernel->name);
                buf_puts(out, " */");
            }
            buf_putc(out, '\n');
        }
    }
    buf_printf(out, "    %s_KERNEL_COUNT\n};\n\n", package->upper);
}

static void put_member(struct buf *out, const struct index_member *member)
{
    const char *type = member->c_type;
    buf_puts(out, "    ");
    if (member->align)
        buf_printf(out, "KRT_ALIGNAS(%u) ", member->align);
    buf_printf(out, "%s%s%s", type, type[strlen(type) - 1] == '*' ? "" : " ", member->c_name);
    for (uint32_t i = 0; i < member->rank; i++)
        buf_printf(out, "[%u]", member->extents[i]);
    buf_puts(out, ";\n");
}

static void put_record(struct buf *out, const struct index_record *record)
{
    buf_printf(out, "struct %s%s { /* ", record->is_packed ? "__attribute__((packed)) " : "",
               record->tag);
    api_put_comment(out, api_record_name(record->canonical));
    buf_puts(out, " */\n");
    for (size_t i = 0; i < record->member_count; i++)
        put_member(out, &record->members[i]);
    if (!record->member_count)
        buf_printf(out, "    KRT_ALIGNAS(%u) unsigned char bytes[%u];\n", record->align,
                   record->size);
    buf_printf(out, "};\nKRT_ASSERT_LAYOUT(sizeof(struct %s) == %u);\n", record->tag, record->size);
    for (size_t i = 0; i < record->member_count; i++)
        buf_printf(out, "KRT_ASSERT_LAYOUT(offsetof(struct %s, %s) == %u);\n", record->tag,
                   record->members[i].c_name, record->members[i].offset);
    buf_putc(out, '\n');
}

static void put_records(struct buf *out, const struct kernel_package *package)
{
    if (!package->record_count)
        return;
    buf_puts(out,
             "/* Records that kernels take by value. Those that C cannot lay out as the device "
             "does are\n * bytes to copy in. */\n");
    for (size_t i = 0; i < package->record_count; i++)
        put_record(out, package->records[i]);
}

/* Writes the names of the files that define the kernels of a module, without duplicates, in the
 * order of the kernels. */
static void put_files(struct buf *out, const struct index_module *module)
{
    OWNED_BY(strings_free) struct strings files = {0};
    for (size_t i = 0; i < module->kernel_count; i++) {
        const char *file = api_file(module->kernels[i].file);
        if (strings_contain(&files, file))
            continue;
        buf_puts(out, files.count ? ", " : "");
        api_put_comment(out, file);
        strings_add(&files, file);
    }
}

/* Writes macros for the known facts about a kernel that another compiler made:
 * KERNELS_SOFTMAX_WARPS and others. */
static void put_facts(struct buf *out, const struct index_kernel *kernel)
{
    for (int i = 0; i < INDEX_FACT_COUNT; i++) {
        if (!kernel->facts[i])
            continue;
        OWNED char *upper = identifier_from_upper(index_fact_names[i]);
        buf_printf(out, "#define %s_%s %u\n", kernel->enumerator, upper, kernel->facts[i]);
    }
}

static void put_function(struct buf *out, const struct kernel_package *package,
                         const struct index_kernel *kernel)
{
    OWNED_BY(strings_free) struct strings arguments = {0}, words = {0};
    api_put_prototype(out, kernel, ")\n{\n");
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
    api_put_wrapped(out, &words, 22, ");\n}\n\n");
}

static void put_module(struct buf *out, const struct kernel_package *package,
                       const struct index_module *module)
{
    if (!module->kernel_count)
        return;
    buf_puts(out, "/* ---- ");
    api_put_comment(out, module->name);
    buf_puts(out, ": ");
    put_files(out, module);
    buf_puts(out, " ---- */\n\n");
    for (size_t i = 0; i < module->kernel_count; i++) {
        put_facts(out, &module->kernels[i]);
        put_function(out, package, &module->kernels[i]);
    }
}

static void put_variable(struct buf *out, const struct kernel_package *package, size_t number)
{
    const struct index_variable *variable = package->variables[number];
    api_put_variable(out, variable, ")\n{\n");
    buf_printf(out,
               "    void *address;\n"
               "    krt_status status = krt_variable_get(&%s_package, &%s_variables[%zu], "
               "device, &address,\n"
               "                                         out_bytes);\n"
               "    if (status == KRT_OK)\n        *out = (%s)address;\n"
               "    return status;\n}\n\n",
               package->prefix, package->prefix, number, variable->c_type);
}

static void put_variables(struct buf *out, const struct kernel_package *package)
{
    size_t count = package->variable_count;
    if (!count)
        return;
    buf_printf(out, "/* ---- Variables ---- */\n\n#define %s_VARIABLE_COUNT %zu\n", package->upper,
               count);
    put_table_name(out, package, "variables");
    buf_printf(out,
               "extern %s_API const struct krt_variable %s_variables[%s_VARIABLE_COUNT];\n\n"
               "/* Each says where a variable, or an array's first element, is on a device. See\n"
               " * krt_variable_get(). */\n\n",
               package->upper, package->prefix, package->upper);
    for (size_t i = 0; i < count; i++)
        put_variable(out, package, i);
}

void api_header(const struct kernel_package *package, struct buf *out)
{
    put_first_comment(out, package);
    put_identity(out, package);
    put_enum(out, package);
    put_records(out, package);
    for (size_t i = 0; i < package->module_count; i++)
        put_module(out, package, &package->modules[i]);
    put_variables(out, package);
    buf_puts(out, "#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}
