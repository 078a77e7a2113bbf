/* The checks of word.def, one function for each diagnostic, and the code that calls them.
 *
 * A check that word.def lists with DEVICE_WORD() is called for each occurrence of its word in a
 * device function, when the function is complete. A check listed with SEEN_WORD() is called for
 * each occurrence of its word in compiled code, and gets the token after the word. */
#include "hazard.h"

#include "parts.h"

enum {
    WARP = 32,
    HIP_6 = 600,
    SCOPE_REACH = 4096, /* how many tokens after a declaration are searched for uses of its name */
};

typedef void check_device(struct hazards *hazards, size_t at);
typedef void check_seen(struct hazards *hazards, const struct token *next,
                        const struct history *history);

static const struct token *token_at(const struct hazards *hazards, size_t at)
{
    return function_token(&hazards->function, at);
}

static int mark_at(const struct hazards *hazards, size_t at)
{
    return token_at(hazards, at)->punctuator;
}

static bool is_mark_of(const struct hazards *hazards, size_t at, const char *marks)
{
    return function_mark_of(&hazards->function, at, marks);
}

static bool is_number(const char *source, const struct token *token, long long wanted)
{
    long long number;
    bool is_unsigned;
    return token_number(source, token, &number, &is_unsigned) && number == wanted;
}

/* Whether tokens[at] calls a function that is not a member: f( and ::f( do, std::f( does not. */
static bool is_call(const struct hazards *hazards, size_t at)
{
    int before = at ? mark_at(hazards, at - 1) : 0, next = mark_at(hazards, at + 1);
    if (before == '.' || before == PUNCTUATOR_ARROW)
        return false;
    if (before == PUNCTUATOR_SCOPE && at > 1 && token_at(hazards, at - 2)->kind == TOKEN_IDENTIFIER)
        return false;
    return next == '(' || next == '<';
}

static int count_arguments(struct hazards *hazards, size_t open)
{
    size_t close = bracket_end(&hazards->function, open);
    int commas = 0;
    for (size_t at = open + 1; at < close; at++) {
        int c = mark_at(hazards, at);
        if (bracket_step(c) > 0)
            at = bracket_end(&hazards->function, at);
        commas += c == ',';
    }
    return close == open + 1 ? 0 : commas + 1;
}

/* ---- The number of lanes, if HIP's own headers are used ---- */

/* Reports a mask of 32 ones as the first argument of a *_sync function, whose '(' is
 * history_at(history, back). Returns false if |token| is not such an argument. */
static bool check_mask(struct hazards *hazards, const struct token *token,
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
    report_add(hazards->report, HIPIFY_WARNING, "KB1301", token,
               mem_format("%s with a mask of 32 bits; HIP's takes one of 64", name),
               "make it an unsigned long long as wide as the wave, or use kbuild's headers");
    return true;
}

/* Returns the name that |number| is given to, in #define NAME (32 or NAME = 32; NULL if there is
 * none. */
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

/* Whether |name| is like WARP_MASK, fullMask, kShflMask. */
static bool names_lane_mask(const char *name)
{
    return strcasestr(name, "mask") && (strcasestr(name, "warp") || strcasestr(name, "lane") ||
                                        strcasestr(name, "full") || strcasestr(name, "shfl"));
}

static void check_number(struct hazards *hazards, const struct token *token,
                         const struct history *history)
{
    const char *source = hazards->source;
    if (!hazards->of_hip)
        return;
    int sign = history_at(history, 0)->punctuator;
    if ((sign == '~' && is_number(source, token, 0)) ||
        (sign == '-' && is_number(source, token, 1))) {
        check_mask(hazards, history_at(history, 0), history, 1);
        return;
    }
    char name[64];
    if (!is_number(source, token, 0xffffffff) || check_mask(hazards, token, history, 0))
        return;
    const struct token *named = named_by(token, source, history);
    if (named && token_spell(source, named, name, sizeof name) && names_lane_mask(name))
        report_add(hazards->report, HIPIFY_NOTE, "KB1301", named,
                   mem_format("%s is a mask of 32 lanes", name),
                   "HIP's own *_sync functions take masks of 64 bits");
}

/* Reports warpSize in a function with code that counts on 32 lanes: x % 32, x & 31, x >> 5. */
static void check_warp_size(struct hazards *hazards, size_t at)
{
    const struct function *function = &hazards->function;
    if (!hazards->of_hip || hazards->sized)
        return;
    hazards->sized = true;
    for (size_t i = function->body; i + 1 < function->count; i++) {
        int c = mark_at(hazards, i);
        long long wanted = c == '%' || c == '/' ? WARP : c == '&' ? WARP - 1 : 5;
        if ((wanted == 5 && c != PUNCTUATOR_SHIFT_RIGHT) ||
            !is_number(hazards->source, token_at(hazards, i + 1), wanted))
            continue;
        report_add(hazards->report, HIPIFY_WARNING, "KB1303", token_at(hazards, at),
                   mem_format("warpSize is 64 on gfx9, and line %d counts on 32",
                              token_at(hazards, i)->line),
                   "use one of the two throughout the function");
        return;
    }
}

/* Reports __popc(__ballot(x)) and unsigned mask = __ballot(x): on gfx9 both lose the upper 32 of
 * the 64 lanes. */
static void check_ballot(struct hazards *hazards, size_t at)
{
    if (!hazards->of_hip || !is_call(hazards, at) || at < 3)
        return;
    const char *source = hazards->source;
    int before = mark_at(hazards, at - 1);
    bool is_read = before == '(' && token_is(source, token_at(hazards, at - 2),
                                             "__popc __ffs __clz __brev __popcount");
    bool is_stored = before == '=' && token_is(source, token_at(hazards, at - 3),
                                               "int unsigned uint uint32_t int32_t");
    if (is_read || is_stored)
        report_add(hazards->report, HIPIFY_WARNING, "KB1304", token_at(hazards, at),
                   mem_dup("__ballot has 64 bits in HIP, and here 32 are looked at"),
                   is_read ? "use the function for 64 bits (__popcll, __ffsll), or kbuild's headers"
                           : "keep it in an unsigned long long, or use kbuild's headers");
}

/* Reports functions that work on all 64 lanes of a wave on gfx9. Shuffles other than __shfl() are
 * not reported: a reduction that uses them is right within each 32 lanes. */
static void check_wave(struct hazards *hazards, size_t at)
{
    char name[16];
    bool shuffles = token_at(hazards, at)->word == WORD___shfl;
    if (!hazards->of_hip || !is_call(hazards, at) || mark_at(hazards, at + 1) != '(' ||
        (shuffles && count_arguments(hazards, at + 1) >= 3))
        return;
    token_spell(hazards->source, token_at(hazards, at), name, sizeof name);
    report_add(hazards->report, HIPIFY_WARNING, "KB1304", token_at(hazards, at),
               mem_format("%s works on the whole wave in HIP: 64 lanes on gfx9", name),
               shuffles ? "say how wide: give it 32 as the last argument"
                        : "right as long as all 64 lanes are meant");
}

/* ---- Values that differ if HIP's own headers are used ---- */

/* Whether the code at |at|, the name of a half2, reads a member as a number: h.x, h[i].x or h->x.
 * Code that uses the bits does not: reinterpret_cast<half &>(h.x), __ushort_as_half(h.x), h.x =
 * __half_as_ushort(y). */
static bool reads_half(struct hazards *hazards, size_t at, size_t *out_member)
{
    static const char casts[] = "__half_as_ushort __half_as_short __ushort_as_half __short_as_half";
    const char *source = hazards->source;
    size_t next = at + 1;
    while (mark_at(hazards, next) == '[')
        next = bracket_end(&hazards->function, next) + 1;
    if (mark_at(hazards, next) != '.' && mark_at(hazards, next) != PUNCTUATOR_ARROW)
        return false;
    const struct token *member = token_at(hazards, next + 1), *called = token_at(hazards, at - 2);
    *out_member = next + 1;
    int before = mark_at(hazards, at - 1);
    return token_is(source, member, "x y") && before != '&' &&
           !(before == '(' && (called->punctuator == '>' || token_is(source, called, casts))) &&
           !(mark_at(hazards, next + 2) == '=' &&
             token_is(source, token_at(hazards, next + 3), casts));
}

/* Reports reads of members of the half2 that tokens[name] declares, up to the end of its block or
 * the next declaration of the same name. */
static void follow_half(struct hazards *hazards, size_t name)
{
    const struct function *function = &hazards->function;
    const struct token *declared = &function->tokens[name];
    int depth = 0;
    for (size_t at = name + 1; at < function->count && at < name + SCOPE_REACH && depth >= 0;
         at++) {
        const struct token *token = &function->tokens[at], *before = token - 1;
        depth += (token->punctuator == '{') - (token->punctuator == '}');
        size_t member;
        if (token->kind != TOKEN_IDENTIFIER || token->size != declared->size ||
            memcmp(hazards->source + token->offset, hazards->source + declared->offset,
                   token->size) != 0 ||
            before->punctuator == '.' || before->punctuator == PUNCTUATOR_ARROW ||
            before->punctuator == PUNCTUATOR_SCOPE)
            continue;
        if (before->kind == TOKEN_IDENTIFIER && before->word != WORD_return &&
            before->word != WORD_else)
            return;
        if (!reads_half(hazards, at, &member))
            continue;
        bool low = hazards->source[token_at(hazards, member)->offset] == 'x';
        report_add(hazards->report, HIPIFY_WARNING, "KB1501", token_at(hazards, member),
                   mem_dup("a member of a half2 is its bit pattern (unsigned short) in HIP 5"),
                   low ? "use __low2half() or __halves2half2()"
                       : "use __high2half() or __halves2half2()");
    }
}

/* Finds the names that a half2 at |at| declares: half2 a, *b[2], c = d; */
static void check_half(struct hazards *hazards, size_t at)
{
    if (!hazards->of_hip || hazards->options->hip_version >= HIP_6)
        return;
    for (at++; at < hazards->function.count; at++) {
        const struct token *token = token_at(hazards, at);
        int mark = token->punctuator;
        if (mark == '*' || mark == '&' || token->word == WORD_const ||
            token->word == WORD___restrict__ || token->word == WORD___restrict)
            continue;
        if (token->kind != TOKEN_IDENTIFIER || !is_mark_of(hazards, at + 1, ",;=[)({:"))
            return;
        follow_half(hazards, at);
        while (at < hazards->function.count && !is_mark_of(hazards, at, ",;)"))
            at = is_mark_of(hazards, at, "([{") ? bracket_end(&hazards->function, at) + 1 : at + 1;
        if (mark_at(hazards, at) != ',')
            return;
    }
}

/* Reports prop.major >= 8 and prop.major * 10: with kbuild's headers, |major| is 9 on every AMD
 * GPU; with HIP's own headers it depends on the GPU. */
static void check_capability(struct hazards *hazards, const struct token *next,
                             const struct history *history)
{
    const struct token *member = history_at(history, 0), *object = history_at(history, 2);
    int access = history_at(history, 1)->punctuator;
    char name[64];
    if (!hazards->of_hip || (access != '.' && access != PUNCTUATOR_ARROW) ||
        !token_spell(hazards->source, object, name, sizeof name) || !strcasestr(name, "prop"))
        return;
    int c = next->punctuator;
    if (c == '<' || c == '>' || c == '*' || c == PUNCTUATOR2('<', '=') ||
        c == PUNCTUATOR2('>', '=') || c == PUNCTUATOR2('!', '=') || c == PUNCTUATOR2('=', '='))
        report_add(hazards->report, HIPIFY_WARNING, "KB1605", member,
                   mem_format("'major' of %s is not a compute capability in HIP: gfx90a "
                              "answers 9, gfx1100 answers 11",
                              name),
                   "ask for the feature that the code needs, or use kbuild's headers, which "
                   "answer 9");
}

/* ---- What an AMD GPU cannot do ---- */

static bool is_on_device(const struct hazards *hazards)
{
    return hazards->function.is_kernel || !hazards->function.on_host;
}

static void check_launch(struct hazards *hazards, size_t at)
{
    if (is_on_device(hazards) && at > hazards->function.body)
        report_add(
            hazards->report, HIPIFY_WARNING, "KB1601", token_at(hazards, at),
            mem_dup("a kernel is launched in device code; AMD GPUs have no dynamic parallelism"),
            "launch it from the host, or make its work a loop or a __device__ function here");
}

static void check_runtime(struct hazards *hazards, size_t at)
{
    char name[64];
    if (is_on_device(hazards) && is_call(hazards, at) &&
        token_spell(hazards->source, token_at(hazards, at), name, sizeof name))
        report_add(hazards->report, HIPIFY_WARNING, "KB1601", token_at(hazards, at),
                   mem_format("%s is called in device code; HIP has no runtime API there", name),
                   "do it on the host, between two launches");
}

/* Reports a lock that hangs. The threads of a wave run in step: the thread that has the lock waits
 * at the end of the loop for the threads that wait for the lock. */
static void check_lock(struct hazards *hazards, size_t at)
{
    if (!is_on_device(hazards) || !is_call(hazards, at))
        return;
    if (lock_spins(hazards->source, &hazards->function, at))
        report_add(
            hazards->report, HIPIFY_WARNING, "KB1606", token_at(hazards, at),
            mem_dup("a thread waits here for a lock; if another thread of its wave has it, an "
                    "AMD GPU hangs"),
            "do the work and release the lock inside of the loop, in the branch that got it, or "
            "let one thread of each warp take it for all");
}

static void check_gather(struct hazards *hazards, size_t at)
{
    if (is_call(hazards, at))
        report_add(hazards->report, HIPIFY_WARNING, "KB1603", token_at(hazards, at),
                   mem_dup("gfx90a and later CDNA GPUs lack tex2Dgather"),
                   "read the four texels with tex2D, or leave those targets out");
}

static void check_texture(struct hazards *hazards, size_t at)
{
    if (hazards->textures_reported || !is_call(hazards, at))
        return;
    hazards->textures_reported = true;
    report_add(hazards->report, HIPIFY_NOTE, "KB1603", token_at(hazards, at),
               mem_dup("textures and surfaces are read here; gfx94x and gfx950 have no texture "
                       "units"),
               "for those targets read from memory; __HIP_NO_IMAGE_SUPPORT tells which they are");
}

/* Reports linear filters. The texture units of gfx90a filter values that they convert to [0, 1],
 * but not 32-bit floats. */
static void check_filter(struct hazards *hazards, const struct token *next,
                         const struct history *history)
{
    (void)next;
    report_add(hazards->report, HIPIFY_NOTE, "KB1603", history_at(history, 0),
               mem_dup("a texture is filtered linearly; gfx90a refuses that for 32-bit floats and "
                       "pitched memory"),
               "there interpolate in the kernel");
}

static check_device *const device_checks[WORD_COUNT] = {
#define WORD(spelling)
#define DEVICE_WORD(spelling, check) [WORD_##spelling] = check,
#include "word.def"
};

static check_seen *const seen_checks[WORD_COUNT] = {
#define WORD(spelling)
#define SEEN_WORD(spelling, check) [WORD_##spelling] = check,
#include "word.def"
};

static void check_function(struct hazards *hazards)
{
    const struct function *function = &hazards->function;
    for (size_t at = 0; at < function->count; at++) {
        if (function->tokens[at].kind == TOKEN_LAUNCH_OPEN)
            check_launch(hazards, at);
        else if (device_checks[function->tokens[at].word])
            device_checks[function->tokens[at].word](hazards, at);
    }
}

/* ---- When the checks are called ---- */

void hazards_start(struct hazards *hazards, const char *source,
                   const struct hipify_options *options, struct hipify_report *report)
{
    *hazards = (struct hazards){
        .source = source,
        .options = options,
        .report = report,
        .of_hip = options->headers == HIPIFY_HEADERS_OF_HIP,
        .branches = {.source = source, .options = options, .report = report},
    };
    branches_start(&hazards->branches);
}

void hazards_free(struct hazards *hazards)
{
    branches_free(&hazards->branches);
    function_free(&hazards->function);
}

/* Ends the device function that was read, and checks it. */
static void end_function(struct hazards *hazards)
{
    struct function *function = &hazards->function;
    branches_function(&hazards->branches, function->has_name ? &function->name : NULL,
                      function->is_kernel);
    if (hazards->branches.live[PASS_DEVICE] == TRUTH_NO)
        return;
    hazards->sized = false;
    if (function_is_whole(function))
        check_function(hazards);
}

static void follow_seen(struct hazards *hazards, const struct token *token,
                        const struct history *history)
{
    if (hazards->seen)
        seen_checks[history_at(history, 0)->word](hazards, token, history);
    hazards->seen = seen_checks[token->word] && hazards_compiled(hazards);
}

/* Whether the current code is device code for CUDA. Code that nvcc does not compile is written for
 * AMD, and needs no check. */
static bool is_device_code(const struct hazards *hazards)
{
    return hazards->branches.live[PASS_DEVICE] != TRUTH_NO &&
           hazards->branches.live[PASS_NVIDIA] != TRUTH_NO;
}

static void follow_directive(struct hazards *hazards, const struct token *token,
                             const struct history *history)
{
    branches_follow(&hazards->branches, token);
    if (token->kind == TOKEN_HEADER_NAME && token->size > 4)
        hazards->of_hip &= memcmp(hazards->source + token->offset + 1, "hip/", 4) != 0;
    if (token->kind == TOKEN_NUMBER && token->directive == DIRECTIVE_DEFINE)
        check_number(hazards, token, history);
}

void hazards_follow(struct hazards *hazards, const struct token *token,
                    const struct history *history)
{
    struct function *function = &hazards->function;
    if (token->directive != DIRECTIVE_NONE) {
        follow_directive(hazards, token, history);
        return;
    }
    if (hazards->seen || seen_checks[token->word])
        follow_seen(hazards, token, history);
    if (token->kind == TOKEN_NUMBER && is_device_code(hazards))
        check_number(hazards, token, history);
    if ((function->open || function_begins(token)) &&
        function_follow(function, token, history, is_device_code(hazards)))
        end_function(hazards);
}

void hazards_end_line(struct hazards *hazards)
{
    enum directive directive = branches_end_line(&hazards->branches);
    if (hazards->function.open)
        function_follow_directive(&hazards->function, directive);
}

void hazards_finish(struct hazards *hazards)
{
    hazards_end_line(hazards);
    branches_finish(&hazards->branches);
}
