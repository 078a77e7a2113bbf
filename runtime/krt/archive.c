/* Archives of packages: where libkrt looks for archives, which archives it refuses, and which
 * archive has a module's image. kernel_archive.h describes the format.
 */
#include "archive.h"

#include "error.h"
#include "kernel_archive.h"
#include "mapped_file.h"
#include "package.h"
#include "place.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* An archive of a package that is open in this process. */
struct archive {
    struct archive *next;
    struct kernel_archive index;
    struct mapped_file file;
    /* a copy of a signed file's bytes, so that nobody changes them after the verification; or
     * NULL */
    uint8_t *copy;
    char path[];
};

static void archive_close(struct archive *archive)
{
    if (!archive)
        return;
    mapped_file_close(&archive->file);
    free(archive->copy);
    free(archive);
}

static void archives_close(struct archive *first)
{
    while (first) {
        struct archive *next = first->next;
        archive_close(first);
        first = next;
    }
}

static struct archive *find_family(struct archive *first, const char *family)
{
    while (first && strcmp(first->index.family, family) != 0)
        first = first->next;
    return first;
}

/* ---- Opening an archive ---------------------------------------------------------------------- */

static uint64_t build_of(const struct krt_package *package)
{
    return package->struct_size >= offsetof(struct krt_package, sources) ? package->build : 0;
}

static krt_status check_index(const struct krt_package *package, struct archive *archive,
                              struct span bytes)
{
    struct codeobj_error error;
    if (kernel_archive_open(bytes, &archive->index, &error) != CODEOBJ_OK)
        return fail(KRT_ERROR_BAD_IMAGE,
                    "%s: at byte %llu: %s: not an archive that package %s can use; install or pack "
                    "it again",
                    archive->path, (unsigned long long)error.offset, error.message, package->name);
    if (strcmp(archive->index.package, package->name) != 0)
        return fail(KRT_ERROR_BAD_IMAGE, "%s: an archive of package %s, not of %s", archive->path,
                    archive->index.package, package->name);
    if (archive->index.build != build_of(package))
        return fail(
            KRT_ERROR_BAD_IMAGE,
            "%s: of build %016llx of package %s, and the program has build %016llx; install "
            "both of one build. If it is another package of this name, put the program's own "
            "archive beside the program, or into krt/ there",
            archive->path, (unsigned long long)archive->index.build, package->name,
            (unsigned long long)build_of(package));
    return KRT_OK;
}

/* Opens the archive at |path|. |*out| is NULL if the file does not exist. */
static krt_status archive_open(const struct krt_package *package, const char *path,
                               const struct demand *demand, struct archive **out)
{
    struct codeobj_error error;
    struct archive *archive = calloc(1, sizeof *archive + strlen(path) + 1);
    *out = NULL;
    if (!archive)
        return fail(KRT_ERROR_OUT_OF_MEMORY, "%s: no memory to open it", path);
    strcpy(archive->path, path);
    krt_status status = KRT_OK;
    errno = 0;
    if (mapped_file_open(path, &archive->file, &error) != CODEOBJ_OK) {
        bool is_missing = errno == ENOENT || errno == ENOTDIR;
        free(archive);
        return is_missing ? KRT_OK
                          : fail(KRT_ERROR_IO, "%s: %s; package %s needs it", path, error.message,
                                 package->name);
    }
    struct span bytes = archive->file.bytes;
    if (demand->number) {
        status = signature_verify_copy(path, &bytes, &archive->copy, demand->key);
        mapped_file_close(&archive->file);
    }
    if (!status)
        status = check_index(package, archive, bytes);
    if (status)
        archive_close(archive);
    else
        *out = archive;
    return status;
}

/* ---- Where archives may be ------------------------------------------------------------------- */

enum { PLACES_MAX = 5 };

/* The directories where libkrt searches for a package's archives, in this order, and the library
 * that has the package's tables. */
struct places {
    char *directories[PLACES_MAX];
    size_t count;
    size_t given; /* how many of the first directories the caller or the environment names */
    /* The path of the program or library that has the package's tables; empty if it is unknown.
     * Nothing is looked for beside a relative one. */
    char file[PATH_MAX];
};

static void places_free(struct places *places)
{
    while (places->count > 0)
        free(places->directories[--places->count]);
}

/* Adds the directory |parent| + |below|, unless it is in the list already. Returns false when
 * memory is out. */
static bool add_place(struct places *places, const char *parent, const char *below)
{
    char *path;
    if (asprintf(&path, "%s%s", parent, below) < 0)
        return false;
    for (size_t i = 0; i < places->count; i++) {
        if (strcmp(places->directories[i], path) == 0) {
            free(path);
            return true;
        }
    }
    places->directories[places->count++] = path;
    return true;
}

static krt_status places_find(const struct krt_package *package, const char *directory,
                              struct places *out)
{
    char beside[PATH_MAX], krt[PATH_MAX];
    bool is_known, is_krt_known;
    const char *chosen = secure_getenv("KRT_ARCHIVE_DIR");
    bool has_memory = true;
    /* Asks about |modules|, because the program may have a copy of |package| itself (a copy
     * relocation). */
    is_known = place_find(package->modules, out->file);
    strcpy(beside, out->file);
    place_cut_name(beside);
    is_krt_known = place_find((const void *)(uintptr_t)krt_package_open, krt);
    place_cut_name(krt);
    out->count = out->given = 0;
    if (directory) {
        has_memory = add_place(out, directory, "");
        out->given = out->count;
    } else {
        if (chosen && *chosen)
            has_memory = add_place(out, chosen, "");
        out->given = out->count;
        if (is_known)
            has_memory = has_memory && add_place(out, beside, "") &&
                         add_place(out, beside, "/krt") && add_place(out, beside, "/../lib/krt");
        if (is_krt_known)
            has_memory = has_memory && add_place(out, krt, "/krt");
    }
    if (has_memory)
        return KRT_OK;
    places_free(out);
    return fail(KRT_ERROR_OUT_OF_MEMORY, "no memory to look for the archives of package %s",
                package->name);
}

static bool is_foreign(const struct places *places, size_t i)
{
    return i >= places->given && place_is_foreign(places->directories[i], places->file);
}

/* Opens the archive of |family| in the first place that has such an archive; |*out| is NULL if no
 * place has one. */
static krt_status places_open(const struct places *places, const struct krt_package *package,
                              const char *family, const struct demand *demand, struct archive **out)
{
    krt_status status = KRT_OK;
    char *name = kernel_archive_name(package->name, family);
    *out = NULL;
    for (size_t i = 0; name && !status && !*out && i < places->count; i++) {
        char *path;
        if (is_foreign(places, i))
            continue;
        if (asprintf(&path, "%s/%s", places->directories[i], name) < 0) {
            status = fail(KRT_ERROR_OUT_OF_MEMORY, "no memory for the name of %s", name);
            break;
        }
        status = archive_open(package, path, demand, out);
        if (*out && strcmp((*out)->index.family, family) != 0) {
            status =
                fail(KRT_ERROR_BAD_IMAGE, "%s: an archive for %s, not for %s; install it again",
                     path, (*out)->index.family, family);
            archive_close(*out);
            *out = NULL;
        }
        free(path);
    }
    if (!name)
        return fail(KRT_ERROR_OUT_OF_MEMORY, "no memory for the name of an archive");
    free(name);
    return status;
}

/* Writes the name of the Debian package with the archive of |family|. The archives of libNAME.so
 * are in the Debian packages NAME-FAMILY. */
static void put_debian_package(const struct places *places, const char *family, char *out,
                               size_t size)
{
    const char *slash = strrchr(places->file, '/'), *name = slash ? slash + 1 : places->file;
    const char *ending = strstr(name, ".so");
    out[0] = '\0';
    if (ending && strncmp(name, "lib", 3) == 0)
        snprintf(out, size, " (Debian: %.*s-%s)", (int)(ending - name - 3), name + 3, family);
}

static krt_status fail_missing(const struct places *places, const struct krt_package *package,
                               const char *family)
{
    char where[1024] = "", debian[160];
    const bool is_relative = places->file[0] != '\0' && places->file[0] != '/';
    for (size_t i = 0; i < places->count; i++) {
        size_t used = strlen(where);
        snprintf(where + used, sizeof where - used, "%s%s%s", i ? ", " : "", places->directories[i],
                 is_foreign(places, i) ? " (not used: others can write it)" : "");
    }
    put_debian_package(places, family, debian, sizeof debian);
    return fail(KRT_ERROR_NO_IMAGE,
                "package %s: the archive %s.%s.krt is missing; install it%s, or name its directory "
                "by KRT_ARCHIVE_DIR; looked in %s%s%s%s",
                package->name, package->name, family, debian, *where ? where : "no directory",
                is_relative ? ", and not beside " : "", is_relative ? places->file : "",
                is_relative ? ", which was loaded by a relative path" : "");
}

/* ---- For modules ---------------------------------------------------------------------------- */

/* Looks for the archive of |family| and opens it, unless another thread has opened the archive
 * meanwhile. */
static krt_status open_family(struct archives *archives, const struct krt_package *package,
                              const char *family)
{
    struct places places;
    krt_status status = places_find(package, NULL, &places);
    if (status)
        return status;
    pthread_rwlock_wrlock(&archives->lock);
    struct archive *added = find_family(archives->first, family);
    if (!added && !archives->is_chosen) {
        status = places_open(&places, package, family, &archives->demand, &added);
        if (added) {
            added->next = archives->first;
            archives->first = added;
        }
    }
    if (!status && !added)
        status = archives->is_chosen
                     ? fail(KRT_ERROR_NO_IMAGE,
                            "package %s: krt_package_open() found no archive %s.%s.krt; install it",
                            package->name, package->name, family)
                     : fail_missing(&places, package, family);
    pthread_rwlock_unlock(&archives->lock);
    places_free(&places);
    return status;
}

static krt_status unpack_from(const struct archive *archive, const struct krt_module *module,
                              const struct krt_image *row, uint8_t **out)
{
    struct kernel_archive_image image;
    struct codeobj_error error;
    if (!kernel_archive_find(&archive->index, module->name, row->target, &image) ||
        image.raw_size != row->raw_size)
        return fail(KRT_ERROR_BAD_IMAGE,
                    "%s: it lacks module %s for %s, which the program has in its tables; pack the "
                    "package again",
                    archive->path, module->name, row->target);
    if (kernel_archive_unpack(&archive->index, &image, out, &error) == CODEOBJ_OK)
        return KRT_OK;
    return fail(error.status == CODEOBJ_NO_MEMORY ? KRT_ERROR_OUT_OF_MEMORY : KRT_ERROR_BAD_IMAGE,
                "%s: at byte %llu: %s; install it again", archive->path,
                (unsigned long long)error.offset, error.message);
}

krt_status archive_unpack(const struct krt_package *package, const struct krt_module *module,
                          const struct krt_image *row, uint8_t **out, unsigned *demand)
{
    struct krt_package_state *state;
    char family[KERNEL_ARCHIVE_FAMILIES];
    krt_status status = package_state(package, &state);
    if (status)
        return status;
    struct archives *archives = &state->archives;
    kernel_archive_family(row->target, family);
    pthread_rwlock_rdlock(&archives->lock);
    while (!status && !find_family(archives->first, family)) {
        pthread_rwlock_unlock(&archives->lock);
        status = open_family(archives, package, family);
        pthread_rwlock_rdlock(&archives->lock);
    }
    if (!status)
        status = unpack_from(find_family(archives->first, family), module, row, out);
    *demand = archives->demand.number;
    pthread_rwlock_unlock(&archives->lock);
    return status;
}

/* ---- Demands for signatures ------------------------------------------------------------------ */

struct demand archives_demand(struct archives *archives)
{
    pthread_rwlock_rdlock(&archives->lock);
    struct demand demand = archives->demand;
    pthread_rwlock_unlock(&archives->lock);
    return demand;
}

unsigned archives_demand_number(const struct archives *archives)
{
    return __atomic_load_n(&archives->demand.number, __ATOMIC_ACQUIRE);
}

/* Remembers |public_key|. If the key differs from the key before, closes the archives that were not
 * verified with the new key. Code that was loaded from them stays in memory, for threads that are
 * launching it at this moment, but no new use finds it. Returns the demand that is now in force. */
static struct demand remember(struct krt_package_state *state, const char *public_key)
{
    struct archives *archives = &state->archives;
    struct demand demand;
    struct archive *before = NULL;
    snprintf(demand.key, sizeof demand.key, "%s", public_key);
    pthread_rwlock_wrlock(&archives->lock);
    demand.number = archives->demand.number;
    if (!demand.number || strcmp(demand.key, archives->demand.key) != 0) {
        demand.number++;
        memcpy(archives->demand.key, demand.key, sizeof demand.key);
        __atomic_store_n(&archives->demand.number, demand.number, __ATOMIC_RELEASE);
        before = archives->first;
        archives->first = NULL;
        package_forget(state);
    }
    pthread_rwlock_unlock(&archives->lock);
    archives_close(before);
    return demand;
}

/* ---- Functions for users --------------------------------------------------------------------- */

/* Adds the archive of |family| in |places| to |*first|, unless it is there already. */
static krt_status add_family(const struct places *places, const struct krt_package *package,
                             const char *family, const struct demand *demand,
                             struct archive **first)
{
    struct archive *added;
    if (find_family(*first, family))
        return KRT_OK;
    krt_status status = places_open(places, package, family, demand, &added);
    if (added) {
        added->next = *first;
        *first = added;
    }
    return status;
}

/* Opens the archives in |places| of all families whose code is not embedded. If not |is_strict|, a
 * refused archive is an error only if no other archive was opened, because this machine may not
 * need the refused archive. */
static krt_status open_all(const struct places *places, const struct krt_package *package,
                           const struct demand *demand, bool is_strict, struct archive **first)
{
    char family[KERNEL_ARCHIVE_FAMILIES] = "";
    krt_status refused = KRT_OK;
    for (uint32_t i = 0; i < package->module_count; i++) {
        const struct krt_module *module = &package->modules[i];
        for (uint32_t j = 0; !module->data && j < module->image_count; j++) {
            kernel_archive_family(module->images[j].target, family);
            krt_status status = add_family(places, package, family, demand, first);
            if (status && is_strict)
                return status;
            if (status)
                refused = status;
        }
    }
    if (*first || !*family)
        return KRT_OK;
    return refused ? refused : fail_missing(places, package, family);
}

static krt_status open_file(const struct krt_package *package, const char *path,
                            const struct demand *demand, struct archive **out)
{
    krt_status status = archive_open(package, path, demand, out);
    if (!status && !*out)
        status = fail(KRT_ERROR_IO, "%s: there is no such file or directory; package %s needs it",
                      path, package->name);
    return status;
}

static bool is_directory(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

/* Opens the archives at |path|, with the meaning that krt_package_open() gives it. */
static krt_status open_path(const struct krt_package *package, const char *path,
                            const struct demand *demand, struct archive **first)
{
    struct places places;
    if (path && !is_directory(path))
        return open_file(package, path, demand, first);
    krt_status status = places_find(package, path, &places);
    if (status)
        return status;
    status = open_all(&places, package, demand, path != NULL, first);
    places_free(&places);
    return status;
}

/* Makes |*opened|, whose archives meet |demand|, the open archives of the package. |*opened|
 * becomes the archives that were open before. Fails if another thread has demanded another key
 * meanwhile. */
static krt_status replace(struct archives *archives, const struct krt_package *package,
                          const struct demand *demand, bool is_chosen, struct archive **opened)
{
    krt_status status = KRT_OK;
    pthread_rwlock_wrlock(&archives->lock);
    if (archives->demand.number == demand->number) {
        struct archive *before = archives->first;
        archives->first = *opened;
        archives->is_chosen = is_chosen;
        *opened = before;
    } else {
        status = fail(KRT_ERROR_BAD_IMAGE,
                      "package %s: another thread demanded another key meanwhile; open it again",
                      package->name);
    }
    pthread_rwlock_unlock(&archives->lock);
    return status;
}

krt_status krt_package_open(const struct krt_package *package, const char *path,
                            const char *public_key)
{
    struct krt_package_state *state;
    struct archive *opened = NULL;
    krt_status status = package_state(package, &state);
    if (status)
        return status;
    struct demand demand =
        public_key ? remember(state, public_key) : archives_demand(&state->archives);
    status = open_path(package, path, &demand, &opened);
    if (!status)
        status = replace(&state->archives, package, &demand, path != NULL, &opened);
    archives_close(opened);
    return status;
}
