/* Modules by name, in a list to which entries are only added. Each entry has a lock, which is held
 * while its module loads, so that several modules can load at once. */
#include <krt/extend.h>
#include <krt/storage.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    struct entry *next;
    pthread_mutex_t lock;
    _Atomic(struct krt_raw_module *) module; /* the module; NULL until it is loaded */
    char name[];
};

struct krt_module_cache {
    struct krt_device *device;
    pthread_mutex_t lock; /* held while an entry is added to the list */
    _Atomic(struct entry *) entries;
};

krt_status krt_module_cache_create(struct krt_device *device, struct krt_module_cache **out)
{
    if (!device || !out)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_module_cache_create: |%s| is NULL",
                        device ? "out" : "device");
    krt_status status = krt_device_enter(device);
    if (status)
        return status;
    struct krt_module_cache *cache = calloc(1, sizeof *cache);
    if (!cache)
        return krt_fail(KRT_ERROR_OUT_OF_MEMORY, "no memory for a cache of modules");
    cache->device = device;
    krt_device_keep(device);
    pthread_mutex_init(&cache->lock, NULL);
    *out = cache;
    return KRT_OK;
}

void krt_module_cache_destroy(struct krt_module_cache *cache)
{
    if (!cache)
        return;
    for (struct entry *entry = atomic_load(&cache->entries), *next; entry; entry = next) {
        next = entry->next;
        krt_module_unload(atomic_load(&entry->module));
        pthread_mutex_destroy(&entry->lock);
        free(entry);
    }
    pthread_mutex_destroy(&cache->lock);
    krt_device_leave(cache->device);
    free(cache);
}

static struct entry *find(struct krt_module_cache *cache, const char *name)
{
    struct entry *entry = atomic_load_explicit(&cache->entries, memory_order_acquire);
    while (entry && strcmp(entry->name, name) != 0)
        entry = entry->next;
    return entry;
}

/* Finds or adds the entry of |name|. Returns NULL if there is no memory for it. */
static struct entry *find_or_add(struct krt_module_cache *cache, const char *name)
{
    pthread_mutex_lock(&cache->lock);
    struct entry *entry = find(cache, name);
    size_t size = strlen(name) + 1;
    if (!entry && (entry = calloc(1, sizeof *entry + size))) {
        memcpy(entry->name, name, size);
        pthread_mutex_init(&entry->lock, NULL);
        entry->next = atomic_load_explicit(&cache->entries, memory_order_relaxed);
        atomic_store_explicit(&cache->entries, entry, memory_order_release);
    }
    pthread_mutex_unlock(&cache->lock);
    return entry;
}

static krt_status load(struct krt_module_cache *cache, const char *name, const void *data,
                       uint64_t bytes, struct krt_raw_module **out)
{
    struct entry *entry = find_or_add(cache, name);
    if (!entry)
        return krt_fail(KRT_ERROR_OUT_OF_MEMORY, "no memory for module %s", name);
    krt_status status = KRT_OK;
    pthread_mutex_lock(&entry->lock);
    struct krt_raw_module *module = atomic_load(&entry->module);
    if (!module) {
        status = krt_module_load_raw(cache->device, data, bytes, &module);
        if (!status)
            atomic_store_explicit(&entry->module, module, memory_order_release);
    }
    pthread_mutex_unlock(&entry->lock);
    if (status)
        return krt_fail(status, "module %s: %s", name, krt_error_message());
    *out = module;
    return KRT_OK;
}

krt_status krt_module_cache_get(struct krt_module_cache *cache, const char *name, const void *data,
                                uint64_t bytes, struct krt_raw_module **out)
{
    if (!cache || !name || !out)
        return krt_fail(KRT_ERROR_INVALID_ARGUMENT, "krt_module_cache_get: |%s| is NULL",
                        !cache  ? "cache"
                        : !name ? "name"
                                : "out");
    struct entry *entry = find(cache, name);
    struct krt_raw_module *module =
        entry ? atomic_load_explicit(&entry->module, memory_order_acquire) : NULL;
    if (!module && !data)
        return krt_fail(KRT_ERROR_NOT_FOUND,
                        "module %s is not in the cache, and there is no code object to load", name);
    if (!module)
        return load(cache, name, data, bytes, out);
    *out = module;
    return KRT_OK;
}
