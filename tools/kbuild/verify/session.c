#include "session.h"

#include "reference.h"
#include "util/file.h"

#include <ctype.h>
#include <dlfcn.h>
#include <krt/krt.h>
#include <unistd.h>

enum {
    /* how many bytes there are before and after an array on a GPU, which a kernel must not
     * change */
    GUARD = 4096,
    STORE_MAX = 1024,  /* the most bytes of the text about a store */
    REPORT_MAX = 4096, /* the most bytes of a report that a message has */
    LOG_MAX = 1 << 22, /* bytes of libhipemu's output that a message has at most */
};

struct session {
    const struct place *place;
    struct trials *trials;
    const struct place_options *options;
    const struct wanted_store *store; /* NULL: none */
    int fd, log;
    struct krt_device *device;
    char gpu[352]; /* the name and the target of a GPU; "" for other places */
    struct krt_stream *stream;
    const char *module_name; /* the name of the module that is loaded, or NULL */
    struct krt_raw_module *module;
    struct references references;
};

/* A trial that runs. */
struct running {
    struct session *session;
    const struct trial *trial;
    struct launch launch;
    char **memory; /* for each array, the memory that was allocated, or NULL */
    char **starts; /* for each array, the pointer that the kernel gets */
    struct outcome outcome;
};

static bool is_emulated(const struct session *session)
{
    return session->place->target != NULL;
}

/* Ends the trial with |kind| and a message; returns false. */
__attribute__((format(printf, 3, 4))) static bool
end(struct running *running, enum outcome_kind kind, const char *format, ...)
{
    OWNED_BY(buf_free) struct buf text = {0};
    va_list arguments;
    va_start(arguments, format);
    buf_vprintf(&text, format, arguments);
    va_end(arguments);
    running->outcome.kind = kind;
    running->outcome.message = buf_take(&text);
    return false;
}

static bool fails(struct running *running, const char *what)
{
    return end(running, OUTCOME_FAULT, "%s: %s", what, krt_error_message());
}

/* ---- Opening --------------------------------------------------------------------------------- */

static void set_emulator(const struct session *session, bool checks)
{
    setenv("HIPEMU_DEVICES", session->place->target, 1);
    setenv("HIPEMU_CHECK", checks ? "fatal" : "0", 1);
    setenv("HIPEMU_THREADS", "1", 1); /* With one thread, atomics always have the same order. */
    unsetenv("HIPEMU_QUIET");
    unsetenv("HIPEMU_PROFILE");
    unsetenv("HIPEMU_TRACE");
    unsetenv("HIPEMU_TIMEOUT"); /* place.c has a limit of its own */
}

static bool open_device(struct running *running)
{
    struct session *session = running->session;
    if (session->device)
        return true;
    struct krt_device_options options = {.struct_size = sizeof options,
                                         .device = session->place->device,
                                         .checks = KRT_CHECKS_ON,
                                         .override_dir = ""};
    if (is_emulated(session)) {
        if (!session->options->emulator)
            return end(running, OUTCOME_ABSENT, "libhipemu is not installed beside kbuild");
        options.library = session->options->emulator;
        set_emulator(session, !running->trial->spec->skips_check);
    }
    if (krt_device_open(&options, &session->device) ||
        krt_stream_create(session->device, &session->stream))
        return end(running, OUTCOME_ABSENT, "%s", krt_error_message());
    struct krt_device_info info = {.struct_size = sizeof info};
    if (!is_emulated(session) && krt_device_describe(session->device, &info) == KRT_OK)
        snprintf(session->gpu, sizeof session->gpu, "%s, %s", info.name, info.target);
    return true;
}

static bool load_module(struct running *running)
{
    struct session *session = running->session;
    const char *name = running->trial->kernel->module;
    OWNED_BY(buf_free) struct buf code = {0};
    if (session->module_name && strcmp(session->module_name, name) == 0)
        return true;
    krt_module_unload(session->module);
    session->module = NULL;
    session->module_name = NULL;
    OWNED char *file = mem_format("%s.hsaco", name);
    OWNED char *path = path_join(session->trials->interface->directory, file);
    if (!file_try_read(path, &code))
        return end(running, OUTCOME_MISSING, "%s.hsaco is missing in the package; build it again",
                   name);
    if (krt_module_load_raw(session->device, code.data, code.size, &session->module))
        return end(running, OUTCOME_MISSING, "%s", krt_error_message());
    session->module_name = name;
    return true;
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/* Returns the byte that is before and after array |number|. Arrays have different ones, so that a
 * kernel that copies beyond the ends of two arrays changes the second. */
static uint8_t guard_byte(size_t number)
{
    return (uint8_t)(0xa5 + 0x1d * number);
}

/* Returns the bytes that are kept before the array; an emulated device checks accesses itself. */
static uint64_t guard_of(const struct session *session)
{
    return is_emulated(session) ? 0 : GUARD;
}

static bool place_array(struct running *running, size_t i)
{
    struct session *session = running->session;
    const struct array *array = &running->launch.arrays[i];
    const uint64_t guard = guard_of(session), bytes = array_bytes(array);
    const uint64_t before = guard + array->lead;
    void *memory = NULL;
    if (array->fill == FILL_NULL || array->fill == FILL_SAME)
        return true;
    if (krt_alloc(session->device, before + bytes + guard + (bytes == 0), &memory))
        return end(running, OUTCOME_ABSENT, "%s", krt_error_message());
    running->memory[i] = memory;
    char *start = running->starts[i] = running->memory[i] + before;
    if ((before && krt_set(session->stream, memory, guard_byte(i), 1, before)) ||
        (guard && krt_set(session->stream, start + bytes, guard_byte(i), 1, guard)))
        return fails(running, "filling memory");
    return !bytes || !krt_copy_to_device(session->stream, start, array->data, bytes) ||
           fails(running, "copying to the device");
}

/* Makes the starts of the arrays arguments. */
static void give_starts(struct running *running)
{
    struct launch *launch = &running->launch;
    for (size_t i = 0; i < launch->array_count; i++) {
        const struct array *array = &launch->arrays[i];
        if (array->fill == FILL_SAME)
            running->starts[i] = running->starts[array->same];
        memcpy(launch->arguments + array->parameter->offset, &running->starts[i], sizeof(char *));
    }
}

static bool place_arrays(struct running *running)
{
    for (size_t i = 0; i < running->launch.array_count; i++)
        if (!place_array(running, i))
            return false;
    give_starts(running);
    return true;
}

/* Checks |size| bytes at |guard|, before or behind array |i|. */
static bool guard_is_whole(struct running *running, size_t i, const char *guard, size_t size,
                           const char *where)
{
    unsigned char bytes[2 * GUARD];
    size_t changed = 0;
    if (!size)
        return true;
    if (krt_copy_to_host(running->session->stream, bytes, guard, size) ||
        krt_stream_synchronize(running->session->stream))
        return fails(running, "copying from the device");
    for (size_t k = 0; k < size; k++)
        changed += bytes[k] != guard_byte(i);
    return !changed || end(running, OUTCOME_FAULT, "it writes %s the array '%s': %zu bytes changed",
                           where, running->launch.arrays[i].parameter->name, changed);
}

/* Whether the kernel also gets array |number| as another one. */
static bool is_shared(const struct launch *launch, size_t number)
{
    for (size_t i = 0; i < launch->array_count; i++)
        if (launch->arrays[i].fill == FILL_SAME && launch->arrays[i].same == number &&
            !launch->arrays[i].parameter->is_const)
            return true;
    return false;
}

/* Takes an array back, and checks that the kernel changed nothing else. */
static bool take_array(struct running *running, size_t i)
{
    struct session *session = running->session;
    const struct array *array = &running->launch.arrays[i];
    const uint64_t guard = guard_of(session), bytes = array_bytes(array);
    OWNED char *found = mem_alloc(bytes + 1);
    if (array->fill == FILL_NULL || array->fill == FILL_SAME)
        return true;
    if (bytes && (krt_copy_to_host(session->stream, found, running->starts[i], bytes) ||
                  krt_stream_synchronize(session->stream)))
        return fails(running, "copying from the device");
    if (!guard_is_whole(running, i, running->memory[i], guard + array->lead, "before") ||
        !guard_is_whole(running, i, running->starts[i] + bytes, guard, "behind"))
        return false;
    if (array->parameter->is_const && !is_shared(&running->launch, i) &&
        memcmp(found, array->data, bytes) != 0)
        return end(running, OUTCOME_FAULT, "it writes into its input '%s'", array->parameter->name);
    if (array->is_output) {
        memcpy(running->outcome.outputs + running->outcome.output_bytes, found, bytes);
        running->outcome.output_bytes += bytes;
    }
    return true;
}

/* ---- Messages of the emulator ---------------------------------------------------------------- */

/* Appends the address |address| as a place in an array, "x+1024"; or "an address", because
 * addresses differ from run to run. */
static void put_address(const struct running *running, uint64_t address, struct buf *out)
{
    for (size_t i = 0; i < running->launch.array_count; i++) {
        const uint64_t start = (uint64_t)(uintptr_t)running->starts[i];
        const struct array *array = &running->launch.arrays[i];
        if (start && address >= start && address - start < array_bytes(array) + GUARD) {
            buf_printf(out, "%s+%" PRIu64, array->parameter->name, address - start);
            return;
        }
    }
    buf_puts(out, "an address");
}

static const char report_start[] = "hipemu: kernel '";

/* Appends the beginning of a report about |kernel|, with its name instead of its symbol. Returns
 * how many bytes of |text| this is. */
static size_t put_kernel(const struct signature *kernel, const char *text, struct buf *out)
{
    const size_t start = sizeof report_start - 1, length = strlen(kernel->symbol);
    if (strncmp(text, report_start, start) != 0 ||
        strncmp(text + start, kernel->symbol, length) != 0 || text[start + length] != '\'')
        return 0;
    buf_printf(out, "%s%s", report_start, kernel->name);
    return start + length;
}

/* Returns what libhipemu printed since the last call, with arrays for addresses of memory. */
static char *take_log(const struct running *running)
{
    OWNED char *all = mem_alloc(LOG_MAX + 1);
    struct buf out = {0};
    const ssize_t size = pread(running->session->log, all, LOG_MAX, 0);
    all[size > 0 ? size : 0] = '\0';
    char *report = strstr(all, report_start); /* among what the kernel printed */
    char *text = report ? report : all;
    text[report ? strcspn(text, "\n") : strnlen(text, REPORT_MAX)] = '\0';
    for (const char *at = text + put_kernel(running->trial->kernel, text, &out); *at;) {
        char *rest;
        const bool is_number =
            at[0] == '0' && at[1] == 'x' && (at == text || !isalnum((unsigned char)at[-1]));
        const uint64_t number = is_number ? strtoull(at, &rest, 16) : 0;
        if (is_number && number >> 32) {
            put_address(running, number, &out);
            at = rest;
        } else {
            buf_putc(&out, *at++);
        }
    }
    while (out.size && isspace((unsigned char)out.data[out.size - 1]))
        out.data[--out.size] = '\0';
    if (ftruncate(running->session->log, 0) == 0)
        lseek(running->session->log, 0, SEEK_SET);
    return buf_take(&out);
}

/* A trial is at fault if libhipemu reported its kernel, even if no call failed: it reports accesses
 * that a GPU would allow. */
static void add_log(struct running *running)
{
    OWNED char *log = take_log(running);
    struct outcome *outcome = &running->outcome;
    if (!*log || !is_emulated(running->session))
        return;
    if (outcome->kind == OUTCOME_DONE &&
        (running->trial->spec->skips_check || !strstr(log, report_start)))
        return;
    if (outcome->kind != OUTCOME_DONE && outcome->kind != OUTCOME_FAULT)
        return;
    free(outcome->message);
    outcome->kind = OUTCOME_FAULT;
    outcome->message = mem_dup(log);
}

/* ---- Stores ---------------------------------------------------------------------------------- */

typedef int watch_stores_fn(const void *address, size_t bytes, char *text, size_t size);

/* Has libhipemu write into |text| which instruction stores to the wanted element. */
static bool watch_store(struct running *running, char text[STORE_MAX])
{
    const struct wanted_store *store = running->session->store;
    void *library = dlopen(running->session->options->emulator, RTLD_NOW | RTLD_NOLOAD);
    watch_stores_fn *watch = NULL;
    if (library)
        *(void **)&watch = dlsym(library, "hipemuWatchStores");
    for (size_t i = 0; i < running->launch.array_count && watch; i++) {
        const struct array *array = &running->launch.arrays[i];
        if (strcmp(array->parameter->name, store->array) == 0)
            return watch(running->starts[i] + store->offset, store->size, text, STORE_MAX) == 0 ||
                   end(running, OUTCOME_MISSING, "libhipemu does not watch stores");
    }
    return end(running, OUTCOME_MISSING, "libhipemu cannot watch stores");
}

/* ---- A trial --------------------------------------------------------------------------------- */

static bool launch(struct running *running)
{
    const struct signature *kernel = running->trial->kernel;
    struct session *session = running->session;
    struct launch *made = &running->launch;
    struct krt_launch_config config = {.shared_bytes = made->shared};
    struct krt_function *function;
    OWNED void **arguments = mem_alloc((kernel->parameter_count + 1) * sizeof *arguments);
    for (size_t i = 0; i < 3; i++) {
        config.grid[i] = made->grid[i];
        config.block[i] = made->block[i];
    }
    for (size_t i = 0; i < kernel->parameter_count; i++)
        arguments[i] = made->arguments + kernel->parameters[i].offset;
    if (krt_module_function(session->module, kernel->symbol, &function))
        return end(running, OUTCOME_MISSING, "%s", krt_error_message());
    if (krt_function_launch(function, session->stream, &config, arguments,
                            (uint32_t)kernel->parameter_count))
        return fails(running, "the launch");
    return krt_stream_synchronize(session->stream) == KRT_OK || fails(running, "the kernel");
}

/* Calls the reference with copies of the arrays, whose addresses become arguments. */
static bool run_reference(struct running *running)
{
    struct launch *made = &running->launch;
    const struct case_spec *spec = running->trial->spec;
    if (!spec->reference_library && !spec->reference_python)
        return end(running, OUTCOME_MISSING, "the case has no reference");
    for (size_t i = 0; i < made->array_count; i++) {
        const struct array *array = &made->arrays[i];
        const uint64_t bytes = array_bytes(array);
        if (array->fill == FILL_NULL || array->fill == FILL_SAME)
            continue;
        running->memory[i] = mem_alloc(bytes + array->lead + 1);
        running->starts[i] = running->memory[i] + array->lead;
        memcpy(running->starts[i], array->data, bytes);
    }
    give_starts(running);
    char *fault =
        reference_call(&running->session->references, running->trial, made, running->starts);
    if (fault) {
        end(running, OUTCOME_FAULT, "%s", fault);
        free(fault);
        return false;
    }
    running->outcome.outputs = mem_alloc(made->output_bytes + 1);
    for (size_t i = 0; i < made->array_count; i++)
        if (made->arrays[i].is_output) {
            memcpy(running->outcome.outputs + running->outcome.output_bytes, running->starts[i],
                   array_bytes(&made->arrays[i]));
            running->outcome.output_bytes += array_bytes(&made->arrays[i]);
        }
    return true;
}

static bool run(struct running *running)
{
    if (running->session->place->is_reference)
        return run_reference(running);
    if (!open_device(running) || !load_module(running))
        return false;
    if (!place_arrays(running))
        return false;
    char text[STORE_MAX] = "";
    if (running->session->store && !watch_store(running, text))
        return false;
    if (!launch(running))
        return false;
    if (running->session->store)
        running->outcome.message = mem_dup(text);
    running->outcome.outputs = mem_alloc(running->launch.output_bytes + 1);
    for (size_t i = 0; i < running->launch.array_count; i++)
        if (!take_array(running, i))
            return false;
    return true;
}

static void send_outcome(const struct session *session, size_t trial, const struct outcome *outcome)
{
    const char *text = outcome->message ? outcome->message : session->gpu;
    const bool is_done = outcome->kind == OUTCOME_DONE;
    const struct message message = {.magic = MESSAGE_MAGIC,
                                    .kind = (uint32_t)outcome->kind,
                                    .trial = trial,
                                    .hash = outcome->hash,
                                    .text_size = strlen(text),
                                    .output_size = is_done ? outcome->output_bytes : 0};
    if (!file_write_all(session->fd, &message, sizeof message) ||
        !file_write_all(session->fd, text, message.text_size) ||
        !file_write_all(session->fd, outcome->outputs, message.output_size))
        _exit(1); /* Nobody reads the messages any more. */
}

/* Runs one trial. Returns false if no other trial may run in this process. */
static bool run_trial(struct session *session, size_t number)
{
    const struct trial *trial = &session->trials->items[number];
    struct running running = {.session = session, .trial = trial};
    if (launch_make(session->trials, trial, &running.launch) != STATUS_OK)
        _exit(1);
    launch_fill(&running.launch);
    running.outcome.hash = launch_hash(trial, &running.launch);
    running.memory = mem_alloc((running.launch.array_count + 1) * sizeof *running.memory);
    running.starts = mem_alloc((running.launch.array_count + 1) * sizeof *running.starts);
    run(&running);
    add_log(&running);
    send_outcome(session, number, &running.outcome);
    const bool goes_on =
        running.outcome.kind == OUTCOME_DONE || running.outcome.kind == OUTCOME_MISSING;
    for (size_t i = 0; i < running.launch.array_count && goes_on; i++)
        if (session->place->is_reference)
            free(running.memory[i]);
        else
            krt_free(session->device, running.memory[i]);
    free(running.memory);
    free(running.starts);
    outcome_free(&running.outcome);
    launch_free(&running.launch);
    return goes_on;
}

void session_run(const struct place *place, struct trials *trials,
                 const struct place_options *options, size_t first, int fd, int log,
                 const struct wanted_store *store)
{
    struct session session = {
        .place = place, .trials = trials, .options = options, .store = store, .fd = fd, .log = log};
    const bool skips_check = trials->items[first].spec->skips_check;
    for (size_t i = first; i < trials->count && trials->items[i].spec->skips_check == skips_check;
         i++)
        if (!run_trial(&session, i) || store)
            break;
}
