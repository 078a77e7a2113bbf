/* Attributes in places where nvcc takes them and clang does not: after CUDA's qualifiers.
 *
 *   __shared__ alignas(16) int a[4];      alignas becomes HIP's __align__, which may be anywhere
 *   __shared__ alignas(float4) int a[4];  __align__ takes no types: alignas moves to the beginning
 *   __device__ [[nodiscard]] int f();     [[...]] moves before the qualifiers, and before a macro
 *                                         that stands for qualifiers
 */
#include "parts.h"

static bool is_qualifier(const struct token *token)
{
    switch (token->word) {
    case WORD___global__:
    case WORD___device__:
    case WORD___host__:
    case WORD___shared__:
    case WORD___constant__: return true;
    default: return false;
    }
}

static bool is_marked(struct attributes *attributes, const struct token *token)
{
    return is_qualifier(token) || (token->word == WORD_NONE && token->kind == TOKEN_IDENTIFIER &&
                                   qualifiers_of(attributes->qualifiers, token) & QUALIFIER_BOTH);
}

/* Begins a [[list]] after qualifiers, at its second '['. In a lambda, [] __device__ [[nodiscard]]
 * (), the list may stay. */
static void begin_list(struct attributes *attributes, const struct history *history)
{
    unsigned first = 1;
    while (first + 2 < HISTORY_SIZE && is_marked(attributes, history_at(history, first + 1)))
        first++;
    if (history_at(history, first + 1)->punctuator == ']')
        return;
    attributes->depth = 2;
    attributes->list = history_at(history, 0)->offset;
    attributes->place = history_at(history, first)->offset;
}

static bool is_specifier(const char *source, const struct token *token)
{
    return is_qualifier(token) || token_is(source, token, "extern static constexpr const volatile");
}

/* Begins an alignas, |token|. If the declaration does not begin with qualifiers, alignas stays in
 * its place. */
static void begin_alignas(struct attributes *attributes, const struct token *token,
                          const struct history *history)
{
    unsigned first = 0;
    while (first + 2 < HISTORY_SIZE && is_specifier(attributes->source, history_at(history, first)))
        first++;
    const struct token *before = history_at(history, first);
    bool begins = before->size == 0 || before->punctuator == ';' || before->punctuator == '{' ||
                  before->punctuator == '}';
    attributes->alignment = *token;
    attributes->place = begins ? history_at(history, first - 1)->offset : token->offset;
}

/* Called with the '(' after alignas, and then the first token in the parentheses: alignas(number)
 * becomes __align__(number), alignas(type) is moved to |place|, in front of the qualifiers. */
static void follow_alignas(struct attributes *attributes, const struct token *token,
                           const struct token *before)
{
    if (before->offset == attributes->alignment.offset)
        return;
    bool number = token->kind == TOKEN_NUMBER || attributes->place == attributes->alignment.offset;
    if (number)
        edits_replace(attributes->edits, attributes->source, &attributes->alignment, "__align__");
    attributes->depth = number ? 0 : 1 + bracket_step(token->punctuator);
    attributes->list = attributes->alignment.offset;
    attributes->alignment = (struct token){0};
}

/* Moves the attribute with the comments and line ends in it. */
static void move_list(struct attributes *attributes, size_t end)
{
    size_t size = end - attributes->list;
    OWNED char *text = mem_format("%.*s ", (int)size, attributes->source + attributes->list);
    edits_add(attributes->edits, attributes->place, 0, text);
    edits_add(attributes->edits, attributes->list, size, "");
}

void attributes_follow(struct attributes *attributes, const struct token *token,
                       const struct history *history)
{
    const struct token *before = history_at(history, 0);
    if (attributes->alignment.size > 0) {
        follow_alignas(attributes, token, before);
    } else if (attributes->depth > 0) {
        attributes->depth += bracket_step(token->punctuator);
        if (attributes->depth == 0)
            move_list(attributes, token->offset + token->size);
    } else if (token->word == WORD_alignas && is_qualifier(before)) {
        begin_alignas(attributes, token, history);
    } else if (token->punctuator == '[' && before->punctuator == '[' &&
               is_marked(attributes, history_at(history, 1))) {
        begin_list(attributes, history);
    }
}
