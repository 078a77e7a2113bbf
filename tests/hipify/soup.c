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
    "\n#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 700)\n",
    "\n#ifndef __CUDACC__\n",
    "\n#define L(k, ...) k<<<1, 1>>>(__VA_ARGS__)\n",
    "\n#line 1 \"t.cu\"\n",
    "asm volatile(",
    "__launch_bounds__(",
    "k<<<1, 2>>>(x);",
    "k<int><<<dim3(1, 2), 256, 0, s>>>(a, b);",
    "k<<<f<A<B>>(n), [] { return 1; }()>>>(x)",
    "operator<<<T>(",
    "operator>>",
    "template <typename T, int N = (3 > 2)>",
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

/* ---- Programs ------------------------------------------------------------------------------- */

static const char *pick(uint64_t *state, const char *const *words, size_t count)
{
    return words[soup_next(state) % count];
}
#define PICK(state, words) pick((state), (words), sizeof(words) / sizeof *(words))

static const char *const types[] = {"float",  "double", "int",    "unsigned",      "__half",
                                    "float4", "char",   "size_t", "cuFloatComplex"};
static const char *const words[] = {"input", "output", "stride",    "count", "weights", "offset",
                                    "acc",   "value",  "block_sum", "idx",   "num_rows"};
static const char *const calls[] = {
    "cudaMalloc(reinterpret_cast<void **>(&d_%s), n * sizeof(float));",
    "CHECK(cudaMemcpyAsync(d_%s, host.data(), bytes, cudaMemcpyHostToDevice, stream));",
    "if (cudaError_t err = cudaGetLastError(); err != cudaSuccess) return %s(err);",
    "cudaFree(%s.data); // cudaFree takes NULL",
    "cudaStream_t stream_%s; cudaStreamCreateWithFlags(&stream_%s, cudaStreamNonBlocking);",
    "std::printf(\"%%s: cudaMalloc of %s failed\\n\", cudaGetErrorString(status));",
    "cudaFuncSetAttribute(kernel_%s, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 15);",
    "cuLaunchKernel(%s.fn, gx, 1, 1, bx, 1, 1, 0, nullptr, args, nullptr);",
    "this->%s.resize(std::max<size_t>(n, 1'000'000));",
    "auto %s = std::make_unique<State<std::vector<int>>>(config, 0x1p-3f, 'a');",
};
static const char *const launches[] = {
    "kernel_%s<<<(n + 255) / 256, 256>>>(d_%s, n);",
    "kernel_%s<T, 4><<<dim3(gx, gy), dim3(32, 8), smem * sizeof(T), stream>>>(a, b);",
    "kernel_%s<decltype(f)><<<std::min(n, 65535), f<A<B>>(n) ? 128 : 64>>>(f, %s);",
    "[&] { kernel_%s<<<1, 1, 0, s>>>(); }();",
};
static const char *const device_lines[] = {
    "const int %s = blockIdx.x * blockDim.x + threadIdx.x;",
    "%s += __shfl_xor_sync(0xffffffff, %s, 16);",
    "for (int i = threadIdx.x; i < n; i += blockDim.x) { %s[i] = a[i] * b[i] + 1.0e-5f; }",
    "__shared__ float %s[32 + 1]; __syncthreads();",
    "asm volatile(\"cp.async.ca.shared.global [%%0], [%%1], 16;\" ::\"r\"(%s), \"l\"(p));",
    "#pragma unroll\n    for (int k = 0; k < 4; ++k) %s = fmaf(x[k], y[k], %s);",
    "if (lane == 0 && %s > 0) atomicAdd(&out[row], %s);",
    "/* the sum of %s\n     * over a warp */",
    "#if __CUDA_ARCH__ >= 700\n    %s = __ldg(p + 1);\n#else\n    %s = p[1];\n#endif",
};
static const char *const headers[] = {"<cuda_runtime.h>", "<cuda.h>",      "<cuda_fp16.h>",
                                      "\"common.cuh\"",   "<cub/cub.cuh>", "<vector>",
                                      "<cuComplex.h>",    "<iostream>"};

/* |format| with a word for each %s. */
static void put_line(uint64_t *state, const char *indent, const char *format, struct buf *out)
{
    buf_puts(out, indent);
    for (const char *c = format; *c; c++) {
        if (c[0] == '%' && c[1] == 's')
            buf_puts(out, PICK(state, words));
        else if (c[0] != '%' || c[1] != '%')
            buf_putc(out, *c);
        c += c[0] == '%' && c[1] == 's';
    }
    buf_putc(out, '\n');
}

static void put_kernel(uint64_t *state, struct buf *out)
{
    bool template = soup_next(state) % 2;
    const char *name = PICK(state, words), *type = PICK(state, types);
    buf_printf(out, "\n// Each thread of kernel_%s adds up what cudaMemcpy brought.\n", name);
    if (template)
        buf_puts(out, "template <typename T, int N>\n");
    buf_printf(out, "__global__ void kernel_%s(const %s *__restrict__ %s, int n)\n{\n", name,
               template ? "T" : type, PICK(state, words));
    for (size_t left = 2 + soup_next(state) % 12; left > 0; left--)
        put_line(state, "    ", PICK(state, device_lines), out);
    buf_puts(out, "}\n");
}

static void put_function(uint64_t *state, struct buf *out)
{
    buf_printf(out, "\nstatic %s run_%s(const Config &config, size_t n)\n{\n", PICK(state, types),
               PICK(state, words));
    for (size_t left = 2 + soup_next(state) % 10; left > 0; left--)
        put_line(state, "    ", PICK(state, calls), out);
    put_line(state, "    ", PICK(state, launches), out);
    buf_puts(out, "    return {};\n}\n");
}

static void put_class(uint64_t *state, struct buf *out)
{
    const char *name = PICK(state, words);
    buf_printf(out,
               "\nnamespace detail {\nstruct %s_policy : Base<A<B<int>>> {\n"
               "    enum class Mode { kFast = 1u, kExact };\n"
               "    cudaStream_t stream() const { return stream_; }\n"
               "    void cudaFree(void *p);\n"
               "    static constexpr int kWarpSize = 32;\n"
               "    cudaStream_t stream_ = nullptr;\n};\n} // namespace detail\n",
               name);
    buf_printf(out,
               "\n#define CHECK_%s(call)                     \\\n"
               "    do {                                    \\\n"
               "        cudaError_t status = (call);        \\\n"
               "        if (status != cudaSuccess) abort(); \\\n"
               "    } while (0)\n",
               name);
}

void soup_program(uint64_t *state, size_t parts, struct buf *out)
{
    out->size = 0;
    buf_puts(
        out,
        "/*\n * Made up for a test.\n *\n * It is no program: cudaMalloc() here is prose.\n */\n");
    for (size_t left = 2 + soup_next(state) % 6; left > 0; left--)
        buf_printf(out, "#include %s\n", PICK(state, headers));
    buf_puts(out, "\n#if 0\nit's not compiled: cudaFree(p);\n#endif\n");
    for (size_t left = parts; left > 0; left--) {
        switch (soup_next(state) % 5) {
        case 0: put_class(state, out); break;
        case 1:
        case 2: put_function(state, out); break;
        default: put_kernel(state, out); break;
        }
    }
}

/* ---- Texts that are all of one kind ---------------------------------------------------------- */

/* |part| comes again and again; a %d in it is the number of its turn. */
static const struct {
    const char *front, *part, *back;
} hostile[] = {
    /* One line. */
    {"", "cudaFree(p); ", ""},
    {"", " ", "cudaFree"},
    {"cuda", "x", ""},
    {"f(\"", "x", "\")"},
    {"", "x y ", ""},
    {"", "\xff", ""},
    {"1", "'1", ""},
    {"1", "e+", ""},
    /* Comments and strings, some of them open. */
    {"// ", "/", ""},
    {"/* ", "*", "/"},
    {"/*", "\n *", ""},
    {"", "/*/ */", ""},
    {"R\"x(", ")x ", ""},
    {"", "R\"(", ""},
    {"", "'", ""},
    {"#ifdef A\n", "'\n", ""},
    {"#ifdef A\n", "R\"", "\n#endif"},
    /* Joined lines, and backslashes that join none. */
    {"", "\\\n", "x"},
    {"x", "\\\n", "<"},
    {"", "<\\\n", ""},
    {"\\", " ", "\\"},
    {"", "\\ ", ""},
    {"a", "\\u{1", ""},
    {"", "\r", ""},
    /* Brackets, launches, conditionals and scopes in each other. */
    {"", "(", ""},
    {"", "{", "}"},
    {"", "a<", ">"},
    {"", "x>(", ""},
    {"", "k<<<", "1>>>()"},
    {"", "k<<<1>>>(x),", ";"},
    {"", ">k<<<1>>>(x)", ";"},
    {"x", ">", "<<<1>>>();"},
    {"k<<<", "a<b,", "1>>>();"},
    {"", "a.b::c->", "k<<<1, 1>>>();"},
    {"", "#if 1\n", "cudaFree"},
    {"", "#if 0\n", "cudaFree"},
    {"", "#ifdef A\nstruct S {\n#else\n", ""},
    {"", "namespace a{", "cudaFree"},
    {"", "namespace a%d{", "cudaFree"},
    {"struct S{int cudaFree;};", "struct S{", "cudaFree"},
    {"struct S{int cudaFree;", "struct S{cudaFree();", ""},
    /* Directives. */
    {"#if 1", "+1", "\n#endif"},
    {"#if A", "&& __CUDA_ARCH__ ", "\n#endif"},
    {"#if A", "&& (CUDA_%d", "\n#endif"},
    {"#if ", "__has_include(<", "\n"},
    {"#if ", "__has_include(\"a", "\n"},
    {"", "#include <\n", ""},
    {"", "#include <cuda.h>\n", ""},
    {"", "#include \"cuda%d.h\"\n", ""},
    {"", "#include <cub/%d.cuh>\n", ""},
    {"", "#/**/", ""},
    {"#", "/*\n*/", "if 0"},
    {"", "#define cudaX cuda##Y\n", ""},
    {"", "#define cudaX%d cudaX%d##Y\n", ""},
    {"", "#define CUDA_%d CUDA_%d\n#ifdef CUDA_%d\n#endif\n", ""},
    {"#define A", " cudaFree(x) + \\\n", "\n"},
    /* What is declared and used, and what is reported. */
    {"", "struct S{int cudaFree;}; cudaFree();", ""},
    {"", "struct S%d{int cudaFree;};\ncudaFree(p);\n", ""},
    {"", "namespace n%d{void cudaFree();}\nvoid n%d::f(){cudaFree();}\n", ""},
    {"", "cudaFrobnicate();", ""},
    {"", "cudaFrobnicate%d();\n", ""},
    {"", "int cudaFrobnicate%d = 1;\n", ""},
    {"", "__global__ void k%d(int *p){}\nvoid f%d(){k%d<<<1, 1>>>(p);}\n", ""},
    {"", "constexpr unsigned kFullMask%d = 0xffffffff;\n", ""},
    {"", "asm(\"trap;\");", ""},
    {"asm(\"", "mov.u32 %%0, %%1; ", "\" : \"=r\"(x) : \"r\"(y));"},
    {"asm(", "\"mov.u32 %%0, %%1; \"", ": \"=r\"(x) : \"r\"(y));"},
    {"", "__shfl_sync(0xffffffff,x);", ""},
    {"", "min(unsigned(a),", "1"},
    {"", "x = (char)(1.0f * ", "y"},
    {"half2 h;", "h.x = ", "1;"},
    /* The choice of an architecture. */
    {"",
     "__device__ void f%d() {\n#if __CUDA_ARCH__ >= "
     "900\nasm(\"wgmma.fence.sync.aligned;\");\n#endif\n}\n",
     ""},
    {"__device__ void f() {\n#if __CUDA_ARCH__ >= 900\n", "asm(\"wgmma.fence.sync.aligned;\");\n",
     "#else\ng();\n#endif\n}\n"},
    {"__device__ void f() {\n", "#if __CUDA_ARCH__ >= 900\nasm(\"wgmma.fence.sync.aligned;\");\n",
     ""},
    {"#if __CUDA_ARCH__ >= 900\n",
     "__device__ void f%d() { asm(\"wgmma.fence.sync.aligned;\"); }\n", "#else\n#endif\n"},
};

bool soup_hostile(size_t index, size_t size, struct buf *out)
{
    if (index >= sizeof hostile / sizeof *hostile)
        return false;
    out->size = 0;
    buf_puts(out, hostile[index].front);
    for (int turn = 0; out->size < size; turn++) {
        for (const char *c = hostile[index].part; *c; c++) {
            if (c[0] == '%' && c[1] == 'd')
                buf_printf(out, "%d", turn);
            else if (c[0] != '%' || c[1] != '%')
                buf_putc(out, *c);
            c += c[0] == '%' && c[1] == 'd';
        }
    }
    buf_puts(out, hostile[index].back);
    return true;
}
