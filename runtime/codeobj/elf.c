/* See elf_image.h.
 *
 * See LLVM's AMDGPU usage guide, "ELF Code Object". Headers are copied out of the bytes, which
 * therefore need no alignment. Only 64-bit, little-endian files are read. libelf is not used: its
 * caller must know the length of a file, which elf_image_open() finds, and libelf does not report
 * where a file is wrong.
 */
#include "elf_image.h"

#include "internal.h"

#include <inttypes.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "headers are used as they are");

enum { MACHINE_AMDGPU = 224 }; /* the machine number EM_AMDGPU */

static bool has_magic(struct span bytes)
{
    return bytes.size >= SELFMAG && memcmp(bytes.data, ELFMAG, SELFMAG) == 0;
}

bool elf_image_recognise(struct span bytes, unsigned machine)
{
    Elf64_Ehdr header;
    if (!has_magic(bytes) || bytes.size < sizeof header)
        return false;
    memcpy(&header, bytes.data, sizeof header);
    return header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_ident[EI_DATA] == ELFDATA2LSB &&
           header.e_machine == machine;
}

bool code_object_recognise(struct span bytes)
{
    return elf_image_recognise(bytes, MACHINE_AMDGPU);
}

/* Copies entry |index| of a table with entries of |size| bytes. elf_image_open() has checked that
 * the table is inside the file.
 */
static void copy_entry(const struct elf_image *image, uint64_t table, size_t index, void *out,
                       size_t size)
{
    struct span entry;
    if (span_sub(image->bytes, table + index * size, size, &entry))
        memcpy(out, entry.data, size);
}

Elf64_Phdr elf_image_segment(const struct elf_image *image, size_t index)
{
    Elf64_Phdr segment = {0};
    copy_entry(image, image->header.e_phoff, index, &segment, sizeof segment);
    return segment;
}

Elf64_Shdr elf_image_section(const struct elf_image *image, size_t index)
{
    Elf64_Shdr section = {0};
    copy_entry(image, image->header.e_shoff, index, &section, sizeof section);
    return section;
}

static bool is_in_file(const Elf64_Shdr *section)
{
    return section->sh_type != SHT_NOBITS && section->sh_type != SHT_NULL;
}

struct span elf_image_content(const struct elf_image *image, const Elf64_Shdr *section)
{
    struct span content = {0};
    if (is_in_file(section))
        span_sub(image->bytes, section->sh_offset, section->sh_size, &content);
    return content;
}

uint64_t elf_image_offset(const struct elf_image *image, struct span part)
{
    return (uint64_t)(part.data - image->bytes.data);
}

/* Extends |image->size| to the end of the |size| bytes at |offset|. Returns false if these bytes
 * are not inside the image's bytes. */
static bool reach(struct elf_image *image, uint64_t offset, uint64_t size)
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
    /* e_version of a cubin may be the version of CUDA. */
    if (header->e_ident[EI_VERSION] != EV_CURRENT ||
        (header->e_machine == MACHINE_AMDGPU && header->e_version != EV_CURRENT))
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

static enum codeobj_status find_size(struct elf_image *image, struct codeobj_error *error)
{
    const Elf64_Ehdr *header = &image->header;
    if (!reach(image, 0, sizeof *header) ||
        !reach(image, header->e_phoff, header->e_phnum * sizeof(Elf64_Phdr)) ||
        !reach(image, header->e_shoff, header->e_shnum * sizeof(Elf64_Shdr)))
        return codeobj_fail_at(error, CODEOBJ_TRUNCATED, image->bytes.size,
                               "code object ends before its header tables");
    for (size_t i = 0; i < header->e_phnum; i++) {
        Elf64_Phdr segment = elf_image_segment(image, i);
        if (segment.p_type != PT_NULL && !reach(image, segment.p_offset, segment.p_filesz))
            return codeobj_fail_at(error, CODEOBJ_TRUNCATED, header->e_phoff + i * sizeof segment,
                                   "segment %zu ends past the end of the code object", i);
    }
    for (size_t i = 0; i < header->e_shnum; i++) {
        Elf64_Shdr section = elf_image_section(image, i);
        if (is_in_file(&section) && !reach(image, section.sh_offset, section.sh_size))
            return codeobj_fail_at(error, CODEOBJ_TRUNCATED, header->e_shoff + i * sizeof section,
                                   "section %zu ends past the end of the code object", i);
    }
    return CODEOBJ_OK;
}

enum codeobj_status elf_image_open_for(struct span bytes, unsigned machine, struct elf_image *out,
                                       struct codeobj_error *error)
{
    struct elf_image image = {.bytes = bytes};
    if (!has_magic(bytes))
        return codeobj_fail(error, CODEOBJ_UNRECOGNISED, "not an ELF file");
    if (bytes.size < sizeof image.header)
        return codeobj_fail_at(error, CODEOBJ_TRUNCATED, bytes.size,
                               "ELF file ends inside its header");
    if (!elf_image_recognise(bytes, machine))
        return codeobj_fail_at(error, CODEOBJ_UNRECOGNISED, EI_CLASS,
                               "not %s but another kind of ELF file",
                               machine == MACHINE_AMDGPU ? "an AMD GPU code object" : "a cubin");
    memcpy(&image.header, bytes.data, sizeof image.header);
    enum codeobj_status status = check_tables(&image.header, error);
    if (!status)
        status = find_size(&image, error);
    if (!status)
        *out = image;
    return status;
}

enum codeobj_status elf_image_open(struct span bytes, struct elf_image *out,
                                   struct codeobj_error *error)
{
    return elf_image_open_for(bytes, MACHINE_AMDGPU, out, error);
}

struct span elf_image_section_name(const struct elf_image *image, const Elf64_Shdr *section)
{
    struct span names, name = {0};
    Elf64_Shdr strings = {0};
    if (image->header.e_shstrndx < image->header.e_shnum)
        strings = elf_image_section(image, image->header.e_shstrndx);
    names = elf_image_content(image, &strings);
    if (section->sh_name < names.size)
        span_sub(names, section->sh_name, names.size - section->sh_name, &name);
    name.size = name.data ? strnlen((const char *)name.data, name.size) : 0;
    return name;
}

enum codeobj_status elf_image_has_section(const struct elf_image *image, const char *name,
                                          bool *found, struct codeobj_error *error)
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
    Elf64_Shdr strings = elf_image_section(image, header->e_shstrndx);
    struct span names = elf_image_content(image, &strings), text;
    for (size_t i = 1; i < header->e_shnum && !*found; i++) {
        Elf64_Shdr section = elf_image_section(image, i);
        *found =
            span_sub(names, section.sh_name, size, &text) && memcmp(text.data, name, size) == 0;
    }
    return CODEOBJ_OK;
}

enum codeobj_status elf_image_find(const struct elf_image *image, uint32_t type, size_t *out,
                                   struct codeobj_error *error)
{
    *out = 0;
    for (size_t i = 1; i < image->header.e_shnum; i++) {
        if (elf_image_section(image, i).sh_type != type)
            continue;
        if (*out)
            return codeobj_fail_at(error, CODEOBJ_CORRUPT,
                                   image->header.e_shoff + i * sizeof(Elf64_Shdr),
                                   "code object has two symbol tables of one kind");
        *out = i;
    }
    return CODEOBJ_OK;
}

enum codeobj_status code_object_size(struct span bytes, uint64_t *out, struct codeobj_error *error)
{
    struct elf_image image;
    enum codeobj_status status = elf_image_open(bytes, &image, error);
    if (!status)
        *out = image.size;
    return status;
}

/* ---- Symbols -------------------------------------------------------------------------------- */

enum codeobj_status elf_symbols_open(const struct elf_image *image, size_t index,
                                     struct elf_symbols *out, struct codeobj_error *error)
{
    const uint64_t at = image->header.e_shoff + index * sizeof(Elf64_Shdr);
    const Elf64_Shdr table = elf_image_section(image, index);
    Elf64_Shdr strings = {0};
    if (table.sh_entsize != sizeof(Elf64_Sym))
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, at, "symbol table has a wrong entry size");
    if (table.sh_link < image->header.e_shnum)
        strings = elf_image_section(image, table.sh_link);
    if (strings.sh_type != SHT_STRTAB)
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, at, "symbol table has no string table");
    *out = (struct elf_symbols){.image = image,
                                .entries = elf_image_content(image, &table),
                                .strings = elf_image_content(image, &strings)};
    out->count = out->entries.size / sizeof(Elf64_Sym);
    return CODEOBJ_OK;
}

Elf64_Sym elf_symbols_entry(const struct elf_symbols *symbols, size_t index)
{
    Elf64_Sym symbol = {0};
    struct span entry;
    if (span_sub(symbols->entries, index * sizeof symbol, sizeof symbol, &entry))
        memcpy(&symbol, entry.data, sizeof symbol);
    return symbol;
}

uint64_t elf_symbols_offset(const struct elf_symbols *symbols, size_t index)
{
    return elf_image_offset(symbols->image, symbols->entries) + index * sizeof(Elf64_Sym);
}

enum codeobj_status elf_symbols_name(const struct elf_symbols *symbols, size_t index, size_t max,
                                     struct span *out, struct codeobj_error *error)
{
    const uint64_t offset = elf_symbols_entry(symbols, index).st_name;
    struct span text;
    if (offset >= symbols->strings.size)
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, elf_symbols_offset(symbols, index),
                               "a symbol's name is in no string table");
    span_sub(symbols->strings, offset, symbols->strings.size - offset, &text);
    const size_t most = text.size <= max ? text.size : max + 1;
    const size_t size = strnlen((const char *)text.data, most);
    if (size == most)
        return codeobj_fail_at(error, CODEOBJ_CORRUPT, elf_image_offset(symbols->image, text),
                               "a symbol's name does not end");
    *out = (struct span){text.data, size};
    return CODEOBJ_OK;
}
