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
    for (bits = 8; bits >= 4; bits -= 2)
        for (trans = 0; trans < 2; ++trans)
            for (count = 1; count <= 4 && !(bits == 8 && !trans) && !(trans && count == 4); count *= 2) {
                registers = count * (trans ? 2 : 1)
                format = (trans ? "m16n16.x" : "m8n16.x") count (trans ? ".trans" : "") ".shared." \
                    (bits == 8 ? "b8" : bits == 6 ? "b8x16.b6x16_p32" : "b8x16.b4x16_p64")
                name = "load_" bits "_" trans "_" count
                printf "__global__ void %s(unsigned *loaded, unsigned short *stored)\n{\n    BEGIN\n    (void)to;\n", name
                printf "    asm volatile(\"ldmatrix.sync.aligned.%s {%s}, [%%%d];\" : %s : \"r\"(from));\n    END\n}\n",
                    format, list("%%%d", registers), registers, list("\"=r\"(r[%d])", registers)
                calls = calls sprintf("    check_bytes(\"%s\", %s, %d, %d, %d);\n", format, name, registers, bits, trans)
            }
    for (count = 1; count <= 4; count *= 2) {
        text = ""
        for (i = 0; i < count; ++i)
            text = text (i ? ", " : "") "%" (i + 1)
        printf "__global__ void store_%d(unsigned *loaded, unsigned short *stored)\n{\n    BEGIN\n    (void)from;\n", count
        printf "    for (int i = 0; i < 4; ++i) r[i] = word_to_store(threadIdx.x, i);\n"
        printf "    asm volatile(\"stmatrix.sync.aligned.m16n8.x%d.trans.shared.b8 [%%0], {%s};\" : : \"r\"(to), %s : \"memory\");\n    END\n}\n",
            count, text, list("\"r\"(r[%d])", count)
        calls = calls sprintf("    check_stored_bytes(\"m16n8.x%d\", store_%d, %d);\n", count, count, count)
    }
    printf "int main()\n{\n%s    check_transpose();\n    return 0;\n}\n", calls
}
