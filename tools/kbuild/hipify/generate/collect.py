"""The names that headers declare: NVIDIA's, by a syntax tree of clang's; HIP's, by their tokens.

NVIDIA's names need a kind and the header that declares them, so clang parses the headers and prints
its tree. HIP's only need to be there, in any version and with any clang, so their headers are read
as text: an identifier outside comments and strings counts.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

# What is compiled for each group of APIs. `lines` are the includes of one translation unit.
HOST_UNITS = {
    "api": """cuda_runtime_api.h cuda.h cudaGL.h cudaEGL.h cudaProfiler.h cuda_gl_interop.h
        cuda_egl_interop.h cuda_profiler_api.h cublas_v2.h cublasLt.h cublasXt.h cufft.h cufftXt.h
        curand.h cusparse.h cusolverDn.h cusolverSp.h cusolverRf.h cusolverMg.h cudnn.h nvrtc.h
        nccl.h cuComplex.h nvJitLink.h nvtx3/nvToolsExt.h""",
    "cublas1": "cuda_runtime_api.h cublas.h",
}
DEVICE_UNITS = {
    "device": """cuda_runtime.h cuda_fp16.h cuda_bf16.h cuda_fp8.h cuda_fp6.h cuda_fp4.h
        curand_kernel.h curand_mtgp32_host.h cooperative_groups.h cooperative_groups/reduce.h
        cooperative_groups/scan.h cooperative_groups/memcpy_async.h cuda_pipeline.h
        cuda_awbarrier.h mma.h math_constants.h device_functions.h""",
    "cub": "cuda_runtime.h cub/cub.cuh",
    "thrust": "cuda_runtime.h THRUST",
}

# The API of a header of NVIDIA's, by the beginning of its name under include/; the first that fits.
HEADER_APIS = [
    ("cublas", "BLAS"), ("cufft", "FFT"), ("cudalibxt", "FFT"), ("curand", "RAND"),
    ("cusparse", "SPARSE"), ("cusolver", "SOLVER"), ("cudnn", "DNN"), ("nvrtc", "RTC"),
    ("nccl", "NCCL"), ("cuComplex", "COMPLEX"), ("nvJitLink", "JITLINK"), ("nvtx3/", "NVTX"),
    ("cuda_fp16", "FP16"), ("cuda_bf16", "BF16"), ("cuda_fp8", "FP8"), ("cuda_fp6", "FP6"),
    ("cuda_fp4", "FP4"), ("cooperative_groups", "GROUPS"), ("cuda_pipeline", "PIPELINE"),
    ("cuda_awbarrier", "PIPELINE"), ("mma.h", "WMMA"), ("crt/mma", "WMMA"),
    ("math_constants", "MATH"), ("cccl/cub/", "CUB"), ("cccl/thrust/", "THRUST"),
    ("cudaGL.h", "DRIVER"), ("cudaEGL.h", "DRIVER"), ("cudaProfiler.h", "DRIVER"),
    ("cuda.h", "DRIVER"), ("cuda_runtime", "RUNTIME"), ("cuda_gl", "RUNTIME"),
    ("cuda_egl", "RUNTIME"), ("cuda_profiler", "RUNTIME"), ("cuda_device_runtime", "RUNTIME"),
    ("driver_types", "RUNTIME"), ("driver_functions", "RUNTIME"), ("library_types", "RUNTIME"),
    ("surface_types", "RUNTIME"), ("texture_types", "RUNTIME"), ("device_types", "RUNTIME"),
    ("channel_descriptor", "RUNTIME"), ("vector_", "DEVICE"), ("texture_", "DEVICE"),
    ("surface_", "DEVICE"), ("device_", "DEVICE"), ("sm_", "DEVICE"), ("crt/cuda_tile", None),
    ("crt/", "DEVICE"), ("host_defines", "DEVICE"), ("builtin_types", "DEVICE"),
    ("math_functions", "DEVICE"), ("common_functions", "DEVICE"),
]

KINDS = {
    "FunctionDecl": "FUNCTION", "FunctionTemplateDecl": "FUNCTION", "TypedefDecl": "TYPE",
    "TypeAliasDecl": "TYPE", "TypeAliasTemplateDecl": "TYPE", "CXXRecordDecl": "TYPE",
    "ClassTemplateDecl": "TYPE", "EnumDecl": "TYPE", "EnumConstantDecl": "CONSTANT",
    "VarDecl": "CONSTANT", "VarTemplateDecl": "CONSTANT", "UsingDecl": "TYPE",
    "ConceptDecl": "TYPE",
}

LINE = re.compile(r"^([ |`-]*)(\w+Decl) 0x[0-9a-f]+ (.*)$")
FILE = re.compile(r"(/[^:<>, ]+):\d+:\d+")
WORDS = re.compile(r"\b(?:struct|class|union|enum) (\w+)")


def api_of(header):
    for beginning, api in HEADER_APIS:
        if header.startswith(beginning):
            return api
    return None


def find_clang(minimum=15):
    """The newest clang++ of this machine, or None."""
    for version in range(30, minimum - 1, -1):
        path = shutil.which("clang++-%d" % version)
        if path:
            return path
    return shutil.which("clang++")


def name_of(kind, rest):
    """The declared name in one line of the tree, without its location."""
    if kind in ("CXXRecordDecl",):
        found = WORDS.search(rest)
        return found.group(1) if found else None
    if kind == "UsingDecl":
        return rest.split("::")[-1].split()[-1]
    rest = rest.split(" '")[0]
    words = [word for word in rest.split() if re.fullmatch(r"[A-Za-z_]\w*", word)]
    skip = {"implicit", "used", "referenced", "invalid", "constexpr", "static", "inline", "extern",
            "class", "struct", "definition", "nrvo", "cinit", "callinit", "listinit", "parent",
            "prev", "nested", "sloc", "col", "line", "scratch", "noexcept", "delete", "default"}
    words = [word for word in words if word not in skip]
    return words[0] if words else None


def walk_tree(lines, root):
    """Yields (namespaces, name, kind, header) of what the headers under |root| declare."""
    spaces = []  # (depth, name) of the namespaces around; name "" for a transparent scope
    enum = None
    current = ""
    for line in lines:
        found = LINE.match(line)
        files = FILE.findall(line)
        if files:
            current = files[-1]
        if not found:
            continue
        depth, kind, rest = len(found.group(1)), found.group(2), found.group(3)
        while spaces and spaces[-1][0] >= depth:
            spaces.pop()
        if enum is not None and depth <= enum:
            enum = None
        inside = spaces[-1][0] if spaces else 0
        rest = re.sub(r"<[^>]*>+", "", rest, count=1)
        rest = re.sub(r"\b(?:line|col):[\d:]+|/[^ ]+:\d+:\d+", "", rest)
        if depth != inside + 2 and not (enum is not None and depth == enum + 2):
            continue
        if kind in ("NamespaceDecl", "LinkageSpecDecl"):
            name = name_of(kind, rest) if kind == "NamespaceDecl" else ""
            inline = rest.rstrip().endswith("inline") or name == "__v1"
            spaces.append((depth, "" if inline else name or ""))
            continue
        if kind not in KINDS or "implicit" in rest.split():
            continue
        name = name_of(kind, rest)
        if kind == "EnumDecl":
            enum = depth
        if not name or name.startswith("operator") or not current.startswith(root):
            continue
        yield [space for _, space in spaces if space], name, KINDS[kind], current[len(root):]


def clang_arguments(include, device):
    arguments = ["-w", "-std=c++17", "-fsyntax-only", "-ferror-limit=0", "-I" + include,
                 "-I" + os.path.join(include, "cccl")]
    if not device:
        return ["-x", "c++"] + arguments
    # The headers of nvcc's own, not clang's wrappers of them; errors about overloads do no harm.
    return ["-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_90", "-nocudalib", "-nocudainc",
            "-D__CUDACC__", "-D__NVCC__", "-D__CUDACC_VER_MAJOR__=13",
            "-D__CUDACC_VER_MINOR__=0"] + arguments


def run_clang(clang, include, text, device, extra):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "names.cu")
        with open(path, "w") as file:
            file.write(text)
        command = [clang] + clang_arguments(include, device) + extra + [path]
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              text=True, errors="replace", check=False).stdout


def macros_of(clang, include, text, device):
    """Yields (name, header) of the macros that headers under |include| define."""
    output = run_clang(clang, include, text, device, ["-E", "-dD"])
    current = ""
    for line in output.splitlines():
        if line.startswith("# "):
            found = re.match(r'# \d+ "([^"]*)"', line)
            if found:
                current = found.group(1)
        elif line.startswith("#define "):
            name = re.match(r"#define (\w+)", line).group(1)
            if current.startswith(include):
                yield name, current[len(include) + 1:]


def thrust_includes(include):
    folder = os.path.join(include, "cccl", "thrust")
    return [os.path.join("thrust", name) for name in sorted(os.listdir(folder))
            if name.endswith(".h")]


def collect_nvidia(include, clang=None):
    """{name: (kind, api, header, namespaces)} of the headers under |include|. A name that several
    APIs have counts for the first one."""
    clang = clang or find_clang()
    names = {}
    for device, units in ((False, HOST_UNITS), (True, DEVICE_UNITS)):
        for headers in units.values():
            wanted = headers.split()
            if "THRUST" in wanted:
                wanted = ["cuda_runtime.h"] + thrust_includes(include)
            wanted = [name for name in wanted
                      if os.path.exists(os.path.join(include, name)) or
                      os.path.exists(os.path.join(include, "cccl", name))]
            text = "".join("#include <%s>\n" % name for name in wanted)
            tree = run_clang(clang, include, text, device,
                             ["-Xclang", "-ast-dump", "-fno-color-diagnostics"])
            for spaces, name, kind, header in walk_tree(tree.splitlines(), include + "/"):
                api = api_of(header)
                if api:
                    key = "::".join(spaces + [name])
                    names.setdefault(key, (kind, api, header, spaces))
            for name, header in macros_of(clang, include, text, device):
                api = api_of(header)
                if api:
                    names.setdefault(name, ("MACRO", api, header, []))
    return names


STRIP = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)
IDENTIFIER = re.compile(r"(?<!\w)[A-Za-z_]\w*")


def identifiers_of(folders, skip=("nvidia_detail", "nvcc_detail")):
    """The identifiers of all files under |folders|, outside comments and strings."""
    names = set()
    for folder in folders:
        for path, _, files in os.walk(folder):
            if any(part in path.split(os.sep) for part in skip):
                continue
            for file in files:
                with open(os.path.join(path, file), errors="replace") as opened:
                    names.update(IDENTIFIER.findall(STRIP.sub(" ", opened.read())))
    return names


def headers_of(root):
    """The headers under |root| that sources include: not the ones behind them."""
    for path, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in ("kbuild", "hip", "std"))
        for file in sorted(files):
            yield os.path.relpath(os.path.join(path, file), root)


def compile_errors(clang, root, hip, text):
    """The errors of a HIP source for the device: [(line, message)], line 0 for other files."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "probe.hip")
        with open(path, "w") as file:
            file.write(text)
        command = [clang, "-x", "hip", "--offload-arch=gfx1030", "-nogpulib", "--cuda-device-only",
                   "-std=c++17", "-fsyntax-only", "-ferror-limit=0", "-w", "-I" + root,
                   "--rocm-path=" + hip]
        if hip != "/usr":
            command += ["-isystem", os.path.join(hip, "include")]
        errors = subprocess.run(command + [path], stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE, text=True, check=False).stderr
        found = re.findall(r"^([^:\n]+):(\d+):\d+: (?:fatal )?error: (.*)$", errors, re.M)
        return [(int(line) if file == path else 0, message) for file, line, message in found]


def probe(root, hip, names, clang=None):
    """Those of |names| that a .cu has when it includes all headers under |root|, compiled for the
    device with the HIP under |hip|. What macros build is found too."""
    clang = clang or find_clang()
    prelude = '#include "kbuild/cuda_prelude.h"\n#include "kbuild/cub_warp.h"\n'
    includes = ['#include "%s"\n' % name for name in headers_of(root)]
    if compile_errors(clang, root, hip, prelude + "".join(includes)):
        broken = [line for line in includes if compile_errors(clang, root, hip, prelude + line)]
        print("left out, because they do not compile: " + "".join(broken), file=sys.stderr)
        includes = [line for line in includes if line not in broken]
    text = prelude + "".join(includes)
    first = text.count("\n") + 1
    for name in names:
        text += "#ifndef %s\nnamespace probe { using ::%s; }\n#endif\n" % (
            name.split("::")[-1], name)
    errors = compile_errors(clang, root, hip, text)
    missing = {(line - first) // 3 for line, _ in errors if line >= first}
    return {name for index, name in enumerate(names) if index not in missing}
