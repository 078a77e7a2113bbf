/* PTX: the text that NVIDIA's driver compiles. This reads the target, the kernels with their
 * parameters, and the variables. See "Parallel Thread Execution ISA", "Syntax", "Directives".
 *
 *   .version 9.0
 *   .target sm_80
 *   .global .align 4 .b8 table[400];
 *   .visible .entry scale(.param .u64 scale_param_0, .param .align 4 .b8 scale_param_1[12])
 *   .maxntid 128, 1, 1
 *   { ... }
 *
 * Bodies of functions are skipped, so the text must be complete. A parameter is at the next
 * multiple of its alignment. The number of registers is not known before the driver has compiled
 * the text.
 */
#include "code_object_reader.h"
#include "walk.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_MAX = 65535, GROUP_MAX = 1024, SIZE_MAX_BYTES = 1 << 30 };

struct text {
    struct span bytes; /* the text, without NULs at its end */
    size_t at;
    struct span word; /* the current word, or a single character; empty at the end of the text */
    struct code_object *object;
    struct codeobj_error *error;
};

/* A declaration of a variable or parameter, after its directive. */
struct declaration {
    uint32_t size, align, count;
    uint32_t lanes;           /* of a vector; 0 of other types */
    bool is_managed, is_open; /* is_open: the initialiser tells how many elements there are */
    struct span name;
};

static enum codeobj_status fail_here(const struct text *text, enum codeobj_status status,
                                     const char *what)
{
    return codeobj_fail_at(text->error, status, text->at, "%s", what);
}

/* ---- Reading words --------------------------------------------------------------------------- */

static bool is_letter(int c)
{
    return isalnum(c) || c == '_' || c == '$' || c == '%';
}

static bool begins(const struct text *text, const char *what)
{
    size_t size = strlen(what);
    return text->bytes.size - text->at >= size &&
           memcmp(text->bytes.data + text->at, what, size) == 0;
}

/* Moves behind the next |end| in the text, or to a NUL or the end of the text. */
static void pass(struct text *text, const char *end)
{
    while (text->at < text->bytes.size && text->bytes.data[text->at] && !begins(text, end))
        text->at++;
    text->at += begins(text, end) ? strlen(end) : 0;
}

static void pass_space(struct text *text)
{
    for (;;) {
        while (text->at < text->bytes.size && isspace(text->bytes.data[text->at]))
            text->at++;
        if (begins(text, "//"))
            pass(text, "\n");
        else if (begins(text, "/*"))
            pass(text, "*/");
        else
            return;
    }
}

static void next(struct text *text)
{
    pass_space(text);
    const size_t start = text->at;
    if (start < text->bytes.size && text->bytes.data[start] == '"') {
        text->at++;
        pass(text, "\"");
    } else if (start < text->bytes.size) {
        /* A word may begin with '.', and ends at the next one: ".param.u64" is two words. */
        const bool is_word = is_letter(text->bytes.data[start]) || text->bytes.data[start] == '.';
        text->at++;
        while (is_word && text->at < text->bytes.size && is_letter(text->bytes.data[text->at]))
            text->at++;
    }
    text->word = (struct span){text->bytes.data + start, text->at - start};
}

static bool token_is(const struct text *text, const char *word)
{
    return text->word.size == strlen(word) && memcmp(text->word.data, word, text->word.size) == 0;
}

static bool is_end(const struct text *text)
{
    return text->word.size == 0;
}

static int digit(uint8_t c)
{
    return isdigit(c) ? c - '0' : isxdigit(c) ? tolower(c) - 'a' + 10 : 16;
}

/* Returns the number at the start of |word|: 24, 030, 0x18 or 0b11000; 0 if it is more than
 * SIZE_MAX_BYTES. */
static uint32_t number(struct span word)
{
    int64_t value = 0;
    int base = 10;
    size_t i = 0;
    if (word.size > 1 && word.data[0] == '0') {
        const int kind = tolower(word.data[1]);
        base = kind == 'x' ? 16 : kind == 'b' ? 2 : 8;
        i = base == 8 ? 1 : 2;
    }
    for (; i < word.size && digit(word.data[i]) < base && value <= SIZE_MAX_BYTES; i++)
        value = value * base + digit(word.data[i]);
    return value <= SIZE_MAX_BYTES ? (uint32_t)value : 0;
}

/* Returns the size in bytes of a value of type |word| (".b8", ".u64", ".f16x2"); 0 if |word| is not
 * a type. */
static uint32_t type_size(struct span word)
{
    static const struct {
        const char *name;
        uint32_t size;
    } others[] = {
        {".f16x2", 4}, {".bf16x2", 4}, {".texref", 8}, {".samplerref", 8}, {".surfref", 8}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (word.size == strlen(others[i].name) &&
            memcmp(word.data, others[i].name, word.size) == 0)
            return others[i].size;
    if (word.size < 3 || word.data[0] != '.' || !memchr("bsuf", word.data[1], 4))
        return 0;
    uint32_t bits = number((struct span){word.data + 2, word.size - 2});
    return bits == 8 || bits == 16 || bits == 32 || bits == 64 || bits == 128 ? bits / 8 : 0;
}

/* ---- Declarations ---------------------------------------------------------------------------- */

/* Reads a declaration after ".param" or ".global", up to the ',', ';', ')' or '=' that ends it. The
 * name that follows a ',' may have no type of its own: it has the one that |out| has already. */
static void read_declaration(struct text *text, struct declaration *out)
{
    bool is_pointee = false;
    out->count = 1;
    out->is_open = false;
    out->name = (struct span){0};
    for (next(text); !is_end(text); next(text)) {
        if (token_is(text, ",") || token_is(text, ";") || token_is(text, ")") ||
            token_is(text, "="))
            return;
        if (token_is(text, ".ptr")) {
            /* After ".ptr", ".align" is the alignment of the memory to which the parameter
             * points. */
            is_pointee = true;
        } else if (token_is(text, ".align")) {
            next(text);
            out->align = is_pointee ? out->align : number(text->word);
        } else if (token_is(text, ".attribute")) {
            for (; !is_end(text) && !token_is(text, ")"); next(text))
                out->is_managed |= token_is(text, ".managed");
        } else if (token_is(text, "[")) {
            next(text);
            uint64_t count = (uint64_t)out->count * number(text->word);
            if (token_is(text, "]"))
                out->is_open = true;
            else
                out->count = count <= SIZE_MAX_BYTES ? (uint32_t)count : 0;
        } else if (token_is(text, ".v2") || token_is(text, ".v4")) {
            out->lanes = text->word.data[2] - '0';
        } else if (text->word.data[0] == '.') {
            uint32_t size = type_size(text->word);
            out->size = size ? size : out->size;
        } else if (!token_is(text, "]")) {
            out->name = text->word;
        }
    }
}

static enum codeobj_status add_parameter(struct text *text, const struct declaration *declaration,
                                         struct kernel *kernel, size_t index)
{
    uint32_t align = declaration->align ? declaration->align : declaration->size;
    uint64_t size = (uint64_t)declaration->size * declaration->count;
    if (!align || (align & (align - 1)) || align > 4096 || size > UINT16_MAX ||
        declaration->is_open)
        return fail_here(text, CODEOBJ_CORRUPT, "a parameter of a kernel in PTX has no known size");
    struct kernel_argument *argument = &kernel->arguments[index];
    if (!argument_of_unknown_kind(text->object, argument))
        return codeobj_fail(text->error, CODEOBJ_NO_MEMORY, "out of memory");
    argument->offset = (kernel->kernarg_size + align - 1) & ~(align - 1);
    argument->size = (uint32_t)size;
    kernel->kernarg_size = argument->offset + argument->size;
    return kernel->kernarg_size <= UINT16_MAX
               ? CODEOBJ_OK
               : fail_here(text, CODEOBJ_CORRUPT,
                           "a kernel in PTX has more than 64 KiB of parameters");
}

/* Reads the parameters of |kernel|, from the '(' to the end of the last declaration. */
static enum codeobj_status read_parameters(struct text *text, struct kernel *kernel)
{
    struct text again = *text;
    size_t count = 0;
    for (; !is_end(&again) && !token_is(&again, ")"); next(&again))
        count += token_is(&again, ".param");
    kernel->arguments = memory_take(&text->object->memory, count + 1, sizeof *kernel->arguments);
    if (!kernel->arguments)
        return codeobj_fail(text->error, CODEOBJ_NO_MEMORY, "out of memory");
    while (kernel->argument_count < count) {
        struct declaration declaration = {0};
        while (!is_end(text) && !token_is(text, ".param"))
            next(text);
        read_declaration(text, &declaration);
        enum codeobj_status status =
            add_parameter(text, &declaration, kernel, kernel->argument_count);
        if (status)
            return status;
        kernel->argument_count++;
    }
    return CODEOBJ_OK;
}

/* Reads the numbers after ".maxntid", as in ".maxntid 128, 1, 1", into |out|; missing numbers are
 * 1. Returns their product, at most GROUP_MAX. */
static uint32_t read_threads(struct text *text, uint32_t out[3])
{
    uint64_t threads = 1;
    for (size_t i = 0; i < 3; i++)
        out[i] = 1;
    for (size_t i = 0; i < 3; i++) {
        next(text);
        out[i] = number(text->word);
        threads *= out[i] <= GROUP_MAX ? out[i] : GROUP_MAX;
        struct text ahead = *text;
        next(&ahead);
        if (!token_is(&ahead, ","))
            break;
        *text = ahead;
    }
    return threads < GROUP_MAX ? (uint32_t)threads : GROUP_MAX;
}

/* Skips the body { ... } of a function, whose '{' is the current character. */
static enum codeobj_status pass_body(struct text *text)
{
    for (size_t depth = 0; !is_end(text); next(text)) {
        depth += token_is(text, "{");
        if (token_is(text, "}") && --depth == 0)
            return CODEOBJ_OK;
    }
    return fail_here(text, CODEOBJ_TRUNCATED, "PTX ends inside of a function");
}

/* ---- Reading the kernels of a PTX text ------------------------------------------------------- */

static enum codeobj_status read_entry(struct text *text, struct kernel *kernel)
{
    struct code_object *object = text->object;
    uint32_t limit[3];
    next(text);
    if (text->word.size == 0 || text->word.size > WORD_MAX || !is_letter(text->word.data[0]))
        return fail_here(text, CODEOBJ_CORRUPT, "a kernel in PTX has no name");
    kernel->name = memory_take(&object->memory, text->word.size + 1, 1);
    if (!kernel->name)
        return codeobj_fail(text->error, CODEOBJ_NO_MEMORY, "out of memory");
    memcpy(kernel->name, text->word.data, text->word.size);
    kernel->symbol = kernel->name;
    kernel->wave_size = 32;
    kernel->kernarg_align = 8;
    kernel->max_workgroup = GROUP_MAX;
    object->kernel_count++;
    next(text);
    enum codeobj_status status = token_is(text, "(") ? read_parameters(text, kernel) : CODEOBJ_OK;
    for (; !status && !is_end(text) && !token_is(text, "{") && !token_is(text, ";"); next(text)) {
        if (token_is(text, ".maxntid"))
            kernel->max_workgroup = read_threads(text, limit);
        else if (token_is(text, ".reqntid"))
            kernel->max_workgroup = read_threads(text, kernel->required_workgroup);
    }
    if (!status && token_is(text, ";")) {
        /* This is a declaration: the kernel follows, or is in another text. */
        memset(kernel, 0, sizeof *kernel);
        object->kernel_count--;
        return CODEOBJ_OK;
    }
    if (!status && !token_is(text, "{"))
        status = fail_here(text, CODEOBJ_TRUNCATED, "PTX ends before the body of a kernel");
    return status ? status : pass_body(text);
}

static enum codeobj_status read_target(struct text *text)
{
    char target[TARGET_ID_MAX];
    next(text);
    if (text->word.size < 4 || text->word.size >= sizeof target - 8 ||
        memcmp(text->word.data, "sm_", 3) != 0)
        return fail_here(text, CODEOBJ_UNSUPPORTED, "PTX is not for a known target");
    snprintf(target, sizeof target, "compute_%.*s", (int)text->word.size - 3,
             (const char *)text->word.data + 3);
    if (target_id_parse(target, &text->object->target, NULL) == CODEOBJ_OK)
        return CODEOBJ_OK;
    return fail_here(text, CODEOBJ_UNSUPPORTED, "PTX is not for a known target");
}

static size_t count_entries(struct text text)
{
    size_t count = 0;
    for (next(&text); !is_end(&text); next(&text))
        count += token_is(&text, ".entry");
    return count;
}

static enum codeobj_status read_all(struct text *text)
{
    struct code_object *object = text->object;
    size_t count = count_entries(*text);
    enum codeobj_status status = CODEOBJ_OK;
    object->kernels = memory_take(&object->memory, count + 1, sizeof *object->kernels);
    if (!object->kernels)
        return codeobj_fail(text->error, CODEOBJ_NO_MEMORY, "out of memory");
    for (next(text); !status && !is_end(text); next(text)) {
        if (token_is(text, ".target"))
            status = read_target(text);
        else if (token_is(text, ".entry"))
            status = read_entry(text, &object->kernels[object->kernel_count]);
        else if (token_is(text, "{"))
            status = pass_body(text);
        else if (token_is(text, ".file") || token_is(text, ".section"))
            object->has_debug_lines = true;
    }
    if (!status && !object->target.info)
        status = fail_here(text, CODEOBJ_TRUNCATED, "PTX has no .target");
    return status ? status : kernels_sort(object, 0, text->error);
}

/* ---- Functions that other files call --------------------------------------------------------- */

/* Begins to read |bytes|, without the NULs at their end. */
static struct text text_of(struct span bytes)
{
    while (bytes.size > 0 && bytes.data[bytes.size - 1] == '\0')
        bytes.size--;
    return (struct text){.bytes = bytes};
}

bool ptx_recognise(struct span bytes)
{
    struct text text = {.bytes = bytes};
    if (bytes.size == 0 || (bytes.data[0] != '/' && bytes.data[0] != '.' && bytes.data[0] != '\n'))
        return false;
    next(&text);
    return token_is(&text, ".version");
}

/* Skips the rest of the line, or of the declaration or function, that the current word begins.
 * Returns false if its end is missing. */
static bool pass_statement(struct text *text)
{
    static const char *const lines[] = {".version", ".target", ".address_size", ".file"};
    bool is_initialised = false;
    size_t depth = 0;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (token_is(text, lines[i])) {
            pass(text, "\n");
            return true;
        }
    }
    for (; !is_end(text) && text->word.data[0]; next(text)) {
        is_initialised |= depth == 0 && token_is(text, "=");
        depth += token_is(text, "{");
        if (token_is(text, "}") && depth > 0 && --depth == 0 && !is_initialised)
            return true;
        if (depth == 0 && token_is(text, ";"))
            return true;
    }
    return false;
}

static bool begins_statement(const struct text *text)
{
    static const char *const words[] = {".target", ".address_size", ".file",    ".section",
                                        ".entry",  ".func",         ".visible", ".extern",
                                        ".weak",   ".common",       ".global",  ".const",
                                        ".alias",  ".shared",       ".pragma"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (token_is(text, words[i]))
            return true;
    return false;
}

size_t ptx_measure(struct span bytes, uint64_t *out_read)
{
    struct text text = {.bytes = bytes};
    size_t end = 0;
    next(&text);
    struct text version = text;
    next(&version);
    *out_read = version.at;
    if (is_end(&version) || !isdigit(version.word.data[0]))
        return 0; /* as in "this.version = 1" */
    do {
        end = pass_statement(&text) ? text.at : 0;
        next(&text);
    } while (end > 0 && begins_statement(&text));
    *out_read = text.at;
    while (end > 0 && end < bytes.size && isspace(bytes.data[end]))
        end++;
    return end;
}

enum codeobj_status ptx_size(struct span bytes, uint64_t *out, struct codeobj_error *error)
{
    (void)error;
    *out = bytes.size;
    return CODEOBJ_OK;
}

enum codeobj_status ptx_open(struct span bytes, struct metadata_pool *pool, struct code_object *out,
                             struct codeobj_error *error)
{
    (void)pool;
    struct code_object object = {.size = bytes.size};
    struct text text = text_of(bytes);
    const uint8_t *nul = text.bytes.size ? memchr(text.bytes.data, 0, text.bytes.size) : NULL;
    text.object = &object;
    text.error = error;
    if (nul)
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, (uint64_t)(nul - bytes.data),
                               "a NUL is inside of the PTX");
    enum codeobj_status status = read_all(&text);
    if (status)
        code_object_close(&object);
    else
        *out = object;
    return status;
}

/* Skips the initialiser whose '=' is the current word, and returns the number of its outermost
 * elements. */
static uint32_t pass_initialiser(struct text *text)
{
    uint32_t count = 1;
    size_t depth = 0;
    for (next(text); !is_end(text); next(text)) {
        if (depth == 0 && (token_is(text, ",") || token_is(text, ";")))
            break;
        count += depth == 1 && token_is(text, ",");
        depth += token_is(text, "{") || token_is(text, "(");
        depth -= depth > 0 && (token_is(text, "}") || token_is(text, ")"));
    }
    return count;
}

/* Reads the variables after ".global" or ".const", up to the ';'. */
static void read_variables(struct text *text, void *context, variable_visitor *visit)
{
    struct declaration one = {0};
    do {
        read_declaration(text, &one);
        const uint32_t elements = token_is(text, "=") ? pass_initialiser(text) : 0;
        const uint64_t size = (uint64_t)one.size * one.count * (one.lanes ? one.lanes : 1);
        if (one.name.size)
            visit(context, one.name, one.is_open ? size * elements : size, one.is_managed);
    } while (token_is(text, ","));
    while (!is_end(text) && !token_is(text, ";"))
        next(text);
}

void ptx_variables(struct span bytes, void *context, variable_visitor *visit)
{
    struct text text = text_of(bytes);
    for (next(&text); !is_end(&text); next(&text)) {
        if (token_is(&text, "{")) {
            if (pass_body(&text))
                return;
        } else if (token_is(&text, ".entry") || token_is(&text, ".func")) {
            while (!is_end(&text) && !token_is(&text, "{") && !token_is(&text, ";"))
                next(&text);
            if (token_is(&text, "{") && pass_body(&text))
                return;
        } else if (token_is(&text, ".global") || token_is(&text, ".const")) {
            read_variables(&text, context, visit);
        }
    }
}
