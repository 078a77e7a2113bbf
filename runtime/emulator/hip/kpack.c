/* Finds the code objects of a library that are in kpack archives beside it, as AMD's runtime does.
 *
 * Paths in the library's reference are relative to the directory of its file. ROCM_KPACK_PATH, a
 * list of archives separated by colons, replaces them, and ROCM_KPACK_PATH_PREFIX is tried before
 * them; ROCM_KPACK_DISABLE makes every search fail. Missing archives are skipped, because each GPU
 * has its own. See kpack_load_code_object() in rocm-kpack's runtime/src/loader.cpp, and
 * FatBinaryInfo::ExtractKpackBinary() in clr's hip_fatbin.cpp.
 */
#include "kpack.h"

#include "module.h"

#include "mapped_file.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* the most archives that are opened for a device; if there are more, the search fails */
enum { ARCHIVES_MAX = 64 };
#define UNPACKED_MAX (4ull << 30)

struct opened {
    struct mapped_file file;
    struct kpack_archive archive;
};

struct search {
    const struct kpack_library *library;
    const struct device *device;
    const char *function; /* the name of the HIP function that was called, for messages */
    struct kpack_reference reference;
    char *path;    /* the path of the library's own file */
    char *missing; /* the first path at which an archive is missing */
    char *damaged; /* a message about the first archive that cannot be read */
    struct opened archives[ARCHIVES_MAX];
    size_t count;
    bool has_memory, is_full;
};

/* ---- The library that contains an address ---------------------------------------------------- */

/* What /proc/self/maps says about an address. */
struct mapping {
    /* the path of the mapped file, which the caller frees; NULL if no file is mapped there */
    char *path;
    /* how many bytes there are from the address to the end of the mapping; 0 if nothing is mapped
     * there */
    size_t left;
};

static struct mapping mapping_at(const void *address)
{
    struct mapping found = {0};
    FILE *maps = fopen("/proc/self/maps", "re");
    char *line = NULL;
    size_t room = 0;
    while (maps && found.left == 0 && getline(&line, &room, maps) > 0) {
        uintptr_t start, end;
        int at = 0;
        if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %*s %*s %*s %*s %n", &start, &end, &at) < 2 ||
            (uintptr_t)address < start || (uintptr_t)address >= end)
            continue;
        line[strcspn(line, "\n")] = '\0';
        found.left = end - (uintptr_t)address;
        found.path = line[at] == '/' ? strdup(line + at) : NULL;
    }
    free(line);
    if (maps)
        fclose(maps);
    return found;
}

/* Reads the reference to archives, and finds the library's file. The reference says where it ends.
 * It must not reach past the end of its mapping, because the pages after the mapping may not be
 * readable. */
static hipError_t open_library(struct search *search)
{
    struct codeobj_error error;
    struct mapping reference = mapping_at(search->library->reference);
    free(reference.path);
    search->path = mapping_at(search->library->wrapper).path;
    if (!search->path)
        return fail(hipErrorInvalidImage,
                    "%s: the device code is in kpack archives beside a library, but what "
                    "registered it is not in a file",
                    search->function);
    struct span bytes = {search->library->reference, reference.left};
    if (kpack_reference_open(bytes, &search->reference, &error))
        return fail(hipErrorInvalidImage, "%s: %s: %s", search->function, search->path,
                    error.message);
    return hipSuccess;
}

/* ---- Finding archives ------------------------------------------------------------------------ */

/* Opens the archive at |path|, unless it is missing or already open. Owns |path| from now on. */
static void add_archive(struct search *search, char *path)
{
    struct codeobj_error error;
    struct opened opened = {0};
    if (!path) {
        search->has_memory = false;
        return;
    }
    if (mapped_file_open(path, &opened.file, &error) != CODEOBJ_OK) {
        if (search->missing)
            free(path);
        else
            search->missing = path;
        return;
    }
    if (kpack_open(opened.file.bytes, &opened.archive, &error) != CODEOBJ_OK) {
        if (!search->damaged && asprintf(&search->damaged, "%s: %s", path, error.message) < 0)
            search->damaged = NULL;
        search->has_memory = search->has_memory && error.status != CODEOBJ_NO_MEMORY;
        mapped_file_close(&opened.file);
    } else if (search->count < ARCHIVES_MAX) {
        search->archives[search->count++] = opened;
    } else {
        search->is_full = true;
        kpack_close(&opened.archive);
        mapped_file_close(&opened.file);
    }
    free(path);
}

/* Returns the path of the archive that |pattern| names: with |target|, unless NULL, in place of
 * "KPACK_TARGET", and below the directory of the library that names the archives, unless the
 * pattern is absolute. */
static char *make_path(const struct search *search, const char *pattern, const char *target)
{
    const char *place = target ? strstr(pattern, KPACK_TARGET) : NULL;
    int directory = pattern[0] == '/' ? 0 : (int)(strrchr(search->path, '/') - search->path) + 1;
    char *path;
    int size =
        place ? asprintf(&path, "%.*s%.*s%s%s", directory, search->path, (int)(place - pattern),
                         pattern, target, place + sizeof KPACK_TARGET - 1)
              : asprintf(&path, "%.*s%s", directory, search->path, pattern);
    return size < 0 ? NULL : path;
}

/* Adds the archives of a processor. The name of an archive contains the target of its images. That
 * target may state some of the device's features, so all combinations are tried. */
static void add_for_processor(struct search *search, const char *pattern, struct target_id target)
{
    const struct target_id *device = &search->device->target;
    static const struct {
        bool sramecc, xnack;
    } named[] = {{false, false}, {false, true}, {true, false}, {true, true}};
    char text[TARGET_ID_MAX];
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++) {
        if ((named[i].sramecc && device->sramecc == TARGET_FEATURE_ANY) ||
            (named[i].xnack && device->xnack == TARGET_FEATURE_ANY))
            continue;
        target.sramecc = named[i].sramecc ? device->sramecc : TARGET_FEATURE_ANY;
        target.xnack = named[i].xnack ? device->xnack : TARGET_FEATURE_ANY;
        add_archive(search, make_path(search, pattern, target_id_print(&target, text)));
    }
}

static void add_pattern(struct search *search, const char *pattern)
{
    struct target_id own = search->device->target, generic;
    if (!strstr(pattern, KPACK_TARGET)) {
        add_archive(search, make_path(search, pattern, NULL));
        return;
    }
    add_for_processor(search, pattern, own);
    if (own.info->generic && target_id_parse(own.info->generic, &generic, NULL) == CODEOBJ_OK)
        add_for_processor(search, pattern, generic);
}

/* Adds the archives that an environment variable lists; paths in the list are used unchanged. */
static bool add_list(struct search *search, const char *variable)
{
    const char *list = secure_getenv(variable);
    if (!list || !*list)
        return false;
    for (size_t size; *list; list += size + (list[size] == ':')) {
        size = strcspn(list, ":");
        if (size > 0)
            add_archive(search, strndup(list, size));
    }
    return true;
}

static void find_archives(struct search *search)
{
    if (add_list(search, "ROCM_KPACK_PATH"))
        return;
    add_list(search, "ROCM_KPACK_PATH_PREFIX");
    for (size_t i = 0; i < search->reference.path_count; i++)
        add_pattern(search, search->reference.paths[i]);
}

/* ---- Choosing and loading an image ----------------------------------------------------------- */

/* The images, in all archives, that fit the library and the wrapper's number. */
struct candidates {
    struct target_id *targets;
    const struct kpack_image **images;
    const struct kpack_archive **archives;
    size_t count;
};

static void list_images(const struct search *search, struct candidates *out)
{
    for (size_t i = 0; i < search->count; i++) {
        const struct kpack_archive *archive = &search->archives[i].archive;
        for (size_t j = 0; j < archive->count; j++) {
            const struct kpack_image *image = &archive->images[j];
            if (!kpack_image_is_of(image, search->reference.name, search->library->index) ||
                target_id_parse(image->target, &out->targets[out->count], NULL) != CODEOBJ_OK)
                continue;
            out->images[out->count] = image;
            out->archives[out->count++] = archive;
        }
    }
}

static hipError_t fail_no_image(const struct search *search, const struct candidates *candidates)
{
    char sentence[TARGET_SENTENCE_MAX];
    const char *function = search->function;
    if (search->is_full)
        return fail(hipErrorInvalidImage, "%s: %s names more than %d kpack archives", function,
                    search->path, ARCHIVES_MAX);
    if (search->damaged)
        return fail(hipErrorInvalidImage, "%s: %s", function, search->damaged);
    if (search->count == 0)
        return fail(hipErrorInvalidImage,
                    "%s: the device code of %s is in kpack archives, and there is none for this "
                    "device: %s; install it there, or set ROCM_KPACK_PATH",
                    function, search->path, search->missing ? search->missing : "no path");
    if (candidates->count == 0)
        return fail(hipErrorInvalidImage,
                    "%s: the kpack archives of %s have nothing for '%s#%" PRIu32
                    "'; install those of the same build",
                    function, search->path, search->reference.name, search->library->index);
    target_id_explain(candidates->targets, candidates->count, &search->device->target, sentence);
    return fail(hipErrorNoBinaryForGpu, "%s: %s", function, sentence);
}

static hipError_t load_image(struct gpu *gpu, const struct search *search,
                             const struct kpack_archive *archive, const struct kpack_image *image,
                             struct ihipModule_t **out)
{
    struct codeobj_error error;
    struct span object;
    uint8_t *unpacked;
    enum codeobj_status status =
        kpack_unpack(archive, image, UNPACKED_MAX, &object, &unpacked, &error);
    if (status)
        return fail(status == CODEOBJ_NO_MEMORY ? hipErrorOutOfMemory : hipErrorInvalidImage,
                    "%s: a kpack archive of %s: %s", search->function, search->path, error.message);
    hipError_t result = module_load(gpu, object, search->function, out);
    free(unpacked);
    return result;
}

static hipError_t choose_image(struct gpu *gpu, const struct search *search,
                               struct ihipModule_t **out)
{
    size_t most = 1;
    for (size_t i = 0; i < search->count; i++)
        most += search->archives[i].archive.count;
    struct candidates candidates = {
        .targets = calloc(most, sizeof *candidates.targets),
        .images = calloc(most, sizeof *candidates.images),
        .archives = calloc(most, sizeof *candidates.archives),
    };
    hipError_t error;
    if (!candidates.targets || !candidates.images || !candidates.archives) {
        error = fail(hipErrorOutOfMemory, "%s: out of memory", search->function);
    } else {
        list_images(search, &candidates);
        int chosen =
            target_id_choose(candidates.targets, candidates.count, &search->device->target);
        error = chosen < 0 ? fail_no_image(search, &candidates)
                           : load_image(gpu, search, candidates.archives[chosen],
                                        candidates.images[chosen], out);
    }
    free(candidates.targets);
    free(candidates.images);
    free(candidates.archives);
    return error;
}

static hipError_t run_search(struct gpu *gpu, struct search *search, struct ihipModule_t **out)
{
    const char *off = secure_getenv("ROCM_KPACK_DISABLE");
    if (off && *off && *off != '0')
        return fail(hipErrorInvalidImage, "%s: ROCM_KPACK_DISABLE forbids to read kpack archives",
                    search->function);
    hipError_t error = open_library(search);
    if (error)
        return error;
    find_archives(search);
    if (!search->has_memory)
        return fail(hipErrorOutOfMemory, "%s: out of memory", search->function);
    return choose_image(gpu, search, out);
}

hipError_t kpack_load(struct gpu *gpu, const struct kpack_library *library, const char *function,
                      struct ihipModule_t **out)
{
    struct search *search = calloc(1, sizeof *search);
    if (!search)
        return fail(hipErrorOutOfMemory, "%s: out of memory", function);
    *search = (struct search){
        .library = library, .device = gpu->device, .function = function, .has_memory = true};
    hipError_t error = run_search(gpu, search, out);
    for (size_t i = 0; i < search->count; i++) {
        kpack_close(&search->archives[i].archive);
        mapped_file_close(&search->archives[i].file);
    }
    kpack_reference_close(&search->reference);
    free(search->path);
    free(search->missing);
    free(search->damaged);
    free(search);
    return error;
}
