# kbuild trusts a build directory only if this user's kbuild made it there. It makes a directory anew if
# it came with a checkout, an archive or a copy, or if other users may write to it.
. "$(dirname "$0")/lib.sh"

kernel src/a.cu a1
build() { kbuild build src --targets gfx90a -o "$1" --verbose; }
mode() { stat -c %a "$1"; }
anew="came from elsewhere, or was open to other users; it is made anew"

umask 0
run 0 build good
says_not "$anew"
[ "$(mode good/.kbuild)" = 700 ] || fail "open to others: $(mode good/.kbuild)"
umask 022
digests good >wanted
run 0 build good
[ "$(compiled)" = 0 ] || fail "compiled again although nothing changed"

# A moved directory stays trusted.
mv good moved
run 0 build moved
says_not "$anew"
[ "$(compiled)" = 0 ] || fail "compiled again after a move"

# Somebody puts a foreign ninja and forged outputs into the directory. kbuild trusts them here.
printf '#!/bin/sh\n: >%s\nexec ninja "$@"\n' "$TOP/foreign" >evil
chmod +x evil
forge moved/.kbuild/toolchain.json ninja "$TOP/evil"
run 0 build moved
[ -e foreign ] || fail "toolchain.json does not name ninja: the rest of this test proves nothing"
rm foreign
cp moved/.kbuild/out/kernels.h forged && echo '/* forged */' >>forged
cat forged >moved/.kbuild/out/kernels.h

# foreign OUTPUT: kbuild makes the build directory of OUTPUT anew and builds the right package.
foreign() {
    run 0 build "$1"
    says "$anew"
    [ ! -e foreign ] || fail "$1: ran a foreign ninja"
    [ "$(compiled)" = 1 ] || fail "$1: took an object that was compiled elsewhere"
    digests "$1" >found
    same wanted found
    run 0 build "$1"
    says_not "$anew"
    [ "$(compiled)" = 0 ] || fail "$1: is not trusted afterwards"
}
mkdir copy
cp -a moved/.kbuild copy
foreign copy

# kbuild does not write through links in the directory.
mkdir -p links/.kbuild
ln -s "$TOP/elsewhere" links/.kbuild/.gitignore
run 0 build links
ln -s "$TOP/elsewhere" links/.kbuild/.lock.new && mv -f links/.kbuild/.lock.new links/.kbuild/.lock
run 3 build links
[ ! -e elsewhere ] || fail "wrote through a link"

# The directory became writable for others, or belongs to another user.
chmod 755 copy/.kbuild
foreign copy
if [ "$(id -u)" = 0 ]; then
    chown 65534 copy/.kbuild
    run 3 build copy
    says "belongs to another user"
fi

# The same holds for the cached device libraries of 'kbuild flags'.
export XDG_CACHE_HOME="$TOP/cache"
run 0 kbuild flags --targets gfx1100
flags=cache/kbuild/flags
[ "$(mode $flags)" = 700 ] || fail "open to others: $flags"
if libraries=$(find $flags/device-libs -mindepth 1 -type d 2>/dev/null) && [ "$libraries" ]; then
    echo damaged >"$libraries/foreign.bc"
    chmod 777 $flags
    run 0 kbuild flags --targets gfx1100
    [ ! -e "$libraries/foreign.bc" ] || fail "kept a file that another user may have put there"
    echo damaged >"$libraries/foreign.bc"
    cp -a $flags copied && rm -r $flags && mv copied $flags
    run 0 kbuild flags --targets gfx1100
    [ ! -e "$libraries/foreign.bc" ] || fail "kept a file of a copy"
    [ "$(id -u)" = 0 ] && chown 65534 $flags && run 3 kbuild flags --targets gfx1100
fi

# kbuild does not run with another user's rights.
if [ "$(id -u)" = 0 ]; then
    cp "$KBUILD" kbuild
    chown 65534 kbuild
    chmod 4755 kbuild
    chmod 755 .
    ./kbuild --version >.out 2>.err
    rc=$? # the leak sanitizer fails in a setuid program
    [ $rc = 3 ] || grep -q LeakSanitizer .err || fail "a setuid kbuild"
    says "must not be setuid"
fi
exit 0
