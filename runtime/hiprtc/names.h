/* names: finds the symbols of name expressions (hiprtcAddNameExpression) in a code object. */
#ifndef HIPRTC_NAMES_H
#define HIPRTC_NAMES_H

#include <stddef.h>

/* Returns text to put after a program's source: the text defines variable number |number|, whose
 * value is the address of |expression|. The caller frees the text; NULL when there is no memory. */
char *name_question(const char *expression, size_t number);
/* Returns the name of the symbol whose address variable |number| has in the code object |code|. The
 * caller frees the name. NULL when the code object does not name the address. */
char *name_answer(const void *code, size_t size, size_t number);

#endif
