/* zlib is loaded when a bundle needs it. Where it is missing, other bundles are read, and the error
 * says what to do. */
#include "bundle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static unsigned asked; /* how often a library was asked for */

void *__wrap_dlopen(const char *name, int flags);

void *__wrap_dlopen(const char *name, int flags)
{
    (void)flags;
    assert_string_equal(name, "libz.so.1");
    asked++;
    return NULL;
}

/* "x" in a bundle of version 2, compressed by method 0 (zlib) or 1 (zstd). */
static const uint8_t streams[2][10] = {
    {0x78, 0x9c, 0xab, 0x00, 0x00, 0x00, 0x79, 0x00, 0x79},
    {0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x01, 0x09, 0x00, 0x00, 0x78},
};

static enum codeobj_status unpack_method(uint8_t method, struct codeobj_error *error)
{
    uint8_t bytes[24 + sizeof streams[0]] = {'C', 'C', 'O', 'B', 2, 0, method, 0}, *out = NULL;
    struct compressed_bundle bundle;
    bytes[8] = (uint8_t)(24 + (method ? 10 : 9)); /* all of it */
    bytes[12] = 1;                                /* unpacked */
    memcpy(bytes + 24, streams[method], sizeof streams[0]);
    assert_int_equal(
        compressed_bundle_open((struct span){bytes, sizeof bytes}, UINT64_MAX, &bundle, error),
        CODEOBJ_OK);
    enum codeobj_status status = compressed_bundle_unpack(&bundle, 100, &out, error);
    if (!status)
        assert_int_equal(out[0], 'x');
    free(out);
    return status;
}

static void missing_zlib_is_named(void **state)
{
    struct codeobj_error error;
    (void)state;
    assert_int_equal(unpack_method(1, &error), CODEOBJ_OK);
    assert_int_equal(asked, 0);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(unpack_method(0, &error), CODEOBJ_UNSUPPORTED);
        assert_non_null(strstr(error.message, "libz.so.1 cannot be loaded: install it"));
        assert_int_equal(asked, 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_zlib_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
