/* krt_compile(): takes the code from memory, from disk or from a compiler, in this order.
 *
 * What is kept in memory is code, not loaded modules: every caller gets a module of its own, with
 * its own __device__ variables, and may unload it at any time.
 */
#include "compiler.h"

#include "device.h"
#include "disk_cache.h"
#include "error.h"
#include "image.h"

#include <stdlib.h>
#include <string.h>

/* how much code is kept for a device, in bytes */
static const size_t memory_limit = (size_t)64 << 20;

/* The code of one request, by its key. An entry joins the list when a thread begins to make its
 * code. The entry leaves the list when making the code fails, or when the code is forgotten. Other
 * threads that need the code wait for that thread. */
struct entry {
    struct entry *next; /* the next entry; the list begins with the most recently used one */
    struct cache_key key;
    unsigned users; /* how many threads hold the entry, and 1 more if it is in the list */
    bool is_made;
    krt_status status;
    /* the message of the error; NULL if there was no error, or no memory for the message */
    char *message;
    struct compiled_code code;
};

struct compiled {
    struct compilers compilers;
    char *toolchain; /* kbuild's directory for files that it keeps, or NULL */
    struct disk_cache disk;
    /* held while the members below are read or changed, but not while code is made */
    pthread_mutex_t lock;
    pthread_cond_t made;
    struct entry *entries;
    size_t bytes; /* how many bytes of code |entries| have */
};

/* ---- Entries: all functions are called under the lock -------------------------------------- */

static void entry_release(struct entry *entry)
{
    if (--entry->users > 0)
        return;
    free(entry->message);
    compiled_code_free(&entry->code);
    free(entry);
}

static void list_remove(struct compiled *compiled, struct entry **link)
{
    struct entry *entry = *link;
    *link = entry->next;
    compiled->bytes -= entry->code.size;
    entry_release(entry);
}

static struct entry **list_find(struct compiled *compiled, const struct cache_key *key)
{
    struct entry **link = &compiled->entries;
    while (*link && memcmp(&(*link)->key, key, sizeof *key) != 0)
        link = &(*link)->next;
    return link;
}

/* Forgets the least recently used code until the limit is met, but never the first entry of the
 * list. */
static void list_trim(struct compiled *compiled)
{
    while (compiled->bytes > memory_limit) {
        struct entry **last = NULL;
        for (struct entry **link = &compiled->entries->next; *link; link = &(*link)->next) {
            if ((*link)->is_made)
                last = link;
        }
        if (!last)
            return;
        list_remove(compiled, last);
    }
}

/* Returns the entry of |key| for the calling thread, which must make the code if |*out_is_new|.
 * NULL when there is no memory. */
static struct entry *list_take(struct compiled *compiled, const struct cache_key *key,
                               bool *out_is_new)
{
    struct entry **link = list_find(compiled, key);
    struct entry *entry = *link;
    *out_is_new = !entry;
    if (entry) {
        *link = entry->next;
    } else {
        entry = calloc(1, sizeof *entry);
        if (!entry)
            return NULL;
        entry->key = *key;
        entry->users = 1; /* The list counts as a user of the entry. */
    }
    entry->next = compiled->entries;
    compiled->entries = entry;
    entry->users++;
    return entry;
}

/* ---- What a device has compiled ------------------------------------------------------------- */

void compiled_destroy(struct krt_device *device)
{
    struct compiled *compiled = device->compiled;
    if (!compiled)
        return;
    while (compiled->entries)
        list_remove(compiled, &compiled->entries);
    disk_cache_close(&compiled->disk);
    compilers_close(&compiled->compilers);
    free(compiled->toolchain);
    pthread_cond_destroy(&compiled->made);
    pthread_mutex_destroy(&compiled->lock);
    free(compiled);
    device->compiled = NULL;
}

static krt_status compiled_make(const struct driver *driver, struct compiled **out)
{
    struct compiled *compiled = calloc(1, sizeof *compiled);
    if (!compiled)
        return fail(KRT_ERROR_OUT_OF_MEMORY, "krt_compile: no memory left");
    krt_status status = disk_cache_open(&compiled->disk);
    if (!status)
        status = compilers_open(driver, &compiled->compilers);
    if (status) {
        disk_cache_close(&compiled->disk);
        free(compiled);
        return status;
    }
    compiled->toolchain = disk_cache_place(&compiled->disk, "build");
    compiled->compilers.process.toolchain = compiled->toolchain;
    pthread_mutex_init(&compiled->lock, NULL);
    pthread_cond_init(&compiled->made, NULL);
    *out = compiled;
    return KRT_OK;
}

/* Makes the device's state when the device first compiles. After a failure, the next call tries
 * again. */
static krt_status compiled_get(struct krt_device *device)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    krt_status status = KRT_OK;
    pthread_mutex_lock(&lock);
    if (!device->compiled)
        status = compiled_make(device->driver, &device->compiled);
    pthread_mutex_unlock(&lock);
    return status;
}

/* ---- Making code ---------------------------------------------------------------------------- */

/* Stores code on disk: the size of the code, 8 bytes; the code; the text of its inputs. */
static void store(const struct compiled *compiled, const struct cache_key *key,
                  const struct compiled_code *code)
{
    const uint64_t size = code->size;
    size_t whole = sizeof size + code->size + code->inputs.size;
    char *packed = malloc(whole);
    if (!packed)
        return;
    memcpy(packed, &size, sizeof size);
    memcpy(packed + sizeof size, code->bytes, code->size);
    if (code->inputs.size)
        memcpy(packed + sizeof size + code->size, code->inputs.text, code->inputs.size);
    disk_cache_store(&compiled->disk, key, packed, whole);
    free(packed);
}

static bool unpack(const char *packed, size_t whole, struct compiled_code *out)
{
    uint64_t size;
    if (whole < sizeof size)
        return false;
    memcpy(&size, packed, sizeof size);
    if (size == 0 || size > whole - sizeof size)
        return false;
    const char *inputs = packed + sizeof size + size;
    out->size = (size_t)size;
    out->bytes = malloc(out->size);
    out->inputs.size = whole - sizeof size - out->size;
    out->inputs.text = out->inputs.size ? strndup(inputs, out->inputs.size) : NULL;
    out->inputs.are_known = true;
    if (!out->bytes || (out->inputs.size && !out->inputs.text)) {
        compiled_code_free(out);
        return false;
    }
    memcpy(out->bytes, packed + sizeof size, out->size);
    return true;
}

/* Checks whether |code| is a whole image for the device. |*out_is_complete|: |code| has a kernel,
 * or the request's texts define none. */
static krt_status check_code(struct krt_device *device, const struct compile_request *request,
                             const struct compiled_code *code, bool *out_is_complete)
{
    struct image image;
    krt_status status =
        image_choose(device, request->options.name, (struct span){code->bytes, code->size}, &image);
    if (status)
        return status;
    *out_is_complete = device->driver->kind == KRT_DRIVER_CUDA || image.object.kernel_count > 0 ||
                       !request_has_kernels(request);
    image_release(&image);
    return KRT_OK;
}

/* Loads code from disk. Removes an entry that cannot be used, or whose input files have changed. */
static bool load(struct krt_device *device, const struct compile_request *request,
                 const struct cache_key *key, struct compiled_code *out)
{
    const struct disk_cache *disk = &device->compiled->disk;
    void *packed;
    size_t whole;
    bool is_complete = false;
    if (!disk_cache_load(disk, key, &packed, &whole))
        return false;
    bool is_good = unpack(packed, whole, out);
    free(packed);
    is_good = is_good && compile_inputs_are_current(&out->inputs) &&
              check_code(device, request, out, &is_complete) == KRT_OK && is_complete;
    if (is_good)
        return true;
    compiled_code_free(out);
    disk_cache_drop(disk, key);
    return false;
}

/* Compiles a request. |*out_is_kept|: later calls may get the same code. */
static krt_status run_compiler(struct krt_device *device, const struct compile_request *request,
                               struct compiled_code *out, bool *out_is_kept)
{
    bool is_complete = false;
    krt_status status = compilers_run(&device->compiled->compilers, request, out);
    if (!status)
        status = check_code(device, request, out, &is_complete);
    if (status)
        compiled_code_free(out);
    *out_is_kept = !status && is_complete && out->inputs.are_known;
    return status;
}

/* Takes code from disk; first waits if another process is making it at this moment. If the disk has
 * no code, runs the compiler. */
static krt_status make_code(struct krt_device *device, const struct compile_request *request,
                            const struct cache_key *key, struct compiled_code *out,
                            bool *out_is_kept)
{
    struct compiled *compiled = device->compiled;
    *out = (struct compiled_code){0};
    *out_is_kept = true;
    if (load(device, request, key, out))
        return KRT_OK;
    krt_status status = KRT_OK;
    int lock = disk_cache_lock(&compiled->disk, key);
    if (lock < 0 || !load(device, request, key, out)) {
        status = run_compiler(device, request, out, out_is_kept);
        if (*out_is_kept)
            store(compiled, key, out);
    }
    disk_cache_unlock(lock);
    return status;
}

/* Makes the code of an entry that no other thread is making, and wakes the threads that wait for
 * it. */
static void entry_make(struct krt_device *device, const struct compile_request *request,
                       struct entry *entry)
{
    struct compiled *compiled = device->compiled;
    struct compiled_code code;
    bool is_kept;
    krt_status status = make_code(device, request, &entry->key, &code, &is_kept);
    char *message = status ? strdup(krt_error_message()) : NULL;
    pthread_mutex_lock(&compiled->lock);
    entry->status = status;
    entry->message = message;
    entry->code = code;
    entry->is_made = true;
    compiled->bytes += code.size;
    if (is_kept)
        list_trim(compiled);
    else
        /* The entry leaves the list, so that a later call makes the code again. */
        list_remove(compiled, list_find(compiled, &entry->key));
    pthread_cond_broadcast(&compiled->made);
    pthread_mutex_unlock(&compiled->lock);
}

/* Forgets |entry|, which the calling thread holds. */
static void entry_forget(struct compiled *compiled, struct entry *entry)
{
    pthread_mutex_lock(&compiled->lock);
    struct entry **link = list_find(compiled, &entry->key);
    if (*link == entry)
        list_remove(compiled, link);
    entry_release(entry);
    pthread_mutex_unlock(&compiled->lock);
}

/* Returns the entry of |key|. Its code was made by this thread or by another one. Returns NULL when
 * there is no memory. */
static struct entry *take_entry(struct krt_device *device, const struct compile_request *request,
                                const struct cache_key *key, bool *out_is_new)
{
    struct compiled *compiled = device->compiled;
    for (;;) {
        pthread_mutex_lock(&compiled->lock);
        struct entry *entry = list_take(compiled, key, out_is_new);
        bool was_made = entry && entry->is_made;
        while (entry && !*out_is_new && !entry->is_made)
            pthread_cond_wait(&compiled->made, &compiled->lock);
        pthread_mutex_unlock(&compiled->lock);
        if (entry && *out_is_new)
            entry_make(device, request, entry);
        if (!was_made || compile_inputs_are_current(&entry->code.inputs))
            return entry;
        entry_forget(compiled, entry);
    }
}

/* Returns a copy of the code from memory. Code that is not there is made first and kept. */
static krt_status take_kept(struct krt_device *device, const struct compile_request *request,
                            void **out_code, size_t *out_size)
{
    struct compiled *compiled = device->compiled;
    struct cache_key key;
    bool is_new;
    struct entry *entry = NULL;
    if (request_key(request, compiled->compilers.identity, &key))
        entry = take_entry(device, request, &key, &is_new);
    if (!entry)
        return fail(KRT_ERROR_OUT_OF_MEMORY, "krt_compile: no memory left");
    krt_status status = entry->status;
    void *code = status ? NULL : malloc(entry->code.size);
    if (status && !is_new)
        fail_long(status, entry->message ? entry->message : "krt_compile: no memory left");
    else if (!status && !code)
        status = fail(KRT_ERROR_OUT_OF_MEMORY, "krt_compile: no memory left");
    if (!status) {
        memcpy(code, entry->code.bytes, entry->code.size);
        *out_code = code;
        *out_size = entry->code.size;
    }
    pthread_mutex_lock(&compiled->lock);
    entry_release(entry);
    pthread_mutex_unlock(&compiled->lock);
    return status;
}

/* Makes code, which is not kept, and returns it. */
static krt_status take_new(struct krt_device *device, const struct compile_request *request,
                           void **out_code, size_t *out_size)
{
    struct compiled_code code;
    bool is_kept;
    krt_status status = run_compiler(device, request, &code, &is_kept);
    *out_code = code.bytes;
    *out_size = code.size;
    compile_inputs_free(&code.inputs);
    return status;
}

krt_status compile_code(struct krt_device *device, const char *source,
                        const struct krt_compile_options *options, void **out_code,
                        size_t *out_size)
{
    struct compile_request request;
    krt_status status = request_make(&request, device, source, options);
    if (status)
        return status;
    status = compiled_get(device);
    if (!status)
        status = (request_searches(&request) ? take_new : take_kept)(device, &request, out_code,
                                                                     out_size);
    request_free(&request);
    return status;
}

krt_status krt_compile(struct krt_device *device, const char *source,
                       const struct krt_compile_options *options, struct krt_raw_module **out)
{
    void *code = NULL;
    size_t size = 0;
    if (!out)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_compile: |out| is NULL");
    krt_status status = compile_code(device, source, options, &code, &size);
    if (!status)
        status = krt_module_load_raw(device, code, size, out);
    free(code);
    return status;
}
