/* krt_compile(): from memory, from disk or from the compiler, in this order.
 *
 * What is kept in memory is code and not loaded modules: every caller gets a module of its own,
 * whose __device__ variables nobody else writes, and may unload it when it likes.
 */
#include "compile.h"

#include "compiler.h"
#include "device.h"
#include "disk_cache.h"
#include "error.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { FORMAT = 1 }; /* of what goes into a key */

static const size_t memory_limit = (size_t)64 << 20; /* bytes of code kept for a device */

/* One set of texts. It is on the list from when a thread begins to make its code until that fails
 * or has been forgotten; threads that want the same wait for it. */
struct entry {
    struct entry *next; /* by last use */
    struct cache_key key;
    unsigned users; /* threads, and the list, that hold it */
    bool is_made;
    krt_status status;
    char *message; /* of a failure; NULL without memory for it */
    void *code;
    size_t size;
};

struct compiled {
    struct compiler compiler;
    struct disk_cache disk;
    pthread_mutex_t lock; /* of what follows; not held while anything is made */
    pthread_cond_t made;
    struct entry *entries;
    size_t bytes; /* of code on the list */
};

/* ---- What is asked for ---------------------------------------------------------------------- */

struct request {
    const char *target, *source;
    struct krt_compile_options options; /* complete: |name| is never NULL */
};

static bool has_prefix(const char *text, const char *const *prefixes)
{
    for (; *prefixes; prefixes++) {
        if (strncmp(text, *prefixes, strlen(*prefixes)) == 0)
            return true;
    }
    return false;
}

static krt_status check_texts(const char *const *texts, uint32_t count, const char *what)
{
    if (count > INT_MAX - 1)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_compile: %u %s are too many", count, what);
    if (count > 0 && !texts)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_compile: %u %s, but their array is NULL",
                    count, what);
    for (uint32_t i = 0; i < count; i++) {
        if (!texts[i])
            return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_compile: %s[%u] is NULL", what, i);
    }
    return KRT_OK;
}

/* A name stands in one line of the source. */
static krt_status check_name(const char *name)
{
    for (const char *at = name; *at; at++) {
        if ((unsigned char)*at < ' ')
            return fail(KRT_ERROR_INVALID_ARGUMENT,
                        "krt_compile: the name \"%s\" has a control character in it", name);
    }
    return KRT_OK;
}

static krt_status check_options(const struct krt_compile_options *options)
{
    static const char *const targets[] = {"--offload-arch", "--gpu-architecture", "--amdgpu-target",
                                          "-arch", NULL};
    krt_status status = check_texts(options->arguments, options->argument_count, "arguments");
    if (!status)
        status = check_texts(options->header_names, options->header_count, "header_names");
    if (!status)
        status = check_texts(options->header_texts, options->header_count, "header_texts");
    if (!status)
        status = check_name(options->name);
    for (uint32_t i = 0; !status && i < options->header_count; i++)
        status = check_name(options->header_names[i]);
    for (uint32_t i = 0; !status && i < options->argument_count; i++) {
        if (has_prefix(options->arguments[i], targets))
            return fail(KRT_ERROR_INVALID_ARGUMENT,
                        "krt_compile: the argument %s: leave it out, the code is for the device",
                        options->arguments[i]);
    }
    return status;
}

static krt_status make_request(struct request *out, const struct krt_device *device,
                               const char *source, const struct krt_compile_options *options)
{
    *out = (struct request){.source = source};
    if (!device || !source)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_compile: |%s| is NULL",
                    device ? "source" : "device");
    out->target = device->info.target;
    if (options && options->struct_size < offsetof(struct krt_compile_options, arguments))
        return fail(KRT_ERROR_INVALID_ARGUMENT,
                    "krt_compile: struct_size of the options is %zu: set it to their sizeof",
                    options->struct_size);
    if (options) /* a caller that is older than this library knows fewer members */
        memcpy(&out->options, options,
               options->struct_size < sizeof *options ? options->struct_size : sizeof *options);
    if (!out->options.name)
        out->options.name = "source";
    return check_options(&out->options);
}

/* Do arguments let the compiler read files, whose texts are in no key? */
static bool reads_files(const struct krt_compile_options *options)
{
    static const char *const readers[] = {"-I",          "-i",       "--include", "--pre-include",
                                          "--embed-dir", "-fmodule", "@",         NULL};
    for (uint32_t i = 0; i < options->argument_count; i++) {
        if (has_prefix(options->arguments[i], readers))
            return true;
    }
    return false;
}

/* With its length before it, so that no two lists of texts are one stream of bytes. */
static void hash_text(XXH3_state_t *state, const char *text)
{
    uint64_t length = strlen(text);
    XXH3_128bits_update(state, &length, sizeof length);
    XXH3_128bits_update(state, text, length);
}

static bool make_key(const struct compiler *compiler, const struct request *request,
                     struct cache_key *out)
{
    /* What hiprtc adds to its arguments by itself. */
    static const char *const variables[] = {"HIPRTC_COMPILE_OPTIONS_APPEND",
                                            "HIPRTC_LINK_OPTIONS_APPEND"};
    const struct krt_compile_options *options = &request->options;
    const uint32_t numbers[] = {FORMAT, options->argument_count, options->header_count};
    XXH3_state_t *state = XXH3_createState();
    if (!state)
        return false;
    XXH3_128bits_reset(state);
    XXH3_128bits_update(state, numbers, sizeof numbers);
    hash_text(state, compiler->identity);
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *value = getenv(variables[i]);
        hash_text(state, value ? value : "");
    }
    hash_text(state, request->target);
    hash_text(state, options->name);
    hash_text(state, request->source);
    for (uint32_t i = 0; i < options->argument_count; i++)
        hash_text(state, options->arguments[i]);
    for (uint32_t i = 0; i < options->header_count; i++) {
        hash_text(state, options->header_names[i]);
        hash_text(state, options->header_texts[i]);
    }
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(state));
    XXH3_freeState(state);
    memcpy(out->bytes, canonical.digest, sizeof out->bytes);
    return true;
}

/* ---- What a device has compiled ------------------------------------------------------------- */

void compiled_free(struct compiled *compiled)
{
    if (!compiled)
        return;
    for (struct entry *entry = compiled->entries, *next; entry; entry = next) {
        next = entry->next;
        free(entry->code);
        free(entry);
    }
    disk_cache_close(&compiled->disk);
    pthread_cond_destroy(&compiled->made);
    pthread_mutex_destroy(&compiled->lock);
    free(compiled);
}

static krt_status compiled_make(const struct driver *driver, struct compiled **out)
{
    struct compiled *compiled = calloc(1, sizeof *compiled);
    if (!compiled)
        return fail(KRT_ERROR_OUT_OF_MEMORY, "krt_compile: no memory left");
    krt_status status = compiler_open(driver, &compiled->compiler);
    if (!status)
        status = disk_cache_open(&compiled->disk);
    if (status) {
        free(compiled);
        return status;
    }
    pthread_mutex_init(&compiled->lock, NULL);
    pthread_cond_init(&compiled->made, NULL);
    *out = compiled;
    return KRT_OK;
}

/* The device's, made when it first compiles; tried again where that failed. */
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

/* Forgets the code that has not been asked for for longest, but for the first on the list. */
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

/* The entry of |key| for the calling thread, which has to make it if |*out_is_new|. NULL without
 * memory. */
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

/* ---- Making code ---------------------------------------------------------------------------- */

static krt_status run(const struct compiled *compiled, const struct request *request, void **code,
                      size_t *size)
{
    return compiler_run(&compiled->compiler, request->target, request->source, &request->options,
                        code, size);
}

/* From disk, where another process may be putting it at this moment, or from the compiler. */
static krt_status make_code(const struct compiled *compiled, const struct request *request,
                            const struct cache_key *key, void **code, size_t *size)
{
    if (disk_cache_load(&compiled->disk, key, code, size))
        return KRT_OK;
    krt_status status = KRT_OK;
    int lock = disk_cache_lock(&compiled->disk, key);
    if (lock < 0 || !disk_cache_load(&compiled->disk, key, code, size)) {
        status = run(compiled, request, code, size);
        if (!status)
            disk_cache_store(&compiled->disk, key, *code, *size);
    }
    disk_cache_unlock(lock);
    return status;
}

/* Makes what no other thread is making, and tells those that wait. */
static void entry_make(struct compiled *compiled, const struct request *request,
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

/* From memory, or by way of it. */
static krt_status load_kept(struct krt_device *device, struct compiled *compiled,
                            const struct request *request, struct krt_raw_module **out)
{
    struct cache_key key;
    bool is_new;
    if (!make_key(&compiled->compiler, request, &key))
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
    if (!status)
        status = krt_module_load_raw(device, entry->code, entry->size, out);
    else if (!is_new)
        fail_long(status, entry->message ? entry->message : "krt_compile: no memory left");
    pthread_mutex_lock(&compiled->lock);
    entry_release(entry);
    pthread_mutex_unlock(&compiled->lock);
    return status;
}

static krt_status load_fresh(struct krt_device *device, const struct compiled *compiled,
                             const struct request *request, struct krt_raw_module **out)
{
    void *code = NULL;
    size_t size = 0;
    krt_status status = run(compiled, request, &code, &size);
    if (!status)
        status = krt_module_load_raw(device, code, size, out);
    free(code);
    return status;
}

krt_status krt_compile(struct krt_device *device, const char *source,
                       const struct krt_compile_options *options, struct krt_raw_module **out)
{
    struct request request;
    struct compiled *compiled;
    krt_status status = make_request(&request, device, source, options);
    if (!status && !out)
        status = fail(KRT_ERROR_INVALID_ARGUMENT, "krt_compile: |out| is NULL");
    if (!status)
        status = compiled_get(device, &compiled);
    if (!status)
        status = compiler_check_target(&compiled->compiler, request.target);
    if (status)
        return status;
    return reads_files(&request.options) ? load_fresh(device, compiled, &request, out)
                                         : load_kept(device, compiled, &request, out);
}
