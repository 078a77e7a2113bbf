/* The names of a file that may be CUDA's: collected while the file is read, and settled at its end,
 * when all its declarations are known. */
#ifndef KBUILD_HIPIFY_NAME_H
#define KBUILD_HIPIFY_NAME_H

#include "hipify/hipify.h"
#include "hipify/mapping.h"
#include "scope.h"

/* The qualifier of an enumerator: E, :: and perhaps a :: before it. */
enum { QUALIFIER_TOKENS = 3 };
struct qualifier {
    struct {
        uint32_t offset, size;
    } tokens[QUALIFIER_TOKENS];
    bool owned; /* whether E is the name before this one in |items| */
};

/* One use of a name. |mapping| is NULL if the table does not have the name. */
struct name {
    struct token token;
    const struct mapping *mapping;
    /* for a namespace such as cub in cub::X, the mapping of the member X; or NULL */
    const struct mapping *member;
    int scope;
    /* whether the name is a member, or qualified by a namespace, so that it is not CUDA's */
    bool foreign;
    bool pasted; /* whether the name is an operand of ## */
    /* whether ## is before the name, so that the name that is built does not begin with it */
    bool ending;
    bool declared; /* whether this use declares the name */
    bool kernel;   /* whether this use declares the name as a kernel, after __global__ */
    /* whether the use is name(...), which calls a function and does not launch a kernel */
    bool called;
    bool enumerator; /* whether the use is E::name, where E is a type of CUDA's */
    /* whether the use is E::name, where E may be the program's name for a type of CUDA's */
    bool aliased;
    struct qualifier qualifier;
    bool space; /* whether the name is used as a namespace: cub::X, using namespace cub */
    /* whether the use is a global `namespace cub {`, which adds to CUDA's CUB if the file includes
     * CUB's headers */
    bool extends;
};

/* A name of CUDA's that a class or namespace of the file declares as its own member. */
struct member {
    const struct mapping *mapping;
    int identity; /* the identity (struct scope) of the class or namespace */
    bool kernel;
};

struct names {
    const char *source;
    const struct hipify_options *options;
    struct name *items;
    size_t count;
    /* The last name is |pending| until the two tokens after it are known. */
    bool pending;
    struct scope_place place;
    struct history before;
    struct token next;
    /* the names of CUDA's that the file declares as members, sorted; set by names_settle() */
    struct member *members;
    size_t member_count;
    /* whether the file includes CUDA's CUB: the name cub then means CUDA's, even if the project has
     * a cub of its own */
    bool cuda_cub;
    /* the parameters of the macro whose #define is read, and the last token of their list so far: its
     * size is 0 after the list */
    struct symbols parameters;
    struct token last_parameter;
    bool own_cub;      /* whether the file or its project has a namespace cub of its own */
    bool own_compiler; /* whether the file defines or undefines __CUDA__ */
};

void names_free(struct names *names);

/* Whether names_add() must get |token|, an identifier. */
static inline bool names_want(const char *source, const struct token *token)
{
    return token->spliced || token->directive == DIRECTIVE_DEFINE ||
           mapping_may_have(source + token->offset, token->size);
}

/* Adds |token|, an identifier, if it looks like CUDA's. */
void names_add(struct names *names, const struct scopes *scopes, const struct token *token,
               const struct history *history);

/* Reads a token after the last name, which tells how that name is used. Must be called with each
 * significant token while |pending| is set, before names_add() and |scopes| get the token. */
void names_follow(struct names *names, const struct scopes *scopes, const struct token *token);

/* Completes the last name, as no token follows it. Must be called at the end of the file and of
 * each directive. */
void names_finish(struct names *names, const struct scopes *scopes);

/* Finds out which names the file declares for itself. Must be called at the end of the file. */
void names_settle(struct names *names, const struct scopes *scopes);

/* Calls |visit| with "space::name" for each namespace of the project that may have |name|, a name
 * of CUDA's: the namespace that declares it, or else those where it is looked up. Stops and returns
 * true where |visit| returns true. */
bool names_visit_spaces(const struct scopes *scopes, const struct name *name,
                        bool (*visit)(void *context, const char *name), void *context);

/* Whether |name| is replaced by |name->mapping->hip|. */
bool names_is_renamed(const struct names *names, const struct scopes *scopes,
                      const struct name *name);

/* Whether the qualifier of the name at |index| is removed: cudaMemcpyKind::cudaMemcpyDefault
 * becomes hipMemcpyDefault. A HIP that lacks the enumerator may have a constant in its place, which
 * is no member of the type. */
bool names_is_unqualified(const struct names *names, const struct scopes *scopes, size_t index);

/* Whether the file builds names that begin with CUDA's by ##: cuda##x, cudaMemcpy##x. */
bool names_are_built(const struct names *names);

/* Reports unknown names, names that HIP lacks, and names that only a later version of HIP has, each
 * once; also names that ## builds. |includes_project|: the file includes headers of the project,
 * which may define macros. */
void names_report(const struct names *names, bool includes_project, struct hipify_report *report);

#endif
