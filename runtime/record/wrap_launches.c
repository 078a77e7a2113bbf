/* Functions that launch kernels: see wrap.h. */
#include "wrap.h"

struct dim3 {
    uint32_t x, y, z;
};
/* A struct with the layout of hipLaunchConfig_t and of HIP_LAUNCH_CONFIG. */
struct launch_config {
    struct dim3 grid, block;
    size_t dynamic_lds;
    void *stream, *attributes;
    unsigned attribute_count;
};
struct driver_config {
    unsigned grid[3], block[3], dynamic_lds;
    void *stream, *attributes;
    unsigned attribute_count;
};

/* Records |call|, and returns what |real|, the call of the runtime's function, returns. */
#define LAUNCH(call, real)                                                                         \
    do {                                                                                           \
        struct taken taken;                                                                        \
        take_before(&(call), &taken);                                                              \
        int error = (real);                                                                        \
        take_after(&(call), &taken, error);                                                        \
        return error;                                                                              \
    } while (0)

static struct call call_of(const void *function, struct dim3 grid, struct dim3 block,
                           uint64_t dynamic_lds, void *stream, void **parameters, void **extra,
                           bool is_cooperative)
{
    return (struct call){.function = function,
                         .grid = {grid.x, grid.y, grid.z},
                         .block = {block.x, block.y, block.z},
                         .dynamic_lds = dynamic_lds,
                         .stream = stream,
                         .parameters = parameters,
                         .extra = extra,
                         .is_cooperative = is_cooperative};
}

/* Returns the call of a launch whose grid is given in work-items. */
static struct call call_of_items(const void *function, const uint32_t items[3],
                                 const uint32_t block[3], uint64_t dynamic_lds, void *stream,
                                 void **parameters, void **extra)
{
    struct call call = {.function = function,
                        .dynamic_lds = dynamic_lds,
                        .stream = stream,
                        .parameters = parameters,
                        .extra = extra};
    for (int i = 0; i < 3; i++) {
        call.block[i] = block[i];
        call.grid[i] = block[i] ? (uint32_t)(((uint64_t)items[i] + block[i] - 1) / block[i]) : 0;
        call.last_block[i] = block[i] ? items[i] % block[i] : 0;
    }
    return call;
}

DEFINE(hipModuleLaunchKernel, int,
       (void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
        unsigned block_y, unsigned block_z, unsigned dynamic_lds, void *stream, void **parameters,
        void **extra))
{
    struct call call = call_of(function, (struct dim3){grid_x, grid_y, grid_z},
                               (struct dim3){block_x, block_y, block_z}, dynamic_lds, stream,
                               parameters, extra, false);
    LAUNCH(call, REAL(hipModuleLaunchKernel, function, grid_x, grid_y, grid_z, block_x, block_y,
                      block_z, dynamic_lds, stream, parameters, extra));
}

DEFINE(hipModuleLaunchCooperativeKernel, int,
       (void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
        unsigned block_y, unsigned block_z, unsigned dynamic_lds, void *stream, void **parameters))
{
    struct call call = call_of(function, (struct dim3){grid_x, grid_y, grid_z},
                               (struct dim3){block_x, block_y, block_z}, dynamic_lds, stream,
                               parameters, NULL, true);
    LAUNCH(call, REAL(hipModuleLaunchCooperativeKernel, function, grid_x, grid_y, grid_z, block_x,
                      block_y, block_z, dynamic_lds, stream, parameters));
}

DEFINE(hipExtModuleLaunchKernel, int,
       (void *function, uint32_t items_x, uint32_t items_y, uint32_t items_z, uint32_t block_x,
        uint32_t block_y, uint32_t block_z, size_t dynamic_lds, void *stream, void **parameters,
        void **extra, void *start, void *stop, uint32_t flags))
{
    const uint32_t items[3] = {items_x, items_y, items_z}, block[3] = {block_x, block_y, block_z};
    struct call call =
        call_of_items(function, items, block, dynamic_lds, stream, parameters, extra);
    LAUNCH(call,
           REAL(hipExtModuleLaunchKernel, function, items_x, items_y, items_z, block_x, block_y,
                block_z, dynamic_lds, stream, parameters, extra, start, stop, flags));
}

DEFINE(hipHccModuleLaunchKernel, int,
       (void *function, uint32_t items_x, uint32_t items_y, uint32_t items_z, uint32_t block_x,
        uint32_t block_y, uint32_t block_z, size_t dynamic_lds, void *stream, void **parameters,
        void **extra, void *start, void *stop))
{
    const uint32_t items[3] = {items_x, items_y, items_z}, block[3] = {block_x, block_y, block_z};
    struct call call =
        call_of_items(function, items, block, dynamic_lds, stream, parameters, extra);
    LAUNCH(call, REAL(hipHccModuleLaunchKernel, function, items_x, items_y, items_z, block_x,
                      block_y, block_z, dynamic_lds, stream, parameters, extra, start, stop));
}

/* HIP's header declares these two for C++, with C++'s names. */
#define EXT_MODULE_LAUNCH                                                                          \
    "_Z24hipExtModuleLaunchKernelP18ihipModuleSymbol_tjjjjjjmP12ihipStream_tPPvS4_P11ihipEvent_"   \
    "tS6_j"
#define HCC_MODULE_LAUNCH                                                                          \
    "_Z24hipHccModuleLaunchKernelP18ihipModuleSymbol_tjjjjjjmP12ihipStream_tPPvS4_P11ihipEvent_"   \
    "tS6_"
#ifdef RECORD_EXPORTS
__asm__(".globl " EXT_MODULE_LAUNCH "\n.set " EXT_MODULE_LAUNCH ", wrap_hipExtModuleLaunchKernel\n"
        ".globl " HCC_MODULE_LAUNCH "\n.set " HCC_MODULE_LAUNCH ", wrap_hipHccModuleLaunchKernel");
#endif

DEFINE(hipLaunchKernel, int,
       (const void *symbol, struct dim3 grid, struct dim3 block, void **arguments,
        size_t dynamic_lds, void *stream))
{
    struct call call = call_of(symbol, grid, block, dynamic_lds, stream, arguments, NULL, false);
    LAUNCH(call, REAL(hipLaunchKernel, symbol, grid, block, arguments, dynamic_lds, stream));
}

/* Returns the stream of a function with "_spt": if it is given none, the stream of the thread. */
static void *per_thread(void *stream)
{
    enum { PER_THREAD = 2 };
    return stream ? stream : (void *)(uintptr_t)PER_THREAD;
}

DEFINE(hipLaunchKernel_spt, int,
       (const void *symbol, struct dim3 grid, struct dim3 block, void **arguments,
        size_t dynamic_lds, void *stream))
{
    struct call call =
        call_of(symbol, grid, block, dynamic_lds, per_thread(stream), arguments, NULL, false);
    LAUNCH(call, REAL(hipLaunchKernel_spt, symbol, grid, block, arguments, dynamic_lds, stream));
}

DEFINE(hipExtLaunchKernel, int,
       (const void *symbol, struct dim3 grid, struct dim3 block, void **arguments,
        size_t dynamic_lds, void *stream, void *start, void *stop, int flags))
{
    struct call call = call_of(symbol, grid, block, dynamic_lds, stream, arguments, NULL, false);
    LAUNCH(call, REAL(hipExtLaunchKernel, symbol, grid, block, arguments, dynamic_lds, stream,
                      start, stop, flags));
}

DEFINE(hipLaunchCooperativeKernel, int,
       (const void *symbol, struct dim3 grid, struct dim3 block, void **arguments,
        unsigned dynamic_lds, void *stream))
{
    struct call call = call_of(symbol, grid, block, dynamic_lds, stream, arguments, NULL, true);
    LAUNCH(call,
           REAL(hipLaunchCooperativeKernel, symbol, grid, block, arguments, dynamic_lds, stream));
}

DEFINE(hipLaunchCooperativeKernel_spt, int,
       (const void *symbol, struct dim3 grid, struct dim3 block, void **arguments,
        uint32_t dynamic_lds, void *stream))
{
    struct call call =
        call_of(symbol, grid, block, dynamic_lds, per_thread(stream), arguments, NULL, true);
    LAUNCH(call, REAL(hipLaunchCooperativeKernel_spt, symbol, grid, block, arguments, dynamic_lds,
                      stream));
}

/* Whether a list of hipLaunchAttribute asks for a cooperative launch. Each has an ID, and at byte 8
 * a value. */
static bool is_cooperative(const void *attributes, unsigned count)
{
    enum { COOPERATIVE = 2, SIZE = 72 };
    for (unsigned i = 0; attributes && i < count; i++) {
        const uint8_t *attribute = (const uint8_t *)attributes + (size_t)i * SIZE;
        if (load_le(attribute, 4) == COOPERATIVE && load_le(attribute + 8, 4) != 0)
            return true;
    }
    return false;
}

DEFINE(hipLaunchKernelExC, int,
       (const struct launch_config *config, const void *symbol, void **arguments))
{
    if (!config)
        return REAL(hipLaunchKernelExC, config, symbol, arguments);
    struct call call =
        call_of(symbol, config->grid, config->block, config->dynamic_lds, config->stream, arguments,
                NULL, is_cooperative(config->attributes, config->attribute_count));
    LAUNCH(call, REAL(hipLaunchKernelExC, config, symbol, arguments));
}

DEFINE(hipDrvLaunchKernelEx, int,
       (const struct driver_config *config, void *function, void **parameters, void **extra))
{
    if (!config)
        return REAL(hipDrvLaunchKernelEx, config, function, parameters, extra);
    struct dim3 grid = {config->grid[0], config->grid[1], config->grid[2]};
    struct dim3 block = {config->block[0], config->block[1], config->block[2]};
    struct call call =
        call_of(function, grid, block, config->dynamic_lds, config->stream, parameters, extra,
                is_cooperative(config->attributes, config->attribute_count));
    LAUNCH(call, REAL(hipDrvLaunchKernelEx, config, function, parameters, extra));
}

const struct wrapped wrapped_launches[] = {
    {WRAPPED(hipModuleLaunchKernel)},
    {WRAPPED(hipModuleLaunchCooperativeKernel)},
    {WRAPPED(hipExtModuleLaunchKernel)},
    {WRAPPED(hipHccModuleLaunchKernel)},
    {WRAPPED(hipLaunchKernel)},
    {WRAPPED(hipLaunchKernel_spt)},
    {WRAPPED(hipExtLaunchKernel)},
    {WRAPPED(hipLaunchCooperativeKernel)},
    {WRAPPED(hipLaunchCooperativeKernel_spt)},
    {WRAPPED(hipLaunchKernelExC)},
    {WRAPPED(hipDrvLaunchKernelEx)},
    {EXT_MODULE_LAUNCH, (recorder_function *)wrap_hipExtModuleLaunchKernel},
    {HCC_MODULE_LAUNCH, (recorder_function *)wrap_hipHccModuleLaunchKernel},
    {NULL, NULL},
};
