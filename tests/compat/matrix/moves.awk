# The kernels of moves.cu, whose asm must be a literal text.
function list(format, count,    i, text) {
    for (i = 0; i < count; ++i)
        text = text (i ? ", " : "") sprintf(format, i)
    return text
}
BEGIN {
    while ((getline line < "/dev/stdin") > 0)
        print line
    for (count = 1; count <= 4; count *= 2)
        for (trans = 0; trans < 2; ++trans) {
            t = (trans ? ".trans" : "") (count == 1 ? "" : ".shared") # or a generic address
            from = count == 1 ? "\"l\"(rows[warp][0][row_of(lane)])" : "\"r\"(from)"
            to = count == 1 ? "\"l\"(rows[warp][1][row_of(lane)])" : "\"r\"(to)"
            printf "__global__ void move_%d_%d(unsigned *loaded, unsigned short *stored)\n{\n    BEGIN\n", count, trans
            printf "    asm volatile(\"ldmatrix.sync.aligned.m8n8.x%d%s.b16 {%s}, [%%%d];\" : %s : %s);\n",
                count, t, list("%%%d", count), count, list("\"=r\"(r[%d])", count), from
            text = ""
            for (i = 0; i < count; ++i)
                text = text (i ? ", " : "") "%" (i + 1)
            printf "    asm volatile(\"stmatrix.sync.aligned.m8n8.x%d%s.b16 [%%0], {%s};\" : : %s, %s : \"memory\");\n",
                count, t, text, to, list("\"r\"(r[%d])", count)
            print "    END\n}"
            calls = calls sprintf("    check(\"x%d%s\", move_%d_%d, %d, %d);\n", count, t, count, trans, count, trans)
        }
    printf "int main()\n{\n%s    check_transpose();\n    return 0;\n}\n", calls
}
