/* krt_compile(): from memory, from disk or from a compiler, in this order.
 *
 * Memory keeps code, not loaded modules: every caller gets a module of its own, with its own
 * __device__ variables, and may unload it at any time.
 */
#include "compiler.h"

#include "device.h"
#include "disk_cache.h"
#include "error.h"

#include <stdlib.h>
#include <string.h>

static const size_t memory_limit = (size_t)64 << 20; /* bytes of code kept for a device */

/* One set of texts. It is on the list from the moment when a thread begins to make its code until
 * that fails or is forgotten; threads that need the same code wait for it. */
struct entry {
    struct entry *next; /* by last use */
    struct cache_key key;
    unsigned users; /* threads, and the list, that hold it */
    bool is_made;
    krt_status status;
    char *message; /* of a failure; NULL when there was no memory for it */
    void *code;
    size_t size;
};

struct compiled {
    struct compilers compilers;
    char *toolchain; /* a directory for kbuild, or NULL */
    struct disk_cache disk;
    pthread_mutex_t lock; /* guards what follows; not held while code is made */
    pthread_cond_t made;
    struct entry *entries;
    size_t bytes; /* of code on the list */
};

/* ---- Entries: all under the lock ------------------------------------------------------------ */

static void entry_release(struct entry *entry)
{
    if (--entry->users > 0)
        return;
    free(entry->message);
    free(entry->code);
    free(entry);
}

static void list_remove(struct compiled *compiled, struct entry **link)
{
    struct entry *entry = *link;
    *link = entry->next;
    compiled->bytes -= entry->size;
    entry_release(entry);
}

static struct entry **list_find(struct compiled *compiled, const struct cache_key *key)
{
    struct entry **link = &compiled->entries;
    while (*link && memcmp(&(*link)->key, key, sizeof *key) != 0)
        link = &(*link)->next;
    return link;
}

/* Forgets the least recently used code, except for the first on the list. */
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

/* The entry of |key| for the calling thread, which must make the code if |*out_is_new|. NULL when
 * there is no memory. */
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
        entry->users = 1; /* the list */
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
    compiled->toolchain = disk_cache_place(&compiled->disk, "kbuild");
    compiled->compilers.process.toolchain = compiled->toolchain;
    pthread_mutex_init(&compiled->lock, NULL);
    pthread_cond_init(&compiled->made, NULL);
    *out = compiled;
    return KRT_OK;
}

/* The device's state, made when it first compiles; tried again where that failed. */
static krt_status compiled_get(struct krt_device *device, struct compiled **out)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    krt_status status = KRT_OK;
    pthread_mutex_lock(&lock);
    if (!device->compiled)
        status = compiled_make(device->driver, &device->compiled);
    if (!status)
        *out = device->compiled;
    pthread_mutex_unlock(&lock);
    return status;
}

/* ---- Making code ---------------------------------------------------------------------------- */

/* From disk, where another process may be writing it at this moment, or from the compiler. */
static krt_status make_code(const struct compiled *compiled, const struct compile_request *request,
                            const struct cache_key *key, void **code, size_t *size)
{
    if (disk_cache_load(&compiled->disk, key, code, size))
        return KRT_OK;
    krt_status status = KRT_OK;
    int lock = disk_cache_lock(&compiled->disk, key);
    if (lock < 0 || !disk_cache_load(&compiled->disk, key, code, size)) {
        status = compilers_run(&compiled->compilers, request, code, size);
        if (!status)
            disk_cache_store(&compiled->disk, key, *code, *size);
    }
    disk_cache_unlock(lock);
    return status;
}

/* Makes code that no other thread is making, and wakes those that wait for it. */
static void entry_make(struct compiled *compiled, const struct compile_request *request,
                       struct entry *entry)
{
    void *code = NULL;
    size_t size = 0;
    krt_status status = make_code(compiled, request, &entry->key, &code, &size);
    char *message = status ? strdup(krt_error_message()) : NULL;
    pthread_mutex_lock(&compiled->lock);
    entry->status = status;
    entry->message = message;
    entry->code = code;
    entry->size = size;
    entry->is_made = true;
    compiled->bytes += size;
    if (status)
        list_remove(compiled, list_find(compiled, &entry->key)); /* so that it can be tried again */
    else
        list_trim(compiled);
    pthread_cond_broadcast(&compiled->made);
    pthread_mutex_unlock(&compiled->lock);
}

/* From memory, or made and put there: a copy of the code. */
static krt_status take_kept(struct compiled *compiled, const struct compile_request *request,
                            void **out_code, size_t *out_size)
{
    struct cache_key key;
    bool is_new;
    if (!request_key(request, compiled->compilers.identity, &key))
        return fail(KRT_ERROR_OUT_OF_MEMORY, "krt_compile: no memory left");
    pthread_mutex_lock(&compiled->lock);
    struct entry *entry = list_take(compiled, &key, &is_new);
    while (entry && !is_new && !entry->is_made)
        pthread_cond_wait(&compiled->made, &compiled->lock);
    pthread_mutex_unlock(&compiled->lock);
    if (!entry)
        return fail(KRT_ERROR_OUT_OF_MEMORY, "krt_compile: no memory left");
    if (is_new)
        entry_make(compiled, request, entry);
    krt_status status = entry->status;
    void *code = status ? NULL : malloc(entry->size);
    if (status && !is_new)
        fail_long(status, entry->message ? entry->message : "krt_compile: no memory left");
    else if (!status && !code)
        status = fail(KRT_ERROR_OUT_OF_MEMORY, "krt_compile: no memory left");
    if (!status) {
        memcpy(code, entry->code, entry->size);
        *out_code = code;
        *out_size = entry->size;
    }
    pthread_mutex_lock(&compiled->lock);
    entry_release(entry);
    pthread_mutex_unlock(&compiled->lock);
    return status;
}

krt_status compile_code(struct krt_device *device, const char *source,
                        const struct krt_compile_options *options, void **out_code,
                        size_t *out_size)
{
    struct compile_request request;
    struct compiled *compiled;
    krt_status status = request_make(&request, device, source, options);
    if (status)
        return status;
    status = compiled_get(device, &compiled);
    if (!status)
        status = request_reads_files(&request)
                     ? compilers_run(&compiled->compilers, &request, out_code, out_size)
                     : take_kept(compiled, &request, out_code, out_size);
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
