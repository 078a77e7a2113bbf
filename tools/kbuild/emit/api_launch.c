/* Writes launch.rs: typed launches for Rust, with the crate krt. The file includes hsaco.rs, has
 * the package's tables as statics, and has a function for each kernel. It is for edition 2021, and
 * rustc 1.63 and later. */
#include "parts.h"

/* Keywords of Rust that are not also words of C or C++, which identifier_is_keyword() knows. Each
 * is between two spaces. */
static const char keywords[] =
    " Self abstract as async await become box crate dyn final fn gen impl in let loop macro"
    " match mod move mut override priv pub ref self super trait try type unsized use where"
    " yield ";

/* Returns |name| if Rust allows it, else |name| and a '_'. If the result is in |taken|, a number is
 * appended. Adds the result to |taken|. */
static char *safe_name(const char *name, struct identifier_set *taken)
{
    OWNED char *word = mem_format(" %s ", name);
    OWNED char *safe =
        mem_format("%s%s", name, strstr(keywords, word) || identifier_is_keyword(name) ? "_" : "");
    return identifier_unique(safe, taken);
}

/* Writes a Rust literal with a NUL at its end, for C. |text| may be any text. */
static void put_c_literal(struct buf *out, const char *text)
{
    rust_put_literal(out, text);
    out->data[--out->size] = '\0';
    buf_puts(out, "\\0\"");
}

static const char *scalar_type(enum ctype_scalar scalar)
{
    static const char *const own[CTYPE_SCALAR_COUNT] = {
        [CTYPE_F16] = "krt::F16",
        [CTYPE_BF16] = "krt::BF16",
        [CTYPE_F8E4M3] = "krt::F8E4M3",
        [CTYPE_F8E5M2] = "krt::F8E5M2",
    };
    return own[scalar] ? own[scalar] : ctype_scalar_name(scalar);
}

/* Lists the Rust names of the package's records, in the order of the records. */
static void name_records(const struct kernel_package *package, struct strings *out)
{
    OWNED_BY(identifier_set_free) struct identifier_set taken = {0};
    for (size_t i = 0; i < package->record_count; i++) {
        OWNED char *camel = rust_camel_case(package->records[i]->tag);
        strings_take(out, identifier_unique(camel, &taken));
    }
}

struct types {
    const struct kernel_package *package;
    char **records;
};

/* Writes a type of Rust. |record| is NULL if C has the type, and for the type that a pointer points
 * to. */
static void put_type(struct buf *out, const struct types *types, const struct ctype *type,
                     const struct index_record *record)
{
    for (size_t i = 0; i < types->package->record_count; i++)
        if (types->package->records[i] == record) {
            buf_puts(out, types->records[i]);
            return;
        }
    switch (type->kind) {
    case CTYPE_SCALAR:
    case CTYPE_ENUM: buf_puts(out, scalar_type(type->scalar)); return;
    case CTYPE_POINTER:
        buf_puts(out, type->to_const ? "*const " : "*mut ");
        put_type(out, types, type->pointee, NULL);
        return;
    case CTYPE_VOID:
    case CTYPE_RECORD:
    case CTYPE_OTHER: break;
    }
    buf_puts(out, "core::ffi::c_void");
}

static void put_member(struct buf *out, const struct types *types,
                       const struct index_member *member, struct identifier_set *taken)
{
    OWNED char *name = safe_name(member->c_name, taken);
    buf_printf(out, "        pub %s: ", name);
    for (uint32_t i = 0; i < member->rank; i++)
        buf_putc(out, '[');
    put_type(out, types, &member->type, member->record);
    for (uint32_t i = member->rank; i-- > 0;)
        buf_printf(out, "; %u]", member->extents[i]);
    buf_puts(out, ",\n");
}

/* Writes the members of a record. If a member's alignment is larger than its type's, there is
 * padding before the member. Rust does not add this padding by itself, so it is written as a
 * member, too. */
static void put_members(struct buf *out, const struct types *types,
                        const struct index_record *record)
{
    OWNED_BY(identifier_set_free) struct identifier_set taken = {0};
    uint32_t end = 0;
    for (size_t i = 0; i < record->member_count; i++) {
        const struct index_member *member = &record->members[i];
        if (member->align && member->offset > end) {
            OWNED char *padding = identifier_unique("padding", &taken);
            buf_printf(out, "        pub %s: [u8; %u],\n", padding, member->offset - end);
        }
        put_member(out, types, member, &taken);
        end = member->offset + index_member_size(member);
    }
}

static void put_record(struct buf *out, const struct types *types, size_t i)
{
    const struct index_record *record = types->package->records[i];
    buf_puts(out, "    /// `");
    api_put_comment(out, api_record_name(record->canonical));
    buf_printf(out, "`%s.\n    #[derive(Clone, Copy)]\n    #[repr(C, ",
               record->member_count ? "" : ": its fields are the source's affair");
    if (record->is_packed)
        buf_puts(out, "packed");
    else
        buf_printf(out, "align(%u)", record->align);
    buf_printf(out, ")]\n    pub struct %s {\n", types->records[i]);
    put_members(out, types, record);
    if (!record->member_count)
        buf_printf(out, "        pub bytes: [u8; %u],\n", record->size);
    buf_printf(out, "    }\n    const _: () = assert!(core::mem::size_of::<%s>() == %u);\n\n",
               types->records[i], record->size);
}

static void put_function(struct buf *out, const struct types *types,
                         const struct index_kernel *kernel, size_t ordinal,
                         struct identifier_set *functions)
{
    OWNED_BY(identifier_set_free) struct identifier_set taken = {0};
    OWNED_BY(strings_free) struct strings parameters = {0}, arguments = {0};
    strings_add(&parameters, "stream: &krt::Stream");
    strings_add(&parameters, "config: &krt::LaunchConfig");
    for (size_t i = 0; i < kernel->parameter_count; i++) {
        const struct index_parameter *parameter = &kernel->parameters[i];
        OWNED char *name = safe_name(parameter->c_name, &taken);
        struct buf text = {0};
        buf_printf(&text, "%s: ", name);
        put_type(&text, types, &parameter->type, parameter->record);
        strings_take(&parameters, buf_take(&text));
        strings_addf(&arguments, "krt::arg(&%s)", name);
    }
    OWNED char *name = safe_name(kernel->base, functions);
    buf_puts(out, "\n    /// `");
    api_put_comment(out, kernel->name);
    buf_puts(out, "` of ");
    api_put_comment(out, api_file(kernel->file));
    buf_printf(out, ".\n    #[inline]\n    pub unsafe fn %s(\n        ", name);
    api_put_wrapped(out, &parameters, 8, ",\n    ) -> krt::Result<()> {\n");
    if (arguments.count) {
        buf_puts(out, "        let arguments = [\n            ");
        api_put_wrapped(out, &arguments, 12, ",\n        ];\n");
    }
    buf_printf(out, "        PACKAGE.launch(%zu, stream, config, &%s)\n    }\n", ordinal,
               arguments.count ? "arguments" : "[]");
}

static void put_functions(struct buf *out, const struct kernel_package *package)
{
    OWNED_BY(strings_free) struct strings records = {0};
    name_records(package, &records);
    const struct types types = {package, records.items};
    OWNED_BY(identifier_set_free) struct identifier_set functions = {0};
    /* The name PACKAGE is reserved, because the functions use super::PACKAGE. */
    free(identifier_unique("PACKAGE", &functions));
    buf_puts(out,
             "\n#[allow(dead_code, non_snake_case, unused_imports, clippy::too_many_arguments, "
             "clippy::missing_safety_doc)]\n"
             "mod functions {\n    use super::PACKAGE;\n\n");
    for (size_t i = 0; i < package->record_count; i++)
        put_record(out, &types, i);
    buf_puts(out,
             "    // Each puts a launch of one kernel on |stream|.\n"
             "    //\n"
             "    // Safety: pointers are to device memory, and the kernel stays inside of it.\n");
    for (size_t i = 0; i < package->kernel_count; i++)
        put_function(out, &types, package->kernels[i], i, &functions);
    buf_puts(out, "}\n#[allow(unused_imports)]\npub use functions::*;\n");
}

static void put_modules(struct buf *out, const struct kernel_package *package)
{
    OWNED_BY(rust_names_free) struct rust_names names = {0};
    rust_name_modules(package, &names);
    buf_printf(out, "\nstatic TABLE: [krt::package::Module; %zu] = [\n", package->module_count);
    for (size_t i = 0; i < package->module_count; i++) {
        const struct index_module *module = &package->modules[i];
        buf_puts(out, "    krt::package::Module::new(");
        put_c_literal(out, module->name);
        buf_printf(out, ", hsaco::%s.bytes(), &[\n", names.items.items[i]);
        for (size_t j = 0; j < module->image_count; j++) {
            const struct index_image *image = &module->images[j];
            buf_puts(out, "        krt::package::Image::new(");
            put_c_literal(out, image->target);
            buf_printf(out, ", %" PRIu64 ", %" PRIu64 ", 0x%08" PRIx32 "),\n", image->offset,
                       image->size, image->checksum);
        }
        buf_puts(out, "    ]),\n");
    }
    buf_puts(out, "];\n");
}

static void put_kernels(struct buf *out, const struct kernel_package *package)
{
    buf_printf(out, "\nstatic KERNELS: [krt::package::Kernel; %zu] = [\n", package->kernel_count);
    for (size_t i = 0; i < package->kernel_count; i++) {
        const struct index_kernel *kernel = package->kernels[i];
        buf_puts(out, "    krt::package::Kernel::new(");
        put_c_literal(out, kernel->name);
        buf_puts(out, ", ");
        put_c_literal(out, kernel->symbol);
        buf_printf(out, ", %zu, &[", kernel->module);
        OWNED_BY(strings_free) struct strings pairs = {0};
        for (size_t k = 0; k < kernel->parameter_count; k++)
            strings_addf(&pairs, "krt::package::parameter(%u, %u)", kernel->parameters[k].offset,
                         kernel->parameters[k].size);
        buf_puts(out, pairs.count ? "\n        " : "");
        api_put_wrapped(out, &pairs, 8, pairs.count ? ",\n    ]),\n" : "]),\n");
    }
    buf_puts(out, "];\n");
}

static void put_package(struct buf *out, const struct kernel_package *package)
{
    buf_puts(out, "\nstatic STATE: krt::package::State = krt::package::State::new();\n\n"
                  "/// The package, for `krt::ops::Ops` and others.\n"
                  "// SAFETY: kbuild wrote the tables.\n"
                  "pub static PACKAGE: krt::Package = unsafe {\n    krt::Package::new(\n        ");
    put_c_literal(out, package->name);
    buf_printf(out,
               ",\n        &TABLE,\n        &KERNELS,\n        &STATE,\n"
               "        0x%016" PRIx64 ",\n        0x%016" PRIx64 ",\n    )\n};\n",
               package->interface, package->build);
}

/* Writes the implementation of krt::package::Code. The ordinals of a module's kernels are
 * consecutive, in the order of Module::kernels(). */
static void put_code(struct buf *out, const struct kernel_package *package)
{
    buf_printf(out,
               "\nimpl krt::package::Code for hsaco::Module {\n"
               "    fn package(&self) -> &'static krt::Package {\n        &PACKAGE\n    }\n"
               "    fn name(&self) -> &'static str {\n        hsaco::Module::name(self)\n    }\n"
               "    fn ordinal(&self, kernel: &str) -> Option<u32> {\n"
               "        const FIRST: [u32; %zu] = [",
               package->module_count);
    size_t ordinal = 0;
    for (size_t i = 0; i < package->module_count; ordinal += package->modules[i++].kernel_count)
        buf_printf(out, "%s%zu", i ? ", " : "", ordinal);
    buf_puts(out,
             "];\n        let at = self.kernels().iter().position(|one| one.name == kernel)?;\n"
             "        Some(FIRST[self.index()] + at as u32)\n    }\n}\n");
}

static void put_variables(struct buf *out, const struct kernel_package *package)
{
    const struct types types = {package, NULL};
    OWNED_BY(identifier_set_free) struct identifier_set taken = {0};
    if (!package->variable_count)
        return;
    buf_puts(
        out,
        "\n/// Each says where a variable, or an array's first element, is on a device, and how "
        "many bytes it has.\n#[allow(dead_code, non_snake_case)]\npub mod variables {\n"
        "    use super::PACKAGE;\n");
    for (size_t i = 0; i < package->variable_count; i++) {
        const struct index_variable *variable = package->variables[i];
        OWNED char *name = safe_name(variable->base, &taken);
        buf_puts(out, "\n    /// `");
        api_put_comment(out, variable->name);
        buf_puts(out, "` of ");
        api_put_comment(out, api_file(variable->file));
        buf_printf(out, ".\n    pub fn %s(device: &krt::Device) -> krt::Result<(", name);
        put_type(out, &types, &variable->pointer, NULL);
        buf_printf(out, ", u64)> {\n        static VARIABLE: krt::package::Variable =\n"
                        "            krt::package::Variable::new(");
        put_c_literal(out, variable->name);
        buf_puts(out, ", ");
        put_c_literal(out, variable->symbol);
        buf_printf(out,
                   ", %zu, %s, %" PRIu64 ");\n        let (address, bytes) = "
                   "PACKAGE.variable(&VARIABLE, device)?;\n"
                   "        Ok((address.cast(), bytes))\n    }\n",
                   variable->module, variable->is_managed ? "true" : "false", variable->size);
    }
    buf_puts(out, "}\n");
}

void api_launch(const struct kernel_package *package, struct buf *out)
{
    buf_puts(out, "// Typed launches of GPU kernels. Written by kbuild; do not edit.\n//\n"
                  "// It needs the crate krt, and hsaco.rs beside it. Use it by\n"
                  "// `mod kernels { include!(\"launch.rs\"); }`.\n\n"
                  "#[allow(dead_code)]\npub mod hsaco {\n    include!(\"hsaco.rs\");\n}\n");
    put_modules(out, package);
    put_kernels(out, package);
    put_package(out, package);
    put_code(out, package);
    put_functions(out, package);
    put_variables(out, package);
}
