/* `struct float4`, where the type is a struct in CUDA and a typedef in HIP:
 *
 *     struct float4;            using ::float4;    and the translation includes the prelude
 *     struct float4 x, f();     float4 x, f();
 *
 * A struct of this name that the file defines, or declares in a namespace or a class, is the file's
 * own and stays. */
#include "parts.h"

/* Whether |name| is a vector type: float4, uchar1, longlong2. */
static bool is_vector(const char *name, size_t size)
{
    static const char *const elements[] = {"char",     "uchar",     "short", "ushort",
                                           "int",      "uint",      "long",  "ulong",
                                           "longlong", "ulonglong", "float", "double"};
    if (size < strlen("int1") || name[size - 1] < '1' || name[size - 1] > '4')
        return false;
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
        if (strlen(elements[i]) == size - 1 && memcmp(name, elements[i], size - 1) == 0)
            return true;
    return false;
}

static bool is_typedef(const char *source, const struct token *token)
{
    return is_vector(source + token->offset, token->size) ||
           token_is(source, token, "cudaGraphicsResource cudaLaunchParams");
}

static void settle(struct tags *tags, const struct token *next)
{
    const char *name = tags->source + tags->name.offset;
    bool declares = next->punctuator == ';' && !tags->is_friend;
    tags->pending = false;
    if (next->punctuator == '{' || next->punctuator == ':' || next->word == WORD_final ||
        (declares && !tags->global))
        symbols_add(&tags->own, name, tags->name.size);
    else if (symbols_find(&tags->own, name, tags->name.size) < 0) {
        edits_replace(tags->edits, tags->source, &tags->key, declares ? "using ::" : "");
        tags->declared |= declares;
    }
}

void tags_follow(struct tags *tags, const struct token *token, const struct history *history,
                 bool global)
{
    if (tags->pending)
        settle(tags, token);
    const struct token *key = history_at(history, 0);
    if ((key->word != WORD_struct && key->word != WORD_class) || token->spliced || key->spliced ||
        token->kind != TOKEN_IDENTIFIER || !is_typedef(tags->source, token))
        return;
    tags->pending = true;
    tags->global = global;
    tags->is_friend = token_is(tags->source, history_at(history, 1), "friend");
    tags->key = *key;
    tags->name = *token;
}

void tags_free(struct tags *tags)
{
    symbols_free(&tags->own);
}
