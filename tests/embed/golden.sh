#!/bin/sh
# The whole text of a header in each form, for a tiny bundle.
. "$(dirname "$0")/lib.sh"

"$MAKE_BUNDLE" tiny.hsaco "$host=none:0" "${hip}-gfx90a:sramecc+:xnack-=text:100" \
    "${hip}-gfx1030=before-digits:200"
version='s/by kbuild [0-9][^ ;]*;/by kbuild VERSION;/'
for form in string incbin c23 archive; do
    expect 0 "" "$KBUILD" embed tiny.hsaco -o text.h --embed $form
    sed "$version" text.h >golden.h
    transcribe "--embed $form" golden.h
done
# What libzstd makes of an image is its own affair: zstd.sh checks the numbers.
for form in incbin c23; do
    expect 0 "" "$KBUILD" embed tiny.hsaco -o text.h --embed $form --compress zstd
    sed -E "$version; s/[0-9a-f]{16}/HASH/g; s/ *\<[0-9]+(u?)\>/ N\1/g" text.h >golden.h
    transcribe "--embed $form --compress zstd" golden.h
done
golden "$tests/golden.txt"
