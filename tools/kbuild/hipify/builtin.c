/* Wraps threadIdx, blockIdx, blockDim and gridDim in kbuild::whole() where a kernel uses one as a
 * whole: mul(blockDim, blockIdx), blockDim * blockIdx + threadIdx.
 *
 * In CUDA these variables have the types uint3 and dim3. kbuild's headers give each a class of its
 * own, whose members are plain numbers, so a template would deduce that class. kbuild::whole()
 * converts such a variable to CUDA's type; a variable of the program with the same name stays what
 * it is.
 *
 * The body of a macro is not changed, because it is not known where the macro is used. */
#include "parts.h"

#include "word.h"

static bool is_variable(enum word word)
{
    return word >= WORD_threadIdx && word <= WORD_gridDim;
}

/* Whether the token after |history| may be an operand. After a '*' it is an operand only if a
 * factor comes before the '*'; otherwise the '*' may declare a pointer. */
static bool precedes_operand(const struct builtins *builtins, const struct history *history)
{
    const struct token *before = history_at(history, 0), *left = history_at(history, 1);
    switch (before->punctuator) {
    case '(': return !token_is(builtins->source, left, "whole");
    case ',': return builtins->parentheses > 0;
    case '*':
        return is_variable(left->word) || left->punctuator == ')' || left->kind == TOKEN_NUMBER;
    case '+':
    case '-':
    case '/':
    case '%':
    case '=':
    case '?':
    case ':':
    case '{':
    case PUNCTUATOR_EQUAL:
    case PUNCTUATOR_UNEQUAL: return true;
    default: return before->word == WORD_return;
    }
}

static bool follows_operand(const struct token *next)
{
    switch (next->punctuator) {
    case ')':
    case '}':
    case ',':
    case ';':
    case ':':
    case '?':
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
    case PUNCTUATOR_EQUAL:
    case PUNCTUATOR_UNEQUAL: return true;
    default: return false;
    }
}

static void settle(struct builtins *builtins, const struct token *next)
{
    builtins->pending = false;
    if (!follows_operand(next))
        return;
    char name[sizeof "threadIdx" * 2];
    if (builtins->token.spliced ||
        !token_spell(builtins->source, &builtins->token, name, sizeof name))
        return;
    OWNED char *whole = mem_format("kbuild::whole(%s)", name);
    edits_replace(builtins->edits, builtins->source, &builtins->token, whole);
}

void builtins_follow(struct builtins *builtins, const struct token *token,
                     const struct history *history, bool body)
{
    if (builtins->pending)
        settle(builtins, token);
    if (!body) {
        builtins->parentheses = 0;
        return;
    }
    if (token->punctuator == '(')
        builtins->parentheses++;
    else if (token->punctuator == ')')
        builtins->parentheses -= builtins->parentheses > 0;
    else if (token->punctuator == ';' || token->punctuator == '{' || token->punctuator == '}')
        builtins->parentheses = 0;
    else if (is_variable(token->word) && precedes_operand(builtins, history)) {
        builtins->pending = true;
        builtins->token = *token;
    }
}
