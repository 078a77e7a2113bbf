/* C headers that kbuild wrote. They have code objects as a string literal, or name a file beside
 * the header (".incbin", "#embed") that has them, and have a table of images. A project that
 * commits or ships its headers has the code objects nowhere else: `kbuild inspect`, `diff`,
 * `extract` and `profile` read them here.
 *
 *   #define A_HSACO_SIZE 272u
 *       a_hsaco[A_HSACO_SIZE + 1] =          or "= {" and a line #embed "a.hsaco"
 *   "\177ELF..."
 *   ;                                        or "};"
 *   #define A_HSACO_FILE "a.hsaco"           for ".incbin", in place of the data
 *   #define A_HSACO_IMAGE_COUNT 1u
 *   ... a_hsaco_images[A_HSACO_IMAGE_COUNT] = {
 *       {"gfx90a", 144u, 128u, 128u, KRT_CODEC_NONE, 0x01234567u},
 *   };
 *
 * A header may also embed nothing, when its images are in archives. Headers of older versions have
 * no checksums. Lines of other forms are ignored. Memory is allocated by the stated size, but only
 * if the text is long enough to hold so many bytes.
 */
#include "hash.h"
#include "walk.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char mark[] = ": AMD GPU code objects as C data. Written by kbuild ";

enum { LINE_MAX_SIZE = 2048, NAME_MAX_SIZE = 1024, TARGET_MAX_SIZE = 128 };

bool header_recognise(struct span bytes)
{
    if (bytes.size < 3 || memcmp(bytes.data, "/* ", 3) != 0)
        return false;
    const uint8_t *end =
        memchr(bytes.data, '\n', bytes.size < LINE_MAX_SIZE ? bytes.size : LINE_MAX_SIZE);
    return end && memmem(bytes.data, (size_t)(end - bytes.data), mark, sizeof mark - 1);
}

struct table_row {
    char target[TARGET_MAX_SIZE];
    /* what the row of an image states; |checksum| is 0 if it states none */
    uint64_t offset, size, raw_size, checksum;
    bool is_compressed;
    size_t at; /* offset of the row in the header's text */
};

/* The part of the C header to which the current line belongs. */
enum part { PART_OTHER, PART_STRINGS, PART_EMBED, PART_ROWS, PART_END };

struct header {
    struct walk *walk;
    const struct container *container; /* the C header; its bytes are the text */
    char line[LINE_MAX_SIZE];          /* the current line, without the newline */
    size_t at;                         /* offset of the line in the text */
    enum part part;
    bool has_size;
    uint64_t size;    /* size of the data, from "#define ..._SIZE" */
    char *name;       /* name of the variable that has the data */
    uint8_t *decoded; /* the decoded data, owned; NULL if the data are in another file */
    struct span data;
    size_t data_at, data_end; /* offsets of the data's beginning and end in the text */
    /* name of the file with the data; "" if the header has the data itself */
    char file[NAME_MAX_SIZE];
    size_t file_at;
    uint64_t row_count; /* number of images, from "#define ..._IMAGE_COUNT" */
    struct table_row *rows;
    size_t rows_read;
};

static bool fail_at(struct header *header, enum codeobj_status status, uint64_t offset,
                    const char *message)
{
    return walk_problem_at(header->walk, header->container, status, offset, "%s", message);
}

/* Reports a problem at |place|, which points into the current line. */
static bool fail(struct header *header, const char *place, const char *message)
{
    return fail_at(header, CODEOBJ_CORRUPT, header->at + (size_t)(place - header->line), message);
}

static bool fail_spelling(struct header *header, const char *place)
{
    return fail(header, place, "header is not as kbuild writes it");
}

static bool fail_memory(struct header *header)
{
    return fail_at(header, CODEOBJ_NO_MEMORY, header->at, "out of memory");
}

static bool line_ends_with(const struct header *header, const char *end)
{
    size_t length = strlen(header->line), size = strlen(end);
    return length >= size && strcmp(header->line + length - size, end) == 0;
}

/* ---- The bytes of an array ------------------------------------------------------------------- */

/* Reads the byte of a string literal at |*at|, which may be an escape, and moves |*at| behind it;
 * see C11, 6.4.4.4. Returns false at the end, and for an escape that kbuild does not write. */
static bool take_byte(const char **at, uint8_t *out)
{
    static const char letters[] = "abtnvfr\"\\?", values[] = "\a\b\t\n\v\f\r\"\\?";
    const char *text = *at;
    *out = (uint8_t)*text++;
    if (*out == '\\') {
        const char *letter = *text ? strchr(letters, *text) : NULL, *digits = text;
        unsigned value = letter ? (uint8_t)values[letter - letters] : 0;
        text += letter != NULL;
        while (!letter && text < digits + 3 && *text >= '0' && *text <= '7')
            value = value * 8 + (unsigned)(*text++ - '0');
        if (text == digits || value > 0xff)
            return false;
        *at = text;
        *out = (uint8_t)value;
        return true;
    }
    *at = text;
    return *out != '\0';
}

/* Allocates memory for the data. First checks that the text is long enough for them: each byte of
 * data takes at least one byte of text. */
static bool data_begin(struct header *header, const char *place)
{
    size_t offset = header->at + (size_t)(place - header->line);
    if (!header->has_size || header->decoded)
        return fail(header, place,
                    header->decoded ? "header has data twice" : "header does not say its size");
    if (header->size > header->container->bytes.size - offset)
        return fail_at(header, CODEOBJ_TRUNCATED, offset,
                       "header is shorter than the data that it claims to hold");
    header->decoded = malloc(header->size ? (size_t)header->size : 1);
    if (!header->decoded)
        return fail_memory(header);
    header->data_at = offset;
    header->data = (struct span){header->decoded, 0};
    return true;
}

static bool data_append(struct header *header, uint8_t byte, const char *place)
{
    if (header->data.size == header->size)
        return fail(header, place, "header holds more data than it says");
    header->decoded[header->data.size++] = byte;
    return true;
}

static bool data_end(struct header *header)
{
    header->part = PART_OTHER;
    header->data_end = header->at;
    if (header->file[0] || header->data.size == header->size)
        return true;
    return walk_problem_at(header->walk, header->container, CODEOBJ_CORRUPT, header->at,
                           "header holds %zu bytes of data, not the %" PRIu64 " it says",
                           header->data.size, header->size);
}

static bool read_string(struct header *header)
{
    const char *at = header->line;
    if (strcmp(at, ";") == 0)
        return data_end(header);
    if (*at != '"')
        return fail_spelling(header, at);
    if (!header->decoded && !data_begin(header, at))
        return false;
    for (at++; *at && *at != '"';) {
        const char *start = at;
        uint8_t byte;
        if (!take_byte(&at, &byte))
            return fail(header, start, "an invalid escape");
        if (!data_append(header, byte, start))
            return false;
    }
    return strcmp(at, "\"") == 0 || fail_spelling(header, at);
}

/* Reads the name of the file with the data. After "#embed" the name has no escapes. For the
 * assembler the name is in a string inside a C string, so each escape begins with two backslashes.
 */
static bool read_file_name(struct header *header, const char *text)
{
    size_t used = 0;
    const char *at = text + 1;
    if (*text != '"')
        return fail_spelling(header, text);
    while (*at && *at != '"') {
        uint8_t byte;
        at += at[0] == '\\' && at[1] == '\\';
        if (used + 1 == sizeof header->file || !take_byte(&at, &byte) || !byte)
            return fail_spelling(header, text);
        header->file[used++] = (char)byte;
    }
    header->file[used] = '\0';
    if (*at != '"')
        return fail_spelling(header, at);
    if (used == 0 || strchr(header->file, '/'))
        return fail(header, text, "header names a file that is not beside it");
    header->file_at = header->at + (size_t)(text - header->line);
    return true;
}

static bool read_embed(struct header *header)
{
    static const char embed[] = "#embed ";
    const char *at = header->line + strspn(header->line, " ");
    if (strcmp(at, "};") == 0)
        return data_end(header);
    if (strncmp(at, embed, sizeof embed - 1) == 0)
        return read_file_name(header, at + sizeof embed - 1);
    return fail_spelling(header, at);
}

/* ---- Rows of the table of images ------------------------------------------------------------- */

static bool rows_begin(struct header *header)
{
    header->part = PART_ROWS;
    if (header->rows || header->row_count > header->container->bytes.size / sizeof "{\"\",0,0,0,X}")
        return fail(header, header->line, "header says a wrong count of images");
    header->rows =
        calloc(header->row_count ? (size_t)header->row_count : 1, sizeof header->rows[0]);
    return header->rows || fail_memory(header);
}

static bool read_row(struct header *header)
{
    const char *at = header->line + strspn(header->line, " ");
    char codec[32] = "";
    int used = 0;
    if (strcmp(at, "};") == 0) {
        header->part = PART_END;
        return header->rows_read == header->row_count ||
               fail(header, at, "header has fewer images than it says");
    }
    if (header->rows_read == header->row_count)
        return fail(header, at, "header has more images than it says");
    struct table_row *row = &header->rows[header->rows_read++];
    row->at = header->at + (size_t)(at - header->line);
    sscanf(at, "{\"%127[^\"\\]\", %" SCNu64 "u, %" SCNu64 "u, %" SCNu64 "u, %31[A-Z0-9_]%n",
           row->target, &row->offset, &row->size, &row->raw_size, codec, &used);
    row->is_compressed = strcmp(codec, "KRT_CODEC_ZSTD") == 0;
    if ((!row->is_compressed && strcmp(codec, "KRT_CODEC_NONE") != 0) ||
        !utf8_is_text((struct span){(const uint8_t *)row->target, strlen(row->target)}))
        return fail_spelling(header, at);
    /* The row was written by an older version of kbuild, and has no checksum. */
    if (strcmp(at + used, "},") == 0)
        return true;
    return sscanf(at + used, ", 0x%" SCNx64 "u},", &row->checksum) == 1 ||
           fail_spelling(header, at + used);
}

/* ---- Lines of a header ----------------------------------------------------------------------- */

/* Returns the value in "#define <NAME><ending> <value>"; NULL if the line is different. */
static const char *defined(const struct header *header, const char *ending)
{
    static const char define[] = "#define ";
    if (strncmp(header->line, define, sizeof define - 1) != 0)
        return NULL;
    const char *name = header->line + sizeof define - 1;
    size_t length = strcspn(name, " "), size = strlen(ending);
    bool fits = length >= size && memcmp(name + length - size, ending, size) == 0;
    return fits && name[length] ? name + length + 1 : NULL;
}

static bool read_number(struct header *header, const char *text, uint64_t *out)
{
    char *end;
    *out = strtoull(text, &end, 10);
    return strcmp(end, "u") == 0 || fail_spelling(header, text);
}

/* Reads the name of the variable from a line like "a_hsaco[...", whose '[' is at |bracket|. How the
 * line ends says which part of the header follows. */
static bool read_variable(struct header *header, const char *bracket)
{
    const char *start = bracket;
    while (start > header->line && (isalnum((unsigned char)start[-1]) || start[-1] == '_'))
        start--;
    free(header->name);
    header->name = span_to_string((struct span){(const uint8_t *)start, (size_t)(bracket - start)});
    if (!header->name)
        return fail_memory(header);
    if (line_ends_with(header, "] ="))
        header->part = PART_STRINGS;
    else if (line_ends_with(header, "] = {"))
        header->part = PART_EMBED;
    return true;
}

static bool read_other(struct header *header)
{
    static const char variable[] = "_hsaco[", table[] = "_hsaco_images[";
    const char *value;
    if ((value = defined(header, "_HSACO_SIZE"))) {
        header->has_size = true;
        return read_number(header, value, &header->size);
    }
    if ((value = defined(header, "_HSACO_IMAGE_COUNT")))
        return read_number(header, value, &header->row_count);
    if ((value = defined(header, "_HSACO_FILE")))
        return read_file_name(header, value);
    if (strstr(header->line, table) && line_ends_with(header, "] = {"))
        return rows_begin(header);
    if ((value = strstr(header->line, variable)))
        return read_variable(header, value + sizeof variable - 2);
    return true;
}

/* Reads the line at |header->at|. Returns false at the end of the text, for a line that is longer
 * than any that kbuild writes, and for a line with a NUL. */
static bool next_line(struct header *header, size_t *out_next)
{
    struct span text = header->container->bytes;
    const uint8_t *line = text.data + header->at;
    const uint8_t *end = memchr(line, '\n', text.size - header->at);
    if (!end || (size_t)(end - line) >= sizeof header->line ||
        memchr(line, '\0', (size_t)(end - line)))
        return false;
    *out_next = (size_t)(end - text.data) + 1;
    size_t size = (size_t)(end - line);
    memcpy(header->line, line, size);
    size -= size && header->line[size - 1] == '\r';
    header->line[size] = '\0';
    return true;
}

static bool read_text(struct header *header)
{
    static bool (*const readers[])(struct header * header) = {
        [PART_OTHER] = read_other,
        [PART_STRINGS] = read_string,
        [PART_EMBED] = read_embed,
        [PART_ROWS] = read_row,
    };
    for (size_t next; header->part != PART_END; header->at = next) {
        if (!next_line(header, &next))
            return fail_at(header, CODEOBJ_TRUNCATED, header->at, "header is cut off");
        if (!readers[header->part](header))
            return false;
    }
    return true;
}

/* ---- Showing what it holds ------------------------------------------------------------------ */

static bool open_file(struct header *header)
{
    const struct container_visitor *visitor = header->walk->visitor;
    /* whether the header is a file: in an archive it has no files beside it */
    bool is_file = header->container->kind == CONTAINER_FILE;
    if (!is_file || !visitor->beside ||
        !visitor->beside(visitor->context, header->file, &header->data))
        return walk_problem_at(
            header->walk, header->container, CODEOBJ_IO, header->file_at,
            "cannot read '%.80s', which holds the data and belongs beside the header",
            header->file);
    header->data_at = header->data_end = header->file_at;
    if (header->data.size == header->size)
        return true;
    return walk_problem_at(header->walk, header->container, CODEOBJ_CORRUPT, header->file_at,
                           "'%.60s' is %zu bytes long, not the %" PRIu64
                           " of the file that the header was written for",
                           header->file, header->data.size, header->size);
}

static void show_row(struct header *header, const struct container *data, size_t index)
{
    const struct table_row *row = &header->rows[index];
    struct span image;
    if (!span_sub(data->bytes, row->offset, row->size, &image)) {
        fail_at(header, CODEOBJ_CORRUPT, row->at, "image ends past the data");
        return;
    }
    if (row->is_compressed) {
        struct container frame = {
            .parent = data,
            .name = row->target,
            .index = (unsigned)index,
            .offset = row->offset,
            .stored_size = row->size,
        };
        frame_walk(header->walk, &frame, row->raw_size, units_walk);
    } else if (row->size != row->raw_size || !code_object_recognise_any(image)) {
        fail_at(header, CODEOBJ_CORRUPT, row->at, "image is not a code object of the size given");
    } else if (row->checksum && row->checksum != image_checksum(image)) {
        fail_at(header, CODEOBJ_CORRUPT, row->at, "image does not have the checksum given");
    }
}

static void show_nothing(struct header *header)
{
    struct container data = {
        .parent = header->container,
        .kind = CONTAINER_HEADER,
        .name = header->name ? header->name : "",
    };
    walk_container(header->walk, &data);
}

/* Shows the images. Compressed images are at the offsets that the table states. Other images are
 * found by the structure of the data, and then compared with the table. */
static void show_data(struct header *header)
{
    uint64_t total = 0;
    bool is_compressed = header->rows_read > 0 && header->rows[0].is_compressed;
    struct container data = {
        .parent = header->container,
        .kind = CONTAINER_HEADER,
        .name = header->name ? header->name : "",
        .offset = header->data_at,
        .stored_size = header->data_end - header->data_at,
        .bytes = header->data,
    };
    walk_container(header->walk, &data);
    if (!is_compressed)
        units_walk(header->walk, &data);
    for (size_t i = 0; i < header->rows_read; i++) {
        const struct table_row *row = &header->rows[i];
        if (row->size > data.bytes.size - total || row->is_compressed != is_compressed) {
            fail_at(header, CODEOBJ_CORRUPT, row->at, "images are longer than the data");
            return;
        }
        total += row->size;
        show_row(header, &data, i);
    }
}

void header_walk(struct walk *walk, const struct container *container)
{
    struct header header = {.walk = walk, .container = container};
    if (read_text(&header)) {
        if (!header.has_size)
            fail_at(&header, CODEOBJ_CORRUPT, header.at, "header does not say its size");
        else if (header.decoded || (header.file[0] && open_file(&header)))
            show_data(&header);
        else if (!header.file[0] && header.size == 0)
            show_nothing(&header);
        else if (!header.file[0])
            fail_at(&header, CODEOBJ_CORRUPT, header.at, "header has no data");
    }
    free(header.name);
    free(header.decoded);
    free(header.rows);
}
