#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool terminal_has_colours(int fd)
{
    const char *refusal = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return isatty(fd) && !(refusal && *refusal) && terminal && strcmp(terminal, "dumb") != 0;
}
