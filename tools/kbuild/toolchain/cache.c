/* Keeps the toolchain in a JSON file, so that the next build need not ask hipcc and clang again.
 *
 * {"format": "kbuild-toolchain-4",
 *  "key": {the request and the environment},
 *  "probes": [[path, size, mtime, ctime], or [path] for a path that did not exist],
 *  "toolchain": {member: path or text}, "processors": [name],
 *  "sum": the checksum of the document without this member, without spaces and with sorted keys}
 *
 * The file is valid while the key is the same and every look at the file system (a probe) gives the
 * same result. A damaged file counts as missing. */
#include "discover.h"

#include "util/checksum.h"
#include "util/file.h"

#include <errno.h>
#include <jansson.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- Looks at the file system ---- */

static int64_t nanoseconds(struct timespec time)
{
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Looks at |path| in the file system. Sets |*out_mode|, and all members of |probe| except for its
 * path. */
static void look(const char *path, struct probe *probe, mode_t *out_mode)
{
    struct stat info;
    *out_mode = 0;
    probe->exists = stat(path, &info) == 0;
    probe->size = probe->modified = probe->changed = 0;
    if (!probe->exists)
        return;
    probe->size = (int64_t)info.st_size;
    probe->modified = nanoseconds(info.st_mtim);
    probe->changed = nanoseconds(info.st_ctim);
    *out_mode = info.st_mode;
}

/* Whether errno after stat() means that the path certainly does not exist for this process. */
static bool is_absent(void)
{
    const int sure[] = {ENOENT, ENOTDIR, EACCES, ELOOP, ENAMETOOLONG};
    for (size_t i = 0; i < sizeof sure / sizeof *sure; i++)
        if (errno == sure[i])
            return true;
    return false;
}

static void probes_add(struct probes *probes, const struct probe *probe)
{
    for (size_t i = 0; i < probes->count; i++)
        if (strcmp(probes->items[i].path, probe->path) == 0)
            return;
    probes->items = mem_grow(probes->items, probes->count, sizeof *probes->items);
    struct probe *copy = &probes->items[probes->count++];
    *copy = *probe;
    copy->path = mem_dup(probe->path);
}

static mode_t remember(struct probes *probes, const char *path)
{
    struct probe probe = {.path = (char *)path};
    mode_t mode;
    look(path, &probe, &mode);
    probes->is_doubtful |= !probe.exists && !is_absent();
    probes_add(probes, &probe);
    return mode;
}

bool probe_file(struct probes *probes, const char *path)
{
    return S_ISREG(remember(probes, path));
}

bool probe_program(struct probes *probes, const char *path)
{
    return probe_file(probes, path) && access(path, X_OK) == 0;
}

bool probe_directory(struct probes *probes, const char *path, struct strings *out_names)
{
    if (!S_ISDIR(remember(probes, path)))
        return false;
    if (out_names && !path_list(path, out_names))
        probes->is_doubtful = true;
    return true;
}

/* Whether the file system still gives the same result for every probe. */
static bool probes_unchanged(const struct probes *probes)
{
    for (size_t i = 0; i < probes->count; i++) {
        const struct probe *before = &probes->items[i];
        struct probe now;
        mode_t mode;
        look(before->path, &now, &mode);
        if (now.exists != before->exists || now.size != before->size ||
            now.modified != before->modified || now.changed != before->changed)
            return false;
    }
    return true;
}

/* Whether all files of the probes were changed so long ago that a further change would give them
 * another time. */
static bool probes_settled(const struct probes *probes)
{
    enum {
        /* for how many nanoseconds a changed file may keep its time: file systems set times by the
         * kernel's tick, which is at most 10 ms */
        CLOCK_STEP = 20 * 1000 * 1000
    };
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    for (size_t i = 0; i < probes->count; i++)
        if (probes->items[i].changed > nanoseconds(time) - CLOCK_STEP)
            return false;
    return true;
}

void probes_free(struct probes *probes)
{
    for (size_t i = 0; i < probes->count; i++)
        free(probes->items[i].path);
    free(probes->items);
    *probes = (struct probes){0};
}

/* ---- The file of the cache ------------------------------------------------------------------- */

static const char format[] = "kbuild-toolchain-4";

/* The environment variables on which the result of hipcc or of the search depends. */
static const char *const variables[] = {
    "PATH",        "HIP_PATH",     "ROCM_PATH",    "HIP_CLANG_PATH",  "HIP_DEVICE_LIB_PATH",
    "HIP_RUNTIME", "HIP_COMPILER", "HIP_PLATFORM", "HIP_ROCCLR_HOME", "KBUILD_SYSROOT",
};

static const struct {
    const char *name;
    size_t offset;
} members[] = {
#define MEMBER(field)                                                                              \
    {                                                                                              \
#field, offsetof(struct toolchain, field)                                                  \
    }
    MEMBER(rocm_path),     MEMBER(hipcc),        MEMBER(hip_version), MEMBER(clang),
    MEMBER(clang_version), MEMBER(resource_dir), MEMBER(lld),         MEMBER(device_libs),
    MEMBER(libclang),      MEMBER(ninja),        MEMBER(fingerprint),
#undef MEMBER
};
enum { MEMBER_COUNT = sizeof members / sizeof *members };

static const char **member(struct toolchain *toolchain, size_t index)
{
    return (const char **)((char *)toolchain + members[index].offset);
}

/* Whether |list|, a list of paths with colons, has a relative path. */
static bool is_relative(const char *list)
{
    for (const char *at = list; at;) {
        if (*at != '/')
            return true;
        at = strchr(at, ':');
        at = at ? at + 1 : NULL;
    }
    return false;
}

static json_t *text_or_null(const char *text)
{
    return text ? json_string(text) : json_null();
}

/* Makes the key: everything on which the result depends, except for the file system. Returns NULL
 * if JSON cannot represent the key. */
static json_t *make_key(const struct toolchain_request *request)
{
    json_t *key = json_object();
    bool ok = true, relative = false;
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i]);
        relative |= value && *value && is_relative(value);
        ok &= json_object_set_new(key, variables[i], text_or_null(value)) == 0;
    }
    relative |= request->clang && strchr(request->clang, '/') && request->clang[0] != '/';
    relative |= request->hipcc && strchr(request->hipcc, '/') && request->hipcc[0] != '/';
    OWNED char *here = relative ? getcwd(NULL, 0) : NULL;
    ok &= json_object_set_new(key, "directory", text_or_null(here)) == 0;
    ok &= json_object_set_new(key, "clang", text_or_null(request->clang)) == 0;
    ok &= json_object_set_new(key, "hipcc", text_or_null(request->hipcc)) == 0;
    if (ok)
        return key;
    json_decref(key);
    return NULL;
}

static json_t *probes_to_json(const struct probes *probes)
{
    json_t *list = json_array();
    for (size_t i = 0; i < probes->count; i++) {
        const struct probe *probe = &probes->items[i];
        json_t *item = probe->exists
                           ? json_pack("[s, I, I, I]", probe->path, (json_int_t)probe->size,
                                       (json_int_t)probe->modified, (json_int_t)probe->changed)
                           : json_pack("[s]", probe->path);
        if (!item || json_array_append_new(list, item) != 0) {
            json_decref(list);
            return NULL; /* A path is not UTF-8, which JSON cannot represent. */
        }
    }
    return list;
}

static bool probes_from_json(const json_t *list, struct probes *out)
{
    if (!json_is_array(list) || !json_array_size(list))
        return false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *item = json_array_get(list, i);
        const char *path;
        json_int_t size = 0, modified = 0, changed = 0;
        bool exists = json_array_size(item) > 1;
        if (json_unpack(item, exists ? "[s, I, I, I!]" : "[s!]", &path, &size, &modified,
                        &changed) != 0)
            return false;
        probes_add(out, &(struct probe){(char *)path, exists, size, modified, changed});
    }
    return true;
}

static json_t *toolchain_to_json(const struct toolchain *toolchain)
{
    json_t *object = json_object();
    for (size_t i = 0; i < MEMBER_COUNT; i++) {
        const char *text = *member((struct toolchain *)toolchain, i);
        if (text && json_object_set_new(object, members[i].name, json_string(text)) != 0) {
            json_decref(object);
            return NULL;
        }
    }
    return object;
}

static bool toolchain_from_json(const json_t *object, const json_t *processors,
                                struct toolchain *out)
{
    if (!json_is_object(object) || !json_is_array(processors))
        return false;
    for (size_t i = 0; i < MEMBER_COUNT; i++) {
        const json_t *text = json_object_get(object, members[i].name);
        if (text && !json_is_string(text))
            return false;
        if (text)
            *member(out, i) = strings_keep(&out->texts, mem_dup(json_string_value(text)));
    }
    for (size_t i = 0; i < json_array_size(processors); i++) {
        const char *name = json_string_value(json_array_get(processors, i));
        if (!name)
            return false;
        strings_add(&out->processors, name);
    }
    return true;
}

static bool is_current(const json_t *root, const struct toolchain_request *request)
{
    const char *found = json_string_value(json_object_get(root, "format"));
    if (!found || strcmp(found, format) != 0)
        return false;
    json_auto_t *key = make_key(request);
    bool same = key && json_equal(key, json_object_get(root, "key"));
    OWNED_BY(probes_free) struct probes probes = {0};
    same = same && probes_from_json(json_object_get(root, "probes"), &probes) &&
           probes_unchanged(&probes);
    return same;
}

/* Returns the checksum for |root|, to which "sum" is not added yet. */
static char *sum_of(const json_t *root)
{
    OWNED char *text = json_dumps(root, JSON_COMPACT | JSON_SORT_KEYS);
    return mem_format("%016" PRIx64, text ? checksum_of(text, strlen(text)) : 0);
}

/* Whether the member "sum" of |root| is right. Removes the member from |root|. */
static bool is_whole(json_t *root)
{
    OWNED char *found = json_is_string(json_object_get(root, "sum"))
                            ? mem_dup(json_string_value(json_object_get(root, "sum")))
                            : mem_dup("");
    json_object_del(root, "sum");
    OWNED char *wanted = sum_of(root);
    return strcmp(found, wanted) == 0;
}

bool cache_load(const char *path, const struct toolchain_request *request, struct toolchain *out)
{
    OWNED_BY(buf_free) struct buf text = {0};
    json_auto_t *root = file_try_read(path, &text)
                            ? json_loadb(text.data, text.size, JSON_REJECT_DUPLICATES, NULL)
                            : NULL;
    struct toolchain loaded = {0};
    bool ok = root && is_whole(root) && is_current(root, request) &&
              toolchain_from_json(json_object_get(root, "toolchain"),
                                  json_object_get(root, "processors"), &loaded);
    if (ok)
        *out = loaded;
    else
        toolchain_free(&loaded);
    return ok;
}

enum status cache_store(const char *path, const struct toolchain_request *request,
                        const struct discovery *discovery)
{
    /* Only a complete result is stored. If a program did not answer, a signal or a limit may have
     * stopped it, so the next build asks it again. The result is not stored either if a change of a
     * file in the next moments could go unnoticed. */
    if (discovery->probes.is_doubtful || !toolchain_is_complete(&discovery->found) ||
        !probes_settled(&discovery->probes))
        return STATUS_OK;
    json_t *processors = json_array();
    for (size_t i = 0; i < discovery->found.processors.count; i++)
        json_array_append_new(processors, json_string(discovery->found.processors.items[i]));
    json_auto_t *root =
        json_pack("{s:s, s:o*, s:o*, s:o*, s:o}", "format", format, "key", make_key(request),
                  "probes", probes_to_json(&discovery->probes), "toolchain",
                  toolchain_to_json(&discovery->found), "processors", processors);
    bool whole = root && json_object_get(root, "key") && json_object_get(root, "probes") &&
                 json_object_get(root, "toolchain");
    OWNED char *sum = whole ? sum_of(root) : NULL;
    if (whole)
        json_object_set_new(root, "sum", json_string(sum));
    OWNED char *text = whole ? json_dumps(root, JSON_INDENT(1) | JSON_SORT_KEYS) : NULL;
    if (!text)
        /* A path is not UTF-8, which JSON cannot represent, so every build searches again. */
        return STATUS_OK;
    return file_write(path, text, strlen(text));
}
