# The programs are CUDA: nvcc takes them, but for those of older/, which use what CUDA 12 and 13
# dropped.
. "$(dirname "$0")/lib.sh"
NVCC=$(command -v nvcc || command -v /usr/local/cuda/bin/nvcc) || skip "nvcc is not installed"
"$NVCC" --version | grep -q 'release 1[3-9]' || skip "the programs are written for CUDA 13"
programs "$1"
bad=0
for source in programs/$1/*.cu; do
    case $source in */older/*) continue ;; esac
    "$NVCC" -std=c++17 --extended-lambda --expt-relaxed-constexpr -rdc=true -arch=sm_90 -w \
        -ptx -o program.ptx "$source" >log 2>&1 || {
        bad=$((bad + 1))
        echo "nvcc does not take $source"
        grep -m3 error log
    }
done
[ "$bad" = 0 ] || fail "$bad programs are not CUDA"
