/* Translates #include. Header names of CUDA are mapped; if two of CUDA's headers become one, the
 * file includes it once. Also writes the lines in front of a translation: an include of what nvcc
 * includes by itself, and a #line that names the source. */
#include "parts.h"

#include "hipify/mapping.h"

/* ---- The lines in front of a translation ---- */

static const char line_directive[] = "#line 1 \"";
static const char prelude[] = "kbuild/cuda_prelude.h", hip_runtime[] = "hip/hip_runtime.h",
                  ptx_functions[] = "kbuild/ptx.h", products[] = "mma.h",
                  pasted_names[] = "kbuild/pasted_names.h";
static const char arch_undefine[] = "#undef KBUILD_CUDA_ARCH",
                  arch_define[] = "#define KBUILD_CUDA_ARCH ";

size_t bom_size(const char *source, size_t size)
{
    return size >= 3 && memcmp(source, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

/* Returns the offset of the newline that ends the line at |at|, or |size|. */
static size_t line_end(const char *source, size_t size, size_t at)
{
    while (at < size && source[at] != '\n' && source[at] != '\r')
        at++;
    return at;
}

/* Returns the size of the newline at |at|; 0 at the end of the text. */
static size_t newline_size(const char *source, size_t size, size_t at)
{
    if (at >= size)
        return 0;
    return source[at] == '\r' && at + 1 < size && source[at + 1] == '\n' ? 2 : 1;
}

static bool starts_with(const char *text, size_t size, const char *start)
{
    return size >= strlen(start) && memcmp(text, start, strlen(start)) == 0;
}

/* Whether |line| is an #include of |header| in any directory. */
static bool includes_header(const char *line, size_t size, const char *header)
{
    static const char word[] = "#include ";
    size_t length = strlen(header), begin = strlen(word);
    if (!starts_with(line, size, word) || size < begin + length + 2)
        return false;
    char close = line[begin] == '<' ? '>' : line[begin];
    return (close == '>' || close == '"') &&
           memchr(line + begin + 1, close, size - begin - 1) == line + size - 1 &&
           memcmp(line + size - 1 - length, header, length) == 0;
}

/* Returns the size of the first line of |line|, with its newline, if it includes |header|;
 * else 0. */
static size_t skip_include(const char *line, size_t size, const char *header)
{
    size_t end = line_end(line, size, 0);
    return includes_header(line, end, header) ? end + newline_size(line, size, end) : 0;
}

/* Returns the size of the lines at the beginning of |line| that set KBUILD_CUDA_ARCH, with their
 * newlines, or 0. */
static size_t skip_arch(const char *line, size_t size)
{
    size_t first = line_end(line, size, 0), at = first + newline_size(line, size, first);
    if (first != strlen(arch_undefine) || !starts_with(line, size, arch_undefine) ||
        !starts_with(line + at, size - at, arch_define))
        return 0;
    size_t end = line_end(line, size, at);
    return end + newline_size(line, size, end);
}

size_t prefix_find(const char *source, size_t size)
{
    size_t at = bom_size(source, size);
    at += skip_arch(source + at, size - at);
    size_t runtime = skip_include(source + at, size - at, prelude);
    at += runtime ? runtime : skip_include(source + at, size - at, hip_runtime);
    at += skip_include(source + at, size - at, ptx_functions);
    at += skip_include(source + at, size - at, products);
    at += skip_include(source + at, size - at, pasted_names);
    if (!starts_with(source + at, size - at, line_directive))
        return 0;
    size_t end = line_end(source, size, at);
    size_t close = at + strlen(line_directive);
    while (close < end && source[close] != '"')
        close += source[close] == '\\' ? 2 : 1;
    if (close + 1 != end || memchr(source, '\0', end))
        return 0;
    return end + newline_size(source, size, end);
}

/* Returns how an #include spells |name|, a header that kbuild ships: `<cuda_fp16.h>`,
 * `"root/cuda_fp16.h"`. The caller frees it. */
static char *prefix_header(const struct hipify_options *options, const char *name)
{
    return options->headers == HIPIFY_HEADERS_AT_ROOT
               ? mem_format("\"%s/%s\"", options->header_root, name)
               : mem_format("<%s>", name);
}

static void append_path(struct buf *out, const char *path)
{
    for (const char *c = path; *c; c++) {
        if (*c == '"' || *c == '\\')
            buf_putc(out, '\\');
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            buf_printf(out, "\\%03o", (unsigned)*c);
        else
            buf_putc(out, *c);
    }
}

void prefix_write(const struct hipify_options *options, const char *source, size_t size,
                  const struct prefix *prefix, struct buf *out)
{
    const char *runtime = options->headers == HIPIFY_HEADERS_OF_HIP ? hip_runtime : prelude;
    const char *const included[] = {
        options->prelude ? runtime : NULL, prefix->ptx ? ptx_functions : NULL,
        prefix->products ? products : NULL, prefix->names ? pasted_names : NULL};
    size_t end = line_end(source, size, 0), newline = newline_size(source, size, end);
    const char *newline_text = newline ? source + end : "\n";
    newline = newline ? newline : 1;
    buf_append(out, source, bom_size(source, size));
    if (options->sets_arch && options->prelude)
        buf_printf(out, "%s%.*s%s%d%.*s", arch_undefine, (int)newline, newline_text, arch_define,
                   options->cuda_arch, (int)newline, newline_text);
    for (size_t i = 0; i < sizeof included / sizeof *included; i++) {
        if (!included[i])
            continue;
        OWNED char *header = prefix_header(options, included[i]);
        buf_printf(out, "#include %s", header);
        buf_append(out, newline_text, newline);
    }
    buf_puts(out, line_directive);
    append_path(out, options->shown_path);
    buf_putc(out, '"');
    buf_append(out, newline_text, newline);
}

/* ---- Following and rewriting #include lines -------------------------------------------------- */

enum { HEADER_SIZE = 512 }; /* room for a header name, in bytes: no header name of CUDA is longer */

/* Forgets the headers that the ending branch includes: code after the branch may not have them. */
static void end_branch(struct includes *includes)
{
    while (includes->seen_count > 0 &&
           includes->seen[includes->seen_count - 1].depth >= includes->depth)
        free(includes->seen[--includes->seen_count].header);
}

void includes_free(struct includes *includes)
{
    includes->depth = 0;
    end_branch(includes);
    free(includes->seen);
}

void includes_follow_directive(struct includes *includes, enum directive directive)
{
    bool ends = directive == DIRECTIVE_ENDIF && includes->depth > 0;
    if (ends || (directive_goes_on(directive) && includes->depth > 0))
        end_branch(includes);
    includes->depth += directive_opens(directive) - ends;
}

static bool is_included(const struct includes *includes, const char *header)
{
    for (size_t i = 0; i < includes->seen_count; i++)
        if (strcmp(includes->seen[i].header, header) == 0)
            return true;
    return false;
}

static void remember(struct includes *includes, const char *header)
{
    includes->seen = mem_grow(includes->seen, includes->seen_count, sizeof *includes->seen);
    includes->seen[includes->seen_count++] =
        (struct included){.header = mem_dup(header), .depth = includes->depth};
}

/* Writes the header name without its quotes to |name|. Returns false if the name is too long for a
 * header of CUDA's. */
static bool header_spell(const char *source, const struct token *token, char name[HEADER_SIZE])
{
    if (!token_spell(source, token, name, HEADER_SIZE))
        return false;
    size_t length = strlen(name);
    memmove(name, name + 1, length - 2);
    name[length - 2] = '\0';
    return true;
}

/* Returns the replacement of a CUDA header's name, which the caller frees; NULL when the name
 * stays. |asks|: the name is an operand of __has_include. */
static char *header_replacement(const struct includes *includes, const struct mapping *mapping,
                                const char *name, bool angled, bool asks)
{
    const struct hipify_options *options = includes->options;
    /* kbuild/cub.h exists even where hipCUB is not installed; __has_include asks whether hipCUB
     * is. */
    bool library = mapping->api == MAPPING_CUB || mapping->api == MAPPING_THRUST;
    bool hip = mapping->kind == MAPPING_RENAME || options->headers == HIPIFY_HEADERS_OF_HIP ||
               (asks && library);
    if (hip)
        return mapping->hip ? mem_format(angled ? "<%s>" : "\"%s\"", mapping->hip) : NULL;
    if (options->headers == HIPIFY_HEADERS_AT_ROOT)
        return prefix_header(options, mapping->cuda);
    if (strcmp(name, mapping->cuda) != 0)
        return mem_format(angled ? "<%s>" : "\"%s\"", mapping->cuda);
    return NULL;
}

/* Whether the directive whose last token is |header| may be removed: only blanks or a // comment
 * follow on its line, because other text could become another directive. */
static bool ends_line(const struct includes *includes, const struct token *header)
{
    const char *rest = includes->source + header->offset + header->size;
    const char *end = includes->source + includes->size;
    while (rest < end && (*rest == ' ' || *rest == '\t'))
        rest++;
    return rest == end || *rest == '\n' || *rest == '\r' ||
           (*rest == '/' && rest + 1 < end && rest[1] == '/');
}

/* Replaces the header name by |text|, and frees |text|. If the file already includes this header,
 * the directive is removed, unless a comment is inside the directive; a comment after the directive
 * stays. */
static void replace_header(struct includes *includes, const struct token *token,
                           const struct history *history, char *text)
{
    const struct token *hash = history_at(history, 1);
    bool plain = token_is(includes->source, history_at(history, 0), "include") &&
                 hash->punctuator == '#' && !token->spliced && hash->line == token->line &&
                 !memchr(includes->source + hash->offset, '/', token->offset - hash->offset);
    if (plain && ends_line(includes, token) && is_included(includes, text)) {
        size_t end = (size_t)token->offset + token->size;
        /* A blank stays, so that the carriage return before the directive and the line feed after
         * it do not become one newline. */
        bool joins = hash->offset > 0 && includes->source[hash->offset - 1] == '\r' &&
                     end < includes->size && includes->source[end] == '\n';
        edits_add(includes->edits, hash->offset, end - hash->offset, joins ? " " : "");
        free(text);
        return;
    }
    if (plain)
        remember(includes, text);
    edits_replace(includes->edits, includes->source, token, text);
    free(text);
}

static void report_missing(struct includes *includes, const struct token *token, const char *name,
                           const struct mapping *mapping)
{
    const struct mapping_reason *reason = mapping ? mapping_reason(mapping) : NULL;
    report_add(includes->report, HIPIFY_WARNING, "KB1002", token,
               mem_format("the CUDA header %s has no counterpart%s%s", name, reason ? ": " : "",
                          reason ? reason->why : ""),
               reason ? reason->remedy
                      : "include what HIP or ROCm has for it, or keep it off AMD with "
                        "#ifdef __HIP__");
}

/* Reports a header that kbuild ships, if no version of HIP has a header of its own for it, or only
 * later versions than this one have it. */
static void report_unshipped(struct includes *includes, const struct token *token, const char *name,
                             const struct mapping *mapping)
{
    int version = includes->options->hip_version, since = mapping->since;
    if (mapping->hip && (version == 0 || since <= version))
        return;
    if (strcmp(name, "assert.h") == 0)
        return; /* The file needs no other header: the C library's <assert.h> is enough for HIP. */
    OWNED char *why = mapping->hip
                          ? mem_format("HIP has it from %d.%d on; this one is %d.%d", since / 100,
                                       since % 100, version / 100, version % 100)
                          : mem_dup("HIP does not have it");
    report_add(includes->report, HIPIFY_WARNING, "KB1002", token,
               mem_format("the CUDA header %s has no counterpart: %s", name, why),
               "use kbuild's headers, which have it, or keep it off AMD with #ifdef __HIP__");
}

static void note_library(struct hipify_report *report, const struct token *token,
                         const char *header)
{
    int library = library_of_header(header);
    if (library < 0 || report->libraries[library].line > 0)
        return;
    report->libraries[library].line = token->line;
    report->libraries[library].column = token->column;
}

bool includes_has(const struct includes *includes, const struct token *token)
{
    char name[HEADER_SIZE];
    const struct hipify_options *options = includes->options;
    if (!header_spell(includes->source, token, name))
        return false;
    bool angled = includes->source[token->offset] == '<';
    const struct mapping *mapping = mapping_find_header(name);
    return mapping && mapping->kind != MAPPING_NONE && !mapping->reason &&
           !(options->is_project_header &&
             options->is_project_header(options->context, name, angled));
}

void includes_add(struct includes *includes, const struct token *token,
                  const struct history *history, bool compiled)
{
    char name[HEADER_SIZE];
    if (!header_spell(includes->source, token, name))
        return;
    bool angled = includes->source[token->offset] == '<';
    const struct hipify_options *options = includes->options;
    if (options->is_project_header && options->is_project_header(options->context, name, angled)) {
        includes->project = true;
        return;
    }
    const struct mapping *mapping = mapping_find_header(name);
    if (mapping ? mapping->kind == MAPPING_NONE : angled && mapping_is_cuda_folder(name)) {
        /* A project may have a folder cuda/ of its own, whose headers it includes with <>. With
         * |angled| false, is_project_header() searches all files of the project. */
        if (options->is_project_header &&
            options->is_project_header(options->context, name, false)) {
            includes->project = true;
            return;
        }
        report_missing(includes, token, name, mapping);
        return;
    }
    if (mapping && mapping->kind == MAPPING_KEEP && mapping->reason)
        report_missing(includes, token, name, mapping);
    else if (mapping && mapping->kind == MAPPING_KEEP && options->headers == HIPIFY_HEADERS_OF_HIP)
        report_unshipped(includes, token, name, mapping);
    includes->cub |= compiled && mapping && strncmp(name, "cub/", 4) == 0;
    if (compiled && token->directive == DIRECTIVE_INCLUDE)
        note_library(includes->report, token, mapping && mapping->hip ? mapping->hip : name);
    bool asks = token->directive == DIRECTIVE_IF || token->directive == DIRECTIVE_ELIF;
    char *text = mapping ? header_replacement(includes, mapping, name, angled, asks) : NULL;
    if (text)
        replace_header(includes, token, history, text);
}
