/* libFuzzer's entry to the metadata of code objects, without the ELF file around it. The first byte
 * says whose document the rest is: of version 2 (YAML) when it is 'Y', else MessagePack. The input
 * stands in front of a page that cannot be touched, and cannot be written itself. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PAGE = 4096, ARENA = 1 << 20, BASE = 1000 };

static struct span place(const uint8_t *data, size_t size)
{
    static uint8_t *arena;
    if (!arena) {
        arena = mmap(NULL, ARENA + PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (arena == MAP_FAILED || mprotect(arena + ARENA, PAGE, PROT_NONE))
            abort();
    }
    if (mprotect(arena, ARENA, PROT_READ | PROT_WRITE))
        abort();
    if (size)
        memcpy(arena + ARENA - size, data, size);
    if (mprotect(arena, ARENA, PROT_READ))
        abort();
    return (struct span){arena + ARENA - size, size};
}

/* What is promised of kernels, whatever they were read from. */
static void check_kernel(const struct code_object *object, const struct kernel *kernel)
{
    if (code_object_find(object, kernel->name) != kernel)
        abort();
    if (kernel->wave_size != 32 && kernel->wave_size != 64)
        abort();
    for (size_t i = 0; i < kernel->argument_count; i++) {
        const struct kernel_argument *argument = &kernel->arguments[i];
        if ((uint64_t)argument->offset + argument->size > kernel->kernarg_size ||
            !utf8_is_text(
                (struct span){(const uint8_t *)argument->value_kind, strlen(argument->value_kind)}))
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0 || size > ARENA)
        return 0;
    struct code_object object = {.target.info = target_find("gfx1030")};
    struct codeobj_error error = {.status = CODEOBJ_OK};
    const struct span note = place(data + 1, size - 1);
    enum codeobj_status status = data[0] == 'Y' ? metadata_v2_read(note, BASE, &object, &error)
                                                : metadata_read(note, BASE, &object, &error);
    if (status == CODEOBJ_NO_MEMORY) /* so something was asked for that the input does not merit */
        abort();
    if (status && (error.status != status || error.message[0] == '\0'))
        abort();
    if (status && (error.offset < BASE || error.offset > BASE + size))
        abort();
    for (size_t i = 0; i < object.kernel_count && !status; i++)
        check_kernel(&object, &object.kernels[i]);
    code_object_close(&object);
    return 0;
}
