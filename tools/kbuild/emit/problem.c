/* Reports what the index finds wrong in the modules of a package. */
#include "parts.h"

void problem_add(struct problems *problems, const char *format, ...)
{
    if (problems->count++ >= PROBLEMS_SHOWN_MAX)
        return;
    OWNED_BY(buf_free) struct buf line = {0};
    va_list args;
    va_start(args, format);
    buf_vprintf(&line, format, args);
    va_end(args);
    status_fail(STATUS_INPUT, "%s", line.data);
}

void problem_list_add(struct buf *list, const char *item)
{
    buf_printf(list, "%s%s", list->size ? ", " : "", item);
}
