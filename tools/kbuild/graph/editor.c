#include "graph/plan.h"

#include "parts.h"

#include "hipify/mapping.h"
#include "util/file.h"

#include <jansson.h>

static enum status write_file(const char *build, const char *name, struct buf *text)
{
    OWNED char *path = path_join(build, name);
    enum status status = file_update_deep(path, text->data, text->size);
    buf_free(text);
    return status;
}

static enum status write_names(const struct plan *plan)
{
    struct buf text = {0};
    buf_puts(&text, "// Written by kbuild: what kbuild hipify does to names, for editors.\n"
                    "#pragma once\n");
    for (size_t i = 0; i < mapping_identifier_count; i++) {
        const struct mapping *name = &mapping_identifiers[i];
        if (name->kind == MAPPING_RENAME || name->kind == MAPPING_OURS)
            buf_printf(&text, "#define %s %s\n", name->cuda, name->hip);
        else if (name->kind == MAPPING_NAMESPACE && !strchr(name->cuda, ':'))
            buf_printf(&text, "namespace %s {}\nnamespace %s = %s;\n", name->hip, name->cuda,
                       name->hip);
    }
    return write_file(plan->build, "editor/names.h", &text);
}

static enum status write_header(const struct plan *plan, const struct shadow_include *include)
{
    const struct mapping *mapping = mapping_find_header(include->name);
    if (include->in_project || !mapping || mapping->kind != MAPPING_RENAME || !mapping->hip)
        return STATUS_OK;
    struct buf text = {0};
    buf_printf(&text, "#include <%s>\n", mapping->hip);
    OWNED char *name = path_join("editor", include->name);
    return write_file(plan->build, name, &text);
}

static enum status write_headers(const struct plan *plan, const struct shadow *shadow)
{
    for (size_t i = 0; i < shadow->count; i++)
        for (size_t j = 0; j < shadow->files[i].include_count; j++)
            FORWARD_IF_ERROR(write_header(plan, &shadow->files[i].includes[j]));
    return STATUS_OK;
}

/* Returns the flag that chooses clang's pass. Inline PTX has constraints that AMD's targets do not
 * know, so modules with inline assembly are checked by the host's pass, which ignores the assembly
 * of kernels. */
static const char *pass(const struct shadow *shadow, size_t module)
{
    for (size_t i = 0; i < shadow->modules[module].count; i++)
        if (shadow->files[shadow->modules[module].files[i]].has_asm)
            return "--cuda-host-only";
    return "--cuda-device-only";
}

static void add_flags(const struct flags *flags, struct strings *out)
{
    for (size_t i = 0; i < flags->defines.count; i++)
        strings_addf(out, "-D%s", flags->defines.items[i]);
    for (size_t i = 0; i < flags->include.count; i++)
        strings_addf(out, "-I%s", flags->include.items[i]);
    strings_add_all(out, &flags->other);
}

/* Appends the arguments of |module|'s compilation, except for flags that affect only generated
 * code. An editor has a clang of its own, which may not know these flags. */
static void add_arguments(const struct plan *plan, const struct shadow *shadow, size_t index,
                          struct strings *out)
{
    const struct project *project = plan->project;
    const struct module *module = &project->modules[index];
    const bool is_hip = shadow->modules[index].is_hip;
    const char *const fixed[] = {plan->toolchain->clang,
                                 "-x",
                                 "hip",
                                 pass(shadow, index),
                                 "-nogpulib",
                                 "-Wno-unused-result",
                                 "-Wno-register",
                                 "-Wno-c++11-narrowing",
                                 "-Wno-reserved-user-defined-literal",
                                 "-Wno-unused-command-line-argument",
                                 NULL};
    strings_add_list(out, fixed);
    strings_addf(out, "--offload-arch=%s", plan_parsed_target(plan, module));
    toolchain_rocm_flags(plan->toolchain, out);
    if (plan->toolchain->hip_version)
        strings_addf(out, "--hip-version=%s", plan->toolchain->hip_version);
    strings_addf(out, "-O%s", project->optimize);
    strings_addf(out, "-std=%s", project->std);
    if (!is_hip) {
        strings_addf(out, "-I%s", plan->headers);
        strings_addf(out, "-I%s/editor", plan->build);
        strings_addf(out, "-DKBUILD_CUDA_ARCH=%d",
                     arch_of_module(project, &shadow->modules[index]));
        strings_add_list(out, (const char *const[]){"-include", "kbuild/cuda_prelude.h", "-include",
                                                    "names.h", NULL});
    } else if (!shadow->modules[index].includes_hip) {
        strings_add_list(out, (const char *const[]){"-include", "hip/hip_runtime.h", NULL});
    }
    add_flags(&project->flags, out);
    if (plan->cmake)
        strings_addf(out, "@%s/options.rsp", plan->build);
    add_flags(&module->flags, out);
    strings_add(out, "-fsyntax-only");
}

static json_t *command(const struct plan *plan, const struct strings *arguments, const char *source)
{
    json_t *list = json_array();
    for (size_t i = 0; i < arguments->count; i++)
        json_array_append_new(list, json_string(arguments->items[i]));
    json_array_append_new(list, json_string(source));
    return json_pack("{s:s, s:o, s:s}", "directory", plan->build, "arguments", list, "file",
                     source);
}

/* Adds a command for each header of module |index| that is not in |done|, and adds the header to
 * |done|, the list of files that have a command. */
static void add_headers(const struct plan *plan, const struct shadow *shadow, size_t index,
                        struct strings *arguments, struct strings *done, json_t *commands)
{
    const struct shadow_reach *reach = &shadow->modules[index];
    strings_add(arguments, "-Wno-pragma-once-outside-header");
    for (size_t i = 0; i < reach->count; i++) {
        const char *path = shadow->files[reach->files[i]].original;
        if (strings_contain(done, path))
            continue;
        json_array_append_new(commands, command(plan, arguments, path));
        strings_add(done, path);
    }
}

static enum status write_commands(const struct plan *plan, const struct shadow *shadow)
{
    json_auto_t *commands = json_array();
    OWNED_BY(strings_free) struct strings done = {0};
    for (size_t i = 0; i < plan->project->module_count; i++)
        strings_add_all(&done, &plan->project->modules[i].sources);
    for (size_t i = 0; i < plan->project->module_count; i++) {
        const struct module *module = &plan->project->modules[i];
        OWNED_BY(strings_free) struct strings arguments = {0};
        add_arguments(plan, shadow, i, &arguments);
        for (size_t j = 0; j < module->sources.count; j++)
            json_array_append_new(commands, command(plan, &arguments, module->sources.items[j]));
        add_headers(plan, shadow, i, &arguments, &done, commands);
    }
    OWNED char *text = json_dumps(commands, JSON_INDENT(1));
    struct buf buf = {0};
    buf_puts(&buf, text);
    return write_file(plan->build, "compile_commands.json", &buf);
}

enum status editor_write_options(const char *build, const struct flags *flags)
{
    struct strings options = {0};
    struct buf text = {0};
    add_flags(flags, &options);
    for (size_t i = 0; i < options.count; i++) {
        buf_putc(&text, '"');
        for (const char *at = options.items[i]; *at; at++) {
            if (*at == '"' || *at == '\\')
                buf_putc(&text, '\\');
            buf_putc(&text, *at);
        }
        buf_puts(&text, "\"\n");
    }
    buf_reserve(&text, 0);
    strings_free(&options);
    return write_file(build, "options.rsp", &text);
}

/* Writes an empty options.rsp, for the time until the first compilation has written CMake's
 * options. */
static enum status write_no_options(const struct plan *plan)
{
    static const struct flags none;
    OWNED char *path = path_join(plan->build, "options.rsp");
    return path_exists(path) ? STATUS_OK : editor_write_options(plan->build, &none);
}

enum status editor_write(const struct plan *plan, const struct shadow *shadow)
{
    FORWARD_IF_ERROR(write_names(plan));
    FORWARD_IF_ERROR(write_headers(plan, shadow));
    if (plan->cmake)
        FORWARD_IF_ERROR(write_no_options(plan));
    return write_commands(plan, shadow);
}
