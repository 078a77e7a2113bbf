/* This library is loaded with a binary that `kbuild split` wrote. It gives the binary its code for
 * GPUs back before the binary registers that code with HIP.
 *
 * Each binary has a copy of this library under a name of its own, so that the constructor runs for
 * each binary, just before the binary's own constructors. The constructor finds the binary among
 * the loaded objects by that name. It unpacks the images in the archives, makes offload bundles of
 * the images, and lets the binary's wrappers point to the bundles. The library prints only what is
 * wrong: a binary without archives runs like a binary that was compiled for no GPU. */
#include "emit/split_table.h"

#include "kernel_archive.h"
#include "mapped_file.h"

#include <dirent.h>
#include <dlfcn.h>
#include <inttypes.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ARCHIVES_MAX = 32, IMAGES_MAX = 256, PAGE = 4096, ID_MAX = 128 };

static const char bundle_magic[] = "__CLANG_OFFLOAD_BUNDLE__";
enum { MAGIC_SIZE = sizeof bundle_magic - 1 };

/* The binary that was split, and the archives that were found for it. */
struct attached {
    char directory[PATH_MAX]; /* directory of this library and the binary */
    uintptr_t base;
    const struct split_table *table;
    struct mapped_file files[ARCHIVES_MAX];
    struct kernel_archive archives[ARCHIVES_MAX];
    unsigned count;
};

/* A bundle in memory, which detach() unmaps. */
struct made_bundle {
    struct made_bundle *next;
    size_t size;
};
/* the list of all bundles; a bundle's element is in the page before it */
static struct made_bundle *made_bundles;

/* ---- The binary ----------------------------------------------------------------------------- */

static uintptr_t value_of(const struct link_map *map, ElfW(Sxword) tag)
{
    for (const ElfW(Dyn) *entry = map->l_ld; entry && entry->d_tag != DT_NULL; entry++)
        if (entry->d_tag == tag)
            return entry->d_un.d_val;
    return 0;
}

/* Returns the table of the object |map|, if the object needs the library |name|, or NULL. */
static const struct split_table *table_of(const struct link_map *map, const char *name)
{
    static const char origin[] = "$ORIGIN/";
    uintptr_t strings = value_of(map, DT_STRTAB), size = value_of(map, DT_STRSZ);
    if (!strings)
        return NULL;
    /* If .dynamic is read-only, glibc does not add |l_addr| to the addresses in it. */
    if (strings < map->l_addr)
        strings += map->l_addr;
    for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
        const char *needed = (const char *)strings + entry->d_un.d_val;
        if (entry->d_tag != DT_NEEDED || strncmp(needed, origin, sizeof origin - 1) != 0 ||
            strcmp(needed + sizeof origin - 1, name) != 0)
            continue;
        const struct split_table *table = (const void *)(strings + (size + 7) / 8 * 8);
        return memcmp(table->magic, SPLIT_MAGIC, sizeof table->magic) == 0 ? table : NULL;
    }
    return NULL;
}

static bool find_binary(struct attached *out)
{
    Dl_info info;
    struct link_map *map = NULL;
    if (!dladdr1((const void *)bundle_magic, &info, (void **)&map, RTLD_DL_LINKMAP) || !map)
        return false;
    const char *slash = strrchr(map->l_name, '/'), *name = slash ? slash + 1 : map->l_name;
    snprintf(out->directory, sizeof out->directory, "%.*s", slash ? (int)(slash - map->l_name) : 1,
             slash ? map->l_name : ".");
    while (map->l_prev)
        map = map->l_prev;
    for (; map && !out->table; map = map->l_next) {
        out->table = table_of(map, name);
        out->base = map->l_addr;
    }
    return out->table;
}

/* ---- Opening archives ------------------------------------------------------------------------ */

static bool has_family(const struct attached *attached, const char *family)
{
    for (unsigned i = 0; i < attached->count; i++)
        if (strcmp(attached->archives[i].family, family) == 0)
            return true;
    return false;
}

static void open_archive(struct attached *attached, const char *path)
{
    struct codeobj_error error;
    struct mapped_file *file = &attached->files[attached->count];
    struct kernel_archive *archive = &attached->archives[attached->count];
    if (mapped_file_open(path, file, &error) != CODEOBJ_OK ||
        kernel_archive_open(file->bytes, archive, &error) != CODEOBJ_OK) {
        fprintf(stderr, "%s: %s: not used; install it again\n", path, error.message);
    } else if (archive->build != attached->table->build ||
               strcmp(archive->package, attached->table->package) != 0) {
        fprintf(stderr, "%s: of another build than %s: not used; install both of one build\n", path,
                attached->table->package);
    } else if (!has_family(attached, archive->family)) {
        attached->count++;
        return;
    }
    mapped_file_close(file);
}

static bool is_archive(const char *name, const char *package)
{
    size_t start = strlen(package), size = strlen(name);
    return size > start + 5 && strncmp(name, package, start) == 0 && name[start] == '.' &&
           strcmp(name + size - 4, ".krt") == 0;
}

static void open_archives(struct attached *attached, const char *parent, const char *below)
{
    char *directory, *path;
    if (asprintf(&directory, "%s%s", parent, below) < 0)
        return;
    DIR *entries = opendir(directory);
    struct dirent *entry;
    while (entries && attached->count < ARCHIVES_MAX && (entry = readdir(entries)) != NULL) {
        if (is_archive(entry->d_name, attached->table->package) &&
            asprintf(&path, "%s/%s", directory, entry->d_name) > 0) {
            open_archive(attached, path);
            free(path);
        }
    }
    if (entries)
        closedir(entries);
    free(directory);
}

static void find_archives(struct attached *attached)
{
    const char *chosen = secure_getenv("KRT_ARCHIVE_DIR");
    const char *package = attached->table->package;
    if (chosen && *chosen)
        open_archives(attached, chosen, "");
    open_archives(attached, attached->directory, "");
    open_archives(attached, attached->directory, "/krt");
    open_archives(attached, attached->directory, "/../lib/krt");
    if (attached->count == 0)
        fprintf(
            stderr,
            "%s: it has no code for GPUs, because its archives %s.{%s}.krt are missing; install "
            "the one for your GPU in %s or %s/krt, or name its directory by KRT_ARCHIVE_DIR\n",
            package, package, attached->table->families, attached->directory, attached->directory);
}

/* ---- Making bundles -------------------------------------------------------------------------- */

static uint64_t align(uint64_t size)
{
    return (size + PAGE - 1) / PAGE * PAGE;
}

/* Finds the images of |module| in all archives, and for each image the index of its archive.
 * Returns the number of images. */
static unsigned find_images(const struct attached *attached, const char *module,
                            struct kernel_archive_image *images, unsigned *archives)
{
    unsigned count = 0;
    for (unsigned i = 0; i < attached->count; i++) {
        for (uint32_t j = 0; j < attached->archives[i].count && count < IMAGES_MAX; j++) {
            images[count] = kernel_archive_at(&attached->archives[i], j);
            archives[count] = i;
            count += strcmp(images[count].module, module) == 0;
        }
    }
    return count;
}

static uint8_t *put_entry(uint8_t *at, uint64_t offset, uint64_t size, const char *id)
{
    const uint64_t numbers[] = {offset, size, strlen(id)};
    memcpy(at, numbers, sizeof numbers);
    memcpy(at + sizeof numbers, id, numbers[2]);
    return at + sizeof numbers + numbers[2];
}

/* Unpacks |image| to |out|. |base| is the image before |image| in the archive, which is needed if
 * |image| is stored as a difference to it. */
static bool put_image(const struct kernel_archive *archive, const char *package,
                      const struct kernel_archive_image *image, struct span base, uint8_t *out)
{
    struct codeobj_error error;
    if (kernel_archive_unpack_to(archive, image, base, out, &error) == CODEOBJ_OK)
        return true;
    fprintf(stderr, "%s.%s.krt: %s: not used; install it again\n", package, archive->family,
            error.message);
    return false;
}

/* Returns an offload bundle of the images of |module|, with an empty entry for the host; see
 * codeobj's bundle.c. NULL when memory runs out. */
static const void *make_bundle(const struct attached *attached, const char *module)
{
    static struct kernel_archive_image images[IMAGES_MAX];
    static unsigned archives[IMAGES_MAX];
    const unsigned count = find_images(attached, module, images, archives);
    const uint64_t header = align(MAGIC_SIZE + 8 + (count + 1) * (24 + ID_MAX));
    uint64_t size = header, offset = header, entries = 1;
    for (unsigned i = 0; i < count; i++)
        size += align(images[i].raw_size);
    /* The page before the bundle has its element of the list |made_bundles|. */
    uint8_t *memory =
        mmap(NULL, (size_t)size + PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    struct made_bundle *made = (void *)memory;
    *made = (struct made_bundle){made_bundles, (size_t)size + PAGE};
    made_bundles = made;
    uint8_t *bundle = memory + PAGE, *at = bundle + MAGIC_SIZE + 8;
    memcpy(bundle, bundle_magic, MAGIC_SIZE);
    at = put_entry(at, header, 0, "host-x86_64-unknown-linux--");
    struct span base = {NULL, 0};
    for (unsigned i = 0; i < count; i++) {
        char id[ID_MAX];
        const struct kernel_archive *archive = &attached->archives[archives[i]];
        bool is_lost = kernel_archive_has_base(archive, &images[i]) && base.size == 0;
        if (is_lost ||
            !put_image(archive, attached->table->package, &images[i], base, bundle + offset)) {
            base.size = 0;
            continue;
        }
        base = (struct span){bundle + offset, (size_t)images[i].raw_size};
        snprintf(id, sizeof id, "hipv4-amdgcn-amd-amdhsa--%s", images[i].target);
        at = put_entry(at, offset, images[i].raw_size, id);
        offset += align(images[i].raw_size);
        entries++;
    }
    memcpy(bundle + MAGIC_SIZE, &entries, 8);
    mprotect(bundle, (size_t)size, PROT_READ);
    return bundle;
}

/* Lets the binary's wrappers point to bundles. Makes the wrappers writable first, because the
 * dynamic linker may have made them read-only by now (RELRO). */
static void attach_wrappers(const struct attached *attached)
{
    const struct split_table *table = attached->table;
    const uintptr_t start = attached->base + table->wrappers, page = start / PAGE * PAGE;
    struct split_wrapper *wrappers = (void *)start;
    if (mprotect((void *)page, start + table->wrapper_size - page, PROT_READ | PROT_WRITE) != 0) {
        fprintf(stderr, "%s: its code for GPUs cannot be attached\n", table->package);
        return;
    }
    for (size_t i = 0; i < table->wrapper_size / sizeof *wrappers; i++) {
        uintptr_t offset = (uintptr_t)wrappers[i].bundle - attached->base - table->fatbin;
        if (wrappers[i].magic != SPLIT_WRAPPER_MAGIC || offset >= table->fatbin_size)
            continue;
        char module[32];
        snprintf(module, sizeof module, SPLIT_MODULE, (uintmax_t)offset);
        const void *bundle = make_bundle(attached, module);
        if (bundle)
            wrappers[i].bundle = bundle;
        else
            fprintf(stderr, "%s: there is no memory for its code for GPUs\n", table->package);
    }
}

__attribute__((constructor)) static void attach(void)
{
    struct attached *attached = calloc(1, sizeof *attached);
    if (attached && find_binary(attached)) {
        find_archives(attached);
        attach_wrappers(attached);
        for (unsigned i = 0; i < attached->count; i++)
            mapped_file_close(&attached->files[i]);
    }
    free(attached);
}

/* Unmaps the bundles. The binary has already unregistered its code from HIP. */
__attribute__((destructor)) static void detach(void)
{
    while (made_bundles) {
        struct made_bundle *made = made_bundles;
        made_bundles = made->next;
        munmap(made, made->size);
    }
}
