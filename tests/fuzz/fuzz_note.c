/* The metadata of code objects, without the ELF file around it. After 'Y' it is a document of
 * version 2 (YAML), after any other first byte MessagePack. */
#include "guarded.h"
#include "internal.h"
#include "walk.h"

#include <stdlib.h>
#include <string.h>

enum { BASE = 1000 };

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
    if (size == 0 || size > GUARDED_MAX)
        return 0;
    struct code_object object = {.target.info = target_find("gfx1030")};
    struct codeobj_error error = {.status = CODEOBJ_OK};
    const struct span note = {guarded(data + 1, size - 1), size - 1};
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
