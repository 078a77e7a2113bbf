/* What a terminal can show. */
#ifndef KBUILD_UTIL_TERMINAL_H
#define KBUILD_UTIL_TERMINAL_H

#include <stdbool.h>

/* Whether a line that was written to |fd| can be written over: |fd| is a terminal, and TERM is
 * neither unset nor "dumb". */
bool terminal_is_smart(int fd);
/* Whether output to |fd| may have colours: terminal_is_smart(), and NO_COLOR is unset or empty
 * (https://no-color.org). */
bool terminal_has_colours(int fd);

#endif
