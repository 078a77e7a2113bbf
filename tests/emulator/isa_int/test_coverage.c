/* Every mnemonic that the kernels of a real library compile to has a row, on its target. */
#include "isa/index.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const struct {
    const char *mark;
    enum generation generation;
    const char *name;
} targets[] = {
    {" 10", GENERATION_GFX10, "gfx1030"},
    {" 11", GENERATION_GFX11, "gfx1100"},
    {" 9", GENERATION_GFX90A, "gfx90a"},
};

static void every_mnemonic_of_a_kernel_library_is_known(void **state)
{
    (void)state;
    char line[128];
    unsigned missing = 0, seen = 0;
    FILE *file = fopen(MNEMONICS, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        size_t size = strcspn(line, " \n");
        if (line[0] == '#' || size == 0)
            continue;
        char name[128];
        snprintf(name, sizeof name, "%.*s", (int)size, line);
        for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
            if (!strstr(line + size, targets[i].mark))
                continue;
            seen++;
            if (!instruction_find(name, targets[i].generation)) {
                fprintf(stderr, "%s lacks %s\n", targets[i].name, name);
                missing++;
            }
        }
    }
    fclose(file);
    assert_true(seen > 423);
    assert_int_equal(missing, 0);
}

static void unknown_names_are_not_found(void **state)
{
    (void)state;
    assert_null(instruction_find("v_no_such_thing", GENERATION_GFX11));
    assert_null(instruction_find("", GENERATION_GFX11));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_names_are_not_found),
        cmocka_unit_test(every_mnemonic_of_a_kernel_library_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
