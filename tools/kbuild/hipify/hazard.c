#include "hazard.h"

#include "check.h"
#include "condition.h"
#include "lanes.h"
#include "report.h"

#include <stdlib.h>
#include <string.h>

enum {
    SPAN_TOKENS = 256, /* of a launch's configuration */
    LDS_BYTES = 65536, /* that a workgroup may have on any AMD GPU before gfx950 */
};

void hazards_start(struct hazards *hazards, const char *source,
                   const struct hipify_options *options, struct hipify_report *report)
{
    *hazards = (struct hazards){
        .source = source,
        .options = options,
        .report = report,
        .of_hip = options->headers == HIPIFY_HEADERS_OF_HIP,
        .branches = {.source = source, .options = options, .report = report},
        .function = {.source = source},
    };
    branches_start(&hazards->branches);
}

void hazards_free(struct hazards *hazards)
{
    branches_free(&hazards->branches);
    function_free(&hazards->function);
    free(hazards->span.tokens);
}

static void check_function(struct hazards *hazards)
{
    struct function *function = &hazards->function;
    const struct branches *branches = &hazards->branches;
    bool is_compiled = branches->live[PASS_DEVICE] != TRUTH_NO;
    branches_function(&hazards->branches, function->has_name ? &function->name_token : NULL,
                      function->is_kernel);
    if (!is_compiled)
        return;
    hazards->counts.kernels += function->is_kernel;
    const struct check check = {.function = function,
                                .macros = &branches->macros,
                                .options = hazards->options,
                                .report = hazards->report,
                                .textures_reported = &hazards->textures_reported};
    if (!check_is_worth_it(&check) || !function_settle(function))
        return;
    if (!hazards->is_hip)
        check_lanes(&check);
    check_values(&check);
    check_limits(&check);
}

/* The bytes of shared memory that tokens[from, to) asks for are more than there are. */
static void check_bytes(struct hazards *hazards, size_t from, size_t to)
{
    const struct hazard_span *span = &hazards->span;
    struct value value = constant_value(&hazards->branches.macros, span->tokens + from, to - from);
    if (!value.known || value.number <= LDS_BYTES)
        return;
    report_add(hazards->report, HIPIFY_WARNING, "KB1602", &span->tokens[from],
               mem_format("%lld bytes of shared memory; a workgroup has %d at most on AMD GPUs "
                          "before gfx950",
                          value.number, LDS_BYTES),
               "use smaller tiles there");
}

/* k<<<grid, block, bytes, stream>>>: the tokens between. */
static void check_configuration(struct hazards *hazards)
{
    const struct hazard_span *span = &hazards->span;
    size_t begin = 0;
    int commas = 0, depth = 0;
    for (size_t at = 0; at <= span->count; at++) {
        int mark = at < span->count ? span->tokens[at].punctuator : ',';
        depth += (mark == '(' || mark == '[' || mark == '{') -
                 (mark == ')' || mark == ']' || mark == '}');
        if (mark != ',' || depth > 0)
            continue;
        if (commas == 2 && at > begin)
            check_bytes(hazards, begin, at);
        commas++;
        begin = at + 1;
    }
}

static bool is_shared_attribute(const struct token *token)
{
    return token->word == WORD_cudaFuncAttributeMaxDynamicSharedMemorySize ||
           token->word == WORD_CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
}

static void close_span(struct hazards *hazards)
{
    struct hazard_span *span = &hazards->span;
    span->open = false;
    if (span->count == SPAN_TOKENS)
        return;
    if (span->first.kind == TOKEN_LAUNCH_OPEN)
        check_configuration(hazards);
    else if (span->count > 1 && span->tokens[0].punctuator == ',')
        check_bytes(hazards, 1, span->count);
}

static void open_span(struct hazards *hazards, const struct token *token)
{
    hazards->span.first = *token;
    hazards->span.count = 0;
    hazards->span.depth = 0;
    hazards->span.open = true;
}

static void follow_span(struct hazards *hazards, const struct token *token)
{
    struct hazard_span *span = &hazards->span;
    int mark = token->punctuator;
    span->depth +=
        (mark == '(' || mark == '[' || mark == '{') - (mark == ')' || mark == ']' || mark == '}');
    if (span->depth < 0 || mark == ';' || token->kind == TOKEN_LAUNCH_CLOSE) {
        close_span(hazards);
        return;
    }
    if (span->count == span->capacity) {
        span->capacity = span->capacity ? span->capacity * 2 : 32;
        span->tokens = mem_resize(span->tokens, span->capacity, sizeof *span->tokens);
    }
    if (span->count < SPAN_TOKENS)
        span->tokens[span->count++] = *token;
}

/* gfx90a's texture units filter what they convert to [0, 1], and no 32-bit floats. */
static void report_filter(struct hazards *hazards, const struct token *token)
{
    report_add(hazards->report, HIPIFY_NOTE, "KB1603", token,
               mem_dup("a texture is filtered linearly; gfx90a refuses that for 32-bit floats and "
                       "pitched memory"),
               "there interpolate in the kernel");
}

static void follow_code(struct hazards *hazards, const struct token *token,
                        const struct history *history)
{
    struct function *function = &hazards->function;
    /* What nvcc does not compile is written for AMD. */
    bool device = hazards->branches.live[PASS_DEVICE] != TRUTH_NO &&
                  hazards->branches.live[PASS_NVIDIA] != TRUTH_NO;
    if (hazards->span.open)
        follow_span(hazards, token);
    if (token->kind == TOKEN_LAUNCH_OPEN && hazards_compiled(hazards)) {
        hazards->counts.launches++;
        open_span(hazards, token);
    } else if (word_is_hazard((enum word)token->word) && hazards_compiled(hazards)) {
        if (is_shared_attribute(token) && history_at(history, 0)->punctuator == ',')
            open_span(hazards, token);
        if (token->word == WORD_cudaFilterModeLinear)
            report_filter(hazards, token);
    } else if (token->kind == TOKEN_NUMBER && hazards->of_hip && device && !hazards->is_hip) {
        lanes_follow_number(hazards->source, token, history, hazards->report);
    }
    if ((function->open || function_begins(token)) &&
        function_follow(function, token, history, device))
        check_function(hazards);
}

void hazards_follow(struct hazards *hazards, const struct token *token,
                    const struct history *history)
{
    if (token->directive == DIRECTIVE_NONE) {
        follow_code(hazards, token, history);
        return;
    }
    branches_follow(&hazards->branches, token);
    if (token->kind == TOKEN_HEADER_NAME && token->size > 4)
        hazards->is_hip |= memcmp(hazards->source + token->offset + 1, "hip/", 4) == 0;
    if (token->kind == TOKEN_NUMBER && !hazards->is_hip && hazards->of_hip &&
        token->directive == DIRECTIVE_DEFINE)
        lanes_follow_number(hazards->source, token, history, hazards->report);
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
