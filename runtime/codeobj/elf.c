/* Code objects: the ELF64 files that the AMDGPU backend links for amdhsa.
 *
 * See LLVM's AMDGPU usage guide, "ELF Code Object". libelf decodes the headers, through the gelf
 * functions that copy; it is given only files whose header and tables this file has found in
 * bounds, and it only ever reads the memory. What the headers point to goes through span_sub().
 *
 * All work is linear in the file: a file may have one symbol table and one dynamic one, its note
 * segments together are no longer than the file, and names are compared up to KERNEL_NAME_MAX.
 */
#include "internal.h"

#include <gelf.h>
#include <inttypes.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

/* Facts of the usage guide, section "Header", that elf.h may not have. */
enum {
    MACHINE_AMDGPU = 224,
    OSABI_AMDGPU_HSA = 64,
    NOTE_AMDGPU_METADATA = 32, /* NT_AMDGPU_METADATA, of the vendor "AMDGPU" */
    DESCRIPTOR_SIZE = 64,      /* of a kernel; section "Kernel Descriptor" */

    FLAG_MACH = 0x0ff,
    FLAG_XNACK_V3 = 0x100, /* version 3: one bit each, on or off */
    FLAG_SRAMECC_V3 = 0x200,
    SHIFT_XNACK_V4 = 8, /* version 4 and later: two bits each, enum feature_bits */
    SHIFT_SRAMECC_V4 = 10,
};

enum feature_bits { FEATURE_BITS_UNSUPPORTED, FEATURE_BITS_ANY, FEATURE_BITS_OFF, FEATURE_BITS_ON };

struct image {
    struct span bytes;
    Elf *elf;
    GElf_Ehdr header;
};

/* libelf's one initialisation sets a variable of its own, so only one thread may do it. */
static once_flag libelf_once = ONCE_FLAG_INIT;

static void start_libelf(void)
{
    elf_version(EV_CURRENT);
}

/* ---- The header ---------------------------------------------------------------------------- */

static bool has_magic(struct span bytes)
{
    return bytes.size >= SELFMAG && memcmp(bytes.data, ELFMAG, SELFMAG) == 0;
}

/* The table of |count| entries of |size| bytes at |offset|. */
static bool table_fits(struct span bytes, uint64_t offset, uint64_t count, uint64_t size)
{
    struct span table;
    return span_sub(bytes, offset, count * size, &table); /* both factors have 16 bits */
}

static enum codeobj_status check_header(struct span bytes, struct codeobj_error *error)
{
    Elf64_Ehdr header;
    if (!has_magic(bytes))
        return codeobj_fail(error, CODEOBJ_UNRECOGNISED, "not an ELF file");
    if (bytes.size < sizeof header)
        return codeobj_fail(error, CODEOBJ_TRUNCATED, "ELF file ends inside its header");
    if (!code_object_recognise(bytes))
        return codeobj_fail(error, CODEOBJ_UNRECOGNISED,
                            "not an AMD GPU code object but another kind of ELF file");
    memcpy(&header, bytes.data, sizeof header);
    if (header.e_ident[EI_VERSION] != EV_CURRENT || header.e_version != EV_CURRENT)
        return codeobj_fail(error, CODEOBJ_CORRUPT, "ELF version is not 1");
    if (header.e_ident[EI_OSABI] != OSABI_AMDGPU_HSA)
        return codeobj_fail(error, CODEOBJ_UNSUPPORTED,
                            "code object is not for amdhsa but for ELF OS ABI %d",
                            header.e_ident[EI_OSABI]);
    if (header.e_ident[EI_ABIVERSION] == 0)
        return codeobj_fail(error, CODEOBJ_UNSUPPORTED,
                            "code object version 2 cannot be read; compile with "
                            "-mcode-object-version=4 or later");
    if (header.e_ident[EI_ABIVERSION] > 4)
        return codeobj_fail(error, CODEOBJ_UNSUPPORTED,
                            "code object is newer than version 6 (its ABI version is %d)",
                            header.e_ident[EI_ABIVERSION]);
    if (header.e_type != ET_DYN)
        return codeobj_fail(error, CODEOBJ_UNSUPPORTED,
                            header.e_type == ET_REL ? "code object is relocatable, not linked yet"
                                                    : "code object is no shared object");
    if (header.e_ehsize != sizeof header || header.e_shentsize != sizeof(Elf64_Shdr) ||
        (header.e_phnum > 0 && header.e_phentsize != sizeof(Elf64_Phdr)))
        return codeobj_fail(error, CODEOBJ_CORRUPT, "ELF header has wrong sizes for ELF64");
    if (header.e_shnum == 0 || header.e_phnum == PN_XNUM)
        return codeobj_fail(
            error, CODEOBJ_UNSUPPORTED,
            "code object has no section headers, or more of them than 16 bits count");
    if (!table_fits(bytes, header.e_phoff, header.e_phnum, sizeof(Elf64_Phdr)) ||
        !table_fits(bytes, header.e_shoff, header.e_shnum, sizeof(Elf64_Shdr)))
        return codeobj_fail(error, CODEOBJ_TRUNCATED, "code object ends before its header tables");
    return CODEOBJ_OK;
}

/* What e_flags says of a feature that the processor may not have. */
static enum codeobj_status read_feature(uint32_t bits, bool had, const char *name,
                                        enum target_feature *out, struct codeobj_error *error)
{
    bool chosen = bits == FEATURE_BITS_OFF || bits == FEATURE_BITS_ON;
    if (chosen && !had)
        return codeobj_fail(error, CODEOBJ_CORRUPT,
                            "ELF flags choose %s, which the processor does not have", name);
    *out = !chosen                    ? TARGET_FEATURE_ANY
           : bits == FEATURE_BITS_OFF ? TARGET_FEATURE_OFF
                                      : TARGET_FEATURE_ON;
    return CODEOBJ_OK;
}

static enum codeobj_status read_target(const GElf_Ehdr *header, struct code_object *object,
                                       struct codeobj_error *error)
{
    const uint32_t flags = header->e_flags;
    const struct target_info *info = target_find_mach(flags & FLAG_MACH);
    if (!info)
        return codeobj_fail(error, CODEOBJ_UNSUPPORTED,
                            "code object is for an unknown processor (EF_AMDGPU_MACH 0x%02" PRIx32
                            ")",
                            flags & FLAG_MACH);
    object->version = (uint8_t)(header->e_ident[EI_ABIVERSION] + 2);
    object->target.info = info;
    if (object->version < info->min_code_object)
        return codeobj_fail(error, CODEOBJ_CORRUPT,
                            "code object version %d cannot be for %s, which needs version %d",
                            object->version, info->processor, info->min_code_object);
    uint32_t xnack = flags >> SHIFT_XNACK_V4 & 3;
    uint32_t sramecc = flags >> SHIFT_SRAMECC_V4 & 3;
    if (object->version == 3) {
        enum feature_bits off[] = {FEATURE_BITS_UNSUPPORTED, FEATURE_BITS_OFF};
        xnack = flags & FLAG_XNACK_V3 ? FEATURE_BITS_ON : off[info->has_xnack];
        sramecc = flags & FLAG_SRAMECC_V3 ? FEATURE_BITS_ON : off[info->has_sramecc];
    }
    enum codeobj_status status =
        read_feature(xnack, info->has_xnack, "xnack", &object->target.xnack, error);
    if (!status)
        status =
            read_feature(sramecc, info->has_sramecc, "sramecc", &object->target.sramecc, error);
    return status;
}

/* ---- Notes --------------------------------------------------------------------------------- */

static uint64_t align_note(uint64_t size)
{
    return (size + 3) & ~UINT64_C(3);
}

/* Looks for the metadata among |notes|. |out->data| stays as it is when there is none. */
static enum codeobj_status scan_notes(struct span notes, struct span *out,
                                      struct codeobj_error *error)
{
    static const char vendor[] = "AMDGPU";
    for (uint64_t at = 0; at < notes.size;) {
        Elf64_Nhdr note;
        struct span field, name, description;
        if (!span_sub(notes, at, sizeof note, &field))
            return codeobj_fail(error, CODEOBJ_CORRUPT, "notes end inside a note's header");
        memcpy(&note, field.data, sizeof note);
        at += sizeof note;
        if (!span_sub(notes, at, note.n_namesz, &name) ||
            !span_sub(notes, at + align_note(note.n_namesz), note.n_descsz, &description))
            return codeobj_fail(error, CODEOBJ_CORRUPT, "a note ends past its segment");
        at += align_note(note.n_namesz) + align_note(note.n_descsz);
        if (note.n_type != NOTE_AMDGPU_METADATA || name.size != sizeof vendor ||
            memcmp(name.data, vendor, sizeof vendor) != 0)
            continue;
        if (out->data)
            return codeobj_fail(error, CODEOBJ_CORRUPT, "code object has two metadata notes");
        *out = description;
    }
    return CODEOBJ_OK;
}

/* The metadata note, from the note segments, which is where a loader looks for it. */
static enum codeobj_status find_metadata(const struct image *image, struct span *out,
                                         struct codeobj_error *error)
{
    uint64_t total = 0;
    for (int i = 0; i < image->header.e_phnum; i++) {
        GElf_Phdr segment;
        struct span notes;
        if (!gelf_getphdr(image->elf, i, &segment))
            return codeobj_fail(error, CODEOBJ_CORRUPT, "program header %d cannot be read", i);
        if (segment.p_type != PT_NOTE)
            continue;
        if (!span_sub(image->bytes, segment.p_offset, segment.p_filesz, &notes))
            return codeobj_fail(error, CODEOBJ_TRUNCATED,
                                "note segment ends past the end of the code object");
        total += notes.size;
        if (total > image->bytes.size)
            return codeobj_fail(error, CODEOBJ_CORRUPT, "note segments overlap");
        enum codeobj_status status = scan_notes(notes, out, error);
        if (status)
            return status;
    }
    return CODEOBJ_OK;
}

/* ---- Symbols ------------------------------------------------------------------------------- */

static bool get_section(const struct image *image, size_t index, GElf_Shdr *out)
{
    Elf_Scn *section = elf_getscn(image->elf, index);
    return section && gelf_getshdr(section, out);
}

/* What |section| holds in the file: nothing for SHT_NOBITS. */
static bool section_content(const struct image *image, const GElf_Shdr *section, struct span *out)
{
    uint64_t size = section->sh_type == SHT_NOBITS ? 0 : section->sh_size;
    return span_sub(image->bytes, section->sh_offset, size, out);
}

/* Do the |symbol->st_size| bytes of a symbol lie in its section, and is that in the file? */
static bool symbol_is_inside(const struct image *image, const Elf64_Sym *symbol)
{
    GElf_Shdr section;
    struct span content, bytes;
    return symbol->st_shndx < SHN_LORESERVE && get_section(image, symbol->st_shndx, &section) &&
           section_content(image, &section, &content) && symbol->st_value >= section.sh_addr &&
           span_sub(content, symbol->st_value - section.sh_addr, symbol->st_size, &bytes);
}

/* The kernel called by the |size| bytes at |name|, or NULL. */
static struct kernel *find_kernel(const struct code_object *object, const char *name, size_t size)
{
    size_t low = 0, high = object->kernel_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        struct kernel *kernel = &object->kernels[middle];
        int order = strncmp(name, kernel->name, size);
        if (order == 0 && kernel->name[size] != '\0')
            order = -1;
        if (order == 0)
            return kernel;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

/* A symbol that has to do with a kernel: its descriptor, "<kernel>.kd", or its function. Sets
 * |has_descriptor| of that kernel. */
static enum codeobj_status read_symbol(const struct image *image, const Elf64_Sym *symbol,
                                       const char *name, size_t size, struct code_object *object,
                                       bool *has_descriptor, struct codeobj_error *error)
{
    int type = ELF64_ST_TYPE(symbol->st_info);
    if (type == STT_FUNC) {
        struct kernel *kernel = find_kernel(object, name, size);
        if (!kernel)
            return CODEOBJ_OK;
        if (!symbol_is_inside(image, symbol))
            return codeobj_fail(error, CODEOBJ_CORRUPT, "code of kernel '%.100s' is in no section",
                                kernel->name);
        kernel->code_size = symbol->st_size;
        return CODEOBJ_OK;
    }
    if (type != STT_OBJECT || size < 3 || memcmp(name + size - 3, ".kd", 3) != 0)
        return CODEOBJ_OK;
    struct kernel *kernel = find_kernel(object, name, size - 3);
    if (!kernel)
        return codeobj_fail(error, CODEOBJ_CORRUPT,
                            "kernel descriptor '%.100s' has no kernel in the metadata", name);
    if (symbol->st_size != DESCRIPTOR_SIZE)
        return codeobj_fail(error, CODEOBJ_CORRUPT,
                            "descriptor of kernel '%.60s' is %" PRIu64 " bytes, not %d",
                            kernel->name, symbol->st_size, DESCRIPTOR_SIZE);
    if (!symbol_is_inside(image, symbol))
        return codeobj_fail(error, CODEOBJ_CORRUPT,
                            "descriptor of kernel '%.100s' is in no section", kernel->name);
    has_descriptor[kernel - object->kernels] = true;
    return CODEOBJ_OK;
}

static enum codeobj_status read_symbols(const struct image *image, const GElf_Shdr *table,
                                        struct code_object *object, bool *has_descriptor,
                                        struct codeobj_error *error)
{
    GElf_Shdr link;
    struct span symbols, strings, bytes, text;
    if (table->sh_entsize != sizeof(Elf64_Sym))
        return codeobj_fail(error, CODEOBJ_CORRUPT, "symbol table has a wrong entry size");
    if (!get_section(image, table->sh_link, &link) || link.sh_type != SHT_STRTAB)
        return codeobj_fail(error, CODEOBJ_CORRUPT, "symbol table has no string table");
    if (!section_content(image, table, &symbols) || !section_content(image, &link, &strings))
        return codeobj_fail(error, CODEOBJ_TRUNCATED,
                            "symbol table ends past the end of the code object");
    for (size_t at = 0; span_sub(symbols, at, sizeof(Elf64_Sym), &bytes); at += sizeof(Elf64_Sym)) {
        Elf64_Sym symbol;
        memcpy(&symbol, bytes.data, sizeof symbol);
        if (symbol.st_shndx == SHN_UNDEF)
            continue;
        if (symbol.st_name >= strings.size)
            return codeobj_fail(error, CODEOBJ_CORRUPT, "a symbol's name is in no string table");
        span_sub(strings, symbol.st_name, strings.size - symbol.st_name, &text);
        size_t size = strnlen((const char *)text.data,
                              text.size < KERNEL_NAME_MAX + 4 ? text.size : KERNEL_NAME_MAX + 4);
        if (size == text.size || size == KERNEL_NAME_MAX + 4)
            return codeobj_fail(error, CODEOBJ_CORRUPT, "a symbol's name does not end");
        enum codeobj_status status = read_symbol(image, &symbol, (const char *)text.data, size,
                                                 object, has_descriptor, error);
        if (status)
            return status;
    }
    return CODEOBJ_OK;
}

/* Holds the symbols against the metadata: a descriptor for every kernel and the reverse. */
static enum codeobj_status match_symbols(const struct image *image, struct code_object *object,
                                         bool *has_descriptor, struct codeobj_error *error)
{
    unsigned tables[] = {0, 0};
    for (size_t i = 1; i < image->header.e_shnum; i++) {
        GElf_Shdr section;
        if (!get_section(image, i, &section))
            return codeobj_fail(error, CODEOBJ_CORRUPT, "section header %zu cannot be read", i);
        if (section.sh_type != SHT_SYMTAB && section.sh_type != SHT_DYNSYM)
            continue;
        if (tables[section.sh_type == SHT_DYNSYM]++ > 0)
            return codeobj_fail(error, CODEOBJ_CORRUPT, "code object has two symbol tables");
        enum codeobj_status status = read_symbols(image, &section, object, has_descriptor, error);
        if (status)
            return status;
    }
    for (size_t i = 0; i < object->kernel_count; i++) {
        if (!has_descriptor[i])
            return codeobj_fail(error, CODEOBJ_CORRUPT, "kernel '%.100s' has no descriptor",
                                object->kernels[i].name);
    }
    return CODEOBJ_OK;
}

/* ---- The whole ----------------------------------------------------------------------------- */

static enum codeobj_status read_image(const struct image *image, struct code_object *object,
                                      struct codeobj_error *error)
{
    struct span note = {0};
    enum codeobj_status status = read_target(&image->header, object, error);
    if (!status)
        status = find_metadata(image, &note, error);
    if (!status && note.data) /* without the note there may be functions, but no kernel */
        status = metadata_read(note, object, error);
    if (status)
        return status;
    bool *has_descriptor = calloc(object->kernel_count + 1, sizeof(bool));
    if (!has_descriptor)
        return codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
    status = match_symbols(image, object, has_descriptor, error);
    free(has_descriptor);
    return status;
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

enum codeobj_status code_object_open(struct span bytes, struct code_object *out,
                                     struct codeobj_error *error)
{
    struct code_object object = {0};
    struct image image = {.bytes = bytes};
    enum codeobj_status status = check_header(bytes, error);
    if (status)
        return status;
    call_once(&libelf_once, start_libelf);
    /* The cast drops const for the sake of the interface only: nothing here asks for a change. */
    image.elf = elf_memory((char *)(uintptr_t)bytes.data, bytes.size);
    if (!image.elf) /* all else that it could object to has been checked */
        return codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
    if (gelf_getehdr(image.elf, &image.header))
        status = read_image(&image, &object, error);
    else
        status = codeobj_fail(error, CODEOBJ_CORRUPT, "ELF header cannot be read");
    elf_end(image.elf);
    if (status)
        code_object_close(&object);
    else
        *out = object;
    return status;
}

void code_object_close(struct code_object *object)
{
    for (size_t i = 0; i < object->kernel_count; i++) {
        struct kernel *kernel = &object->kernels[i];
        for (size_t j = 0; j < kernel->argument_count; j++) {
            free(kernel->arguments[j].name);
            free(kernel->arguments[j].value_kind);
        }
        free(kernel->arguments);
        free(kernel->name);
        free(kernel->symbol);
    }
    free(object->kernels);
    *object = (struct code_object){0};
}

const struct kernel *code_object_find(const struct code_object *object, const char *name)
{
    return find_kernel(object, name, strlen(name));
}
