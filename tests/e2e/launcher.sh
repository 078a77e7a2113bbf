# --launcher and KBUILD_LAUNCHER run the compile jobs through a cache, which has hits.
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

# The device libraries are part of the cache's key, since ccache does not read them by itself.
grep -q 'CCACHE_COMPILERCHECK' one/out/.kbuild/build.ninja && fail "the key is in the commands"

# The compiler gets the same options as from a launcher that only runs it, which decide the addresses of its memory.
find_clang
wrap_clang <<EOF
#!/bin/sh
case " \$* " in *" -c "*) printf '%s\\n' "\$@" | sort >"$TOP/seen" ;; esac
exec "$real" "\$@"
EOF
cd two
run 0 kbuild build src --targets gfx1030 -o plain --clang "$TOP/bin/clang++" --launcher env
mv ../seen ../plain
run 0 env CCACHE_RECACHE=1 "$KBUILD" build src --targets gfx1030 -o cached --clang "$TOP/bin/clang++" --launcher ccache
cd ..
same plain seen
exit 0
