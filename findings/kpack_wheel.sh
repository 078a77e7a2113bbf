#!/bin/sh
# A wheel can lose all device code of a ROCm library without a word. Since ROCm 7.14, code objects may be in kpack archives beside a
# library: its .hip_fatbin has a type (NOBITS) and no bytes, and .rocm_kpack_ref names the archives by a path relative to the library,
# with the GPU in it. auditwheel copies the libraries that a wheel needs into NAME.libs/, but follows DT_NEEDED alone. So the rocFFT in
# this wheel has no code for any GPU, and looks for it in the .kpack folder of site-packages itself, where no wheel puts it.
# AMD's own loader, which is in the wheel as well, says so: error 13 is KPACK_ERROR_ARCHIVE_NOT_FOUND.
# (rocm-kpack: kpack_load_code_object() in runtime/src/loader.cpp; auditwheel: policy and repair.)
# Needs the network (90 MB), python3 with pip, and binutils. Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cd "$top"
python3 -m pip download -q --no-deps --only-binary=:all: --python-version 3.12 --platform manylinux_2_28_x86_64 \
    vapoursynth_dfttest2_hip==11.1.0
python3 -m zipfile -e ./*.whl site-packages
library=$(echo site-packages/*.libs/librocfft-*)
readelf -SW "$library" | grep -E ' \.(hip_fatbin|rocm_kpack_ref) '
readelf -SW "$library" | grep -q ' \.hip_fatbin  *NOBITS '
objcopy -O binary --only-section=.rocm_kpack_ref "$library" reference
strings -n 8 reference
grep -qF '../.kpack/fft_lib_@GFXARCH@.kpack' reference
echo "archives in the wheel: $(find site-packages -name '*.kpack' | wc -l)"
[ -z "$(find site-packages -name '*.kpack')" ]
python3 - "$library" <<'END'
import ctypes, glob, os, sys

library = os.path.realpath(sys.argv[1])
kpack = ctypes.CDLL(glob.glob(os.path.dirname(library) + "/librocm_kpack-*")[0])
reference = ctypes.create_string_buffer(open("reference", "rb").read(), 1 << 16)
cache, code, size = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_size_t()
assert kpack.kpack_cache_create(ctypes.byref(cache)) == 0
targets = (ctypes.c_char_p * 1)(b"amdgcn-amd-amdhsa--gfx1100")
error = kpack.kpack_load_code_object(cache, reference, library.encode(), ctypes.c_uint32(0), targets, ctypes.c_size_t(1),
                                     ctypes.byref(code), ctypes.byref(size))
print("AMD's loader, for gfx1100: error", error)
sys.exit(error != 13)
END
echo "as described"
