#include "hazard.h"
#include "mapping.h"

#include "report.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    CONDITION_SHOWN = 120, /* longer conditions are cut in messages */
    MACROS_SHOWN = 16,     /* of one condition */
};

void hazards_free(struct hazards *hazards)
{
    buf_free(&hazards->condition);
    strings_free(&hazards->macros);
}

/* The text between the quotes of a string or raw string, cut at |capacity|. */
static void string_content(const char *source, const struct token *token, char *out,
                           size_t capacity)
{
    token_spell(source, token, out, capacity);
    char *begin = strchr(out, '"');
    begin = begin ? begin + 1 : out;
    if (token->kind == TOKEN_RAW_STRING && strchr(begin, '('))
        begin = strchr(begin, '(') + 1;
    memmove(out, begin, strlen(begin) + 1);
    char *end = token->kind == TOKEN_RAW_STRING ? strrchr(out, ')') : strrchr(out, '"');
    if (end)
        *end = '\0';
}

/* An empty text is a barrier for the compiler. AMD's mnemonics begin with their unit. */
static bool looks_like_ptx(const char *text)
{
    static const char *const units[] = {"s_",      "v_",    "ds_",     "global_",
                                        "buffer_", "flat_", "scratch_"};
    while (isspace((unsigned char)*text))
        text++;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strncmp(text, units[i], strlen(units[i])) == 0)
            return false;
    return *text && *text != ';';
}

static void report_assembler(struct hazards *hazards, const struct token *string)
{
    char text[64];
    string_content(hazards->source, string, text, sizeof text);
    if (!looks_like_ptx(text))
        return;
    /* The first instruction, up to a line end in any spelling. */
    text[strcspn(text, "\r\n")] = '\0';
    char *escape = strstr(text, "\\n");
    if (escape)
        *escape = '\0';
    for (size_t end = strlen(text); end > 0 && strchr("; ", text[end - 1]); end--)
        text[end - 1] = '\0';
    report_add(hazards->report, HIPIFY_WARNING, "KB1101", &hazards->assembler,
               mem_format("inline PTX assembly: %s", text),
               "write it in C++ or with AMD builtins for this target");
}

static void follow_assembler(struct hazards *hazards, const struct token *token)
{
    if (token_is(hazards->source, token, "asm") || token_is(hazards->source, token, "__asm__") ||
        token_is(hazards->source, token, "__asm")) {
        hazards->assembler = *token;
        return;
    }
    if (hazards->assembler.size == 0)
        return;
    if (token->kind == TOKEN_STRING || token->kind == TOKEN_RAW_STRING)
        report_assembler(hazards, token);
    else if (token->punctuator == '(' || token->kind == TOKEN_IDENTIFIER)
        return; /* asm volatile ( */
    hazards->assembler.size = 0;
}

/* The value of an integer without its suffix; false when it is none, or longer than 64 bits. */
static bool number_value(const char *source, const struct token *token, unsigned long long *out)
{
    char text[40], digits[40];
    size_t length = 0;
    if (token->kind != TOKEN_NUMBER || !token_spell(source, token, text, sizeof text))
        return false;
    for (const char *c = text; *c; c++)
        if (*c != '\'')
            digits[length++] = *c;
    digits[length] = '\0';
    char *end;
    *out = strtoull(digits, &end, 0);
    return end != digits && end[strspn(end, "uUlLzZ")] == '\0';
}

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

static void report_mask(struct hazards *hazards, const struct token *at, const char *function)
{
    static const char *const votes[] = {"__ballot_sync", "__any_sync",       "__all_sync",
                                        "__uni_sync",    "__match_any_sync", "__match_all_sync"};
    bool decides = strncmp(function, "__reduce_", 9) == 0;
    for (size_t i = 0; i < sizeof votes / sizeof *votes; i++)
        decides |= strcmp(function, votes[i]) == 0;
    report_add(hazards->report, decides ? HIPIFY_WARNING : HIPIFY_NOTE, "KB1301", at,
               mem_format("%s with a mask of 32 lanes", function),
               decides ? "a wave of 64 lanes (gfx9) has more: make the mask as wide as warpSize"
                       : "right as long as no lane above 31 takes part on waves of 64 (gfx9)");
}

/* The first argument of a *_sync function, whose '(' is |back| tokens ago, is a full mask. */
static bool follow_mask(struct hazards *hazards, const struct token *token,
                        const struct history *history, unsigned back)
{
    const struct token *function = history_at(history, back + 1);
    char name[64];
    if (history_at(history, back)->punctuator != '(' || function->kind != TOKEN_IDENTIFIER ||
        !token_spell(hazards->source, function, name, sizeof name))
        return false;
    size_t length = strlen(name);
    if (length < 8 || strncmp(name, "__", 2) != 0 ||
        (strcmp(name + length - 5, "_sync") != 0 && strcmp(name, "__syncwarp") != 0))
        return false;
    report_mask(hazards, token, name);
    return true;
}

static void follow_number(struct hazards *hazards, const struct token *token,
                          const struct history *history)
{
    const char *text = hazards->source + token->offset;
    int sign = history_at(history, 0)->punctuator;
    bool full = *text == '0' || *text == '3' || *text == '4';
    if (sign != '~' && sign != '-' && (token->size < 2 || !full))
        return; /* none of the numbers below, and most numbers are not */
    unsigned long long value;
    if (!number_value(hazards->source, token, &value))
        return;
    if ((value == 0 && sign == '~') || (value == 1 && sign == '-')) {
        follow_mask(hazards, history_at(history, 0), history, 1);
        return;
    }
    if (value != 32 && value != 0xffffffff)
        return;
    if (value == 0xffffffff && follow_mask(hazards, token, history, 0))
        return;
    const struct token *named = named_by(token, hazards->source, history);
    char name[64];
    if (!named)
        return;
    plain_name(hazards->source, named, name, sizeof name);
    char shown[64];
    token_spell(hazards->source, named, shown, sizeof shown);
    if (value == 32 && names_warp_size(name))
        report_add(hazards->report, HIPIFY_NOTE, "KB1302", named,
                   mem_format("%s is a constant 32", shown),
                   "waves of gfx9 have 64 lanes: use warpSize where the code means all of them");
    if (value == 0xffffffff && names_lane_mask(name))
        report_add(hazards->report, HIPIFY_NOTE, "KB1301", named,
                   mem_format("%s is a mask of 32 lanes", shown),
                   "right as long as no lane above 31 takes part on waves of 64 (gfx9)");
}

static void follow_condition(struct hazards *hazards, const struct token *token)
{
    if (hazards->guard.size == 0) {
        hazards->guard = *token; /* the '#' */
        hazards->condition.size = 0;
        hazards->condition_arch = false;
        hazards->condition_gap = false;
        return;
    }
    char text[64];
    token_spell(hazards->source, token, text, sizeof text);
    if (hazards->condition_gap && hazards->condition.size > 0)
        buf_putc(&hazards->condition, ' ');
    hazards->condition_gap = false;
    if (hazards->condition.size < 4 * CONDITION_SHOWN)
        buf_puts(&hazards->condition, text);
    if (token->kind != TOKEN_IDENTIFIER)
        return;
    if (strcmp(text, "__CUDA_ARCH__") == 0) {
        hazards->condition_arch = true;
        return;
    }
    const struct mapping *mapping = mapping_find_identifier(text);
    /* An #ifndef of a name of the project is most often its header's guard. */
    bool asked = mapping ? mapping->kind == MAPPING_GUARD
                         : token->directive != DIRECTIVE_IFNDEF && mapping_looks_like_cuda(text);
    if (asked && hazards->macros.count < MACROS_SHOWN && !strings_contain(&hazards->macros, text))
        strings_add(&hazards->macros, text);
}

void hazards_follow(struct hazards *hazards, const struct token *token,
                    const struct history *history)
{
    if (directive_is_conditional(token->directive)) {
        follow_condition(hazards, token);
        return;
    }
    if (token->kind == TOKEN_NUMBER)
        follow_number(hazards, token, history);
    if (hazards->assembler.size || token->kind == TOKEN_IDENTIFIER)
        follow_assembler(hazards, token);
}

void hazards_follow_blank(struct hazards *hazards)
{
    hazards->condition_gap = true;
}

void hazards_end_line(struct hazards *hazards)
{
    if (hazards->guard.size == 0)
        return;
    const struct buf *condition = &hazards->condition;
    bool cut = condition->size > CONDITION_SHOWN;
    char *shown = mem_format("#%.*s%s", (int)(cut ? CONDITION_SHOWN : condition->size),
                             condition->data ? condition->data : "", cut ? "..." : "");
    int arch = hazards->options->cuda_arch;
    if (hazards->condition_arch) {
        char *text = arch ? mem_format("'%s' sees __CUDA_ARCH__ = %d in device code", shown, arch)
                          : mem_format("'%s' sees no __CUDA_ARCH__", shown);
        report_add(hazards->report, HIPIFY_NOTE, "KB1201", &hazards->guard, text,
                   "--cuda-arch sets another value");
    }
    for (size_t i = 0; i < hazards->macros.count; i++) {
        const char *macro = hazards->macros.items[i];
        report_add(hazards->report, HIPIFY_NOTE, "KB1202", &hazards->guard,
                   mem_format("'%s' asks for %s", shown, macro),
                   mapping_find_identifier(macro)
                       ? "NVIDIA's compiler and headers define it; kbuild's headers answer for "
                         "them, HIP's do not"
                       : "if it is not of the project, nobody defines it on AMD");
    }
    free(shown);
    strings_free(&hazards->macros);
    hazards->guard.size = 0;
}
