/* Code objects of version 2: their target is in a note of their ISA version, their metadata are
 * YAML.
 *
 * See LLVM's AMDGPU usage guide up to release 16.
 */
#include "code_object_reader.h"
#include "container.h"
#include "metadata_v2.h"

#include <inttypes.h>
#include <string.h>

enum {
    FLAG_MACH = 0x0ff,
    MACH_AMDGCN_FIRST = 0x20, /* in e_flags most compilers set less: the field came later */
};

/* The ISA versions of version 2: a processor with XNACK on has its own stepping; XNACK was fixed
 * when compiling. SRAMECC could only be off. ROCr's loader knows these, and no others. */
static const struct isa_version {
    uint32_t major, minor, stepping;
    const char *processor;
    bool xnack;
} isa_versions[] = {
    {6, 0, 0, "gfx600", false},  {6, 0, 1, "gfx601", false}, {6, 0, 2, "gfx602", false},
    {7, 0, 0, "gfx700", false},  {7, 0, 1, "gfx701", false}, {7, 0, 2, "gfx702", false},
    {7, 0, 3, "gfx703", false},  {7, 0, 4, "gfx704", false}, {7, 0, 5, "gfx705", false},
    {8, 0, 0, "gfx802", false},  {8, 0, 1, "gfx801", true},  {8, 0, 2, "gfx802", false},
    {8, 0, 3, "gfx803", false},  {8, 0, 4, "gfx803", false}, {8, 0, 5, "gfx805", false},
    {8, 1, 0, "gfx810", true},   {9, 0, 0, "gfx900", false}, {9, 0, 1, "gfx900", true},
    {9, 0, 2, "gfx902", false},  {9, 0, 3, "gfx902", true},  {9, 0, 4, "gfx904", false},
    {9, 0, 5, "gfx904", true},   {9, 0, 6, "gfx906", false}, {9, 0, 7, "gfx906", true},
    {9, 0, 12, "gfx90c", false},
};

/* From the ISA version note: u16 size of the vendor's name, u16 size of the architecture's, u32
 * major, minor, stepping, and the names. */
static enum codeobj_status read_target(const struct elf_image *image, struct span note,
                                       struct code_object *object, struct codeobj_error *error)
{
    uint32_t isa[3];
    struct span numbers;
    const struct isa_version *found = NULL;
    const uint32_t mach = image->header.e_flags & FLAG_MACH;
    if (!note.data)
        return codeobj_fail(error, CODEOBJ_CORRUPT,
                            "code object of version 2 has no note of its ISA version");
    const uint64_t offset = elf_image_offset(image, note);
    if (!span_sub(note, 4, sizeof isa, &numbers))
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, offset,
                               "note of the ISA version is cut off");
    memcpy(isa, numbers.data, sizeof isa);
    for (size_t i = 0; i < sizeof isa_versions / sizeof isa_versions[0] && !found; i++) {
        if (isa_versions[i].major == isa[0] && isa_versions[i].minor == isa[1] &&
            isa_versions[i].stepping == isa[2])
            found = &isa_versions[i];
    }
    object->target.info = found ? target_find(found->processor) : NULL;
    if (!object->target.info)
        return codeobj_fail_at(error, CODEOBJ_UNSUPPORTED, offset,
                               "code object of version 2 is for an unknown ISA, %" PRIu32
                               ".%" PRIu32 ".%" PRIu32,
                               isa[0], isa[1], isa[2]);
    if (mach >= MACH_AMDGCN_FIRST && mach != object->target.info->elf_mach)
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, offsetof(Elf64_Ehdr, e_flags),
                               "ELF flags and the note of the ISA version, %s, contradict",
                               found->processor);
    if (object->target.info->has_xnack)
        object->target.xnack = found->xnack ? TARGET_FEATURE_ON : TARGET_FEATURE_OFF;
    if (object->target.info->has_sramecc)
        object->target.sramecc = TARGET_FEATURE_OFF;
    return CODEOBJ_OK;
}

static enum codeobj_status read_version_2(const struct elf_image *image, const struct notes *notes,
                                          struct code_object *object, struct codeobj_error *error)
{
    enum codeobj_status status = read_target(image, notes->isa, object, error);
    if (status || !notes->metadata.data) /* there may be functions, but no kernel */
        return status;
    return metadata_v2_read(notes->metadata, elf_image_offset(image, notes->metadata), object,
                            error);
}

enum codeobj_status code_object_open_any(struct span bytes, struct code_object *out,
                                         struct codeobj_error *error)
{
    return code_object_open_with(bytes, read_version_2, out, error);
}
