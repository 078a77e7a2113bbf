/* The text form of kir: any bytes are read or refused. What was read is printed and read back as
 * the same; what obeys the rules is written as C++ and, as long as it is short, executed. */
#include "guarded.h"
#include "kir/kir.h"

#include <stdlib.h>
#include <string.h>

static void execute(const struct kir_kernel *kernel)
{
    static _Alignas(16) unsigned char memory[KIR_PARAMETERS][1024];
    struct kir_argument arguments[KIR_PARAMETERS];
    struct kir_launch launch = {.grid = {2}, .block = {3}, .steps = 20000};
    struct kir_counts counts;
    for (int i = 0; i < KIR_PARAMETERS; i++)
        arguments[i] =
            (struct kir_argument){.data = memory[i], .count = 128, .integer = 5, .number = 1.5};
    for (int i = 0; i < 3; i++)
        launch.block[i] = kernel->block[i] ? kernel->block[i] : launch.block[i];
    kir_execute(kernel, &launch, arguments, NULL, NULL);
    kir_estimate(kernel, &launch, arguments, &counts, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct kir_error error;
    struct kir_kernel *kernel = kir_parse((const char *)data, size, &error);
    if (!kernel)
        return 0;
    if (kir_verify(kernel, &error)) {
        char *text = kir_print(kernel), *source;
        struct kir_kernel *again = kir_parse(text, strlen(text), &error);
        const struct kir_kernel *both[] = {kernel, again};
        char *second = again ? kir_print(again) : NULL;
        if (!second || strcmp(text, second) != 0)
            abort();
        source = kir_emit(both, 2);
        free(source);
        free(second);
        kir_kernel_free(again);
        free(text);
        execute(kernel);
    }
    kir_kernel_free(kernel);
    return 0;
}
