/* ELF64 files for AMDGPU: their headers, and how long they are.
 *
 * See LLVM's AMDGPU usage guide, "ELF Code Object". Headers are copied out of the bytes, which need
 * no alignment, and only those of one kind of file are read: 64 bits, little-endian. libelf is not
 * asked because it wants to know the length of a file beforehand, which is a question here, and
 * does not say where in it something is wrong.
 */
#include "internal.h"

#include <inttypes.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "headers are used as they lie");

enum { MACHINE_AMDGPU = 224 }; /* EM_AMDGPU */

static bool has_magic(struct span bytes)
{
    return bytes.size >= SELFMAG && memcmp(bytes.data, ELFMAG, SELFMAG) == 0;
}

bool code_object_recognise(struct span bytes)
{
    Elf64_Ehdr header;
    if (!has_magic(bytes) || bytes.size < sizeof header)
        return false;
    memcpy(&header, bytes.data, sizeof header);
    return header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_ident[EI_DATA] == ELFDATA2LSB &&
           header.e_machine == MACHINE_AMDGPU;
}

/* The entry |index| of |size| bytes of a table that image_open() has found to be in the file. */
static void copy_entry(const struct image *image, uint64_t table, size_t index, void *out,
                       size_t size)
{
    struct span entry;
    if (span_sub(image->bytes, table + index * size, size, &entry))
        memcpy(out, entry.data, size);
}

Elf64_Phdr image_segment(const struct image *image, size_t index)
{
    Elf64_Phdr segment = {0};
    copy_entry(image, image->header.e_phoff, index, &segment, sizeof segment);
    return segment;
}

Elf64_Shdr image_section(const struct image *image, size_t index)
{
    Elf64_Shdr section = {0};
    copy_entry(image, image->header.e_shoff, index, &section, sizeof section);
    return section;
}

static bool is_in_file(const Elf64_Shdr *section)
{
    return section->sh_type != SHT_NOBITS && section->sh_type != SHT_NULL;
}

struct span image_content(const struct image *image, const Elf64_Shdr *section)
{
    struct span content = {0};
    if (is_in_file(section))
        span_sub(image->bytes, section->sh_offset, section->sh_size, &content);
    return content;
}

uint64_t image_offset(const struct image *image, struct span part)
{
    return (uint64_t)(part.data - image->bytes.data);
}

/* Makes the image reach to the end of the |size| bytes at |offset|. */
static bool reach(struct image *image, uint64_t offset, uint64_t size)
{
    struct span part;
    if (!span_sub(image->bytes, offset, size, &part))
        return false;
    if (size > 0 && offset + size > image->size)
        image->size = offset + size;
    return true;
}

static enum codeobj_status check_tables(const Elf64_Ehdr *header, struct codeobj_error *error)
{
    if (header->e_ident[EI_VERSION] != EV_CURRENT || header->e_version != EV_CURRENT)
        return codeobj_fail_at(error, CODEOBJ_UNSUPPORTED, offsetof(Elf64_Ehdr, e_version),
                               "ELF version is unknown, not 1");
    if (header->e_ehsize != sizeof *header ||
        (header->e_shnum > 0 && header->e_shentsize != sizeof(Elf64_Shdr)) ||
        (header->e_phnum > 0 && header->e_phentsize != sizeof(Elf64_Phdr)))
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, offsetof(Elf64_Ehdr, e_ehsize),
                               "ELF header has wrong sizes for ELF64");
    if ((header->e_shnum == 0 && header->e_shoff != 0) || header->e_phnum == PN_XNUM)
        return codeobj_fail_at(error, CODEOBJ_UNSUPPORTED, offsetof(Elf64_Ehdr, e_phnum),
                               "code object has no section headers, or more of them than 16 bits "
                               "count");
    return CODEOBJ_OK;
}

static enum codeobj_status find_size(struct image *image, struct codeobj_error *error)
{
    const Elf64_Ehdr *header = &image->header;
    if (!reach(image, 0, sizeof *header) ||
        !reach(image, header->e_phoff, header->e_phnum * sizeof(Elf64_Phdr)) ||
        !reach(image, header->e_shoff, header->e_shnum * sizeof(Elf64_Shdr)))
        return codeobj_fail_at(error, CODEOBJ_TRUNCATED, image->bytes.size,
                               "code object ends before its header tables");
    for (size_t i = 0; i < header->e_phnum; i++) {
        Elf64_Phdr segment = image_segment(image, i);
        if (segment.p_type != PT_NULL && !reach(image, segment.p_offset, segment.p_filesz))
            return codeobj_fail_at(error, CODEOBJ_TRUNCATED, header->e_phoff + i * sizeof segment,
                                   "segment %zu ends past the end of the code object", i);
    }
    for (size_t i = 0; i < header->e_shnum; i++) {
        Elf64_Shdr section = image_section(image, i);
        if (is_in_file(&section) && !reach(image, section.sh_offset, section.sh_size))
            return codeobj_fail_at(error, CODEOBJ_TRUNCATED, header->e_shoff + i * sizeof section,
                                   "section %zu ends past the end of the code object", i);
    }
    return CODEOBJ_OK;
}

enum codeobj_status image_open(struct span bytes, struct image *out, struct codeobj_error *error)
{
    struct image image = {.bytes = bytes};
    if (!has_magic(bytes))
        return codeobj_fail(error, CODEOBJ_UNRECOGNISED, "not an ELF file");
    if (bytes.size < sizeof image.header)
        return codeobj_fail_at(error, CODEOBJ_TRUNCATED, bytes.size,
                               "ELF file ends inside its header");
    if (!code_object_recognise(bytes))
        return codeobj_fail_at(error, CODEOBJ_UNRECOGNISED, EI_CLASS,
                               "not an AMD GPU code object but another kind of ELF file");
    memcpy(&image.header, bytes.data, sizeof image.header);
    enum codeobj_status status = check_tables(&image.header, error);
    if (!status)
        status = find_size(&image, error);
    if (!status)
        *out = image;
    return status;
}

enum codeobj_status image_has_section(const struct image *image, const char *name, bool *found,
                                      struct codeobj_error *error)
{
    const Elf64_Ehdr *header = &image->header;
    const size_t size = strlen(name) + 1;
    *found = false;
    if (header->e_shstrndx == SHN_UNDEF)
        return CODEOBJ_OK;
    if (header->e_shstrndx >= header->e_shnum)
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, offsetof(Elf64_Ehdr, e_shstrndx),
                               "code object has no section %" PRIu16 " for the names of sections",
                               header->e_shstrndx);
    Elf64_Shdr strings = image_section(image, header->e_shstrndx);
    struct span names = image_content(image, &strings), text;
    for (size_t i = 1; i < header->e_shnum && !*found; i++) {
        Elf64_Shdr section = image_section(image, i);
        *found =
            span_sub(names, section.sh_name, size, &text) && memcmp(text.data, name, size) == 0;
    }
    return CODEOBJ_OK;
}

enum codeobj_status code_object_size(struct span bytes, uint64_t *out, struct codeobj_error *error)
{
    struct image image;
    enum codeobj_status status = image_open(bytes, &image, error);
    if (!status)
        *out = image.size;
    return status;
}
