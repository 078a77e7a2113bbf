# --launcher and KBUILD_LAUNCHER: the compile jobs go through a cache, and hit it when they can.
. "$(dirname "$0")/lib.sh"

command -v ccache >/dev/null || skip "no ccache here"
export CCACHE_DIR="$TOP/cache"
kernel one/src/a.cu a1
cp -r one two
cd one && run 0 kbuild build src --targets gfx1030,gfx90a -o out --launcher ccache
cd ../two && run 0 env KBUILD_LAUNCHER=ccache "$KBUILD" build src --targets gfx1030,gfx90a -o out
cd ..
hits=$(ccache --print-stats | awk '$1 ~ /^(direct|preprocessed)_cache_hit$/ { n += $2 } END { print n }')
[ "$hits" = 2 ] || fail "$hits hits from another directory, not 2"
digests one/out >first
digests two/out >second
same first second

# Another constant of the device libraries is another key: ccache does not look at them by itself.
grep -q 'CCACHE_COMPILERCHECK' one/out/.kbuild/build.ninja && fail "the key is in the commands"
exit 0
