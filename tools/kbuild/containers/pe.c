/* Programs and libraries for Windows: PE files, of 32 or 64 bits.
 *
 * "MZ", at 60 the offset of: "PE\0\0" | u16 machine | u16 count of sections | u32 time |
 *         u32 offset of symbols | u32 count of symbols | u16 size of the optional header |
 *         u16 flags | the optional header | sections | ...
 * section: 8 bytes name | u32 size in memory | u32 address | u32 size in the file |
 *         u32 offset in the file | 16 bytes more
 *
 * Linkers cut off longer names, so that .hip_fatbin becomes .hip_fat; linkers for MinGW write
 * "/<n>", where n is the name's offset in the strings after the symbols (18 bytes each). In the
 * file a section is padded to a whole number of blocks. See Microsoft's "PE Format". Sections that
 * hold units are walked (host_elf.c lists their names), and all other bytes are searched.
 */
#include "walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    HEADER_AT = 60,
    HEADER_SIZE = 24, /* how many bytes the header has, with the signature "PE\0\0" */
    COUNT_AT = 6,
    SYMBOLS_AT = 12,
    SYMBOL_COUNT_AT = 16,
    OPTIONAL_SIZE_AT = 20,
    SYMBOL_SIZE = 18,
    SECTION_SIZE = 40,
    NAME_SIZE = 8,
    NAME_MAX_SHOWN = 64,
};

/* Finds the PE header, which is behind a program for DOS. */
static bool find_header(struct span bytes, uint64_t *out_offset, struct span *out)
{
    struct span field;
    if (bytes.size < 2 || memcmp(bytes.data, "MZ", 2) != 0 ||
        !span_sub(bytes, HEADER_AT, 4, &field))
        return false;
    *out_offset = load_le(field.data, 4);
    return span_sub(bytes, *out_offset, HEADER_SIZE, out) && memcmp(out->data, "PE\0", 4) == 0;
}

bool pe_recognise(struct span bytes)
{
    uint64_t offset;
    struct span header;
    return find_header(bytes, &offset, &header);
}

/* Copies the text at |offset| of |bytes|, at most |room| bytes, to |out|. Copies "" if |offset| is
 * outside of |bytes|, or if the text is not printable UTF-8. */
static void copy_text(struct span bytes, uint64_t offset, size_t room, char *out)
{
    struct span text;
    out[0] = '\0';
    if (offset >= bytes.size)
        return;
    uint64_t most = bytes.size - offset < room ? bytes.size - offset : room;
    span_sub(bytes, offset, most, &text);
    text.size = strnlen((const char *)text.data, text.size);
    if (!utf8_is_text(text))
        return;
    memcpy(out, text.data, text.size);
    out[text.size] = '\0';
}

static void read_name(struct span bytes, uint64_t strings, struct span section,
                      char out[NAME_MAX_SHOWN + 1])
{
    copy_text(section, 0, NAME_SIZE, out);
    if (out[0] != '/' || out[1] < '0' || out[1] > '9' || strings == 0)
        return;
    copy_text(bytes, strings + strtoul(out + 1, NULL, 10), NAME_MAX_SHOWN, out);
}

/* Reads the place of a section. Returns whether all of the section is in the file. If it is not,
 * and the section should have units, reports that. */
static bool read_section(struct walk *walk, const struct container *container, struct span section,
                         struct file_part *part)
{
    uint64_t in_memory = load_le(section.data + 8, 4);
    struct span contents;
    part->size = load_le(section.data + 16, 4);
    part->offset = load_le(section.data + 20, 4);
    if (in_memory > 0 && in_memory < part->size)
        part->size = in_memory;
    if (span_sub(container->bytes, part->offset, part->size, &contents))
        return part->size > 0;
    if (part->walk)
        walk_problem_at(walk, container, CODEOBJ_TRUNCATED, part->header,
                        "section %.60s of %zu bytes ends past the end of the file", part->name,
                        (size_t)part->size);
    return false;
}

struct named_part {
    char name[NAME_MAX_SHOWN + 1];
};

static size_t read_sections(struct walk *walk, const struct container *container, uint64_t header,
                            struct named_part *names, struct file_part *parts)
{
    struct span bytes = container->bytes, fields, section;
    size_t count = 0;
    span_sub(bytes, header, HEADER_SIZE, &fields);
    uint64_t symbols = load_le(fields.data + SYMBOLS_AT, 4),
             strings =
                 symbols ? symbols + SYMBOL_SIZE * load_le(fields.data + SYMBOL_COUNT_AT, 4) : 0,
             table = header + HEADER_SIZE + load_le(fields.data + OPTIONAL_SIZE_AT, 2);
    for (size_t i = 0; i < load_le(fields.data + COUNT_AT, 2); i++) {
        struct file_part *part = &parts[count];
        part->header = table + i * SECTION_SIZE;
        if (!span_sub(bytes, part->header, SECTION_SIZE, &section)) {
            walk_problem_at(walk, container, CODEOBJ_TRUNCATED, header + COUNT_AT,
                            "the table of sections, at %zu, is not all in the file", (size_t)table);
            break;
        }
        read_name(bytes, strings, section, names[count].name);
        part->name = names[count].name;
        part->walk = section_walk_of(part->name);
        count += read_section(walk, container, section, part);
    }
    return count;
}

void pe_walk(struct walk *walk, const struct container *container)
{
    struct span header;
    uint64_t offset;
    if (!find_header(container->bytes, &offset, &header))
        return;
    size_t count = (size_t)load_le(header.data + COUNT_AT, 2);
    struct named_part *names = malloc((count + 1) * sizeof *names);
    struct file_part *parts = malloc((count + 1) * sizeof *parts);
    if (names && parts)
        parts_walk(walk, container, parts, read_sections(walk, container, offset, names, parts));
    else
        walk_problem_at(walk, container, CODEOBJ_NO_MEMORY, 0, "out of memory");
    free(names);
    free(parts);
}
