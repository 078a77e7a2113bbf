/* The lexer and the grammar are yajl's; what is added here is where things stand, how deep they may
 * nest, and that no string holds a NUL.
 *
 * yajl says where a token ends, counted in the chunk that it was given. Between two tokens stand
 * blanks, commas and colons alone, so that the next one begins behind those.
 */
#include "json_stream.h"

#include "util/buf.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_parse.h>

enum { CHUNK = 1 << 18, DEPTH_MAX = 64 };

struct json_state {
    yajl_handle parser;
    const unsigned char *chunk;
    size_t chunk_size;
    size_t chunk_start; /* in the file */
    size_t at;   /* in the file: behind the last token, and what separates it from the next */
    size_t line; /* that |at| is in */
    size_t line_start;
    unsigned depth;
    bool failed; /* which has been said */
};

static bool say(const struct json_stream *stream, struct place place, const char *format,
                va_list arguments)
{
    struct buf message = {0};
    buf_vprintf(&message, format, arguments);
    status_fail(STATUS_INPUT, "%s:%zu:%zu: %s", stream->path, place.line, place.column,
                message.data);
    buf_free(&message);
    stream->state->failed = true;
    return false;
}

bool json_stream_fail_at(const struct json_stream *stream, struct place place, const char *format,
                         ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(stream, place, format, arguments);
    va_end(arguments);
    return false;
}

bool json_stream_fail(const struct json_stream *stream, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    say(stream, stream->place, format, arguments);
    va_end(arguments);
    return false;
}

static bool is_between_tokens(unsigned char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ',' || c == ':';
}

/* Leads |at| over what is between tokens, no further than |end| of the chunk. */
static void skip_to_token(struct json_state *state, size_t end)
{
    while (state->at >= state->chunk_start && state->at - state->chunk_start < end) {
        unsigned char c = state->chunk[state->at - state->chunk_start];
        if (!is_between_tokens(c))
            return;
        state->at++;
        if (c == '\n') {
            state->line++;
            state->line_start = state->at;
        }
    }
}

static struct place place_of(const struct json_state *state)
{
    return (struct place){state->line, state->at - state->line_start + 1};
}

static int give(struct json_stream *stream, const struct token *token)
{
    struct json_state *state = stream->state;
    size_t end = yajl_get_bytes_consumed(state->parser);
    skip_to_token(state, end);
    stream->place = place_of(state);
    if ((token->kind == TOKEN_OBJECT || token->kind == TOKEN_LIST) && ++state->depth > DEPTH_MAX)
        return json_stream_fail(stream, "is nested deeper than %d levels", DEPTH_MAX);
    state->depth -= token->kind == TOKEN_OBJECT_END || token->kind == TOKEN_LIST_END;
    if (token->text && memchr(token->text, '\0', token->length))
        return json_stream_fail(stream, "a string holds \\u0000, which nothing here may");
    if (!stream->token(stream, token))
        return false;
    state->at = state->chunk_start + end;
    return true;
}

static int on_null(void *stream)
{
    return give(stream, &(struct token){.kind = TOKEN_NULL});
}

static int on_bool(void *stream, int truth)
{
    return give(stream, &(struct token){.kind = TOKEN_BOOL, .truth = truth != 0});
}

static int on_number(void *stream, const char *text, size_t length)
{
    return give(stream, &(struct token){TOKEN_NUMBER, text, length, false});
}

static int give_text(void *stream, enum token_kind kind, const unsigned char *text, size_t length)
{
    return give(stream, &(struct token){kind, length ? (const char *)text : "", length, false});
}

static int on_string(void *stream, const unsigned char *text, size_t length)
{
    return give_text(stream, TOKEN_STRING, text, length);
}

static int on_key(void *stream, const unsigned char *text, size_t length)
{
    return give_text(stream, TOKEN_KEY, text, length);
}

static int on_object(void *stream)
{
    return give(stream, &(struct token){.kind = TOKEN_OBJECT});
}

static int on_object_end(void *stream)
{
    return give(stream, &(struct token){.kind = TOKEN_OBJECT_END});
}

static int on_list(void *stream)
{
    return give(stream, &(struct token){.kind = TOKEN_LIST});
}

static int on_list_end(void *stream)
{
    return give(stream, &(struct token){.kind = TOKEN_LIST_END});
}

/* yajl's words are "parse error: unallowed token at this point in JSON text\n". */
static void say_syntax(struct json_stream *stream)
{
    struct json_state *state = stream->state;
    unsigned char *text = yajl_get_error(state->parser, 0, NULL, 0);
    const char *colon = text ? strstr((char *)text, ": ") : NULL;
    const char *message = colon ? colon + 2 : "the grammar is not kept";
    skip_to_token(state, state->chunk_size);
    json_stream_fail_at(stream, place_of(state), "is no JSON: %.*s", (int)strcspn(message, "\n"),
                        message);
    if (text)
        yajl_free_error(state->parser, text);
}

static bool parse_chunk(struct json_stream *stream, size_t size)
{
    struct json_state *state = stream->state;
    state->chunk_size = size;
    yajl_status status =
        size ? yajl_parse(state->parser, state->chunk, size) : yajl_complete_parse(state->parser);
    if (status != yajl_status_ok && !state->failed)
        say_syntax(stream);
    skip_to_token(state, size);
    state->chunk_start += size;
    return status == yajl_status_ok;
}

static enum status read_chunks(struct json_stream *stream, FILE *file, unsigned char *chunk)
{
    size_t size;
    do {
        size = fread(chunk, 1, CHUNK, file);
        if (ferror(file))
            return status_fail(STATUS_INPUT, "%s: cannot be read: %s", stream->path,
                               strerror(errno));
        if (!parse_chunk(stream, size))
            return STATUS_INPUT;
    } while (size);
    return STATUS_OK;
}

static void *take_memory(void *context, size_t size)
{
    (void)context;
    return mem_resize(NULL, size, 1);
}

static void *resize_memory(void *context, void *memory, size_t size)
{
    (void)context;
    return mem_resize(memory, size, 1);
}

static void free_memory(void *context, void *memory)
{
    (void)context;
    free(memory);
}

enum status json_stream_read(struct json_stream *stream)
{
    static const yajl_callbacks callbacks = {
        .yajl_null = on_null,
        .yajl_boolean = on_bool,
        .yajl_number = on_number,
        .yajl_string = on_string,
        .yajl_map_key = on_key,
        .yajl_start_map = on_object,
        .yajl_end_map = on_object_end,
        .yajl_start_array = on_list,
        .yajl_end_array = on_list_end,
    };
    yajl_alloc_funcs memory = {take_memory, resize_memory, free_memory, NULL};
    FILE *file = fopen(stream->path, "rbe");
    if (!file)
        return status_fail(STATUS_INPUT, "%s: cannot be read: %s", stream->path, strerror(errno));
    unsigned char *chunk = mem_alloc(CHUNK);
    struct json_state state = {
        .parser = yajl_alloc(&callbacks, &memory, stream), .chunk = chunk, .line = 1};
    stream->state = &state;
    enum status status = read_chunks(stream, file, chunk);
    stream->state = NULL;
    yajl_free(state.parser);
    free(chunk);
    fclose(file);
    return status;
}
