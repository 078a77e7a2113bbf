/* JSON read as a stream: a callback for each token, no tree, so that a file of any size takes the
 * memory of what the caller keeps of it.
 */
#ifndef KBUILD_INSPECT_JSON_STREAM_H
#define KBUILD_INSPECT_JSON_STREAM_H

#include "util/status.h"

#include <stdbool.h>
#include <stddef.h>

enum token_kind {
    TOKEN_NULL,
    TOKEN_BOOL,
    TOKEN_NUMBER, /* |text| as it stands there */
    TOKEN_STRING, /* |text| with its escapes resolved: UTF-8, without NUL */
    TOKEN_KEY,    /* the same, of an object's member */
    TOKEN_OBJECT,
    TOKEN_OBJECT_END,
    TOKEN_LIST,
    TOKEN_LIST_END,
};

struct token {
    enum token_kind kind;
    const char *text; /* not terminated, good until the callback returns */
    size_t length;
    bool truth; /* of TOKEN_BOOL */
};

/* Where a token begins: both count from 1, columns in bytes. */
struct place {
    size_t line, column;
};

struct json_stream {
    const char *path; /* for messages */
    /* False ends the reading; the callback has said why with json_stream_fail(). */
    bool (*token)(struct json_stream *stream, const struct token *token);
    void *context;
    struct place place;       /* of the token that the callback is given */
    struct json_state *state; /* private */
};

/* Reads the file at |stream->path|. STATUS_INPUT, with a message, when it cannot be read, is no
 * JSON (RFC 8259), is nested deeper than 64 levels, or the callback ended it. */
enum status json_stream_read(struct json_stream *stream);

/* Says "PATH:LINE:COLUMN: message" of the current token, or of |place|, and returns false. */
bool json_stream_fail(const struct json_stream *stream, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool json_stream_fail_at(const struct json_stream *stream, struct place place, const char *format,
                         ...) __attribute__((format(printf, 3, 4)));

#endif
