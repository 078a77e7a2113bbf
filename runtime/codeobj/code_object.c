/* Code objects: everything that codeobj reads from an ELF file for AMDGPU and amdhsa.
 *
 * See LLVM's AMDGPU usage guide, "Header", for e_ident and e_flags.
 */
#include "internal.h"

#include <inttypes.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

/* ---- The memory of a code object: allocated piece by piece, freed all at once --------------- */

enum { BLOCK_MIN = 512 - 64, BLOCK_MAX = 1 << 20 };

/* A block of memory, from which memory_take() takes pieces. Each block is larger than the block
 * before, so that few blocks are needed. A piece that is larger than the next block would be gets a
 * block of the piece's size. */
struct memory_block {
    struct memory_block *next;
    size_t size, used; /* how many bytes |data| has, and how many of them are used */
    alignas(max_align_t) unsigned char data[];
};

static struct memory_block *block_add(struct memory_block **blocks, size_t need)
{
    size_t size = *blocks ? (*blocks)->size * 2 : BLOCK_MIN;
    if (size > BLOCK_MAX)
        size = BLOCK_MAX;
    if (size < need)
        size = need;
    struct memory_block *block = calloc(1, sizeof *block + size);
    if (!block)
        return NULL;
    block->size = size;
    block->next = *blocks;
    *blocks = block;
    return block;
}

void *memory_take(struct memory_block **blocks, size_t count, size_t size)
{
    const size_t alignment = alignof(max_align_t);
    if (count > (SIZE_MAX / 2 - sizeof(struct memory_block)) / size)
        return NULL;
    size_t need = (count * size + alignment - 1) / alignment * alignment;
    struct memory_block *block = *blocks;
    if (!block || need > block->size - block->used)
        block = block_add(blocks, need);
    if (!block)
        return NULL;
    void *piece = block->data + block->used;
    block->used += need;
    return piece;
}

void memory_free(struct memory_block **blocks)
{
    while (*blocks) {
        struct memory_block *next = (*blocks)->next;
        free(*blocks);
        *blocks = next;
    }
}

void memory_move(struct memory_block **blocks, struct memory_block **to)
{
    struct memory_block **end = blocks;
    while (*end)
        end = &(*end)->next;
    *end = *to;
    *to = *blocks;
    *blocks = NULL;
}

enum {
    OSABI_AMDGPU_HSA = 64,
    /* the most that an ABI version may be: codeobj's version is the ABI version + 2, in a byte */
    ABI_VERSION_MAX = 253,

    FLAG_MACH = 0x0ff,
    FLAG_XNACK_V3 = 0x100, /* flags of version 3, where a feature has one bit: on or off */
    FLAG_SRAMECC_V3 = 0x200,
    /* shifts of the flags from version 4 on, where a feature has two bits: enum feature_bits */
    SHIFT_XNACK_V4 = 8,
    SHIFT_SRAMECC_V4 = 10,
    /* the shift of the generic version, which e_flags has since version 6 */
    SHIFT_GENERIC_VERSION = 24,
};

enum feature_bits { FEATURE_BITS_UNSUPPORTED, FEATURE_BITS_ANY, FEATURE_BITS_OFF, FEATURE_BITS_ON };

/* ---- The facts of a code object ------------------------------------------------------------- */

/* Returns the setting of a feature in e_flags. The target table may lack the feature for the
 * processor: a later compiler may know of it, and a device without the feature does not run the
 * code. */
static enum target_feature read_feature(uint32_t bits)
{
    return bits == FEATURE_BITS_OFF  ? TARGET_FEATURE_OFF
           : bits == FEATURE_BITS_ON ? TARGET_FEATURE_ON
                                     : TARGET_FEATURE_ANY;
}

/* Reads the target from e_flags alone, which is possible for versions 3 to 6. */
static enum codeobj_status read_target(const Elf64_Ehdr *header, struct code_object *object,
                                       struct codeobj_error *error)
{
    const uint32_t flags = header->e_flags;
    const struct target_info *info = target_find_mach((uint8_t)(flags & FLAG_MACH));
    object->target.info = info;
    if (object->version < info->min_code_object)
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, EI_ABIVERSION,
                               "code object version %d cannot be for %s, which needs version %d",
                               object->version, info->processor, info->min_code_object);
    uint32_t xnack = flags >> SHIFT_XNACK_V4 & 3;
    uint32_t sramecc = flags >> SHIFT_SRAMECC_V4 & 3;
    if (object->version == 3) {
        enum feature_bits off[] = {FEATURE_BITS_UNSUPPORTED, FEATURE_BITS_OFF};
        xnack = flags & FLAG_XNACK_V3 ? FEATURE_BITS_ON : off[info->has_xnack];
        sramecc = flags & FLAG_SRAMECC_V3 ? FEATURE_BITS_ON : off[info->has_sramecc];
    }
    if (object->version >= 6 && info->is_generic)
        object->generic_version = (uint8_t)(flags >> SHIFT_GENERIC_VERSION);
    object->target.xnack = read_feature(xnack);
    object->target.sramecc = read_feature(sramecc);
    return CODEOBJ_OK;
}

/* Fails because the file is an object file, which is not linked. The message has the file's target,
 * because the user must link it for that target. */
static enum codeobj_status fail_relocatable(const struct elf_image *image,
                                            const struct code_object *object,
                                            struct codeobj_error *error)
{
    struct code_object relocatable = {.version = object->version > 2 ? object->version : 3};
    char target[TARGET_ID_MAX] = "an unknown processor";
    if (!read_target(&image->header, &relocatable, NULL))
        target_id_print(&relocatable.target, target);
    return codeobj_fail_at(
        error, CODEOBJ_UNSUPPORTED, offsetof(Elf64_Ehdr, e_type),
        "code object for %s is relocatable; link it with ld.lld -shared, or with "
        "hipcc --hip-link when it comes from -fgpu-rdc",
        target);
}

static enum codeobj_status check_kind(const struct elf_image *image, struct code_object *object,
                                      struct codeobj_error *error)
{
    const Elf64_Ehdr *header = &image->header;
    if (header->e_ident[EI_OSABI] != OSABI_AMDGPU_HSA)
        return codeobj_fail_at(error, CODEOBJ_UNSUPPORTED, EI_OSABI,
                               "code object is not for amdhsa but for ELF OS ABI %d",
                               header->e_ident[EI_OSABI]);
    if (header->e_ident[EI_ABIVERSION] > ABI_VERSION_MAX)
        return codeobj_fail_at(error, CODEOBJ_UNSUPPORTED, EI_ABIVERSION,
                               "ABI version %d is unknown", header->e_ident[EI_ABIVERSION]);
    object->version = (uint8_t)(header->e_ident[EI_ABIVERSION] + 2);
    /* Code objects of version 1 have type ET_REL too. */
    if (header->e_type == ET_REL && object->version > 2)
        return fail_relocatable(image, object, error);
    if (header->e_type != ET_DYN && header->e_type != ET_REL)
        return codeobj_fail_at(error, CODEOBJ_UNSUPPORTED, offsetof(Elf64_Ehdr, e_type),
                               "code object is not a shared object");
    if (header->e_shnum == 0)
        return codeobj_fail_at(error, CODEOBJ_UNSUPPORTED, offsetof(Elf64_Ehdr, e_shnum),
                               "code object has no section headers");
    object->elf_flags = header->e_flags;
    object->size = image->size;
    return CODEOBJ_OK;
}

/* Whether the notes say version 1. The ELF header does not distinguish versions 1 and 2. */
static bool notes_are_of_version_1(const struct notes *notes)
{
    uint32_t major = 0;
    if (notes->version.size >= sizeof major)
        memcpy(&major, notes->version.data, sizeof major);
    return major == 1;
}

/* The parameters that code_object_open_with() was called with. */
struct reading {
    code_object_reader *early;
    struct metadata_pool *pool;
};

static enum codeobj_status read_notes(const struct elf_image *image, const struct reading *reading,
                                      struct code_object *object, struct codeobj_error *error)
{
    struct notes notes;
    enum codeobj_status status = CODEOBJ_OK;
    if (object->version == 2 && !reading->early)
        return codeobj_fail_at(error, CODEOBJ_UNSUPPORTED, EI_ABIVERSION,
                               "code object is of version 2, which is not supported here; compile "
                               "it again for version 3 or later");
    if (object->version > 2)
        status = read_target(&image->header, object, error);
    if (!status)
        status = notes_find(image, &object->memory, &notes, error);
    if (status)
        return status;
    if (object->version == 2 && image->header.e_type == ET_REL) {
        if (!notes_are_of_version_1(&notes))
            return fail_relocatable(image, object, error);
        object->version = 1;
    }
    if (object->version <= 2)
        return reading->early(image, &notes, object, error);
    /* Without metadata, the code object has no kernels, only functions. */
    if (notes.metadata_count == 0)
        return CODEOBJ_OK;
    return metadata_read(&notes, reading->pool, object, error);
}

static enum codeobj_status read_image(const struct elf_image *image, const struct reading *reading,
                                      struct code_object *object, struct codeobj_error *error)
{
    enum codeobj_status status = check_kind(image, object, error);
    if (!status)
        status = read_notes(image, reading, object, error);
    if (!status)
        status = symbols_read(image, object, error);
    if (!status)
        status = elf_image_has_section(image, ".debug_line", &object->has_debug_lines, error);
    return status;
}

/* Reads a code object of a known version. Reads a code object of a later version as if it were of
 * the latest known version. A fault then counts as unsupported, because it may be correct in the
 * later version. */
static enum codeobj_status read_any_version(const struct elf_image *image,
                                            const struct reading *reading,
                                            struct code_object *object, struct codeobj_error *error)
{
    struct codeobj_error known = {.message = ""};
    enum codeobj_status status = read_image(image, reading, object, &known);
    if (status == CODEOBJ_OK)
        return CODEOBJ_OK;
    if (status == CODEOBJ_NO_MEMORY || object->version <= CODE_OBJECT_VERSION_MAX)
        return codeobj_fail_at(error, status, known.offset, "%s", known.message);
    return codeobj_fail_at(error, CODEOBJ_UNSUPPORTED, known.offset,
                           "code object of unknown version %d; as one of version %d: %s",
                           object->version, CODE_OBJECT_VERSION_MAX, known.message);
}

enum codeobj_status code_object_open_with(struct span bytes, code_object_reader *early,
                                          struct metadata_pool *pool, struct code_object *out,
                                          struct codeobj_error *error)
{
    const struct reading reading = {early, pool};
    struct code_object object = {0};
    struct elf_image image;
    enum codeobj_status status = elf_image_open(bytes, &image, error);
    if (!status)
        status = read_any_version(&image, &reading, &object, error);
    if (status)
        code_object_close(&object);
    else
        *out = object;
    return status;
}

enum codeobj_status code_object_open(struct span bytes, struct code_object *out,
                                     struct codeobj_error *error)
{
    return code_object_open_with(bytes, NULL, NULL, out, error);
}

void code_object_close(struct code_object *object)
{
    memory_free(&object->memory);
    *object = (struct code_object){0};
}
