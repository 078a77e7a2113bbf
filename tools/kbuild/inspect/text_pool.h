/* Strings of which most are there many times, each kept once. */
#ifndef KBUILD_INSPECT_TEXT_POOL_H
#define KBUILD_INSPECT_TEXT_POOL_H

#include "util/buf.h"

struct text_pool {
    struct strings *memory; /* takes over what the strings lie in */
    char **slots;
    size_t count, mask;
    char *block; /* where the next strings go */
    size_t block_left;
};

/* |text|, |length| bytes without a NUL, as a string that lives as long as |pool->memory|. */
char *text_pool_take(struct text_pool *pool, const char *text, size_t length);
/* The strings stay. */
void text_pool_free(struct text_pool *pool);

#endif
