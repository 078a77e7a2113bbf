/* Writes hsaco.rs: the modules of a package for Rust. It is for edition 2021, and rustc 1.63 and
 * later, and uses no crate, not even std.
 *
 * hsaco.rs includes <module>.hsaco, in the same directory, with include_bytes!, which rustc copies
 * and does not parse. The file's length is a part of the type, so rustc refuses a file of another
 * length, which another build wrote. */
#include "parts.h"

void rust_put_literal(struct buf *out, const char *text)
{
    buf_putc(out, '"');
    for (size_t length; *text; text += length) {
        unsigned long c = api_code_point(text, &length);
        if (c == '"' || c == '\\')
            buf_printf(out, "\\%c", (int)c);
        else if (c < 0x20 || c >= 0x7f)
            buf_printf(out, "\\u{%lx}", c);
        else
            buf_putc(out, (char)c);
    }
    buf_putc(out, '"');
}

char *rust_camel_case(const char *name)
{
    OWNED char *words = identifier_from_lower(name);
    struct buf out = {0};
    bool starts = true;
    for (const char *c = words; *c; c++) {
        if (*c != '_')
            buf_putc(&out, starts && *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c);
        starts = *c == '_';
    }
    OWNED char *camel = buf_take(&out);
    return mem_format("%s%s", *camel && (*camel < '0' || *camel > '9') ? "" : "M", camel);
}

void rust_name_modules(const struct kernel_package *package, struct rust_names *out)
{
    static const char *const own[] = {"ALL_IDS", "MODULES", "TARGETS", "Self", "_"};
    OWNED_BY(identifier_set_free) struct identifier_set items = {0}, variants = {0};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        free(identifier_unique(own[i], &items));
        free(identifier_unique(own[i], &variants));
    }
    for (size_t i = 0; i < package->module_count; i++) {
        const char *name = package->modules[i].name;
        OWNED char *item = identifier_from_upper(name), *variant = rust_camel_case(name);
        strings_take(&out->items, identifier_unique(item, &items));
        strings_take(&out->variants, identifier_unique(variant, &variants));
    }
}

void rust_names_free(struct rust_names *names)
{
    strings_free(&names->items);
    strings_free(&names->variants);
}

TEXT_FILE(rust_module, EMIT_FOLDER "/module.rs")

static void put_ids(struct buf *out, const struct kernel_package *package,
                    const struct rust_names *names)
{
    buf_puts(out, "/// The modules, sorted by name.\n"
                  "#[allow(dead_code, non_camel_case_types)]\n"
                  "#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]\n"
                  "pub enum Id {\n");
    for (size_t i = 0; i < package->module_count; i++)
        buf_printf(out, "    %s,\n", names->variants.items[i]);
    buf_printf(out, "}\n\n#[allow(dead_code)]\npub const ALL_IDS: [Id; %zu] = [\n",
               package->module_count);
    for (size_t i = 0; i < package->module_count; i++)
        buf_printf(out, "    Id::%s,\n", names->variants.items[i]);
    buf_printf(out, "];\n\n#[allow(dead_code)]\npub static MODULES: [&Module; %zu] = [\n",
               package->module_count);
    for (size_t i = 0; i < package->module_count; i++)
        buf_printf(out, "    &%s,\n", names->items.items[i]);
    buf_printf(out,
               "];\n\n"
               "/// What a module is compiled for, unless it is for fewer.\n"
               "#[allow(dead_code)]\npub const TARGETS: [&str; %zu] = [\n",
               package->targets.count);
    for (size_t i = 0; i < package->targets.count; i++) {
        buf_puts(out, "    ");
        rust_put_literal(out, package->targets.items[i]);
        buf_puts(out, ",\n");
    }
    buf_puts(out, "];\n\n");
}

static void put_module(struct buf *out, const struct index_module *module, const char *item,
                       const char *variant)
{
    buf_printf(out,
               "\n#[allow(dead_code)]\npub static %s: Module = Module {\n    id: Id::%s,\n"
               "    name: ",
               item, variant);
    rust_put_literal(out, module->name);
    buf_printf(out, ",\n    bytes: &Aligned::<[u8; %llu]>(*include_bytes!(",
               (unsigned long long)module->size);
    OWNED char *file = mem_format("%s.hsaco", module->name);
    rust_put_literal(out, file);
    buf_puts(out, ")).0,\n    images: &[\n");
    for (size_t i = 0; i < module->image_count; i++) {
        const struct index_image *image = &module->images[i];
        buf_puts(out, "        Image { target: ");
        rust_put_literal(out, image->target);
        buf_printf(out, ", offset: %llu, size: %llu },\n", (unsigned long long)image->offset,
                   (unsigned long long)image->size);
    }
    buf_puts(out, "    ],\n    kernels: &[\n");
    for (size_t i = 0; i < module->kernel_count; i++) {
        buf_puts(out, "        Kernel { name: ");
        rust_put_literal(out, module->kernels[i].name);
        buf_puts(out, ", symbol: ");
        rust_put_literal(out, module->kernels[i].symbol);
        buf_puts(out, " },\n");
    }
    buf_puts(out, "    ],\n};\n");
}

void api_rust(const struct kernel_package *package, struct buf *out)
{
    OWNED_BY(rust_names_free) struct rust_names names = {0};
    rust_name_modules(package, &names);
    buf_puts(out, "// Code objects for AMD GPUs. Written by kbuild; do not edit.\n"
                  "//\n"
                  "// The .hsaco files belong beside this one. Use it by `mod hsaco;`, or from a\n"
                  "// build script's directory by `include!`.\n\n");
    put_ids(out, package, &names);
    buf_puts(out, rust_module);
    for (size_t i = 0; i < package->module_count; i++)
        put_module(out, &package->modules[i], names.items.items[i], names.variants.items[i]);
}
