/* Functions for all test programs that use cmocka. */
#ifndef KBUILD_TESTS_CHECK_H
#define KBUILD_TESTS_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Makes a directory that is removed at the end of the test program. Returns "" on failure. */
static inline char *check_directory(void)
{
    static char path[] = "/tmp/kbuild-test-XXXXXX";
    return mkdtemp(path) ? path : "";
}

static inline void check_remove(const char *directory)
{
    char command[256];
    snprintf(command, sizeof command, "rm -rf '%s'", directory);
    if (system(command) != 0)
        fprintf(stderr, "cannot remove %s\n", directory);
}

#endif
