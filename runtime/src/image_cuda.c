/* Images for NVIDIA GPUs.
 *
 * A cubin is an ELF64 file of machine 190; a fatbin starts with the magic 0xba55ed50, a version,
 * the size of its header (u16) and the size of the rest (u64); PTX is text. See the CUDA binary
 * utilities' manual and, for compatibility, the programming guide: a cubin for sm_XY runs on
 * devices X.Z with Z >= Y, PTX for compute_XY on all devices that are not older.
 */
#include "image_cuda.h"

#include "error.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EM_CUDA_MACHINE = 190 };

static const uint32_t fatbin_magic = 0xba55ed50;

struct fatbin_header {
    uint32_t magic;
    uint16_t version, header_size;
    uint64_t size; /* of what follows the header */
};

static bool table_fits(uint64_t offset, uint64_t count, uint64_t size, struct span bytes)
{
    struct span table;
    return count == 0 || (count <= UINT16_MAX && span_sub(bytes, offset, count * size, &table));
}

static krt_status check_cubin(const char *name, struct span bytes)
{
    Elf64_Ehdr header;
    if (bytes.size < sizeof header)
        return fail(KRT_ERROR_BAD_IMAGE, "%s: a cubin of %zu bytes is cut off", name, bytes.size);
    memcpy(&header, bytes.data, sizeof header);
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_machine != EM_CUDA_MACHINE)
        return fail(KRT_ERROR_BAD_IMAGE, "%s: an ELF file for machine %u, not a cubin", name,
                    header.e_machine);
    if (!table_fits(header.e_shoff, header.e_shnum, sizeof(Elf64_Shdr), bytes) ||
        !table_fits(header.e_phoff, header.e_phnum, sizeof(Elf64_Phdr), bytes))
        return fail(KRT_ERROR_BAD_IMAGE, "%s: the cubin is cut off", name);
    for (unsigned i = 0; i < header.e_shnum; i++) {
        Elf64_Shdr section;
        struct span contents;
        memcpy(&section, bytes.data + header.e_shoff + i * sizeof section, sizeof section);
        if (section.sh_type != SHT_NOBITS &&
            !span_sub(bytes, section.sh_offset, section.sh_size, &contents))
            return fail(KRT_ERROR_BAD_IMAGE, "%s: section %u of the cubin is cut off", name, i);
    }
    return KRT_OK;
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

/* One or more NULs may follow the text, but none may be inside. */
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

krt_status image_choose_cuda(const char *name, struct image *image)
{
    struct span bytes = image->bytes;
    if (bytes.size >= SELFMAG && memcmp(bytes.data, ELFMAG, SELFMAG) == 0)
        return check_cubin(name, bytes);
    if (bytes.size >= sizeof fatbin_magic &&
        memcmp(bytes.data, &fatbin_magic, sizeof fatbin_magic) == 0)
        return check_fatbin(name, bytes);
    return copy_ptx(name, image);
}

/* "sm_90", "compute_90a": 0 when it is neither. */
static unsigned parse_capability(const char *target, bool *is_ptx, bool *is_exact)
{
    unsigned capability;
    int end = 0;
    *is_ptx = sscanf(target, "compute_%u%n", &capability, &end) == 1;
    if (!*is_ptx && sscanf(target, "sm_%u%n", &capability, &end) != 1)
        return 0;
    *is_exact = target[end] == 'a'; /* runs on its own capability alone */
    return target[end] == '\0' || (*is_exact && target[end + 1] == '\0') ? capability : 0;
}

/* How well it suits, higher being better; 0 when it does not run. */
static unsigned rank(const char *target, unsigned device)
{
    bool is_ptx, is_exact;
    unsigned image = parse_capability(target, &is_ptx, &is_exact);
    if (image == 0 || image > device || (is_exact && image != device))
        return 0;
    if (!is_ptx)
        return image / 10 == device / 10 ? 10000 + image * 2 + is_exact : 0;
    return image * 2 + is_exact;
}

int image_choose_cuda_embedded(const struct krt_device *device, const struct krt_module *module,
                               char *sentence)
{
    bool is_ptx, is_exact;
    unsigned capability = parse_capability(device->info.target, &is_ptx, &is_exact), best = 0;
    int chosen = -1, length;
    length = snprintf(sentence, TARGET_SENTENCE_MAX, "device is %s; here are", device->info.target);
    for (uint32_t i = 0; i < module->image_count; i++) {
        const char *target = module->images[i].target;
        unsigned this = rank(target, capability);
        if (this > best) {
            best = this;
            chosen = (int)i;
        }
        if (length < TARGET_SENTENCE_MAX)
            length +=
                snprintf(sentence + length, (size_t)(TARGET_SENTENCE_MAX - length), " %s", target);
    }
    if (length < TARGET_SENTENCE_MAX)
        snprintf(sentence + length, (size_t)(TARGET_SENTENCE_MAX - length),
                 "; put %s.%s.cubin into KRT_OVERRIDE_DIR, or build for it", module->name,
                 device->info.target);
    return chosen;
}
