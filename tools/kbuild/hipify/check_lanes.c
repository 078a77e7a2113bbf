/* Code that counts on the lanes of a warp: warps of 32 where HIP's own functions work on the whole
 * wave (64 lanes on gfx9), and lanes that run in step.
 */
#include "check.h"
#include "condition.h"
#include "report.h"
#include "types.h"

enum {
    WARP = 32,
    STATEMENT_REACH = 128, /* longer statements are not looked at to the end */
};

/* What takes the wave's ballot for 32 bits. */
static const char *const narrow_readers[] = {"__popc", "__ffs",      "__clz",
                                             "__brev", "__popcount", NULL};

static const char *const shuffles[] = {"__shfl", "__shfl_up", "__shfl_down", "__shfl_xor", NULL};
static const char *const votes[] = {"__any", "__all", NULL};
static const char *const narrow_types[] = {"int", "unsigned", "uint", "uint32_t", "int32_t", NULL};

static int count_arguments(const struct check *check, size_t open)
{
    size_t close = bracket_end(check->function, open);
    int commas = 0;
    for (size_t at = open + 1; at < close; at++) {
        int c = check_mark(check, at);
        if (c == '(' || c == '[' || c == '{')
            at = bracket_end(check->function, at);
        commas += c == ',';
    }
    return close == open + 1 ? 0 : commas + 1;
}

/* __popc(__ballot(x)), unsigned mask = __ballot(x): the upper half is lost on gfx9. */
static void check_ballot(const struct check *check, size_t at)
{
    bool is_read =
        check_mark(check, at - 1) == '(' && check_is_one_of(check, at - 2, narrow_readers);
    bool is_stored =
        check_mark(check, at - 1) == '=' && check_is_one_of(check, at - 3, narrow_types);
    if (!is_read && !is_stored)
        return;
    report_add(check->report, HIPIFY_WARNING, "KB1304", check_token(check, at),
               mem_dup("__ballot has 64 bits in HIP, and here 32 are looked at"),
               is_read ? "use the function for 64 bits (__popcll, __ffsll), or kbuild's headers"
                       : "keep it in an unsigned long long, or use kbuild's headers");
}

static void check_old_intrinsic(const struct check *check, size_t at)
{
    char name[32];
    if (!check_is_call(check, at) || check_mark(check, at + 1) != '(')
        return;
    if (check_is(check, at, "__ballot")) {
        check_ballot(check, at);
        return;
    }
    bool shuffles_wave = check_is_one_of(check, at, shuffles) && count_arguments(check, at + 1) < 3;
    if (!shuffles_wave && !check_is_one_of(check, at, votes))
        return;
    /* Reductions with the others come out right for each 32 lanes; reading a given lane does not.
     */
    bool reads_lane = check_is(check, at, "__shfl");
    token_spell(check->function->source, check_token(check, at), name, sizeof name);
    report_add(check->report, reads_lane ? HIPIFY_WARNING : HIPIFY_NOTE, "KB1304",
               check_token(check, at),
               mem_format("%s works on the whole wave in HIP: 64 lanes on gfx9", name),
               shuffles_wave ? "say how wide: give it 32 as the last argument"
                             : "right as long as all 64 lanes are meant");
}

static bool is_number(const struct check *check, size_t at, long long wanted)
{
    struct value value = number_value(check->function->source, check_token(check, at));
    return value.known && value.number == wanted;
}

/* warpSize beside what is over 32 lanes for certain: x % 32, x & 31, x >> 5. */
static void check_warp_size(const struct check *check, size_t at)
{
    for (size_t i = check->function->body; i + 1 < check->function->count; i++) {
        int c = check_mark(check, i);
        if (((c == '%' || c == '/') && is_number(check, i + 1, WARP)) ||
            (c == '&' && (is_number(check, i + 1, WARP - 1))) ||
            (c == PUNCTUATOR_SHIFT_RIGHT && is_number(check, i + 1, 5))) {
            report_add(check->report, HIPIFY_WARNING, "KB1303", check_token(check, at),
                       mem_format("warpSize is 64 on gfx9, and line %d counts on 32",
                                  check_token(check, i)->line),
                       "use one of the two throughout the function");
            return;
        }
    }
}

/* The array's name when tokens[at] begins `a[i] = ... a[i + n] ...;`, with n in |*out_step|. */
static const struct token *read_step(const struct check *check, size_t at, long long *out_step)
{
    const struct function *function = check->function;
    const struct token *name = check_token(check, at);
    if (name->kind != TOKEN_IDENTIFIER || check_mark(check, at + 1) != '[')
        return NULL;
    size_t i = bracket_end(function, at + 1) + 1;
    int c = check_mark(check, i);
    if (c != '=' && (c & 0xff00) != '=' << 8)
        return NULL;
    size_t end = i + STATEMENT_REACH < function->count ? i + STATEMENT_REACH : function->count;
    for (; i < end && check_mark(check, i) != ';'; i++) {
        const struct token *token = check_token(check, i);
        if (token->kind != TOKEN_IDENTIFIER || token->size != name->size ||
            memcmp(function->source + token->offset, function->source + name->offset, name->size) !=
                0 ||
            check_mark(check, i + 1) != '[')
            continue;
        size_t close = bracket_end(function, i + 1);
        struct value value = number_value(function->source, check_token(check, close - 1));
        if (close < function->count && check_mark(check, close - 2) == '+' && value.known &&
            value.number > 0 && value.number <= WARP) {
            *out_step = value.number;
            return name;
        }
    }
    return NULL;
}

static bool is_barrier(enum word word)
{
    static const bool barriers[WORD_COUNT] = {[WORD___syncthreads] = true,
                                              [WORD___syncwarp] = true,
                                              [WORD_sync] = true,
                                              [WORD___threadfence_block] = true,
                                              [WORD___threadfence] = true};
    return barriers[word];
}

static bool begins_statement(const struct check *check, size_t at)
{
    int before = check_mark(check, at - 1);
    return before == ';' || before == '{' || before == '}' || before == ')';
}

static bool says_volatile(const struct check *check)
{
    for (size_t at = 0; at < check->function->count; at++)
        if (check_word(check, at) == WORD_volatile)
            return true;
    return false;
}

/* s[t] += s[t + 32]; s[t] += s[t + 16]; ... without a barrier between them. */
static void check_steps(const struct check *check)
{
    const struct function *function = check->function;
    long long last = 0;
    int steps = 0;
    const struct token *first = NULL;
    for (size_t at = function->body + 1; at < function->count; at++) {
        if (function->tokens[at].kind != TOKEN_IDENTIFIER)
            continue;
        if (is_barrier(check_word(check, at))) {
            steps = 0;
            continue;
        }
        long long step = 0;
        const struct token *array =
            begins_statement(check, at) ? read_step(check, at, &step) : NULL;
        if (!array)
            continue;
        bool goes_on = steps > 0 && step * 2 == last;
        steps = goes_on ? steps + 1 : 1;
        first = goes_on ? first : array;
        last = step;
        if (steps != CHECK_STEPS)
            continue;
        bool is_volatile = says_volatile(check);
        report_add(
            check->report, is_volatile ? HIPIFY_NOTE : HIPIFY_WARNING, "KB1305", first,
            mem_dup("the lanes of a warp hand values on without __syncwarp between the steps"),
            is_volatile ? "right as it is: a wave runs in step, and volatile keeps the order"
                        : "put __syncwarp() between them: the compiler may reorder them");
        return;
    }
}

void check_lanes(const struct check *check)
{
    bool of_hip = check->options->headers == HIPIFY_HEADERS_OF_HIP;
    bool sized = false;
    for (size_t at = check->function->body; of_hip && at < check->function->count; at++) {
        if (check_begins(check, at, '_')) {
            check_old_intrinsic(check, at);
        } else if (check_word(check, at) == WORD_warpSize && !sized) {
            sized = true;
            check_warp_size(check, at);
        }
    }
    if (check->function->steps >= CHECK_STEPS)
        check_steps(check);
}
