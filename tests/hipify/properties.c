#include "properties.h"

#include "hipify/lexer.h"

#include <stdlib.h>
#include <string.h>

/* Newlines as compilers count them. */
static int count_lines(const char *text, size_t from, size_t to, size_t size)
{
    int lines = 0;
    for (size_t at = from; at < to; at++)
        lines += text[at] == '\n' || (text[at] == '\r' && (at + 1 == size || text[at + 1] != '\n'));
    return lines;
}

const char *tokens_broken(const char *text, size_t size)
{
    struct lexer lexer;
    struct token token = {0};
    size_t at = 0;
    int line = 1;
    bool failed = false;
    lexer_start(&lexer, text, size);
    while (lexer_next(&lexer, &token)) {
        if (failed)
            return "a token behind an error";
        if (token.offset != at || token.size == 0 || token.size > size - at)
            return "tokens that do not add up to the text";
        if (token.line != line || token.column < 1 || (size_t)token.column > at + 1)
            return "a token at a wrong place";
        failed = token.kind == TOKEN_ERROR;
        if (failed && !lexer_problem(&lexer))
            return "an error that says nothing";
        line += count_lines(text, at, at + token.size, size);
        at += token.size;
    }
    if (at != size)
        return "a text that is not read to its end";
    return lexer_next(&lexer, &token) ? "a token behind the end" : NULL;
}

static bool is_code(const struct token *token)
{
    bool ends = token->kind == TOKEN_NEWLINE && token->directive != DIRECTIVE_NONE;
    return token->kind == TOKEN_ERROR || (!token->dead && (ends || token_is_significant(token)));
}

static bool is_same(const struct token *one, const struct token *other)
{
    return one->offset == other->offset && one->size == other->size && one->line == other->line &&
           one->column == other->column && one->punctuator == other->punctuator &&
           one->kind == other->kind && one->directive == other->directive &&
           one->dead == other->dead && one->spliced == other->spliced;
}

const char *code_tokens_broken(const char *text, size_t size)
{
    struct lexer slow, fast;
    struct token wanted, token;
    lexer_start(&slow, text, size);
    lexer_start(&fast, text, size);
    while (lexer_next(&slow, &wanted)) {
        if (!is_code(&wanted))
            continue;
        if (!lexer_next_code(&fast, &token))
            return "a token that lexer_next_code() leaves out";
        if (!is_same(&token, &wanted))
            return "a token that is another one for lexer_next_code()";
    }
    return lexer_next_code(&fast, &token) ? "a token that only lexer_next_code() has" : NULL;
}

static bool is_one_of(const char *text, const struct token *token, const char *const *words)
{
    char name[16];
    if (token->kind != TOKEN_IDENTIFIER || !token_spell(text, token, name, sizeof name))
        return false;
    while (*words && strcmp(name, *words) != 0)
        words++;
    return *words != NULL;
}

/* Whether a string is the text of an asm statement, which is translated: follows the tokens.
 * Between the word and the parenthesis are qualifiers, if anything. */
struct assembler {
    bool open;
    int depth; /* of parentheses in it */
};

static bool assembler_has(struct assembler *assembler, const char *text, const struct token *token)
{
    static const char *const words[] = {"asm", "__asm__", "__asm", NULL};
    static const char *const qualifiers[] = {"volatile", "__volatile__", "__volatile",
                                             "inline",   "goto",         NULL};
    bool begins = is_one_of(text, token, words);
    if (assembler->depth == 0) {
        if (begins)
            assembler->open = true;
        else if (token_is_significant(token) && token->punctuator != '(' &&
                 !is_one_of(text, token, qualifiers))
            assembler->open = false;
    }
    if (!assembler->open)
        return false;
    assembler->depth += (token->punctuator == '(') - (token->punctuator == ')');
    if (token->punctuator == ';' || (token->punctuator == ')' && assembler->depth <= 0))
        *assembler = (struct assembler){false, 0};
    return assembler->open;
}

/* The comments, strings, characters and dead lines of |text|, one behind the other, and how much of
 * |text|, which a byte-order mark may stand before, is a token stream; that ends before a NUL byte
 * at the latest. */
static char *untouchables(const char *text, size_t size, size_t *out_good)
{
    struct lexer lexer;
    struct token token;
    struct assembler code = {false, 0}, line = {false, 0}; /* in code, and in a directive */
    struct buf out = {0};
    const char *nul = size ? memchr(text, '\0', size) : NULL;
    *out_good = nul ? (size_t)(nul - text) : size;
    buf_reserve(&out, 0);
    lexer_start_body(&lexer, text, *out_good);
    while (lexer_next(&lexer, &token)) {
        struct assembler *assembler = token.directive != DIRECTIVE_NONE ? &line : &code;
        if (token.kind == TOKEN_NEWLINE)
            line = (struct assembler){false, 0};
        if (token.kind == TOKEN_ERROR)
            *out_good = token.offset;
        else if (token.dead || token.kind == TOKEN_LINE_COMMENT ||
                 token.kind == TOKEN_BLOCK_COMMENT || token.kind == TOKEN_TEXT ||
                 (!assembler_has(assembler, text, &token) &&
                  (token.kind == TOKEN_STRING || token.kind == TOKEN_RAW_STRING ||
                   token.kind == TOKEN_CHARACTER)))
            buf_append(&out, text + token.offset, token.size);
    }
    return buf_take(&out);
}

/* Generous: whether nothing in |text| could be CUDA's. A backslash could be inside a name. */
static bool is_foreign(const char *text, size_t size)
{
    static const char *const marks[] = {"cu",      "CU",     "nv",  "NV",   "__", "<<",
                                        "include", "import", "asm", "warp", "\\"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (memmem(text, size, marks[i], strlen(marks[i])))
            return false;
    return true;
}

/* Behind |lines| newlines from |at|. */
static size_t pass_lines(const char *text, size_t size, size_t at, int lines)
{
    while (lines > 0 && at < size)
        lines -= count_lines(text, at, at + 1, size), at++;
    return at;
}

/* Sorted, inside the text; one error at most, where the text stops being tokens. */
static const char *report_broken(const struct hipify_report *report, const char *text, size_t size,
                                 bool whole)
{
    int lines = 1 + count_lines(text, 0, size, size), errors = 0;
    for (size_t i = 0; i < report->count; i++) {
        const struct hipify_diagnostic *item = &report->items[i], *before = item - 1;
        if (!item->text || !*item->text || !item->remedy || !*item->remedy || !item->code)
            return "a diagnostic that does not say what, or what to do";
        if (item->line < 1 || item->line > lines || item->column < 1)
            return "a diagnostic at a place that does not exist";
        if (i > 0 && (before->line > item->line ||
                      (before->line == item->line && before->column > item->column)))
            return "a report that is not in order";
        errors += strcmp(item->code, "KB1901") == 0;
        if ((strcmp(item->code, "KB1901") == 0) != (item->severity == HIPIFY_ERROR))
            return "an error that is not KB1901, or the other way round";
    }
    return errors == (whole ? 0 : 1) ? NULL
                                     : "a text that is not a token stream, or a report of one";
}

/* |prefix| is the text in front of the translation, without a byte-order mark. */
static const char *prefix_broken(const char *prefix, size_t size, int lines, bool prelude)
{
    bool ptx = memmem(prefix, size, "kbuild/ptx.h", 12) != NULL;
    bool products = memmem(prefix, size, "<mma.h>", 7) != NULL;
    bool names = memmem(prefix, size, "kbuild/pasted_names.h", 21) != NULL;
    if (lines != 1 + prelude + ptx + products + names)
        return "lines in front that are not what was asked for";
    if (prelude && (strncmp(prefix, "#include ", 9) != 0 || !memmem(prefix, size, "\n#line", 6)))
        if (!memmem(prefix, size, "\r#line", 6))
            return "no prelude in front";
    return memmem(prefix, size, "#line 1 \"", 9) ? NULL : "no #line in front";
}

struct translated {
    struct buf out;
    struct hipify_report report;
};

static const char *body_broken(const char *text, size_t size, const char *body, size_t body_size)
{
    size_t good, body_good;
    char *before = untouchables(text, size, &good);
    char *after = untouchables(body, body_size, &body_good);
    bool same = strcmp(before, after) == 0;
    free(before);
    free(after);
    if (!same)
        return "a comment, a string or a dead line that was touched";
    if (size - good != body_size - body_good ||
        memcmp(text + good, body + body_good, size - good) != 0)
        return "a text behind an error that was touched";
    if (is_foreign(text, size) && (size != body_size || memcmp(text, body, size) != 0))
        return "a text without CUDA that was touched";
    return NULL;
}

static const char *translated_broken(const char *text, size_t size,
                                     const struct hipify_options *options,
                                     const struct translated *translated)
{
    const char *out = translated->out.data, *problem;
    size_t out_size = translated->out.size, good;
    size_t mark = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    int added = count_lines(out, 0, out_size, out_size) - count_lines(text, 0, size, size);
    if (mark && memcmp(out, text, mark) != 0)
        return "a byte-order mark that is not in front";
    size_t body = mark, skipped = mark;
    if (added != 0) { /* it was not a translation yet */
        body = pass_lines(out, out_size, mark, added);
        problem = prefix_broken(out + mark, body - mark, added, options->prelude);
        if (problem)
            return problem;
    } else if (!memmem(text, size, "#line 1 \"", 9)) {
        return "a line that is lost, or none in front";
    }
    problem = body_broken(text + skipped, size - skipped, out + body, out_size - body);
    if (problem)
        return problem;
    free(untouchables(text + skipped, size - skipped, &good));
    return report_broken(&translated->report, text, size, good == size - skipped);
}

const char *translation_broken(const char *text, size_t size, const struct hipify_options *options)
{
    struct translated first = {0}, second = {0};
    const char *problem = NULL;
    buf_puts(&first.out, "");
    buf_reserve(&second.out, 1);
    if (hipify_translate(text, size, options, &first.out, &first.report) != STATUS_OK)
        problem = "a text that is not translated at all";
    if (!problem)
        problem = translated_broken(text, size, options, &first);
    if (!problem && hipify_translate(first.out.data, first.out.size, options, &second.out,
                                     &second.report) != STATUS_OK)
        problem = "a translation that is not translated";
    if (!problem && (second.out.size != first.out.size ||
                     memcmp(second.out.data, first.out.data, first.out.size) != 0))
        problem = "a translation that changes when it is translated";
    buf_free(&first.out);
    buf_free(&second.out);
    hipify_report_free(&first.report);
    hipify_report_free(&second.report);
    return problem;
}

static void ignore_include(void *context, const char *name, bool angled, int line)
{
    *(size_t *)context += strlen(name) + angled + (size_t)line;
}

static void ignore_name(void *context, const char *name, bool declared)
{
    *(size_t *)context += strlen(name) + declared;
}

static bool vendors_cuda(void *context, const char *name, bool angled)
{
    (void)context;
    return strcmp(name, "vendors/cuda.h") == 0 && !angled;
}

static bool name_of_project(void *context, const char *name)
{
    (void)context;
    return strcmp(name, "cudaOfProject") == 0;
}

const char *text_broken(const char *text, size_t size)
{
    static const struct hipify_options sets[] = {
        {.shown_path = "t.cu", .cuda_arch = 900, .is_project_header = vendors_cuda},
        {.shown_path = "d/\"t\".cu",
         .cuda_arch = 700,
         .cuda_version = 12040,
         .hip_version = 502,
         .prelude = true,
         .is_project_name = name_of_project},
        {.shown_path = "",
         .hip_version = 604,
         .prelude = true,
         .headers = HIPIFY_HEADERS_AT_ROOT,
         .header_root = "../include"},
    };
    const char *problem = tokens_broken(text, size);
    if (!problem)
        problem = code_tokens_broken(text, size);
    for (size_t i = 0; !problem && i < sizeof sets / sizeof *sets; i++)
        problem = translation_broken(text, size, &sets[i]);
    size_t seen = 0;
    hipify_scan_includes(text, size, ignore_include, &seen);
    hipify_scan_names(text, size, ignore_name, &seen);
    return problem;
}
