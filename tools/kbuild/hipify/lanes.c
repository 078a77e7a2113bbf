#include "lanes.h"
#include "condition.h"
#include "report.h"

#include <ctype.h>
#include <string.h>

enum { WARP = 32 };
static const long long full_mask = 0xffffffff;

/* Lower case without underscores: WARP_SIZE, kWarpSize and warp_size are one. */
static void plain_name(const char *source, const struct token *token, char *out, size_t capacity)
{
    char text[64];
    size_t length = 0;
    token_spell(source, token, text, sizeof text);
    for (const char *c = text; *c && length + 1 < capacity; c++)
        if (*c != '_')
            out[length++] = (char)tolower((unsigned char)*c);
    out[length] = '\0';
}

static bool names_warp_size(const char *name)
{
    return strstr(name, "warpsize") || strstr(name, "warpsz") || strstr(name, "threadsperwarp") ||
           strstr(name, "lanesperwarp") || strstr(name, "warpthreads") ||
           strstr(name, "warplanes") || strcmp(name, "warp") == 0;
}

static bool names_lane_mask(const char *name)
{
    return strstr(name, "mask") && (strstr(name, "warp") || strstr(name, "lane") ||
                                    strstr(name, "full") || strstr(name, "shfl"));
}

/* The name that a number gives a value to: #define NAME ( 32, NAME = 32. */
static const struct token *named_by(const struct token *number, const char *source,
                                    const struct history *history)
{
    unsigned back = 0;
    while (history_at(history, back)->punctuator == '(' && back < 2)
        back++;
    const struct token *before = history_at(history, back);
    if (number->directive == DIRECTIVE_DEFINE && before->kind == TOKEN_IDENTIFIER &&
        token_is(source, history_at(history, back + 1), "define"))
        return before;
    if (before->punctuator == '=' && history_at(history, back + 1)->kind == TOKEN_IDENTIFIER)
        return history_at(history, back + 1);
    return NULL;
}

/* The first argument of a *_sync function, whose '(' is |back| tokens ago, is a mask of 32 ones. */
static bool follow_mask(const char *source, const struct token *token,
                        const struct history *history, unsigned back, struct hipify_report *report)
{
    const struct token *function = history_at(history, back + 1);
    char name[64];
    if (history_at(history, back)->punctuator != '(' || function->kind != TOKEN_IDENTIFIER ||
        !token_spell(source, function, name, sizeof name))
        return false;
    size_t length = strlen(name);
    if (length < 8 || strncmp(name, "__", 2) != 0 ||
        (strcmp(name + length - 5, "_sync") != 0 && strcmp(name, "__syncwarp") != 0))
        return false;
    report_add(report, HIPIFY_WARNING, "KB1301", token,
               mem_format("%s with a mask of 32 bits; HIP's takes one of 64", name),
               "make it an unsigned long long as wide as the wave, or use kbuild's headers");
    return true;
}

void lanes_follow_number(const char *source, const struct token *token,
                         const struct history *history, struct hipify_report *report)
{
    int sign = history_at(history, 0)->punctuator;
    struct value value = number_value(source, token);
    if (!value.known)
        return;
    if ((value.number == 0 && sign == '~') || (value.number == 1 && sign == '-')) {
        follow_mask(source, history_at(history, 0), history, 1, report);
        return;
    }
    if (value.number != WARP && value.number != full_mask)
        return;
    if (value.number == full_mask && follow_mask(source, token, history, 0, report))
        return;
    const struct token *named = named_by(token, source, history);
    char name[64], shown[64];
    if (!named)
        return;
    plain_name(source, named, name, sizeof name);
    token_spell(source, named, shown, sizeof shown);
    if (value.number == WARP && names_warp_size(name))
        report_add(report, HIPIFY_NOTE, "KB1302", named, mem_format("%s is a constant 32", shown),
                   "waves of gfx9 have 64 lanes: use warpSize where the code means all of them");
    if (value.number == full_mask && names_lane_mask(name))
        report_add(report, HIPIFY_NOTE, "KB1301", named,
                   mem_format("%s is a mask of 32 lanes", shown),
                   "HIP's own *_sync functions take masks of 64 bits");
}
