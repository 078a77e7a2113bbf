#include "soup.h"

static const char *const closed_fragments[] = {
    "cudaMalloc",
    "cudaFree",
    "cudaError_t ",
    "cudaFrobnicate",
    "CUDA_SUCCESS",
    "cu",
    "cuda",
    "x",
    "n1 ",
    "namespace a {",
    "struct S {",
    "enum E {",
    "enum class F {",
    "}",
    "{",
    "(",
    ")",
    "[",
    "]",
    ";",
    ",",
    "::",
    ".",
    "->",
    "=",
    "<",
    ">",
    "<<<",
    ">>>",
    ">>>>",
    ">>",
    "<<",
    "<:",
    ":>",
    "%:",
    "%:%:",
    "<::",
    "##",
    "#",
    "*",
    "&",
    "/",
    "~",
    "?",
    ":",
    "return ",
    "using ",
    "typename ",
    "operator",
    "class ",
    "const ",
    "int ",
    "extern \"C\" {",
    "\"cudaMalloc\"",
    "\"a\\\"b\"",
    "\"a\\\nb\"",
    "R\"(cudaMalloc)\"",
    "u8R\"x()\")x\"",
    "L'a'",
    "'\\''",
    "\"x\"_y",
    "1'000",
    "0x1p-3",
    "1e+5",
    ".5",
    "32",
    "0xffffffff",
    "~0u",
    "__shfl_sync(",
    "// cudaMalloc\n",
    "// cudaMalloc \\\n more\n",
    "/* cudaMalloc */",
    "/* two\nlines */",
    "/**/",
    "\\\n",
    "\\ \r\n",
    "\n",
    "\r\n",
    "\r",
    " ",
    "\t",
    "\f",
    "\n#if 0\n",
    "\n#if 1\n",
    "\n#ifdef CUDA_X\n",
    "\n#else\n",
    "\n#elif __CUDA_ARCH__ > 3\n",
    "\n#endif\n",
    "\n#define cudaX cuda##Y\n",
    "\n#define M(a) \\\n cudaMalloc(a)\n",
    "\n#undef cudaFree\n",
    "\n#include <cuda.h>\n",
    "\n#include \"cuda_runtime.h\"\n",
    "\n#include <cub/cub.cuh>\n",
    "\n#include <cu\\\nda.h>\n",
    "\n# include /* c */ <cuda_runtime.h> // c\n",
    "\n#error cudaMalloc isn't\n",
    "\n#pragma unroll\n",
    "__has_include(<cuda.h>)",
    "\n#if __has_include(<cuda.h>)\n",
    "asm volatile(",
    "k<int, 4>",
    "A<B<C<int>>>",
    "\xc3\xa9",
    "\\u00e9",
    "\xff",
    "@",
    "`",
    "$",
};

static const char *const open_fragments[] = {
    "\"",
    "'",
    "/*",
    "*/",
    "//",
    "R\"(",
    "R\"x(",
    ")\"",
    "\\",
    "u8R\"",
    "\xEF\xBB\xBF",
    "don't",
    "\"open\n",
    "R\"this has too long a delimiter(",
    "\n#include <cuda.h\n",
    "\n#include \"cuda.h\n",
};

uint32_t soup_next(uint64_t *state)
{
    /* xorshift64*, Marsaglia 2003 and Vigna 2016 */
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (uint32_t)(*state * UINT64_C(2685821657736338717) >> 32);
}

void soup_bytes(uint64_t *state, size_t most, struct buf *out)
{
    out->size = 0;
    buf_reserve(out, most);
    for (size_t left = soup_next(state) % (most + 1); left > 0; left--)
        buf_putc(out, (char)(1 + soup_next(state) % 255));
}

void soup_fragments(uint64_t *state, size_t most, bool closed, struct buf *out)
{
    size_t closed_count = sizeof closed_fragments / sizeof *closed_fragments;
    size_t open_count = closed ? 0 : sizeof open_fragments / sizeof *open_fragments;
    out->size = 0;
    buf_reserve(out, 64);
    for (size_t left = soup_next(state) % (most + 1); left > 0; left--) {
        size_t pick = soup_next(state) % (closed_count + open_count);
        buf_puts(out, pick < closed_count ? closed_fragments[pick]
                                          : open_fragments[pick - closed_count]);
    }
}
