/* Filling a struct codeobj_error. */
#include "fail.h"

#include <stdarg.h>
#include <stdio.h>

void decode_fail(struct codeobj_error *error, enum codeobj_status status, const char *format, ...)
{
    va_list arguments;
    if (!error)
        return;
    *error = (struct codeobj_error){.status = status};
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
}
