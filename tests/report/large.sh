#!/bin/sh
# A hundred thousand rows: the document stays small.
. "$(dirname "$0")/lib.sh"
find_browser
"$MAKE_PAGE" 33334 >large.html
dom 'large.html#sort=code&filter=gemm'
has 'data-ready="true"'
has '16,668 of 100,002 rows'
[ "$(table_rows | wc -l)" -le 100 ] || fail "too many rows in the document"
