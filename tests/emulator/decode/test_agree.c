/* Every LLVM decodes an instruction to the same op, or libhipemu refuses it: encodings of all kinds
 * at random, decoded in a process for each LLVM here, and compared with what the newest one gives.
 *
 * test_agree PROCESSOR LANES DRAWS           compares the LLVMs that this machine has
 * test_agree --print PROCESSOR LANES DRAWS   prints what the one of HIPEMU_LLVM decodes
 * test_agree --compare FILE FILE             of two such outputs, the first of the newest LLVM;
 *                                            AGREE_ALL=1 shows each difference
 */
#include "core/wave.h"
#include "decode/decoder.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- Encodings ------------------------------------------------------------------------------- */

enum { DWORDS = 6, LINE = 1024 };

static uint64_t seed = 20261129;

static uint32_t draw(void)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 32);
}

/* Sources that versions of LLVM see differently, on targets that do not have them: the base of
 * flat scratch, VCCZ, EXECZ. */
static bool is_reserved(uint32_t source)
{
    return source == 0xe6 || source == 0xe7 || source == 0xfb || source == 0xfc;
}

/* A source of nine bits: a VGPR, often one whose highest bit may name a half; a scalar; a small
 * integer; a constant that is a float; the constant 0, which new compilers write where there is no
 * source; a literal. */
static uint32_t draw_source(void)
{
    uint32_t source;
    switch (draw() % 12) {
    case 0:
    case 1:
    case 2:
    case 3: return 256 + (draw() & 0xfe);
    case 4: return 256 + (draw() & 0xff);
    case 5: return draw() % 106 & ~1u;
    case 6: return 128 + draw() % 81;
    case 7: return 240 + draw() % 9;
    case 8:
    case 9: return 128;
    case 10: return draw() % 16 ? 0 : 255;
    default: return is_reserved(source = draw() & 0x1ff) ? 128 : source;
    }
}

/* SOP1 and VOP1 have their opcode in the lower half: bits 8 to 15, and 9 to 16. */
static bool has_low_opcode(uint32_t upper)
{
    return upper >> 7 == 0x17d || upper >> 9 == 0x3f;
}

/* VOP3 and VOP3P have their whole opcode in the upper half. */
static bool is_long_vector(uint32_t upper)
{
    return upper >> 10 == 0x34 || upper >> 10 == 0x35 || upper >> 8 == 0xcc;
}

/* How often |upper| is drawn, so that each opcode is: of the other kinds, an opcode has many upper
 * halves. */
static unsigned count_draws(uint32_t upper, unsigned draws)
{
    enum { LONG_VECTOR = 48, LOW_OPCODES = 256 };
    if (is_long_vector(upper))
        return LONG_VECTOR * draws;
    return has_low_opcode(upper) ? LOW_OPCODES * ((draws + 3) / 4) : draws;
}

/* What follows the first source of a vector instruction that says DPP or SDWA: usual fields, since
 * most patterns are reserved. */
static uint32_t draw_dpp(void)
{
    static const uint32_t controls[] = {0x000, 0x0e4, 0x101, 0x111, 0x121, 0x140, 0x141, 0x150,
                                        0x151, 0x160, 0x16f, 0x130, 0x134, 0x138, 0x13c, 0x142};
    uint32_t control = controls[draw() % (sizeof controls / sizeof controls[0])];
    return (draw() & 0xff) | control << 8 | (draw() & 0xfd) << 17 << 1 |
           (draw() % 2 ? 0xffu << 24 : 0);
}

static void fill_short_vector(uint32_t *dwords)
{
    static const uint32_t marks[] = {0xfa, 0xf9, 0xe9, 0xea};
    uint32_t source = draw_source();
    if (draw() % 4 == 0) {
        source = marks[draw() % 4];
        if (source == 0xfa && draw() % 2)
            dwords[1] = draw_dpp();
    }
    dwords[0] = (dwords[0] & ~0x1ffu) | source;
}

static void fill_long_vector(uint32_t *dwords)
{
    static const uint32_t marks[] = {0xfa, 0xe9, 0xea};
    uint32_t first = draw_source();
    if (draw() % 8 == 0) {
        first = marks[draw() % 3];
        if (first == 0xfa && draw() % 2)
            dwords[2] = draw_dpp();
    }
    uint32_t second = draw_source(), third = draw() % 3 ? draw_source() : 128;
    if (draw() % 8 == 0)
        second = third = 128;
    dwords[1] = (draw() % 2 ? 0 : draw() & 0xf8000000) | third << 18 | second << 9 | first;
    if (draw() % 2)
        dwords[0] &= ~0x8700u; /* no abs, no clamp */
    if (draw() % 2)
        dwords[0] &= ~0x7800u; /* no op_sel */
    if (draw() % 2)
        dwords[0] &= ~1u;
}

static void fill_dwords(uint32_t upper, unsigned index, uint32_t dwords[DWORDS])
{
    uint32_t lower = draw() & 0xffff;
    if (has_low_opcode(upper))
        lower = (lower & 0xff) | (index & 0xff) << 8;
    dwords[0] = upper << 16 | lower;
    for (unsigned i = 1; i < 4; i++)
        dwords[i] = draw();
    dwords[4] = dwords[5] = 0xbf800000; /* s_nop 0 */
    for (unsigned shift = 0; upper >= 0x8000 && upper < 0xc000 && shift < 16; shift += 8) {
        if (is_reserved(dwords[0] >> shift & 0xff))
            dwords[0] &= ~(0x80u << shift);
    }
    if (upper < 0x8000)
        fill_short_vector(dwords);
    else if (is_long_vector(upper))
        fill_long_vector(dwords);
    if (upper == 0xcc16 || upper == 0xcc18) /* signs have names of their own since LLVM 22 */
        dwords[1] &= 0x1fffffff;
}

/* ---- An op as text --------------------------------------------------------------------------- */

/* |words|: with the number of registers. LLVM 15 does not count the one of "tfe". */
static int print_operand(char *out, size_t size, const struct operand *s, bool words)
{
    words &= s->kind != OPERAND_CONST;
    bool is_half =
        s->type == TYPE_B16 || s->type == TYPE_U16 || s->type == TYPE_I16 || s->type == TYPE_F16;
    uint64_t value = is_half ? s->value & 0xffff : s->value;
    return snprintf(out, size, " %u.%u:%u%s%s%s s%u%s%s%s%s n%u=%" PRIx64, s->kind, s->type, s->reg,
                    s->neg ? "-" : "", s->abs ? "|" : "", s->sext ? "x" : "", s->select,
                    s->high ? "h" : "", s->high_of_high ? "H" : "", s->neg_high ? "N" : "",
                    s->is_list ? "l" : "", words ? s->words : 0, value);
}

static void print_op(char *out, size_t size, const struct op *op)
{
    /* LLVM up to 22 does not print a prefetch's hints, which do nothing. */
    bool is_hint =
        strstr(op->instruction->name, "prefetch") || strstr(op->instruction->name, "atc");
    int n = snprintf(out, size, "%s %u", op->instruction->name, op->dwords);
    n += print_operand(out + n, size - (size_t)n, &op->dst, !op->tfe);
    n += print_operand(out + n, size - (size_t)n, &op->dst2, !op->tfe);
    for (unsigned i = 0; i < op->source_count; i++)
        n += print_operand(out + n, size - (size_t)n, &op->src[i], !op->tfe);
    n += snprintf(out + n, size - (size_t)n,
                  " c%u z%u o%d s%u,%u,%u d%u,%u,%u,%x,%x,%x m%d,%d,%d,%d,%d,%d,%d,%d,%d i%u,%u,%u "
                  "%u.%u.%u %u",
                  op->clamp, op->zero_high, op->omod, op->is_sdwa, op->dst_select, op->dst_unused,
                  op->dpp, op->bound_control, op->fetch_inactive, op->row_mask, op->bank_mask,
                  op->dpp_value, op->offset, op->offset1, op->glc && !is_hint,
                  op->scope && !is_hint, op->lds, op->offen, op->idxen, op->gds, op->tfe, op->dmask,
                  op->dim, op->unorm, op->cbsz, op->abid, op->blgp, op->imm);
    if (op->dual) {
        n += snprintf(out + n, size - (size_t)n, " :: ");
        print_op(out + n, size - (size_t)n, op->dual);
    }
}

/* ---- One LLVM -------------------------------------------------------------------------------- */

static int print_all(const char *processor, unsigned lanes, unsigned draws)
{
    static uint32_t dwords[DWORDS];
    struct codeobj_error error;
    const struct target_info *target = target_find(processor);
    struct program program = {.target = target,
                              .generation = generation_of(target),
                              .image = (uint8_t *)dwords,
                              .code_size = sizeof dwords,
                              .decoding = &llvm_decoder};
    struct decoder *decoder = llvm_decoder.get(target, lanes, &error);
    if (!decoder) {
        fprintf(stderr, "%s\n", error.message);
        return 77;
    }
    for (uint32_t upper = 0; upper <= 0xffff; upper++) {
        unsigned count = count_draws(upper, draws);
        for (unsigned i = 0; i < count; i++) {
            char message[256], op_text[LINE / 2], text[256];
            struct op op;
            fill_dwords(upper, i, dwords);
            if (upper >> 10 == 0x37 && strcmp(processor, "gfx908") == 0)
                dwords[1] &= ~(1u << 23); /* LLVM 23 shows accumulators, which gfx90a brought */
            bool known = llvm_decoder.decode(decoder, &program, 0, &op, message, sizeof message);
            if (known)
                print_op(op_text, sizeof op_text, &op);
            llvm_decoder.print(decoder, &program, 0, text, sizeof text);
            text[strcspn(text, "\n")] = '\0';
            printf("%08x %08x %08x\t%s\t%s\n", dwords[0], dwords[1], dwords[2],
                   known                                     ? op_text
                   : strcmp(text, "not an instruction") == 0 ? "-"
                                                             : "?",
                   text);
            if (known)
                free((void *)(uintptr_t)op.dual);
        }
    }
    return fflush(stdout) != 0;
}

/* ---- Two of them ----------------------------------------------------------------------------- */

struct counts {
    unsigned compared, equal, different, refused, invented;
};

static void report(const char *kind, const char *a, const char *b, const char *words,
                   unsigned *count)
{
    enum { SHOWN = 12 };
    const char *all = getenv("AGREE_ALL");
    if ((*count)++ < SHOWN || all)
        fprintf(stderr, "%s: %s: newest: %s; here: %s\n", kind, words, a, b);
}

static struct counts compare_outputs(FILE *newest, FILE *other)
{
    static char a[LINE], b[LINE];
    struct counts counts = {0};
    while (fgets(a, LINE, newest) && fgets(b, LINE, other)) {
        char *op_a = strchr(a, '\t'), *op_b = strchr(b, '\t');
        if (!op_a || !op_b)
            break;
        *op_a++ = *op_b++ = '\0';
        char *text_a = strchr(op_a, '\t'), *text_b = strchr(op_b, '\t');
        *text_a++ = *text_b++ = '\0';
        text_a[strcspn(text_a, "\n")] = text_b[strcspn(text_b, "\n")] = '\0';
        bool known_a = *op_a != '-' && *op_a != '?', known_b = *op_b != '-' && *op_b != '?';
        if (strcmp(a, b) != 0) {
            fprintf(stderr, "not the same encodings: %s, %s\n", a, b);
            counts.different++;
            break;
        }
        counts.compared += known_a || known_b;
        if (!known_a && !known_b)
            continue;
        if (known_a && known_b && strcmp(op_a, op_b) == 0)
            counts.equal++;
        else if (known_a && known_b)
            report("different", text_a, text_b, a, &counts.different);
        else if (known_a)
            report("refused", text_a, text_b, a, &counts.refused);
        else
            report("invented", text_a, text_b, a, &counts.invented);
    }
    return counts;
}

static int compare_files(const char *newest, const char *other)
{
    FILE *a = fopen(newest, "r"), *b = fopen(other, "r");
    if (!a || !b)
        return 2;
    struct counts counts = compare_outputs(a, b);
    printf("%u compared, %u equal, %u different, %u refused, %u accepted by this one alone\n",
           counts.compared, counts.equal, counts.different, counts.refused, counts.invented);
    fclose(a);
    fclose(b);
    return counts.different || counts.equal == 0;
}

/* ---- All of them ----------------------------------------------------------------------------- */

/* What |library| decodes, in a file; NULL when it is not here or too old. */
static FILE *decode_by(const char *library, char **argv)
{
    FILE *out = tmpfile();
    int state = 0;
    fflush(stdout);
    pid_t child = out ? fork() : -1;
    if (child == 0) {
        setenv("HIPEMU_LLVM", library, 1);
        dup2(fileno(out), STDOUT_FILENO);
        _exit(print_all(argv[1], (unsigned)atoi(argv[2]), (unsigned)atoi(argv[3])));
    }
    if (child < 0 || waitpid(child, &state, 0) != child) {
        perror("a process for each LLVM");
        exit(1);
    }
    if (WIFEXITED(state) && WEXITSTATUS(state) == 77) {
        fclose(out);
        return NULL;
    }
    if (state != 0) {
        fprintf(stderr, "%s: ended with %#x\n", library, state);
        exit(1);
    }
    return out;
}

static int compare_all(char **argv)
{
    static const char *const libraries[] = {"libLLVM.so.24.1", "libLLVM.so.23.1", "libLLVM.so.22.1",
                                            "libLLVM.so.21.1", "libLLVM.so.20.1", "libLLVM.so.19.1",
                                            "libLLVM.so.18.1", "libLLVM-17.so.1", "libLLVM-16.so.1",
                                            "libLLVM-15.so.1", "libLLVM-14.so.1"};
    FILE *newest = NULL;
    unsigned compared = 0, differences = 0;
    for (size_t i = 0; i < sizeof libraries / sizeof libraries[0]; i++) {
        FILE *output = decode_by(libraries[i], argv);
        if (!output)
            continue;
        printf("%s decodes %s\n", libraries[i], argv[1]);
        if (!newest) {
            newest = output;
            continue;
        }
        rewind(newest);
        rewind(output);
        struct counts counts = compare_outputs(newest, output);
        printf("%u compared, %u equal, %u different, %u refused, %u accepted by this one alone\n",
               counts.compared, counts.equal, counts.different, counts.refused, counts.invented);
        differences += counts.different + (counts.equal == 0);
        compared++;
        fclose(output);
    }
    if (compared == 0)
        printf("skipped: one LLVM or none here decodes %s\n", argv[1]);
    return compared == 0 ? 77 : differences != 0;
}

int main(int argc, char **argv)
{
    if (argc == 5 && strcmp(argv[1], "--print") == 0)
        return print_all(argv[2], (unsigned)atoi(argv[3]), (unsigned)atoi(argv[4]));
    if (argc == 4 && strcmp(argv[1], "--compare") == 0)
        return compare_files(argv[2], argv[3]);
    return argc == 4 ? compare_all(argv) : 2;
}
