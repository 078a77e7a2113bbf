# examples/llm writes models and continues tokens with them, on each of the emulator's devices: the logits are those of f64 on the
# host, and the tokens the same on each.
# llm.sh SOURCES INCLUDE LIBKRT_OPS LIBKRT EMULATOR KERNELS MODELS
. "$(dirname "$0")/common.sh"
sources=$1 include=$2 ops=$3 krt=$4 emulator=$5 kernels=$6 models=$7

cp -r "$sources" "$top/llm"
make -C "$top/llm" KRT_CFLAGS="-I $include -I $kernels -I $models" CFLAGS="-O1 -Wall -Wextra -Werror" \
    TABLES="$kernels/krt_kernels.c $models/krt_models.c" \
    KRT_LIBS="$ops $krt -Wl,-rpath,$(dirname "$ops"):$(dirname "$krt")" >"$top/out" 2>&1 || fail "make"
cd "$top/llm" || exit 1
export KRT_LIBRARY="$emulator" HIPEMU_CHECK=fatal
for format in f16 q4_K; do
    ./write_model $format.gguf $format >"$top/out" 2>&1 || fail "write_model $format"
    for target in gfx1030 gfx1100 gfx90a; do
        KRT_DEVICE=emu:$target ./llm $format.gguf --check --new 6 1 5 9 42 100 >"$top/out" 2>&1 || fail "$format on $target"
        grep -q '^decode: 5 tokens, ' "$top/out" || fail "$format on $target"
        grep '^[0-9 ]*$' "$top/out" >>tokens.$format
    done
    [ "$(wc -l <tokens.$format)" = 3 ] && [ "$(sort -u tokens.$format | wc -l)" = 1 ] ||
        fail "the tokens differ: $(cat tokens.$format)"
done

# What was sampled depends on the seed alone; a cache of f8 is less exact.
export KRT_DEVICE=emu:gfx1100
for seed in 1 1 2; do
    ./llm f16.gguf --temperature 1 --top-k 100 --top-p 0.95 --seed $seed --new 6 7 8 9 >"$top/out" 2>&1 || fail "seed $seed"
    head -n 1 "$top/out" >>sampled
done
[ "$(sort -u sampled | wc -l)" = 2 ] && [ "$(sort -u sampled | wc -w)" = 12 ] || fail "sampled: $(cat sampled)"
./llm f16.gguf --check --cache f8e4m3 --new 3 7 8 9 >"$top/out" 2>&1 || fail "a cache of f8"

# Errors have messages and exit codes.
! ./llm f16.gguf 1000 >"$top/out" 2>&1 && grep -q "beyond the model's vocabulary" "$top/out" || fail "a token that is none"
head -c 1000 f16.gguf >short.gguf
! ./llm short.gguf 1 >"$top/out" 2>&1 && grep -q KRT_ERROR_BAD_IMAGE "$top/out" || fail "a short file"
LC_ALL=C sed 's/blk[.]1[.]attn_q[.]weight/blk.1.attn_q.bias12/' f16.gguf >biased.gguf
! ./llm biased.gguf 1 >"$top/out" 2>&1 && grep -q "what to do with blk.1.attn_q.bias12" "$top/out" || fail "a tensor that is not known"
LC_ALL=C sed 's/token_embd[.]weight/rope_freqs.weight/' f16.gguf >scaled.gguf
! ./llm scaled.gguf 1 >"$top/out" 2>&1 && grep -q "scales its positions" "$top/out" || fail "factors of frequencies"
! ./llm f16.gguf --new 4294967295 7 8 >"$top/out" 2>&1 && grep -q "more than the model's context" "$top/out" || fail "2^32 - 1 tokens"
for number in 1.5 4294967296 1e20; do
    ! ./llm f16.gguf "$number" >"$top/out" 2>&1 && grep -q "not whole, or is too large" "$top/out" || fail "a token $number"
done
