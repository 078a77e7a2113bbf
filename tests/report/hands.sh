#!/bin/sh
# The page used: heads clicked, words typed, tables scrolled, the picture clicked.
. "$(dirname "$0")/lib.sh"
find_browser
"$MAKE_PAGE" 748 >many.html

# drive SCRIPT: a copy of the page without its policy, and SCRIPT to be run in it; say(TEXT) answers,
# later(F) goes on when the page has drawn itself. Messages are in said.txt.
# The browser's clock is virtual and may run out before a slow machine draws one frame; so frames are
# timers here, and the scroll event that would come with the next frame is sent by hand.
drive() {
    sed -e '/Content-Security-Policy/d' -e '/<\/body>/d' -e '/<\/html>/d' \
        -e 's|<head>|&<script>window.requestAnimationFrame = (draw) => setTimeout(draw, 16);</script>|' \
        many.html >driven.html
    grep -q 'window.requestAnimationFrame =' driven.html || fail "the page has no <head>"
    cat >>driven.html <<END
<script>
"use strict";
const answer = document.createElement("pre");
answer.id = "said";
document.body.append(answer);
const say = (text) => (answer.textContent += "say:" + text + "\n");
const later = (then) => setTimeout(then, 300);
const scroll = (element, top) => { element.scrollTop = top; element.dispatchEvent(new Event("scroll")); };
const one = (selector) => document.querySelector(selector);
const cells = (column) => [...document.querySelectorAll("#table tbody tr[aria-rowindex]")]
  .map((row) => row.children[column].textContent);
$1
</script>
</body></html>
END
    browse --virtual-time-budget=5000 --dump-dom "file://$TOP/driven.html" >dom.html
    ! grep -i 'CONSOLE' "$TOP/.log" || fail "the console is not empty"
    sed -n 's/.*say://p' dom.html >said.txt
}
said() { grep -qxF -e "$1" said.txt || fail "not said: $1; but: $(cat said.txt)"; }

# A head sorts, the second click turns the order round, and the address follows.
drive '
const head = [...document.querySelectorAll("#table thead button")].find((b) => b.textContent === "VGPR");
head.click();
const first = +cells(5)[0];
say("down " + cells(5).every((v, i, all) => i === 0 || +all[i - 1] >= +v));
say(head.parentNode.getAttribute("aria-sort"));
say(location.hash);
head.click();
say("up " + (+cells(5)[0] < first && cells(5).every((v, i, all) => i === 0 || +all[i - 1] <= +v)));
say(location.hash);'
said 'down true'
said descending
said '#sort=vgpr&amp;dir=desc'
said 'up true'
said '#sort=vgpr&amp;dir=asc'

# Typing filters; "/" goes to the field; so does a target, and both are in the address.
drive '
document.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true }));
say("focus " + document.activeElement.id);
one("#filter").value = "gemm vgpr>100";
one("#filter").dispatchEvent(new Event("input"));
later(() => {
  say("gemm " + (cells(0).length > 0 && cells(0).every((name) => name.startsWith("gemm"))));
  say("vgpr " + cells(5).every((v) => +v > 100));
  one("#target").value = "gfx1100";
  one("#target").dispatchEvent(new Event("change"));
  say("target " + cells(2).every((v) => v === "gfx1100"));
  say(location.hash);
});'
said 'focus filter'
said 'gemm true'
said 'vgpr true'
said 'target true'
said '#filter=gemm+vgpr%3E100&amp;target=gfx1100'

# Scrolling brings other rows, to the very last, and keeps the document small.
drive '
const table = one("#table"), before = cells(0)[0];
scroll(table, table.scrollHeight);
later(() => {
  const rows = [...table.querySelectorAll("tr[aria-rowindex]")];
  say("last " + rows.at(-1).getAttribute("aria-rowindex"));
  say("few " + (rows.length < 100) + " " + (cells(0)[0] !== before));
  say("below " + table.querySelector("tbody").lastChild.firstChild.style.height);
});'
said 'last 2245'
said 'few true true'
said 'below 0px'

# A click on the picture finds the kernel in the list.
drive '
const picture = one("#overview"), box = picture.getBoundingClientRect();
const at = (type, share) => picture.dispatchEvent(new MouseEvent(type,
  { clientX: box.left + box.width * share, clientY: box.top + 4, bubbles: true }));
at("pointermove", 0.5);
say("title " + /\ngfx1030: \d+ of 16 waves/.test(picture.title));
const name = picture.title.split("\n")[0];
at("click", 0.5);
one("#map").dispatchEvent(new Event("scroll"));
later(() => {
  const rows = [...document.querySelectorAll("#map tbody th")].map((cell) => cell.textContent);
  say("found " + rows.includes(name) + " " + (one("#map").scrollTop > 1000));
});'
said 'title true'
said 'found true true'
