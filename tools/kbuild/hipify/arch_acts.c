/* Tells whether code does something, or only reports that an implementation is missing. Code that
 * is not understood counts as doing nothing. */
#include "arch.h"

#include "lexer.h"

#include <ctype.h>

/* how many bytes of a string are read; a longer string counts as a message */
enum { TEXT_SIZE = 1024 };

/* The state while a statement is read. */
struct statement {
    /* the last token of the statement; its size is 0 at the statement's beginning */
    struct token last;
    struct token called; /* the name of the last function that is called */
    int brackets, tokens;
    bool named; /* whether the statement has an identifier */
    bool jumps, conditional, is_if, declares, assigns, calls, is_asm, has_text, discards, message;
};

/* The state while code is read to find out whether it does something. */
struct code {
    /* the text in which called functions are looked up; NULL if each called function counts as
     * doing something */
    struct arch_text *text;
    int arch;
    const char *source;
    bool strict; /* whether code with an error message counts as doing nothing */
    bool acts, ends, refused;
    int braces;
    struct statement statement;
};

/* Whether |word|, which is in lower case, is typical of statements that only report missing
 * code. */
static bool is_message(const char *word)
{
    static const char *const parts[] = {
        "trap",          "assert",         "print",         "abort",       "unreachable", "invalid",
        "unsupported",   "unimpl",         "notimplement",  "error",       "throw",       "exit",
        "not_implement", "no_device_code", "notsupport",    "not_support", "brkpt",       "unused",
        "ignore",        "warn",           "message",       "fail",        "panic",       "assume",
        "unavailable",   "dummy",          "not_available", "not_reached", "noop",        "require",
        "no_code",       "nodevicecode",   "unreferenced"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strstr(word, parts[i]))
            return true;
    return false;
}

static bool says_message(const char *source, const struct token *token)
{
    char word[TEXT_SIZE];
    if (!token_spell(source, token, word, sizeof word))
        return true;
    for (char *c = word; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    return is_message(word);
}

static bool is_assignment(int c)
{
    int last = c >> 16 ? c >> 16 : c >> 8 ? c >> 8 : c;
    return last == '=' && c != PUNCTUATOR_EQUAL && c != PUNCTUATOR_UNEQUAL &&
           c != PUNCTUATOR2('<', '=') && c != PUNCTUATOR2('>', '=');
}

/* Whether |name|, before a '(', may name a function. A name in capitals counts as a macro's. */
static bool is_callable(const char *source, const struct token *name)
{
    static const char others[] =
        "if for while switch return sizeof alignof decltype int float double bool char short long "
        "unsigned signed auto static_cast const_cast reinterpret_cast dynamic_cast";
    if (name->punctuator == '>')
        return true;
    if (name->kind != TOKEN_IDENTIFIER || token_is(source, name, others))
        return false;
    for (uint32_t i = 0; i < name->size; i++)
        if (islower((unsigned char)source[name->offset + i]))
            return true;
    return false;
}

/* Whether |last| may end a type: then an identifier after |last| is being declared. */
static bool may_end_type(const struct token *last)
{
    int c = last->punctuator;
    return last->kind == TOKEN_IDENTIFIER || c == '>' || c == '*' || c == '&' ||
           c == PUNCTUATOR_AND;
}

static void add_word(struct code *code, const struct token *token)
{
    struct statement *statement = &code->statement;
    const char *source = code->source;
    if (token_is(source, token, "else do constexpr volatile __volatile__"))
        return;
    statement->jumps |= statement->last.size == 0 && !statement->conditional &&
                        token_is(source, token, "return goto break continue");
    statement->conditional |= token_is(source, token, "if for while switch");
    statement->is_if |= token_is(source, token, "if");
    statement->is_asm |= token_is(source, token, "asm __asm __asm__");
    statement->discards |= token_is(source, token, "void");
    code->refused |= token_is(source, token, "struct class union");
    statement->message |= says_message(source, token);
    statement->declares |= statement->named && statement->brackets == 0 && !statement->jumps &&
                           !statement->assigns && may_end_type(&statement->last);
    statement->named = true;
    statement->last = *token;
}

static void add_text(struct code *code, const struct token *token)
{
    struct statement *statement = &code->statement;
    statement->message |= !statement->is_asm || says_message(code->source, token);
    /* A literal of two bytes has only its quotes, and no text. */
    statement->has_text |= token->size > 2;
    statement->last = *token;
}

static void add_punctuator(struct code *code, const struct token *token)
{
    struct statement *statement = &code->statement;
    const struct token last = statement->last;
    int c = token->punctuator, step = c == '{' || c == '}' ? 0 : bracket_step(c);
    /* A '[' in this place begins a lambda, which is perhaps never called. */
    code->refused |= c == '[' && last.kind != TOKEN_IDENTIFIER && last.punctuator != ')' &&
                     last.punctuator != ']';
    if (statement->brackets == 0) {
        if (c == '(' && is_callable(code->source, &last)) {
            statement->calls = true;
            statement->called = last;
        }
        statement->assigns |= is_assignment(c);
    }
    statement->brackets += step;
    statement->last = *token;
    if (step < 0 && statement->brackets == 0 && statement->conditional) {
        /* The condition of the if ends here, and a statement begins. */
        statement->last = (struct token){0};
        statement->named = false;
    }
}

static bool range_acts(struct code *code, const struct arch_text *text, uint32_t begin,
                       uint32_t end);

/* Whether the function |number| does something. A call in its body counts as something, whatever
 * the called function does. */
static bool function_acts(struct arch_text *text, int number, int arch)
{
    struct arch_function *function = &text->functions[number];
    struct code code = {.arch = arch, .source = text->source + function->begin + 1};
    signed char *known = &function->acts[arch];
    if (!*known)
        *known = range_acts(&code, text, function->begin + 1, function->end - 1) ? 1 : -1;
    return *known > 0;
}

/* Whether all functions and macros that |statement| may call do something. Functions and macros
 * that the text does not define count as doing something. */
static bool call_acts(const struct code *code, const struct statement *statement)
{
    enum { MOST = 100 };
    const struct token *called = &statement->called;
    struct arch_text *text = code->text;
    int count = 0;
    if (!text || called->kind != TOKEN_IDENTIFIER)
        return true;
    for (int i = arch_first_mention(text, code->source + called->offset, called->size);
         i != ARCH_NONE; i = text->mentions[i].next) {
        const struct arch_mention *mention = &text->mentions[i];
        int function = arch_function_named_at(text, mention->offset);
        if (!arch_is_live(text, arch_branch_at(text, mention->offset), code->arch))
            continue;
        if ((mention->is_defined && !arch_macro_acts(text, mention->offset)) ||
            (function != ARCH_NONE && !function_acts(text, function, code->arch)) || ++count > MOST)
            return false;
    }
    return true;
}

/* Ends a statement at |mark|, a ';', '{' or '}'. */
static void end_statement(struct code *code, int mark)
{
    const struct statement *statement = &code->statement;
    /* an assignment of four tokens, x = x;, does nothing */
    bool assigns = statement->assigns && statement->tokens > 4;
    bool acts = statement->is_asm ? statement->has_text
                                  : !statement->declares && (statement->calls || assigns);
    acts &= mark != '{' && !statement->message && !statement->discards;
    code->refused |= code->strict && statement->message;
    if (acts && !code->ends && !code->acts) {
        code->acts = true;
        code->refused |= !statement->is_asm && !assigns && !call_acts(code, statement);
    }
    code->ends |= statement->jumps && code->braces == 0 && mark != '{';
    code->braces += mark == '{' ? 1 : mark == '}' ? -1 : 0;
    code->refused |= code->braces < 0;
    code->statement = (struct statement){0};
}

static void add(struct code *code, const struct token *token)
{
    const struct statement *statement = &code->statement;
    int c = token->punctuator;
    /* Code after if (0) or if (false) is not executed. */
    code->refused |= statement->is_if && statement->brackets == 1 &&
                     statement->last.punctuator == '(' &&
                     (token_is(code->source, token, "false") ||
                      (token->size == 1 && code->source[token->offset] == '0'));
    code->statement.tokens++;
    if (token->kind == TOKEN_IDENTIFIER)
        add_word(code, token);
    else if (token->kind == TOKEN_STRING || token->kind == TOKEN_RAW_STRING)
        add_text(code, token);
    else if (code->statement.brackets <= 0 && (c == ';' || c == '{' || c == '}'))
        end_statement(code, c);
    else
        add_punctuator(code, token);
}

static bool code_acts(struct code *code)
{
    end_statement(code, ';');
    return code->acts && !code->refused && code->braces == 0;
}

static bool range_acts(struct code *code, const struct arch_text *text, uint32_t begin,
                       uint32_t end)
{
    struct lexer lexer;
    struct token token;
    lexer_start_body(&lexer, text->source + begin, end - begin);
    while (lexer_next_code(&lexer, &token) && token.kind != TOKEN_ERROR) {
        int branch = arch_branch_at(text, begin + token.offset);
        if (token.directive == DIRECTIVE_NONE && arch_is_live(text, branch, code->arch))
            add(code, &token);
    }
    return code_acts(code);
}

bool arch_acts(struct arch_text *text, uint32_t begin, uint32_t end, int arch, bool strict)
{
    struct code code = {
        .text = text, .arch = arch, .source = text->source + begin, .strict = strict};
    return range_acts(&code, text, begin, end);
}

bool arch_macro_acts(const struct arch_text *text, uint32_t begin)
{
    struct lexer lexer;
    struct token token;
    struct code code = {.source = text->source + begin, .strict = true};
    int depth = 0;
    lexer_start_body(&lexer, code.source, text->size - begin);
    /* Now |token| is the first token after the macro's name. */
    bool more = lexer_next(&lexer, &token) && lexer_next(&lexer, &token);
    /* Skip the macro's parameters. */
    for (bool open = more && token.punctuator == '('; open;
         more = lexer_next(&lexer, &token), open = more && depth > 0 && token.kind != TOKEN_NEWLINE)
        depth += bracket_step(token.punctuator);
    for (; more && token.kind != TOKEN_NEWLINE && token.kind != TOKEN_ERROR;
         more = lexer_next(&lexer, &token))
        if (token_is_significant(&token))
            add(&code, &token);
    return code_acts(&code);
}
