/* What a kernel may do on an NVIDIA GPU and not on an AMD one: launch kernels and call the runtime,
 * use more than 64 KiB of shared memory, sample textures on GPUs without texture units.
 */
#include "check.h"
#include "condition.h"
#include "report.h"
#include "types.h"

enum { LDS_BYTES = 65536, BLOCK_THREADS = 1024 };

static void check_launch(const struct check *check, size_t at)
{
    const struct function *function = check->function;
    if (function->on_host && !function->is_kernel)
        return;
    report_add(check->report, HIPIFY_WARNING, "KB1601", check_token(check, at),
               mem_dup("a kernel is launched in device code; AMD GPUs have no dynamic parallelism"),
               "launch it from the host, or make its work a loop or a __device__ function here");
}

/* The part of the runtime API that CUDA has in device code too (CUDA Programming Guide, CUDA
 * Dynamic Parallelism, API Reference). */
static bool is_device_runtime(enum word word)
{
    return word >= WORD_cudaDeviceSynchronize && word <= WORD_cudaThreadSynchronize;
}

static bool is_texture_read(enum word word)
{
    return word >= WORD_tex1D && word <= WORD_tex2Dgather;
}

static void check_call(const struct check *check, size_t at)
{
    const struct function *function = check->function;
    char name[64];
    if ((function->on_host && !function->is_kernel) || !check_is_call(check, at) ||
        !token_spell(function->source, check_token(check, at), name, sizeof name))
        return;
    report_add(check->report, HIPIFY_WARNING, "KB1601", check_token(check, at),
               mem_format("%s is called in device code; HIP has no runtime API there", name),
               "do it on the host, between two launches");
}

static void check_texture(const struct check *check, size_t at)
{
    if (!check_is_call(check, at))
        return;
    if (check_word(check, at) == WORD_tex2Dgather) {
        report_add(check->report, HIPIFY_WARNING, "KB1603", check_token(check, at),
                   mem_dup("tex2Dgather is not there on gfx90a and later CDNA GPUs"),
                   "read the four texels with tex2D, or leave those targets out");
        return;
    }
    if (*check->textures_reported)
        return;
    *check->textures_reported = true;
    report_add(check->report, HIPIFY_NOTE, "KB1603", check_token(check, at),
               mem_dup("textures and surfaces are read here; gfx94x and gfx950 have no texture "
                       "units"),
               "for those targets read from memory; __HIP_NO_IMAGE_SUPPORT tells which they are");
}

static size_t base_size(enum base base)
{
    switch (base) {
    case TYPE_BOOL:
    case TYPE_S8:
    case TYPE_U8: return 1;
    case TYPE_S16:
    case TYPE_U16:
    case TYPE_HALF: return 2;
    case TYPE_S32:
    case TYPE_U32:
    case TYPE_FLOAT:
    case TYPE_HALF2: return 4;
    case TYPE_S64:
    case TYPE_U64:
    case TYPE_DOUBLE: return 8;
    default: return 0;
    }
}

/* The bytes of the array that the declaration behind `__shared__` at |at| declares; 0 when that is
 * not certain. */
static long long shared_size(const struct check *check, size_t at)
{
    struct type type;
    size_t name = type_read_known(check->function, at, &type);
    if (name == at || check_token(check, name)->kind != TOKEN_IDENTIFIER)
        return 0;
    long long bytes = (long long)base_size(type.base);
    for (at = name + 1; check_mark(check, at) == '['; at = bracket_end(check->function, at) + 1) {
        size_t end = bracket_end(check->function, at);
        if (end >= check->function->count)
            return 0;
        struct value value =
            constant_value(check->macros, &check->function->tokens[at + 1], end - at - 1);
        if (!value.known || value.number <= 0 ||
            __builtin_mul_overflow(bytes, value.number, &bytes))
            return 0;
    }
    return check_mark(check, at) == ';' ? bytes : 0;
}

static void check_bounds(const struct check *check, size_t at)
{
    size_t end = at + 2;
    while (end < check->function->count && check_mark(check, end) != ',' &&
           check_mark(check, end) != ')' && check_mark(check, end) != '(')
        end++;
    if (check_mark(check, at + 1) != '(' || end >= check->function->count ||
        check_mark(check, end) == '(')
        return;
    struct value value =
        constant_value(check->macros, &check->function->tokens[at + 2], end - at - 2);
    if (!value.known || value.number <= BLOCK_THREADS)
        return;
    report_add(check->report, HIPIFY_WARNING, "KB1604", check_token(check, at),
               mem_format("__launch_bounds__ asks for %lld threads; a block has %d at most",
                          value.number, BLOCK_THREADS),
               "lower it");
}

void check_limits(const struct check *check)
{
    const struct function *function = check->function;
    long long shared = 0;
    size_t largest = 0;
    for (size_t at = 0; (function->concerns & CONCERN_LIMITS) && at < function->count; at++) {
        const struct token *token = &function->tokens[at];
        enum word word = (enum word)token->word;
        if (token->kind == TOKEN_LAUNCH_OPEN && at > function->body)
            check_launch(check, at);
        if (word_concerns[word] != CONCERN_LIMITS)
            continue;
        if (is_device_runtime(word)) {
            check_call(check, at);
        } else if (is_texture_read(word)) {
            check_texture(check, at);
        } else if (word == WORD___launch_bounds__) {
            check_bounds(check, at);
        } else if (word == WORD___shared__) {
            long long bytes = shared_size(check, at);
            if (bytes > LDS_BYTES - shared && shared <= LDS_BYTES)
                largest = at;
            shared = bytes > LDS_BYTES ? LDS_BYTES + 1 : shared + bytes;
            if (shared > LDS_BYTES)
                shared = LDS_BYTES + 1;
        }
    }
    if (shared > LDS_BYTES)
        report_add(check->report, HIPIFY_WARNING, "KB1602", &function->tokens[largest],
                   mem_format("with this the kernel has more than %d bytes of shared memory, all "
                              "that a workgroup may have",
                              LDS_BYTES),
                   "use smaller tiles");
}
