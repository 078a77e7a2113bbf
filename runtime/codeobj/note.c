/* ELF notes: finding the backend's notes in a code object's note segments, where a loader looks for
 * them, or in its note sections if the segments have no metadata.
 *
 * See LLVM's AMDGPU usage guide, "Note Records"; getElfMetadataRoot() in comgr-metadata.cpp for the
 * order of the search. Names and descriptions are padded to 4 bytes. A linker that joins object
 * files keeps the notes of each file, so there may be thousands. The note segments together must
 * not be longer than the file, and neither must the note sections: this bounds the work for a
 * hostile file.
 */
#include "internal.h"

#include <string.h>

/* A note as it is in the file. */
struct record {
    uint32_t type;
    struct span name, description;
};

enum note_kind { NOTE_METADATA, NOTE_ISA, NOTE_VERSION, NOTE_OTHER };

/* The notes that codeobj uses. Notes of versions 1 and 2 have another vendor and other numbers. */
static const struct {
    const char *vendor;
    size_t vendor_size; /* how many bytes |vendor| has, with the NUL */
    uint32_t type;
    bool is_v2;
    enum note_kind kind;
} kinds[] = {
    {"AMDGPU", 7, 32, false, NOTE_METADATA}, /* the note NT_AMDGPU_METADATA */
    {"AMD", 4, 10, true, NOTE_METADATA},     /* the note NT_AMD_HSA_METADATA */
    {"AMD", 4, 3, true, NOTE_ISA},           /* the note NT_AMD_HSA_ISA_VERSION */
    {"AMD", 4, 1, true, NOTE_VERSION},       /* the note NT_AMD_HSA_CODE_OBJECT_VERSION */
};

static uint64_t align_note(uint64_t size)
{
    return (size + 3) & ~UINT64_C(3);
}

/* Reads the note at |*at| and moves |*at| to the next one. |base| is the offset of |notes| in the
 * file.
 */
static enum codeobj_status read_record(struct span notes, uint64_t base, uint64_t *at,
                                       struct record *out, struct codeobj_error *error)
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

static enum note_kind kind_of(const struct record *record, bool is_v2)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (kinds[i].is_v2 == is_v2 && record->type == kinds[i].type &&
            record->name.size == kinds[i].vendor_size &&
            memcmp(record->name.data, kinds[i].vendor, kinds[i].vendor_size) == 0)
            return kinds[i].kind;
    }
    return NOTE_OTHER;
}

struct search {
    const struct elf_image *image;
    bool is_v2;
    uint64_t total;      /* how many bytes of notes were searched so far */
    struct notes *notes; /* the result: the notes, and the number of metadata notes */
    struct note *room;   /* room for the metadata notes; NULL if they are only counted */
    struct codeobj_error *error;
};

static enum codeobj_status keep(struct search *search, const struct record *record, uint64_t offset)
{
    struct notes *notes = search->notes;
    switch (kind_of(record, search->is_v2)) {
    case NOTE_METADATA:
        if (search->room)
            search->room[notes->metadata_count] = (struct note){
                record->description, elf_image_offset(search->image, record->description)};
        notes->metadata_count++;
        break;
    case NOTE_ISA:
        if (notes->isa.data &&
            (notes->isa.size != record->description.size ||
             memcmp(notes->isa.data, record->description.data, notes->isa.size) != 0))
            return codeobj_fail_at(search->error, CODEOBJ_CORRUPT, offset,
                                   "notes of the ISA version contradict each other");
        notes->isa = record->description;
        break;
    case NOTE_VERSION: notes->version = record->description; break;
    case NOTE_OTHER: break;
    }
    return CODEOBJ_OK;
}

/* Searches |bytes| for notes. |base| is the offset of |bytes| in the file. */
static enum codeobj_status search_bytes(struct search *search, struct span bytes, uint64_t base)
{
    search->total += bytes.size;
    if (search->total > search->image->size)
        return codeobj_fail_at(search->error, CODEOBJ_CORRUPT, base, "note segments overlap");
    for (uint64_t at = 0; at < bytes.size;) {
        struct record record;
        const uint64_t offset = base + at;
        enum codeobj_status status = read_record(bytes, base, &at, &record, search->error);
        if (!status)
            status = keep(search, &record, offset);
        if (status)
            return status;
    }
    return CODEOBJ_OK;
}

static enum codeobj_status search_segments(struct search *search)
{
    enum codeobj_status status = CODEOBJ_OK;
    for (size_t i = 0; i < search->image->header.e_phnum && !status; i++) {
        const Elf64_Phdr segment = elf_image_segment(search->image, i);
        struct span bytes;
        if (segment.p_type == PT_NOTE &&
            span_sub(search->image->bytes, segment.p_offset, segment.p_filesz, &bytes))
            status = search_bytes(search, bytes, segment.p_offset);
    }
    return status;
}

static enum codeobj_status search_sections(struct search *search)
{
    enum codeobj_status status = CODEOBJ_OK;
    for (size_t i = 1; i < search->image->header.e_shnum && !status; i++) {
        const Elf64_Shdr section = elf_image_section(search->image, i);
        if (section.sh_type == SHT_NOTE)
            status =
                search_bytes(search, elf_image_content(search->image, &section), section.sh_offset);
    }
    return status;
}

/* Searches twice: first counts the metadata notes, then stores them. */
static enum codeobj_status find_by(enum codeobj_status (*search_all)(struct search *),
                                   struct search search, struct memory_block **memory)
{
    enum codeobj_status status = search_all(&search);
    if (status || search.notes->metadata_count == 0)
        return status;
    search.room = memory_take(memory, search.notes->metadata_count, sizeof *search.room);
    if (!search.room)
        return codeobj_fail(search.error, CODEOBJ_NO_MEMORY, "out of memory");
    *search.notes = (struct notes){.metadata = search.room};
    search.total = 0;
    return search_all(&search);
}

enum codeobj_status notes_find(const struct elf_image *image, struct memory_block **memory,
                               struct notes *out, struct codeobj_error *error)
{
    const struct search search = {
        .image = image,
        .is_v2 = image->header.e_ident[EI_ABIVERSION] == 0,
        .notes = out,
        .error = error,
    };
    *out = (struct notes){0};
    enum codeobj_status status = find_by(search_segments, search, memory);
    if (!status && out->metadata_count == 0)
        status = find_by(search_sections, search, memory);
    return status;
}
