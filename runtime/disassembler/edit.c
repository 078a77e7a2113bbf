#include "edit.h"

#include <stdio.h>
#include <string.h>

enum { LITERAL = 255, SDWA = 0xf9, DPP16 = 0xfa, FIELD = 0x1ff };

bool edit_insert(char *text, size_t size, char *at, const char *what, size_t replaced)
{
    size_t length = strlen(text), added = strlen(what);
    if (length + added - replaced >= size)
        return false;
    memmove(at + added, at + replaced, strlen(at + replaced) + 1);
    memcpy(at, what, added);
    return true;
}

char *edit_operand_end(char *at)
{
    for (int depth = 0; *at; at++) {
        depth += *at == '[' || *at == '(';
        depth -= *at == ']' || *at == ')';
        if (depth == 0 && (*at == ',' || *at == ' '))
            break;
    }
    return at;
}

char *edit_operand(char *text, unsigned index)
{
    char *at = text + strspn(text, " \t");
    at += strcspn(at, " \t");
    at += strspn(at, " \t");
    for (; index > 0; index--) {
        at = edit_operand_end(at);
        if (*at != ',')
            return NULL;
        at += strspn(at, ", ");
    }
    return *at ? at : NULL;
}

void edit_bars(char *text)
{
    char *comma = strstr(text, ", vcc"), *end = comma;
    while (end && *end && *end != '|' &&
           (end == comma || *end == ' ' || *end == '_' || (*end >= 'a' && *end <= 'z')))
        end++;
    if (!end || *end != '|')
        return;
    memmove(comma + 1, comma, (size_t)(end - comma));
    *comma = '|';
}

static bool is_sdwa(const uint32_t words[2])
{
    return words[0] >> 31 == 0 && (words[0] & FIELD) == SDWA;
}

void edit_sext(const uint32_t words[2], char *text)
{
    static const char prefix[] = "sext(";
    for (char *at = strstr(text, prefix); at && !is_sdwa(words); at = strstr(at, prefix)) {
        char *end = strchr(at, ')');
        if (!end)
            return;
        memmove(end, end + 1, strlen(end));
        memmove(at, at + strlen(prefix), strlen(at + strlen(prefix)) + 1);
    }
}

bool edit_literal(const uint32_t words[2], char *text, size_t size)
{
    const char *name = text + strspn(text, " \t");
    bool is_packed = strncmp(name, "v_pk_", 5) == 0 || strncmp(name, "v_dot2", 6) == 0;
    if (words[0] >> 31 || (words[0] & FIELD) != LITERAL || !is_packed)
        return true;
    char literal[16], *at = edit_operand(text, 1);
    if (!at)
        return false;
    snprintf(literal, sizeof literal, "0x%x", (unsigned)words[1]);
    return edit_insert(text, size, at, literal, (size_t)(edit_operand_end(at) - at));
}

/* Returns the text that must be printed for a source of VOP3P; NULL if LLVM's text is right. */
static const char *packed_constant(const uint32_t words[3], unsigned source, bool is_mixed,
                                   char *literal, size_t size)
{
    static const char *const fractions[] = {"0.5",  "-0.5", "1.0",  "-1.0",      "2.0",
                                            "-2.0", "4.0",  "-4.0", "0.15915494"};
    enum { FIRST_FRACTION = 240, LAST_FRACTION = 248 };
    if (source >= FIRST_FRACTION && source <= LAST_FRACTION)
        return fractions[source - FIRST_FRACTION];
    if (source != LITERAL || !is_mixed)
        return NULL;
    snprintf(literal, size, "0x%x", (unsigned)words[2]);
    return literal;
}

bool edit_packed_constants(const uint32_t words[3], char *text, size_t size)
{
    static const char name[] = "v_fma_mix";
    bool is_packed = words[0] >> 23 == 0x198 || words[0] >> 23 == 0x1a7,
         is_mixed = strncmp(text + strspn(text, " \t"), name, strlen(name)) == 0;
    for (unsigned i = 0; i < 3 && is_packed; i++) {
        char literal[16], *at = edit_operand(text, 1 + i);
        const char *right =
            packed_constant(words, words[1] >> 9 * i & FIELD, is_mixed, literal, sizeof literal);
        /* where the number begins, after a sign if there is one */
        at = at && right ? strstr(at, "0x") : NULL;
        if (at && at < edit_operand_end(edit_operand(text, 1 + i)) &&
            !edit_insert(text, size, at, right, 2 + strspn(at + 2, "0123456789abcdef")))
            return false;
    }
    return true;
}

void edit_gds(char *text)
{
    static const char end[] = " gds";
    size_t length = strlen(text);
    if (strncmp(text + strspn(text, " \t"), "ds_", 3) == 0 && length > strlen(end) &&
        strcmp(text + length - strlen(end), end) == 0)
        text[length - strlen(end)] = '\0';
}

bool edit_signs(const uint32_t words[2], char *text, size_t size)
{
    static const char name[] = "v_cndmask_b32_dpp";
    /* The bits of the first source; the bits of the second source are next to them. */
    enum { NEG = 1 << 20, ABS = 1 << 21 };
    if ((words[0] & FIELD) != DPP16 || strncmp(text + strspn(text, " \t"), name, strlen(name)) != 0)
        return true;
    for (unsigned i = 0; i < 2; i++) {
        bool neg = words[1] >> 2 * i & NEG, abs = words[1] >> 2 * i & ABS;
        char *at = edit_operand(text, 1 + i);
        if (!at || *at != 'v')
            return !neg && !abs;
        if (abs && (!edit_insert(text, size, edit_operand_end(at), "|", 0) ||
                    !edit_insert(text, size, at, "|", 0)))
            return false;
        if (neg && !edit_insert(text, size, at, "-", 0))
            return false;
    }
    return true;
}
