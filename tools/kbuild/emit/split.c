/* Cuts .hip_fatbin out of an ELF file.
 *
 * Addresses stay as they are; whole pages of the section leave the file. The bytes behind these
 * pages move up by a multiple of the page size, so that offsets still fit the addresses. If the
 * segment with the pages also has bytes behind them, it is split in two. The second segment takes
 * the place of a program header that nothing needs (PT_GNU_PROPERTY, PT_NOTE, or PT_PHDR of a
 * shared library), because there is no room for another header.
 *
 * The first pages of the section stay. They get a copy of the string table, to which the name of
 * the library that attaches the archives is added, and behind it a struct split_table. That library
 * becomes the first DT_NEEDED: its constructor runs before those of the binary, which register the
 * bundles. See the generic ABI, "Program Loading", and attach.c. */

#include "emit/pack.h"
#include "emit/split_table.h"
#include "util/file.h"

#include <container.h>
#include <elf.h>
#include <hash.h>
#include <inttypes.h>
#include <kernel_archive.h>
#include <kpack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 4096 };

/* A binary that is being changed. The pointers to ELF headers point into |bytes|. */
struct binary {
    const char *path;
    struct buf bytes;
    Elf64_Ehdr *header;
    Elf64_Phdr *segments;
    Elf64_Shdr *sections;
    Elf64_Shdr *fatbin, *wrappers, *dynamic, *strings;
    uint64_t cut, cut_end; /* the bytes from |cut| to |cut_end| leave the file */
};

static void binary_free(struct binary *binary)
{
    buf_free(&binary->bytes);
}

/* ---- Reading the binary's headers ------------------------------------------------------------ */

static enum status refuse(const struct binary *binary, const char *why)
{
    return status_fail(STATUS_INPUT, "%s: cannot be split: %s", binary->path, why);
}

static struct span all_bytes(const struct binary *binary)
{
    return (struct span){(const uint8_t *)binary->bytes.data, binary->bytes.size};
}

/* Returns the table of |count| elements of |size| bytes at |offset|; NULL when the table is not
 * inside the file. */
static void *table_at(const struct binary *binary, uint64_t offset, uint64_t count, uint64_t size)
{
    struct span table;
    if (offset % 8 != 0 || !span_sub(all_bytes(binary), offset, count * size, &table))
        return NULL;
    return binary->bytes.data + offset;
}

static Elf64_Shdr *find_section(const struct binary *binary, const char *name)
{
    struct span names, contents, rest;
    const Elf64_Ehdr *header = binary->header;
    if (header->e_shstrndx >= header->e_shnum ||
        !span_sub(all_bytes(binary), binary->sections[header->e_shstrndx].sh_offset,
                  binary->sections[header->e_shstrndx].sh_size, &names))
        return NULL;
    for (unsigned i = 1; i < header->e_shnum; i++) {
        Elf64_Shdr *section = &binary->sections[i];
        if (span_sub(names, section->sh_name, strlen(name) + 1, &rest) &&
            memcmp(rest.data, name, rest.size) == 0)
            return section->sh_type != SHT_NOBITS && span_sub(all_bytes(binary), section->sh_offset,
                                                              section->sh_size, &contents)
                       ? section
                       : NULL;
    }
    return NULL;
}

/* Whether the headers, and the sections that are changed, do not overlap. The bytes that are
 * written or moved must not contain the headers that tell where these bytes are. */
static bool is_disjoint(const struct binary *binary)
{
    const Elf64_Ehdr *header = binary->header;
    const struct {
        uint64_t offset, size;
    } parts[] = {
        {0, sizeof *header},
        {header->e_phoff, header->e_phnum * sizeof(Elf64_Phdr)},
        {header->e_shoff, header->e_shnum * sizeof(Elf64_Shdr)},
        {binary->dynamic->sh_offset, binary->dynamic->sh_size},
        {binary->fatbin->sh_offset, binary->fatbin->sh_size},
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        for (size_t j = 0; j < i; j++) {
            if (parts[i].offset < parts[j].offset + parts[j].size &&
                parts[j].offset < parts[i].offset + parts[i].size)
                return false;
        }
    }
    return true;
}

static enum status read_headers(struct binary *binary)
{
    FORWARD_IF_ERROR(file_read_plain(binary->path, &binary->bytes));
    Elf64_Ehdr *header = binary->header = table_at(binary, 0, 1, sizeof *header);
    if (!header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_machine != EM_X86_64 ||
        (header->e_type != ET_DYN && header->e_type != ET_EXEC))
        return refuse(binary, "it is not an executable or a shared library for x86-64");
    binary->segments = table_at(binary, header->e_phoff, header->e_phnum, sizeof *binary->segments);
    binary->sections = table_at(binary, header->e_shoff, header->e_shnum, sizeof *binary->sections);
    if (!binary->sections || !header->e_shnum || header->e_shentsize != sizeof *binary->sections)
        return refuse(binary, "it has no section headers");
    binary->fatbin = find_section(binary, ".hip_fatbin");
    binary->wrappers = find_section(binary, ".hipFatBinSegment");
    binary->dynamic = find_section(binary, ".dynamic");
    binary->strings = find_section(binary, ".dynstr");
    if (find_section(binary, KPACK_SECTION))
        return refuse(binary, "its code for GPUs is in kpack archives beside it, which AMD's "
                              "runtime reads: there is nothing left to take out");
    if (!binary->fatbin || !binary->wrappers || !binary->fatbin->sh_size)
        return refuse(binary, "it has no code for GPUs that HIP registers (.hip_fatbin)");
    if (!binary->segments || header->e_phentsize != sizeof *binary->segments)
        return refuse(binary, "its program headers are damaged");
    if (!binary->dynamic || !binary->strings || binary->dynamic->sh_offset % 8 != 0)
        return refuse(binary, "it is linked statically, and no library can be loaded with it");
    if (binary->fatbin->sh_addr % PAGE != 0 || binary->fatbin->sh_offset % PAGE != 0)
        return refuse(binary, "its section .hip_fatbin is not aligned to pages");
    if (!is_disjoint(binary))
        return refuse(binary, "its headers, .dynamic and .hip_fatbin overlap: it is damaged");
    return STATUS_OK;
}

/* ---- Finding the binary's images ------------------------------------------------------------- */

struct images {
    const struct binary *binary;
    struct pack_item *items;
    size_t count;
    struct strings modules, targets; /* the owners of the texts that |items| point to */
    /* the code objects that |items| point to and that were compressed, unpacked */
    struct buf *copies;
    uint64_t build;
    enum status status;
};

static void add_image(void *context, const struct container_image *image)
{
    struct images *images = context;
    const struct container *unit = image->container;
    struct target_id target;
    if (image->kind == IMAGE_EMPTY || images->status != STATUS_OK)
        return;
    while (unit->parent && unit->parent->parent)
        unit = unit->parent;
    if (image->kind != IMAGE_CODE_OBJECT || !unit->parent ||
        target_id_parse(image->target, &target, NULL) != CODEOBJ_OK) {
        images->status = status_fail(STATUS_INPUT,
                                     "%s: cannot be split: its entry '%s' is not a code object of "
                                     "a known AMD GPU",
                                     images->binary->path, image->entry);
        return;
    }
    char *module = mem_format(SPLIT_MODULE, (uintmax_t)unit->offset);
    images->items = mem_grow(images->items, images->count, sizeof *images->items);
    images->copies = mem_grow(images->copies, images->count, sizeof *images->copies);
    struct buf *copy = &images->copies[images->count];
    *copy = (struct buf){0};
    buf_append(copy, image->bytes.data, image->bytes.size);
    strings_take(&images->modules, module);
    strings_add(&images->targets, image->target);
    images->items[images->count++] = (struct pack_item){
        .module = module,
        .target = images->targets.items[images->targets.count - 1],
        .code_object = {(const uint8_t *)copy->data, copy->size},
    };
    images->build = build_id_add(images->build, module, (uint32_t)images->count);
    images->build = build_id_add(images->build, image->target, image_checksum(image->bytes));
}

static enum status read_images(const struct binary *binary, struct images *images)
{
    const struct container_visitor visitor = {.context = images, .image = add_image};
    struct codeobj_error error;
    struct span section;
    images->binary = binary;
    span_sub(all_bytes(binary), binary->fatbin->sh_offset, binary->fatbin->sh_size, &section);
    if (container_walk(section, NULL, &visitor, &error) != CODEOBJ_OK)
        return status_fail(STATUS_INPUT,
                           "%s: cannot be split: .hip_fatbin: at byte %" PRIu64 ": %s",
                           binary->path, error.offset, error.message);
    return images->status;
}

static void images_free(struct images *images)
{
    for (size_t i = 0; i < images->count; i++)
        buf_free(&images->copies[i]);
    free(images->copies);
    free(images->items);
    strings_free(&images->modules);
    strings_free(&images->targets);
}

/* Writes the families of the images, separated by commas: "gfx11,gfx90a". */
static void put_families(const struct images *images, char *out, size_t size)
{
    OWNED_BY(strings_free) struct strings families = {0};
    char family[KERNEL_ARCHIVE_FAMILIES];
    for (size_t i = 0; i < images->count; i++)
        strings_add(&families, kernel_archive_family(images->items[i].target, family));
    strings_sort_unique(&families);
    OWNED char *joined = strings_join(&families, ",");
    snprintf(out, size, "%s", joined);
}

/* ---- Cutting .hip_fatbin out of the binary --------------------------------------------------- */

/* Returns the first segment of |type|; for PT_LOAD, the segment that has the byte at |offset|. */
static Elf64_Phdr *find_segment(const struct binary *binary, uint32_t type, uint64_t offset)
{
    for (unsigned i = 0; i < binary->header->e_phnum; i++) {
        Elf64_Phdr *segment = &binary->segments[i];
        if (segment->p_type == type &&
            (type != PT_LOAD ||
             (offset >= segment->p_offset && offset - segment->p_offset < segment->p_filesz)))
            return segment;
    }
    return NULL;
}

/* Returns a program header that nothing needs, or NULL. An executable needs PT_PHDR, because its
 * loader computes from it where the executable is. The loader of a library knows that, and finds
 * the program headers through the ELF header. PT_PHDR is considered because lld in manylinux's
 * containers makes libraries without notes. */
static Elf64_Phdr *find_spare(const struct binary *binary)
{
    Elf64_Phdr *spare = find_segment(binary, PT_GNU_PROPERTY, 0);
    if (!spare)
        spare = find_segment(binary, PT_NOTE, 0);
    if (!spare && binary->header->e_type == ET_DYN && !find_segment(binary, PT_INTERP, 0))
        spare = find_segment(binary, PT_PHDR, 0);
    return spare;
}

/* Returns room for one more PT_LOAD program header after |*load|, which may move for this; NULL if
 * there is no room. */
static Elf64_Phdr *make_room(struct binary *binary, Elf64_Phdr **load)
{
    Elf64_Phdr *spare = find_spare(binary), *place = *load + 1;
    if (!spare)
        return NULL;
    if (spare >= place) {
        memmove(place + 1, place, (size_t)(spare - place) * sizeof *place);
        return place;
    }
    memmove(spare, spare + 1, (size_t)(place - spare - 1) * sizeof *place);
    --*load;
    return place - 1;
}

/* Ends the segment of .hip_fatbin where the cut begins, and makes another segment of the bytes
 * after the cut. */
static enum status split_segment(struct binary *binary)
{
    const Elf64_Shdr *fatbin = binary->fatbin;
    Elf64_Phdr *load = find_segment(binary, PT_LOAD, fatbin->sh_offset);
    uint64_t end = 0;
    struct span contents = {NULL, 0};
    if (load && span_sub(all_bytes(binary), load->p_offset, load->p_filesz, &contents))
        end = load->p_offset + load->p_filesz;
    if (!load || fatbin->sh_addr - load->p_vaddr != fatbin->sh_offset - load->p_offset ||
        end < fatbin->sh_offset + fatbin->sh_size || load->p_memsz < load->p_filesz)
        return refuse(binary, "no segment loads its section .hip_fatbin");
    uint64_t behind = binary->cut_end - load->p_offset;
    if (end > fatbin->sh_offset + fatbin->sh_size || load->p_memsz > load->p_filesz) {
        Elf64_Phdr *rest = make_room(binary, &load);
        if (!rest)
            return refuse(binary, "its program headers have no place for one more segment");
        *rest = *load;
        rest->p_offset += behind;
        rest->p_vaddr += behind;
        rest->p_paddr += behind;
        rest->p_filesz -= behind;
        rest->p_memsz -= behind;
    }
    load->p_filesz = load->p_memsz = binary->cut - load->p_offset;
    return STATUS_OK;
}

/* Makes |string| the first DT_NEEDED, and makes the copy of the strings at |fatbin| the binary's
 * string table. */
static enum status change_dynamic(struct binary *binary, uint64_t string, uint64_t strings_size)
{
    Elf64_Dyn *first = (Elf64_Dyn *)(void *)(binary->bytes.data + binary->dynamic->sh_offset);
    size_t room = binary->dynamic->sh_size / sizeof *first, count = 0, gone = room;
    while (count < room && first[count].d_tag != DT_NULL) {
        /* DT_RELACOUNT is only a hint for loaders, so DT_NEEDED may replace it. */
        if (first[count].d_tag == DT_RELACOUNT)
            gone = count;
        count++;
    }
    if (count + 1 < room) { /* There is room for an entry at the end, which linkers often leave. */
        gone = count;
        first[count + 1] = (Elf64_Dyn){.d_tag = DT_NULL};
    }
    if (gone >= room)
        return refuse(binary, "its dynamic section has no room for one more library");
    memmove(first + 1, first, gone * sizeof *first);
    first[0] = (Elf64_Dyn){.d_tag = DT_NEEDED, .d_un.d_val = string};
    for (size_t i = 1; i < room && first[i].d_tag != DT_NULL; i++) {
        if (first[i].d_tag == DT_STRTAB && first[i].d_un.d_ptr != binary->strings->sh_addr)
            return refuse(binary, "its dynamic section names other strings than .dynstr");
        if (first[i].d_tag == DT_STRTAB)
            first[i].d_un.d_ptr = binary->fatbin->sh_addr;
        else if (first[i].d_tag == DT_STRSZ)
            first[i].d_un.d_val = strings_size;
    }
    return STATUS_OK;
}

/* Removes the bytes of the cut from the file. No other change may come later, because headers
 * behind these bytes move. */
static void cut(struct binary *binary)
{
    uint64_t size = binary->cut_end - binary->cut;
    for (unsigned i = 0; i < binary->header->e_phnum; i++) {
        Elf64_Phdr *segment = &binary->segments[i];
        if (segment->p_offset >= binary->cut_end)
            segment->p_offset -= size;
        if (segment->p_type == PT_LOAD)
            /* After the cut, offsets and addresses agree modulo a page, but not modulo a larger
             * alignment. */
            segment->p_align = PAGE;
    }
    for (unsigned i = 0; i < binary->header->e_shnum; i++)
        if (binary->sections[i].sh_offset >= binary->cut_end)
            binary->sections[i].sh_offset -= size;
    if (binary->header->e_shoff >= binary->cut_end)
        binary->header->e_shoff -= size;
    char *data = binary->bytes.data;
    memmove(data + binary->cut, data + binary->cut_end, binary->bytes.size - binary->cut_end);
    binary->bytes.size -= size;
}

static void make_table(const struct binary *binary, const struct images *images,
                       const char *package, struct split_table *out)
{
    *out = (struct split_table){
        .build = images->build,
        .fatbin = binary->fatbin->sh_addr,
        .fatbin_size = binary->fatbin->sh_size,
        .wrappers = binary->wrappers->sh_addr,
        .wrapper_size = binary->wrappers->sh_size,
    };
    memcpy(out->magic, SPLIT_MAGIC, sizeof out->magic);
    snprintf(out->package, sizeof out->package, "%s", package);
    put_families(images, out->families, sizeof out->families);
}

static enum status change(struct binary *binary, const struct images *images, const char *package,
                          const char *name)
{
    struct split_table table;
    OWNED_BY(buf_free) struct buf text = {0};
    make_table(binary, images, package, &table);
    buf_append(&text, binary->bytes.data + binary->strings->sh_offset, binary->strings->sh_size);
    const size_t string = text.size;
    buf_printf(&text, "$ORIGIN/%s" SPLIT_LIBRARY, name);
    buf_putc(&text, '\0');
    const size_t strings_size = text.size;
    while (text.size % 8)
        buf_putc(&text, '\0');
    buf_append(&text, &table, sizeof table);

    const uint64_t start = binary->fatbin->sh_offset, end = start + binary->fatbin->sh_size;
    binary->cut = start + (text.size + PAGE - 1) / PAGE * PAGE;
    binary->cut_end = end / PAGE * PAGE;
    if (binary->cut >= binary->cut_end)
        return refuse(binary, "its code is so small that nothing would be saved");
    FORWARD_IF_ERROR(change_dynamic(binary, string, strings_size));
    FORWARD_IF_ERROR(split_segment(binary));
    memset(binary->bytes.data + start, 0, end - start);
    memcpy(binary->bytes.data + start, text.data, text.size);
    binary->fatbin->sh_size = 0;
    binary->strings->sh_addr = binary->fatbin->sh_addr;
    binary->strings->sh_offset = start;
    binary->strings->sh_size = strings_size;
    cut(binary);
    return STATUS_OK;
}

/* ---- Writing the binary, its library and its archives ---------------------------------------- */

static enum status write_file(const char *directory, const char *name, const struct buf *bytes,
                              struct strings *written)
{
    strings_take(written, path_join(directory, name));
    return file_write(written->items[written->count - 1], bytes->data, bytes->size);
}

static enum status write_all(struct binary *binary, const struct images *images,
                             const char *library, const char *directory, struct strings *written)
{
    const char *name = path_name(binary->path);
    OWNED char *package = mem_dup_n(name, strcspn(name, "."));
    OWNED char *helper = mem_format("%s" SPLIT_LIBRARY, name);
    OWNED_BY(buf_free) struct buf code = {0};
    if (!*package || strlen(package) >= sizeof((struct split_table *)0)->package)
        return refuse(binary, "its name up to the first '.' is empty or too long");
    FORWARD_IF_ERROR(change(binary, images, package, name));
    FORWARD_IF_ERROR(file_read_plain(library, &code));
    FORWARD_IF_ERROR(write_file(directory, name, &binary->bytes, written));
    FORWARD_IF_ERROR(write_file(directory, helper, &code, written));
    return pack_items(&(struct pack_set){.package = package,
                                         .build = images->build,
                                         .items = images->items,
                                         .count = images->count,
                                         .shares = true},
                      directory, written);
}

enum status split_write(const char *path, const char *library, const char *directory,
                        struct strings *written)
{
    OWNED_BY(binary_free) struct binary binary = {.path = path};
    OWNED_BY(images_free) struct images images = {0};
    FORWARD_IF_ERROR(read_headers(&binary));
    FORWARD_IF_ERROR(read_images(&binary, &images));
    return write_all(&binary, &images, library, directory, written);
}
