#include "hazard.h"

#include <string.h>

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
}

static struct check check_of(struct hazards *hazards)
{
    return (struct check){.function = &hazards->function,
                          .options = hazards->options,
                          .report = hazards->report,
                          .of_hip = hazards->of_hip && !hazards->is_hip,
                          .textures_reported = &hazards->textures_reported};
}

/* The function that is being read is complete. */
static void end_function(struct hazards *hazards)
{
    struct function *function = &hazards->function;
    branches_function(&hazards->branches, function->has_name ? &function->name_token : NULL,
                      function->is_kernel);
    if (hazards->branches.live[PASS_DEVICE] == TRUTH_NO)
        return;
    hazards->counts.kernels += function->is_kernel;
    struct check check = check_of(hazards);
    if (function->checked && function_settle(function))
        check_function(&check);
}

static void follow_code(struct hazards *hazards, const struct token *token,
                        const struct history *history)
{
    struct function *function = &hazards->function;
    /* Code that nvcc does not compile is written for AMD. */
    bool device = hazards->branches.live[PASS_DEVICE] != TRUTH_NO &&
                  hazards->branches.live[PASS_NVIDIA] != TRUTH_NO;
    const struct check check = check_of(hazards);
    if (hazards->seen)
        seen_checks[history_at(history, 0)->word](&check, token, history);
    hazards->seen = seen_checks[token->word] && hazards_compiled(hazards);
    if (token->kind == TOKEN_LAUNCH_OPEN)
        hazards->counts.launches += hazards_compiled(hazards);
    else if (token->kind == TOKEN_NUMBER && check.of_hip && device)
        check_number(&check, token, history);
    if ((function->open || function_begins(token)) &&
        function_follow(function, token, history, device))
        end_function(hazards);
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
    const struct check check = check_of(hazards);
    if (token->kind == TOKEN_NUMBER && check.of_hip && token->directive == DIRECTIVE_DEFINE)
        check_number(&check, token, history);
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
