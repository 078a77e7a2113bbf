#!/bin/sh
# NVIDIA's wheels "nvidia-cuda-cuxxfilt" contain no demangler: neither the program cu++filt, which their description is about, nor
# the library that has __cu_demangle(). They install nv_decode.h, which declares this function, and require no other wheel. This
# holds for those of CUDA 11.8, 12.9 and 13.5. (The wheels nvidia-cuda-cuobjdump and nvidia-cuda-nvdisasm have their programs.)
# Needs g++, python3 with pip, and the network. Exits with 0 while this is so.
set -eu
top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
cd "$top"
for wheel in nvidia-cuda-cuxxfilt-cu11==11.8.86 nvidia-cuda-cuxxfilt-cu12==12.9.82 nvidia-cuda-cuxxfilt==13.5.37; do
    rm -rf site
    python3 -m pip install -q --root-user-action=ignore --no-compile --only-binary=:all: --platform manylinux2014_x86_64 \
        --platform manylinux_2_17_x86_64 --target site "$wheel"
    (cd site && find . -type f ! -path '*.dist-info/*' ! -name '__init__.py*') >files
    echo "$wheel: $(cat files), and: $(sed -n 's/^Summary: //p' site/*.dist-info/METADATA)"
    [ "$(wc -l <files)" = 1 ]
    header=site/$(cat files)
    grep -q '__cu_demangle' "$header"
    [ "$(basename "$header")" = nv_decode.h ]
    grep -qF 'cu++filt decodes' site/*.dist-info/METADATA
done
printf '#include <stddef.h>\n#include <nv_decode.h>\nint main() { return __cu_demangle("_Z1fv", 0, 0, 0) == 0; }\n' >main.cpp
if g++ -I"$(dirname "$header")" main.cpp -o main 2>log; then exit 1; fi
grep -F 'undefined reference' log
echo "as described"
