/* Names in translations: which change, which stay, and their diagnostics. */
#include "../../util/check.h"
#include "hipify/hipify.h"
#include "hipify/mapping.h"

static bool project_has_cub(void *context, const char *name)
{
    (void)context;
    return strcmp(name, "cub") == 0 || strcmp(name, "cudaOfTheProject") == 0 ||
           strcmp(name, "cuParamSetSize") == 0;
}

static const struct hipify_options plain = {.shown_path = "t.cu",
                                            .headers = HIPIFY_HEADERS_ON_PATH};
static const struct hipify_options old = {
    .shown_path = "t.cu", .headers = HIPIFY_HEADERS_ON_PATH, .hip_version = 502};
static const struct hipify_options pure = {
    .shown_path = "t.cu", .headers = HIPIFY_HEADERS_OF_HIP, .hip_version = 604};
static const struct hipify_options project = {
    .shown_path = "t.cu", .headers = HIPIFY_HEADERS_ON_PATH, .is_project_name = project_has_cub};

static void expect_with(const struct hipify_options *options, const char *text, const char *wanted)
{
    struct hipify_report report = {0};
    struct buf out = {0};
    assert_int_equal(hipify_translate(text, strlen(text), options, &out, &report), STATUS_OK);
    static const char line[] = "#line 1 \"t.cu\"\n";
    assert_int_equal(strncmp(out.data, line, sizeof line - 1), 0);
    if (strcmp(out.data + sizeof line - 1, wanted) != 0)
        fail_msg("%s\n became\n%s\n not\n%s", text, out.data + sizeof line - 1, wanted);
    buf_free(&out);
    hipify_report_free(&report);
}

static void expect(const char *text, const char *wanted)
{
    expect_with(&plain, text, wanted);
}

static void stays(const char *text)
{
    expect(text, text);
}

/* |wanted| lists the codes with their columns ("KB1004@1 "); all are on line 1. */
static void expect_report(const struct hipify_options *options, const char *text,
                          const char *wanted)
{
    struct hipify_report report = {0};
    struct buf out = {0}, shown = {0};
    buf_reserve(&shown, 0);
    assert_int_equal(hipify_translate(text, strlen(text), options, &out, &report), STATUS_OK);
    for (size_t i = 0; i < report.count; i++)
        buf_printf(&shown, "%s@%d ", report.items[i].code, report.items[i].column);
    if (strcmp(shown.data, wanted) != 0)
        fail_msg("%s\n reports '%s', not '%s'", text, shown.data, wanted);
    buf_free(&out);
    buf_free(&shown);
    hipify_report_free(&report);
}

static void libraries_are_renamed(void **state)
{
    (void)state;
    expect("cublasHandle_t h; cublasSgemm_v2(h, CUBLAS_OP_N);",
           "hipblasHandle_t h; hipblasSgemm(h, HIPBLAS_OP_N);");
    expect("curandState s; curand_init(1, 2, 3, &s); curand(&s);",
           "hiprandState s; hiprand_init(1, 2, 3, &s); hiprand(&s);");
    expect("cufftExecC2C(p, a, b, CUFFT_INVERSE);", "hipfftExecC2C(p, a, b, HIPFFT_BACKWARD);");
    expect("cusparseScsrmv(h); cusolverDnDgesvd(h); cudnnCreate(&h); nvrtcGetPTX(p, c);",
           "hipsparseScsrmv(h); hipsolverDnDgesvd(h); miopenCreate(&h); hiprtcGetCode(p, c);");
    stays("ncclAllReduce(a, b, n, ncclFloat, ncclSum, c, s);");
    stays("float4 v = make_float4(0, 0, 0, 0); atomicAdd(p, __ldg(q)); __syncthreads();");
}

static void dropped_names_are_known(void **state)
{
    (void)state;
    expect("cudaThreadSynchronize(); cudaThreadExit();",
           "hipDeviceSynchronize(); hipDeviceReset();");
    expect("cudaGetTextureReference(0, t); cudaUnbindTexture(t);",
           "hipGetTextureReference(0, t); cudaUnbindTexture(t);");
    expect("cudaMemcpyToArray(a, 0, 0, p, n, cudaMemcpyHostToDevice);",
           "hipMemcpyToArray(a, 0, 0, p, n, hipMemcpyHostToDevice);");
    expect_report(&plain, "cuParamSetSize(f, 8);", "KB1004@1 ");
    expect_report(&plain, "cudaGLRegisterBufferObject(b);", "KB1004@1 ");
}

static void the_namespace_of_cub_is_renamed(void **state)
{
    (void)state;
    expect("cub::DeviceReduce::Sum(a);", "hipcub::DeviceReduce::Sum(a);");
    expect("::cub::BlockReduce<int, 4> r;", "::hipcub::BlockReduce<int, 4> r;");
    expect("using namespace cub;", "using namespace hipcub;");
    expect("using cub::BlockScan;", "using hipcub::BlockScan;");
    expect("namespace c = cub; c::Sum s;", "namespace c = hipcub; c::Sum s;");
    expect("typename cub::BlockLoad<T, 1>::TempStorage s;",
           "typename hipcub::BlockLoad<T, 1>::TempStorage s;");
    expect("#define SUM cub::Sum\n", "#define SUM hipcub::Sum\n");
    expect("CUB_NAMESPACE_BEGIN", "BEGIN_HIPCUB_NAMESPACE");
}

static void a_cub_of_the_file_stays(void **state)
{
    (void)state;
    stays("namespace cub { struct X {}; } cub::X x; using namespace cub;");
    stays("cub::X x; namespace cub { struct X; }");
    stays("namespace cub = mine; cub::X x;");
    stays("namespace cub::detail { } cub::X x;");
    stays("int cub = 1; f(cub); x.cub = 2; p->cub = mine::cub::X();");
    stays("struct cub { int x; };");
    stays("char *s = \"cub::Sum\"; // cub::Sum\n");
    expect_with(&project, "cub::Sum s;", "cub::Sum s;");
    expect("#define cub hipcub\n#include <cub/cub.cuh>\ncub::Sum s;",
           "#define cub hipcub\n#include <kbuild/cub.h>\nhipcub::Sum s;");
}

static void a_kernel_hides_no_function_that_is_called(void **state)
{
    (void)state;
    expect(
        "namespace mine { template <class T>\n__global__ void curand_init(curandState *s, T t)\n"
        "{ curand_init(1, 2, 3, s); }\nvoid f() { curand_init<<<1, 2>>>(s, 4); } }",
        "namespace mine { template <class T>\n__global__ void curand_init(hiprandState *s, T t)\n"
        "{ hiprand_init(1, 2, 3, s); }\nvoid f() { curand_init<<<1, 2>>>(s, 4); } }");
    stays("namespace mine { __global__ void curand_init(int *s);\n"
          "__global__ void __launch_bounds__(64) curand_init(int *s) { }\n"
          "void *f() { return (void *)curand_init; } }");
    stays("namespace mine { __global__ void curand_init(int *s); __device__ void curand_init(int "
          "s);\n"
          "__device__ void f() { curand_init(1); } }");
}

static void thrust_has_other_back_ends(void **state)
{
    (void)state;
    expect("thrust::sort(thrust::cuda::par.on(s), a, b);",
           "thrust::sort(thrust::hip::par.on(s), a, b);");
    expect("using namespace thrust::cuda_cub;", "using namespace thrust::hip_rocprim;");
    expect("thrust::system::cuda::par(a);", "thrust::system::hip::par(a);");
    expect("throw thrust::system_error(e, thrust::cuda_category());",
           "throw thrust::system_error(e, thrust::hip_category());");
    expect("thrust::system::cuda_category();", "thrust::system::hip_category();");
    stays("mine::cuda_category(); cuda_category();");
    stays("mine::cuda::par(a); cuda::std::min(a, b); int cuda = 1; at::cuda::f(cuda_cub);");
}

static void headers_of_libraries(void **state)
{
    (void)state;
    expect("#include <curand.h>\n", "#include <hiprand/hiprand.h>\n");
    expect("#include <curand_kernel.h>\n", "#include <hiprand/hiprand_kernel.h>\n");
    expect("\n#include <curand.h>\r#include <curand.h>\n", "\n#include <hiprand/hiprand.h>\r \n");
    stays("#include \"cublas_v2.h\"\n#include <cublas_api.h>\n");
    expect_with(&pure, "#include \"cublas_v2.h\"\n", "#include \"hipblas/hipblas.h\"\n");
    expect("#include <cub/device/device_scan.cuh>\n", "#include <kbuild/cub.h>\n");
    expect("#if __has_include(<thrust/sort.h>)\n#include <thrust/sort.h>\n#endif\n",
           "#if __has_include(<thrust/sort.h>)\n#include <kbuild/thrust_sort.h>\n#endif\n");
    expect("namespace thrust { namespace cuda_cub { template <> int f<T>(); } }",
           "namespace thrust { namespace hip_rocprim { template <> int f<T>(); } }");
    expect("#include <cooperative_groups/details/partitioning.h>\n",
           "#include <cooperative_groups/scan.h>\n");
    expect("#include <thrust/system/cuda/execution_policy.h>\n",
           "#include <thrust/system/hip/execution_policy.h>\n");
    expect("#include <thrust/system/cuda/detail/execution_policy.h>\n",
           "#include <thrust/system/hip/detail/execution_policy.h>\n");
    stays("#include <thrust/scan.h>\n#include <cuda_fp16.h>\n#include \"mycub/cub.cuh\"\n");
    stays("struct cuda_h x; int curand_h;");
    expect_report(&plain, "#include <nvml.h>\n", "KB1002@10 ");
    expect_report(&plain, "#include <thrust/system/cuda/experimental/pinned_allocator.h>\n", "");
}

static void headers_that_only_kbuild_ships(void **state)
{
    (void)state;
    static const struct hipify_options too_old = {
        .shown_path = "t.cu", .headers = HIPIFY_HEADERS_OF_HIP, .hip_version = 502};
    expect_report(&plain, "#include <math_constants.h>\n", "");
    expect_report(&pure, "#include <math_constants.h>\n", "");
    expect_report(&too_old, "#include <math_constants.h>\n", "KB1002@10 ");
    expect_report(&plain, "#include <cuda/std/span>\n", "");
    expect_report(&pure, "#include <cuda/std/span>\n", "KB1002@10 ");
    expect_report(&pure, "#include <cuda_pipeline.h>\n", "KB1002@10 ");
    expect_report(&pure, "#include <assert.h>\n#include <cuda_runtime.h>\n", "");
}

static void what_hip_lacks_is_explained_once(void **state)
{
    (void)state;
    expect_report(&plain,
                  "cudaGraphConditionalHandleCreate(1); cudaGraphConditionalHandleCreate(2);",
                  "KB1004@1 ");
    expect_report(&plain, "nvmlInit(); cuTensorMapEncodeTiled(1);", "KB1004@1 KB1004@13 ");
    expect_report(&plain, "cub::DispatchScanByKey<int> d; cub::DeviceScan s;", "KB1004@1 ");
    expect_report(&plain, "nvcuda::wmma::fill_fragment(a, 0);", "");
    expect_report(&pure, "f(); __hmma_m16n16k16_ld_a(x, p, 16, 0); __imma_m16n16k16_ld_c(c, q, 1);",
                  "KB1004@6 ");
    expect_report(&plain, "x.nvmlInit(); mine::cudaGraphConditionalHandleCreate(2);", "");
    expect_report(&plain, "void cudaGraphConditionalHandleCreate(int); int f(int cuParamSetSize);",
                  "");
    expect_report(&plain, "char *s = \"cuParamSetSize\"; // cuParamSetSize\n", "");
    expect_report(&plain, "cublasFrobnicate(h); cudaFrobnicate();", "KB1001@1 KB1001@22 ");
    expect_report(&plain, "cudaGraphConditional##x", "KB1003@1 ");
}

static void names_of_the_project_are_not_reported(void **state)
{
    (void)state;
    expect_report(&project, "cudaOfTheProject(); cuParamSetSize(1);", "");
    expect_report(&project, "cudaOfNobody();", "KB1001@1 ");
}

static void names_of_later_versions_are_reported(void **state)
{
    (void)state;
    expect_report(&old, "cuLinkCreate(n); cudaMalloc(p, n);", "KB1005@1 ");
    /* What kbuild makes of a function of HIP's, and what it makes by itself. */
    expect_report(&old, "cuMemcpyAtoD(p, a, 0, n); cuMemAlloc(p, n); cuGetErrorName(e, s);",
                  "KB1005@1 ");
    expect_report(&plain, "cuLinkCreate(n);", "");
    expect_report(&pure, "cuLinkCreate(n);", "");
    expect_report(&old, "cub::DeviceFor::Bulk(n, f); cub::DeviceScan s;", "KB1005@1 ");
    expect_with(&old, "CUDA_C_16BF;", "HIP_C_16BF;");
}

static void hips_own_headers_rename_what_is_kept(void **state)
{
    (void)state;
    stays("__nv_bfloat16 x;");
    expect_with(&pure, "__nv_bfloat16 x; half y;", "__hip_bfloat16 x; half y;");
}

static void guards_of_libraries_are_those_of_hips(void **state)
{
    (void)state;
    expect("#ifdef CURAND_H_\n#elif defined(_CUFFT_H_) && !defined(CUSPARSEAPI)\n#endif\n",
           "#ifdef HIPRAND_H_\n#elif defined(HIPFFT_H_) && !defined(HIPSPARSE_EXPORT)\n#endif\n");
    expect("#ifdef CUSOLVER_COMMON_H_\ncusolverStatus_t CUSOLVERAPI f();\n#endif\n",
           "#ifdef HIPSOLVER_H\nhipsolverStatus_t HIPSOLVER_EXPORT f();\n#endif\n");
    expect("#ifdef CUBLAS_API_H_\n#endif\n", "#ifdef hipblasVersionMajor\n#endif\n");
}

static void clang_for_cuda_is_clang_for_hip(void **state)
{
    (void)state;
    expect("#if defined(__NVCC__) || (defined(__clang__) && defined(__CUDA__))\n#endif\n",
           "#if defined(__NVCC__) || (defined(__clang__) && defined(__HIP__))\n#endif\n");
    expect_with(&pure, "#ifdef __CUDA__\n#endif\n", "#ifdef __HIP__\n#endif\n");
    stays("#define __CUDA__ __host__ __device__\n__CUDA__ int f();\n");
    stays("#ifdef __CUDA__\n#undef __CUDA__\n#endif\n");
}

static void what_is_another_ones_enumerator_stays(void **state)
{
    (void)state;
    stays("namespace mine { enum class cudaMemcpyKind { cudaMemcpyDefault };\n"
          "int f() { return (int)cudaMemcpyKind::cudaMemcpyDefault; } }");
    stays("mine::cudaMemcpyKind::cudaMemcpyDefault; x.cudaMemcpyKind::cudaMemcpyDefault;");
    stays("mine<int>::cudaMemcpyKind::cudaMemcpyDefault; kind::cudaMemcpyDefault;");
    stays("cudaLaunchAttributeID::cudaLaunchAttributeCooperative;"); /* an enum of kbuild's */
}

static void an_enumerator_loses_the_name_of_its_enum(void **state)
{
    (void)state;
    expect("case::cudaError::cudaSuccess: return cudaError_t::cudaErrorNotReady;",
           "case hipSuccess: return hipErrorNotReady;");
    expect("a = cudaMemcpyKind // to\n :: /* here */\n cudaMemcpyDefault;",
           "a =  // to\n  /* here */\n hipMemcpyDefault;");
    expect("#define N cudaMemcpyKind::cudaMemcpyDefault\n", "#define N hipMemcpyDefault\n");
    /* Through another name of the enum, unless the program has such an enumerator itself. */
    expect("attribute::CU_FUNC_ATTRIBUTE_NUM_REGS", "attribute::HIP_FUNC_ATTRIBUTE_NUM_REGS");
    stays("enum class mine { CU_FUNC_ATTRIBUTE_NUM_REGS }; mine::CU_FUNC_ATTRIBUTE_NUM_REGS;");
    expect("cudaLimit::cudaLimitStackSize;", "cudaLimitStackSize;"); /* a constant of kbuild's */
    expect("cudaDataType::CUDA_R_16BF; cublasOperation_t::CUBLAS_OP_N;",
           "HIP_R_16BF; HIPBLAS_OP_N;");
    expect_report(&plain, "CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED;",
                  "KB1004@21 ");
}

/* Of every constant of the tables that HIP or kbuild has. */
static void every_enumerator_may_be_qualified(void **state)
{
    (void)state;
    size_t seen = 0;
    for (size_t i = 0; i < mapping_identifier_count; i++) {
        const struct mapping *mapping = &mapping_identifiers[i];
        if (mapping->what != MAPPING_CONSTANT || strchr(mapping->cuda, ':') ||
            (mapping->kind != MAPPING_RENAME && mapping->kind != MAPPING_KEEP))
            continue;
        OWNED char *text = mem_format("(cudaError::%s)", mapping->cuda);
        OWNED char *wanted =
            mem_format("(%s)", mapping->kind == MAPPING_RENAME ? mapping->hip : mapping->cuda);
        expect(text, wanted);
        seen++;
    }
    assert_true(seen > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(libraries_are_renamed),
        cmocka_unit_test(dropped_names_are_known),
        cmocka_unit_test(the_namespace_of_cub_is_renamed),
        cmocka_unit_test(a_cub_of_the_file_stays),
        cmocka_unit_test(a_kernel_hides_no_function_that_is_called),
        cmocka_unit_test(thrust_has_other_back_ends),
        cmocka_unit_test(headers_of_libraries),
        cmocka_unit_test(headers_that_only_kbuild_ships),
        cmocka_unit_test(what_hip_lacks_is_explained_once),
        cmocka_unit_test(names_of_the_project_are_not_reported),
        cmocka_unit_test(names_of_later_versions_are_reported),
        cmocka_unit_test(hips_own_headers_rename_what_is_kept),
        cmocka_unit_test(guards_of_libraries_are_those_of_hips),
        cmocka_unit_test(clang_for_cuda_is_clang_for_hip),
        cmocka_unit_test(what_is_another_ones_enumerator_stays),
        cmocka_unit_test(an_enumerator_loses_the_name_of_its_enum),
        cmocka_unit_test(every_enumerator_may_be_qualified),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
