#!/usr/bin/env python3
"""Writes the tables in ../mapping: what every name of CUDA's headers is called in HIP.

    generate.py --cuda /usr/local/cuda --hip 502=/usr --hip 604=/opt/rocm-6.4

--hip may be given many times, the version as major * 100 + minor; the more versions, the better the
tables know since when a name is there. The headers of the libraries (hipblas, hipfft, ...) are
looked for beside HIP's; a library that only later versions have counts as old as the first of them.
--symbols FILE, a libamdhip64.so, tells the version of functions exactly (its symbols carry it).

Names come from CUDA's headers (collect.py) and from dropped.txt; the rules are in rules.py, the
exceptions in renames.txt, the reasons why a name has no counterpart in unsupported.txt. Hand-kept
and not written here: mapping/headers.def, mapping/by_hand.def, mapping/names.def.
"""
import argparse
import collections
import os
import re
import subprocess
import sys

import collect
import rules

HERE = os.path.dirname(os.path.abspath(__file__))
TABLES = os.path.join(HERE, "..", "mapping")
OURS = os.path.join(HERE, "..", "..", "include")

# Where HIP has the names of an API, under include/.
FOLDERS = {
    "RUNTIME": ["hip"], "DRIVER": ["hip"], "COMPLEX": ["hip"], "RTC": ["hip"],
    "BLAS": ["hipblas", "hipblas-common"], "BLASLT": ["hipblaslt"], "FFT": ["hipfft"],
    "RAND": ["hiprand", "rocrand"], "SPARSE": ["hipsparse"], "SOLVER": ["hipsolver"],
    "DNN": ["miopen"], "NCCL": ["rccl"], "CUB": ["hipcub"], "THRUST": ["thrust"],
    "FP16": ["hip"], "BF16": ["hip"], "FP8": ["hip"], "GROUPS": ["hip"], "DEVICE": ["hip"],
    "MATH": ["hip"], "NVTX": ["roctracer"],
}

# The tables: file, what it is about, the APIs in it.
FILES = [
    ("runtime", "the runtime API", ["RUNTIME"]),
    ("driver", "the driver API", ["DRIVER"]),
    ("device", "device functions and built-in types", ["DEVICE", "MATH"]),
    ("half", "half and smaller floats", ["FP16", "BF16", "FP8", "FP6", "FP4"]),
    ("complex", "cuComplex.h", ["COMPLEX"]),
    ("groups", "cooperative groups, pipelines and tensor-core tiles",
     ["GROUPS", "PIPELINE", "WMMA"]),
    ("blas", "cuBLAS, cuBLASLt and cuBLASXt", ["BLAS"]),
    ("fft", "cuFFT", ["FFT"]),
    ("rand", "cuRAND, host and device", ["RAND"]),
    ("sparse", "cuSPARSE", ["SPARSE"]),
    ("solver", "cuSOLVER", ["SOLVER"]),
    ("dnn", "cuDNN", ["DNN"]),
    ("rtc", "NVRTC and nvJitLink", ["RTC", "JITLINK"]),
    ("nccl", "NCCL", ["NCCL"]),
    ("nvtx", "NVTX", ["NVTX"]),
    ("cub", "CUB", ["CUB"]),
    ("thrust", "Thrust", ["THRUST"]),
]

# What is not part of an API though a header has it; of CUB_NS_*, the program defines the values.
INTERNAL = re.compile(
    r"^_[A-Z]|^__(nv(vm)?_|cu|NV|CU|SM_|PIPELINE|DEF|FRAME|GEN|MATH|STORAGE|TARGET|VECTOR|BUILTIN|"
    r"device_|THROW|DEVICE|SURFACE|TEXTURE|STATIC|SIZE|CG|internal|to_|Surf|SPEC)|"
    r"DEPRECATED|_impl$|^EXCLUDE_|WINAPI$|^PFN_|_helper|_internal|^QUALIFIERS|_CPP_VERSION$|"
    r"_VER_(MAJOR|MINOR|PATCH|BUILD)$|FORCE_INT|CALLBACKAPI$|^[A-Z]+API$|^CUB_(DETAIL|NS_)|"
    r"^(CUB|THRUST)_.*DISABLE_")
OWN_NAMES = {
    "RAND": r"^(curand|CURAND_)|^skipahead", "NVTX": r"^(nvtx|NVTX_)", "NCCL": r"^(nccl|NCCL_)",
    "FP16": r"^(__|h|CUDART_|nv_|make_half)", "BF16": r"^(__|nv_|h|CUDART_|make_bf)",
    "FP8": r"^__", "FP6": r"^__", "FP4": r"^__", "MATH": r"^CUDART_", "COMPLEX": r"^(cu|make_cu)",
    "CUB": r"^(CUB_|Cub|cub::[A-Za-z])", "THRUST": r"^thrust::[a-z]",
    "PIPELINE": r"^__(pipeline|mbarrier)",
    "DEVICE": r"^[a-z]|^__[a-z]", "GROUPS": r"^cooperative_groups::[a-z]", "WMMA": r"::",
    "RUNTIME": r"^(cuda|CUDA|make_cuda|texture|surface|library)",
    "DRIVER": r"^(cu|CU)", "SOLVER": r"^(cusolver|CUSOLVER|gesvdj|syevj|CUBLAS_|cudaLibMg)",
}
# Where a header declares functions for itself between those for its users.
UNDOCUMENTED = {
    "RAND": r"^curand_(MRG|box|M2|Phil|bin|poisson_|mtgp32_.*_|normal_args)|^curand(Histogram|Distr|"
            r"StateTest|Method|DistributionM)|^CURAND_(CHOOSE|ITR|KNUTH|HITR|M1|M2|BIN|DISC|REJ|DEV|"
            r"FAST|3RD|DEF|STD|MTGP|XOR|MRG|NUM|PHI)|Impl$|^curand(_|)(_discrete)",
    "SPARSE": r"^cusparse(Context|MatDescr|ColorInfo|(Sp|Dn)(Vec|Mat)Descr|SpMMOpPlan)$",
    "SOLVER": r"(Context|RfCommon|IRSParams|IRSInfos)$|^(cusolverDnParams|[a-z]+Info)$",
    "DNN": r"(Struct|Context)$", "BLAS": r"(Context|Struct|_struct)$",
    "DRIVER": r"^cu(GL|D3D).*_ptds$|^CU_UUID_HAS",
    "RUNTIME": r"^cudaDevAttrReserved1|^CU_UUID",
    "NVTX": r"(_v\d|_impl|_fakeimpl|CALLBACKS?|_CB|PAYLOAD_SCHEMA|NVTX_VERSIONED|INLINE|_INIT_|LINK)",
    "DEVICE": r"^__(finite|isnan|isinf|signbit)[fl]?$|^__(assert|no_return|dv|prof_)|^definition$|"
              r"^(d(add|mul|sub)|double2(u?int|u?ll)|(float|u?int|u?ll)2double|syncthreads_.*|norm)$|"
              r"^__[a-z0-9]*Atomic|^_[a-zA-Z]",
    "FP16": r"^(definition|__float_simpl|__half_raw)",
}
GUARD = re.compile(r"(_H|_H_|_H__|_h__|_HPP__|_HPP_|_h_|__H__|_H__H)$")

Entry = collections.namedtuple("Entry", "name status kind api hip since reason")


def read_lines(file):
    with open(os.path.join(HERE, file)) as opened:
        for line in opened:
            line = line.rstrip("\n")
            if line and not line.startswith("#"):
                yield line


def expanded(pattern):
    """cusparse[SD]csrmv is cusparseScsrmv and cusparseDcsrmv."""
    found = re.match(r"^(.*)\[(\w+)\](.*)$", pattern)
    if not found:
        return [pattern]
    return [found.group(1) + letter + found.group(3) for letter in found.group(2)]


def read_dropped():
    for line in read_lines("dropped.txt"):
        api, kind, *patterns = line.split()
        for pattern in patterns:
            for name in expanded(pattern):
                yield name, kind, api


def read_renames():
    """{(api, name): name in HIP, or None for a name that no rule may rename}"""
    renames = {}
    for line in read_lines("renames.txt"):
        words = line.split()
        if (words[0], words[1]) in renames:
            raise SystemExit("renames.txt: %s %s twice" % (words[0], words[1]))
        renames[words[0], words[1]] = words[3] if len(words) == 4 else None
    return renames


def slug(text, taken):
    """A short identifier for a reason, another one for each text."""
    words = re.findall(r"[A-Za-z0-9]+", text.lower())
    for count in range(3, len(words) + 1):
        name = "_".join(words[:count])
        if taken.setdefault(name, text) == text:
            return name
    raise SystemExit("unsupported.txt: two reasons begin alike: " + text)


def read_reasons():
    """[(api, expression, slug)] and {slug: (reason, remedy)}"""
    patterns, taken, reasons = [], {}, {}
    for line in read_lines("unsupported.txt"):
        api, pattern, text = line.split(" ", 2)
        name = slug(text, taken)
        reason, _, remedy = text.partition("; ")
        remedy = remedy or "keep it off AMD with #ifdef __HIP__"
        reasons[name] = (reason, remedy)
        patterns.append((api, re.compile(pattern), name))
    return patterns, reasons


class Hip:
    """HIP's names, by API and version."""

    def __init__(self, roots, symbols):
        self.roots = sorted(roots.items())
        self.cache = {}
        self.versions = {}
        for path in symbols:
            output = subprocess.run(["nm", "-D", "--with-symbol-versions", path],
                                    stdout=subprocess.PIPE, text=True, check=True).stdout
            for name, major, minor in re.findall(r"(\w+)@@hip_(\d+)\.(\d+)", output):
                version = int(major) * 100 + int(minor)
                self.versions[name] = max(version, self.versions.get(name, 0))

    def folders(self, api):
        found = []
        for version, root in self.roots:
            folders = [os.path.join(root, "include", name) for name in FOLDERS[api]]
            if os.path.isdir(folders[0]):
                found.append((version, folders))
        return found

    def sets(self, api):
        """[(version, names)], the oldest first, of the versions that have the library."""
        key = tuple(FOLDERS[api])
        if key not in self.cache:
            self.cache[key] = [(version, collect.identifiers_of(folders))
                               for version, folders in self.folders(api)]
        return self.cache[key]

    def names(self, api):
        names = set()
        for _, some in self.sets(api):
            names |= some
        return names

    def since(self, name, api):
        """The version that brought |name|, 0 for the oldest known, None if none has it."""
        before = 0
        for index, (version, names) in enumerate(self.sets(api)):
            if name in names:
                if index == 0:
                    return 0
                exact = self.versions.get(name, 0)
                return exact if before < exact <= version else version
            before = version
        return None


def api_by_name(name, api):
    """Some headers declare names of another API."""
    if api == "RUNTIME" and re.match(r"CU[a-z_]", name):
        return "DRIVER"
    if name.startswith("__nv_bfloat16"):
        return "BF16"
    return api


def is_public(name, kind, api, spaces, header):
    last = name.split("::")[-1]
    if spaces and spaces not in (["cub"], ["thrust"], ["cooperative_groups"]) and \
            spaces[:2] != ["nvcuda", "wmma"]:
        return False
    if api in ("GROUPS", "WMMA", "THRUST") and not spaces:
        return False
    if api == "THRUST" and header.count("/") > 2:
        return False
    if INTERNAL.search(last) and not (api in ("BF16", "FP8", "FP6", "FP4") and
                                      re.match("__(nv|NV)_", last)):
        return False
    no_macros = ("FP16", "BF16", "FP8", "FP6", "FP4", "DEVICE", "RAND", "PIPELINE")
    if kind == "MACRO" and api in no_macros and not re.match(r"CUDART_|CURAND_2", name):
        return False
    if api == "PIPELINE" and kind != "FUNCTION":
        return False
    own = OWN_NAMES.get(api)
    if own and not re.search(own, name):
        return False
    undocumented = UNDOCUMENTED.get(api)
    return not (undocumented and re.search(undocumented, name))


def public_names(include):
    """{name: (kind, api)} of the headers under |include|; kind GUARD for what guards a header."""
    names = {}
    for name, (kind, api, header, spaces) in collect.collect_nvidia(include).items():
        api = api_by_name(name, api)
        if kind == "MACRO" and GUARD.search(name):
            names[name] = ("GUARD", api)
        elif is_public(name, kind, api, spaces, header):
            names[name] = (kind, api)
    return names


def device_names():
    """What clang's own headers give a device function, and C's library."""
    clang = collect.find_clang()
    folder = subprocess.run([clang, "-print-resource-dir"], stdout=subprocess.PIPE, text=True,
                            check=True).stdout.strip()
    names = set()
    for file in os.listdir(os.path.join(folder, "include")):
        if file.startswith(("__clang_hip", "__clang_cuda_math", "__clang_cuda_complex")):
            with open(os.path.join(folder, "include", file)) as opened:
                names.update(collect.IDENTIFIER.findall(collect.STRIP.sub(" ", opened.read())))
    names.update("memcpy memset printf malloc free clock assert abs labs llabs fma fmaf rsqrt "
                 "isfinite isinf isnan signbit min max".split())
    return names


def cub_functions():
    """What kbuild/cub.h and kbuild/cub_dispatch.h add to CUB: they need hipCUB, which may be missing where names are
    probed."""
    found = []
    for header in ("cub.h", "cub_dispatch.h"):
        with open(os.path.join(OURS, "kbuild", header)) as opened:
            found += re.findall(r"(?:^KBUILD_HOST_API \w+|\bstruct) (\w+)(?:\(| {)", opened.read(), re.M)
    return {"cub::" + name for name in found}


class Generator:
    def __init__(self, hip, device=None):
        self.hip = hip
        self.renames = read_renames()
        self.patterns, self.reasons = read_reasons()
        self.ours = cub_functions()
        # Functions of kbuild's that call one of HIP's, which not every version has.
        with open(os.path.join(OURS, "kbuild", "driver.h")) as opened:
            self.over = set(re.findall(r"KBUILD_DRIVER_LATER\((\w+)", opened.read()))
        self.device = device_names() if device is None else device
        self.squeezed = {}

    def reason(self, name, api):
        for other, pattern, found in self.patterns:
            if other == api and pattern.search(name):
                return found
        raise SystemExit("unsupported.txt: nothing says why HIP has no %s (%s)" % (name, api))

    def lookup(self, api):
        """HIP's names for |api|, and how to find them by another spelling."""
        if api not in self.squeezed:
            names = set(self.hip.names(api)) if api in FOLDERS else set()
            if api == "BLAS":
                names |= self.hip.names("BLASLT")
            if api not in ("CUB", "THRUST", "NVTX"):
                names |= self.hip.names("RUNTIME")
            # A name of HIP's style wins over another one.
            order = sorted(names, key=lambda name: (name.lower().startswith("hip"), name))
            self.squeezed[api] = names, {rules.squeezed(name): name for name in order}
        return self.squeezed[api]

    def since(self, name, api):
        found = []
        for other in [api] + (["BLASLT"] if api == "BLAS" else []):
            version = self.hip.since(name, other) if other in FOLDERS and not found else None
            if version is not None:
                found.append(version)
        found += [version for version in [self.hip.since(name, "RUNTIME")] if version is not None]
        if found:
            return min(found)
        return 0 if name in ("int", "uint32_t", "uint64_t") else None

    def same(self, name, api):
        """Since when HIP has |name| under the very same name, or None."""
        last = name.split("::")[-1]
        if api == "DEVICE" and (last in self.device or re.match(r"make_[a-z]+[1-4]$", last)):
            return 0
        if api in ("NCCL", "RAND", "CUB", "THRUST", "DEVICE", "FP16", "BF16", "FP8", "GROUPS",
                   "RUNTIME"):
            return self.hip.since(last, api)
        return None

    def settle(self, name, kind, api):
        """The entry of one name."""
        last = name.split("::")[-1]
        ours = name in self.ours
        hand = self.renames.get((api, name), "")
        target = hand
        if hand == "":
            names, by_squeezed = self.lookup(api)
            target = rules.find(name, api, names, by_squeezed)
        if target == name:
            target = None
        since = self.since(target, api) if target else None
        if target and since is None:
            raise SystemExit("renames.txt: no header of HIP's has %s" % target)
        # kbuild's headers have it under CUDA's name; |target| is for whoever wants HIP's own.
        header_only = api in ("FP16", "BF16", "FP8", "MATH", "NVTX", "GROUPS", "PIPELINE", "WMMA",
                              "DEVICE")
        if header_only and self.same(name, api) == 0:
            return Entry(name, "SAME", kind, api, None, 0, None)
        # What kbuild defines there is meant to be used.
        meant = header_only or api in ("RUNTIME", "DRIVER", "CUB")
        if ours and (meant or not target or since) and api != "THRUST":
            over = since and re.sub(r"_v\d$", "", name) in self.over
            return Entry(name, "KEEP_OVER" if over else "KEEP", kind, api, target, since or 0, None)
        if target and (not header_only or api == "NVTX"):
            return Entry(name, "RENAME", kind, api, target, since, None)
        same = self.same(name, api)
        if same is not None:
            return Entry(name, "SAME", kind, api, None, same, None)
        return Entry(name, "UNSUPPORTED", kind, api, None, 0, self.reason(name, api))


def is_probed(kind, api):
    """Whether to look for a name in kbuild's headers. Of CUB's they have macros, and cub_functions()."""
    if api == "CUB":
        return kind == "MACRO"
    return api not in ("THRUST", "BLAS", "DNN", "SPARSE", "SOLVER", "NCCL")


def entry_line(entry):
    if entry.status == "RENAME":
        return "RENAME(%s, %s, %s, %d)" % (entry.name, entry.hip, entry.kind, entry.since)
    if entry.status == "KEEP_OVER":
        return "KEEP_OVER(%s, %s, %s, %d)" % (entry.name, entry.hip, entry.kind, entry.since)
    if entry.status == "KEEP" and entry.hip:
        return "KEEP_OR(%s, %s, %s, %d)" % (entry.name, entry.hip, entry.kind, entry.since)
    if entry.status == "KEEP":
        return "KEEP(%s, %s)" % (entry.name, entry.kind)
    if entry.status == "SAME" and entry.since:
        return "SAME_SINCE(%s, %s, %d)" % (entry.name, entry.kind, entry.since)
    if entry.status == "SAME":
        return "SAME(%s, %s)" % (entry.name, entry.kind)
    return "UNSUPPORTED(%s, %s, %s)" % (entry.name, entry.kind, entry.reason)


def write_tables(entries, reasons):
    notice = "Written by generate/generate.py from the lists in generate/."
    for file, about, apis in FILES:
        lines = ["/* Names of %s. %s */" % (about, notice)]
        for api in apis:
            lines += ["#define MAPPING_API MAPPING_%s" % api]
            lines += [entry_line(entry) for entry in sorted(entries) if entry.api == api]
            lines += ["#undef MAPPING_API"]
        with open(os.path.join(TABLES, file + ".def"), "w") as out:
            out.write("\n".join(lines) + "\n")
    used = {entry.reason for entry in entries if entry.reason}
    with open(os.path.join(TABLES, "reasons.def"), "w") as out:
        out.write("/* Why names have no counterpart, and what to do. %s */\n" % notice)
        for name in sorted(reasons):
            if name in used:
                reason, remedy = reasons[name]
                out.write('REASON(%s, "%s",\n       "%s")\n' % (name, reason, remedy))


def parse():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cuda", default="/usr/local/cuda")
    parser.add_argument("--hip", action="append", required=True, metavar="VERSION=PREFIX")
    parser.add_argument("--symbols", action="append", default=[], metavar="LIBRARY")
    parser.add_argument("--dump", action="store_true", help="print the entries, write nothing")
    return parser.parse_args()


def main():
    options = parse()
    roots = {int(version): root for version, root in (text.split("=") for text in options.hip)}
    generator = Generator(Hip(roots, options.symbols))
    found = public_names(os.path.join(options.cuda, "include"))
    guards = {name for name, (kind, _) in found.items() if kind == "GUARD"}
    names = {name: known for name, known in found.items() if known[0] != "GUARD"}
    for name, kind, api in read_dropped():
        names.setdefault(name, (kind, api))
    with open(os.path.join(TABLES, "by_hand.def")) as opened:
        asked = set(re.findall(r"(?:GUARD|KEEP)\((\w+)", opened.read()))
    probed = [name for name, (kind, api) in names.items() if is_probed(kind, api)]
    generator.ours |= collect.probe(os.path.normpath(OURS), roots[min(roots)], probed)
    entries = [generator.settle(name, kind, api) for name, (kind, api) in names.items()
               if name not in asked]
    if options.dump:
        for entry in sorted(entries):
            print(entry_line(entry), entry.api)
    else:
        write_tables(entries, generator.reasons)
    for api, name in generator.renames:
        if names.get(name, ("", ""))[1] != api:
            print("renames.txt: no %s %s" % (api, name), file=sys.stderr)
    missing = sorted(guards - asked)
    if missing:
        print("by_hand.def lacks: " + " ".join(missing), file=sys.stderr)


if __name__ == "__main__":
    main()
