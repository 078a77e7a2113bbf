/* HIPEMU_TRACE: prints the instructions that the first wave of the first workgroup runs, each on a
 * line of its own. The value of HIPEMU_TRACE is 1, or a shell pattern that the kernel's name must
 * match. */
#include "trace.h"

#include "core/dispatch.h"

#include <fnmatch.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    pthread_once_t once;
    const char *pattern; /* the pattern of the kernels to trace; NULL if nothing is traced */
} trace = {.once = PTHREAD_ONCE_INIT};

static void read_pattern(void)
{
    const char *value = secure_getenv("HIPEMU_TRACE");
    if (value && *value && strcmp(value, "0") != 0)
        trace.pattern = strcmp(value, "1") == 0 ? "*" : strdup(value);
}

bool trace_wants(const struct workgroup *group)
{
    pthread_once(&trace.once, read_pattern);
    return trace.pattern && group->id[0] == 0 && group->id[1] == 0 && group->id[2] == 0 &&
           fnmatch(trace.pattern, group->dispatch->kernel->name, 0) == 0;
}

/* Writes the result of an op: " v3[0]=0x...", the value in the first active lane, or "
 * s4=0x...". */
static void result_text(const struct wave *wave, const struct operand *dst, uint64_t exec,
                        char *out, size_t size)
{
    unsigned lane = exec ? (unsigned)__builtin_ctzll(exec) : 0;
    *out = '\0';
    if (dst->kind == OPERAND_VGPR)
        snprintf(out, size, " v%u[%u]=0x%x", dst->reg, lane,
                 wave->vgpr[(size_t)dst->reg * wave->lanes + lane]);
    else if (dst->kind == OPERAND_SGPR && dst->reg != SGPR_NULL)
        snprintf(out, size, " s%u=0x%llx", dst->reg, (unsigned long long)scalar_read(wave, dst));
}

void trace_op(const struct wave *wave, const struct op *op, uint64_t exec)
{
    char text[160], result[48];
    const struct program *program = wave->ops->program;
    program->decoding->print(wave->ops->decoder, program, op->pc, text, sizeof text);
    result_text(wave, &op->dst, exec, result, sizeof result);
    fprintf(stderr, "hipemu: %s 0x%llx %-56s exec=0x%llx scc=%d%s\n",
            wave->group->dispatch->kernel->name,
            (unsigned long long)(wave->ops->program->code_address + op->pc * 4ull), text,
            (unsigned long long)exec, wave->scc, result);
}
