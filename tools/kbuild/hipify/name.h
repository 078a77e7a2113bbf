/* The names of a file that may be CUDA's: collected during the pass and settled at its end, when
 * all declarations of the file are known. */
#ifndef KBUILD_HIPIFY_NAME_H
#define KBUILD_HIPIFY_NAME_H

#include "hipify/hipify.h"
#include "hipify/mapping.h"
#include "scope.h"

/* What an enumerator is qualified with: E, :: and perhaps a :: in front. */
enum { QUALIFIER_TOKENS = 3 };
struct qualifier {
    struct {
        uint32_t offset, size;
    } tokens[QUALIFIER_TOKENS];
    bool owned; /* the name before this one is E */
};

/* One use of a name. |mapping| is NULL for one that the table does not have. */
struct name {
    struct token token;
    const struct mapping *mapping;
    const struct mapping *member; /* of a namespace: the member that is used, if the table has it */
    int scope;
    bool foreign;    /* a member, or qualified by a namespace: not CUDA's */
    bool pasted;     /* an operand of ## */
    bool ending;     /* and behind one: what is built does not begin with it */
    bool declared;   /* this use declares it */
    bool kernel;     /* behind __global__: as a kernel */
    bool called;     /* name(...), which launches no kernel */
    bool enumerator; /* E::name, where E is a type of CUDA's */
    bool aliased;    /* E::name, where E may be a name of the program's for such a type */
    struct qualifier qualifier;
    bool space;   /* is used as a namespace: cub::X, using namespace cub */
    bool extends; /* namespace cub {, outside of all others: adds to CUDA's where the file has that
                     one */
};

/* A name of CUDA's that a class or namespace of the file has as its own. */
struct member {
    const struct mapping *mapping;
    int identity; /* of the scope */
    bool kernel;
};

struct names {
    const char *source;
    const struct hipify_options *options;
    struct name *items;
    size_t count;
    /* The last name until the two tokens behind it are known. */
    bool pending;
    struct scope_place place;
    struct history before;
    struct token next;
    struct member *members; /* sorted; after names_settle() */
    size_t member_count;
    bool cuda_cub; /* the file includes CUDA's CUB: cub means that one, even if the project has its
                      own */
    bool own_cub;  /* the file or its project has a namespace cub of its own */
    bool own_compiler; /* the file defines __CUDA__, or undefines it: it is not the compiler's */
};

void names_free(struct names *names);

/* Whether names_add() has to see |token|, an identifier. */
static inline bool names_want(const char *source, const struct token *token)
{
    return token->spliced || token->directive == DIRECTIVE_DEFINE ||
           mapping_may_have(source + token->offset, token->size);
}

/* Takes in |token|, an identifier, when it looks like CUDA's. */
void names_add(struct names *names, const struct scopes *scopes, const struct token *token,
               const struct history *history);

/* Follows each significant token while a name is |pending|, before the token is added itself and
 * before |scopes| follow it. */
void names_follow(struct names *names, const struct scopes *scopes, const struct token *token);

/* The file or the directive ends: no token follows the last name. */
void names_finish(struct names *names, const struct scopes *scopes);

/* All names are in: sorts out what the file declares. */
void names_settle(struct names *names, const struct scopes *scopes);

/* Calls |visit| with "space::name" for each namespace of the project that |name|, a name of CUDA's,
 * may be of: the one that it is declared in, or else those that it is looked up in. Stops where
 * |visit| returns true. */
bool names_visit_spaces(const struct scopes *scopes, const struct name *name,
                        bool (*visit)(void *context, const char *name), void *context);

/* Whether to replace |name| by |name->mapping->hip|. */
bool names_is_renamed(const struct names *names, const struct scopes *scopes,
                      const struct name *name);

/* Whether the qualifier of the name at |index| goes: cudaMemcpyKind::cudaMemcpyDefault is
 * hipMemcpyDefault. The constant may be one of a HIP that lacks the enumerator, so it need not be
 * a member of HIP's type. */
bool names_is_unqualified(const struct names *names, const struct scopes *scopes, size_t index);

/* Whether ## builds names that begin with CUDA's: cuda##x, cudaMemcpy##x. */
bool names_are_built(const struct names *names);

/* Reports unknown names, names that HIP lacks, and names that only a later version of HIP has (once
 * each), and names that ## builds. |includes_project|: the file includes headers of the project,
 * which may define macros. */
void names_report(const struct names *names, bool includes_project, struct hipify_report *report);

#endif
