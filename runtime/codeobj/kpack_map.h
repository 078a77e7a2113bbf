/* Reading maps of MessagePack, for kpack.c and kpack_reference.c. */
#ifndef CODEOBJ_KPACK_MAP_H
#define CODEOBJ_KPACK_MAP_H

#include "messagepack.h"

/* A MessagePack document that is being read. */
struct kpack_reader {
    struct messagepack document;
    struct codeobj_error *error;
};

/* A key of a map, and how to read the key's value. */
struct kpack_key {
    const char *name;
    enum codeobj_status (*read)(struct kpack_reader *reader, const struct value *value, void *out);
    size_t member; /* the offset in |out| of the member for the value */
};

/* Starts to read a copy of |bytes|, and returns the copy, into which strings will point. Returns
 * NULL when there is no memory. |base| is the offset of |bytes| in errors. */
uint8_t *kpack_reader_open(struct kpack_reader *reader, const char *what, struct span bytes,
                           uint64_t base, struct codeobj_error *error);
/* Reads the next value of the document. */
enum codeobj_status kpack_read(struct kpack_reader *reader, struct value *out);
/* Reads the values of |keys|, at most 32, into |out|, and ignores other keys. */
enum codeobj_status kpack_read_map(struct kpack_reader *reader, const struct value *map,
                                   const struct kpack_key *keys, size_t count, void *out);
/* Functions for |read| of struct kpack_key: the value becomes a uint64_t, or a char * to text that
 * contains no NUL. */
enum codeobj_status kpack_read_number(struct kpack_reader *reader, const struct value *value,
                                      void *out);
enum codeobj_status kpack_read_text(struct kpack_reader *reader, const struct value *value,
                                    void *out);

/* Fails at |value| with the message "<|what| of the reader> <|fault|>". */
enum codeobj_status kpack_fail_value(const struct kpack_reader *reader, const struct value *value,
                                     const char *fault);
enum codeobj_status kpack_fail_memory(const struct kpack_reader *reader);

#endif
