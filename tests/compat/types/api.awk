# From NVIDIA's cuda_fp16.h, cuda_bf16.h and cuda_fp8.h, without comments and with their #defines, to
# the list of what they declare, one a line:
#
#   both|device <tab> result <tab> name <tab> parameter types   a function or an operator
#   implicit|explicit <tab> type <tab> from <tab> type          a constructor
#   implicit|explicit <tab> type <tab> to <tab> type            a conversion operator
#   assign <tab> type <tab> from <tab> type                     an assignment
#   type|macro <tab> name
#
# Names of the headers' own machinery (__internal_...) are not in it.

function trim(s) { gsub(/[ \t\n]+/, " ", s); sub(/^ /, "", s); sub(/ $/, "", s); return s }

# A parameter's type: without its name, its default and a const that is its own.
function parameter_type(s) {
    sub(/=.*/, "", s)
    s = trim(s)
    if (s ~ /\*/) { sub(/\*.*/, "*", s); return s }
    if (s ~ /&&/) { sub(/&&.*/, "\\&\\&", s); return s }
    if (s ~ /&/) { sub(/&.*/, "\\&", s); return s }
    sub(/^const /, "", s)
    if (s ~ /^(int|float|double)$/ || s !~ / /) return s
    if (s ~ / (int|long|short|char)$/) return s
    sub(/ [A-Za-z_0-9]+$/, "", s)
    return s
}

function parameter_types(s, parts, n, i, list) {
    n = split(s, parts, ",")
    for (i = 1; i <= n; i++) list = list (i > 1 ? ", " : "") parameter_type(parts[i])
    return list
}

function function_seen(where, text, open, name, words, n) {
    text = trim(text)
    open = index(text, "(")
    args = substr(text, open + 1)
    sub(/\)[^)]*$/, "", args)
    text = trim(substr(text, 1, open - 1))
    if (text ~ /operator/) {
        name = substr(text, index(text, "operator"))
        gsub(/ /, "", name)
        text = trim(substr(text, 1, index(text, "operator") - 1))
    } else {
        n = split(text, words, " ")
        name = words[n]
        sub(/ ?[A-Za-z_0-9]+$/, "", text)
    }
    if (name ~ /^__internal/ || text == "") return
    gsub(/ &/, "\\&", text)
    print where "\t" trim(text) "\t" name "\t" parameter_types(args)
}

function member_seen(text, kind, what) {
    gsub(/__NV_SILENCE_DEPRECATION_(BEGIN|END)/, "", text)
    text = trim(text)
    kind = text ~ /(^| )explicit / ? "explicit" : "implicit"
    gsub(/(^| )explicit /, " ", text)
    gsub(/__CUDA_[A-Z0-9_]*(CONSTEXPR|HOSTDEVICE|FP8)[A-Z0-9_]*/, "", text)
    text = trim(text)
    sub(/\) ?:.*/, ")", text)
    if (text ~ /^operator [^(]*\(\)/) {
        what = text
        sub(/^operator /, "", what)
        sub(/\(\).*/, "", what)
        print kind "\t" class "\tto\t" trim(what)
    } else if (text ~ /operator=/ && text !~ /volatile/) {
        what = text
        sub(/.*operator=\(/, "", what)
        sub(/\).*/, "", what)
        print "assign\t" class "\tfrom\t" parameter_types(what)
    } else if (index(text, class "(") == 1 && text !~ /\(\)/) {
        what = substr(text, length(class) + 2)
        sub(/\).*/, "", what)
        print kind "\t" class "\tfrom\t" parameter_types(what)
    }
}

/^#define CUDART_[A-Z0-9_]+ /{ print "macro\t" $2 }
/^#define __(HALF|BFLOAT16)[0-9A-Z_]*_TO_/{ sub(/\(.*/, "", $2); print "macro\t" $2 }
/^#/ { next }
{ text = text "\n" $0 }

END {
    # One statement after another: up to ; or a brace.
    depth = 0
    while (match(text, /[;{}]/)) {
        piece = substr(text, 1, RSTART - 1)
        mark = substr(text, RSTART, 1)
        text = substr(text, RSTART + 1)
        gsub(/public:|protected:/, "", piece)
        plain = trim(piece)
        if (mark == "{" && plain ~ /^(typedef )?(struct|enum) / && class == "") {
            class = plain
            sub(/^(typedef )?(struct|enum) /, "", class)
            sub(/__CUDA_ALIGN__\([0-9]+\)/, "", class)
            class = trim(class)
            class_depth = depth
        } else if (depth == class_depth + 1 && class != "" && plain ~ /(HOSTDEVICE__|HOSTDEVICE_FP8__)/) {
            member_seen(piece)
        } else if (class == "" && depth == 0) {
            if (plain ~ /^typedef /) {
                n = split(plain, words, " ")
                print "type\t" words[n]
            } else if (plain ~ /^__CUDA_HOSTDEVICE_(FP16|BF16|FP8)_DECL__ /) {
                sub(/^__CUDA_[A-Z0-9_]+ /, "", plain)
                function_seen("both", plain)
            } else if (plain ~ /^__CUDA_(FP16|BF16|FP8)_DECL__ /) {
                sub(/^__CUDA_[A-Z0-9_]+ /, "", plain)
                sub(/__CUDA_FP16_DEPRECATED__\([^)]*\)+/, "", plain)
                function_seen("device", plain)
            } else if (plain ~ /^__CUDA_HOSTDEVICE__ .*operator[^ (]/ && plain !~ /::/) {
                sub(/^__CUDA_HOSTDEVICE__ /, "", plain)
                sub(/__(CUDA_FP16|CUDA_BF16)_[A-Z]+__ |__forceinline__ /, "", plain)
                function_seen("both", plain)
            }
        }
        if (mark == "{") depth++
        if (mark == "}") {
            depth--
            if (class != "" && depth == class_depth) {
                if (class !~ /^$/) print "type\t" class
                class = ""
                # The name of a typedef without a tag stands behind the brace.
                if (match(text, /^ *[A-Za-z_0-9]+;/)) {
                    name = substr(text, RSTART, RLENGTH - 1)
                    print "type\t" trim(name)
                }
            }
        }
    }
}
