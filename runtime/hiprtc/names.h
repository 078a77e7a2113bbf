/* names: the symbols that expressions mean in a code object. */
#ifndef HIPRTC_NAMES_H
#define HIPRTC_NAMES_H

#include <stddef.h>

/* The text that makes the address of |expression| the value of variable number |number|, to put
 * behind a source. The caller frees it; NULL without memory. */
char *name_question(const char *expression, size_t number);
/* The symbol that variable |number| points to in |code|, which the caller frees; NULL when there is
 * none. */
char *name_answer(const void *code, size_t size, size_t number);

#endif
