/* ELF64 files for GPUs: their headers, segments, sections and symbols.
 *
 * Opening a file checks that its tables, segments and sections are inside the file. Later reads
 * need no further check, and borrow from the file's bytes.
 */
#ifndef CODEOBJ_ELF_IMAGE_H
#define CODEOBJ_ELF_IMAGE_H

#include "span.h"

#include <elf.h>

struct elf_image {
    struct span bytes; /* all bytes that the caller gave; the file may end earlier */
    Elf64_Ehdr header;
    /* the size of the file, according to its headers: no table, segment or section ends later */
    uint64_t size;
};

/* Opens an ELF file for AMDGPU, of any OS, version and type. CODEOBJ_UNRECOGNISED for another kind
 * of file. */
enum codeobj_status elf_image_open(struct span bytes, struct elf_image *out,
                                   struct codeobj_error *error);
/* Does what elf_image_open() does, for files for |machine|, such as EM_CUDA. */
enum codeobj_status elf_image_open_for(struct span bytes, unsigned machine, struct elf_image *out,
                                       struct codeobj_error *error);
/* Whether |bytes| are a little-endian ELF64 file for |machine|. */
bool elf_image_recognise(struct span bytes, unsigned machine);
/* These functions return program header or section header |index|, which must be less than e_phnum
 * or e_shnum. */
Elf64_Phdr elf_image_segment(const struct elf_image *image, size_t index);
Elf64_Shdr elf_image_section(const struct elf_image *image, size_t index);
/* Returns the contents of |section| in the file: empty for SHT_NOBITS and SHT_NULL. */
struct span elf_image_content(const struct elf_image *image, const Elf64_Shdr *section);
/* Returns the offset in the file of |part|, which must be inside the image's bytes. */
uint64_t elf_image_offset(const struct elf_image *image, struct span part);
/* Returns the name of |section|, without its NUL; empty when the section has no name. */
struct span elf_image_section_name(const struct elf_image *image, const Elf64_Shdr *section);
/* Finds the index of the only section of |type|. 0 if no section has this type. CODEOBJ_CORRUPT
 * when two sections have it. */
enum codeobj_status elf_image_find(const struct elf_image *image, uint32_t type, size_t *out,
                                   struct codeobj_error *error);
/* Sets |*found| to whether there is a section called |name|. */
enum codeobj_status elf_image_has_section(const struct elf_image *image, const char *name,
                                          bool *found, struct codeobj_error *error);

/* A symbol table and the string table of its names. */
struct elf_symbols {
    const struct elf_image *image;
    struct span entries, strings;
    size_t count;
};

/* Opens the symbol table in section |index|. CODEOBJ_CORRUPT when the table's entries have a wrong
 * size, or the table has no string table. */
enum codeobj_status elf_symbols_open(const struct elf_image *image, size_t index,
                                     struct elf_symbols *out, struct codeobj_error *error);
/* Returns entry |index|, which must be less than |count|. */
Elf64_Sym elf_symbols_entry(const struct elf_symbols *symbols, size_t index);
/* Returns the offset of entry |index| in the file. */
uint64_t elf_symbols_offset(const struct elf_symbols *symbols, size_t index);
/* Returns the name of entry |index|, without its NUL. CODEOBJ_CORRUPT when the name is not in the
 * string table, or is longer than |max| bytes: a hostile table may give all symbols one long
 * name. */
enum codeobj_status elf_symbols_name(const struct elf_symbols *symbols, size_t index, size_t max,
                                     struct span *out, struct codeobj_error *error);

#endif
