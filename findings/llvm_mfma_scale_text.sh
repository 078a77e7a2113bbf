#!/bin/sh
# LLVM writes a matrix instruction of gfx950 that its own assembler refuses. The factors of
# v_mfma_scale_f32_16x16x128_f8f6f4 are eight registers of fp8, six of fp6 or four of fp4 (cbsz:4, blgp:4). The builtin
# takes eight for all; an optimization (instcombine) drops the unused ones. Without it, as with clang -O0, the text has
# eight registers beside cbsz:4. Objects are right: the encoding has only the first register. So clang 22 -O0 -c
# compiles such a kernel, and refuses what -O0 -S wrote. (LLVM: validateMFMA() in
# llvm/lib/Target/AMDGPU/AsmParser/AMDGPUAsmParser.cpp; the printer writes the operand as selected.) The LLVM is the one
# in Triton's wheel. Needs the network (290 MB), and python3 with pip. Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cd "$top"
python3 -m pip download -q --no-deps --only-binary=:all: triton==3.9.0
ls ./*.whl
python3 - <<'END' 2>errors
import glob, re, sys, zipfile

zipfile.ZipFile(glob.glob("*.whl")[0]).extract("triton/_C/libtriton.so")
sys.path.insert(0, "triton/_C")
from libtriton import amd, llvm

target = ("amdgcn-amd-amdhsa", "gfx950", "")
name = "llvm.amdgcn.mfma.scale.f32.16x16x128.f8f6f4.v8i32.v8i32"
ir = f"""
target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @product(ptr addrspace(1) %out, <8 x i32> %a, <8 x i32> %b) {{
  %sums = call <4 x float> @{name}(<8 x i32> %a, <8 x i32> %b, <4 x float> zeroinitializer,
                                   i32 4, i32 4, i32 0, i32 127, i32 0, i32 127)
  store <4 x float> %sums, ptr addrspace(1) %out
  ret void
}}
declare <4 x float> @{name}(<8 x i32>, <8 x i32>, <4 x float>, i32, i32, i32, i32, i32, i32)
"""
llvm.init_targets()
text = llvm.translate_to_asm(ir, *target, [], False, False, False)
compiled = llvm.translate_to_asm(ir, *target, [], False, True, False)
line = next(line for line in text.splitlines() if "v_mfma_scale" in line)
print("written:", line.strip())
amd.assemble_amdgcn(text, *target)
shorter = re.sub(r"v\[(\d+):(\d+)\]", lambda m: f"v[{m[1]}:{min(int(m[2]), int(m[1]) + 3)}]", line)
print("taken:", shorter.strip())
assembled = amd.assemble_amdgcn(text.replace(line, shorter), *target)


def encoding(code):
    first = code.index(bytes.fromhex("0000acd3"))
    return code[first : first + 16]


print("encoded:", encoding(compiled).hex(), encoding(assembled).hex())
assert encoding(compiled) == encoding(assembled)
END
cat errors
[ "$(grep -c '^error: wrong register tuple size for .* value 4' errors)" = 2 ]
echo "as described"
