/* Writes <package>.py: typed launches for Python, with the package krt. The module has the tables,
 * and a function for each kernel. Also writes <package>.pyi, which describes the module to type
 * checkers and editors. Both are for Python 3.11 and later.
 *
 * The Python module finds <module>.hsaco in its own directory. libkrt maps the file, and reads
 * nothing of it before a kernel is launched. */
#include "emit/api.h"

#include "parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Python's keywords, each between two spaces. */
static const char keywords[] =
    " False None True and as assert async await break class continue def del elif else except"
    " finally for from global if import in is lambda nonlocal not or pass raise return try while"
    " with yield ";

/* Returns |name| if Python allows it, else |name| and a '_'. If the result is in |taken|, a number
 * is appended. Adds the result to |taken|. */
static char *safe_name(const char *name, struct identifier_set *taken)
{
    OWNED char *word = mem_format(" %s ", name);
    OWNED char *safe = mem_format("%s%s", name, strstr(keywords, word) ? "_" : "");
    return identifier_unique(safe, taken);
}

char *api_python_file(const char *package, const char *extension)
{
    OWNED_BY(identifier_set_free) struct identifier_set taken = {0};
    OWNED char *prefix = identifier_from_lower(package), *name = safe_name(prefix, &taken);
    return mem_format("%s%s", name, extension);
}

/* Writes a string literal in ASCII, so that a reader sees characters that change the direction of
 * text. */
static void put_literal(struct buf *out, const char *text)
{
    buf_putc(out, '"');
    for (size_t length; *text; text += length) {
        const unsigned long c = api_code_point(text, &length);
        if (c == '"' || c == '\\')
            buf_printf(out, "\\%c", (int)c);
        else if (c < 0x20 || c >= 0x7f)
            buf_printf(out, "\\U%08lx", c);
        else
            buf_putc(out, (char)c);
    }
    buf_putc(out, '"');
}

/* Writes text inside a docstring. Escapes special characters, because names in untrusted code
 * objects may have any. */
static void put_text(struct buf *out, const char *text)
{
    for (; *text; text++)
        buf_putc(out, *text == '"' || *text == '\\' || (unsigned char)*text < 0x20 ? '?' : *text);
}

/* Writes a type in the notation that python/krt/package.c reads. */
static void put_type(struct buf *out, const struct ctype *type)
{
    switch (type->kind) {
    case CTYPE_SCALAR:
    case CTYPE_ENUM: buf_puts(out, ctype_scalar_name(type->scalar)); return;
    case CTYPE_POINTER:
        buf_printf(out, "%s%s*", type->to_const ? "const " : "", ctype_pointee_name(type));
        return;
    case CTYPE_VOID:
    case CTYPE_RECORD:
    case CTYPE_OTHER: break;
    }
    buf_puts(out, "bytes");
}

/* Returns the index of |record| among the records that have members; -1 if |record| has none.
 * Python knows only records with members. */
static long record_number(const struct kernel_package *package, const struct index_record *record)
{
    long number = 0;
    for (size_t i = 0; record && record->member_count && i < package->record_count; i++) {
        if (package->records[i] == record)
            return number;
        number += package->records[i]->member_count > 0;
    }
    return -1;
}

/* Writes the type of a value in the tables: a word in quotes, or a record's number. */
static void put_value_type(struct buf *out, const struct kernel_package *package,
                           const struct ctype *type, const struct index_record *record)
{
    const long number = record_number(package, record);
    if (number >= 0) {
        buf_printf(out, "%ld", number);
        return;
    }
    buf_putc(out, '"');
    put_type(out, type);
    buf_putc(out, '"');
}

static const char *hint(const struct ctype *type)
{
    switch (type->kind) {
    case CTYPE_SCALAR:
    case CTYPE_ENUM:
        switch (type->scalar) {
        case CTYPE_BOOL: return "bool";
        case CTYPE_F16:
        case CTYPE_F32:
        case CTYPE_F64:
        case CTYPE_BF16:
        case CTYPE_F8E4M3:
        case CTYPE_F8E5M2: return "float";
        default: return "int";
        }
    case CTYPE_POINTER: return "krt.Pointer";
    case CTYPE_VOID:
    case CTYPE_RECORD:
    case CTYPE_OTHER: break;
    }
    return "krt.Buffer";
}

static void put_modules(struct buf *out, const struct kernel_package *package)
{
    buf_puts(out, "    (  # modules: name, bytes, images\n");
    for (size_t i = 0; i < package->module_count; i++) {
        const struct index_module *module = &package->modules[i];
        buf_puts(out, "        (");
        put_literal(out, module->name);
        buf_printf(out, ", %" PRIu64 ", (\n", module->size);
        for (size_t j = 0; j < module->image_count; j++) {
            const struct index_image *image = &module->images[j];
            buf_puts(out, "            (");
            put_literal(out, image->target);
            buf_printf(out, ", %" PRIu64 ", %" PRIu64 ", 0x%08" PRIx32 "),\n", image->offset,
                       image->size, image->checksum);
        }
        buf_puts(out, "        )),\n");
    }
    buf_puts(out, "    ),\n");
}

static void put_kernels(struct buf *out, const struct kernel_package *package)
{
    buf_puts(out, "    (  # kernels: name, symbol, module, parameters\n");
    for (size_t i = 0; i < package->kernel_count; i++) {
        const struct index_kernel *kernel = package->kernels[i];
        buf_puts(out, "        (");
        put_literal(out, kernel->name);
        buf_puts(out, ", ");
        put_literal(out, kernel->symbol);
        buf_printf(out, ", %zu, (\n            ", kernel->module);
        OWNED_BY(strings_free) struct strings words = {0};
        for (size_t k = 0; k < kernel->parameter_count; k++) {
            const struct index_parameter *parameter = &kernel->parameters[k];
            struct buf word = {0};
            buf_printf(&word, "(\"%s\", ", parameter->c_name);
            put_value_type(&word, package, &parameter->type, parameter->record);
            buf_printf(&word, ", %u, %u)", parameter->offset, parameter->size);
            strings_take(&words, buf_take(&word));
        }
        api_put_wrapped(out, &words, 12, words.count ? ",)),\n" : ")),\n");
    }
    buf_puts(out, "    ),\n");
}

static void put_variable_table(struct buf *out, const struct kernel_package *package)
{
    buf_puts(out, "    (  # variables: name, symbol, module, is managed, bytes, element\n");
    for (size_t i = 0; i < package->variable_count; i++) {
        const struct index_variable *variable = package->variables[i];
        buf_puts(out, "        (");
        put_literal(out, variable->name);
        buf_puts(out, ", ");
        put_literal(out, variable->symbol);
        buf_printf(out, ", %zu, %s, %" PRIu64 ", \"%s\"),\n", variable->module,
                   variable->is_managed ? "True" : "False", variable->size,
                   ctype_pointee_name(&variable->pointer));
    }
    buf_puts(out, "    ),\n");
}

/* ---- Records: each becomes a class of named tuples ---- */

/* Lists the names of the records' classes, "Dims" for "struct kernels_dims", in the order of the
 * package's records; "" for a record without members. */
static void name_records(const struct kernel_package *package, struct identifier_set *taken,
                         struct strings *out)
{
    for (size_t i = 0; i < package->record_count; i++) {
        const struct index_record *record = package->records[i];
        OWNED char *camel = rust_camel_case(record->tag + strlen(package->prefix));
        strings_take(out, record->member_count ? identifier_unique(camel, taken) : mem_dup(""));
    }
}

/* Returns the Python name of a member. A '_' at the beginning is removed, because named tuples do
 * not allow it. */
static char *member_name(const struct index_member *member, struct identifier_set *taken)
{
    const char *name = member->c_name + strspn(member->c_name, "_");
    OWNED char *whole = mem_format("%s%s", *name >= 'A' ? "" : "member_", name);
    return safe_name(whole, taken);
}

static void put_member_hint(struct buf *out, const struct kernel_package *package,
                            const struct index_member *member, const struct strings *names)
{
    for (uint32_t i = 0; i < member->rank; i++)
        buf_puts(out, "tuple[");
    const char *name = "";
    for (size_t i = 0; i < package->record_count; i++)
        if (package->records[i] == member->record)
            name = names->items[i];
    buf_puts(out, *name ? name : hint(&member->type));
    for (uint32_t i = 0; i < member->rank; i++)
        buf_puts(out, ", ...]");
}

static void put_classes(struct buf *out, const struct kernel_package *package,
                        const struct strings *names)
{
    for (size_t i = 0; i < package->record_count; i++) {
        OWNED_BY(identifier_set_free) struct identifier_set taken = {0};
        const struct index_record *record = package->records[i];
        if (!record->member_count)
            continue;
        buf_printf(out, "\n\nclass %s(typing.NamedTuple):\n    \"\"\"", names->items[i]);
        put_text(out, api_record_name(record->canonical));
        buf_printf(out, ": %u bytes.\"\"\"\n\n", record->size);
        for (size_t j = 0; j < record->member_count; j++) {
            OWNED char *name = member_name(&record->members[j], &taken);
            buf_printf(out, "    %s: ", name);
            put_member_hint(out, package, &record->members[j], names);
            buf_putc(out, '\n');
        }
    }
}

static void put_record_table(struct buf *out, const struct kernel_package *package,
                             const struct strings *names)
{
    buf_puts(out, "    (  # records: class, bytes, members\n");
    for (size_t i = 0; i < package->record_count; i++) {
        const struct index_record *record = package->records[i];
        OWNED_BY(strings_free) struct strings words = {0};
        if (!record->member_count)
            continue;
        buf_printf(out, "        (%s, %u, (\n            ", names->items[i], record->size);
        for (size_t j = 0; j < record->member_count; j++) {
            const struct index_member *member = &record->members[j];
            uint32_t size = index_member_size(member);
            struct buf word = {0}, extents = {0};
            for (uint32_t k = 0; k < member->rank; k++) {
                buf_printf(&extents, "%u, ", member->extents[k]);
                size /= member->extents[k];
            }
            buf_printf(&word, "(\"%s\", ", member->c_name);
            put_value_type(&word, package, &member->type, member->record);
            buf_printf(&word, ", %u, %u, (%s))", member->offset, size,
                       extents.data ? extents.data : "");
            buf_free(&extents);
            strings_take(&words, buf_take(&word));
        }
        api_put_wrapped(out, &words, 12, ",)),\n");
    }
    buf_puts(out, "    ),\n");
}

/* Adds the names that the Python module itself uses to the set of taken names. */
static void reserve(struct identifier_set *taken)
{
    static const char *const own[] = {"PACKAGE", "annotations", "krt", "os", "typing", "variables"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        free(identifier_unique(own[i], taken));
}

/* Writes constants for the known facts about a kernel that another compiler made: SOFTMAX_WARPS and
 * others. */
static void put_facts(struct buf *out, const struct index_kernel *kernel, const char *name,
                      bool is_stub, struct identifier_set *taken)
{
    for (int i = 0; i < INDEX_FACT_COUNT; i++) {
        if (!kernel->facts[i])
            continue;
        OWNED char *text = mem_format("%s_%s", name, index_fact_names[i]);
        OWNED char *wanted = identifier_from_upper(text), *upper = identifier_unique(wanted, taken);
        if (is_stub)
            buf_printf(out, "%s: int\n", upper);
        else
            buf_printf(out, "%s = %u\n", upper, kernel->facts[i]);
    }
}

static void put_prototype(struct buf *out, const struct kernel_package *package,
                          const struct index_kernel *kernel, const char *name,
                          const struct strings *records)
{
    OWNED_BY(identifier_set_free) struct identifier_set taken = {0};
    OWNED_BY(strings_free) struct strings words = {0}, types = {0};
    strings_add(&words, "stream: krt.Stream | None");
    strings_add(&words, "config: krt.LaunchConfig");
    free(identifier_unique("stream", &taken));
    free(identifier_unique("config", &taken));
    for (size_t i = 0; i < kernel->parameter_count; i++) {
        OWNED char *parameter = safe_name(kernel->parameters[i].c_name, &taken);
        const char *class = "";
        for (size_t j = 0; j < package->record_count; j++)
            if (package->records[j] == kernel->parameters[i].record)
                class = records->items[j];
        strings_addf(&words, "%s: %s%s%s", parameter, class, *class ? " | " : "",
                     hint(&kernel->parameters[i].type));
    }
    strings_add(&words, "/");
    buf_printf(out, "def %s(\n    ", name);
    api_put_wrapped(out, &words, 4, ",\n) -> None:\n    \"\"\"");
    put_text(out, kernel->name);
    buf_puts(out, ": ");
    for (size_t i = 0; i < kernel->parameter_count; i++) {
        struct buf word = {0};
        put_type(&word, &kernel->parameters[i].type);
        buf_printf(&word, " %s", kernel->parameters[i].c_name);
        strings_take(&types, buf_take(&word));
    }
    if (!types.count)
        strings_add(&types, "no parameters");
    api_put_wrapped(out, &types, 4, "\"\"\"\n");
}

/* Writes the functions. |taken| has the names that the Python module uses, |records| the names of
 * its classes. */
static void put_functions(struct buf *out, const struct kernel_package *package, bool is_stub,
                          struct identifier_set *taken, const struct strings *records)
{
    for (size_t i = 0; i < package->kernel_count; i++) {
        const struct index_kernel *kernel = package->kernels[i];
        OWNED char *name = safe_name(kernel->base, taken);
        put_facts(out, kernel, name, is_stub, taken);
        if (is_stub)
            put_prototype(out, package, kernel, name, records);
        else
            buf_printf(out, "%s = PACKAGE.kernel(%zu)\n", name, i);
    }
}

static void put_variables(struct buf *out, const struct kernel_package *package, bool is_stub)
{
    OWNED_BY(identifier_set_free) struct identifier_set taken = {0};
    if (!package->variable_count)
        return;
    buf_puts(out, "\n\nclass variables:\n"
                  "    \"\"\"Each function gives a variable of a device as an array.\"\"\"\n");
    for (size_t i = 0; i < package->variable_count; i++) {
        OWNED char *name = safe_name(package->variables[i]->base, &taken);
        buf_printf(out, "\n    @staticmethod\n    def %s(device: krt.Device) -> krt.Array:", name);
        if (is_stub)
            buf_puts(out, " ...\n");
        else
            buf_printf(out, "\n        return PACKAGE.variable(%zu, device)\n", i);
    }
}

void api_python(const struct kernel_package *package, struct buf *out)
{
    OWNED_BY(identifier_set_free) struct identifier_set taken = {0};
    OWNED_BY(strings_free) struct strings records = {0};
    reserve(&taken);
    name_records(package, &taken, &records);
    buf_puts(out, "# Typed launches of GPU kernels. Written by kbuild; do not edit.\n#\n"
                  "# It needs the package krt, and the .hsaco files beside it.\n"
                  "from __future__ import annotations\n\n"
                  "import os\nimport typing\n\nimport krt\n");
    put_classes(out, package, &records);
    buf_puts(out, "\nPACKAGE = krt.Package(\n    ");
    put_literal(out, package->name);
    buf_puts(out, ",\n    os.path.dirname(os.path.abspath(__file__)),\n");
    put_modules(out, package);
    put_kernels(out, package);
    put_variable_table(out, package);
    buf_printf(out, "    0x%016" PRIx64 ",\n    0x%016" PRIx64 ",\n", package->interface,
               package->build);
    put_record_table(out, package, &records);
    buf_puts(out, ")\n\n");
    put_functions(out, package, false, &taken, &records);
    put_variables(out, package, false);
}

void api_python_stub(const struct kernel_package *package, struct buf *out)
{
    OWNED_BY(identifier_set_free) struct identifier_set taken = {0};
    OWNED_BY(strings_free) struct strings records = {0};
    reserve(&taken);
    name_records(package, &taken, &records);
    buf_puts(out, "# Typed launches of GPU kernels. Written by kbuild; do not edit.\n"
                  "import typing\n\nimport krt\n");
    put_classes(out, package, &records);
    buf_puts(out, "\nPACKAGE: krt.Package\n\n");
    put_functions(out, package, true, &taken, &records);
    put_variables(out, package, true);
}
