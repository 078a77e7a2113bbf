/* What holds for the translation of any text at all, whatever its bytes. */
#ifndef KBUILD_TESTS_HIPIFY_PROPERTIES_H
#define KBUILD_TESTS_HIPIFY_PROPERTIES_H

#include "hipify/hipify.h"

/* Each returns NULL, or what does not hold. */

/* Every byte is in exactly one token, no token is empty, lines and columns are right, and only the
 * last one can be an error. */
const char *tokens_broken(const char *text, size_t size);

/* lexer_next_code() gives what lexer_next() gives, less what it leaves out. */
const char *code_tokens_broken(const char *text, size_t size);

/* The translation has as many lines, the comments, strings and dead lines of the text, and what
 * stands behind an error as it was; translating it again changes nothing (when launches are
 * rewritten: if its brackets match); a text without CUDA's names comes back as it is; the report is
 * in order. */
const char *translation_broken(const char *text, size_t size, const struct hipify_options *options);

/* All of them, with a few sets of options. */
const char *text_broken(const char *text, size_t size);

#endif
