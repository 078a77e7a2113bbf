# kbuild targets: the table, one target, JSON, and unknown names.
source=$(cd "$(dirname "$0")/../.." && pwd)/tools/kbuild/commands/products.c
. "$(dirname "$0")/lib.sh"
targets() {
    wanted=$1
    shift
    "$KBUILD" targets "$@" >out 2>err
    rc=$?
    [ $rc = "$wanted" ] || fail "exit code $rc, not $wanted: targets $*"
}
line() { grep -qE -e "$1" out || fail "no line $1"; }

targets 0
line "^gfx90a +CDNA2 +64 +512 +64 KiB +sramecc,xnack +no clang"
says "No clang was found"

fake_rocm "$top/root/opt/rocm" 17.0.0
targets 0
line "^gfx1030 +RDNA2 +32 +1024 +64 KiB +gfx10-3-generic +yes +RX 6900 XT, "
line "^gfx1100 .* gfx11-generic +supplied RX 7900 XTX, RX 7900 XT, "
line "^gfx1201 .* no +RX 9070 XT, "
line "^gfx1036 .*[a-z]$"
line "^gfx11-generic .* itself +no$"
says "clang 17.0.0 ($top/root/opt/rocm/llvm/bin/clang++)"

targets 0 gfx1100 gfx90a:xnack-
line "^gfx1100$"
line "^  LDS of a workgroup +65536 bytes$"
line "^  ISA file +oclc_isa_version_1100.bc$"
line "^gfx90a:xnack-$"
line "^  features +sramecc,xnack$"
targets 0 gfx11-generic
line "^  members +gfx1100 gfx1101"
targets 0 --json gfx1100
says '"here": "supplied"'
says '"lds": 65536'
says_not gfx90a
targets 0 --json
[ "$(grep -c '"target":' out)" -gt 40 ] || fail "not the whole table"

# Names of products, of whole words, with or without what is on all boxes. Each row of their table is found.
targets 0 --json
[ "$(grep -c '"products": \[$' out)" = "$(grep -c '^    {"gfx' "$source")" ] ||
    fail "products of no processor"
for name in 'RX 7900 XTX' '7900 xtx' 'AMD Radeon RX 7900 XTX' '7900'; do
    targets 0 "$name"
    line "^gfx1100$"
    line "^  products +RX 7900 XTX, RX 7900 XT, "
    [ "$(grep -c '^gfx' out)" = 1 ] || fail "$name: $(grep '^gfx' out)"
done
targets 0 MI25 'AMD Instinct MI250' --json
says '"target": "gfx900"'
says '"target": "gfx90a"'
[ "$(grep -c '"target":' out)" = 2 ] || fail "others, too"
for name in MI2 '' ' ' , 'AMD Radeon '; do
    targets 1 "$name"
    says "'kbuild targets' lists all"
done

targets 1 gfx1105
says "unknown processor 'gfx1105'"
says "gfx1100"
[ ! -s out ] || fail "printed something to standard output too"
targets 1 gfx1100:xnack+
says "gfx1100 has no feature 'xnack' to choose"
targets 3 --clang 99
says "--clang '99': no such clang"
exit 0
