#!/bin/sh
# The page in a real browser: drawn, sorted, filtered, harmless, without a word on the console.
. "$(dirname "$0")/lib.sh"
find_browser

"$MAKE_PAGE" 748 >many.html
"$MAKE_PAGE" hostile >hostile.html

# Nothing comes from elsewhere: no address, no import, no attribute that loads.
! grep -nEi '(https?:)?//[a-z0-9.-]+\.[a-z]|@import|url\(|<(link|iframe|img|object|embed)|\bsrc=' many.html ||
    fail "the page names something remote"

# The rows in sight are there, and no more.
dom many.html
has 'data-ready="true"'
has 'data-shown="2244"'
has '2,244 of 2,244 rows'
has 'aria-rowcount="2245"'
count=$(table_rows | wc -l)
[ "$count" -ge 20 ] && [ "$count" -le 100 ] || fail "$count rows in the document"

# sorted COLUMN ORDER: the column's numbers, in the order that sort calls ORDER.
sorted() {
    table_rows | cut -d'|' -f"$1" | tr -d ',' >column
    [ -s column ] || fail "no column $1"
    sort "$2" -s column | cmp -s - column || fail "column $1 is not sorted by $2: $(tr '\n' ' ' <column)"
}
sorted 5 -n
dom 'many.html#sort=vgpr'
sorted 7 -nr
has 'aria-sort="descending"'
highest=$(head -1 column)
dom 'many.html#sort=vgpr&dir=asc'
sorted 7 -n
[ "$(head -1 column)" -lt "$highest" ] || fail "both ends are $highest"
dom 'many.html#sort=kernel&dir=desc'
sorted 2 -r

# Filters: words, comparisons, target; what they leave is what a count of the data says.
dom 'many.html#sort=vgpr&filter=softmax'
has 'data-shown="375"' # 125 of 748 are softmax, on three targets
table_rows | grep -v '^ *|softmax' && fail "a row that is not a softmax"
dom 'many.html#filter=SoftMax+_f16&target=gfx90a'
table_rows | grep -q . || fail "no softmax f16"
table_rows | grep -v 'softmax_f16_[0-9]*|softmax|gfx90a|' && fail "a row that does not fit"
dom 'many.html#filter=vgpr%3E200'
table_rows | awk -F'|' '$7 <= 200 { exit 1 }' || fail "a row of 200 VGPRs or fewer"
table_rows | grep -q . || fail "no row of more than 200 VGPRs"
dom 'many.html#filter=spills%3E0'
table_rows | awk -F'|' '$9 + $10 == 0 { exit 1 }' || fail "a row without spills"
dom 'many.html#filter=nothing+has+this+name'
has 'No kernel fits this filter.'
has 'data-shown="0"'
dom 'many.html#sort=nonsense&target=gfx9999&filter=vgpr%3E'
has 'data-shown="0"'

# Names stay names.
dom hostile.html
has '&lt;/script&gt;&lt;script&gt;'
has '&lt;img src=x onerror='
has '&lt;i&gt;module'
has 'kernel&lt;float, 4&gt;(float*, int)'
has 'data-shown="5"'
has_not '<img'
has_not '<title>broken'

# The policy lets nothing run but our script: one byte more and it stands still, and the console,
# which is empty above, says so.
sed 's/"use strict";/"use strict"; /' many.html >other.html
browse --dump-dom "file://$TOP/other.html" >dom.html
has_not 'data-ready'
grep -q 'CONSOLE.*Content Security Policy' "$TOP/.log" || fail "a changed script was not refused"

# Without a script there is a summary, which this document is; and what needs one is out of sight.
has '<th scope="row">gfx1030</th>'
has '<section id="kernels" aria-labelledby="kernels-title" hidden="">'
grep -q '<noscript>.*switched off' many.html || fail "nothing tells a reader without scripts"

# For people: what it looks like.
mkdir -p "$ARTEFACTS"
for scheme in light:1 dark:0; do
    browse --blink-settings="preferredColorScheme=${scheme#*:}" \
        --screenshot="$ARTEFACTS/report-${scheme%:*}.png" "file://$TOP/many.html"
    [ -s "$ARTEFACTS/report-${scheme%:*}.png" ] || fail "no screenshot"
done

# A hundred thousand rows: the document stays small.
"$MAKE_PAGE" 33334 >large.html
dom 'large.html#sort=code&filter=gemm'
has 'data-ready="true"'
has '16,668 of 100,002 rows'
[ "$(table_rows | wc -l)" -le 100 ] || fail "too many rows in the document"
