# What is in a build directory is believed only where this user's kbuild has made it: one that came
# by a checkout, an archive or a copy, or that others may write, is made anew.
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
[ "$(compiled)" = 0 ] || fail "compiled again what is there"

# It stays good where it is moved to.
mv good moved
run 0 build moved
says_not "$anew"
[ "$(compiled)" = 0 ] || fail "compiled again after a move"

# A foreign ninja and forged outputs, by one who knows all names: believed where they were made.
printf '#!/bin/sh\n: >%s\nexec ninja "$@"\n' "$TOP/foreign" >evil
chmod +x evil
sed -i 's,"ninja": "[^"]*","ninja": "'"$TOP/evil"'",' moved/.kbuild/toolchain.json
run 0 build moved
[ -e foreign ] || fail "toolchain.json says nothing of ninja: the rest of this test proves nothing"
rm foreign
cp moved/.kbuild/out/kernels.h forged && echo '/* forged */' >>forged
cat forged >moved/.kbuild/out/kernels.h

# foreign OUTPUT: as the copy that is there now, and none the worse for it.
foreign() {
    run 0 build "$1"
    says "$anew"
    [ ! -e foreign ] || fail "$1: ran a foreign ninja"
    [ "$(compiled)" = 1 ] || fail "$1: took what was compiled elsewhere"
    digests "$1" >found
    same wanted found
    run 0 build "$1"
    says_not "$anew"
    [ "$(compiled)" = 0 ] || fail "$1: is not the user's own afterwards"
}
mkdir copy
cp -a moved/.kbuild copy
foreign copy

# Links that come along lead nowhere.
mkdir -p links/.kbuild
ln -s "$TOP/elsewhere" links/.kbuild/.gitignore
run 0 build links
ln -s "$TOP/elsewhere" links/.kbuild/.lock.new && mv -f links/.kbuild/.lock.new links/.kbuild/.lock
run 3 build links
[ ! -e elsewhere ] || fail "wrote through a link"

# Open to others meanwhile, or another user's.
chmod 755 copy/.kbuild
foreign copy
if [ "$(id -u)" = 0 ]; then
    chown 65534 copy/.kbuild
    run 3 build copy
    says "belongs to another user"
fi

# So it is with device libraries that are kept for 'flags'.
export XDG_CACHE_HOME="$TOP/cache"
run 0 kbuild flags --targets gfx1100
libraries=$(find cache -type d -name device-libs)
if [ "$libraries" ]; then
    [ "$(mode "$libraries")" = 700 ] || fail "open to others: $libraries"
    echo damaged >"$libraries/foreign.bc"
    chmod 777 "$libraries"
    run 0 kbuild flags --targets gfx1100
    [ ! -e "$libraries/foreign.bc" ] || fail "kept what another user may have put there"
    [ "$(id -u)" = 0 ] && chown 65534 "$libraries" && run 3 kbuild flags --targets gfx1100
fi

# kbuild does not run with another user's rights.
if [ "$(id -u)" = 0 ]; then
    cp "$KBUILD" kbuild
    chown 65534 kbuild
    chmod 4755 kbuild
    chmod 755 .
    ./kbuild --version >.out 2>.err
    rc=$? # a sanitizer's look for leaks fails in a setuid program
    [ $rc = 3 ] || grep -q LeakSanitizer .err || fail "a setuid kbuild"
    says "must not be setuid"
fi
exit 0
