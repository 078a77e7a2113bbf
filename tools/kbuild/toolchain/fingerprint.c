/* A digest of everything in the toolchain that changes the bytes of a compile's output. */
#include "discover.h"

#include "util/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* Hashes the size first, so that two different lists of texts never become the same bytes. */
static void hash_bytes(XXH3_state_t *state, const void *data, size_t size)
{
    char length[32];
    int digits = snprintf(length, sizeof length, "%zu:", size);
    XXH3_128bits_update(state, length, (size_t)digits);
    XXH3_128bits_update(state, data, size);
}

static bool hash_library(XXH3_state_t *state, struct probes *probes, const char *directory,
                         const char *name)
{
    char *path = path_join(directory, name);
    struct buf data = {0};
    bool ok = probe_file(probes, path) && file_read(path, &data) == STATUS_OK;
    if (ok) {
        hash_bytes(state, name, strlen(name));
        hash_bytes(state, data.data, data.size);
    }
    buf_free(&data);
    free(path);
    return ok;
}

char *fingerprint_make(struct probes *probes, const char *clang_line, const char *lld_line,
                       const char *device_libs)
{
    struct strings names = {0};
    XXH3_state_t *state = XXH3_createState();
    bool ok = state && probe_directory(probes, device_libs, &names);
    if (ok) {
        XXH3_128bits_reset(state);
        hash_bytes(state, clang_line, strlen(clang_line));
        hash_bytes(state, lld_line, strlen(lld_line));
    }
    for (size_t i = 0; ok && i < names.count; i++)
        if (strcmp(path_extension(names.items[i]), ".bc") == 0)
            ok = hash_library(state, probes, device_libs, names.items[i]);
    char *hex = NULL;
    if (ok) {
        XXH128_hash_t digest = XXH3_128bits_digest(state);
        hex = mem_format("%016llx%016llx", (unsigned long long)digest.high64,
                         (unsigned long long)digest.low64);
    }
    XXH3_freeState(state);
    strings_free(&names);
    return hex;
}
