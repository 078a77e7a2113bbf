/* ELF files for the host (32 or 64 bits, either byte order): executables, shared libraries and
 * relocatable objects that carry code objects in sections. These sections are known:
 *
 * .hip_fatbin                       HIP's bundles, one for each translation unit
 * .llvm.offloading                  offload binaries of clang's newer driver; OpenMP
 * .rocm_kpack_ref                   names the kpack archives with the code objects: see kpack.h
 * __CLANG_OFFLOAD_BUNDLE__<id>      an image; <id> is the id of its entry in a bundle; see
 *                                   ClangOffloadBundler, "-type=o" on relocatable objects
 * .nv_fatbin, __nv_relfatbin        nvcc's fat binaries, the latter for the linker of device code
 *
 * The bytes of other sections, and those outside of sections, are searched.
 *
 * libelf decodes the section headers, and itself checks that their table is inside the file. Names
 * and contents go through span_sub().
 */
#include "kpack.h"
#include "walk.h"

#include <gelf.h>
#include <inttypes.h>
#include <libelf.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MACHINE_AMDGPU = 224,
    /* bytes for a section's name with its NUL, more than any id of a bundle's entry has */
    NAME_ROOM = 512,
};

static const char entry_prefix[] = "__CLANG_OFFLOAD_BUNDLE__";

/* libelf's initialisation sets a global variable, so only one thread may run it. */
static pthread_once_t libelf_once = PTHREAD_ONCE_INIT;

static void start_libelf(void)
{
    elf_version(EV_CURRENT);
}

struct host_elf {
    struct walk *walk;
    const struct container *container;
    Elf *elf;
    struct span names;    /* the table with the names of sections */
    uint64_t table;       /* offset in the file of the table of section headers */
    uint64_t header_size; /* how many bytes one section header has in the file */
    bool is_kpacked;      /* whether the file's code objects are in kpack archives */
};

bool host_elf_recognise(struct span bytes)
{
    return bytes.size >= EI_NIDENT && memcmp(bytes.data, ELFMAG, SELFMAG) == 0;
}

/* Whether |bytes| are an object file that `gcc -fopenmp` wrote, with sections
 * ".gnu.offload_lto_...". Their code for GPUs is not machine code yet: the linker compiles it. */
static bool has_gcc_bytecode(struct span bytes)
{
    static const char name[] = ".gnu.offload_lto_";
    return load_le(bytes.data + EI_NIDENT, 2) == ET_REL &&
           memmem(bytes.data, bytes.size, name, sizeof name - 1) != NULL;
}

char *host_elf_describe(struct span bytes, char *out, size_t size)
{
    static const struct {
        uint16_t machine;
        const char *name;
    } machines[] = {
        {EM_386, "i386"},   {EM_X86_64, "x86-64"},        {EM_AARCH64, "AArch64"},
        {EM_ARM, "Arm"},    {EM_PPC64, "PowerPC"},        {EM_RISCV, "RISC-V"},
        {EM_S390, "S/390"}, {MACHINE_AMDGPU, "AMD GPUs"},
    };
    if (bytes.size < EI_NIDENT + 4) {
        snprintf(out, size, "an ELF file, cut off inside its header");
        return out;
    }
    /* the field e_machine, which has this offset in 32-bit and 64-bit files */
    const uint8_t *field = bytes.data + EI_NIDENT + 2;
    unsigned machine = bytes.data[EI_DATA] == ELFDATA2MSB ? (unsigned)(field[0] << 8 | field[1])
                                                          : (unsigned)load_le(field, 2);
    for (size_t i = 0; i < sizeof machines / sizeof machines[0]; i++) {
        if (machines[i].machine == machine) {
            snprintf(out, size, "an ELF file for %s%s", machines[i].name,
                     has_gcc_bytecode(bytes) ? ", with GCC's bytecode for GPUs: link it first"
                                             : "");
            return out;
        }
    }
    snprintf(out, size, "an ELF file for machine %u", machine);
    return out;
}

static const char *entry_of(const char *name)
{
    size_t size = sizeof entry_prefix - 1;
    return strncmp(name, entry_prefix, size) == 0 ? name + size : NULL;
}

/* Returns the name at |offset| in the table |names|. Returns "" when the name is outside the table,
 * is not text, or is longer than any name that matters here. */
static const char *section_name(struct span names, uint64_t offset)
{
    struct span name;
    if (offset >= names.size)
        return "";
    uint64_t room = names.size - offset < NAME_ROOM ? names.size - offset : NAME_ROOM;
    if (!span_sub(names, offset, room, &name) || !memchr(name.data, '\0', name.size))
        return "";
    name.size = strlen((const char *)name.data);
    return utf8_is_text(name) ? (const char *)name.data : "";
}

static void entry_walk(struct walk *walk, const struct container *section)
{
    char target[TARGET_ID_MAX];
    const char *id = entry_of(section->name);
    struct container_image image = {
        .container = section,
        .entry = id,
        .target = bundle_entry_target(id, target),
        .kind = strncmp(id, "host-", 5) == 0 ? IMAGE_EMPTY : image_kind_of(section->bytes),
        .bytes = section->bytes,
    };
    if (image.kind == IMAGE_EMPTY) /* Clang writes a section of one byte for an empty entry. */
        image.bytes.size = 0;
    walk_image(walk, &image);
}

part_walk *section_walk_of(const char *name)
{
    static const char *const names[] = {".hip_fatbin", ".llvm.offloading", ".nv_fatbin",
                                        "__nv_relfatbin",
                                        ".hip_fat" /* .hip_fatbin, cut by linkers for Windows */};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0)
            return units_walk;
    }
    if (strncmp(name, ".hip_fatbin.", strlen(".hip_fatbin.")) == 0)
        return units_walk;
    if (strcmp(name, KPACK_SECTION) == 0 || strcmp(name, KPACK_SECTION_WINDOWS) == 0)
        return kpack_reference_walk;
    return entry_of(name) ? entry_walk : NULL;
}

/* Whether the section's bytes are in the file and can be read. If they cannot, and the section
 * should have units, reports the reason. */
static bool is_readable(struct host_elf *file, const struct file_part *part,
                        const GElf_Shdr *header)
{
    struct walk *walk = file->walk;
    struct span bytes;
    if (header->sh_type == SHT_NOBITS) {
        /* in a library with kpack archives, such a section has no bytes, and that is not an error
         */
        if (part->walk && !file->is_kpacked)
            walk_problem_at(walk, file->container, CODEOBJ_UNSUPPORTED, part->header,
                            "section %.60s is not in this file: it holds debug information only; "
                            "give the file that was stripped",
                            part->name);
        return false;
    }
    if (part->walk && header->sh_flags & SHF_COMPRESSED) {
        walk_problem_at(walk, file->container, CODEOBJ_UNSUPPORTED, part->header,
                        "section %.60s is compressed; undo that with "
                        "objcopy --decompress-debug-sections",
                        part->name);
        return false;
    }
    if (!span_sub(file->container->bytes, part->offset, part->size, &bytes)) {
        if (part->walk)
            walk_problem_at(walk, file->container, CODEOBJ_TRUNCATED, part->header,
                            "section %.60s of %" PRIu64 " bytes ends past the end of the file",
                            part->name, part->size);
        return false;
    }
    return true;
}

/* Finds the table of sections and the table of their names. Returns false when there is no table of
 * sections, or when it is damaged, which is reported. */
static bool open_table(struct host_elf *file, size_t *out_count)
{
    GElf_Ehdr header;
    GElf_Shdr names;
    struct span table;
    size_t names_index;
    if (!gelf_getehdr(file->elf, &header) || header.e_shoff == 0)
        return false;
    uint64_t field = gelf_getclass(file->elf) == ELFCLASS64 ? offsetof(Elf64_Ehdr, e_shoff)
                                                            : offsetof(Elf32_Ehdr, e_shoff);
    file->table = header.e_shoff;
    file->header_size = gelf_fsize(file->elf, ELF_T_SHDR, 1, EV_CURRENT);
    if (elf_getshdrnum(file->elf, out_count) != 0 || *out_count == 0 ||
        header.e_shentsize != file->header_size || *out_count > UINT32_MAX ||
        !span_sub(file->container->bytes, file->table, *out_count * file->header_size, &table))
        return walk_problem_at(file->walk, file->container, CODEOBJ_TRUNCATED, field,
                               "the table of sections, at %" PRIu64 ", is not all in the file",
                               file->table);
    Elf_Scn *section =
        elf_getshdrstrndx(file->elf, &names_index) == 0 ? elf_getscn(file->elf, names_index) : NULL;
    if (!section || !gelf_getshdr(section, &names) ||
        !span_sub(file->container->bytes, names.sh_offset, names.sh_size, &file->names))
        return walk_problem_at(file->walk, file->container, CODEOBJ_TRUNCATED, file->table,
                               "the names of sections are not in the file");
    return true;
}

static bool has_section(const struct host_elf *file, size_t count, const char *name)
{
    GElf_Shdr header;
    for (size_t i = 1; i < count; i++) {
        Elf_Scn *section = elf_getscn(file->elf, i);
        if (section && gelf_getshdr(section, &header) &&
            strcmp(section_name(file->names, header.sh_name), name) == 0)
            return true;
    }
    return false;
}

/* Collects the sections whose bytes are in the file. |*out| has |*out_count| sections. Returns
 * false when memory runs out. */
static bool collect_sections(struct host_elf *file, struct file_part **out, size_t *out_count)
{
    size_t count;
    *out = NULL;
    *out_count = 0;
    if (!open_table(file, &count))
        return true;
    struct file_part *parts = malloc(count * sizeof *parts);
    if (!parts)
        return walk_problem_at(file->walk, file->container, CODEOBJ_NO_MEMORY, 0, "out of memory");
    *out = parts;
    file->is_kpacked = has_section(file, count, KPACK_SECTION);
    for (size_t i = 1; i < count; i++) {
        GElf_Shdr header;
        Elf_Scn *section = elf_getscn(file->elf, i);
        struct file_part *part = &parts[*out_count];
        part->header = file->table + i * file->header_size;
        if (!section || !gelf_getshdr(section, &header)) {
            walk_problem_at(file->walk, file->container, CODEOBJ_CORRUPT, part->header,
                            "header of section %zu cannot be read", i);
            break;
        }
        part->name = section_name(file->names, header.sh_name);
        part->walk = section_walk_of(part->name);
        part->offset = header.sh_offset;
        part->size = header.sh_size;
        *out_count += is_readable(file, part, &header);
    }
    return true;
}

void host_elf_walk(struct walk *walk, const struct container *container)
{
    struct host_elf file = {.walk = walk, .container = container};
    pthread_once(&libelf_once, start_libelf);
    size_t header =
        container->bytes.data[EI_CLASS] == ELFCLASS32 ? sizeof(Elf32_Ehdr) : sizeof(Elf64_Ehdr);
    if (container->bytes.size < header) {
        walk_problem_at(walk, container, CODEOBJ_TRUNCATED, container->bytes.size,
                        "ELF file ends inside its header");
        return;
    }
    /* libelf's function takes writable bytes, but does not write to a file that it only reads. */
    file.elf = elf_memory((char *)(uintptr_t)container->bytes.data, container->bytes.size);
    struct file_part *parts = NULL;
    size_t count = 0;
    bool has_memory = true;
    if (file.elf && elf_kind(file.elf) == ELF_K_ELF)
        has_memory = collect_sections(&file, &parts, &count);
    else
        walk_problem_at(walk, container, CODEOBJ_CORRUPT, EI_CLASS,
                        "the ELF header is damaged: its class or byte order does not exist");
    if (has_memory)
        parts_walk(walk, container, parts, count);
    free(parts);
    elf_end(file.elf);
}
