/* Images: choosing the best one for a device, unpacking it, and checking it before it is passed to
 * a driver. The driver is not told the length, so it cannot check the image itself.
 */
#include "image.h"

#include "archive.h"
#include "elf_image.h"
#include "unpack.h"
#include "error.h"
#include "hash.h"
#include "package.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

/* ---- Images for NVIDIA GPUs -----------------------------------------------------------------
 *
 * A cubin is an ELF64 file; a fatbin starts with the magic 0xba55ed50, a version, the size of its
 * header (u16) and the size of the data behind the header (u64); PTX is text. See the CUDA binary
 * utilities' manual.
 */

static const uint32_t fatbin_magic = 0xba55ed50;

struct fatbin_header {
    uint32_t magic;
    uint16_t version, header_size;
    uint64_t size; /* how many bytes follow the header */
};

static krt_status fail_codeobj(const struct codeobj_error *error, const char *name)
{
    if (error->status == CODEOBJ_NO_MEMORY)
        return fail(KRT_ERROR_OUT_OF_MEMORY, "%s: no memory to read it", name);
    return fail(KRT_ERROR_BAD_IMAGE, "%s: at byte %llu: %s", name,
                (unsigned long long)error->offset, error->message);
}

static krt_status check_cubin(const char *name, struct span bytes)
{
    struct codeobj_error error;
    struct elf_image elf;
    return elf_image_open_for(bytes, EM_CUDA, &elf, &error) == CODEOBJ_OK
               ? KRT_OK
               : fail_codeobj(&error, name);
}

static krt_status check_fatbin(const char *name, struct span bytes)
{
    struct fatbin_header header;
    struct span rest;
    if (bytes.size < sizeof header)
        return fail(KRT_ERROR_BAD_IMAGE, "%s: the fatbin is cut off", name);
    memcpy(&header, bytes.data, sizeof header);
    if (header.header_size < sizeof header ||
        !span_sub(bytes, header.header_size, header.size, &rest))
        return fail(KRT_ERROR_BAD_IMAGE, "%s: the fatbin is cut off", name);
    return KRT_OK;
}

/* Copies PTX text, and adds a NUL. One or more NULs may follow the text in |image|, but none may be
 * inside. */
static krt_status copy_ptx(const char *name, struct image *image)
{
    size_t length = strnlen((const char *)image->bytes.data, image->bytes.size);
    for (size_t i = length; i < image->bytes.size; i++) {
        if (image->bytes.data[i] != 0)
            return fail(KRT_ERROR_BAD_IMAGE,
                        "%s: neither a cubin nor a fatbin nor PTX: there is a NUL at byte %zu",
                        name, length);
    }
    char *copy = length > 0 ? malloc(length + 1) : NULL;
    if (!copy)
        return length > 0 ? fail(KRT_ERROR_OUT_OF_MEMORY, "%s: no memory to read it", name)
                          : fail(KRT_ERROR_BAD_IMAGE, "%s: it is empty", name);
    memcpy(copy, image->bytes.data, length);
    copy[length] = '\0';
    free(image->owned);
    image->owned = (uint8_t *)copy;
    image->bytes = (struct span){image->owned, length + 1};
    return KRT_OK;
}

/* Checks |image->bytes|, a cubin, fatbin or PTX. Adds to PTX the NUL at which the driver looks for
 * its end. */
static krt_status check_nvidia(const char *name, struct image *image)
{
    struct span bytes = image->bytes;
    if (bytes.size >= SELFMAG && memcmp(bytes.data, ELFMAG, SELFMAG) == 0)
        return check_cubin(name, bytes);
    if (bytes.size >= sizeof fatbin_magic &&
        memcmp(bytes.data, &fatbin_magic, sizeof fatbin_magic) == 0)
        return check_fatbin(name, bytes);
    return copy_ptx(name, image);
}

/* ---- Bytes of any origin -------------------------------------------------------------------- */

#define UNPACKED_MAX ((uint64_t)4 << 30) /* the most bytes that an image may unpack to */

void image_release(struct image *image)
{
    code_object_close(&image->object);
    mapped_file_close(&image->file);
    free(image->owned);
    *image = (struct image){0};
}

/* Opens the code object for an AMD GPU at |image->bytes| and checks that it is for the device. */
static krt_status open_code_object(struct krt_device *device, const char *name, struct image *image)
{
    struct codeobj_error error;
    char sentence[TARGET_SENTENCE_MAX];
    uint64_t size;
    if (code_object_size(image->bytes, &size, &error) != CODEOBJ_OK)
        return fail_codeobj(&error, name);
    image->bytes.size = (size_t)size;
    if (code_object_open(image->bytes, &image->object, &error) != CODEOBJ_OK)
        return fail_codeobj(&error, name);
    if (target_id_match(&image->object.target, &device->target).mismatch == 0)
        return KRT_OK;
    return fail(KRT_ERROR_NO_IMAGE, "%s: %s", name,
                target_id_explain(&image->object.target, 1, &device->target, sentence));
}

static krt_status open_image(struct krt_device *device, const char *name, struct image *image)
{
    return device->driver->kind == KRT_DRIVER_CUDA ? check_nvidia(name, image)
                                                   : open_code_object(device, name, image);
}

/* Chooses the image of the bundle that fits the device best, and opens it. */
static krt_status open_bundle(struct krt_device *device, const char *name, struct image *image)
{
    struct bundle bundle;
    struct codeobj_error error;
    char sentence[TARGET_SENTENCE_MAX];
    krt_status status;
    if (bundle_open(image->bytes, &bundle, &error) != CODEOBJ_OK)
        return fail_codeobj(&error, name);
    switch (bundle_choose(&bundle, &device->target, &image->bytes, sentence)) {
    case CODEOBJ_OK: status = open_image(device, name, image); break;
    case CODEOBJ_NO_MEMORY:
        status = fail(KRT_ERROR_OUT_OF_MEMORY, "%s: no memory to read it", name);
        break;
    default:
        status = fail(KRT_ERROR_NO_IMAGE, "%s: %s", name,
                      *sentence ? sentence : "the bundle has no image for a known GPU");
    }
    bundle_close(&bundle);
    return status;
}

static krt_status unpack_bundle(const char *name, struct image *image)
{
    struct codeobj_error error;
    struct compressed_bundle compressed;
    uint8_t *unpacked;
    if (compressed_bundle_open(image->bytes, UNPACKED_MAX, &compressed, &error) != CODEOBJ_OK ||
        compressed_bundle_unpack(&compressed, UNPACKED_MAX, &unpacked, &error) != CODEOBJ_OK)
        return fail_codeobj(&error, name);
    /* This frees the compressed bytes if they were copied for a verification. */
    free(image->owned);
    image->owned = unpacked;
    image->bytes = (struct span){image->owned, (size_t)compressed.unpacked_size};
    return KRT_OK;
}

static krt_status open_any(struct krt_device *device, const char *name, struct image *image)
{
    krt_status status = KRT_OK;
    if (compressed_bundle_recognise(image->bytes))
        status = unpack_bundle(name, image);
    if (status)
        return status;
    if (bundle_recognise(image->bytes))
        return open_bundle(device, name, image);
    return open_image(device, name, image);
}

static krt_status verify(const char *name, const struct image *image)
{
    uint32_t checksum = image->checksum ? image_checksum(image->bytes) : 0;
    if (checksum == image->checksum)
        return KRT_OK;
    return fail(
        KRT_ERROR_BAD_IMAGE,
        "%s: its checksum is %08x, not the %08x of the tables: it is damaged, or of another "
        "build; build or install the package and the program again",
        name, checksum, image->checksum);
}

/* Chooses the code object in |image|, whose bytes, checksum, file and memory the caller has set. If
 * it fails, releases |image|. */
static krt_status choose(struct krt_device *device, const char *name, struct image *image)
{
    krt_status status = verify(name, image);
    if (!status)
        status = open_any(device, name, image);
    if (status)
        image_release(image);
    return status;
}

krt_status image_choose(struct krt_device *device, const char *name, struct span bytes,
                        struct image *out)
{
    *out = (struct image){.bytes = bytes};
    return choose(device, name, out);
}

/* ---- Images of a package -------------------------------------------------------------------- */

/* Where the files are that may replace a module of a package, and what is demanded of these
 * files. */
struct overrides {
    struct krt_device *device;
    const char *module;
    struct demand demand;
};

/* Reads the file <directory>/<module>.<target>.<ending> if it exists, and sets |*found| to whether
 * it exists. The target is the first |target_length| bytes of the device's. */
static krt_status read_file(const struct overrides *overrides, size_t target_length, bool *found,
                            struct image *out)
{
    struct krt_device *device = overrides->device;
    const char *ending = device->driver->kind == KRT_DRIVER_CUDA ? "cubin" : "hsaco";
    struct codeobj_error error;
    char *path;
    if (asprintf(&path, "%s/%s.%.*s.%s", device->override_dir, overrides->module,
                 (int)target_length, device->info.target, ending) < 0)
        return fail(KRT_ERROR_OUT_OF_MEMORY, "no memory for the name of a file");
    krt_status status = KRT_OK;
    errno = 0;
    *found = false;
    if (mapped_file_open(path, &out->file, &error) == CODEOBJ_OK) {
        *found = true;
        out->bytes = out->file.bytes;
        out->is_of_file = true;
        out->demand = overrides->demand.number;
        if (out->demand)
            status = signature_verify_copy(path, &out->bytes, &out->owned, overrides->demand.key);
        if (status)
            image_release(out);
        else
            status = choose(device, path, out);
    } else if (errno != ENOENT) {
        status = fail(KRT_ERROR_BAD_IMAGE, "%s: %s", path, error.message);
    }
    free(path);
    return status;
}

/* Finds an override file for the device's exact target ID, or else an override file for the
 * device's processor. */
static krt_status find_file(const struct overrides *overrides, bool *found, struct image *out)
{
    const char *target = overrides->device->info.target;
    size_t whole = strlen(target), processor = strcspn(target, ":");
    krt_status status = read_file(overrides, whole, found, out);
    if (!status && !*found && processor < whole)
        status = read_file(overrides, processor, found, out);
    return status;
}

/* Returns the index of the image that fits the device best. If no image fits, returns -1 and sets
 * |sentence| to the reason. */
static int choose_target(const struct krt_device *device, const struct krt_module *module,
                         char *sentence)
{
    struct target_id *targets = calloc(module->image_count + 1, sizeof *targets);
    int *places = calloc(module->image_count + 1, sizeof *places);
    struct codeobj_error error;
    int chosen = -1;
    size_t count = 0;
    if (!targets || !places) {
        snprintf(sentence, TARGET_SENTENCE_MAX, "no memory to choose an image");
        goto out;
    }
    /* Ignores images whose target is not a GPU that codeobj knows. */
    for (uint32_t i = 0; i < module->image_count; i++) {
        if (target_id_parse(module->images[i].target, &targets[count], &error) == CODEOBJ_OK)
            places[count++] = (int)i;
    }
    if (count > 0)
        chosen = target_id_choose(targets, count, &device->target);
    if (chosen >= 0)
        chosen = places[chosen];
    else if (count > 0)
        target_id_explain(targets, count, &device->target, sentence);
    else
        snprintf(sentence, TARGET_SENTENCE_MAX, "it has no image for a known GPU");
out:
    free(targets);
    free(places);
    return chosen;
}

static krt_status unpack_zstd(const char *name, uint64_t raw_size, struct image *image)
{
    uint64_t limit = unpack_limit(image->bytes.size);
    if (raw_size > UNPACKED_MAX || raw_size > limit || raw_size == 0)
        return fail(KRT_ERROR_BAD_IMAGE,
                    "%s: its %llu bytes claim to unpack to %llu; the limit is %llu", name,
                    (unsigned long long)image->bytes.size, (unsigned long long)raw_size,
                    (unsigned long long)(limit < UNPACKED_MAX ? limit : UNPACKED_MAX));
    image->owned = malloc(raw_size);
    if (!image->owned)
        return fail(KRT_ERROR_OUT_OF_MEMORY, "%s: no memory to unpack %llu bytes", name,
                    (unsigned long long)raw_size);
    size_t size = ZSTD_decompress(image->owned, raw_size, image->bytes.data, image->bytes.size);
    if (ZSTD_isError(size) || size != raw_size)
        return fail(KRT_ERROR_BAD_IMAGE, "%s: its zstd frame is damaged: %s", name,
                    ZSTD_isError(size) ? ZSTD_getErrorName(size) : "it is too short");
    image->bytes = (struct span){image->owned, raw_size};
    return KRT_OK;
}

/* Chooses the row of the table that fits the device best, and sets the checksum that |out|'s bytes
 * must have. */
static krt_status choose_row(struct krt_device *device, const struct krt_module *module,
                             const struct krt_image **row, struct image *out)
{
    char sentence[TARGET_SENTENCE_MAX];
    int chosen = choose_target(device, module, sentence);
    if (chosen < 0)
        return fail(KRT_ERROR_NO_IMAGE, "module %s: %s", module->name, sentence);
    *row = &module->images[chosen];
    out->checksum = (*row)->checksum;
    return KRT_OK;
}

static krt_status find_embedded(struct krt_device *device, const struct krt_module *module,
                                struct image *out)
{
    const struct krt_image *embedded = NULL;
    struct span all = {module->data, module->size};
    char name[256];
    krt_status status = choose_row(device, module, &embedded, out);
    if (status)
        return status;
    snprintf(name, sizeof name, "module %s, image %s", module->name, embedded->target);
    if (!span_sub(all, embedded->offset, embedded->size, &out->bytes))
        return fail(KRT_ERROR_BAD_IMAGE, "%s: it is outside of the module's %zu bytes", name,
                    module->size);
    if (embedded->codec == KRT_CODEC_ZSTD)
        status = unpack_zstd(name, embedded->raw_size, out);
    else if (embedded->codec != KRT_CODEC_NONE)
        status = fail(KRT_ERROR_BAD_IMAGE, "%s: codec %u is not known", name, embedded->codec);
    if (status) {
        image_release(out);
        return status;
    }
    return choose(device, name, out);
}

static krt_status find_archived(struct krt_device *device, const struct krt_package *package,
                                const struct krt_module *module, struct image *out)
{
    const struct krt_image *row = NULL;
    char name[256];
    krt_status status = choose_row(device, module, &row, out);
    if (!status)
        status = archive_unpack(package, module, row, &out->owned, &out->demand);
    if (status)
        return status;
    out->is_of_file = true;
    out->bytes = (struct span){out->owned, (size_t)row->raw_size};
    snprintf(name, sizeof name, "module %s, image %s", module->name, row->target);
    return choose(device, name, out);
}

static krt_status find_override(struct krt_device *device, const struct krt_package *package,
                                const struct krt_module *module, bool *found, struct image *out)
{
    struct krt_package_state *state;
    krt_status status = package_state(package, &state);
    if (status)
        return status;
    struct overrides overrides = {device, module->name, archives_demand(&state->archives)};
    return find_file(&overrides, found, out);
}

krt_status image_find(struct krt_device *device, const struct krt_package *package,
                      const struct krt_module *module, struct image *out)
{
    bool found = false;
    krt_status status = KRT_OK;
    *out = (struct image){0};
    if (device->override_dir)
        status = find_override(device, package, module, &found, out);
    if (status || found)
        return status;
    return module->data ? find_embedded(device, module, out)
                        : find_archived(device, package, module, out);
}
