/* ELF notes: finding the backend's notes in a code object's note segments, where a loader looks for
 * them.
 *
 * See LLVM's AMDGPU usage guide, "Note Records". Names and descriptions are padded to 4 bytes. All
 * note segments together are no longer than the file, which bounds the work on hostile ones.
 */
#include "internal.h"

#include <string.h>

struct note {
    uint32_t type;
    struct span name, description;
};

/* The notes to find, and where each goes. Version 2 has its own vendor and numbers. */
static const struct {
    const char *vendor;
    size_t vendor_size; /* bytes, NUL included */
    uint32_t type;
    const char *what;
    size_t member; /* of struct notes */
} kinds[] = {
    {"AMDGPU", 7, 32, "metadata", offsetof(struct notes, metadata)}, /* NT_AMDGPU_METADATA */
    {"AMD", 4, 10, "metadata", offsetof(struct notes, metadata)},    /* NT_AMD_HSA_METADATA */
    {"AMD", 4, 3, "ISA version", offsetof(struct notes, isa)},       /* NT_AMD_HSA_ISA_VERSION */
};

static uint64_t align_note(uint64_t size)
{
    return (size + 3) & ~UINT64_C(3);
}

/* Reads the note at |*at| and moves |*at| behind it. |base| is the offset of |notes| in the file.
 */
static enum codeobj_status read_note(struct span notes, uint64_t base, uint64_t *at,
                                     struct note *out, struct codeobj_error *error)
{
    Elf64_Nhdr header;
    struct span field;
    if (!span_sub(notes, *at, sizeof header, &field))
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, base + *at,
                               "notes end inside a note's header");
    memcpy(&header, field.data, sizeof header);
    uint64_t name = *at + sizeof header;
    uint64_t description = name + align_note(header.n_namesz);
    if (!span_sub(notes, name, header.n_namesz, &out->name) ||
        !span_sub(notes, description, header.n_descsz, &out->description))
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, base + *at, "a note ends past its segment");
    out->type = header.n_type;
    *at = description + align_note(header.n_descsz);
    return CODEOBJ_OK;
}

static enum codeobj_status keep_note(const struct note *note, bool is_v2, uint64_t offset,
                                     struct notes *out, struct codeobj_error *error)
{
    for (size_t i = is_v2; i < (is_v2 ? sizeof kinds / sizeof kinds[0] : 1); i++) {
        struct span *member = (void *)((char *)out + kinds[i].member);
        if (note->type != kinds[i].type || note->name.size != kinds[i].vendor_size ||
            memcmp(note->name.data, kinds[i].vendor, kinds[i].vendor_size) != 0)
            continue;
        if (member->data)
            return codeobj_fail_at(error, CODEOBJ_CORRUPT, offset, "code object has two %s notes",
                                   kinds[i].what);
        *member = note->description;
    }
    return CODEOBJ_OK;
}

enum codeobj_status notes_find(const struct elf_image *image, struct notes *out,
                               struct codeobj_error *error)
{
    const bool is_v2 = image->header.e_ident[EI_ABIVERSION] == 0;
    uint64_t total = 0;
    *out = (struct notes){0};
    for (size_t i = 0; i < image->header.e_phnum; i++) {
        Elf64_Phdr segment = elf_image_segment(image, i);
        struct span notes;
        if (segment.p_type != PT_NOTE ||
            !span_sub(image->bytes, segment.p_offset, segment.p_filesz, &notes))
            continue;
        total += notes.size;
        if (total > image->size)
            return codeobj_fail_at(error, CODEOBJ_CORRUPT, segment.p_offset,
                                   "note segments overlap");
        for (uint64_t at = 0; at < notes.size;) {
            struct note note;
            uint64_t offset = segment.p_offset + at;
            enum codeobj_status status = read_note(notes, segment.p_offset, &at, &note, error);
            if (!status)
                status = keep_note(&note, is_v2, offset, out, error);
            if (status)
                return status;
        }
    }
    return CODEOBJ_OK;
}
