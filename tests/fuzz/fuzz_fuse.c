/* Expressions: any bytes are read or refused; what was read gets types, for which a kernel is
 * planned and written that kir's rules allow. The first 16 bytes say the types and the shape. */
#include "guarded.h"

#include <fuse/fuse.h>

#include <stdlib.h>
#include <string.h>

static void write_kernel(const struct fuse_program *program, const struct fuse_body *body,
                         const uint8_t *choices)
{
    static struct fuse_operand operands[FUSE_OPERANDS];
    struct fuse_launch launch;
    uint32_t rank = choices[12] % (FUSE_RANK + 1),
             count = program->input_count + program->output_count;
    uint64_t dims[FUSE_RANK];
    for (uint32_t d = 0; d < rank; d++)
        dims[d] = 1 + (choices[d] >> (choices[13] & 7));
    for (uint32_t n = 0; n < count; n++) {
        operands[n].address = choices[n] & 15;
        for (uint32_t d = 0; d < rank; d++)
            operands[n].strides[d] = choices[(n + d) % 12] >> (choices[14] & 7);
    }
    fuse_plan(body, rank, dims, rank > 0 ? choices[15] & ((1u << rank) - 1) : 0, operands,
              choices[15] >> 6 & 1 ? FUSE_GENERAL
              : choices[15] & 0x80 ? FUSE_ANY
                                   : FUSE_WHOLE,
              &launch);
    free(fuse_emit(body, &launch.class));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { CHOICES = 16 };
    struct fuse_error error;
    struct fuse_body body;
    struct kir_error wrong;
    enum kir_type types[FUSE_OPERANDS];
    char *text = size > CHOICES ? calloc(1, size - CHOICES + 1) : NULL;
    if (!text)
        return 0;
    memcpy(text, data + CHOICES, size - CHOICES);
    for (int i = 0; i < FUSE_OPERANDS; i++)
        types[i] = KIR_U8 + data[i] % (KIR_TYPE_COUNT - KIR_U8);
    struct fuse_program *program = fuse_parse(text, &error);
    if (program && fuse_bind(program, types, &body, &error)) {
        if (!kir_verify(body.kernel, &wrong))
            abort();
        write_kernel(program, &body, data);
        fuse_body_free(&body);
    }
    fuse_free(program);
    free(text);
    return 0;
}
