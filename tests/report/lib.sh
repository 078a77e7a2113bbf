# Sourced by the tests of `kbuild report`. CMakeLists.txt sets KBUILD, MAKE_PAGE, OBJECTS and ARTEFACTS.
. "$(dirname "$0")/../lib.sh"

# A browser without a window, with a profile of this test's own. What it says goes to .log.
browse() {
    timeout 120 "$BROWSER" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage \
        --user-data-dir="$TOP/profile" --enable-logging=stderr --window-size=1400,1900 "$@" 2>"$TOP/.log"
}

find_browser() {
    BROWSER=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
        skip "no chromium here (Debian: apt-get install chromium)"
    echo '<title>up</title><p>it is up</p>' >"$TOP/up.html"
    browse --dump-dom "file://$TOP/up.html" | grep -q 'it is up' || skip "chromium does not start here"
}

# dom PAGE[#STATE]: the document after its script ran, in dom.html; nothing may have gone wrong.
dom() {
    browse --dump-dom "file://$TOP/$1" >dom.html || fail "the browser failed: $1 ($(tail -3 "$TOP/.log"))"
    ! grep -i 'CONSOLE' "$TOP/.log" || fail "the console is not empty: $1"
}

has() { grep -qF -e "$1" dom.html || fail "the document lacks: $1"; }
has_not() { ! grep -qF -e "$1" dom.html || fail "the document has: $1"; }

# The table's rows as lines: its cells, each behind a '|'.
table_rows() {
    tr '\n' ' ' <dom.html | sed -e 's/.*id="table"//' -e 's/<tbody>/\n/; s/<\/tbody>.*//' |
        sed -e 1d -e 's/<\/tr>/\n/g' | grep 'aria-rowindex' |
        sed -e 's/<t[dh][^>]*>/|/g' -e 's/<[^>]*>//g'
}
