/* tests/compat/math and tests/distros/math found these errors in the device libraries of Debian 12
 * (5.2, compiled by clang 15), Debian 13 (6.0, clang 17) and sid (7.0, clang 21). */
#include "trial.h"

#include "util/buf.h"
#include "util/file.h"

#include <stdlib.h>
#include <string.h>

const struct known_error known_errors[] = {
    {"hsin", "NaN for every finite argument", 15, 15, false},
    {"hsin", "not correctly rounded: 1 of 14 results", 17, 21, false},
    {"hcos, htanh", "not correctly rounded: 1 of 14, 1 of 26 results", 15, 21, false},
    {"hexp, hexp10, hlog, hlog10", "not correctly rounded for 1 to 5 arguments", 15, 21, false},
    {"cyl_bessel_i1 (double)", "NaN for arguments of -8 and less", 15, 21, false},
    {"jn", "wrong for orders above the argument, NaN near 0", 15, 21, false},
    {"yn", "NaN for 0; a number, not NaN, for negative orders", 15, 21, false},
    {"__expf, __exp10f", "0 where the result is subnormal", 15, 21, false},
    {"__logf, __log10f", "-infinity for subnormal numbers", 15, 15, false},
    {"__log2f", "-infinity for subnormal numbers", 15, 15, false},
    {"__log2f", "-infinity for subnormal numbers", 21, 21, false},
    {"erfcx (double)", "error of 5 units in the last place; CUDA allows 4", 15, 21, false},
    {"erfinvf", "error of 3 units; CUDA allows 2", 15, 21, false},
    {"tgammaf", "error of 6 units, CUDA allows 5; zero of the wrong sign", 15, 21, false},
    {"expm1, j1, log1p", "+0 instead of -0", 15, 21, false},
    {"round", "+0 instead of -0", 15, 17, false},
    {"nextafter", "+0 instead of -0, the next number up", 15, 15, false},
    {"sinpi, cospi, sincospi, normcdfinv", "-0 instead of +0", 15, 21, false},
    {"logf, expm1 (double)", "error of 2 units; CUDA allows 1", 15, 21, true},
    {0},
};

bool known_error_is_in(const struct known_error *error, int clang)
{
    return error->from <= clang && clang <= error->to;
}

int device_libs_clang(const char *directory)
{
    static const char mark[] = "clang version ";
    struct buf path = {0}, bitcode = {0};
    buf_printf(&path, "%s/ocml.bc", directory);
    int version = 0;
    if (file_read(path.data, &bitcode) == STATUS_OK) {
        const char *at = memmem(bitcode.data, bitcode.size, mark, sizeof mark - 1);
        if (at)
            version = (int)strtol(at + sizeof mark - 1, NULL, 10);
    }
    buf_free(&bitcode);
    buf_free(&path);
    return version;
}
