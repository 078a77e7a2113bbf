#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool terminal_is_smart(int fd)
{
    const char *terminal = getenv("TERM");
    return isatty(fd) && terminal && strcmp(terminal, "dumb") != 0;
}

bool terminal_has_colours(int fd)
{
    const char *refusal = getenv("NO_COLOR");
    return terminal_is_smart(fd) && !(refusal && *refusal);
}
