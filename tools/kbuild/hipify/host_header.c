/* Headers that only the host includes:
 *
 *     #ifndef __CUDA_ARCH__
 *     #include "error.h"
 *     #endif
 *
 * nvcc's pass for the device does not read the functions of the host. clang's pass for the device
 * reads them, and needs the names in these headers. If a branch has nothing but includes, its
 * condition is changed to ask for __CUDACC_RTC__, which neither pass defines: both passes include
 * the headers. A file with other conditions on __CUDA_ARCH__ stays as it is, because it may include
 * other headers for the device. */
#include "hazard.h"
#include "parts.h"

void host_headers_directive(struct host_headers *headers, const struct token *token)
{
    if (token->kind == TOKEN_IDENTIFIER && token_is(headers->source, token, "__CUDA_ARCH__")) {
        headers->asked = *token;
        headers->asks++;
    }
    if (headers->open && token->kind == TOKEN_HEADER_NAME)
        headers->included++;
}

void host_headers_begin_line(struct host_headers *headers, enum directive directive)
{
    headers->asked = (struct token){0};
    if (!headers->open || directive == DIRECTIVE_INCLUDE)
        return;
    headers->open = false;
    if (directive == DIRECTIVE_ENDIF && headers->included > 0)
        headers->count++;
}

void host_headers_end_line(struct host_headers *headers, enum directive directive,
                           const struct branches *branches)
{
    bool begins = directive == DIRECTIVE_IF || directive == DIRECTIVE_IFNDEF;
    if (!begins || headers->asked.size == 0 || branches->count == 0 || branches->beyond > 0 ||
        headers->count == GUARD_TOKENS)
        return;
    const struct chain *chain = &branches->chains[branches->count - 1];
    headers->open = chain->in[PASS_DEVICE].now == TRUTH_NO && chain->in[PASS_HOST].now == TRUTH_YES;
    headers->branches[headers->count] = headers->asked;
    headers->included = 0;
}

void host_headers_settle(struct host_headers *headers)
{
    for (int i = 0; i < headers->count && headers->count == headers->asks; i++)
        edits_replace(headers->edits, headers->source, &headers->branches[i], "__CUDACC_RTC__");
}
