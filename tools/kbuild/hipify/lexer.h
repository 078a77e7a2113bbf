/* The tokens of a CUDA C++ source, without losing a byte: each byte of the input belongs to exactly
 * one token.
 *
 * The lexer sees the text as translation phase 3 does (ISO C++ [lex.phases]): a backslash at the
 * end of a line joins two lines, also in the middle of an identifier, but not in a raw string. The
 * lexer follows the preprocessor only as far as tokens depend on it: which directive a line has,
 * where a header name may be, and which lines are never compiled (#if 0). */
#ifndef KBUILD_HIPIFY_LEXER_H
#define KBUILD_HIPIFY_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum token_kind {
    TOKEN_BOM,          /* a UTF-8 byte-order mark, at the start of the file only */
    TOKEN_SPACE,        /* blanks, form feeds, and joined line ends between tokens */
    TOKEN_NEWLINE,      /* the end of a line: \n, \r\n or \r */
    TOKEN_LINE_COMMENT, /* a comment without the newline at its end */
    TOKEN_BLOCK_COMMENT,
    TOKEN_IDENTIFIER, /* identifiers and keywords, also with bytes from 0x80 and \u escapes */
    TOKEN_NUMBER,     /* a preprocessing number: 1'000, 0x1p-3f, 12_kb */
    TOKEN_CHARACTER,  /* a character literal, with its prefix and a suffix such as _x */
    TOKEN_STRING,
    TOKEN_RAW_STRING,
    TOKEN_HEADER_NAME, /* a header name with its quotes or angle brackets */
    TOKEN_PUNCTUATOR,
    TOKEN_LAUNCH_OPEN,  /* the <<< of a kernel launch */
    TOKEN_LAUNCH_CLOSE, /* the >>> of a kernel launch */
    TOKEN_LAUNCH_REST,  /* the last character of a launch token that is written as << < or >> > */
    TOKEN_TEXT,         /* text that need not be tokens: after #error, or an apostrophe in #if 0 */
    TOKEN_OTHER,        /* a byte that begins no token: @, `, a lone backslash */
    TOKEN_ERROR,        /* the rest of a text that is not a token stream; see lexer_problem() */
};

enum directive {
    DIRECTIVE_NONE, /* the line is a line of code */
    DIRECTIVE_IF,
    DIRECTIVE_IFDEF,
    DIRECTIVE_IFNDEF,
    DIRECTIVE_ELIF,
    DIRECTIVE_ELIFDEF,
    DIRECTIVE_ELIFNDEF,
    DIRECTIVE_ELSE,
    DIRECTIVE_ENDIF,
    /* a directive that includes a file: #include, #include_next, #import, #embed */
    DIRECTIVE_INCLUDE,
    DIRECTIVE_DEFINE,
    DIRECTIVE_UNDEF,
    DIRECTIVE_LINE,
    DIRECTIVE_PRAGMA,
    DIRECTIVE_TEXT,  /* a directive whose rest is any text: #error, #warning */
    DIRECTIVE_OTHER, /* any other directive, or a lone '#' */
};

/* A punctuator as a number: its characters from the lowest byte up. A digraph has the number of its
 * meaning. */
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
    uint32_t offset, size; /* the token's offset in the source, and its size, in bytes */
    int line, column; /* where the token's first byte is, counted from 1; columns count bytes */
    int punctuator; /* for a TOKEN_PUNCTUATOR, the punctuator as a number (PUNCTUATOR2()); else 0 */
    int word; /* the enum word of an identifier, which word_of() finds; the lexer sets it to 0 */
    enum directive directive; /* the directive on the line, which includes '#' and newline */
    unsigned char kind;       /* what the token is, an enum token_kind */
    bool spliced; /* whether a joined line end is inside the token; token_spell() leaves it out */
    bool dead;    /* whether the token is in an #if 0 or another branch that is never compiled */
};

enum {
    LEXER_CONDITIONALS = 256, /* how deep conditionals may be nested; branches of deeper
                                 conditionals count as compiled */
    LEXER_LAUNCHES = 8, /* how deep launches may be nested: a launch in the configuration <<<...>>>
                           of another launch */
};

/* What decides whether <<< and >>> are launch tokens. */
struct lexer_context {
    int depth; /* how many brackets are open */
    /* The last significant token. */
    uint32_t last_offset, last_size;
    int last_punctuator;
    unsigned char last_kind;
};

/* An open launch: how many brackets were open before it, and how many template brackets '<' seem
 * open inside. */
struct lexer_launch {
    int depth, angles;
};

/* All members are private to the lexer. Callers may copy a lexer, to look ahead. */
struct lexer {
    const char *source;
    size_t size, at, line_start;
    size_t mark; /* size of the byte-order mark that the text begins with, or 0 */
    size_t nul;  /* offset of the first NUL byte, or |size| */
    const char *problem;
    int line;

    enum directive directive;
    int next; /* what may come next in the directive: enum lexer_next */
    bool line_begins;
    /* an offset before which the line has no more '>' ([0]), and no more '"' ([1]) */
    size_t header_close[2];

    /* how many tokens the condition of this line's #if or #elif has, and its value */
    int condition_tokens, condition_value;
    bool condition_decides;
    /* for each open conditional, whether one of its branches is certainly compiled */
    unsigned char taken[LEXER_CONDITIONALS];
    int conditionals, dead_conditionals;
    bool dead;

    struct lexer_context context, context_outside; /* |context_outside| keeps the context of the
                                                      code while a directive is read */
    struct lexer_launch launches[LEXER_LAUNCHES];
    int launch_count, launches_floor;
};

/* Starts at the beginning of a file. |source| is borrowed for as long as the lexer is used; it
 * needs no NUL at its end. |size| is less than 2 GiB. */
void lexer_start(struct lexer *lexer, const char *source, size_t size);

/* Starts in the middle of a file: |source| has no byte-order mark. */
void lexer_start_body(struct lexer *lexer, const char *source, size_t size);

/* Reads the next token. Returns false at the end of the input, with |out| untouched. */
bool lexer_next(struct lexer *lexer, struct token *out);

/* Reads the next token that a translation looks at: a significant token on a line that may be
 * compiled, or the newline after a directive on such a line. */
bool lexer_next_code(struct lexer *lexer, struct token *out);

/* Returns the reason of the last TOKEN_ERROR, for a message: "this comment is not closed". NULL if
 * there was none. */
const char *lexer_problem(const struct lexer *lexer);

/* Returns the length of the joined line end (backslash, blanks, newline) at |at|, or 0. */
size_t lexer_splice_length(const char *source, size_t size, size_t at);

/* Writes the spelling of |token| to |out|, without joined line ends and with a NUL at its end.
 * Returns false when |capacity| is too small; |out| is then cut. */
bool token_spell(const char *source, const struct token *token, char *out, size_t capacity);

/* Whether |token| is an identifier and one of |words|, which are separated by blanks. */
bool token_is(const char *source, const struct token *token, const char *words);

/* Reads the value of an integer literal. Returns false, with both results untouched, if |token| is
 * something else. */
bool token_number(const char *source, const struct token *token, long long *out_number,
                  bool *out_unsigned);

/* Whether |directive| has a condition: #if, #ifdef, #elif and the like. */
static inline bool directive_is_conditional(enum directive directive)
{
    return directive >= DIRECTIVE_IF && directive <= DIRECTIVE_ELIFNDEF;
}

/* Whether |directive| opens a conditional: #if, #ifdef, #ifndef. */
static inline bool directive_opens(enum directive directive)
{
    return directive >= DIRECTIVE_IF && directive <= DIRECTIVE_IFNDEF;
}

/* Whether |directive| begins another branch of a conditional: #elif, #elifdef, #elifndef, #else. */
static inline bool directive_goes_on(enum directive directive)
{
    return directive >= DIRECTIVE_ELIF && directive <= DIRECTIVE_ELSE;
}

/* Returns 1 for a punctuator that opens a bracket, -1 for one that closes it, 0 for any other. */
static inline int bracket_step(int punctuator)
{
    return (punctuator == '(' || punctuator == '[' || punctuator == '{') -
           (punctuator == ')' || punctuator == ']' || punctuator == '}');
}

/* Returns -1 for a '>' of template arguments, -2 for ">>", 1 for '<', 0 for any other
 * punctuator. */
static inline int angle_step(int punctuator)
{
    switch (punctuator) {
    case '<': return 1;
    case '>': return -1;
    case PUNCTUATOR_SHIFT_RIGHT: return -2;
    default: return 0;
    }
}

/* Whether a C++ parser would see |token|: it is not a blank, newline, comment or byte-order
 * mark. */
static inline bool token_is_significant(const struct token *token)
{
    return token->kind > TOKEN_BLOCK_COMMENT;
}

/* The parts of the lexer, one file for each. */

/* ---- lexer_punctuator.c ---- */

/* Returns the character at |at|, or after joined line ends there; -1 at the end of the input.
 * |*out_after| becomes the offset after the character. */
int lexer_peek(const struct lexer *lexer, size_t at, size_t *out_after);

/* Reads the punctuator at |token->offset| into |token| (kind, number, spliced) and returns the
 * offset after it. A byte that begins no punctuator becomes TOKEN_OTHER. */
size_t lexer_scan_punctuator(const struct lexer *lexer, struct token *token);

/* Notes what the next launch token depends on: brackets, open launches, and whether |token|, which
 * is significant, may be called. */
void lexer_follow(struct lexer *lexer, const struct token *token);

/* ---- lexer_directive.c ---- */

/* What may come next on the line of a directive. */
enum lexer_next {
    LEXER_NEXT_ANY,
    LEXER_NEXT_NAME,        /* the name of the directive */
    LEXER_NEXT_HEADER,      /* a header name, if the line has one */
    LEXER_NEXT_PARENTHESIS, /* the '(' of __has_include */
    LEXER_NEXT_TEXT,        /* the rest of the line is not tokens */
};

/* Called with a significant token that was just read, and that is a '#' or on the line of a
 * directive. */
void lexer_direct(struct lexer *lexer, const struct token *token);

/* Ends a line, whose newline was just read: its directive takes effect. */
void lexer_end_line(struct lexer *lexer);

#endif
