/* What the files share that define functions which take the place of those of HIP's runtime. Each
 * such function calls the runtime's, and tells the recorder what the program did. Their types are
 * HIP's, by their shapes, so that no header of HIP is needed. */
#ifndef RECORD_WRAP_H
#define RECORD_WRAP_H

#include "parts.h"

#include <string.h>

/* DEFINE(name, type of the result, parameters): begins the function that takes the place of |name|.
 * In the library that is loaded before the runtime, it has this name; see CMakeLists.txt.
 * REAL(name) is the runtime's function. */
#ifdef RECORD_EXPORTS
#define EXPORT(name, result, parameters)                                                           \
    result name parameters;                                                                        \
    result name parameters __attribute__((alias("wrap_" #name), visibility("default")));
#else
#define EXPORT(name, result, parameters)
#endif
#define DEFINE(name, result, parameters)                                                           \
    typedef result name##_function parameters;                                                     \
    static name##_function *real_##name(void)                                                      \
    {                                                                                              \
        static void *_Atomic cache;                                                                \
        name##_function *function;                                                                 \
        void *found = find_real(#name, &cache);                                                    \
        memcpy(&function, &found, sizeof function);                                                \
        return function;                                                                           \
    }                                                                                              \
    result wrap_##name parameters;                                                                 \
    EXPORT(name, result, parameters)                                                               \
    result wrap_##name parameters

/* Calls the runtime's function |name| with the arguments, or returns an error if the runtime lacks
 * the function. */
#define REAL(name, ...) (real_##name() ? real_##name()(__VA_ARGS__) : HIP_NOT_INITIALISED)

/* A function of the runtime, and what takes its place. */
struct wrapped {
    const char *name;
    recorder_function *function;
};
/* The members of a row of a table of these. */
#define WRAPPED(name) #name, (recorder_function *)wrap_##name
/* The tables, each with an empty row at its end. */
extern const struct wrapped wrapped_memory[], wrapped_modules[], wrapped_launches[],
    wrapped_waits[], wrapped_graphs[];

#endif
