/* Translations of any text: lines, comments and strings stay, names change where they are names. */
#include "../util/check.h"
#include "properties.h"
#include "hipify/hipify.h"
#include "soup.h"

static bool vendors_cuda(void *context, const char *name, bool angled)
{
    (void)context;
    return strcmp(name, "vendors/cuda.h") == 0 && !angled;
}

static const struct hipify_options options = {
    .shown_path = "t.cu", .cuda_arch = 900, .is_project_header = vendors_cuda};

/* What follows the #line directive and the includes before it: of the runtime, where a type of
 * CUDA's was declared, of what translated assembly calls, and of names that macros build. The
 * caller frees it. */
static char *translate(const char *text, struct hipify_report *report)
{
    struct buf out = {0};
    assert_int_equal(hipify_translate(text, strlen(text), &options, &out, report), STATUS_OK);
    static const char *const headers[] = {"#include <kbuild/cuda_prelude.h>\n",
                                          "#include <kbuild/ptx.h>\n",
                                          "#include <kbuild/pasted_names.h>\n"};
    static const char line[] = "#line 1 \"t.cu\"\n";
    const char *at = out.data;
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (strncmp(at, headers[i], strlen(headers[i])) == 0)
            at += strlen(headers[i]);
    assert_int_equal(strncmp(at, line, sizeof line - 1), 0);
    char *body = mem_dup(at + sizeof line - 1);
    buf_free(&out);
    return body;
}

static void expect(const char *text, const char *wanted)
{
    struct hipify_report report = {0};
    char *body = translate(text, &report);
    if (strcmp(body, wanted) != 0)
        fail_msg("%s\n became\n%s\n not\n%s", text, body, wanted);
    free(body);
    hipify_report_free(&report);
}

/* Each of |texts| stays as it is. */
static void expect_same(const char *const texts[], size_t count)
{
    for (size_t i = 0; i < count; i++)
        expect(texts[i], texts[i]);
}

/* |wanted| lists the codes with their lines and columns: "KB1001@2:3 ". */
static void expect_report(const char *text, const char *wanted)
{
    struct hipify_report report = {0};
    struct buf shown = {0};
    free(translate(text, &report));
    buf_reserve(&shown, 0);
    for (size_t i = 0; i < report.count; i++)
        buf_printf(&shown, "%s%s@%d:%d ", report.items[i].severity == HIPIFY_NOTE ? "note " : "",
                   report.items[i].code, report.items[i].line, report.items[i].column);
    if (strcmp(shown.data, wanted) != 0)
        fail_msg("%s\n reports '%s', not '%s'", text, shown.data, wanted);
    buf_free(&shown);
    hipify_report_free(&report);
}

static void expect_sound(const struct buf *text)
{
    const char *problem = text_broken(text->data, text->size);
    if (problem)
        fail_msg("%s\n gives %s", text->data, problem);
}

static void any_text_is_translated_soundly(void **state)
{
    (void)state;
    struct buf text = {0};
    uint64_t random = 42;
    for (int i = 0; i < 1500; i++) {
        soup_bytes(&random, 100, &text);
        expect_sound(&text);
        soup_fragments(&random, 80, true, &text);
        expect_sound(&text);
        soup_fragments(&random, 30, false, &text);
        expect_sound(&text);
    }
    for (int i = 0; i < 300; i++) {
        soup_program(&random, 1 + (size_t)i % 10, &text);
        expect_sound(&text);
        /* And cut anywhere, which may leave anything open. */
        text.size = soup_next(&random) % (text.size + 1);
        text.data[text.size] = '\0';
        expect_sound(&text);
    }
    buf_free(&text);
}

static void a_text_without_cuda_comes_back_as_it_is(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        "\n",
        "int main() { return 0; }",
        "#include <vector>\n#include \"my/include/cuda_like.hh\"\nstd::vector<int> v;\r\n",
        "#ifdef _WIN32\n# define X(a, ...) a ## __VA_ARGS__ /* cudaMalloc */\n#else\n#endif\n",
        "const char *s = \"cudaFree\" R\"(cudaFree)\" u8\"cudaFree\"; // cudaFree\n",
        "struct cuda {}; int cu = 1, CU = 2, cudart = 3, xcudaFree = 4, cudafree = 5;\n",
        "template <class T, int N = (3 > 2)> auto f(T &&x) -> decltype(x >> N);\n",
        "k<<<grid, block, 0, stream>>>(a, b);\n",
        "a ? b : c; x <<= 1; y >>= 2; auto l = [&] { return a<b>(c); };\n",
        "\tint\v a\f; \\\n  int b \\ \r\n ;\n\n\n",
        "\xc3\xa4 = \\u00e4; \xff\xfe\x80 @ ` $x 'a' L'b' 1'000 0x1.8p-3f 5_km\n",
        "#if 0\nit's dead: cudaFree(p)\n#elif 1\nint alive;\n#endif\n",
        "#error cudaFree isn't here\n#warning \"cudaFree\n#pragma once\n#\n# 12 \"x.c\"\n",
    };
    expect_same(texts, sizeof texts / sizeof *texts);
}

static void names_change_where_they_are_names(void **state)
{
    (void)state;
    expect("cudaMalloc(&p, n);", "hipMalloc(&p, n);");
    expect("f(cudaMalloc);", "f(hipMalloc);");
    expect("cudaMallocX xcudaMalloc cudaMalloc1", "cudaMallocX xcudaMalloc cudaMalloc1");
    expect("::cudaMalloc(p)", "::hipMalloc(p)");
    expect("return ::cudaMalloc(p)", "return ::hipMalloc(p)");
    expect("a > ::cudaMalloc(p)", "a > ::hipMalloc(p)");
    expect("namespace a { using ::cudaMalloc; using ::cudaError_t; cudaError_t f(); }",
           "namespace a { using ::hipMalloc; using ::hipError_t; hipError_t f(); }");
    expect("f<T>::cudaMalloc(p)", "f<T>::cudaMalloc(p)");
    expect("f<::cudaStream_t>", "f<::hipStream_t>");
    expect("x.cudaMalloc y->cudaMalloc z :: cudaMalloc",
           "x.cudaMalloc y->cudaMalloc z :: cudaMalloc");
    expect("S s = {.cudaFree = 1};", "S s = {.cudaFree = 1};");
    expect("#define A cudaMalloc", "#define A hipMalloc");
    expect("#ifdef cudaStreamPerThread\n#undef cudaStreamPerThread",
           "#ifdef hipStreamPerThread\n#undef hipStreamPerThread");
    expect("#error cudaMalloc\n#pragma omp cudaMalloc", "#error cudaMalloc\n#pragma omp hipMalloc");
    expect("struct cudaFuncAttributes p; enum cudaMemcpyKind k;",
           "struct hipFuncAttributes p; enum hipMemcpyKind k;");
    expect("make_cuComplex(cuCreal(z), 1)", "make_hipComplex(hipCreal(z), 1)");
    expect("CUdeviceptr p; cuMemAlloc_v2(&p, 4) == CUDA_SUCCESS",
           "CUdeviceptr p; cuMemAlloc_v2(&p, 4) == CUDA_SUCCESS");
    expect("cuda\\\nFree\\\n(p)", "h\\\nipFree\\\n(p)");
    expect("x\ncuda\\\rFree\n(p)", "x\nh\\\ripFree\n(p)");
    expect("__nv_bfloat16 b; __half h;", "__nv_bfloat16 b; __half h;");
}

static void own_names_stay(void **state)
{
    (void)state;
    expect("thrust::cuda::par; thrust::cuda::experimental::A a; using "
           "thrust::system::cuda::experimental::A; "
           "thrust::system::cuda::pointer<int> p;",
           "thrust::hip::par; thrust::cuda::experimental::A a; using "
           "thrust::system::cuda::experimental::A; "
           "thrust::system::hip::pointer<int> p;");
    expect(
        "namespace a { void cudaFree(int); void f() { cudaFree(1); } } void g() { cudaFree(p); }",
        "namespace a { void cudaFree(int); void f() { cudaFree(1); } } void g() { hipFree(p); }");
    expect("struct S { void f() { cudaFree(1); } void cudaFree(int); };",
           "struct S { void f() { cudaFree(1); } void cudaFree(int); };");
    expect("struct __align__(16) S { int cudaFree, x; }; int cudaFree2 = cudaFree(p);",
           "struct __align__(16) S { int cudaFree, x; }; int cudaFree2 = hipFree(p);");
    expect("struct S { void cudaFree(int); void f(); }; void S::f() { cudaFree(1); } void g() { "
           "cudaFree(p); }",
           "struct S { void cudaFree(int); void f(); }; void S::f() { cudaFree(1); } void g() { "
           "hipFree(p); }");
    expect("namespace a { int cudaFree; } namespace a { int x = cudaFree; } int y = cudaFree(p);",
           "namespace a { int cudaFree; } namespace a { int x = cudaFree; } int y = hipFree(p);");
    expect(
        "namespace a { cudaError_t cudaFree(void *p) { return ::cudaFree(p); } int x = cudaFree; }",
        "namespace a { hipError_t cudaFree(void *p) { return ::hipFree(p); } int x = cudaFree; }");
    expect("namespace { int cudaFree; } int x = cudaFree;",
           "namespace { int hipFree; } int x = hipFree;");
    expect("extern \"C\" { void cudaFree(int); } void f() { cudaFree(1); }",
           "extern \"C\" { void hipFree(int); } void f() { hipFree(1); }");
    expect("enum class E { cudaFree, cudaMalloc = 3 }; f(E::cudaFree); cudaFree(p);",
           "enum class E { cudaFree, cudaMalloc = 3 }; f(E::cudaFree); hipFree(p);");
    expect("struct S { enum { cudaFree }; int x = cudaFree; }; int y = cudaFree(p);",
           "struct S { enum { cudaFree }; int x = cudaFree; }; int y = hipFree(p);");
    /* Types and uses in a class are not declarations. */
    expect(
        "struct S { cudaStream_t s; const cudaEvent_t e; static cudaError_t (*f)(cudaArray *); };",
        "struct S { hipStream_t s; const hipEvent_t e; static hipError_t (*f)(hipArray *); };");
    expect("struct S { operator cudaStream_t() const; cudaStream_t *p = &cudaNone; };",
           "struct S { operator hipStream_t() const; hipStream_t *p = &cudaNone; };");
    expect("template <class cudaFree, class U> void f(U x) { cudaMalloc(x); }",
           "template <class hipFree, class U> void f(U x) { hipMalloc(x); }");
    /* A project's own port, of what may be a macro in HIP. */
    expect("#define cudaEventBlockingSync hipEventBlockingSync\nint x = cudaEventBlockingSync;",
           "#define cudaEventBlockingSync hipEventBlockingSync\nint x = hipEventBlockingSync;");
    expect(
        "#define cudaEventBlockingSync hip\n#define cudaFree\n#define cudaMalloc(p) hipMalloc(p)",
        "#define hipEventBlockingSync hip\n#define hipFree\n#define hipMalloc(p) hipMalloc(p)");
    /* The branches of a conditional open the same brace twice. */
    expect(
        "#ifdef A\nstruct S {\n#else\nstruct T {\n#endif\nint cudaFree; };\nint x = cudaFree(p);",
        "#ifdef A\nstruct S {\n#else\nstruct T {\n#endif\nint cudaFree; };\nint x = hipFree(p);");
}

static void includes(void **state)
{
    (void)state;
    expect("#include <curand.h>\n#include \"curand.h\"\n",
           "#include <hiprand/hiprand.h>\n#include \"hiprand/hiprand.h\"\n");
    expect("#include \"vendors/cuda.h\"\n#include \"x/curand.h\"",
           "#include \"vendors/cuda.h\"\n#include \"x/curand.h\"");
    expect("#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n#include <cuda_fp8.h>\n",
           "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n#include <cuda_fp8.h>\n");
    expect("struct cuda_h { int cuda; } x = cuda . h;",
           "struct cuda_h { int cuda; } x = cuda . h;");
    expect("const char *s = \"curand.h\" \"<curand.h>\";",
           "const char *s = \"curand.h\" \"<curand.h>\";");
    expect("#include <cu\\\nrand.h> // x", "#include <\\\nhiprand/hiprand.h> // x");
    expect("#if 0\n#include <curand.h>\n#endif", "#if 0\n#include <curand.h>\n#endif");
}

/* The second of two that become one goes, but nothing else that is on its line. */
static void an_include_that_comes_twice_goes(void **state)
{
    (void)state;
    expect("#include <curand.h>\n#include <curand.h>\nint x;",
           "#include <hiprand/hiprand.h>\n\nint x;");
    expect("#include <curand.h>\n  #  include <curand.h> // why\n",
           "#include <hiprand/hiprand.h>\n   // why\n");
    expect("#include <curand.h>\n#include /* why */ <curand.h>\n",
           "#include <hiprand/hiprand.h>\n#include /* why */ <hiprand/hiprand.h>\n");
    expect("#include <curand.h>\n#include <curand.h> # define X\n",
           "#include <hiprand/hiprand.h>\n#include <hiprand/hiprand.h> # define X\n");
    expect("#if A\n#include <curand.h>\n#else\n#include <curand.h>\n#endif\n",
           "#if A\n#include <hiprand/hiprand.h>\n#else\n#include <hiprand/hiprand.h>\n#endif\n");
}

static void branches_that_are_not_functions_of_the_device_alone_stay(void **state)
{
    (void)state;
    static const char *const inside[] = {
        "int x;",
        "__device__ int x = f(3);",
        "__host__ __device__ int f();",
        "int f();",
        "__device__ int f(); int g();",
        "__device__ int f();\n#else\nint f();",
        "__device__ int f();\n#ifdef A\n#endif",
        "struct S { __device__ int f(); };",
        "__device__ int S::f() { return 1; }",
        "__device__ int f() {",
        "",
    };
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++) {
        char text[128];
        snprintf(text, sizeof text, "#ifdef __CUDA_ARCH__\n%s\n#endif", inside[i]);
        expect(text, text);
    }
    /* What the compiler makes for the host. */
    static const char *const members[] = {
        "__device__ S();",
        "__device__ explicit S(int x) : S() {}",
        "template <class T> __device__ inline S(T);",
        "__device__ ~S();",
        "inline __device__ S &operator=(const S &);",
    };
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        char text[128];
        snprintf(text, sizeof text, "struct S {\n#ifdef __CUDA_ARCH__\n%s\n#endif\n};", members[i]);
        expect(text, text);
    }
    static const char *const whole[] = {
        "void f() {\n#ifdef __CUDA_ARCH__\n__device__ int g();\n#endif\n}",
        "#if __CUDA_ARCH__ < 800\n__device__ int f();\n#endif",
    };
    expect_same(whole, sizeof whole / sizeof *whole);
    /* The host has its own. */
    static const char *const host[] = {
        "ifndef __CUDA_ARCH__",           "ifndef  __CUDA_ARCH__",
        "if !defined(__CUDA_ARCH__)",     "if !defined (__CUDA_ARCH__)",
        "if ! defined\t__CUDA_ARCH__",    "if !( defined( __CUDA_ARCH__ ))",
        "if A && !defined __CUDA_ARCH__",
    };
    for (size_t i = 0; i < sizeof host / sizeof *host; i++) {
        char text[128];
        snprintf(text, sizeof text,
                 "#ifdef __CUDA_ARCH__\n__device__ int f();\n#endif\n#%s\nint f();\n#endif",
                 host[i]);
        expect(text, text);
    }
}

static void functions_of_the_device_alone_are_declared_for_the_host_too(void **state)
{
    (void)state;
    expect("struct S {\npublic:\n#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800\n"
           "static __device__ int f(int x) { return x; }\n#pragma unroll\n"
           "__device__ S &operator+=(int x); __device__ bool operator()(int);\n#endif\n};",
           "struct S {\npublic:\n#if defined(KBUILD_DEVICE_ARCH) && KBUILD_DEVICE_ARCH >= 800\n"
           "static __device__ int f(int x) { return x; }\n#pragma unroll\n"
           "__device__ S &operator+=(int x); __device__ bool operator()(int);\n#endif\n};");
    expect(
        "namespace n {\n#ifdef __CUDA_ARCH__\ntemplate <class T> __device__ T f(T x) { return x; }"
        "\n#endif\n}",
        "namespace n {\n#ifdef KBUILD_DEVICE_ARCH\n"
        "template <class T> __device__ T f(T x) { return x; }\n#endif\n}");
}

static void headers_that_only_the_host_includes_are_included(void **state)
{
    (void)state;
    expect("#ifndef __CUDA_ARCH__\n# include <a.h>\n#include \"b.h\" // x\n#endif\n"
           "namespace n {\n#if !defined(__CUDA_ARCH__)\n#include \"c.h\"\n"
           "#endif // __CUDA_ARCH__\n}",
           "#ifndef __CUDACC_RTC__\n# include <a.h>\n#include \"b.h\" // x\n#endif\n"
           "namespace n {\n#if !defined(__CUDACC_RTC__)\n#include \"c.h\"\n"
           "#endif // __CUDA_ARCH__\n}");
    /* What the device has instead, code, macros, and what depends on something else. */
    static const char *const stays[] = {
        "#ifndef __CUDA_ARCH__\n#include <a.h>\n#else\n#include <b.h>\n#endif",
        "#ifndef __CUDA_ARCH__\n#include <a.h>\n#endif\n#ifdef __CUDA_ARCH__\nint x;\n#endif",
        "#ifndef __CUDA_ARCH__\n#include <a.h>\nint x;\n#endif",
        "#ifndef __CUDA_ARCH__\n#include <a.h>\n#define A\n#endif",
        "#if !defined(__CUDA_ARCH__) && defined(A)\n#include <a.h>\n#endif",
        "#ifdef __CUDA_ARCH__\n#include <a.h>\n#endif",
        "#ifndef __CUDA_ARCH__\n#endif",
        "#ifndef __CUDA_ARCH__\n#include <a.h>\n",
    };
    expect_same(stays, sizeof stays / sizeof *stays);
}

static void headers_that_nvcc_includes_are_included(void **state)
{
    (void)state;
    expect("#ifdef __NVCC__\n#include <cuda_fp16.h>\n#else\n#include <random>\nint x;\n#endif",
           "#ifdef __CUDACC__\n#include <cuda_fp16.h>\n#else\n#include <random>\nint x;\n#endif");
    expect("#if defined(__NVCC__) || defined(__CUDACC_RTC__)\n#if OLD\n#define A\n#endif\n"
           "#include <curand_kernel.h>\n#undef A\n#endif",
           "#if defined(__CUDACC__) || defined(__CUDACC_RTC__)\n#if OLD\n#define A\n#endif\n"
           "#include <hiprand/hiprand_kernel.h>\n#undef A\n#endif");
    expect("#if defined(__NVCC__)\n#define HD __host__ __device__\n#define H __host__\n#else\n"
           "#define HD\n#define H\n#endif\nHD int f();",
           "#if defined(__CUDACC__)\n#define HD __host__ __device__\n#define H __host__\n#else\n"
           "#define HD\n#define H\n#endif\nHD int f();");
    expect("#ifdef __NVCC__\n#define HD __host__ __device__\n#define MIN(a, b) min(a, b)\n#else\n"
           "#define HD\n#define MIN(a, b) std::min(a, b)\n#include <algorithm>\n#endif",
           "#ifdef __CUDACC__\n#define HD __host__ __device__\n#define MIN(a, b) min(a, b)\n#else\n"
           "#define HD\n#define MIN(a, b) std::min(a, b)\n#include <algorithm>\n#endif");
    /* Macros and code for nvcc, other headers, and branches that know of AMD stay. */
    static const char *const stays[] = {
        "#ifdef __NVCC__\n#include <cuda_fp16.h>\n#define A\n#endif",
        "#ifdef __NVCC__\n#define HD __host__ __device__\n#define A 1\n#else\n#define HD\n#endif",
        "#ifdef __NVCC__\n#define HD(x) __device__ x\n#else\n#define HD(x) x\n#endif",
        "#ifdef __NVCC__\n#include <cuda_fp16.h>\nint x;\n#endif",
        "#ifdef __NVCC__\n#include <cuda_fp16.h>\n#include \"mine.h\"\n#endif",
        "#ifdef __NVCC__\n#include \"vendors/cuda.h\"\n#endif",
        "#ifdef __NVCC__\n#include <cuda_fp16.h>\n#elif defined(__HIP__)\nint x;\n#endif",
        "#if defined(__NVCC__) && !defined(__HIP__)\n#include <cuda_fp16.h>\n#endif",
        "#ifndef __NVCC__\n#include <cuda_fp16.h>\n#endif",
        "#ifdef __NVCC__\n#pragma once\n#endif",
    };
    expect_same(stays, sizeof stays / sizeof *stays);
}

static void a_type_of_cuda_needs_no_key(void **state)
{
    (void)state;
    expect("struct float4; class uchar2;", "using :: float4; using :: uchar2;");
    expect("extern \"C\" { struct int3; }", "extern \"C\" { using :: int3; }");
    expect(
        "void f(struct float4 *p, const struct int2 &q) { struct uint3 x = g<struct double1>(); }",
        "void f( float4 *p, const  int2 &q) {  uint3 x = g< double1>(); }");
    struct hipify_report report = {0};
    struct buf out = {0};
    assert_int_equal(hipify_translate("struct int4;", 12, &options, &out, &report), STATUS_OK);
    assert_non_null(strstr(out.data, "#include <kbuild/cuda_prelude.h>\n")); /* which declares it */
    buf_free(&out);
    hipify_report_free(&report);
    expect("class S { friend struct float4; };", "class S { friend  float4; };");
    expect("typedef struct cudaGraphicsResource *R;", "typedef  hipGraphicsResource *R;");
}

static void types_of_the_file_keep_their_keys(void **state)
{
    (void)state;
    static const char *const own[] = {
        "namespace n { struct float4; void f(struct float4 *); }",
        "struct float4 { float x; }; struct float4 x;",
        "namespace n { struct float4 : base {}; } struct n::float4 x;",
        "namespace n { struct float4 final {}; } struct n::float4 x;",
        "struct float5; struct float4x; struct int0; struct dim3; struct floatx4 x;",
    };
    expect_same(own, sizeof own / sizeof *own);
}

static void an_array_of_a_pack_has_its_bound(void **state)
{
    (void)state;
    expect("template <bool... A> struct S { static constexpr bool k[] = {A...}; };",
           "template <bool... A> struct S { static constexpr bool k[sizeof...(A)] = {A...}; };");
    expect(
        "template <class... T> struct S { static int x; public: static constexpr const int k[] = "
        "{1, int(sizeof(T))..., true, 2, f({3}, T::v)..., }; };",
        "template <class... T> struct S { static int x; public: static constexpr const int "
        "k[3 + sizeof...(T) + sizeof...(T)] = "
        "{1, int(sizeof(T))..., true, 2, f({3}, T::v)..., }; };");
    static const char *const same[] = {
        "template <int... A> struct S { static constexpr int k[] = {A..., M}; };",
        "template <int... A> struct S { static constexpr int k[] = {sizeof...(A), 1}; };",
        "template <int... A> struct S { static constexpr int k[] = {[2] = 1, A...}; };",
        "template <int... A> struct S { static constexpr int k[] = {1, 2}; };",
        "template <int... A> struct S { static constexpr int k[] = {f(B)...}; };",
        "template <int... A> struct S { static constexpr P k[] = {A...}; };",
        "template <int... A> struct S { static constexpr int k[2] = {A...}, j[] = {}; };",
        ("template <int... A> struct S { static constexpr int k[] = {A...,\n#ifdef M\n"
         "1,\n#endif\n}; };"),
        "template <int... A> void f() { static constexpr int k[] = {A...}; }",
        "template <int... A> struct S { int k[] = {A...}; static constexpr int j[] = {",
    };
    expect_same(same, sizeof same / sizeof *same);
}

static void variables_that_are_no_operands_stay(void **state)
{
    (void)state;
    expect("__global__ void k(dim3 gridDim) { dim3 blockDim, b; T *blockIdx; T &threadIdx = b; "
           "int i = threadIdx.x + s.blockDim; blockDim = b; f(&threadIdx); g(blockDim[0]); }",
           "__global__ void k(dim3 gridDim) { dim3 blockDim, b; T *blockIdx; T &threadIdx = b; "
           "int i = threadIdx.x + s.blockDim; blockDim = b; f(&threadIdx); g(blockDim[0]); }");
    expect("void launch() { f(gridDim, blockDim); k<<<gridDim, blockDim>>>(1); }",
           "void launch() { f(gridDim, blockDim); k<<<gridDim, blockDim>>>(1); }");
    expect("__device__ void f() { g(kbuild::whole(threadIdx)); }",
           "__device__ void f() { g(kbuild::whole(threadIdx)); }");
}

static void alignments_by_type_begin_the_declaration(void **state)
{
    (void)state;
    expect("__shared__ alignas(16) int a; __device__ static alignas(8 * N) int b;",
           "__shared__ __align__(16) int a; __device__ static alignas(8 * N) int b;");
    expect("void f() { extern __shared__ alignas(A<3>::b[1]) int a[]; }",
           "void f() { alignas(A<3>::b[1]) extern __shared__  int a[]; }");
    expect("static __device__ alignas(float4) int a;", "alignas(float4) static __device__  int a;");
    expect("#define S __shared__ alignas(N)\nint __shared__ alignas(N) a;",
           "#define S __shared__ __align__(N)\nint __shared__ __align__(N) a;");
}

static void a_macro_that_is_a_pragma_is_an_operator(void **state)
{
    (void)state;
    expect("#define UNROLL #pragma unroll\nUNROLL for (;;);",
           "#define UNROLL _Pragma(\" unroll\")\nUNROLL for (;;);");
    expect("# define X # /* a */ pragma GCC \\\n warning \"a \\\"b\\\"\" // c\n#pragma unroll 2\n",
           "# define X _Pragma(\" /* a */  GCC \\\n warning \\\"a \\\\\\\"b\\\\\\\"\\\"\") // c\n"
           "#pragma unroll 2\n");
    expect("#define X #x\n#define pragma(x) #x\n", "#define X #x\n#define pragma(x) #x\n");
    static const char parameter[] = "#define X(pragma) case pragma: return #pragma\n";
    expect(parameter, parameter);
}

static void a_variable_that_is_used_whole_has_its_type(void **state)
{
    (void)state;
    expect("__global__ void k() { f(a, threadIdx); auto t = blockIdx; return blockDim * gridDim; }",
           "__global__ void k() { f(a, kbuild::whole(threadIdx)); auto t = "
           "kbuild::whole(blockIdx); return kbuild::whole(blockDim) * kbuild::whole(gridDim); }");
}

static void pasted_names_stay(void **state)
{
    (void)state;
    expect("#define A(x) cudaMemcpy##x", "#define A(x) cudaMemcpy##x");
    expect("#define A(x) x ## cudaFree cudaFree", "#define A(x) x ## cudaFree hipFree");
    expect_report("#define A(x) cuda##x", "");
    expect_report("#define A(x) cu ## x ## cudaFree", "KB1003@1:25 ");
    expect_report("#define A(x) cuda x", "");
    expect_report("#define A(x) x.cuda##x", "");
    expect_report("#define A(x) nvml##x", "KB1003@1:14 ");
    expect_report("#define A(x) cublas x", "");
}

/* The preprocessor renames a name that a macro builds. */
static void builtins_of_products_bring_a_header(void **state)
{
    (void)state;
    static const char with[] = "#include <mma.h>\n#line 1 \"t.cu\"\n";
    static const struct {
        const char *text;
        bool brings;
    } texts[] = {
        {"void f() { __hmma_m16n16k16_ld_a(x, p, 16, 0); }\n", true},
        {"void f() { __imma_m8n32k16_mma_u8(d, a, b, c, 1, 0); }\n", true},
        {"void f() { __bmma_m8n8k128_ld_c(c, p, 8, 0); }\n", true},
        {"void f() { __dmma_m8n8k4_ld_a(a, p, 4, 0); }\n", true},
        {"void f() { __mma_tf32_m16n16k8_ld_a(a, p, 8, 0); }\n", true},
        {"void f() { __mma_bf16_m16n16k16_ld_a(a, p, 8, 0); }\n", true},
        {"void f() { __mma_m16n16k8_st_c_f32(p, c, 16, 0); }\n", true},
        {"#define LOAD(x) __hmma_m16n16k16_ld_a(x, p, 16, 0)\n", true},
        {"// __hmma_m16n16k16_ld_a\nvoid __hmma(); void my__hmma_m16(); int __mma = 0;\n", false},
        {"#define LOAD(shape, x) __mma_bf16_##shape##_ld_a(x)\n", true},
        {"#define LOAD(what, x) __hmma_m16n16k16##what(x, p, 16, 0)\n", true},
        {"float __mma_m16n8k16_row_col(float x) { return x; }\n", false},
        {"#define OWN(x) __mma_m16n16k16_row_col(x) + __hmma(x)\n", false},
        {"void f() { __mma_m16n16k16_row_col(a); __hmma_m16n8k16_ld_a(a); }\n", false},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct hipify_report report = {0};
        struct buf out = {0}, again = {0};
        const char *text = texts[i].text;
        assert_int_equal(hipify_translate(text, strlen(text), &options, &out, &report), STATUS_OK);
        assert_int_equal(strncmp(out.data, with, sizeof with - 1) == 0, texts[i].brings);
        assert_int_equal(hipify_translate(out.data, out.size, &options, &again, &report),
                         STATUS_OK);
        assert_string_equal(again.data, out.data);
        assert_int_equal(report.count, 0);
        buf_free(&out);
        buf_free(&again);
        hipify_report_free(&report);
    }
}

static void names_that_begin_with_cudas_bring_a_header(void **state)
{
    (void)state;
    static const char header[] = "#include <kbuild/pasted_names.h>\n";
    static const struct {
        const char *text;
        bool brings;
    } cases[] = {{"#define A(x) cuda##x\n", true},
                 {"#define A(x) CUFFT_ ## x\n", true},
                 {"#define A(...) cudaMemcpy##__VA_ARGS__\n", true},
                 {"#define A(x) cublas##x##gemm\n", true},
                 {"#define A(x) x##cuda\n", false},
                 {"#define A(x) mine::cuda##x\n", false},
                 {"#define A(x, y) x.cudaFree##y\n", false},
                 {"#define A(x) nvml##x\n", false},
                 {"#define A(x) cub##x\n", false},
                 {"#if 0\n#define A(x) cuda##x\n#endif\n", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = cases[i].text;
        struct hipify_report report = {0};
        struct buf out = {0}, again = {0};
        assert_int_equal(hipify_translate(text, strlen(text), &options, &out, &report), STATUS_OK);
        if (cases[i].brings != (strncmp(out.data, header, strlen(header)) == 0))
            fail_msg("%s became\n%s", text, out.data);
        assert_int_equal(hipify_translate(out.data, out.size, &options, &again, &report),
                         STATUS_OK);
        assert_int_equal(again.size, out.size);
        assert_memory_equal(again.data, out.data, out.size);
        buf_free(&again);
        buf_free(&out);
        hipify_report_free(&report);
    }
}

static void specializations_run_where_their_templates_do(void **state)
{
    (void)state;
    expect("template <class T> __device__ T f(T);\n"
           "template <> inline __host__ __device__ cudaError_t f<cudaError_t>(cudaError_t e);",
           "template <class T> __host__ __device__ T f(T);\n"
           "template <> inline __host__ __device__ hipError_t f<hipError_t>(hipError_t e);");
    expect(
        "struct S { template <class T, int N = (1 << 2)> __host__ __device__ T f(T); };\n"
        "template <> __device__ __launch_bounds__(2) int S::f(int);\ntemplate <> A<B<int>> S::f();",
        "struct S { template <class T, int N = (1 << 2)> __host__ __device__ T f(T); };\n"
        "template <> __host__ __device__ __launch_bounds__(2) int S::f(int);\n"
        "template <> __host__ __device__ A<B<int>> S::f();");
    expect("template <class T> __device__ T f(T);\ntemplate <> __host__ __device__ int f(int);\n"
           "template <> long f(long);",
           "template <class T> __device__ T f(T);\ntemplate <> __host__ __device__ int f(int);\n"
           "template <> __device__ long f(long);");
    expect("template <class T> inline T f(T); template <> inline __host__ __device__ int f(int);",
           "template <class T> __host__ __device__ inline T f(T); "
           "template <> inline __host__ __device__ int f(int);");
    /* Only declared, and specialized for the device alone. */
    expect("template <int N> void f(int (&)[N], int = g(1)); template <> __device__ void f<2>();\n"
           "template <> __device__ void f<3>() {}",
           "template <int N> __device__ void f(int (&)[N], int = g(1)); "
           "template <> __device__ void f<2>();\ntemplate <> __device__ void f<3>() {}");
    /* Beside the qualifiers that are there, or behind attributes. */
    expect("template <class T> [[deprecated(\"x\")]] __device__ T f(T);\n"
           "template <> __device__ [[nodiscard]] __host__ int f(int);",
           "template <class T> [[deprecated(\"x\")]] __host__ __device__ T f(T);\n"
           "template <> [[nodiscard]] __device__  __host__ int f(int);");
    expect("template <class T> requires C<T> static __device__ T f(T);\n"
           "template <> [[nodiscard]] int f(int); template <> __host__ __device__ A<int[3]> f();",
           "template <class T> requires C<T> static __device__ T f(T);\n"
           "template <> [[nodiscard]] __device__ int f(int); "
           "template <> __host__ __device__ A<int[3]> f();");
    /* Behind heads with other angle brackets. */
    static const char *const heads[] = {
        "template <class T> bool operator<(const A<T> &, const A<T> &);",
        "template <class T> A<T> operator>>(A<T>, int) { return 1; }",
        "template <class T, bool small = (sizeof(T) < 4)> __device__ T g(T);",
        "template <class T, int N = (A<T>::n > 4 ? 1 : 2)> __device__ T g(T) { return N; }",
        "template <class T> bool less = n < A<T>::n;",
    };
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        const char *rest = "T f(T);\ntemplate <> __host__ __device__ int f(int);";
        OWNED char *source = mem_format("%s\ntemplate <class T> __device__ %s", heads[i], rest);
        OWNED char *wanted =
            mem_format("%s\ntemplate <class T> __host__ __device__ %s", heads[i], rest);
        expect(source, wanted);
    }
    /* A friend is one, too. */
    expect("template <int I, class T> __device__ T get(S<T> const &);\n"
           "template <class T> struct S { friend T get<0>(S<T> const &); friend struct U; };",
           "template <int I, class T> __device__ T get(S<T> const &);\n"
           "template <class T> struct S { friend __device__ T get<0>(S<T> const &); "
           "friend struct U; };");
    /* Without a specialization, of two minds, of a class, or only instantiated. */
    static const char *const stays[] = {
        "template <class T> __device__ T f(T); __host__ __device__ int f(int);",
        ("template <class T> __device__ T f(T); template <class T> __host__ __device__ T *f(T *);\n"
         "template <> __host__ __device__ int f(int);"),
        "template <class T> struct f { __device__ f(); }; template <> struct f<int> { f(); };",
        "template <class T> __device__ T f(T); template int f<int>(int);",
        "template <class T> __device__ T f(T); struct S { friend A<int> f(int); };",
        "template <class T> __device__ T f(T); struct S { friend class f<int>; f<int>(int); };",
        "template <class T> __device__ T f(T); struct S { friend B operator<< <>(A, B); };",
        "template <class T> T f(T) { return 1; } template <> __device__ int f(int);",
        "template <class T> T f(T); template <> __device__ int f(int); template <> long f(long);",
        ("template <class T> T f(T); template <class T> T f(T) { return 1; }\n"
         "template <> __device__ int f(int);"),
        "template <class T> __global__ void f(T); template <> __global__ void f(int);",
    };
    expect_same(stays, sizeof stays / sizeof *stays);
}

static void templates_that_do_nothing_do_so_everywhere(void **state)
{
    (void)state;
    expect("namespace u { template <typename... T> void /* c */\nignore(const T &...)\n{\n}\n}",
           "namespace u { template <typename... T> constexpr void /* c */\nignore(const T "
           "&...)\n{\n}\n}");
    expect("template <class A, class... B> inline void f(A, B (&...b)[2]) noexcept {}",
           "template <class A, class... B> inline constexpr void f(A, B (&...b)[2]) noexcept {}");
    static const char *const stays[] = {
        "template <class... T> void f(T...);",
        "template <class... T> void f(T...) { g(); }",
        "template <class T> void f(T) {}",
        "template <class... T> __device__ void f(T...) {}",
        "template <class... T> void S::f(T...) {}",
        "template <class... T> void *f(T...) {}",
        "struct S { template <class... T> void f(T...) {} };",
        "template <class... T> void f(T...) = delete;",
        "template <class... T> void f(const T &...);\ntemplate <class... T> void f(const T &...) "
        "{}",
        "template <class... T> void f(T...) noexcept {}\ntemplate <class... T> void f(T...) "
        "noexcept;",
    };
    expect_same(stays, sizeof stays / sizeof *stays);
}

static void members_run_where_their_classes_say(void **state)
{
    (void)state;
    expect("struct S { __host__ __device__ void f(int); S(); __device__ ~S(); };\n"
           "void S::f(int) {}\nS::S() {}\nS::~S() {}",
           "struct S { __host__ __device__ void f(int); S(); __device__ ~S(); };\n"
           "__host__ __device__ void S::f(int) {}\nS::S() {}\n__device__ S::~S() {}");
    /* One of the two; of a template; behind attributes and other specifiers. */
    expect("class S { public: __device__ __host__ int f(); };\nnamespace n { inline __device__ int "
           "S::f() { return 1; } }",
           "class S { public: __device__ __host__ int f(); };\nnamespace n { __host__ inline "
           "__device__ int S::f() { return 1; } }");
    expect(
        "template <template <class> class A, int n = (1 < 2)> struct S {\n"
        "    int n : 3;\n    __inline__ __host__ __device__ A<int> operator () (int i) const;\n"
        "    __device__ S &operator<<(int); __device__ operator int *(); };\n"
        "template <template <class> class A, int n> A<int> S<A, n>::operator() (int i) const {}\n"
        "template <template <class> class A, int n> S<A, n> &S<A, n>::operator<<(int) {}\n"
        "template <template <class> class A, int n> [[nodiscard]] S<A, n>::operator int *() {}",
        "template <template <class> class A, int n = (1 < 2)> struct S {\n"
        "    int n : 3;\n    __inline__ __host__ __device__ A<int> operator () (int i) const;\n"
        "    __device__ S &operator<<(int); __device__ operator int *(); };\n"
        "template <template <class> class A, int n> __host__ __device__ A<int> "
        "S<A, n>::operator() (int i) const {}\n"
        "template <template <class> class A, int n> __device__ S<A, n> &S<A, n>::operator<<(int) "
        "{}\n"
        "template <template <class> class A, int n> [[nodiscard]] __device__ "
        "S<A, n>::operator int *() {}");
    expect("#define HD __host__ __device__\nstruct S { HD void f(); };\nvoid S::f() {}",
           "#define HD __host__ __device__\nstruct S { HD void f(); };\n"
           "__host__ __device__ void S::f() {}");
    /* A destructor that does nothing does so on the host, too. */
    expect(
        "struct S { __device__ S(); virtual __device__ ~S() noexcept {} };\n"
        "struct T { __device__ ~T() = default; };\n#define DEVICE __device__\n"
        "template <class A> class U { int a; public: DEVICE ~U() {} DEVICE void f() {} };",
        "struct S { __device__ S(); __host__ virtual __device__ ~S() noexcept {} };\n"
        "struct T { __host__ __device__ ~T() = default; };\n#define DEVICE __device__\n"
        "template <class A> class U { int a; public: __attribute__((host)) DEVICE ~U() {} DEVICE "
        "void f() {} };");
    /* Marked enough, for different sides, of another class, called, or not defined. */
    static const char *const stays[] = {
        "struct S { __device__ void f(); };\n__host__ __device__ void S::f() {}",
        "struct S { __host__ __device__ ~S() {} };\nstruct T { ~T() {} };",
        "struct S { __device__ ~S() { f(); } };\nstruct T { __device__ ~T(); } t {};",
        "struct S { __device__ ~S() = delete; __device__ void f() {} };",
        "struct S { __device__ void f(); void f(int); };\nvoid S::f(int) {}",
        "struct S { __device__ void f(); };\nvoid T::f() {}",
        "struct S { __device__ static int f(); };\nint a = S::f();\nint g() { S::f(); return 1; }",
        "struct S { __device__ void f(); friend void T::f(); };\nusing g = int (S::f)(int);",
        "struct S { __host__ void f(); };\nvoid S::f() {}",
    };
    expect_same(stays, sizeof stays / sizeof *stays);
}

static void member_templates_of_types_are_named_as_such(void **state)
{
    (void)state;
    expect("using t = typename std::allocator_traits<A>::rebind_alloc<T>;",
           "using t = typename std::allocator_traits<A>::template rebind_alloc<T>;");
    expect("typename B<typename C<D<A>>::q<T>>::r<int> f(typename B<E<T>>::s<1> x);",
           "typename B<typename C<D<A>>::template q<T>>::template r<int> "
           "f(typename B<E<T>>::template s<1> x);");
    static const char *const stays[] = {
        "using t = typename std::allocator_traits<A>::template rebind_alloc<T>;",
        "typename std::vector<T>::iterator f(typename std::vector<T> v);",
        "template <typename T, typename U = P<T>::v> bool b = A<T>::v < 3;",
        "for (typename B<A>::it i = 0; C<A>::n < i; i++) {}",
        "typename A<T>::t x = B<T>::n < 3;",
    };
    expect_same(stays, sizeof stays / sizeof *stays);
}

static void types_in_front_of_definitions_say_so(void **state)
{
    (void)state;
    expect("template <class T> m<T>::it m<T>::f() { return 0; }",
           "template <class T> typename m<T>::it m<T>::f() { return 0; }");
    expect("template <class T, int N> inline const n::m<int, a<N>>::in::it &n::m<T, N>::f();",
           "template <class T, int N> inline const typename n::m<int, a<N>>::in::it &n::m<T, "
           "N>::f();");
    expect("template <class T> template <class U> m<T>::it *m<T>::in<U>::f(U);",
           "template <class T> template <class U> typename m<T>::it *m<T>::in<U>::f(U);");
    expect("namespace n { template <typename V = int> V::type const f(V v); }",
           "namespace n { template <typename V = int> typename V::type const f(V v); }");
    expect("template <class... T> static m<T...>::it v;",
           "template <class... T> static typename m<T...>::it v;");
    static const char *const stays[] = {
        "template <class T> typename m<T>::it m<T>::f();",
        "template <class T> m<T>::m() : x(0) {}",
        "template <class T> m<T>::~m() {}",
        "template <class T> m<T>::operator bool() const;",
        "template <class T> m<T> &m<T>::operator=(const m<T> &);",
        "template <class T> bool m<T>::operator<(m<T> other) { return a < other.a; }",
        "template <class T> int const m<T>::k = 1, m<T>::*p;",
        "template <class T> int m<T>::k __attribute__((aligned(8))) = 1;",
        "template <class T> std::vector<int>::iterator f(T);",
        "template <class T> requires m<T>::value int f(T);",
        "template <class T> concept c = m<T>::value;",
        "template <class T> using u = m<T>;",
        "template <> m<int>::it m<int>::f();",
        "template m<int>::it f<int>();",
        "template <class T> bool b = m<T>::a < 3 && m<T>::b;",
        "template <class T> struct s { int f() { return m<T>::a * m<T>::b; } };",
        "template <class T> int f() { return m<T>::a & T::b; }",
        "template <template <class T> class M> T::it f(M<int>);",
    };
    expect_same(stays, sizeof stays / sizeof *stays);
}

static void member_templates_are_called_as_such(void **state)
{
    (void)state;
#define TILE                                                                                       \
    "struct tile { template <int N> __device__ void load(int); template <int N> static "           \
    "__device__ int at(int); template <class T> T *host(); __device__ int size(int); };\n"
#define KERNEL(body) TILE "template <class T> __global__ void k(T t, T *p) { " body " }"
    expect(KERNEL("t.load<4>(1); p->load<(4 > 2)>(1);"),
           KERNEL("t.template load<4>(1); p->template load<(4 > 2)>(1);"));
    expect(KERNEL("if (t.at<2>(1) < 3 && t.load<p->at<3>(1)>(2)) t.load<A<B<1>>>(t.at<1>(2));"),
           KERNEL("if (t.template at<2>(1) < 3 && t.template load<p->template at<3>(1)>(2)) "
                  "t.template load<A<B<1>>>(t.template at<1>(2));"));
#define DATA(member, body) "struct conf { " member " };\n" KERNEL(body)
    /* So called already, of the host, not a template, not a call, compared. */
    static const char *const stays[] = {
        KERNEL("t.template load<4>(1);"),
        KERNEL("t.host<int>(); t.size<3>(1); load<4>(1); T::at<4>(1);"),
        KERNEL("auto f = &t.load<4>; int i = t.load<4>;"),
        KERNEL("bool b = t.load < 4 && 5 > (1); b = (t.load < 4) > (5); b = t.load < 4; 5 > (6);"),
        /* Names that are data members too. */
        DATA("int load;", "two(t.load < b, c > (d));"),
        DATA("int i, load = 1;", "bool x = t.load < b, y = c > (d);"),
        DATA("int load[4];", "x = t.load < b | c > (d);"),
        DATA("int load : 4;", "x = t.load < b == c > (d);"),
        DATA("struct { int load; };", "x = t.load < b * c > (d);"),
        DATA("int load{1};", "x = t.load < b + c > (d);"),
        /* Of another class, where an argument list would have parentheses. */
        KERNEL("x = t.load < b ? c : c > (d); bool x = t.load < b, y = c > (d);"),
        /* Not in a template, where the word is not needed. */
        TILE "__device__ int f(tile b) { return b.load<4>(1); }",
        TILE "template <class T> void g(T); void f(tile b) { for (auto x : b) { x.load<4>(1); } }",
        TILE "template <class T> struct S { void g() {} };\nvoid f(tile b) { b.load<4>(1); }",
        TILE "#if A\ntemplate <class T> void f(T b) {\n#else\nvoid f(tile b) {\n#endif\n}\n"
             "void g(tile b) { b.load<4>(1); }",
    };
    expect(TILE "template <class T> struct S : T { using T::load; T t;\n"
                "void f() { if (1) { t.load<4>(1); } } };",
           TILE "template <class T> struct S : T { using T::load; T t;\n"
                "void f() { if (1) { t.template load<4>(1); } } };");
    expect(TILE "void f() { auto g = [](const auto &t) { t.load<N == 4>(1); }; }",
           TILE "void f() { auto g = [](const auto &t) { t.template load<N == 4>(1); }; }");
#undef DATA
#undef KERNEL
#undef TILE
    expect_same(stays, sizeof stays / sizeof *stays);
}

static void qualifiers_of_one_pass_are_for_the_host_too(void **state)
{
    (void)state;
#define BRANCHES(body)                                                                             \
    "#if defined(__CUDACC__) && defined(__CUDA_ARCH__)\n#define HD " body                          \
    "\n#else\n#define HD\n#endif"
    expect(BRANCHES("__device__ // here"), BRANCHES("__host__ __device__ // here"));
    expect(BRANCHES("inline __device__"), BRANCHES("inline __host__ __device__"));
    static const char *const stays[] = {
        BRANCHES("__host__ __device__"),
        BRANCHES("__device__ __host__"),
        BRANCHES("__device__ int"),
        BRANCHES("__constant__"),
        "#ifdef __CUDACC__\n#define HD __device__\n#else\n#define HD\n#endif",
        "#ifdef __HIP_DEVICE_COMPILE__\n#define HD __device__\n#else\n#define HD\n#endif",
    };
#undef BRANCHES
    expect_same(stays, sizeof stays / sizeof *stays);
}

static void attributes_move_in_front_of_macros(void **state)
{
    (void)state;
    expect("#define HD __host__ __device__\ntemplate <class T> HD [[nodiscard]] T f(T);",
           "#define HD __host__ __device__\ntemplate <class T> [[nodiscard]] HD  T f(T);");
    static const char *const stays[] = {
        "#define HD __host__ __device__ int\nHD [[nodiscard]] f();",
        "int a [[maybe_unused]];",
    };
    expect_same(stays, sizeof stays / sizeof *stays);
}

static void macros_are_qualifiers(void **state)
{
    (void)state;
    /* Whatever their branches, and through other macros; in the last cases they are not. */
    static const struct {
        const char *macros, *of_template, *of_special, *added;
    } cases[] = {
        {"#define HD __host__ __device__", "HD T", "inline ", "HD "},
        {"#ifdef __CUDACC__\n#define HD __device__ __host__\n#else\n#define HD\n#endif", "T HD",
         "inline ", "HD "},
        {"#define D __device__\n#define INLINE inline __attribute__((unused))\n"
         "#define HD D __host__ INLINE",
         "HD T", "", "HD "},
        {"#define H __host__\n#define D __device__", "H /* and */ D inline T", "D ",
         "H /* and */ D "},
        {"#define D __device__", "D T", "", "D "},
        {"#define HD static __host__ __device__", "HD T", "", "__host__ __device__ "},
        {"#define CHD constexpr HD\n#define HD __host__ __device__", "CHD T", "", ""},
        {"#define HD __host__ __device__\n#define CHD constexpr HD", "CHD T", "HD ", ""},
        {"#define D __device__", "__host__\nD T", "", "__host__ __device__ "},
        {"#define HD(x) __host__ __device__", "HD T", "", ""},
        {"#define HD __host__ __device__ int", "HD", "", ""},
        {"#define HD __host__ __device__\n#undef HD", "HD T", "", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *form = "%s\ntemplate <class T> %s f(T);\ntemplate <> %s%sint f<int>(int);";
        OWNED char *source =
            mem_format(form, cases[i].macros, cases[i].of_template, "", cases[i].of_special);
        OWNED char *wanted = mem_format(form, cases[i].macros, cases[i].of_template, cases[i].added,
                                        cases[i].of_special);
        expect(source, wanted);
    }
    /* The template gets what its specializations have. */
    expect("#define HD __host__ __device__\ntemplate <class T> __device__ T f(T);\n"
           "template <> HD int f(int);",
           "#define HD __host__ __device__\ntemplate <class T> HD __device__ T f(T);\n"
           "template <> HD int f(int);");
}

static void assembly_takes_its_text_from_macros(void **state)
{
    (void)state;
#define ASM  "asm(OP \" %0, \" REST : \"=r\"(x) : \"r\"(y));"
#define CPP  "kbuild::ptx::out(x) = kbuild::ptx::"
#define REST "#define REST \"%1;\"\n"
    /* The branch that device code takes counts, and the definition that holds at the place. */
    expect("#if __CUDA_ARCH__ >= 350\n#define OP MOV \".u32\"\n#else\n#define OP \"frob\"\n#endif\n"
           "#define MOV \"m\" R\"(ov)\"\n" REST ASM,
           "#if __CUDA_ARCH__ >= 350\n#define OP MOV \".u32\"\n#else\n#define OP \"frob\"\n#endif\n"
           "#define MOV \"m\" R\"(ov)\"\n" REST CPP "mov_u32(y);");
    expect("#define OP \"neg.s32\"\n#define OP \"abs.s32\"\n" REST ASM,
           "#define OP \"neg.s32\"\n#define OP \"abs.s32\"\n" REST CPP "abs_s32(y);");
    expect("#define OP \"neg.s32\"\n" REST
           "int a;\nasm(OP\n  \" %0, \"\nREST : \"=r\"(x)\n : \"r\"(y));",
           "#define OP \"neg.s32\"\n" REST "int a;\n" CPP "neg_s32(y);\n\n\n");
    /* Nobody knows it: not certain, undefined, no text, its own, with arguments, in a macro. */
    expect_report(
        "#ifdef X\n#define OP \"neg.s32\"\n#else\n#define OP \"abs.s32\"\n#endif\n" REST ASM,
        "KB1101@7:1 ");
    expect_report("#define OP \"neg.s32\"\n#undef OP\n" REST ASM, "KB1101@4:1 ");
    expect_report("#define OP 1 + 1\n" REST ASM, "KB1101@3:1 ");
    expect_report("#define OP(x) #x\n" REST ASM, "KB1101@3:1 ");
    expect_report("#define OP \"abs.s32\" OP\n" REST ASM, "KB1101@3:1 ");
    expect_report("#define OP(x) \"abs\"\n" REST ASM, "KB1101@3:1 ");
    expect_report("#define OP \"abs.s32\"\n" REST "#define F(OP) " ASM "\n", "KB1101@3:15 ");
#undef ASM
#undef REST
}

#define ASM_OF(text) "asm(" text " : \"=r\"(x) : \"r\"(y));"

/* As the preprocessor does it: arguments are expanded, but not beside '#' and '##'. */
static void macros_with_arguments_make_texts(void **state)
{
    (void)state;
    static const char *const macros[] = {
        "#define OP(op) op \" %0, %1;\"\n",
        "OP(\"abs.s32\")",
        "#define S(x) #x\n#define X(x) S(x)\n#define T s32\n",
        "\"abs.\" X(T) \" %0, %1;\"",
        "#define T s32\n#define I(op, t) S(op) \".\" #t\n#define S(x) #x\n",
        "I(abs, s32)\n\" %0, %1;\"",
        "#define J(a, b) a##b\n#define ABS_s32 \"abs.s32\"\n",
        "J(ABS_, s32) J(, \" %0, %1;\")",
        "#define N() \"abs.s32 \" /* \" */ \\\n\"%0, %1;\"\n",
        "N()",
    };
    for (size_t i = 0; i < sizeof macros / sizeof *macros; i += 2) {
        OWNED char *source = mem_format("%s" ASM_OF("%s"), macros[i], macros[i + 1]);
        bool two_lines = strchr(macros[i + 1], '\n');
        OWNED char *wanted = mem_format("%s" CPP "abs_s32(y);%s", macros[i], two_lines ? "\n" : "");
        expect(source, wanted);
    }
    /* More or fewer arguments, any number of them, an end in a header, and a name that is not
     * called. */
    expect_report("#define OP(a) \"abs.s32\"\n" ASM_OF("OP(1, 2) \" %0, %1;\""), "KB1101@2:1 ");
    expect_report("#define OP(a, b) \"abs.s32\"\n" ASM_OF("OP(1) \" %0, %1;\""), "KB1101@2:1 ");
    expect_report("#define OP(...) #__VA_ARGS__\n" ASM_OF("OP(abs.s32) \" %0, %1;\""),
                  "KB1101@2:1 ");
    expect_report("#define OP(x) H(x)\n" ASM_OF("OP(1) \"abs.s32 %0, %1;\""), "KB1101@2:1 ");
    expect_report("#define OP(x) \"abs.s32\"\n" ASM_OF("OP \" %0, %1;\""), "KB1101@2:1 ");
    /* It doubles, and never ends. */
    expect_report("#define A(x) A(x x)\n" ASM_OF("A(1) \"abs.s32 %0, %1;\""), "KB1101@2:1 ");
    expect_report(
        "#define A(x) x##x##x##x\n#define B A(B B B B) B\n" ASM_OF("B \"abs.s32 %0, %1;\""),
        "KB1101@3:1 ");
    /* So does a name, which stays one part. */
    struct buf doubles = {0};
    buf_puts(&doubles, "#define D0(x) #x\n");
    for (int i = 1; i <= 12; i++)
        buf_printf(&doubles, "#define D%d(x) D%d(x##x)\n", i, i - 1);
    buf_puts(&doubles, ASM_OF("D12(a_name_of_80_bytes___________________________________________"
                              "_____________________)"));
    expect_report(doubles.data, "KB1101@14:1 ");
    buf_free(&doubles);
#undef CPP
}

static void operands_of_assembly_are_translated(void **state)
{
    (void)state;
    expect(
        "asm(\"mov.u32 %0, %1;\" : \"=r\"(x) : \"r\"(f(cudaSuccess, cudaSuccess, cudaSuccess_)));",
        "kbuild::ptx::out(x) = kbuild::ptx::mov_u32(f(hipSuccess, hipSuccess, cudaSuccess_));");
    /* Not in what is copied from a literal. */
    expect(
        "asm(\"frob.cudaSuccess %0;\" :: \"r\"(cudaSuccess));",
        "do { __asm__ volatile(\".error \\\"inline PTX has no translation: frob.cudaSuccess is not "
        "known\\\"\"); kbuild::ptx::untranslated(hipSuccess); } while (0);");
}

static void unknown_names_are_reported_once(void **state)
{
    (void)state;
    expect_report("f(cudaFoo);\ncudaFoo();\n", "KB1001@1:3 ");
    expect_report("cuFoo(); CUDA_FOO; CU_FOO; __nv_foo(); CUDART_FOO", "KB1001@1:1 KB1001@1:10 "
                                                                       "KB1001@1:20 KB1001@1:28 "
                                                                       "KB1001@1:40 ");
    expect_report("curand cudart cute CUBE cuda cuda1 CUDA __nvx", "");
    expect_report("x.cudaFoo a::cudaFoo b->cudaFoo \"cudaFoo\" // cudaFoo", "");
    expect_report("void cudaFoo(); int x = cudaFoo();", "");
    expect_report("cudaFoo(); void cudaFoo() {}", "");
    expect_report("#define CUDA_FOO(x) x\nCUDA_FOO(1)", "");
    /* Parameters of macros. */
    expect_report("#define CHECK(cudaErr, cuptifunc) if (cudaErr) puts(cuptifunc)", "");
    expect_report("#define CALL(cuFoo, ...) cuFoo(__VA_ARGS__, cudaFoo)\n", "KB1001@1:45 ");
    expect_report("#define A(cudaFoo) 1\n#define B cudaFoo\n#define C (cuFoo)",
                  "KB1001@2:11 KB1001@3:12 ");
    expect_report("#include \"vendors/cuda.h\"\nCUDA_FOO(1); cudaFoo();",
                  "note KB1001@2:1 KB1001@2:14 ");
}

/* The first line of a program that lex or yacc wrote does not mark a translation. */
static void only_a_translation_keeps_the_lines_in_front(void **state)
{
    (void)state;
    static const char *const fronts[] = {
        "#line 1 \"t.cu\nint x;",
        "#line 1 \"t.cu\" \"x\"\nint x;",
        "#line 1 \"t\\\".cu\nint x;",
        "#line 1 \"\\\n\"\nint x;",
        "#include <x\" kbuild/cuda_prelude.h\"\n#line 2 \"t.cu\"\n",
        "#line 2 \"t.cu\"\n",
        " #line 1 \"t.cu\"\n",
    };
    for (size_t i = 0; i < sizeof fronts / sizeof *fronts; i++) {
        struct buf out = {0};
        struct hipify_report report = {0};
        assert_int_equal(hipify_translate(fronts[i], strlen(fronts[i]), &options, &out, &report),
                         STATUS_OK);
        if (strcmp(out.data + out.size - strlen(fronts[i]), fronts[i]) != 0 ||
            out.size == strlen(fronts[i]))
            fail_msg("%s\n becomes\n%s", fronts[i], out.data);
        buf_free(&out);
        hipify_report_free(&report);
    }
}

static void line_ends_and_marks(void **state)
{
    (void)state;
    struct {
        const char *text, *wanted;
    } cases[] = {
        {"", "#line 1 \"t.cu\"\n"},
        {"cudaFree", "#line 1 \"t.cu\"\nhipFree"},
        {"a\r\ncudaFree\r\n", "#line 1 \"t.cu\"\r\na\r\nhipFree\r\n"},
        {"a\rcudaFree", "#line 1 \"t.cu\"\ra\rhipFree"},
        {"\xEF\xBB\xBF"
         "cudaFree\n",
         "\xEF\xBB\xBF#line 1 \"t.cu\"\nhipFree\n"},
        {"\n\xEF\xBB\xBF", "#line 1 \"t.cu\"\n\n\xEF\xBB\xBF"},
        /* Anywhere else a mark is a character of a name. */
        {"\xEF\xBB\xBF\xEF\xBB\xBF"
         "cudaFree\n",
         "\xEF\xBB\xBF#line 1 \"t.cu\"\n\xEF\xBB\xBF"
         "cudaFree\n"},
        {"#line 1 \"t.cu\"\n\xEF\xBB\xBF#include <cuda.h>\n",
         "#line 1 \"t.cu\"\n\xEF\xBB\xBF#include <cuda.h>\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf out = {0};
        struct hipify_report report = {0};
        buf_puts(&out, "before ");
        assert_int_equal(
            hipify_translate(cases[i].text, strlen(cases[i].text), &options, &out, &report),
            STATUS_OK);
        assert_string_equal(out.data + 7, cases[i].wanted);
        buf_free(&out);
        hipify_report_free(&report);
    }
}

static void the_path_is_a_string_literal(void **state)
{
    (void)state;
    struct hipify_options odd = {.shown_path = "a \"b\"\\\xc3\xbc\n\x01.cu"};
    struct buf out = {0};
    struct hipify_report report = {0};
    assert_int_equal(hipify_translate("x", 1, &odd, &out, &report), STATUS_OK);
    assert_string_equal(out.data, "#line 1 \"a \\\"b\\\"\\\\\xc3\xbc\\012\\001.cu\"\nx");
    buf_free(&out);
    hipify_report_free(&report);
}

/* What comes before the place is translated, the rest is copied. */
static void a_text_that_stops_being_tokens_passes_through(void **state)
{
    (void)state;
    static const struct {
        const char *text, *wanted;
        size_t size;
        int line, column;
    } cases[] = {
#define CASE(text, wanted, line, column) {text, wanted, sizeof text - 1, line, column}
        CASE("cudaFree(p); /* cudaFree", "hipFree(p); /* cudaFree", 1, 14),
        CASE("cudaFree(p);\n /*\ncudaFree(p);\n", "hipFree(p);\n /*\ncudaFree(p);\n", 2, 2),
        CASE("cudaFree(\"p);\ncudaFree(p);", "hipFree(\"p);\ncudaFree(p);", 1, 10),
        CASE("cudaFree('p);\r\ncudaFree(p);", "hipFree('p);\r\ncudaFree(p);", 1, 10),
        CASE("cudaFree(R\"x(p);)y\"\ncudaFree", "hipFree(R\"x(p);)y\"\ncudaFree", 1, 10),
        CASE("cudaFree(R\"0123456789abcdefg(p)0123456789abcdefg\");\ncudaFree",
             "hipFree(R\"0123456789abcdefg(p)0123456789abcdefg\");\ncudaFree", 1, 10),
        CASE("cudaFree(p);\ncudaFree\0cudaFree", "hipFree(p);\nhipFree\0cudaFree", 2, 9),
        CASE("\0cudaFree", "\0cudaFree", 1, 1),
        CASE("cudaFree\n#if 0\n/* cudaFree\n#endif\ncudaFree",
             "hipFree\n#if 0\n/* cudaFree\n#endif\ncudaFree", 3, 1),
#undef CASE
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf out = {0};
        struct hipify_report report = {0};
        assert_int_equal(hipify_translate(cases[i].text, cases[i].size, &options, &out, &report),
                         STATUS_OK);
        size_t wanted = cases[i].size - (cases[i].wanted[0] == 'h' ? 1 : 0);
        wanted -= cases[i].line == 2 && memchr(cases[i].text, 0, cases[i].size) ? 1 : 0;
        assert_true(out.size >= wanted);
        assert_memory_equal(out.data + out.size - wanted, cases[i].wanted, wanted);
        assert_int_equal(hipify_report_count(&report, HIPIFY_ERROR), 1);
        const struct hipify_diagnostic *last = &report.items[report.count - 1];
        assert_string_equal(last->code, "KB1901");
        assert_int_equal(last->line, cases[i].line);
        assert_int_equal(last->column, cases[i].column);
        buf_free(&out);
        hipify_report_free(&report);
    }
}

/* An unclosed quote where the compiler may never look is the compiler's business. */
static void an_open_quote_in_a_conditional_is_no_error(void **state)
{
    (void)state;
    expect_report("#ifdef A\nit's cudaFoo\n#endif\ncudaFoo();", "KB1001@4:1 ");
    expect("#ifdef A\nit's cudaFree\n#endif\ncudaFree();",
           "#ifdef A\nit's cudaFree\n#endif\nhipFree();");
    expect("#if 0\n\"cudaFree\n#endif\ncudaFree();", "#if 0\n\"cudaFree\n#endif\nhipFree();");
}

/* scale.sh measures what they cost; here they are to come back at all, and soundly. */
static void hostile_texts_are_translated_soundly(void **state)
{
    (void)state;
    struct buf text = {0};
    for (size_t i = 0; soup_hostile(i, 1500, &text); i++)
        expect_sound(&text);
    for (size_t i = 0; soup_hostile(i, 400000, &text); i++) {
        struct buf out = {0};
        struct hipify_report report = {0};
        assert_int_equal(hipify_translate(text.data, text.size, &options, &out, &report),
                         STATUS_OK);
        buf_free(&out);
        hipify_report_free(&report);
    }
    buf_free(&text);
}

static void note_include(void *context, const char *name, bool angled, int line)
{
    buf_printf(context, "%d%c%s ", line, angled ? '<' : '"', name);
}

static void includes_are_scanned(void **state)
{
    (void)state;
    static const char text[] =
        "#include <a>\n// #include <b>\n/*\n#include <c>\n*/ #include \"d e\"\n"
        "const char *s = R\"(\n#include <f>\n)\";\n#if 0\n#include <g>\n"
        "#else\n#include_next \"../h.cuh\"\n#endif\n#if __has_include(<i>)\n"
        "# include /* */ <j\\\n/k> // l\n#endif\n#include M\nx #include <n>\n"
        "#include <o\n#import \"p\"";
    struct buf seen = {0};
    hipify_scan_includes(text, sizeof text - 1, note_include, &seen);
    assert_string_equal(seen.data, "1<a 5\"d e 12\"../h.cuh 15<j/k 21\"p ");
    buf_free(&seen);

    uint64_t random = 7;
    struct buf soup = {0};
    for (int i = 0; i < 500; i++) {
        soup_fragments(&random, 50, false, &soup);
        hipify_scan_includes(soup.data, soup.size, note_include, &seen);
    }
    buf_free(&seen);
    buf_free(&soup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_text_is_translated_soundly),
        cmocka_unit_test(names_change_where_they_are_names),
        cmocka_unit_test(own_names_stay),
        cmocka_unit_test(includes),
        cmocka_unit_test(an_include_that_comes_twice_goes),
        cmocka_unit_test(branches_that_are_not_functions_of_the_device_alone_stay),
        cmocka_unit_test(functions_of_the_device_alone_are_declared_for_the_host_too),
        cmocka_unit_test(a_type_of_cuda_needs_no_key),
        cmocka_unit_test(types_of_the_file_keep_their_keys),
        cmocka_unit_test(an_array_of_a_pack_has_its_bound),
        cmocka_unit_test(variables_that_are_no_operands_stay),
        cmocka_unit_test(alignments_by_type_begin_the_declaration),
        cmocka_unit_test(a_macro_that_is_a_pragma_is_an_operator),
        cmocka_unit_test(a_variable_that_is_used_whole_has_its_type),
        cmocka_unit_test(pasted_names_stay),
        cmocka_unit_test(builtins_of_products_bring_a_header),
        cmocka_unit_test(names_that_begin_with_cudas_bring_a_header),
        cmocka_unit_test(specializations_run_where_their_templates_do),
        cmocka_unit_test(templates_that_do_nothing_do_so_everywhere),
        cmocka_unit_test(members_run_where_their_classes_say),
        cmocka_unit_test(member_templates_of_types_are_named_as_such),
        cmocka_unit_test(types_in_front_of_definitions_say_so),
        cmocka_unit_test(member_templates_are_called_as_such),
        cmocka_unit_test(qualifiers_of_one_pass_are_for_the_host_too),
        cmocka_unit_test(attributes_move_in_front_of_macros),
        cmocka_unit_test(macros_are_qualifiers),
        cmocka_unit_test(headers_that_only_the_host_includes_are_included),
        cmocka_unit_test(headers_that_nvcc_includes_are_included),
        cmocka_unit_test(assembly_takes_its_text_from_macros),
        cmocka_unit_test(macros_with_arguments_make_texts),
        cmocka_unit_test(operands_of_assembly_are_translated),
        cmocka_unit_test(unknown_names_are_reported_once),
        cmocka_unit_test(only_a_translation_keeps_the_lines_in_front),
        cmocka_unit_test(line_ends_and_marks),
        cmocka_unit_test(the_path_is_a_string_literal),
        cmocka_unit_test(a_text_without_cuda_comes_back_as_it_is),
        cmocka_unit_test(a_text_that_stops_being_tokens_passes_through),
        cmocka_unit_test(an_open_quote_in_a_conditional_is_no_error),
        cmocka_unit_test(hostile_texts_are_translated_soundly),
        cmocka_unit_test(includes_are_scanned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
