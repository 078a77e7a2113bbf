/* Where in a C++ file a token is, as far as tokens tell: in which namespace, class or function,
 * and whether it declares a name there.
 *
 * This is not a parser: it does not understand templates, macros and overloads. It answers one
 * question: is this `cudaFree` CUDA's, or the file's own? In doubt, it is CUDA's. */
#ifndef KBUILD_HIPIFY_SCOPE_H
#define KBUILD_HIPIFY_SCOPE_H

#include "lexer.h"
#include "word.h"

/* The last significant tokens. history_at(history, 0) is the last one. */
enum { HISTORY_SIZE = 16 };
struct history {
    struct token items[HISTORY_SIZE];
    unsigned count;
};

static inline void history_push(struct history *history, const struct token *token)
{
    history->items[history->count++ % HISTORY_SIZE] = *token;
}

/* Returns the token |back| tokens before the last one, |back| < HISTORY_SIZE - 1. Before the
 * beginning of the file it is a token of size 0. */
static inline const struct token *history_at(const struct history *history, unsigned back)
{
    static const struct token nothing;
    return back < history->count ? &history->items[(history->count - 1 - back) % HISTORY_SIZE]
                                 : &nothing;
}

enum scope_kind {
    SCOPE_GLOBAL,
    SCOPE_NAMESPACE,
    SCOPE_CLASS,
    SCOPE_ENUM, /* an unscoped enum, whose names belong to the scope around it */
    SCOPE_ENUM_CLASS,
    SCOPE_MEMBER,      /* the body of a function that is defined as Class::name(...) */
    SCOPE_TRANSPARENT, /* extern "C" or an unnamed namespace: names belong to the scope around it */
};

enum {
    /* how deep scopes may be nested; of deeper scopes, only the braces are counted */
    SCOPE_DEPTH = 64,
    /* how deep conditionals may be nested; deeper conditionals are not followed */
    SCOPE_BRANCHES = 256,
};

struct scope {
    enum scope_kind kind;
    int parent;   /* index of the scope around this one; -1 for the global scope */
    int depth;    /* how many scopes are around this one */
    int braces;   /* how many braces were open in |parent| when this scope opened */
    int identity; /* scopes of the same name have the same number and count as one scope */
};

/* What is known of the statement that is being read. */
struct scope_head {
    /* the kind of scope that the words namespace, class, struct, union or enum announce; else
     * SCOPE_GLOBAL */
    enum scope_kind key;
    uint32_t name, name_size;           /* the name that |key| declares */
    uint32_t qualifier, qualifier_size; /* offset and size of the X in X::f( */
    int parens, angles;
    bool function, bases, assigned;
    bool of_template;
    /* whether a template <...> is open, whose brackets the next two members count */
    bool parameters;
    int parameter_parens, parameter_angles;
};

struct scope_position {
    int scope;  /* index of the innermost scope */
    int braces; /* how many braces of functions and the like are open in |scope| */
    int open;   /* how many braces of any kind are open */
    /* the value of |open| at the brace of the outermost open template; 0 if none is open */
    int template_at;
    struct scope_head head;
};

struct scopes {
    const char *source;
    struct scope *items;
    int count;
    struct symbols names; /* the names of all scopes */
    struct symbols used;  /* namespaces of `using namespace`: of a::b the last name, b */
    struct scope_position at;
    struct scope_position *saved; /* the position at each open #if, up to SCOPE_BRANCHES */
    int saved_count;
};

void scopes_start(struct scopes *scopes, const char *source);
void scopes_free(struct scopes *scopes);

/* Reads |token|, the next token of the code. |history| holds the tokens before it. */
void scopes_follow(struct scopes *scopes, const struct token *token, const struct history *history);

/* Follows a directive, at its '#': each branch of a conditional begins at the position where the
 * first one did. */
void scopes_follow_directive(struct scopes *scopes, enum directive directive);

/* Returns the name of |scope|; NULL if it is not a namespace, or has no name. */
const struct symbol *scopes_namespace(const struct scopes *scopes, int scope);

/* Returns the name of |scope|; NULL if it is not a class, or has no name. */
const struct symbol *scopes_class(const struct scopes *scopes, int scope);

/* A place in the file, as scopes_declares() needs it when the tokens after the place are known. */
struct scope_place {
    int scope; /* index of the innermost scope */
    /* whether declarations here belong to |scope|, because the place is not in a function body or a
     * parameter list */
    bool members;
};

struct scope_place scopes_place(const struct scopes *scopes);

bool scopes_is_class(const struct scopes *scopes, int scope);

/* Whether |scope| is a class in the body of a function. */
bool scopes_is_local(const struct scopes *scopes, int scope);

/* Whether the current token is in the body of a template: of a class, of a function, or of a lambda
 * or function with a parameter of type auto. */
bool scopes_is_in_template(const struct scopes *scopes);

/* Whether a brace of a namespace, extern "C", a class or a function is open. */
bool scopes_is_inside(const struct scopes *scopes);

/* Returns the scope that declarations in |scope| belong to. Names declared in 0, the global one, do
 * not hide CUDA's. */
int scopes_owner(const struct scopes *scopes, int scope);

/* Whether the identifier at |place| is being declared. |before| holds the tokens before it, |next|
 * and |second| follow it. */
bool scopes_declares(const struct scopes *scopes, struct scope_place place,
                     const struct history *before, const struct token *next,
                     const struct token *second);

#endif
