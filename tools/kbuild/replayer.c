/* The process in which kbuild replay (commands/replay.c) makes a recorded launch again on
 * libhipemu:
 *
 *   replayer LIBRARY FILE LAUNCH [RESULT]
 *
 * It loads no other runtime. The environment has the settings of libhipemu. Standard output gets
 * lines for kbuild: "placed N M" (N of M allocations have their recorded addresses), and "error
 * NUMBER NAME" of HIP, 0 if the kernel ended. RESULT, a recording, gets the launch with the
 * contents of memory after it.
 *
 * Exit codes: 0 the kernel was run; 1 it could not be, for the reason on standard error. */
#include "codeobj.h"
#include "mapped_file.h"
#include "record.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <unistd.h>

enum { PAGE = 4096, COPY_DEFAULT = 4 };
#define RANGE_ALIGNMENT (UINT64_C(2) << 20)
#define RANGE_MOST      (UINT64_C(1) << 38)
#define RANGE_SLACK     (UINT64_C(1) << 30) /* for code objects, arguments and scratch */

static bool fail(const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    text_clean(text, "\t");
    fprintf(stderr, "kbuild: replay: %s\n", text);
    return false;
}

/* ---- libhipemu ------------------------------------------------------------------------------- */

#define FUNCTIONS(X)                                                                               \
    X(hipemuSetAddresses, (void *start, unsigned long long size))                                  \
    X(hipemuMallocAt, (void **out, void *address, size_t size, const char *function))              \
    X(hipemuSetWorkgroups, (unsigned long long first, unsigned long long count))                   \
    X(hipInit, (unsigned flags))                                                                   \
    X(hipFree, (void *memory))                                                                     \
    X(hipMemcpy, (void *destination, const void *source, size_t size, int kind))                   \
    X(hipMemset, (void *destination, int value, size_t size))                                      \
    X(hipModuleLoadData, (void **out, const void *image))                                          \
    X(hipModuleGetGlobal, (void **out, size_t *out_size, void *module, const char *name))          \
    X(hipModuleGetFunction, (void **out, void *module, const char *name))                          \
    X(hipExtModuleLaunchKernel,                                                                    \
      (void *function, uint32_t items_x, uint32_t items_y, uint32_t items_z, uint32_t block_x,     \
       uint32_t block_y, uint32_t block_z, size_t dynamic_lds, void *stream, void **parameters,    \
       void **extra, void *start, void *stop, uint32_t flags))                                     \
    X(hipModuleLaunchCooperativeKernel,                                                            \
      (void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,        \
       unsigned block_y, unsigned block_z, unsigned dynamic_lds, void *stream, void **parameters)) \
    X(hipDeviceSynchronize, (void))

static struct {
#define MEMBER(name, parameters) int(*name) parameters;
    FUNCTIONS(MEMBER)
#undef MEMBER
    const char *(*hipGetErrorName)(int error);
} hip;

static bool open_library(const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    bool is_good = library != NULL;
    if (!library)
        return fail("%s", dlerror());
        /* ISO C does not allow a cast from an object pointer to a function pointer; POSIX says that
         * this assignment works */
#define FIND(name, parameters) is_good &= (*(void **)&hip.name = dlsym(library, #name)) != NULL;
    FUNCTIONS(FIND)
    FIND(hipGetErrorName, )
#undef FIND
    return is_good || fail("%s is not the libhipemu of this kbuild", path);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

struct replay {
    struct mapped_file file;
    struct record record;
    struct record_launch launch;
    uint64_t *places; /* for each allocation its address in this process */
    uint8_t *code;
    struct code_object object;
    void *module; /* |code|, loaded */
};

/* Finds the range of addresses, no larger than libhipemu may have, that contains the most
 * allocations. They are sorted by address. Returns how many these are. */
static unsigned find_range(const struct record_launch *launch, uint64_t *out_lowest,
                           uint64_t *out_highest)
{
    unsigned most = 0;
    for (uint32_t first = 0; first < launch->allocation_count; first++) {
        uint64_t lowest = launch->allocations[first].address, highest = lowest;
        unsigned count = 0;
        if (launch->allocations[first].memory == RECORD_VARIABLE || lowest < 2 * RANGE_ALIGNMENT)
            continue;
        uint32_t i = first;
        for (; i < launch->allocation_count; i++) {
            const struct record_allocation *a = &launch->allocations[i];
            if (a->memory == RECORD_VARIABLE)
                continue;
            uint64_t end = a->address + a->size;
            if (end < lowest || end - lowest > RANGE_MOST / 2)
                break;
            highest = end > highest ? end : highest;
            count++;
        }
        if (count > most) {
            most = count;
            *out_lowest = lowest;
            *out_highest = highest;
        }
        if (i == launch->allocation_count)
            break; /* all others are in this range */
    }
    return most;
}

/* Asks libhipemu for a range of addresses that contains those of the launch. */
static void choose_range(const struct record_launch *launch)
{
    uint64_t lowest, highest;
    if (!find_range(launch, &lowest, &highest))
        return; /* libhipemu's own range will do */
    uint64_t start = (lowest - PAGE) / RANGE_ALIGNMENT * RANGE_ALIGNMENT;
    uint64_t size = (highest - start + RANGE_SLACK) / RANGE_ALIGNMENT * RANGE_ALIGNMENT;
    hip.hipemuSetAddresses((void *)(uintptr_t)start, size);
}

/* Refuses a launch for which the machine has no memory: sizes in a file may be wrong. */
static bool check_sizes(const struct record_launch *launch)
{
    uint64_t bytes = 0, half = (uint64_t)sysconf(_SC_PHYS_PAGES) * PAGE / 2;
    for (uint32_t i = 0; i < launch->allocation_count; i++)
        if (__builtin_add_overflow(bytes, launch->allocations[i].size, &bytes))
            bytes = UINT64_MAX;
    return bytes <= half || fail("the launch has %" PRIu64 " MiB of memory, and half of this "
                                 "machine's is %" PRIu64 " MiB; kbuild replay --shrink, or record "
                                 "a smaller launch",
                                 bytes >> 20, half >> 20);
}

/* Makes an allocation where it was, or elsewhere. The part of its first page that is before it, if
 * there is one, belongs to it here. */
static bool place(const struct record_allocation *a, uint64_t *out)
{
    const char *function = record_memory_name(a->memory);
    uint64_t rest = a->address % PAGE;
    void *made;
    int error = hip.hipemuMallocAt(&made, (void *)(uintptr_t)(a->address - rest),
                                   (size_t)(a->size + rest), function);
    if (error && a->is_freed) {
        *out = a->address; /* something else is there now: the pointer stays as it is */
        return true;
    }
    if (error)
        error = hip.hipemuMallocAt(&made, NULL, (size_t)(a->size + rest), function);
    if (error)
        return fail("there is no memory for %" PRIu64 " bytes of %s", a->size, function);
    *out = (uint64_t)(uintptr_t)made + rest;
    if (a->is_freed)
        hip.hipFree(made);
    return true;
}

static bool place_all(struct replay *replay)
{
    const struct record_launch *launch = &replay->launch;
    uint32_t placed = 0, count = 0;
    replay->places = calloc((size_t)launch->allocation_count + 1, sizeof *replay->places);
    if (!replay->places)
        return fail("there is no memory");
    for (int freed = 0; freed < 2; freed++) /* the live ones first */
        for (uint32_t i = 0; i < launch->allocation_count; i++) {
            const struct record_allocation *a = &launch->allocations[i];
            if (a->is_freed != (freed == 1) || a->memory == RECORD_VARIABLE)
                continue;
            if (!place(a, &replay->places[i]))
                return false;
            placed += replay->places[i] == a->address;
            count++;
        }
    printf("placed %" PRIu32 " %" PRIu32 "\n", placed, count);
    return true;
}

/* Loads the code object, behind all allocations, whose addresses it must not take. */
static bool load_module(struct replay *replay)
{
    const struct record_section *section =
        record_find(&replay->record, RECORD_CODE, replay->launch.code);
    struct codeobj_error error;
    if (record_unpack(section, &replay->code, &error) != CODEOBJ_OK)
        return fail("the code object: %s", error.message);
    struct span bytes = {replay->code, (size_t)section->raw_size};
    if (code_object_open(bytes, &replay->object, &error) != CODEOBJ_OK)
        return fail("the code object: %s", error.message);
    return hip.hipModuleLoadData(&replay->module, replay->code) == 0 ||
           fail("the code object cannot be loaded");
}

/* Finds the variables. */
static bool place_variables(struct replay *replay)
{
    for (uint32_t i = 0; i < replay->launch.allocation_count; i++) {
        const struct record_allocation *a = &replay->launch.allocations[i];
        void *address;
        size_t size;
        if (a->memory != RECORD_VARIABLE)
            continue;
        if (hip.hipModuleGetGlobal(&address, &size, replay->module, a->name) || size < a->size)
            return fail("the code object has no variable '%s' of %" PRIu64 " bytes", a->name,
                        a->size);
        replay->places[i] = (uint64_t)(uintptr_t)address;
    }
    return true;
}

/* Copies a piece to |address|. Pieces that the file lacks are zeros. */
static bool fill_piece(const struct replay *replay, uint64_t number, uint64_t address, size_t size)
{
    const struct record_section *section = record_find(&replay->record, RECORD_DATA, number);
    struct codeobj_error error;
    uint8_t *bytes;
    void *at = (void *)(uintptr_t)address;
    if (!number || !section)
        return hip.hipMemset(at, 0, size) == 0 || fail("memory cannot be filled");
    if (record_unpack(section, &bytes, &error) != CODEOBJ_OK)
        return fail("%s", error.message);
    int status = hip.hipMemcpy(at, bytes, size, COPY_DEFAULT);
    free(bytes);
    return status == 0 || fail("memory cannot be filled");
}

static bool fill_all(const struct replay *replay)
{
    const struct record_launch *launch = &replay->launch;
    uint64_t next = 0;
    for (uint32_t i = 0; i < launch->allocation_count; i++) {
        const struct record_allocation *a = &launch->allocations[i];
        /* variables have their initial values, unless the file has others */
        if (a->is_freed || (a->memory == RECORD_VARIABLE && !a->pieces))
            continue;
        for (uint64_t k = 0; k < record_piece_count(a->size); k++)
            if (!fill_piece(replay, a->pieces ? launch->pieces[next + k] : 0,
                            replay->places[i] + k * RECORD_PIECE,
                            (size_t)record_piece_size(a->size, k)))
                return false;
        next += a->pieces;
    }
    return true;
}

/* Changes the pointers to allocations that have other addresses here. */
static bool relocate(struct replay *replay)
{
    const struct record_launch *launch = &replay->launch;
    for (uint32_t i = 0; i < launch->pointer_count; i++) {
        const struct record_pointer *p = &launch->pointers[i];
        uint64_t moved = replay->places[p->allocation] - launch->allocations[p->allocation].address,
                 value;
        if (moved == 0)
            continue;
        if (p->holder == RECORD_ARGUMENTS) {
            memcpy(&value, launch->arguments + p->offset, sizeof value);
            value += moved;
            memcpy(launch->arguments + p->offset, &value, sizeof value);
            continue;
        }
        if (launch->allocations[p->holder].is_freed)
            continue;
        void *at = (void *)(uintptr_t)(replay->places[p->holder] + p->offset);
        if (hip.hipMemcpy(&value, at, sizeof value, COPY_DEFAULT))
            return fail("a pointer cannot be changed");
        value += moved;
        if (hip.hipMemcpy(at, &value, sizeof value, COPY_DEFAULT))
            return fail("a pointer cannot be changed");
    }
    return true;
}

/* ---- The launch ------------------------------------------------------------------------------ */

/* Makes the array of the addresses of the arguments, which the caller frees. */
static void **make_parameters(const struct record_launch *launch, const struct kernel *kernel)
{
    size_t count = 0;
    void **parameters = calloc(kernel->argument_count + 1, sizeof *parameters);
    for (size_t i = 0; parameters && i < kernel->argument_count; i++) {
        const struct kernel_argument *argument = &kernel->arguments[i];
        if (argument->kind == ARGUMENT_HIDDEN)
            continue;
        if (argument->offset > launch->argument_bytes ||
            argument->size > launch->argument_bytes - argument->offset) {
            fail("the arguments of kernel '%s' have %" PRIu32 " bytes, and it has more of them",
                 launch->kernel, launch->argument_bytes);
            free(parameters);
            return NULL;
        }
        parameters[count++] = launch->arguments + argument->offset;
    }
    return parameters;
}

/* Launches the kernel, and returns HIP's error. */
static int start(const struct record_launch *launch, void *function, void **parameters)
{
    uint32_t items[3];
    const uint32_t *grid = launch->grid, *block = launch->block;
    if (launch->flags & RECORD_COOPERATIVE)
        return hip.hipModuleLaunchCooperativeKernel(function, grid[0], grid[1], grid[2], block[0],
                                                    block[1], block[2], launch->dynamic_lds, NULL,
                                                    parameters);
    for (int i = 0; i < 3; i++) {
        uint64_t all = (uint64_t)grid[i] * block[i];
        if (launch->last_block[i] && launch->last_block[i] < block[i])
            all -= block[i] - launch->last_block[i];
        items[i] = all <= UINT32_MAX ? (uint32_t)all : 0;
    }
    return hip.hipExtModuleLaunchKernel(function, items[0], items[1], items[2], block[0], block[1],
                                        block[2], launch->dynamic_lds, NULL, parameters, NULL, NULL,
                                        NULL, 0);
}

/* Lets only a part of the grid run, if the recording says so. */
static bool choose_workgroups(const struct replay *replay)
{
    uint64_t first, count;
    struct codeobj_error error;
    if (record_read_part(&replay->record, &replay->launch, &first, &count, &error) != CODEOBJ_OK)
        return fail("%s", error.message);
    hip.hipemuSetWorkgroups(first, count);
    return true;
}

static bool launch_kernel(struct replay *replay)
{
    const struct record_launch *launch = &replay->launch;
    const struct kernel *kernel = code_object_find(&replay->object, launch->kernel);
    void *function, **parameters = kernel ? make_parameters(launch, kernel) : NULL;
    if (!kernel)
        return fail("the code object has no kernel '%s'", launch->kernel);
    bool is_good = parameters && choose_workgroups(replay) &&
                   hip.hipModuleGetFunction(&function, replay->module, launch->kernel) == 0;
    if (is_good) {
        int status = start(launch, function, parameters), after = hip.hipDeviceSynchronize();
        status = status ? status : after;
        printf("error %d %s\n", status, hip.hipGetErrorName(status));
    }
    free(parameters);
    return is_good;
}

/* ---- The result ------------------------------------------------------------------------------ */

/* Puts the contents of all allocations into the file, and their numbers into |out|. */
static bool put_contents(const struct replay *replay, struct record_writer *writer, uint64_t *out)
{
    static uint8_t piece[RECORD_PIECE];
    for (uint32_t i = 0; i < replay->launch.allocation_count; i++) {
        const struct record_allocation *a = &replay->launch.allocations[i];
        for (uint64_t k = 0; k < a->pieces; k++) {
            size_t size = (size_t)record_piece_size(a->size, k);
            const void *at = (const void *)(uintptr_t)(replay->places[i] + k * RECORD_PIECE);
            if (hip.hipMemcpy(piece, at, size, COPY_DEFAULT))
                return false;
            *out = record_put_piece(writer, (struct span){piece, size});
            if (!*out++)
                return false;
        }
    }
    return true;
}

static bool put_part(const struct replay *replay, struct record_writer *writer)
{
    uint64_t first, count;
    return record_read_part(&replay->record, &replay->launch, &first, &count, NULL) == CODEOBJ_OK &&
           (!count || record_put_part(writer, &replay->launch, first, count));
}

static bool write_result(struct replay *replay, const char *path)
{
    struct record_settings settings = {path, UINT64_MAX, 0, false};
    struct codeobj_error error;
    struct record_launch *launch = &replay->launch;
    struct record_writer *writer = record_create(&settings, &error);
    if (!writer)
        return fail("%s", error.message);
    uint64_t count = 0, *pieces;
    for (uint32_t i = 0; i < launch->allocation_count; i++) {
        struct record_allocation *a = &launch->allocations[i];
        a->pieces = a->is_freed ? 0 : (uint32_t)record_piece_count(a->size);
        count += a->pieces;
    }
    pieces = calloc((size_t)count + 1, sizeof *pieces);
    free(launch->pieces);
    launch->pieces = pieces;
    launch->piece_count = count;
    const struct record_section *code = record_find(&replay->record, RECORD_CODE, launch->code);
    launch->code = record_put_code(writer, (struct span){replay->code, (size_t)code->raw_size});
    struct record_device device = {"", "libhipemu"};
    snprintf(device.target, sizeof device.target, "%s", getenv("HIPEMU_DEVICES"));
    bool is_good = pieces && launch->code && record_put_device(writer, launch->device, &device) &&
                   put_contents(replay, writer, pieces) && record_put_launch(writer, launch) &&
                   record_put_after(writer, launch, launch->pieces) && put_part(replay, writer);
    record_finish(writer, launch->number, 0);
    return is_good || fail("%s: the contents of memory cannot be written", path);
}

static bool open_launch(struct replay *replay, const char *path, const char *number)
{
    struct codeobj_error error;
    if (mapped_file_open(path, &replay->file, &error) != CODEOBJ_OK ||
        record_open(replay->file.bytes, &replay->record, &error) != CODEOBJ_OK)
        return fail("%s: %s", path, error.message);
    const struct record_section *section =
        record_find(&replay->record, RECORD_LAUNCH, strtoull(number, NULL, 10));
    if (!section)
        return fail("%s: there is no launch %s", path, number);
    return record_read_launch(&replay->record, section, &replay->launch, &error) == CODEOBJ_OK ||
           fail("%s: %s", path, error.message);
}

static void close_launch(struct replay *replay)
{
    free(replay->places);
    free(replay->code);
    code_object_close(&replay->object);
    record_launch_free(&replay->launch);
    record_close(&replay->record);
    mapped_file_close(&replay->file);
}

/* Starts this program again without random addresses, so that its own are not where those of a
 * recorded program were. */
static void fix_addresses(char **argv)
{
    int now = personality(0xffffffff);
    if (now >= 0 && !(now & ADDR_NO_RANDOMIZE) &&
        personality((unsigned long)now | ADDR_NO_RANDOMIZE) >= 0 &&
        personality(0xffffffff) & ADDR_NO_RANDOMIZE)
        execv("/proc/self/exe", argv); /* where that fails, addresses are random */
}

/* Ends the process if the launch hangs outside of the kernel, whose time HIPEMU_TIMEOUT limits. */
static void set_alarm(void)
{
    enum { MORE = 60 };
    const char *timeout = getenv("HIPEMU_TIMEOUT");
    if (timeout && atoi(timeout) > 0)
        alarm((unsigned)atoi(timeout) + MORE);
}

int main(int argc, char **argv)
{
    struct replay replay = {.places = NULL};
    if (argc < 4 || !getenv("HIPEMU_DEVICES"))
        return fail("usage: HIPEMU_DEVICES=ID replayer LIBRARY FILE LAUNCH [RESULT]"), 1;
    fix_addresses(argv);
    set_alarm();
    bool is_good = open_launch(&replay, argv[2], argv[3]) && check_sizes(&replay.launch) &&
                   open_library(argv[1]);
    if (is_good)
        choose_range(&replay.launch);
    is_good = is_good && (hip.hipInit(0) == 0 || fail("libhipemu does not start")) &&
              place_all(&replay) && load_module(&replay) && place_variables(&replay) &&
              fill_all(&replay) && relocate(&replay) && launch_kernel(&replay) &&
              (argc < 5 || write_result(&replay, argv[4]));
    fflush(stdout);
    close_launch(&replay);
    return is_good ? 0 : 1;
}
