/* Hazards of lanes, values and limits: each is found, and its near miss is not. */
#include "expect.h"

#define KERNEL(parameters, body) "__global__ void k(" parameters ") { " body " }"

static void kbuild_reports(const char *text, const char *wanted)
{
    expect_places(&with_kbuild, "KB1", text, wanted);
}

static void hip_reports(const char *family, const char *text, const char *wanted)
{
    expect_places(&with_hip, family, text, wanted);
}

static void warps_of_32_lanes_need_no_word_with_kbuilds_headers(void **state)
{
    (void)state;
    kbuild_reports(
        "#define WARP_SIZE 32\n#define FULL_MASK 0xffffffff\n"
        "__global__ void k(int *p, int x) {\n"
        "x += __shfl_xor_sync(0xffffffff, x, 1); x += __ballot_sync(~0u, x);\n"
        "x += __reduce_add_sync(FULL_MASK, x); x += __shfl(x, 0) + __popc(__ballot(x));\n"
        "x += warpSize + threadIdx.x % 32; __syncwarp(); p[0] = x; }\n",
        "");
}

static void masks_of_32_lanes_with_hips_headers(void **state)
{
    (void)state;
    hip_reports("KB1301", "int x = __ballot_sync(0xffffffff, p); f(0xffffffff);",
                "KB1301@0xffffffff,");
    hip_reports("KB1301", "__shfl_sync(~0, x); __shfl_sync( - 1, x); __shfl_sync(x, ~0);",
                "KB1301@~0 KB1301@-");
    hip_reports("KB1301", "__ballot_sync(0xffffffffffffffffull, p); __ballot_sync(0xffff, p);", "");
    hip_reports("KB1301", "#define FULL_MASK 0xffffffff\n#define MASK 0xffffffff\n",
                "note KB1301@FULL_MASK");
}

static void the_wave_with_hips_headers(void **state)
{
    (void)state;
    hip_reports("KB1303", KERNEL("int *p", "p[0] = warpSize + threadIdx.x % 32;"),
                "KB1303@warpSize");
    hip_reports("KB1303", KERNEL("int *p", "p[0] = warpSize + threadIdx.x % warpSize;"), "");
    hip_reports("KB1303", KERNEL("int *p", "p[0] = threadIdx.x % 32;"), "");
    hip_reports("KB1304", KERNEL("int x", "int n = __popc(__ballot(x));"), "KB1304@__ballot");
    hip_reports("KB1304", KERNEL("int x", "int n = __popcll(__ballot(x));"), "");
    hip_reports("KB1304", KERNEL("int x", "unsigned m = __ballot(x);"), "KB1304@__ballot");
    hip_reports("KB1304", KERNEL("int x", "unsigned long long m = __ballot(x);"), "");
    hip_reports("KB1304", KERNEL("int x", "x = __shfl(x, 0);"), "KB1304@__shfl(");
    hip_reports("KB1304", KERNEL("int x", "x = __shfl(x, f(0, 1), 32);"), "");
    hip_reports("KB1304", KERNEL("int x", "if (__any(x)) x = 1;"), "KB1304@__any");
    hip_reports("KB1304", KERNEL("int x", "x = o.__any(x);"), "");
    hip_reports("KB1304", KERNEL("int x", "x += __shfl_xor(x, 16) + __shfl_down(x, 1);"), "");
    hip_reports("KB1304", "#include <hip/hip_runtime.h>\n" KERNEL("int x", "x = __shfl(x, 0);"),
                "");
    hip_reports("KB1304", "__device__ int f(int x) {\n#ifdef __HIP__\nx = __shfl(x, 0);\n#endif\n}",
                "");
}

static void halves_of_a_half2(void **state)
{
    (void)state;
    hip_reports("KB1501", KERNEL("half2 h, float *p", "*p = h.x; *p = f(h.y);"),
                "KB1501@x; KB1501@y)");
    hip_reports("KB1501",
                KERNEL("int n", "half2 a, *b[2] = {}, c = f(a, n); g(a.x, b[0]->y, c.y);"),
                "KB1501@x, KB1501@y, KB1501@y)");
    hip_reports("KB1501",
                KERNEL("", "for (half2 a : b) { f(a.x); } if (n) { half2 c; } return c.x;"),
                "KB1501@x)");
    hip_reports("KB1501", KERNEL("__half2 *h, float *p", "*p = h[3].x + h->y;"),
                "KB1501@x KB1501@y;");
    hip_reports("KB1501", KERNEL("float2 h, half2 *g", "f(h.x); f(g); f(&g->x); f(a.g);"), "");
    hip_reports("KB1501", KERNEL("half2 h", "{ float2 h; f(h.x); }"), "");
    hip_reports("KB1501",
                KERNEL("half2 h", "reinterpret_cast<half &>(h.x) = g; h.x = __half_as_ushort(g); "
                                  "g = __ushort_as_half(h.y);"),
                "");
    hip_reports("KB1501", KERNEL("half2 h", "{ T h; f(h.x); } { auto h = g(); f(h.x); }"), "");
    hip_reports("KB1501", "void f() { half2 h; g(h.x); }", ""); /* the host's */
    kbuild_reports(KERNEL("half2 h, float *p", "*p = h.x;"), "");
    struct hipify_options six = with_hip;
    six.hip_version = 600;
    expect_places(&six, "KB1501", KERNEL("half2 h, float *p", "*p = h.x;"), "");
}

static void device_code_launches_nothing(void **state)
{
    (void)state;
    kbuild_reports(KERNEL("int *p", "l<<<1, 2>>>(p);"), "KB1601@<<<");
    kbuild_reports("__device__ void f() { cudaDeviceSynchronize(); }",
                   "KB1601@cudaDeviceSynchronize");
    kbuild_reports("__host__ __device__ void f() { cudaDeviceSynchronize(); }", "");
    kbuild_reports("__device__ __host__ void f() { l<<<1, 2>>>(p); }", "");
    kbuild_reports("void f() { l<<<1, 2>>>(p); cudaDeviceSynchronize(); }", "");
    kbuild_reports("__global__ void k();\nvoid f() { cudaDeviceSynchronize(); }", "");
    kbuild_reports(KERNEL("", "x.cudaMalloc(p); mine::cudaMalloc(p);"), "");
    expect_places(&with_kbuild, "KB16",
                  "__device__ void f() {\n#ifndef __CUDA_ARCH__\ncudaDeviceSynchronize();\n"
                  "#endif\n}",
                  "");
    expect_places(&with_kbuild, "KB16",
                  "__device__ void f() {\n#ifdef __CUDA_ARCH__\ncudaDeviceSynchronize();\n"
                  "#endif\n}",
                  "KB1601@cudaDeviceSynchronize");
}

static void locks_that_spin(void **state)
{
    (void)state;
    kbuild_reports(KERNEL("int *l", "while (atomicCAS(l, 0, 1) != 0);"), "KB1606@atomicCAS");
    kbuild_reports(KERNEL("int *l", "while (atomicExch(l, 1)) { } f(); *l = 0;"),
                   "KB1606@atomicExch");
    kbuild_reports(KERNEL("int *l", "do { } while (atomicCAS(l, 0, 1));"), "KB1606@atomicCAS");
    kbuild_reports(KERNEL("int *l, int n", "if (n > 3) { while (atomicCAS(l, 0, 1)); }"),
                   "KB1606@atomicCAS");
    kbuild_reports(KERNEL("int *l", "while (atomicCAS(l, 0, 1)) { __syncwarp(); }"),
                   "KB1606@atomicCAS");
    kbuild_reports(KERNEL("int *l", "while (atomicCAS(l, 0, 1)) { __nanosleep(9); continue; }"),
                   "KB1606@atomicCAS");
    kbuild_reports(KERNEL("int *l", "while (atomicCAS(l, 0, 1)) continue;"), "KB1606@atomicCAS");
    kbuild_reports(KERNEL("int *l", "while (atomicCAS(l + i, 0, 1)) { i = (i + 1) % n; }"), "");
    /* Work is done in the loop, or each round is a try of its own. */
    kbuild_reports(KERNEL("int *l", "while (!d) if (!atomicCAS(l, 0, 1)) { f(); *l = 0; d = 1; }"),
                   "");
    kbuild_reports(KERNEL("int *l", "do { b = a; } while (b != (a = atomicCAS(l, b, b + 1)));"),
                   "");
    /* One thread of a wave waits for other waves. */
    kbuild_reports(KERNEL("int *l", "if (threadIdx.x == 0) while (atomicCAS(l, 0, 1));"), "");
    kbuild_reports(KERNEL("int *l", "if (!rank) { while (atomicCAS(l, 0, 1)) {} }"), "");
    kbuild_reports(KERNEL("int *l", "atomicExch(l, 0); while (mine.atomicCAS(l, 0, 1));"), "");
    kbuild_reports("void f() { while (atomicCAS(l, 0, 1)); }", "");
}

static void textures(void **state)
{
    (void)state;
    kbuild_reports(KERNEL("T t, float *p",
                          "p[0] = tex2D<float>(t, 1, 2); p[1] = tex1Dfetch<float>(t, "
                          "1);"),
                   "note KB1603@tex2D");
    kbuild_reports(KERNEL("T t, float4 *p", "p[0] = tex2Dgather<float4>(t, 1, 2, 0);"),
                   "KB1603@tex2Dgather");
    kbuild_reports(KERNEL("T t, float *p", "p[0] = o.tex2D(t) + mine::tex2D(t) + tex2D;"), "");
    kbuild_reports("void f() { d.filterMode = cudaFilterModeLinear; }",
                   "note KB1603@cudaFilterModeLinear");
    kbuild_reports("void f() { d.filterMode = cudaFilterModePoint; }", "");
}

static void compute_capabilities(void **state)
{
    (void)state;
    hip_reports("KB1605",
                "bool f(P prop, P *props) { return prop.major >= 8 || props->major < 7; }",
                "KB1605@major KB1605@major");
    hip_reports("KB1605",
                "int f(P deviceProp) { return deviceProp.major * 10 + deviceProp.minor; }",
                "KB1605@major");
    hip_reports("KB1605", "void f(P prop, V version) { g(prop.major, version.major >= 8); }", "");
    hip_reports("KB1605", "#ifdef __NVCC__\nbool f(P prop) { return prop.major >= 8; }\n#endif",
                "");
    kbuild_reports("bool f(P prop) { return prop.major >= 8; }", "");
}

static void only_whole_functions_are_looked_into(void **state)
{
    (void)state;
    kbuild_reports("__device__ int x = f(cudaDeviceSynchronize());", "");
    kbuild_reports("struct S { __device__ S() : a(1), b{2} { l<<<1, 1>>>(); } int a; };",
                   "KB1601@<<<");
    kbuild_reports("__device__ S &operator=(const S &s) { l<<<1, 1>>>(); }", "KB1601@<<<");
    kbuild_reports("__device__ int operator()(int x) const { l<<<1, 1>>>(); }", "KB1601@<<<");
    kbuild_reports("f([=] __device__(int i) { l<<<1, 1>>>(); });", "KB1601@<<<");
    kbuild_reports("__device__ void f() = delete; void g() { l<<<1, 1>>>(); }", "");
    kbuild_reports("__device__ int t[] = {1, 2}; void g() { l<<<1, 1>>>(); }", "");
    kbuild_reports("#if MINE\n__global__ void k(int a) {\n#else\n__global__ void k(float a) {\n"
                   "#endif\n l<<<1, 1>>>(); }\nvoid g() { l<<<1, 1>>>(); }",
                   "KB1601@<<<");
    kbuild_reports("__global__ void k() {\n#if MINE\nif (a) {\n#else\nif (b) {\n#endif\n}\n"
                   "l<<<1, 1>>>();\n}\nvoid g() { l<<<1, 1>>>(); }",
                   "KB1601@<<<");
    kbuild_reports("__global__ void k( {[ ) } }}} __device__ ( ; __global__", "");
}

#define FENCE "asm volatile(\"wgmma.fence.sync.aligned;\");"
#define SHAPE "asm volatile(\"mma.sync.aligned.m64n8k4.f32.f32 {}, {};\");"
#define OF_WARPS                                                                                   \
    "inline PTX assembly: wgmma.fence.sync.aligned: a tensor-core instruction of a group of warps"

/* What is printed contains |wanted|. */
static void expect_line(const char *text, const char *wanted)
{
    struct hipify_report report = {0};
    struct buf out = {0};
    report_of(&with_kbuild, text, &report);
    hipify_report_text(&report, "a.cu", HIPIFY_WARNING, &out);
    OWNED char *said = buf_take(&out);
    if (!strstr(said, wanted))
        fail_msg("%s\n prints '%s', not '%s'", text, said, wanted);
    hipify_report_free(&report);
}

/* The functions of the first report of KB1101 and their statements: "f 2 S::g 1 ". */
static void expect_functions(const char *text, const char *wanted)
{
    struct hipify_report report = {0};
    struct buf out = {0};
    report_of(&with_kbuild, text, &report);
    for (size_t i = 0; i < report.count && out.size == 0; i++)
        for (size_t j = 0; j < report.items[i].place_count; j++)
            buf_printf(&out, "%s@%d %d ", report.items[i].places[j].function,
                       report.items[i].places[j].line, report.items[i].places[j].statements);
    OWNED char *said = buf_take(&out);
    if (strcmp(said, wanted) != 0)
        fail_msg("%s\n has '%s', not '%s'", text, said, wanted);
    hipify_report_free(&report);
}

static void functions_of_a_report_are_named(void **state)
{
    (void)state;
    expect_functions("namespace n {\nstruct S : T<1> {\n__device__ static void f() { " FENCE FENCE
                     " }\npublic:\nS(int a) : x(a) { " FENCE " }\n};\n}\n"
                     "template <class T>\n__global__ __launch_bounds__(64) void k(T (*f)(int)) {\n"
                     "if (f(1)) { " FENCE " } }\n"
                     "__device__ int g(int a) noexcept(true) { " FENCE " }\n"
                     "template <> inline V<A<int>> h<A<int>, 2>(A<int> a) { " FENCE
                     " }\nS operator+(S a, S b) { " FENCE " }\nvoid C::m() { " FENCE " }",
                     "S::f@3 2 S::S@5 1 k@10 1 g@11 1 h@12 1 operator+@13 1 m@14 1 ");
    expect_functions("void f() { " SHAPE " }", "");
}

/* A function full of instructions of one kind is one thing to change, and so is a list of functions
 * that each have one of those that only new GPUs have. */
static void untranslated_statements_are_reported_once_for_each_reason(void **state)
{
    (void)state;
    expect_family(&with_kbuild, "KB1101",
                  "__device__ void f() { " SHAPE SHAPE FENCE "\nasm(\"tcgen05.fence;\"); }\n"
                  "__device__ void g() { " FENCE " }\nstruct S { void h() { " FENCE SHAPE
                  " }\nvoid i() { " SHAPE " } };",
                  "KB1101@1:23 KB1101@1:137 KB1101@2:1 KB1101@4:65 KB1101@5:12 ");
    expect_text(&with_kbuild, "KB1101", "void f() { " SHAPE SHAPE SHAPE " }",
                "inline PTX assembly: mma.sync.aligned.m64n8k4.f32.f32: a tensor-core instruction "
                "whose shape or types are not known (and 2 more in this function)");
    expect_line("void f() { " FENCE FENCE FENCE " }", OF_WARPS " (and 2 more in this function);");
    expect_line("struct S { void f() { " FENCE FENCE " } };\nvoid g() { " FENCE " }",
                OF_WARPS " (3 statements in 2 functions of this file; the first is S::f);");
    /* A class in a function, initializers in braces, and names that are more than a word. */
    static const char *const first[][2] = {
        {"void f() { union U { struct { int a; } x; int y; }; int z; ", "f"},
        {"struct S { S(int a) : x{a}, y(a) { ", "S::S"},
        {"struct S { S(int a) : y(a), x{a, 1} { } ~S() { ", "S::~S"},
        {"struct S { void operator()(int) const { ", "S::operator()"},
        {"struct S { S &operator+=(int) { ", "S::operator+="},
        {"struct __align__(16) S : A { void f() { ", "S::f"},
    };
    for (size_t i = 0; i < sizeof first / sizeof first[0]; i++) {
        char text[500], expected[200];
        snprintf(text, sizeof text, "%s" FENCE " }%s\nvoid g() { " FENCE " }", first[i][0],
                 first[i][0][0] == 's' ? " };" : "");
        snprintf(expected, sizeof expected,
                 OF_WARPS " (2 statements in 2 functions of this file; the first is %s);",
                 first[i][1]);
        expect_line(text, expected);
    }
    /* A list of all kinds leaves room for what the next function has. */
    expect_family(&with_kbuild, "KB1101",
                  "void f() {\n" FENCE "\nasm(\"tcgen05.fence;\");\n"
                  "asm(\"cp.async.bulk.tensor.x;\");\nasm(\"cp.reduce.x;\");\n"
                  "asm(\"barrier.cluster.x;\");\nasm(\"st.async.x;\");\nasm(\"red.async.x;\");\n"
                  "asm(\"multimem.red.add.u32 [%0], %1;\" : : \"l\"(p), \"r\"(x));\n"
                  "asm(\"mapa.u64 %0, %1, %2;\" : \"=l\"(p) : \"l\"(p), \"r\"(x)); }\n"
                  "void g() {\n" SHAPE SHAPE SHAPE " }",
                  "KB1101@2:1 KB1101@3:1 KB1101@4:1 KB1101@5:1 KB1101@6:1 KB1101@7:1 KB1101@8:1 "
                  "KB1101@9:1 KB1101@10:1 KB1101@12:1 ");
    /* Macros are used in any function. */
    expect_family(&with_kbuild, "KB1101", "#define A " FENCE "\n#define B " FENCE "\n",
                  "KB1101@1:11 KB1101@2:11 ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(warps_of_32_lanes_need_no_word_with_kbuilds_headers),
        cmocka_unit_test(masks_of_32_lanes_with_hips_headers),
        cmocka_unit_test(the_wave_with_hips_headers),
        cmocka_unit_test(halves_of_a_half2),
        cmocka_unit_test(device_code_launches_nothing),
        cmocka_unit_test(locks_that_spin),
        cmocka_unit_test(textures),
        cmocka_unit_test(compute_capabilities),
        cmocka_unit_test(untranslated_statements_are_reported_once_for_each_reason),
        cmocka_unit_test(functions_of_a_report_are_named),
        cmocka_unit_test(only_whole_functions_are_looked_into),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
