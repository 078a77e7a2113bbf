/* fail: saying why something could not be decoded. */
#ifndef EMULATOR_DECODE_FAIL_H
#define EMULATOR_DECODE_FAIL_H

#include "span.h"

/* Fills |error|, which may be NULL. */
void decode_fail(struct codeobj_error *error, enum codeobj_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
