/* The tokens of a CUDA C++ source, without losing a byte: the sizes of the tokens add up to the
 * size of the input, and each byte belongs to exactly one of them.
 *
 * The lexer sees the text as translation phase 3 does (ISO C++ [lex.phases]): a backslash at the
 * end of a line joins two lines anywhere but in a raw string, also in the middle of an identifier.
 * It keeps the few facts of the preprocessor that decide what is a token at all: on which directive
 * a line is, where a header name may be, and which lines are never compiled (#if 0).
 */
#ifndef KBUILD_HIPIFY_LEXER_H
#define KBUILD_HIPIFY_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum token_kind {
    TOKEN_BOM,          /* a UTF-8 byte-order mark, at the start of the file only */
    TOKEN_SPACE,        /* blanks, form feeds, and joined line ends between tokens */
    TOKEN_NEWLINE,      /* \n, \r\n or \r */
    TOKEN_LINE_COMMENT, /* without the newline that ends it */
    TOKEN_BLOCK_COMMENT,
    TOKEN_IDENTIFIER, /* and keywords; bytes from 0x80 and \u escapes may be in it */
    TOKEN_NUMBER,     /* a pp-number: 1'000, 0x1p-3f, 12_kb */
    TOKEN_CHARACTER,  /* with its prefix and a suffix such as _x */
    TOKEN_STRING,
    TOKEN_RAW_STRING,
    TOKEN_HEADER_NAME, /* with its quotes or angle brackets */
    TOKEN_PUNCTUATOR,
    TOKEN_LAUNCH_OPEN,  /* the <<< of a kernel launch */
    TOKEN_LAUNCH_CLOSE, /* and its >>> */
    TOKEN_LAUNCH_REST,  /* the last character of either, where << < or >> > is written */
    TOKEN_TEXT,         /* text that need not be a token: behind #error, an apostrophe in #if 0 */
    TOKEN_OTHER,        /* a byte that begins no token: @, `, a lone backslash */
    TOKEN_ERROR,        /* the rest of a text that is not a token stream; see lexer_problem() */
};

enum directive {
    DIRECTIVE_NONE, /* a line of code */
    DIRECTIVE_IF,
    DIRECTIVE_IFDEF,
    DIRECTIVE_IFNDEF,
    DIRECTIVE_ELIF,
    DIRECTIVE_ELIFDEF,
    DIRECTIVE_ELIFNDEF,
    DIRECTIVE_ELSE,
    DIRECTIVE_ENDIF,
    DIRECTIVE_INCLUDE, /* include, include_next, import, embed */
    DIRECTIVE_DEFINE,
    DIRECTIVE_UNDEF,
    DIRECTIVE_LINE,
    DIRECTIVE_PRAGMA,
    DIRECTIVE_TEXT,  /* error, warning */
    DIRECTIVE_OTHER, /* any other, and the empty one */
};

/* Punctuators as numbers: their characters from the lowest byte up, after digraphs were resolved.
 */
#define PUNCTUATOR2(a, b)    ((a) | (b) << 8)
#define PUNCTUATOR3(a, b, c) ((a) | (b) << 8 | (c) << 16)
enum {
    PUNCTUATOR_SCOPE = PUNCTUATOR2(':', ':'),
    PUNCTUATOR_ARROW = PUNCTUATOR2('-', '>'),
    PUNCTUATOR_PASTE = PUNCTUATOR2('#', '#'),
    PUNCTUATOR_SHIFT_RIGHT = PUNCTUATOR2('>', '>'),
    PUNCTUATOR_AND = PUNCTUATOR2('&', '&'),
    PUNCTUATOR_OR = PUNCTUATOR2('|', '|'),
    PUNCTUATOR_EQUAL = PUNCTUATOR2('=', '='),
    PUNCTUATOR_UNEQUAL = PUNCTUATOR2('!', '='),
};

struct token {
    uint32_t offset, size;    /* in bytes */
    int line, column;         /* of its first byte, from 1; columns count bytes */
    int punctuator;           /* of TOKEN_PUNCTUATOR, else 0 */
    int word;                 /* 0 from the lexer; of an identifier, enum word when it is known */
    enum directive directive; /* of its line, to which '#' and newline belong */
    unsigned char kind;       /* enum token_kind */
    bool spliced;             /* a joined line end is inside: token_spell() tells what it says */
    bool dead;                /* in an #if 0 or another branch that is never compiled */
};

enum {
    LEXER_CONDITIONALS = 256, /* deeper ones are taken to be compiled */
    LEXER_LAUNCHES = 8,       /* launches inside the configuration of launches */
};

/* The state that decides whether <<< and >>> are launch tokens. */
struct lexer_context {
    int depth; /* of brackets */
    /* The last significant token. */
    uint32_t last_offset, last_size;
    int last_punctuator;
    unsigned char last_kind;
};

/* An open launch: where it opened, and the template brackets that seem open inside. */
struct lexer_launch {
    int depth, angles;
};

/* Private, except that it may be copied to look ahead. */
struct lexer {
    const char *source;
    size_t size, at, line_start;
    size_t mark; /* size of the byte-order mark that the text begins with, or 0 */
    size_t nul;  /* offset of the first NUL byte, else size */
    const char *problem;
    int line;

    enum directive directive;
    int next; /* what may come next in the directive: enum lexer_next of lexer_parts.h */
    bool line_begins;
    size_t header_close[2]; /* no '>', no '"' comes before this offset on its line */

    int condition_tokens, condition_value; /* of the #if or #elif of this line */
    bool condition_decides;
    unsigned char taken[LEXER_CONDITIONALS]; /* a branch of it is certainly compiled */
    int conditionals, dead_conditionals;
    bool dead;

    struct lexer_context context, context_outside; /* _outside: before the directive */
    struct lexer_launch launches[LEXER_LAUNCHES];
    int launch_count, launches_floor;
};

/* |source| is borrowed for as long as the lexer is used; it needs no NUL at its end. |size| is less
 * than 2 GiB. */
void lexer_start(struct lexer *lexer, const char *source, size_t size);

/* The same for what is left of a file behind its first bytes: there is no byte-order mark there. */
void lexer_start_body(struct lexer *lexer, const char *source, size_t size);

/* The next token. False at the end of the input, with |out| untouched. */
bool lexer_next(struct lexer *lexer, struct token *out);

/* The next token that a translation looks at: a significant one of a line that may be compiled, or
 * the newline that ends such a line of a directive. */
bool lexer_next_code(struct lexer *lexer, struct token *out);

/* The reason of the last TOKEN_ERROR, for a message: "this comment is not closed". NULL before the
 * first. */
const char *lexer_problem(const struct lexer *lexer);

/* Length of the joined line end (backslash, blanks, newline) at |at|, or 0. */
size_t lexer_splice_length(const char *source, size_t size, size_t at);

/* Writes what |token| says, without the joined line ends, to |out| and a NUL behind it. False when
 * |capacity| is too small; |out| is then cut. */
bool token_spell(const char *source, const struct token *token, char *out, size_t capacity);

/* Whether |token| is one of the identifiers |words|, which blanks separate. */
bool token_is(const char *source, const struct token *token, const char *words);

/* The value of |token| where it is an integer literal; false, with both untouched, where it is not.
 */
bool token_number(const char *source, const struct token *token, long long *out_number,
                  bool *out_unsigned);

/* True for #if, #ifdef, #elif and the like: directives with a condition. */
static inline bool directive_is_conditional(enum directive directive)
{
    return directive >= DIRECTIVE_IF && directive <= DIRECTIVE_ELIFNDEF;
}

/* #if, #ifdef, #ifndef */
static inline bool directive_opens(enum directive directive)
{
    return directive >= DIRECTIVE_IF && directive <= DIRECTIVE_IFNDEF;
}

/* #elif, #elifdef, #elifndef, #else: another branch of the conditional. */
static inline bool directive_goes_on(enum directive directive)
{
    return directive >= DIRECTIVE_ELIF && directive <= DIRECTIVE_ELSE;
}

/* 1 for a punctuator that opens a bracket, -1 for one that closes it, 0 for any other. */
static inline int bracket_step(int punctuator)
{
    return (punctuator == '(' || punctuator == '[' || punctuator == '{') -
           (punctuator == ')' || punctuator == ']' || punctuator == '}');
}

/* The same for the brackets of a template's arguments: -2 for ">>". */
static inline int angle_step(int punctuator)
{
    switch (punctuator) {
    case '<': return 1;
    case '>': return -1;
    case PUNCTUATOR_SHIFT_RIGHT: return -2;
    default: return 0;
    }
}

/* True for a token that the parser would see: no blank, newline, comment or byte-order mark. */
static inline bool token_is_significant(const struct token *token)
{
    return token->kind > TOKEN_BLOCK_COMMENT;
}

/* ---- lexer_parts.c: the parts of the lexer, each a file. */

/* ---- lexer_punctuator.c ---- */

/* The character at |at| after joined line ends, or -1 at the end of the input. |out_after| is the
 * offset behind it. */
int lexer_peek(const struct lexer *lexer, size_t at, size_t *out_after);

/* Reads the punctuator at |token->offset| into |token| (kind, number, spliced) and returns the
 * offset behind it. A byte that begins no punctuator becomes TOKEN_OTHER. */
size_t lexer_scan_punctuator(const struct lexer *lexer, struct token *token);

/* Keeps what the next launch token depends on: brackets, open launches, and whether the last
 * token may be called. |token| is significant. */
void lexer_follow(struct lexer *lexer, const struct token *token);

/* ---- lexer_directive.c ---- */

/* What may come next on the line of a directive. */
enum lexer_next {
    LEXER_NEXT_ANY,
    LEXER_NEXT_NAME,        /* the directive's own name */
    LEXER_NEXT_HEADER,      /* a header name, if there is one */
    LEXER_NEXT_PARENTHESIS, /* the '(' of __has_include */
    LEXER_NEXT_TEXT,        /* the rest of the line is not tokens */
};

/* Follows |token|, a significant one that was just read and is a '#' or on the line of a directive.
 */
void lexer_direct(struct lexer *lexer, const struct token *token);

/* The newline that ends a line was read: the directive on it takes effect. */
void lexer_end_line(struct lexer *lexer);

#endif
