/* Maps of MessagePack, as kpack.c and kpack_reference.c read them. */
#ifndef CODEOBJ_KPACK_MAP_H
#define CODEOBJ_KPACK_MAP_H

#include "messagepack.h"

/* The document while it is read. */
struct kpack_reader {
    struct messagepack document;
    struct codeobj_error *error;
};

/* A key of a map, and what to do with its value. */
struct kpack_key {
    const char *name;
    enum codeobj_status (*read)(struct kpack_reader *reader, const struct value *value, void *out);
    size_t member; /* of |out| */
};

/* Starts on a copy of |bytes|, which is returned, and which the strings are in; NULL when there is
 * no memory. Error offsets count from |base| on. */
uint8_t *kpack_reader_open(struct kpack_reader *reader, const char *what, struct span bytes,
                           uint64_t base, struct codeobj_error *error);
/* The next value. */
enum codeobj_status kpack_read(struct kpack_reader *reader, struct value *out);
/* Reads the values of |keys|, at most 32 of them, into |out|; other keys are ignored. */
enum codeobj_status kpack_read_map(struct kpack_reader *reader, const struct value *map,
                                   const struct kpack_key *keys, size_t count, void *out);
/* For keys: a uint64_t; a char *, which is text without a NUL in it. */
enum codeobj_status kpack_read_number(struct kpack_reader *reader, const struct value *value,
                                      void *out);
enum codeobj_status kpack_read_text(struct kpack_reader *reader, const struct value *value,
                                    void *out);

/* "<what it is> <|fault|>", at |value|. */
enum codeobj_status kpack_fail_value(const struct kpack_reader *reader, const struct value *value,
                                     const char *fault);
enum codeobj_status kpack_fail_memory(const struct kpack_reader *reader);

#endif
