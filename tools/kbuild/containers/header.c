/* C headers that kbuild wrote: code objects as a string literal, an array, or a file beside the
 * header (".incbin", "#embed"), with a table of images.
 *
 * A header may also embed nothing, for images that are in archives. Headers of older
 * versions have no checksums.
 *
 * The text is split into the few tokens that such a header has, and read once from its start: the
 * size (<NAME>_HSACO_SIZE), the data (<name>_hsaco[]) or the name of their file, the table
 * (<name>_hsaco_images[]). Memory is allocated by the size, if the text can hold so much.
 */
#include "hash.h"
#include "walk.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char mark[] = ": AMD GPU code objects as C data. Written by kbuild ";

enum { LINE_MAX_SIZE = 1024, NAME_MAX_SIZE = 1024, TARGET_MAX_SIZE = 128 };

bool header_recognise(struct span bytes)
{
    if (bytes.size < 3 || memcmp(bytes.data, "/* ", 3) != 0)
        return false;
    const uint8_t *end =
        memchr(bytes.data, '\n', bytes.size < LINE_MAX_SIZE ? bytes.size : LINE_MAX_SIZE);
    return end && memmem(bytes.data, (size_t)(end - bytes.data), mark, sizeof mark - 1);
}

/* ---- Tokens: names, numbers, strings, and single characters for the rest --------------------- */

enum token_kind { TOKEN_END, TOKEN_NAME, TOKEN_NUMBER, TOKEN_STRING, TOKEN_MARK, TOKEN_BAD };

struct token {
    enum token_kind kind;
    size_t offset;
    struct span text; /* of a string, what is between its quotes */
    uint64_t number;
};

struct lexer {
    struct span text;
    size_t at;
};

static bool is_digit(uint8_t c)
{
    return c >= '0' && c <= '9';
}

static bool is_name(uint8_t c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static uint8_t peek(const struct lexer *lexer, size_t ahead)
{
    return ahead < lexer->text.size - lexer->at ? lexer->text.data[lexer->at + ahead] : 0;
}

/* To the end of the line. */
static void skip_line(struct lexer *lexer)
{
    const uint8_t *from = lexer->text.data + lexer->at;
    const uint8_t *end = memchr(from, '\n', lexer->text.size - lexer->at);
    lexer->at = end ? (size_t)(end - lexer->text.data) : lexer->text.size;
}

static void skip_blanks(struct lexer *lexer)
{
    for (;;) {
        uint8_t c = peek(lexer, 0);
        if (c == ' ' || (c >= '\t' && c <= '\r')) {
            lexer->at++;
        } else if (c == '/' && peek(lexer, 1) == '*') {
            size_t start = lexer->at + 2;
            const uint8_t *end =
                memmem(lexer->text.data + start, lexer->text.size - start, "*/", 2);
            lexer->at = end ? (size_t)(end - lexer->text.data) + 2 : lexer->text.size;
        } else {
            return;
        }
    }
}

/* Decimal or hexadecimal, with or without a suffix. */
static enum token_kind read_number(struct span text, uint64_t *out)
{
    bool is_hex = text.size > 2 && text.data[0] == '0' && (text.data[1] | 0x20) == 'x';
    uint64_t value = 0;
    for (size_t i = is_hex ? 2 : 0; i < text.size; i++) {
        uint8_t c = text.data[i], digit;
        if (is_digit(c))
            digit = c - '0';
        else if (is_hex && (c | 0x20) >= 'a' && (c | 0x20) <= 'f')
            digit = (c | 0x20) - 'a' + 10;
        else if ((c | 0x20) == 'u' && i + 1 == text.size && i > 0)
            break;
        else
            return TOKEN_BAD;
        uint64_t base = is_hex ? 16 : 10;
        if (value > (UINT64_MAX - digit) / base)
            return TOKEN_BAD;
        value = value * base + digit;
    }
    *out = value;
    return TOKEN_NUMBER;
}

static void next_token(struct lexer *lexer, struct token *out)
{
    skip_blanks(lexer);
    size_t start = lexer->at;
    uint8_t c = peek(lexer, 0);
    *out = (struct token){.offset = start};
    if (start == lexer->text.size)
        return;
    if (is_name(c)) {
        while (is_name(peek(lexer, 0)))
            lexer->at++;
        out->text = (struct span){lexer->text.data + start, lexer->at - start};
        out->kind = is_digit(c) ? read_number(out->text, &out->number) : TOKEN_NAME;
    } else if (c == '"') {
        const uint8_t *data = lexer->text.data;
        size_t at = start + 1, size = lexer->text.size;
        while (at < size && data[at] != '"' && data[at] != '\n')
            at += data[at] == '\\' ? 2 : 1;
        out->kind = at < size && data[at] == '"' ? TOKEN_STRING : TOKEN_BAD;
        lexer->at = at < size ? at + 1 : size;
        if (out->kind == TOKEN_STRING)
            out->text = (struct span){data + start + 1, at - start - 1};
    } else {
        out->kind = TOKEN_MARK;
        out->text = (struct span){lexer->text.data + start, 1};
        lexer->at++;
    }
}

static bool token_is_mark(const struct token *token, char c)
{
    return token->kind == TOKEN_MARK && token->text.data[0] == c;
}

static bool token_is_word(const struct token *token, const char *word)
{
    return token->kind == TOKEN_NAME && token->text.size == strlen(word) &&
           memcmp(token->text.data, word, token->text.size) == 0;
}

/* Whether it is a name with this ending. */
static bool token_ends_with(const struct token *token, const char *end)
{
    size_t size = strlen(end);
    return token->kind == TOKEN_NAME && token->text.size >= size &&
           memcmp(token->text.data + token->text.size - size, end, size) == 0;
}

/* Takes the byte, or the escape, at the front of a string's |text|, which is not empty; see C11,
 * 6.4.4.4. False for escapes that kbuild does not write. */
static bool token_take_byte(struct span *text, uint8_t *out)
{
    static const char letters[] = "abtnvfr\"\\?", values[] = "\a\b\t\n\v\f\r\"\\?";
    size_t used = 1;
    uint8_t byte = text->data[0];
    if (byte == '\\') {
        if (text->size < 2)
            return false;
        uint8_t c = text->data[1];
        const char *letter = c ? strchr(letters, c) : NULL;
        unsigned value = 0;
        if (letter) {
            byte = (uint8_t)values[letter - letters];
            used = 2;
        } else {
            while (used < 4 && used < text->size && text->data[used] >= '0' &&
                   text->data[used] <= '7')
                value = value * 8 + (text->data[used++] - '0');
            if (used == 1 || value > 0xff)
                return false;
            byte = (uint8_t)value;
        }
    }
    *out = byte;
    return span_sub(*text, used, text->size - used, text);
}

/* All of a string's |text|. False when an escape is invalid, when there is a NUL in it, or when it
 * does not fit in |size| bytes with the NUL behind it. */
static bool token_decode(struct span text, char *out, size_t size)
{
    size_t used = 0;
    while (text.size > 0) {
        uint8_t byte;
        if (used + 1 >= size || !token_take_byte(&text, &byte) || byte == 0)
            return false;
        out[used++] = (char)byte;
    }
    out[used] = '\0';
    return true;
}

/* ---- Reading the text ------------------------------------------------------------------------ */

struct table_row {
    char target[TARGET_MAX_SIZE];
    uint64_t offset, size, raw_size, checksum; /* checksum: 0 when there is none */
    bool is_compressed;
    size_t at; /* in the text */
};

struct header {
    struct walk *walk;
    const struct container *container; /* the text */
    struct lexer lexer;
    bool has_size, has_data;
    uint64_t size;    /* of the data, as stated */
    char *name;       /* of the variable */
    uint8_t *decoded; /* owned; NULL when the data are in a file */
    struct span data;
    size_t data_at, data_end; /* in the text */
    char file[NAME_MAX_SIZE]; /* that holds the data, "" while none was named */
    size_t file_at;
    uint64_t row_count; /* as stated */
    struct table_row *rows;
    size_t rows_read;
};

static bool fail_at(struct header *header, enum codeobj_status status, uint64_t offset,
                    const char *message)
{
    return walk_problem_at(header->walk, header->container, status, offset, "%s", message);
}

static bool fail_token(struct header *header, const struct token *token)
{
    return fail_at(
        header, token->kind == TOKEN_END ? CODEOBJ_TRUNCATED : CODEOBJ_CORRUPT, token->offset,
        token->kind == TOKEN_END ? "header is cut off" : "header is not as kbuild writes it");
}

static bool next_is(struct header *header, char c)
{
    struct token token;
    next_token(&header->lexer, &token);
    return token_is_mark(&token, c) || fail_token(header, &token);
}

static bool next_number(struct header *header, uint64_t *out)
{
    struct token token;
    next_token(&header->lexer, &token);
    if (token.kind != TOKEN_NUMBER)
        return fail_token(header, &token);
    *out = token.number;
    return true;
}

/* "#embed" has no escapes; in assembly, a string in a string, there are two levels of them. */
static bool decode_file(const struct token *token, bool is_assembly, char *out, size_t size)
{
    char once[NAME_MAX_SIZE];
    if (token->kind != TOKEN_STRING || token->text.size >= size)
        return false;
    if (is_assembly)
        return token_decode(token->text, once, sizeof once) &&
               token_decode((struct span){(const uint8_t *)once, strlen(once)}, out, size);
    memcpy(out, token->text.data, token->text.size);
    out[token->text.size] = '\0';
    return true;
}

static bool read_file(struct header *header, bool is_assembly)
{
    struct token token;
    next_token(&header->lexer, &token);
    if (!decode_file(&token, is_assembly, header->file, sizeof header->file))
        return fail_token(header, &token);
    if (header->file[0] == '\0' || strchr(header->file, '/'))
        return fail_at(header, CODEOBJ_CORRUPT, token.offset,
                       "header names a file that is not beside it");
    header->file_at = token.offset;
    return true;
}

static bool read_directive(struct header *header)
{
    struct token token;
    next_token(&header->lexer, &token);
    if (token_is_word(&token, "embed"))
        return read_file(header, false);
    if (token_is_word(&token, "define")) {
        next_token(&header->lexer, &token);
        if (token_ends_with(&token, "_HSACO_FILE"))
            return read_file(header, true);
        if (token_ends_with(&token, "_HSACO_IMAGE_COUNT"))
            return next_number(header, &header->row_count);
        if (token_ends_with(&token, "_HSACO_SIZE")) {
            header->has_size = true;
            return next_number(header, &header->size);
        }
    }
    skip_line(&header->lexer);
    return true;
}

/* Every byte of data takes at least one of text. */
static bool data_begin(struct header *header, size_t offset)
{
    if (!header->has_size || header->has_data)
        return fail_at(header, CODEOBJ_CORRUPT, offset,
                       header->has_data ? "header has data twice" : "header does not say its size");
    if (header->size > header->container->bytes.size - offset)
        return fail_at(header, CODEOBJ_TRUNCATED, offset,
                       "header is shorter than the data that it claims to hold");
    header->decoded = malloc(header->size ? (size_t)header->size : 1);
    if (!header->decoded)
        return fail_at(header, CODEOBJ_NO_MEMORY, offset, "out of memory");
    header->has_data = true;
    header->data_at = offset;
    header->data = (struct span){header->decoded, 0};
    return true;
}

static bool data_append(struct header *header, uint8_t byte, size_t offset)
{
    if (header->data.size == header->size)
        return fail_at(header, CODEOBJ_CORRUPT, offset, "header holds more data than it says");
    header->decoded[header->data.size++] = byte;
    return true;
}

static bool data_end(struct header *header, size_t offset)
{
    header->data_end = offset;
    if (header->data.size == header->size)
        return true;
    return walk_problem_at(header->walk, header->container, CODEOBJ_CORRUPT, offset,
                           "header holds %zu bytes of data, not the %" PRIu64 " it says",
                           header->data.size, header->size);
}

static bool read_string_data(struct header *header, struct token *token)
{
    if (!data_begin(header, token->offset))
        return false;
    for (; token->kind == TOKEN_STRING; next_token(&header->lexer, token)) {
        struct span text = token->text;
        while (text.size > 0) {
            size_t offset = token->offset + 1 + (token->text.size - text.size);
            uint8_t byte;
            if (!token_take_byte(&text, &byte))
                return fail_at(header, CODEOBJ_CORRUPT, offset, "an invalid escape");
            if (!data_append(header, byte, offset))
                return false;
        }
    }
    return token_is_mark(token, ';') ? data_end(header, token->offset) : fail_token(header, token);
}

static bool read_array_data(struct header *header, struct token *token)
{
    if (!data_begin(header, token->offset))
        return false;
    while (!token_is_mark(token, '}')) {
        if (token->kind != TOKEN_NUMBER || token->number > 0xff)
            return fail_token(header, token);
        if (!data_append(header, (uint8_t)token->number, token->offset))
            return false;
        next_token(&header->lexer, token);
        if (token_is_mark(token, ','))
            next_token(&header->lexer, token);
        else if (!token_is_mark(token, '}'))
            return fail_token(header, token);
    }
    return data_end(header, token->offset);
}

static bool read_data(struct header *header, struct token *token)
{
    if (token->kind == TOKEN_STRING)
        return read_string_data(header, token);
    if (!token_is_mark(token, '{'))
        return fail_token(header, token);
    next_token(&header->lexer, token);
    return token_is_mark(token, '#') ? read_directive(header) : read_array_data(header, token);
}

static bool read_row(struct header *header, struct table_row *row)
{
    struct token token;
    next_token(&header->lexer, &token);
    row->at = token.offset;
    if (token.kind != TOKEN_STRING || !token_decode(token.text, row->target, sizeof row->target) ||
        !utf8_is_text((struct span){(const uint8_t *)row->target, strlen(row->target)}))
        return fail_token(header, &token);
    if (!next_is(header, ',') || !next_number(header, &row->offset) || !next_is(header, ',') ||
        !next_number(header, &row->size) || !next_is(header, ',') ||
        !next_number(header, &row->raw_size) || !next_is(header, ','))
        return false;
    next_token(&header->lexer, &token);
    row->is_compressed = token_is_word(&token, "KRT_CODEC_ZSTD");
    if (!row->is_compressed && !token_is_word(&token, "KRT_CODEC_NONE"))
        return fail_token(header, &token);
    next_token(&header->lexer, &token);
    if (token_is_mark(&token, ','))
        return next_number(header, &row->checksum) && next_is(header, '}');
    return token_is_mark(&token, '}') || fail_token(header, &token);
}

/* Behind the "{" of the table, a row is "{...},". */
static bool read_rows(struct header *header)
{
    struct token token;
    if (header->rows || header->row_count > header->container->bytes.size / sizeof "{\"\",0,0,0,X}")
        return fail_at(header, CODEOBJ_CORRUPT, header->lexer.at,
                       "header says a wrong count of images");
    header->rows =
        calloc(header->row_count ? (size_t)header->row_count : 1, sizeof header->rows[0]);
    if (!header->rows)
        return fail_at(header, CODEOBJ_NO_MEMORY, header->lexer.at, "out of memory");
    for (;;) {
        next_token(&header->lexer, &token);
        if (token_is_mark(&token, '}'))
            break;
        if (!token_is_mark(&token, '{'))
            return fail_token(header, &token);
        if (header->rows_read == header->row_count)
            return fail_at(header, CODEOBJ_CORRUPT, token.offset,
                           "header has more images than it says");
        if (!read_row(header, &header->rows[header->rows_read]) || !next_is(header, ','))
            return false;
        header->rows_read++;
    }
    return header->rows_read == header->row_count ||
           fail_at(header, CODEOBJ_CORRUPT, token.offset, "header has fewer images than it says");
}

/* Behind a name, "[...] =" starts data or a table; without the "=" it is a declaration, and without
 * the "[" it is ignored. Tokens that were read ahead in vain are read again. */
static bool read_variable(struct header *header, const struct token *name)
{
    bool is_table = token_ends_with(name, "_hsaco_images");
    struct token token;
    struct lexer here = header->lexer;
    if (!is_table && !token_ends_with(name, "_hsaco"))
        return true;
    next_token(&header->lexer, &token);
    if (!token_is_mark(&token, '[')) {
        header->lexer = here;
        return true;
    }
    if (!is_table) {
        free(header->name);
        header->name = span_to_string(name->text);
        if (!header->name)
            return fail_at(header, CODEOBJ_NO_MEMORY, name->offset, "out of memory");
    }
    while (token.kind != TOKEN_END && !token_is_mark(&token, ']'))
        next_token(&header->lexer, &token);
    here = header->lexer;
    next_token(&header->lexer, &token);
    if (!token_is_mark(&token, '=')) {
        header->lexer = here;
        return true;
    }
    next_token(&header->lexer, &token);
    if (is_table)
        return token_is_mark(&token, '{') ? read_rows(header) : fail_token(header, &token);
    return read_data(header, &token);
}

static bool read_text(struct header *header)
{
    for (;;) {
        struct token token;
        next_token(&header->lexer, &token);
        if (token.kind == TOKEN_END)
            return true;
        if (token.kind == TOKEN_BAD)
            return fail_token(header, &token);
        if ((token_is_mark(&token, '#') && !read_directive(header)) ||
            (token.kind == TOKEN_NAME && !read_variable(header, &token)))
            return false;
    }
}

/* ---- Showing what it holds ------------------------------------------------------------------ */

static bool open_file(struct header *header)
{
    const struct container_visitor *visitor = header->walk->visitor;
    if (!visitor->beside || !visitor->beside(visitor->context, header->file, &header->data))
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
        frame_walk(header->walk, &frame, row->raw_size);
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

/* Compressed images are found by the table; others by the data's own structure, which the table is
 * then compared with. */
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
    struct header header = {
        .walk = walk, .container = container, .lexer = {.text = container->bytes}};
    if (read_text(&header)) {
        bool has_data = header.has_data || header.file[0];
        if (header.rows && !has_data && header.has_size && header.size == 0)
            show_nothing(&header);
        else if (!header.rows || !has_data || !header.has_size)
            fail_at(&header, CODEOBJ_TRUNCATED, container->bytes.size, "header is cut off");
        else if (header.has_data || open_file(&header))
            show_data(&header);
    }
    free(header.name);
    free(header.decoded);
    free(header.rows);
}
