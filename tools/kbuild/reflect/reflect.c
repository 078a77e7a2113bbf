/* Parses a hipified source with libclang, as clang does when it compiles for the device, and writes
 * the source's kernels to a document.
 *
 * libclang skips the bodies of functions, which saves a third of the time: a kernel's name and
 * parameters do not depend on them, and the compilation reports their errors. (clang does not skip
 * a body on which a declaration depends: constexpr functions, deduced return types.) */
#include "reflect.h"

#include "parts.h"
#include "util/diagnostics.h"
#include "util/file.h"
#include "util/process.h"

#include <dlfcn.h>

/* ---- libclang ----------------------------------------------------------------------------------
 *
 * libclang is loaded when it is needed. If kbuild were linked to it, every start of kbuild would
 * relocate LLVM, and kbuild would need one particular version of clang. */

static const struct {
    const char *name;
    size_t offset;
} functions[] = {
#define LIBCLANG_NAME(name) {"clang_" #name, offsetof(struct libclang, name)},
    LIBCLANG_FUNCTIONS(LIBCLANG_NAME)
#undef LIBCLANG_NAME
};

/* Loads libclang from |path|; libclang_close() unloads it. Returns STATUS_ENVIRONMENT when the
 * library cannot be loaded or is too old. */
static enum status libclang_open(const char *path, struct libclang *out)
{
    struct libclang libclang = {.handle = dlopen(path, RTLD_NOW | RTLD_LOCAL)};
    if (!libclang.handle)
        return status_fail(STATUS_ENVIRONMENT,
                           "libclang cannot be loaded: %s; on Debian it is in libclang1-15, or the "
                           "package of the same name for clang's version",
                           dlerror());
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        void *symbol = dlsym(libclang.handle, functions[i].name);
        if (!symbol) {
            dlclose(libclang.handle);
            return status_fail(STATUS_ENVIRONMENT,
                               "%s has no %s: kbuild needs libclang 15 or later", path,
                               functions[i].name);
        }
        /* POSIX guarantees that a void pointer can have the address of a function. */
        memcpy((char *)&libclang + functions[i].offset, &symbol, sizeof symbol);
    }
    *out = libclang;
    return STATUS_OK;
}

static void libclang_close(struct libclang *libclang)
{
    if (libclang->handle)
        dlclose(libclang->handle);
    *libclang = (struct libclang){0};
}

char *libclang_text(const struct libclang *libclang, CXString string)
{
    const char *text = libclang->getCString(string);
    char *copy = mem_dup(text ? text : "");
    libclang->disposeString(string);
    return copy;
}

/* ---- Parsing a source ------------------------------------------------------------------------ */

struct place unit_locate(const struct unit *unit, CXSourceLocation location)
{
    const struct libclang *clang = unit->libclang;
    CXString name;
    struct place place = {0};
    clang->getPresumedLocation(location, &name, &place.line, &place.column);
    OWNED char *file = libclang_text(clang, name);
    if (file[0] == '/') {
        OWNED char *normal = path_absolute(file);
        place.file = path_relative(normal, unit->directory);
    } else {
        place.file = mem_dup(strncmp(file, "./", 2) == 0 ? file + 2 : file);
    }
    return place;
}

enum { PARSE = CXTranslationUnit_SkipFunctionBodies | CXTranslationUnit_VisitImplicitAttributes };

static enum CXErrorCode parse(const struct libclang *clang, CXIndex index,
                              const struct strings *command, unsigned options,
                              CXTranslationUnit *out)
{
    return clang->parseTranslationUnit2FullArgv(index, NULL, (const char *const *)command->items,
                                                (int)command->count, NULL, 0, options, out);
}

/* Returns the directives that hide kernels of |unit|, or NULL on failure. Parses the source again,
 * with libclang's record of the preprocessor's directives. That record takes time, so only a source
 * without kernels is parsed with it. */
static json_t *find_guards(const struct unit *unit, const struct strings *command)
{
    struct unit again = *unit;
    if (parse(unit->libclang, unit->index, command,
              PARSE | CXTranslationUnit_DetailedPreprocessingRecord,
              &again.handle) != CXError_Success ||
        !again.handle)
        return NULL;
    json_t *guards = guards_collect(&again);
    unit->libclang->disposeTranslationUnit(again.handle);
    return guards;
}

static enum status write_document(struct unit *unit, const struct strings *command,
                                  const char *module, struct buf *out)
{
    json_t *kernels = json_array(), *templates = json_array(), *variables = json_array(),
           *system = json_array();
    unit->records = json_object();
    enum status status = kernels_collect(unit, kernels, templates, variables, system);
    json_auto_t *root = json_pack("{s:s, s:s, s:o, s:o}", "format", "kbuild-reflect-1", "module",
                                  module, "kernels", kernels, "templates", templates);
    if (json_array_size(variables))
        json_object_set(root, "variables", variables);
    if (json_array_size(system))
        json_object_set(root, "system", system);
    json_decref(system);
    json_auto_t *guards =
        json_array_size(kernels) || json_array_size(templates) ? NULL : find_guards(unit, command);
    if (json_array_size(guards))
        json_object_set(root, "guards", guards);
    json_decref(variables);
    if (json_object_size(unit->records))
        json_object_set(root, "records", unit->records);
    json_decref(unit->records);
    OWNED char *text = root ? json_dumps(root, JSON_INDENT(2) | JSON_SORT_KEYS) : NULL;
    if (status == STATUS_OK && !text)
        status = status_fail(STATUS_INPUT, "%s: a name in it is not UTF-8", module);
    if (status == STATUS_OK) {
        buf_puts(out, text);
        buf_putc(out, '\n');
    }
    return status;
}

static bool has_errors(const struct unit *unit)
{
    const struct libclang *clang = unit->libclang;
    bool found = false;
    for (unsigned i = 0; !found && i < clang->getNumDiagnostics(unit->handle); i++) {
        CXDiagnostic diagnostic = clang->getDiagnostic(unit->handle, i);
        found = clang->getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error;
        clang->disposeDiagnostic(diagnostic);
    }
    return found;
}

/* Removes the lines in which clang counts the diagnostics of its pass for one target, because
 * diagnostics of the pass for the host may follow. */
static void drop_counts(char *text)
{
    for (char *found; (found = strstr(text, " generated when compiling for "));) {
        char *end = found + strcspn(found, "\n");
        end += *end == '\n';
        while (found > text && found[-1] != '\n')
            found--;
        memmove(found, end, strlen(end) + 1);
    }
}

/* Lets clang print the errors of the source. The step that compiles the source prints the same
 * text, and a build shows equal texts once. */
static enum status fail_source(const struct reflect_request *request, struct strings *command)
{
    OWNED_BY(process_result_free) struct process_result result = {0};
    strings_add(command, "-fsyntax-only");
    process_run(command->items, NULL, PROCESS_ASK, &result);
    if (result.error || result.signal || result.exit_code == 0)
        return status_fail(STATUS_ENVIRONMENT,
                           "reflect %s: %s finds errors in the source that %s does not show; are "
                           "both of the same version?",
                           request->module, request->libclang, command->items[0]);
    drop_counts(result.err.data);
    return status_fail(STATUS_INPUT, "reflect %s: failed%s", request->module,
                       diagnostics_print(result.err.data));
}

/* Reports that libclang has made no translation unit. Without a translation unit, libclang cannot
 * be asked for the reason. */
static enum status fail_parse(const struct reflect_request *request, enum CXErrorCode error)
{
    if (error == CXError_Crashed)
        return status_fail(STATUS_ENVIRONMENT,
                           "reflect %s: libclang crashed; it is not your source: try another clang "
                           "with --clang",
                           request->module);
    return status_fail(STATUS_INPUT,
                       "reflect %s: libclang does not take these arguments (error %d); clang tells "
                       "why when it is given the same ones",
                       request->module, (int)error);
}

/* Appends to |out| the command with which clang parses the source of |request| with |arguments|. */
static void make_command(const struct reflect_request *request, const struct strings *arguments,
                         struct strings *out)
{
    strings_add(out, request->clang ? request->clang : "clang++");
    strings_add_all(out, arguments);
    strings_add(out, request->source);
}

/* Parses the source with the precompiled header. Returns false on any error, in the source or in
 * the header: the caller then parses the source without the header, and reports the error. */
static bool parse_precompiled(const struct reflect_request *request, struct unit *unit,
                              struct strings *command)
{
    const struct libclang *clang = unit->libclang;
    if (!request->precompiled)
        return false;
    make_command(request, request->precompiled, command);
    if (parse(clang, unit->index, command, PARSE, &unit->handle) == CXError_Success &&
        unit->handle && !has_errors(unit))
        return true;
    if (unit->handle)
        clang->disposeTranslationUnit(unit->handle);
    strings_free(command);
    return false;
}

static enum status parse_and_document(const struct libclang *clang, CXIndex index,
                                      const struct reflect_request *request, struct buf *out)
{
    OWNED_BY(strings_free) struct strings command = {0};
    OWNED char *absolute = path_absolute(request->source);
    OWNED char *directory = path_directory(absolute);
    struct unit unit = {.libclang = clang,
                        .index = index,
                        .directory = directory,
                        .takes_declarations = request->takes_declarations};
    if (!parse_precompiled(request, &unit, &command)) {
        make_command(request, request->arguments, &command);
        enum CXErrorCode error = parse(clang, index, &command, PARSE, &unit.handle);
        if (error != CXError_Success || !unit.handle)
            return fail_parse(request, error);
    }
    enum status status = has_errors(&unit) ? fail_source(request, &command)
                                           : write_document(&unit, &command, request->module, out);
    clang->disposeTranslationUnit(unit.handle);
    return status;
}

enum status reflect_source(const struct reflect_request *request, struct buf *out_json)
{
    if (!path_exists(request->source))
        return status_fail(STATUS_INPUT, "%s: no such file", request->source);
    struct libclang clang;
    FORWARD_IF_ERROR(libclang_open(request->libclang, &clang));
    const int leaves_out_precompiled = 1;
    CXIndex index = clang.createIndex(leaves_out_precompiled, 0);
    enum status status = parse_and_document(&clang, index, request, out_json);
    clang.disposeIndex(index);
    libclang_close(&clang);
    return status;
}

char *reflect_libclang_version(const char *path)
{
    struct libclang clang;
    if (libclang_open(path, &clang) != STATUS_OK)
        return NULL;
    char *text = libclang_text(&clang, clang.getClangVersion());
    libclang_close(&clang);
    return text;
}
