/* Whether a terminal shows colours. */
#ifndef KBUILD_UTIL_TERMINAL_H
#define KBUILD_UTIL_TERMINAL_H

#include <stdbool.h>

/* Whether output to |fd| may have colours: |fd| is a terminal, TERM is neither unset nor "dumb",
 * and NO_COLOR is unset or empty (https://no-color.org). */
bool terminal_has_colours(int fd);

#endif
