# functions.tsv -> a source with one function a line that calls the line's function with arguments
# of exactly its parameters' types and holds its type against the line's.
# -v side=d or h; exceptions.tsv comes first on the command line
BEGIN {
    FS = "\t"
    print "#include \"kbuild/cuda_prelude.h\"\n#include <type_traits>"
}
/^#/ { next }
FILENAME ~ /exceptions/ { skip[$1, $2, $3] = 1; next }
side == "h" && $1 != "hd" { next }
(side, $3, $4) in skip { next }
{
    n = $4 == "void" ? 0 : split($4, types, /, */)
    params = args = ""
    for (i = 1; i <= n; i++) {
        params = params (i > 1 ? ", " : "") types[i] " a" i
        args = args (i > 1 ? ", " : "") "a" i
    }
    printf "#line %d \"functions.tsv\"\n", FNR
    printf "%s %s probe_%d(%s) { ", side == "h" ? "__host__" : "__device__", $2, FNR, params
    if ($2 != "void") {
        printf "static_assert(std::is_same<decltype(%s(%s)), %s>::value, \"another type\"); ", $3, args, $2
        printf "return "
    }
    printf "%s(%s); }\n", $3, args
}
