# Where NVIDIA's headers are installed, the tables know every name in them.
set -u
: "${KBUILD_SOURCES:?}"
cuda=${CUDA_HOME:-/usr/local/cuda}
command -v python3 >/dev/null || { echo "skipped: no python3"; exit 77; }
[ -e "$cuda/include/cuda_runtime_api.h" ] || { echo "skipped: no CUDA headers in $cuda"; exit 77; }
found=
for clang in clang++ clang++-15 clang++-16 clang++-17 clang++-18 clang++-19 clang++-20 clang++-21; do
    command -v "$clang" >/dev/null && found=1
done
[ -n "$found" ] || { echo "skipped: no clang++"; exit 77; }
exec env PYTHONDONTWRITEBYTECODE=1 \
    python3 "$KBUILD_SOURCES/hipify/generate/check.py" --cuda "$cuda"
