/* Defines every function that AMD's library exports and this library lacks: such a function reports
 * its name once and returns hipErrorNotSupported. All names of symbols.txt are defined here as weak
 * symbols, so that the definitions in other files replace them. */
#include "runtime.h"

static int refuse(const char *name, int *was_said)
{
    if (!__atomic_exchange_n(was_said, 1, __ATOMIC_RELAXED))
        say("%s is not supported", name);
    return fail_quietly(hipErrorNotSupported);
}

/* The functions have other names in C, so that they do not clash with HIP's declarations. */
#define UNSUPPORTED(name, number)                                                                  \
    __attribute__((weak, visibility("default"))) int unsupported_##number(void) __asm__(name);     \
    int unsupported_##number(void)                                                                 \
    {                                                                                              \
        static int was_said;                                                                       \
        return refuse(name, &was_said);                                                            \
    }
#include "hip_names.h"
