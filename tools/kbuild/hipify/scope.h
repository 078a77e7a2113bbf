/* Where in a C++ file a token is, as far as tokens tell: in which namespace, class or function,
 * and whether it declares a name there.
 *
 * This is not a parser: it does not understand templates, macros and overloads. It answers one
 * question, whether this `cudaFree` is CUDA's or the file's own, and in doubt says CUDA's.
 */
#ifndef KBUILD_HIPIFY_SCOPE_H
#define KBUILD_HIPIFY_SCOPE_H

#include "lexer.h"
#include "word.h"

/* The last significant tokens, the latest first: history_at(history, 0). */
enum { HISTORY_SIZE = 16 };
struct history {
    struct token items[HISTORY_SIZE];
    unsigned count;
};

static inline void history_push(struct history *history, const struct token *token)
{
    history->items[history->count++ % HISTORY_SIZE] = *token;
}

/* A token of size 0 before the beginning. |back| < HISTORY_SIZE - 1. */
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
    SCOPE_ENUM, /* its names belong to the scope around */
    SCOPE_ENUM_CLASS,
    SCOPE_MEMBER,      /* the body of a function that is defined as Class::name(...) */
    SCOPE_TRANSPARENT, /* extern "C" and unnamed namespaces: names belong to the scope around */
};

enum {
    SCOPE_DEPTH = 64,     /* scopes inside scopes; deeper ones are not scopes of their own */
    SCOPE_BRANCHES = 256, /* conditionals inside conditionals that are followed */
};

struct scope {
    enum scope_kind kind;
    int parent;   /* index, -1 for the global one */
    int depth;    /* how many are around it */
    int braces;   /* of the scope around, where this one opened */
    int identity; /* the same number for scopes of the same name, which count as one */
};

/* What is known so far of the statement that is being read. */
struct scope_head {
    enum scope_kind key;      /* after namespace, class, struct, union or enum; else SCOPE_GLOBAL */
    uint32_t name, name_size; /* of what |key| declares */
    uint32_t qualifier, qualifier_size; /* X of X::f( */
    int parens, angles;
    bool function, bases, assigned;
    bool of_template;
    bool parameters; /* template <...> is open: its own brackets */
    int parameter_parens, parameter_angles;
};

struct scope_position {
    int scope;       /* index of the innermost scope */
    int braces;      /* of functions and the like, open inside it */
    int open;        /* braces of all kinds */
    int template_at; /* how many were open with that of the outermost template; 0 outside of one */
    struct scope_head head;
};

struct scopes {
    const char *source;
    struct scope *items;
    int count;
    struct symbols names; /* of scopes */
    struct symbols used;  /* the last names of namespaces that `using namespace` names */
    struct scope_position at;
    struct scope_position *saved; /* one for each open #if, up to SCOPE_BRANCHES */
    int saved_count;
};

void scopes_start(struct scopes *scopes, const char *source);
void scopes_free(struct scopes *scopes);

/* Follows a token of code. |history| holds what came before it. */
void scopes_follow(struct scopes *scopes, const struct token *token, const struct history *history);

/* Follows the '#' of a directive: each branch of a conditional begins where the first one did. */
void scopes_follow_directive(struct scopes *scopes, enum directive directive);

/* The name of |scope|; NULL if it is not a namespace, or has no name. */
const struct symbol *scopes_namespace(const struct scopes *scopes, int scope);

/* The same of a class. */
const struct symbol *scopes_class(const struct scopes *scopes, int scope);

/* A place in the file, for later questions. */
struct scope_place {
    int scope;    /* the innermost one */
    bool members; /* declarations here belong to it: this is not a function body or a parameter list
                   */
};

struct scope_place scopes_place(const struct scopes *scopes);

/* Whether |scope| is a class. */
bool scopes_is_class(const struct scopes *scopes, int scope);

/* Whether the place is in the body of a template: of a class, a function, or a lambda or a function
 * with a parameter of type auto. */
bool scopes_is_in_template(const struct scopes *scopes);

/* Whether a brace is open: of a namespace, extern "C", a class or a function. */
bool scopes_is_inside(const struct scopes *scopes);

/* The scope that declarations in |scope| belong to; 0, the global one, hides nothing of CUDA's.
 */
int scopes_owner(const struct scopes *scopes, int scope);

/* Whether the identifier at |place|, with |before| in front of it and |next| and |second| behind
 * it, is being declared. */
bool scopes_declares(const struct scopes *scopes, struct scope_place place,
                     const struct history *before, const struct token *next,
                     const struct token *second);

#endif
