/* Every instruction of whole code objects, as compilers make them, decodes. The files are
 * arguments.
 */
#include "core/device.h"
#include "core/program.h"
#include "decode/decoder.h"

#include "bundle.h"
#include "util/buf.h"
#include "util/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct device *device_for(const struct target_id *target)
{
    static struct device device;
    device = (struct device){.target = *target, .generation = generation_of(target->info)};
    return &device;
}

/* Decodes a kernel's code; returns how many instructions there are, and counts those that fail. */
static unsigned decode_kernel(struct program *program, const struct kernel *kernel,
                              unsigned *failures)
{
    struct codeobj_error error;
    char message[256];
    unsigned count = 0;
    struct decoder *decoder = llvm_decoder.get(program->target, kernel->wave_size, &error);
    if (!decoder) {
        fprintf(stderr, "skipped: %s\n", error.message);
        exit(77);
    }
    uint64_t start = kernel->descriptor.entry_address - program->code_address;
    uint32_t at = (uint32_t)(start / 4), end = (uint32_t)((start + kernel->code_size) / 4);
    for (; at < end; count++) {
        struct op op;
        if (!llvm_decoder.decode(decoder, program, at, &op, message, sizeof message)) {
            fprintf(stderr, "%s: %s\n", program->target->processor, message);
            (*failures)++;
            op.dwords = 1;
            op.dual = NULL;
        }
        free((void *)(uintptr_t)op.dual);
        at += op.dwords;
    }
    return count;
}

static unsigned decode_object(struct span bytes, const char *name, unsigned *failures)
{
    struct codeobj_error error;
    struct code_object object;
    struct program *program;
    unsigned count = 0;
    if (code_object_open(bytes, &object, &error) ||
        program_load(bytes, device_for(&object.target), &llvm_decoder, &program, &error)) {
        fprintf(stderr, "%s: %s\n", name, error.message);
        (*failures)++;
        return 0;
    }
    for (size_t i = 0; i < program->object.kernel_count; i++)
        count += decode_kernel(program, &program->object.kernels[i], failures);
    printf("%s, %s: %u instructions\n", name, program->target->processor, count);
    program_unload(program);
    code_object_close(&object);
    return count;
}

static unsigned decode_file(const char *path, unsigned *failures)
{
    struct buf file = {0};
    struct bundle bundle;
    unsigned count = 0;
    if (file_read(path, &file) != STATUS_OK) {
        (*failures)++;
        return 0;
    }
    struct span bytes = {(const uint8_t *)file.data, file.size};
    if (code_object_recognise(bytes)) {
        count = decode_object(bytes, path, failures);
    } else if (bundle_open(bytes, &bundle, NULL) == CODEOBJ_OK) {
        for (size_t i = 0; i < bundle.count; i++) {
            if (*bundle.entries[i].target)
                count += decode_object(bundle.entries[i].image, path, failures);
        }
        bundle_close(&bundle);
    } else {
        fprintf(stderr, "%s: neither a code object nor a bundle\n", path);
        (*failures)++;
    }
    buf_free(&file);
    return count;
}

int main(int argc, char **argv)
{
    unsigned failures = 0, count = 0;
    for (int i = 1; i < argc; i++)
        count += decode_file(argv[i], &failures);
    if (count == 0)
        fprintf(stderr, "no instructions\n");
    return failures || count == 0;
}
