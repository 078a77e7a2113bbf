/* Where in a C++ file a token stands, as far as tokens tell: in which namespace, class or function,
 * and whether it declares a name there.
 *
 * No parser: templates, macros and overloads are not understood. It is there for one question, is
 * this `cudaFree` CUDA's or the file's own, and errs towards CUDA's.
 */
#ifndef KBUILD_HIPIFY_SCOPE_H
#define KBUILD_HIPIFY_SCOPE_H

#include "lexer.h"

/* The last significant tokens, the latest first: history_at(history, 0). */
enum { HISTORY_SIZE = 8 };
struct history {
    struct token items[HISTORY_SIZE];
    unsigned count;
};

static inline void history_push(struct history *history, const struct token *token)
{
    history->items[history->count++ % HISTORY_SIZE] = *token;
}

/* A token of size 0 before the beginning. |back| < HISTORY_SIZE. */
const struct token *history_at(const struct history *history, unsigned back);

/* Whether |token| is this identifier. */
bool token_is(const char *source, const struct token *token, const char *identifier);

enum scope_kind {
    SCOPE_GLOBAL,
    SCOPE_NAMESPACE,
    SCOPE_CLASS,
    SCOPE_ENUM, /* its names belong to the scope around */
    SCOPE_ENUM_CLASS,
    SCOPE_MEMBER,      /* the body of a function that is defined as Class::name(...) */
    SCOPE_TRANSPARENT, /* extern "C" and unnamed namespaces: names belong to the scope around */
};

struct scope {
    enum scope_kind kind;
    int parent; /* index, -1 for the global one */
    int braces; /* of the scope around, where this one opened */
    size_t name, name_size;
};

/* What the statement that is being read has shown so far. */
struct scope_head {
    enum scope_kind key;    /* after namespace, class, struct, union or enum; else SCOPE_GLOBAL */
    size_t name, name_size; /* of what |key| declares */
    size_t qualifier, qualifier_size; /* X of X::f( */
    int parens, angles;
    bool function, bases, assigned;
};

struct scope_position {
    int scope;  /* index of the innermost scope */
    int braces; /* of functions and the like, open inside it */
    struct scope_head head;
};

struct scopes {
    const char *source;
    struct scope *items;
    int count, capacity;
    struct scope_position at;
    struct scope_position *saved; /* one for each open #if */
    int saved_count, saved_capacity;
};

void scopes_start(struct scopes *scopes, const char *source);
void scopes_free(struct scopes *scopes);

/* Follows a token of code. |history| holds what came before it. */
void scopes_follow(struct scopes *scopes, const struct token *token, const struct history *history);

/* Follows the '#' of a directive: each branch of a conditional begins where the first one did. */
void scopes_follow_directive(struct scopes *scopes, enum directive directive);

/* A place in the file, to be asked about later. */
struct scope_place {
    int scope;    /* the innermost one */
    bool members; /* what is declared here belongs to it: no function body or parameter list */
};

struct scope_place scopes_place(const struct scopes *scopes);

/* The scope that what is declared in |scope| belongs to; 0, the global one, hides nothing of
 * CUDA's.
 */
int scopes_owner(const struct scopes *scopes, int scope);

/* Whether what belongs to the scope |declared| is seen, unqualified, from |used|. Scopes of one
 * name count as one. */
bool scopes_sees(const struct scopes *scopes, int used, int declared);

/* Whether the identifier at |place|, with |before| in front of it and |next| and |second| behind
 * it, is being declared. */
bool scopes_declares(const struct scopes *scopes, struct scope_place place,
                     const struct history *before, const struct token *next,
                     const struct token *second);

#endif
