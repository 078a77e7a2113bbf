/* libhipemu's loader and launch: whatever a code object says, and whatever its instructions are, a
 * launch ends, and harms nothing outside the devices' memory.
 *
 * An input is 4 bytes (which code object, which kernel, the workgroup, LDS) and records of 3 bytes:
 * where in the file, and the new byte. FUZZ_DATA is tests/codeobj/data.
 */
#include "core/dispatch.h"
#include "core/program.h"
#include "decode/decoder.h"
#include "guarded.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    unsigned device;
} objects[] = {{"gfx1030-v4", 0}, {"gfx1100-v5", 1}, {"gfx90a-v4", 2}, {"gfx11-generic-v6", 1}};
enum { OBJECTS = sizeof objects / sizeof objects[0], FILE_MAX = 1 << 15, BUFFER = 1 << 12 };

static uint8_t files[OBJECTS][FILE_MAX];
static size_t sizes[OBJECTS];
static void *buffers[3]; /* of each device */

static void start(void)
{
    if (sizes[0])
        return;
    setenv("HIPEMU_DEVICES", "gfx1030,gfx1100,gfx90a:sramecc+:xnack-", 1);
    setenv("HIPEMU_TIMEOUT", "0.05", 1);
    setenv("HIPEMU_THREADS", "1", 1);
    for (unsigned i = 0; i < OBJECTS; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s.hsaco", FUZZ_DATA, objects[i].name);
        FILE *file = fopen(path, "rb");
        sizes[i] = file ? fread(files[i], 1, FILE_MAX, file) : 0;
        if (!sizes[i] || fclose(file) != 0)
            abort();
    }
    for (unsigned i = 0; i < 3; i++) {
        buffers[i] = space_allocate(device_at(i), MEMORY_DEVICE, BUFFER, 256, 0, "fuzz", false);
        if (!buffers[i])
            abort();
    }
}

static void launch(struct program *program, unsigned device, const uint8_t choice[4])
{
    uint64_t arguments[32];
    struct fault fault = {0};
    for (size_t i = 0; i < sizeof arguments / sizeof arguments[0]; i++)
        arguments[i] = (uint64_t)(uintptr_t)buffers[device];
    if (program->object.kernel_count == 0)
        return;
    const struct launch shape = {
        .program = program,
        .kernel = &program->object.kernels[choice[1] % program->object.kernel_count],
        .arguments = arguments,
        .argument_bytes = sizeof arguments,
        .grid = {1 + (choice[2] >> 6), 1, 1},
        .block = {1 + (choice[2] & 63), 1 + (choice[3] & 1), 1},
        .dynamic_lds = (uint32_t)choice[3] << 4,
    };
    memset(buffers[device], 0, BUFFER);
    dispatch_run(device_at(device), &shape, &fault);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct codeobj_error error;
    struct program *program;
    start();
    if (size < 4)
        return 0;
    unsigned object = data[0] % OBJECTS, device = objects[object].device;
    uint8_t *file = malloc(sizes[object]);
    if (!file)
        abort();
    memcpy(file, files[object], sizes[object]);
    for (size_t i = 4; i + 3 <= size; i += 3)
        file[(size_t)(data[i] | data[i + 1] << 8) % sizes[object]] = data[i + 2];
    if (program_load((struct span){file, sizes[object]}, device_at(device), &llvm_decoder, &program,
                     &error) == CODEOBJ_OK) {
        if (target_id_match(&program->object.target, &device_at(device)->target).mismatch == 0)
            launch(program, device, data);
        program_unload(program);
    }
    free(file);
    return 0;
}
