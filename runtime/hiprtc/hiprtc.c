/* The functions of hiprtc. The program kbuild compiles each program, in a process of its own.
 *
 * Results, and which argument gives which error, are as in hiprtc.cpp of AMD's clr. There are no
 * functions hiprtcLink... and no bitcode, because kbuild makes code objects.
 */
#include "compiler.h"
#include "disk_cache.h"
#include "error.h"
#include "driver.h"
#include "names.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum result {
    SUCCESS = 0,
    OUT_OF_MEMORY = 1,
    INVALID_INPUT = 3,
    INVALID_PROGRAM = 4,
    INVALID_OPTION = 5,
    COMPILATION = 6,
    NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
    NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
    NAME_EXPRESSION_NOT_VALID = 10,
};

/* A list of strings, which belong to the list. */
struct texts {
    char **all;
    size_t count;
};

struct program {
    char *source, *name;
    struct texts header_names, header_texts, expressions;
    char **lowered; /* the symbols of |expressions|; NULL for an expression without one */
    void *code;
    size_t code_size;
    char *log; /* the compiler's log; not NULL after a compilation */
    bool is_compiled;
};

#define PUBLIC __attribute__((visibility("default")))
PUBLIC const char *hiprtcGetErrorString(int result);
PUBLIC int hiprtcVersion(int *major, int *minor);
PUBLIC int hiprtcCreateProgram(struct program **out, const char *source, const char *name,
                               int header_count, const char **headers, const char **header_names);
PUBLIC int hiprtcDestroyProgram(struct program **program);
PUBLIC int hiprtcAddNameExpression(struct program *program, const char *expression);
PUBLIC int hiprtcCompileProgram(struct program *program, int option_count, const char **options);
PUBLIC int hiprtcGetLoweredName(struct program *program, const char *expression, const char **out);
PUBLIC int hiprtcGetProgramLogSize(struct program *program, size_t *out);
PUBLIC int hiprtcGetProgramLog(struct program *program, char *out);
PUBLIC int hiprtcGetCodeSize(struct program *program, size_t *out);
PUBLIC int hiprtcGetCode(struct program *program, char *out);

/* ---- Texts ---------------------------------------------------------------------------------- */

static bool texts_add(struct texts *texts, const char *text)
{
    char **all = realloc(texts->all, (texts->count + 1) * sizeof all[0]);
    if (!all)
        return false;
    texts->all = all;
    all[texts->count] = strdup(text);
    return all[texts->count] && ++texts->count;
}

static void texts_free(struct texts *texts)
{
    for (size_t i = 0; i < texts->count; i++)
        free(texts->all[i]);
    free(texts->all);
}

/* ---- Programs ------------------------------------------------------------------------------- */

const char *hiprtcGetErrorString(int result)
{
    static const char *const names[] = {"HIPRTC_SUCCESS",
                                        "HIPRTC_ERROR_OUT_OF_MEMORY",
                                        "HIPRTC_ERROR_PROGRAM_CREATION_FAILURE",
                                        "HIPRTC_ERROR_INVALID_INPUT",
                                        "HIPRTC_ERROR_INVALID_PROGRAM",
                                        "HIPRTC_ERROR_INVALID_OPTION",
                                        "HIPRTC_ERROR_COMPILATION",
                                        "HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE",
                                        "HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
                                        "HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
                                        "HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
                                        "HIPRTC_ERROR_INTERNAL_ERROR"};
    bool is_known = result >= 0 && (size_t)result < sizeof names / sizeof names[0];
    return is_known ? names[result] : result == 100 ? "HIPRTC_ERROR_LINKING" : NULL;
}

/* In all releases, AMD's library reports this version. */
int hiprtcVersion(int *major, int *minor)
{
    if (!major || !minor)
        return INVALID_INPUT;
    *major = 9;
    *minor = 0;
    return SUCCESS;
}

static void lowered_free(struct program *program)
{
    for (size_t i = 0; program->lowered && i < program->expressions.count; i++)
        free(program->lowered[i]);
    free(program->lowered);
}

static void program_free(struct program *program)
{
    lowered_free(program);
    texts_free(&program->header_names);
    texts_free(&program->header_texts);
    texts_free(&program->expressions);
    free(program->source);
    free(program->name);
    free(program->code);
    free(program->log);
    free(program);
}

int hiprtcCreateProgram(struct program **out, const char *source, const char *name,
                        int header_count, const char **headers, const char **header_names)
{
    if (!out)
        return INVALID_PROGRAM;
    if (!source || header_count < 0 || (header_count && (!headers || !header_names)))
        return INVALID_INPUT;
    struct program *program = calloc(1, sizeof *program);
    bool is_good = program != NULL;
    if (is_good) {
        program->source = strdup(source);
        program->name = strdup(name && name[0] ? name : "source");
        is_good = program->source && program->name;
    }
    for (int i = 0; is_good && i < header_count; i++)
        is_good = texts_add(&program->header_names, header_names[i]) &&
                  texts_add(&program->header_texts, headers[i]);
    if (!is_good && program)
        program_free(program);
    *out = is_good ? program : NULL;
    return is_good ? SUCCESS : OUT_OF_MEMORY;
}

int hiprtcDestroyProgram(struct program **program)
{
    if (!program)
        return INVALID_INPUT;
    if (*program)
        program_free(*program);
    *program = NULL;
    return SUCCESS;
}

int hiprtcAddNameExpression(struct program *program, const char *expression)
{
    if (!program || !expression || !expression[0])
        return INVALID_INPUT;
    if (program->is_compiled)
        return NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
    return texts_add(&program->expressions, expression) ? SUCCESS : OUT_OF_MEMORY;
}

/* ---- Options -------------------------------------------------------------------------------- */

/* Returns the target of an option like "--offload-arch=gfx1100", or NULL. */
static const char *target_of(const char *option)
{
    static const char *const names[] = {"--offload-arch=", "--gpu-architecture=", "-arch="};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strncmp(option, names[i], strlen(names[i])) == 0)
            return option + strlen(names[i]);
    }
    return NULL;
}

/* Finds the target of the current device, by the HIP library that the process has loaded. */
static bool find_target(char *out, size_t size)
{
    enum { PROPERTIES_BYTES = 4096, NAME_R0600 = 1160, NAME_R0000 = 396 };
    static const char *const libraries[] = {"libamdhip64.so.7", "libamdhip64.so.6",
                                            "libamdhip64.so.5"};
    for (size_t i = 0; i < sizeof libraries / sizeof libraries[0]; i++) {
        char properties[PROPERTIES_BYTES] = {0};
        int (*current)(int *) = NULL, (*describe)(void *, int) = NULL, device;
        void *library = dlopen(libraries[i], RTLD_LAZY | RTLD_NOLOAD);
        if (!library)
            continue;
        *(void **)&current = dlsym(library, "hipGetDevice");
        *(void **)&describe = dlsym(library, "hipGetDevicePropertiesR0600");
        size_t name = describe ? NAME_R0600 : NAME_R0000;
        if (!describe)
            *(void **)&describe = dlsym(library, "hipGetDeviceProperties");
        bool is_found = current && describe && current(&device) == 0 &&
                        describe(properties, device) == 0 && properties[name];
        if (is_found)
            snprintf(out, size, "%s", properties + name);
        dlclose(library);
        if (is_found)
            return true;
    }
    return false;
}

struct settings {
    char target[128];
    const char **arguments; /* the options without the target; |settings| owns the array, but not
                               its strings */
    uint32_t count;
};

static int read_options(int count, const char **options, struct settings *out, const char **why)
{
    *out = (struct settings){.arguments = calloc((size_t)count + 1, sizeof out->arguments[0])};
    if (!out->arguments)
        return OUT_OF_MEMORY;
    for (int i = 0; i < count; i++) {
        const char *target = target_of(options[i]);
        if (target && out->target[0] && strcmp(target, out->target) != 0) {
            *why = "one target only";
            return INVALID_OPTION;
        }
        if (strcmp(options[i], "-fgpu-rdc") == 0) {
            *why = "-fgpu-rdc: code objects are made, and no bitcode";
            return INVALID_OPTION;
        }
        if (target)
            snprintf(out->target, sizeof out->target, "%s", target);
        else if (strcmp(options[i], "--hiprtc-no-builtin-header") != 0)
            out->arguments[out->count++] = options[i];
    }
    if (!out->target[0] && !find_target(out->target, sizeof out->target)) {
        *why = "no device, and no --offload-arch";
        return INVALID_OPTION;
    }
    return SUCCESS;
}

/* ---- Compiling a program --------------------------------------------------------------------- */

/* Returns the source, followed by the texts of name_question() for all expressions. NULL when there
 * is no memory. */
static char *whole_source(const struct program *program)
{
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    bool is_good = stream && fputs(program->source, stream) >= 0;
    for (size_t i = 0; is_good && i < program->expressions.count; i++) {
        char *question = name_question(program->expressions.all[i], i);
        is_good = question && fputs(question, stream) >= 0;
        free(question);
    }
    if (stream && fclose(stream) != 0)
        is_good = false;
    if (!is_good) {
        free(text);
        text = NULL;
    }
    return text;
}

static int set_log(struct program *program, const char *text)
{
    free(program->log);
    program->log = strdup(text);
    return program->log ? SUCCESS : OUT_OF_MEMORY;
}

static krt_status run_compiler(const struct program *program, const struct settings *settings,
                               const char *source, struct compiled_code *out)
{
    struct process_compiler compiler;
    struct disk_cache cache = {0};
    struct tried tried = {0};
    process_find(&compiler, &tried);
    if (!compiler.program[0])
        return fail(KRT_ERROR_UNSUPPORTED, "hiprtc: %s; KRT_KBUILD names the program kbuild",
                    tried.text);
    char *toolchain = disk_cache_open(&cache) ? NULL : disk_cache_place(&cache, "build");
    compiler.toolchain = toolchain;
    const struct compile_request request = {
        .target = settings->target,
        .source = source,
        .options = {.struct_size = sizeof request.options,
                    .name = program->name,
                    .arguments = settings->arguments,
                    .argument_count = settings->count,
                    .header_names = (const char *const *)program->header_names.all,
                    .header_texts = (const char *const *)program->header_texts.all,
                    .header_count = (uint32_t)program->header_names.count,
                    .language = KRT_LANGUAGE_HIP}};
    krt_status status = process_compile(&compiler, &request, false, out);
    disk_cache_close(&cache);
    free(toolchain);
    return status;
}

/* Finds the symbols of all expressions. Frees the symbols that an earlier compilation found. */
static int find_names(struct program *program)
{
    lowered_free(program);
    program->lowered = calloc(program->expressions.count + 1, sizeof program->lowered[0]);
    for (size_t i = 0; program->lowered && i < program->expressions.count; i++)
        program->lowered[i] = name_answer(program->code, program->code_size, i);
    return program->lowered ? SUCCESS : OUT_OF_MEMORY;
}

int hiprtcCompileProgram(struct program *program, int option_count, const char **options)
{
    struct settings settings;
    struct compiled_code code = {0};
    const char *why = "";
    if (!program || option_count < 0 || (option_count && !options))
        return INVALID_INPUT;
    int result = read_options(option_count, options, &settings, &why);
    char *source = result ? NULL : whole_source(program);
    if (result)
        (void)set_log(program, why);
    else if (!source)
        result = OUT_OF_MEMORY;
    else if (run_compiler(program, &settings, source, &code))
        result = set_log(program, krt_error_message()) ? OUT_OF_MEMORY : COMPILATION;
    free(source);
    free(settings.arguments);
    if (result)
        return result;
    free(program->code);
    program->code = code.bytes;
    program->code_size = code.size;
    program->is_compiled = true;
    code.bytes = NULL;
    compiled_code_free(&code);
    result = set_log(program, "");
    return result ? result : find_names(program);
}

/* ---- Results of a compilation ---------------------------------------------------------------- */

int hiprtcGetLoweredName(struct program *program, const char *expression, const char **out)
{
    if (!program || !expression || !out)
        return INVALID_INPUT;
    if (!program->is_compiled)
        return NO_LOWERED_NAMES_BEFORE_COMPILATION;
    for (size_t i = 0; program->lowered && i < program->expressions.count; i++) {
        if (strcmp(program->expressions.all[i], expression) == 0 && program->lowered[i]) {
            *out = program->lowered[i];
            return SUCCESS;
        }
    }
    return NAME_EXPRESSION_NOT_VALID;
}

int hiprtcGetProgramLogSize(struct program *program, size_t *out)
{
    if (!program || !out)
        return INVALID_INPUT;
    *out = program->log ? strlen(program->log) + 1 : 1;
    return SUCCESS;
}

int hiprtcGetProgramLog(struct program *program, char *out)
{
    if (!program || !out)
        return INVALID_INPUT;
    strcpy(out, program->log ? program->log : "");
    return SUCCESS;
}

int hiprtcGetCodeSize(struct program *program, size_t *out)
{
    if (!program || !out)
        return INVALID_INPUT;
    *out = program->code_size;
    return SUCCESS;
}

int hiprtcGetCode(struct program *program, char *out)
{
    if (!program || !out)
        return INVALID_INPUT;
    if (program->code_size)
        memcpy(out, program->code, program->code_size);
    return SUCCESS;
}
