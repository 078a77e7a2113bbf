"""How a name of CUDA's is called in HIP: the rules that most names follow.

A rule only proposes names. One counts when HIP's headers have it: as it stands, or in another way
of writing (CU_STREAM_NON_BLOCKING is hipStreamNonBlocking). What no rule finds, or what one finds
wrongly, is in renames.txt.
"""
import re

# (beginning of CUDA's name, what stands for it), the more special ones first.
PREFIXES = {
    "RUNTIME": [
        ("cudaDevAttr", "hipDeviceAttribute"), ("cudaJit", "hipJitOption"), ("cuda", "hip"),
        ("CUDART_", "HIPRT_"), ("CUDA_", "HIP_"), ("make_cuda", "make_hip")],
    "DRIVER": [
        ("CUDA_ERROR_", "hipError"), ("CU_DEVICE_ATTRIBUTE_MAXIMUM_", "hipDeviceAttributeMax"),
        ("CU_DEVICE_P2P_ATTRIBUTE_", "hipDevP2PAttr"), ("CU_JIT_", "hipJitOption"),
        ("CU_MEM_ALLOC_GRANULARITY_", "hipMemAllocationGranularity"),
        ("CU_MEMPOOL_ATTR_", "hipMemPool"), ("CU_LAUNCH_ATTRIBUTE_", "hipLaunchAttribute"),
        ("cuGraph", "hipDrvGraph"), ("cuMemcpy2D", "hipDrvMemcpy2D"),
        ("cuMemcpy3D", "hipDrvMemcpy3D"), ("cu", "hip"), ("CUDA_", "HIP_"), ("CU_", "HIP_"),
        ("CUDA_", "hip"), ("CU_", "hip"), ("CU", "hip"), ("CU", "HIP")],
    "COMPLEX": [("cu", "hip"), ("make_cu", "make_hip")],
    "RTC": [("nvrtc", "hiprtc"), ("NVRTC_", "HIPRTC_")],
    "BLAS": [
        ("cublasLt", "hipblasLt"), ("CUBLASLT_", "HIPBLASLT_"), ("cublas", "hipblas"),
        ("CUBLAS_", "HIPBLAS_")],
    "FFT": [
        ("cufft", "hipfft"), ("CUFFT_", "HIPFFT_"), ("cudaLib", "hipLib"), ("cudaXt", "hipXt")],
    "RAND": [("curand", "hiprand"), ("CURAND_", "HIPRAND_")],
    "SPARSE": [("cusparse", "hipsparse"), ("CUSPARSE_", "HIPSPARSE_")],
    "SOLVER": [
        ("cusolver", "hipsolver"), ("CUSOLVER", "HIPSOLVER"), ("CUBLAS_", "HIPBLAS_"),
        ("gesvdj", "hipsolverGesvdj"), ("syevj", "hipsolverSyevj")],
    "NCCL": [],
    "CUB": [("CUB_", "HIPCUB_"), ("Cub", "Hipcub"), ("_Cub", "_Hipcub")],
    # For whoever wants HIP's own headers; kbuild's have CUDA's names.
    "FP16": [("CUDART_", "HIPRT_")],
    "BF16": [("__nv_", "__hip_"), ("CUDART_", "HIPRT_"), ("nv_", "__hip_")],
    "FP8": [("__nv_", "__hip_"), ("__NV_", "__HIP_")],
    "MATH": [("CUDART_", "HIP_")],
    "NVTX": [("nvtx", "roctx")],
}

# Beginnings after which only the same spelling counts: another way of writing means another thing.
EXACT = ("BLAS", "FFT", "RAND", "SPARSE", "SOLVER", "CUB", "FP16", "BF16", "FP8", "MATH", "NVTX")

# What versions and tags add to a name.
SUFFIXES = re.compile(r"(_v\d+(_st)?|_st|_enum|_union|_ptsz)$")


def squeezed(name):
    return name.replace("_", "").lower()


def spellings(name, api):
    """|name|, and what it is without the suffixes of versions and tags."""
    if api == "BLAS":
        # hipblas has an interface of a second version too, with types of its own.
        return [name.replace("_v2", "")]
    found = [name]
    while SUFFIXES.search(found[-1]):
        found.append(SUFFIXES.sub("", found[-1]))
    return found


def proposals(name, api):
    """What |name| may be called in HIP, the likeliest first."""
    for spelling in spellings(name, api):
        for beginning, other in PREFIXES.get(api, []):
            if spelling.startswith(beginning):
                rest = spelling[len(beginning):]
                yield other + rest
                if other.endswith("Texture") or "Attribute" in other:
                    yield other + rest.replace("_ALTERNATE", "Alt")
                if spelling.endswith("_ptds"):
                    yield other + rest[:-len("_ptds")] + "_spt"
                yield other + rest + "_t"


def find(name, api, names, by_squeezed):
    """The name in HIP, or None. |names| are HIP's, |by_squeezed| finds them by squeezed()."""
    candidates = list(dict.fromkeys(proposals(name, api)))
    for candidate in candidates:
        if candidate in names:
            return candidate
    if api in EXACT:
        return None
    for candidate in candidates:
        if squeezed(candidate) in by_squeezed:
            return by_squeezed[squeezed(candidate)]
    return None
