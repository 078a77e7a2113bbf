/* See made.h. */
#include "made.h"

#include "kpack.h"

#include <elf.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include <cmocka.h>

void made_free(struct made *made)
{
    free(made->data);
    *made = (struct made){0};
}

struct span made_span(const struct made *made)
{
    return (struct span){made->data, made->size};
}

void made_zeros(struct made *made, size_t count)
{
    made->data = realloc(made->data, made->size + count + 1);
    assert_non_null(made->data);
    memset(made->data + made->size, 0, count + 1);
    made->size += count;
}

void made_bytes(struct made *made, const void *bytes, size_t size)
{
    made_zeros(made, size);
    if (size)
        memcpy(made->data + made->size - size, bytes, size);
}

void made_text(struct made *made, const char *text)
{
    made_bytes(made, text, strlen(text));
}

void made_align(struct made *made, size_t alignment)
{
    made_zeros(made, (alignment - made->size % alignment) % alignment);
}

void made_put(struct made *made, size_t offset, uint64_t value, unsigned size)
{
    assert_true(offset + size <= made->size);
    for (unsigned i = 0; i < size; i++)
        made->data[offset + i] = i < sizeof value ? (uint8_t)(value >> (8 * i)) : 0;
}

void made_number(struct made *made, uint64_t value, unsigned size)
{
    made_zeros(made, size);
    made_put(made, made->size - size, value, size);
}

void made_code_object(struct made *made, uint8_t mark)
{
    Elf64_Ehdr header = {
        .e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT, 64, 2},
        .e_type = ET_DYN,
        .e_machine = 224,
        .e_version = EV_CURRENT,
        .e_flags = mark,
        .e_ehsize = sizeof header,
        .e_shentsize = sizeof(Elf64_Shdr),
        .e_shnum = 1,
        .e_shoff = sizeof header,
    };
    Elf64_Shdr none = {0};
    made_bytes(made, &header, sizeof header);
    made_bytes(made, &none, sizeof none);
}

void made_bundle(struct made *made, const struct made_entry *entries, size_t count)
{
    size_t start = made->size;
    made_text(made, "__CLANG_OFFLOAD_BUNDLE__");
    made_number(made, count, 8);
    size_t fields = made->size;
    for (size_t i = 0; i < count; i++) {
        made_zeros(made, 16);
        made_number(made, strlen(entries[i].id), 8);
        made_text(made, entries[i].id);
    }
    for (size_t i = 0; i < count; i++) {
        made_zeros(made, (8 - (made->size - start) % 8) % 8);
        made_put(made, fields, made->size - start, 8);
        made_put(made, fields + 8, entries[i].image.size, 8);
        made_bytes(made, entries[i].image.data, entries[i].image.size);
        fields += 24 + strlen(entries[i].id);
    }
}

void made_small_bundle(struct made *made, const char *target, uint8_t mark)
{
    char id[128];
    struct made object = {0};
    made_code_object(&object, mark);
    snprintf(id, sizeof id, "hipv4-amdgcn-amd-amdhsa--%s", target);
    const struct made_entry entries[] = {{"host-x86_64-unknown-linux--", {NULL, 0}},
                                         {id, made_span(&object)}};
    made_bundle(made, entries, 2);
    made_free(&object);
}

void made_packed(struct made *made, unsigned method, struct span inside)
{
    if (method == 1) {
        size_t room = ZSTD_compressBound(inside.size), start = made->size;
        made_zeros(made, room);
        made->size = start + ZSTD_compress(made->data + start, room, inside.data, inside.size, 3);
    } else {
        uLongf room = compressBound(inside.size);
        size_t start = made->size;
        made_zeros(made, room);
        assert_int_equal(compress(made->data + start, &room, inside.data, inside.size), Z_OK);
        made->size = start + room;
    }
}

void made_compressed(struct made *made, unsigned version, unsigned method, struct span inside)
{
    unsigned size = version == 3 ? 8 : 4;
    size_t start = made->size, total;
    made_text(made, "CCOB");
    made_number(made, version, 2);
    made_number(made, method, 2);
    total = made->size;
    if (version > 1)
        made_zeros(made, size);
    made_number(made, inside.size, size);
    made_number(made, 0x0123456789abcdef, 8);
    made_packed(made, method, inside);
    if (version > 1)
        made_put(made, total, made->size - start, size);
}

void made_archive(struct made *made)
{
    made_text(made, "!<arch>\n");
}

void made_member(struct made *made, const char *name, struct span contents)
{
    char header[61];
    snprintf(header, sizeof header, "%-16s%-12d%-6d%-6d%-8s%-10zu`\n", name, 0, 0, 0, "644",
             contents.size);
    made_text(made, header);
    made_bytes(made, contents.data, contents.size);
    if (made->size % 2)
        made_text(made, "\n");
}

/* Of an ELF file. */
struct fields {
    struct made *made;
    bool is_64, is_big;
};

static void put_field(const struct fields *out, uint64_t value, unsigned size)
{
    made_number(out->made, value, size);
    for (unsigned i = 0; out->is_big && i < size / 2; i++) {
        uint8_t *bytes = out->made->data + out->made->size - size, kept = bytes[i];
        bytes[i] = bytes[size - 1 - i];
        bytes[size - 1 - i] = kept;
    }
}

static void put_word(const struct fields *out, uint64_t value)
{
    put_field(out, value, out->is_64 ? 8 : 4);
}

static void put_section(const struct fields *out, uint32_t name, uint32_t type, uint64_t flags,
                        uint64_t offset, uint64_t size)
{
    put_field(out, name, 4);
    put_field(out, type, 4);
    put_word(out, flags);
    put_word(out, 0);
    put_word(out, offset);
    put_word(out, size);
    put_field(out, 0, 4);
    put_field(out, 0, 4);
    put_word(out, 1);
    put_word(out, 0);
}

void made_elf(struct made *made, int class, int data, const struct made_section *sections,
              size_t count)
{
    const struct fields out = {made, class == ELFCLASS64, data == ELFDATA2MSB};
    const size_t header = out.is_64 ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr);
    const size_t entry = out.is_64 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
    struct made names = {0};
    size_t table = header, at = header;
    assert_int_equal(made->size, 0);
    made_zeros(&names, 1);
    for (size_t i = 0; i < count; i++)
        table += sections[i].contents.size;
    table = (table + 7) / 8 * 8;

    made_text(made, ELFMAG);
    made_number(made, (uint64_t) class, 1);
    made_number(made, (uint64_t)data, 1);
    made_number(made, EV_CURRENT, 1);
    made_zeros(made, EI_NIDENT - made->size);
    put_field(&out, ET_REL, 2);
    put_field(&out, EM_X86_64, 2);
    put_field(&out, EV_CURRENT, 4);
    put_word(&out, 0);
    put_word(&out, 0);
    put_word(&out, table);
    put_field(&out, 0, 4);
    put_field(&out, header, 2);
    put_field(&out, 0, 2);
    put_field(&out, 0, 2);
    put_field(&out, entry, 2);
    put_field(&out, count + 2, 2);
    put_field(&out, count + 1, 2);
    for (size_t i = 0; i < count; i++)
        made_bytes(made, sections[i].contents.data, sections[i].contents.size);
    made_align(made, 8);
    put_section(&out, 0, SHT_NULL, 0, 0, 0);
    for (size_t i = 0; i < count; i++) {
        put_section(&out, (uint32_t)names.size, sections[i].type, sections[i].flags, at,
                    sections[i].contents.size);
        made_bytes(&names, sections[i].name, strlen(sections[i].name) + 1);
        at += sections[i].contents.size;
    }
    uint32_t own = (uint32_t)names.size;
    made_bytes(&names, ".shstrtab", sizeof ".shstrtab");
    put_section(&out, own, SHT_STRTAB, 0, made->size + entry, names.size);
    made_bytes(made, names.data, names.size);
    made_free(&names);
}

void made_small_elf(struct made *made, const char *section, struct span contents)
{
    const struct made_section sections[] = {{section, SHT_PROGBITS, 0, contents}};
    made_elf(made, ELFCLASS64, ELFDATA2LSB, sections, 1);
}

void made_offload_binary(struct made *made, unsigned version, struct span image)
{
    const size_t header = version == 3 ? 40 : 32, strings = header + 40;
    static const char text[] = "triple\0amdgcn-amd-amdhsa\0arch\0gfx90a";
    static const size_t texts[] = {0, 7, 25, 30};
    size_t start = made->size, row = version == 1 ? 16 : 24, texts_at = strings + 2 * row;
    size_t image_at = (texts_at + sizeof text + 7) / 8 * 8;
    made_bytes(made, "\x10\xff\x10\xad", 4);
    made_number(made, version, 4);
    made_number(made, image_at + image.size, 8);
    made_number(made, header, 8);
    made_number(made, version == 1 ? 40 : 1, 8);
    made_zeros(made, header - 32);
    made_number(made, 1, 2); /* an object */
    made_number(made, 1, 2); /* of OpenMP */
    made_number(made, 0, 4);
    made_number(made, strings, 8);
    made_number(made, 2, 8);
    made_number(made, image_at, 8);
    made_number(made, image.size, 8);
    for (size_t i = 0; i < 4; i += 2) {
        made_number(made, texts_at + texts[i], 8);
        made_number(made, texts_at + texts[i + 1], 8);
        if (version > 1)
            made_number(made, strlen(text + texts[i + 1]), 8);
    }
    made_bytes(made, text, sizeof text);
    made_zeros(made, start + image_at - made->size);
    made_bytes(made, image.data, image.size);
}

void made_compressed_offload_binary(struct made *made, unsigned method, struct span image)
{
    struct made whole = {0};
    made_offload_binary(&whole, 3, image);
    const size_t start = made->size;
    made_bytes(made, whole.data, 40);
    made_put(made, start + 32, whole.size, 8);
    made_packed(made, method, (struct span){whole.data + 40, whole.size - 40});
    made_put(made, start + 8, made->size - start, 8);
    made_free(&whole);
}

void made_fatbin(struct made *made, const struct made_payload *payloads, size_t count)
{
    const size_t start = made->size;
    made_bytes(made, "\x50\xed\x55\xba", 4);
    made_number(made, 1, 2);
    made_number(made, 16, 2);
    made_zeros(made, 8);
    for (size_t i = 0; i < count; i++) {
        const struct made_payload *payload = &payloads[i];
        const size_t entry = made->size;
        const bool is_packed = payload->flags & (MADE_LZ4 | MADE_ZSTD);
        made_zeros(made, 64);
        made_put(made, entry, payload->kind, 2);
        made_put(made, entry + 4, 64, 4);
        made_put(made, entry + 28, payload->capability, 4);
        made_put(made, entry + 40, payload->flags, 8);
        if (payload->flags & MADE_ZSTD) {
            made_packed(made, 1, payload->bytes);
        } else if (payload->flags & MADE_LZ4) {
            /* Literals alone, 15 or more: see lz4_Block_format.md. */
            size_t left = payload->bytes.size - 15;
            made_number(made, 0xf0, 1);
            for (; left >= 255; left -= 255)
                made_number(made, 255, 1);
            made_number(made, left, 1);
            made_bytes(made, payload->bytes.data, payload->bytes.size);
        } else {
            made_bytes(made, payload->bytes.data, payload->bytes.size);
        }
        made_put(made, entry + 16, is_packed ? made->size - entry - 64 : 0, 4);
        made_put(made, entry + 56, is_packed ? payload->bytes.size : 0, 8);
        made_align(made, 8);
        made_put(made, entry + 8, made->size - entry - 64, 8);
    }
    made_put(made, start + 8, made->size - start - 16, 8);
}

/* ---- Files beside the one that is walked ---------------------------------------------------- */

const struct made_file *made_files;

/* Whether |path| is |pattern|, with anything in the place of a target. */
static bool is_like(const char *path, const char *pattern)
{
    const char *target = strstr(pattern, KPACK_TARGET);
    if (!target)
        return strcmp(path, pattern) == 0;
    const char *after = target + sizeof KPACK_TARGET - 1;
    size_t before = (size_t)(target - pattern), end = strlen(after), length = strlen(path);
    return length > before + end && strncmp(path, pattern, before) == 0 &&
           strcmp(path + length - end, after) == 0;
}

static bool find_archive(void *context, const char *path, size_t index, const char **name,
                         struct span *out)
{
    (void)context;
    for (const struct made_file *file = made_files; file && file->path; file++) {
        if (is_like(file->path, path) && index-- == 0) {
            *name = file->path;
            *out = file->bytes;
            return true;
        }
    }
    return false;
}

/* ---- What a walk says ---------------------------------------------------------------------- */

static void log_container(void *context, const struct container *container)
{
    char name[256];
    fprintf(context, "%s %zu\n", container_print(container, name, sizeof name),
            container->bytes.size);
}

static void log_image(void *context, const struct container_image *image)
{
    static const char *const kinds[] = {
        [IMAGE_CODE_OBJECT] = "code object", [IMAGE_EMPTY] = "empty", [IMAGE_OTHER] = "other"};
    fprintf(context, "  %s %s %zu\n", image->entry[0] ? image->entry : image->target,
            kinds[image->kind], image->bytes.size);
}

static void log_problem(void *context, const struct container *where,
                        const struct codeobj_error *error)
{
    (void)where;
    fprintf(context, "  ! %" PRIu64 ": %s\n", error->offset, error->message);
}

char *walk_log(struct span bytes, enum codeobj_status *out_status)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    const struct container_visitor visitor = {.context = out,
                                              .container = log_container,
                                              .image = log_image,
                                              .problem = log_problem,
                                              .archive = find_archive};
    struct codeobj_error error;
    *out_status = container_walk(bytes, NULL, &visitor, &error);
    if (*out_status == CODEOBJ_UNRECOGNISED)
        fprintf(out, "%s\n", error.message);
    fclose(out);
    return text;
}

void assert_walk(struct span bytes, enum codeobj_status status, const char *log)
{
    enum codeobj_status got;
    char *text = walk_log(bytes, &got);
    assert_string_equal(text, log);
    assert_int_equal(got, status);
    free(text);
}
