/* threadIdx, blockIdx, blockDim and gridDim where a kernel uses them whole: mul(blockDim,
 * blockIdx), blockDim * blockIdx + threadIdx. kbuild's variables are of classes of their own, so
 * that their members are plain numbers, and a template would deduce the class where CUDA has uint3
 * or dim3. kbuild::whole() gives CUDA's type, and anything else, a variable of the program's that
 * has the same name, as it is.
 *
 * What a macro's body says is left alone: its place decides, and that is not known. */
#include "parts.h"

#include "word.h"

static bool is_variable(enum word word)
{
    return word >= WORD_threadIdx && word <= WORD_gridDim;
}

/* An operand may come behind |before|. A * or & may as well belong to a declaration, so that only a
 * factor in front of * shows a product. */
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
