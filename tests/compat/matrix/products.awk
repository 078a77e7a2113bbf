# instructions.txt -> a program with a kernel for each instruction. Prints a line for each instruction and kind of
# operands; the same program runs on NVIDIA GPUs. -v each=2 -v part=0 makes a program of every second instruction;
# -v few=1 leaves out instructions, but no shape, pair of types, or clamping of a shape.
BEGIN {
    print "#include <cuda_runtime.h>\n#include \"products.hpp\"\n"
    print "#define LOAD(COUNT, FROM, TO) for (int i = 0; i < COUNT; ++i) TO[i] = FROM[threadIdx.x * COUNT + i];"
    register["f32"] = "f"; register["f64"] = "d"
    type["f"] = "float"; type["d"] = "double"; type["r"] = "unsigned"
}
# The operands of asm from number |first| on: {%4,%5}.
function numbers(first, count,    i, text) {
    for (i = 0; i < count; ++i)
        text = text (i ? "," : "") "%" (first + i)
    return "{" text "}"
}
function operands(constraint, name, count,    i, text) {
    for (i = 0; i < count; ++i)
        text = text (i ? ", " : "") "\"" constraint "\"(" name "[" i "])"
    return text
}
function instruction(text, shape, d, a, b, c, clamp, operation,    name, mnk, ab, cc, dd, na, nb, nc) {
    if (each && ++number % each != part) # some of them
        return
    name = "mma_" ++count
    split(shape, mnk, /[mnk]/)
    ab = a == "f64" ? "d" : "r"
    cc = c in register ? register[c] : "r"
    dd = d in register ? register[d] : "r"
    quads = shape == "m8n8k4" && a == "f16" ? 4 : 1 # products at once
    na = quads * mnk[2] * mnk[4] / 32 / (sparse ? 2 : 1) * width[a] / (ab == "d" ? 64 : 32)
    nb = quads * 8 * mnk[4] / 32 * width[b] / (ab == "d" ? 64 : 32)
    nc = quads * mnk[2] / 4 / (c == "f16" ? 2 : 1)
    nd = quads * mnk[2] / 4 / (d == "f16" ? 2 : 1)
    printf "__global__ void %s(const %s *from_a, const %s *from_b, const %s *from_c, %s *to, const unsigned *metadata)\n{\n", name, type[ab], type[ab], type[cc], type[dd]
    printf "    %s a[%d], b[%d];\n    %s c[%d];\n    %s d[%d];\n", type[ab], na, nb, type[cc], nc, type[dd], nd
    printf "    LOAD(%d, from_a, a) LOAD(%d, from_b, b) LOAD(%d, from_c, c)\n", na, nb, nc
    printf "    asm volatile(\"mma.%ssync.aligned.%s%s %s, %s, %s, %s%s;\" : %s : %s, %s, %s%s);\n", sparse ? "sp." : "", kind, text,
        numbers(0, nd), numbers(nd, na), numbers(nd + na, nb), numbers(nd + na + nb, nc),
        sparse ? sprintf(", %%%d, %d", nd + na + nb + nc, selector) : "", operands("=" dd, "d", nd),
        operands(ab, "a", na), operands(ab, "b", nb), operands(cc, "c", nc),
        sparse ? ", \"r\"(metadata[threadIdx.x])" : ""
    printf "    for (int i = 0; i < %d; ++i) to[threadIdx.x * %d + i] = d[i];\n}\n", nd, nd
    title = kind (sparse ? "sp" selector "." : "") text
    calls = calls sprintf("    if (count < 2 || strstr(\"%s\", words[1]))\n        run<%s, %s, %s>(\"%s\", shape{%d, %d, %s, %s, %s, %s, %s, %s}, %s, %d, %d, %d, %d);\n",
        title, type[ab], type[cc], type[dd], title, mnk[2], mnk[4], toupper(a), toupper(b), toupper(c), toupper(d), clamp ? "true" : "false", operation " != 0, " (quads == 4 ? "true" : "false") ", " (text ~ /k4.row/ ? "true" : "false") ", " (text ~ /row.f|row.row/ ? "true" : "false") ", " (sparse ? "true" : "false") ", " 0 + selector, name, na, nb, nc, nd)
}
$1 == "width" { width[$2] = $3; next }
/^#/ || NF == 0 { next }
$1 == "kind" { kind = NF > 1 ? "kind::" $2 "." : ""; next } # of those that follow
kind && sm_90 { next }
$1 == "sparse" { sparse = 1; selector = $2; next } # those that follow
$1 == "m8n8k4" && $3 == "f16" {
    for (i = 0; i < 4; ++i)
        instruction($1 (i < 2 ? ".row" : ".col") (i % 2 ? ".row." : ".col.") $2 ".f16.f16." $5, $1, $2, $3, $4, $5, 0, 0)
    next
}
{ # SHAPE D A B C, where A and B are lists
    n_a = split($3, as, ","); n_b = split($4, bs, ",")
    for (i = 1; i <= n_a; ++i)
        for (j = 1; j <= n_b; ++j) {
            types = $2 "." as[i] "." bs[j] "." $5
            if (sm_90 && sparse && types ~ /^f16.e/) # sm_120
                continue
            if (as[i] == "b1") {
                instruction($1 ".row.col." types ".and.popc", $1, $2, as[i], bs[j], $5, 0, 1)
                if (!sm_90) # which lacks it
                    instruction($1 ".row.col." types ".xor.popc", $1, $2, as[i], bs[j], $5, 0, 0)
                continue
            }
            other = (i + j) % 2 # with few, types of a and b that differ: f16 instead of f32, and clamped
            if (!few || ($2 == "s32" ? !other : n_a * n_b == 1 || other == ($2 == "f16")))
                instruction($1 ".row.col." types, $1, $2, as[i], bs[j], $5, 0, 0)
            if ($2 == "s32" && (!few || other))
                instruction($1 ".row.col.satfinite." types, $1, $2, as[i], bs[j], $5, 1, 0)
        }
}
END { printf "\nint main(int count, char **words)\n{\n%s    return 0;\n}\n", calls }
