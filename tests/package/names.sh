# ./dev packages installs the packages of debian-packages.txt under the names that the release has, and goes on without
# those that it lacks.
. "$(dirname "$0")/../lib.sh"
mkdir bin
fake() { { echo '#!/bin/sh' && cat; } >"bin/$1" && chmod +x "bin/$1"; }
echo 'echo 0' | fake id
echo 'cat "$TOP/known"' | fake apt-cache
echo 'echo "$*" >>"$TOP/log"' | fake apt-get
echo 'cat "$TOP/installed"' | fake dpkg-query
export TOP PATH="$TOP/bin:$PATH"
grep -v -e '^#' -e '|' -e '^$' "$SOURCE/debian-packages.txt" >everywhere

# packages NAME...: runs it on a release that has these packages, besides those with one name everywhere.
packages() {
    printf '%s\n' "$@" | cat everywhere - >known
    rm -f log
    run 0 "$SOURCE/dev" packages
}
: >installed
for release in "libclang-15-dev libdw1 libmsgpack-dev clangd-15" "libclang-17-dev libdw1t64 libmsgpack-c-dev clangd" \
    "libclang-dev libdw1t64 libmsgpack-c-dev clangd"; do
    # shellcheck disable=SC2086 # a list of words
    packages $release clangd libclang-dev libmsgpack-dev
    says_not "does not have"
    [ "$(sed -n 1p log)" = "update -q" ] || fail "the list of packages was not updated first"
    sed -n 's/.*--no-install-recommends //p' log | tr ' ' '\n' | sort >asked
    # shellcheck disable=SC2086
    printf '%s\n' $release | cat everywhere - | sort -u >wanted
    sort -u asked | diff wanted - || fail "asked for other packages"
done

# Where chromium has another name, the rest is installed.
grep -vx chromium everywhere >fewer && mv fewer everywhere
packages libclang-17-dev libdw1t64 libmsgpack-c-dev clangd
says "this release does not have chromium"
! grep -qw chromium log || fail "apt was asked for chromium"
grep -qw valgrind log || fail "apt was not asked for the others"

# What is there is not asked for, by whichever of its names.
sed 's/^/installed /' known >installed
packages libclang-dev libdw1 libmsgpack-dev clangd
[ ! -e log ] || [ "$(grep -c . log)" = 0 ] || fail "apt was asked: $(cat log)"
