/* Prints a HIP source with the translation of every instruction that the tables know, in every
 * combination of modifiers and types: that it compiles shows that each function exists. Exits with
 * 1 when something is not translated. */
#include "hipify/ptx.h"
#include "hipify/ptx_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures, statements;

static const char *letter_of(const char *type)
{
    if (strcmp(type, "f32") == 0)
        return "f";
    if (strcmp(type, "f64") == 0)
        return "d";
    if (strstr(type, "64") || strcmp(type, "f32x2") == 0)
        return "l";
    if (strcmp(type, "f16") == 0 || strcmp(type, "bf16") == 0 || strcmp(type, "e4m3x2") == 0 ||
        strcmp(type, "e5m2x2") == 0 || strstr("b16 u16 s16", type))
        return "h";
    return "r";
}

static const char *variable_of(const char *letter)
{
    return letter[0] == 'f'   ? "f"
           : letter[0] == 'd' ? "d"
           : letter[0] == 'l' ? "l"
           : letter[0] == 'h' ? "h"
                              : "r";
}

/* Translates one statement and prints it as a line. */
static void emit(const char *statement)
{
    struct buf out = {0}, what = {0};
    buf_reserve(&out, 0);
    buf_reserve(&what, 0);
    statements++;
    int older;
    if (ptx_translate(statement, strlen(statement), false, NULL, &out, &what, &older) ==
        PTX_TRANSLATED) {
        printf("    %s\n", out.data);
    } else {
        fprintf(stderr, "not translated: %s: %s\n", statement, what.data);
        failures++;
    }
    buf_free(&out);
    buf_free(&what);
}

/* One instruction with |first| as its first argument, if not NULL, and then |sources| operands, of
 * which those in |predicates| (bits) are predicates. */
static void emit_instruction(const char *opcode, const char *first, const char *to,
                             const char *from, int sources, unsigned predicates)
{
    char text[512] = "", inputs[256] = "";
    bool output = first && strstr(first, "%0");
    bool declared = predicates || (first && strpbrk(first, "pq"));
    snprintf(text, sizeof text, "asm volatile(\"%s%s %s",
             declared ? "{.reg .pred p, q; setp.ne.u32 q, 1, 2; " : "", opcode, first ? first : "");
    const char *in = letter_of(from), *out = letter_of(to);
    int number = output;
    for (int i = 0; i < sources; i++) {
        strcat(text, i || first ? ", " : "");
        if (predicates >> i & 1) {
            strcat(text, "q");
            continue;
        }
        sprintf(text + strlen(text), "%%%d", number++);
        sprintf(inputs + strlen(inputs), "%s\"%s\"(%s)", *inputs ? ", " : "", in, variable_of(in));
    }
    sprintf(text + strlen(text), ";%s\" :", declared ? "}" : "");
    if (output)
        sprintf(text + strlen(text), " \"=%s\"(%s)", out, variable_of(out));
    sprintf(text + strlen(text), " : %s);", inputs);
    emit(text);
}

/* Which sources of an instruction are predicates. */
static unsigned predicates_of(const char *opcode, int sources)
{
    if (strncmp(opcode, "selp", 4) == 0)
        return 1u << 2;
    if (strncmp(opcode, "vote", 4) == 0)
        return 1;
    if (strstr(opcode, ".red."))
        return 1u << (sources - 1);
    return strstr(opcode, ".pred") ? (1u << sources) - 1 : 0;
}

/* The operands of a statement: add_operand() numbers them, outputs first. */
struct operands {
    char text[1024], outputs[1024], inputs[2048];
    int count;
};

static void add_operand(struct operands *operands, bool output, const char *letter)
{
    char *list = output ? operands->outputs : operands->inputs;
    sprintf(list + strlen(list), "%s\"%s%s\"(%s)", *list ? ", " : "", output ? "=" : "", letter,
            variable_of(letter));
    sprintf(operands->text + strlen(operands->text), "%%%d", operands->count++);
}

/* {%0, %1, ...} */
static void add_vector(struct operands *operands, bool output, const char *letter, int count)
{
    strcat(operands->text, *operands->text ? ", {" : "{");
    for (int i = 0; i < count; i++) {
        strcat(operands->text, i ? ", " : "");
        add_operand(operands, output, letter);
    }
    strcat(operands->text, "}");
}

static void emit_operands(const char *opcode, const struct operands *operands, const char *more)
{
    char text[8192];
    snprintf(text, sizeof text, "asm volatile(\"%s %s%s;\" : %s : %s);", opcode, operands->text,
             more, operands->outputs, operands->inputs);
    emit(text);
}

static int width_of(const char *type)
{
    static const struct {
        const char *type;
        int width;
    } widths[] = {{"f16", 16}, {"bf16", 16}, {"tf32", 32}, {"f32", 32}, {"s32", 32},
                  {"f64", 64}, {"e4m3", 8},  {"e5m2", 8},  {"e3m2", 8}, {"e2m3", 8},
                  {"e2m1", 8}, {"s8", 8},    {"u8", 8},    {"s4", 4},   {"u4", 4}};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
        if (strcmp(widths[i].type, type) == 0)
            return widths[i].width;
    return 1; /* b1 */
}

/* A part of a matrix of |bits|, as each of 32 lanes has it. */
static void add_part(struct operands *operands, bool output, int bits, const char *type)
{
    const char *letter = strcmp(type, "f64") == 0 ? "d" : strcmp(type, "f32") == 0 ? "f" : "r";
    int size = *letter == 'd' ? 64 : 32;
    add_vector(operands, output, letter, bits / 32 / size);
}

/* |opcode| ends with the types of d, a, b and c, and of scales if there are any. */
static void emit_product(const char *opcode)
{
    char copy[256], *parts[24] = {0}, *rest = copy;
    int count = 0, m = 0, n = 0, k = 0;
    snprintf(copy, sizeof copy, "%s", opcode);
    for (char *part; (part = strtok_r(rest, ".", &rest)) && count < 24;)
        parts[count++] = part;
    for (int i = 0; i < count; i++)
        sscanf(parts[i], "m%dn%dk%d", &m, &n, &k);
    bool scaled = strncmp(parts[count - 1], "ue", 2) == 0;
    const char *const *types = (const char *const *)&parts[count - 4 - scaled];
    bool sparse = strncmp(parts[1], "sp", 2) == 0;
    int products = m == 8 && k == 4 && strcmp(types[1], "f16") == 0 ? 4 : 1;
    int parts_of_byte = strstr(opcode, "kind::mxf4") ? 2 : 1; /* two numbers, or one */
    struct operands operands = {.count = 0};
    add_part(&operands, true, products * m * n * width_of(types[0]), types[0]);
    add_part(&operands, false,
             products * m * k / (sparse ? 2 : 1) * width_of(types[1]) / parts_of_byte, types[1]);
    add_part(&operands, false, products * n * k * width_of(types[2]) / parts_of_byte, types[2]);
    add_part(&operands, false, products * m * n * width_of(types[3]), types[3]);
    if (sparse) {
        strcat(operands.text, ", ");
        add_operand(&operands, false, "r");
        strcat(operands.text, ", 0");
    }
    for (int i = 0; scaled && i < 2; i++) {
        add_vector(&operands, false, "r", 1);
        strcat(operands.text, ", {0, 0}");
    }
    emit_operands(opcode, &operands, "");
}

/* Instructions with matrices, or with addresses. */
static void emit_other(const char *opcode, const char *letters, bool optional)
{
    struct operands operands = {.count = 0};
    int matrices = strstr(opcode, ".x4") ? 4 : strstr(opcode, ".x2") ? 2 : 1;
    int registers = matrices * (strstr(opcode, "m16n16") ? 2 : 1);
    if (strncmp(opcode, "mma", 3) == 0) {
        emit_product(opcode);
        return;
    }
    for (; *letters && (*letters != 'o' || optional); letters++) {
        bool output = strchr("dRp", *letters), address = strchr("asg", *letters);
        if (strchr("Rm", *letters)) {
            add_vector(&operands, output, "r", registers);
            continue;
        }
        strcat(operands.text, *operands.text ? ", " : "");
        if (*letters == 'p') {
            strcat(operands.text, "p");
            continue;
        }
        strcat(operands.text, address ? "[" : "");
        add_operand(&operands, output, *letters == 'g' || output ? "l" : "r");
        strcat(operands.text, address ? "]" : "");
    }
    char text[512];
    bool predicate = strncmp(operands.text, "p", 1) == 0;
    snprintf(text, sizeof text, "%s%s", predicate ? "{.reg .pred p; " : "", opcode);
    emit_operands(text, &operands, predicate ? ";}" : "");
}

static void emit_rule(const struct ptx_rule *rule, const char *opcode, const char *to,
                      const char *from)
{
    const char *letters = rule->arguments;
    char result = '\0';
    if (strpbrk(letters, "Rmsga")) {
        emit_other(opcode, letters, false);
        if (strchr(letters, 'o'))
            emit_other(opcode, letters, true);
        return;
    }
    if (*letters && strchr("dDp", *letters))
        result = *letters++;
    bool predicate = result == 'p' || strcmp(to, "pred") == 0;
    for (size_t sources = strspn(letters, "v"); sources <= strlen(letters); sources++) {
        bool sync = strstr(opcode, ".sync") != NULL;
        if ((strncmp(opcode, "vote", 4) == 0 && sources != 1u + sync) ||
            (strncmp(opcode, "shfl", 4) == 0 && sources != 3u + sync))
            continue;
        unsigned predicates = predicates_of(opcode, (int)sources);
        const char *first = !result ? NULL : predicate ? "p" : "%0";
        emit_instruction(opcode, first, to, from, (int)sources, predicates);
        if (result == 'D')
            emit_instruction(opcode, "%0|p", to, from, (int)sources, predicates);
    }
}

/* Takes the types from |types| one side at a time. */
static void with_types(const struct ptx_rule *rule, const char *opcode, const char *types,
                       const char *to)
{
    char side[PTX_NAME];
    const char *others = ptx_list_next(types, '/', side);
    char *rest = side + (*side == '-');
    for (char *type; (type = strtok_r(rest, " ", &rest));) {
        char longer[160];
        snprintf(longer, sizeof longer, "%s.%s", opcode, type);
        if (*others)
            with_types(rule, longer, others, to ? to : type);
        else
            emit_rule(rule, longer, to ? to : type, type);
    }
    if (!*types)
        emit_rule(rule, opcode, "u32", "u32");
}

/* Takes each modifier of each group, and none where none is fine. */
static void with_modifiers(const struct ptx_rule *rule, const char *opcode, const char *kept)
{
    if (!*kept) {
        with_types(rule, opcode, rule->types, NULL);
        return;
    }
    char group[PTX_NAME];
    const char *next = ptx_list_next(kept, ' ', group);
    bool required = strchr(group, '!') != NULL;
    if (!required)
        with_modifiers(rule, opcode, next);
    char *rest = group;
    for (char *modifier; (modifier = strtok_r(rest, "|!", &rest));) {
        char longer[160];
        modifier[strcspn(modifier, "=")] = '\0'; /* it has another name in the function's */
        snprintf(longer, sizeof longer, "%s.%s", opcode, modifier);
        with_modifiers(rule, longer, next);
    }
}

/* Each opcode of |rule|, unless other functions here show them: those that take the carry of
 * another one, accesses to memory, and comparisons. */
static void with_opcodes(const struct ptx_rule *rule)
{
    char opcode[PTX_NAME];
    for (const char *rest = rule->opcodes; *rest;) {
        rest = ptx_list_next(rest, '|', opcode);
        if (!ptx_list_has(
                "addc subc madc fence ld st atom red prefetch prefetchu discard applypriority",
                opcode) &&
            !strchr(opcode, '=') && !strchr(rule->arguments, 'w') &&
            strspn(rule->arguments, "dDpvoRmsga") == strlen(rule->arguments))
            with_modifiers(rule, opcode, rule->kept);
    }
}

static void carries(void)
{
    static const char *const types[] = {"u32", "s32", "u64", "s64"};
    static const char *const chains[] = {"addc%s.%s %%0, %%1, %%2", "subc%s.%s %%0, %%1, %%2",
                                         "madc.lo%s.%s %%0, %%1, %%2, %%1",
                                         "madc.hi%s.%s %%0, %%1, %%2, %%1"};
    for (int type = 0; type < 4; type++)
        for (int chain = 0; chain < 4; chain++)
            for (int cc = 0; cc < 2; cc++) {
                char one[64], text[256];
                const char *letter = letter_of(types[type]), *name = variable_of(letter);
                snprintf(one, sizeof one, chains[chain], cc ? ".cc" : "", types[type]);
                snprintf(
                    text, sizeof text,
                    "asm(\"add.cc.%s %%0, %%1, %%2; %s;\" : \"=%s\"(%s) : \"%s\"(%s), \"%s\"(%s));",
                    types[type], one, letter, name, letter, name, letter, name);
                emit(text);
            }
}

static void accesses(void)
{
    static const char *const types[] = {"b8",  "u8",  "s8",  "b16", "u16", "s16", "b32",
                                        "u32", "s32", "f32", "b64", "u64", "s64", "f64"};
    static const char *const loads[] = {"",
                                        ".ca",
                                        ".cg",
                                        ".cs",
                                        ".lu",
                                        ".cv",
                                        ".volatile",
                                        ".relaxed.gpu",
                                        ".nc.L1::no_allocate.L2::128B",
                                        ".acquire.sys",
                                        ".relaxed.cta"};
    static const char *const stores[] = {"",    ".wb",       ".cg",          ".cs",
                                         ".wt", ".volatile", ".release.gpu", ".relaxed.sys"};
    static const char *const spaces[] = {"", ".global", ".shared", ".shared::cta", ".local"};
    static const char *const vectors[][2] = {
        {"", "%1"}, {".v2", "{%1, %2}"}, {".v4", "{%1, %2, %3, %4}"}};
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        for (size_t s = 0; s < sizeof spaces / sizeof *spaces; s++)
            for (int v = 0; v < 3; v++) {
                const char *letter = letter_of(types[t]), *name = variable_of(letter);
                char list[128] = "", outs[128] = "", text[512];
                for (int i = 0; i < (v == 0 ? 1 : 2 * v); i++) {
                    sprintf(list + strlen(list), ", \"%s\"(%s)", letter, name);
                    sprintf(outs + strlen(outs), "%s\"=%s\"(%s)", i ? ", " : "", letter, name);
                }
                char to[32] = "";
                for (int i = 0; i < (v == 0 ? 1 : 2 * v); i++)
                    sprintf(to + strlen(to), "%s%%%d", i ? ", " : "", i);
                for (size_t i = 0; i < sizeof loads / sizeof *loads; i++) {
                    snprintf(
                        text, sizeof text,
                        "asm volatile(\"ld%s%s%s.%s {%s}, [%%%d+16];\" : %s : \"l\"(pointer) : "
                        "\"memory\");",
                        spaces[s], loads[i], vectors[v][0], types[t], to, v == 0 ? 1 : 2 * v, outs);
                    emit(text);
                }
                for (size_t i = 0; i < sizeof stores / sizeof *stores; i++) {
                    snprintf(text, sizeof text,
                             "asm volatile(\"st%s%s%s.%s [%%0], %s;\" :: \"l\"(pointer)%s);",
                             spaces[s], stores[i], vectors[v][0], types[t], vectors[v][1], list);
                    emit(text);
                }
            }
    emit("asm(\"ld.global.nc.v8.f32 {%0, %0, %0, %0, %0, %0, %0, _}, [%1];\" : \"=f\"(f) : "
         "\"l\"(pointer));");
    emit("asm(\"st.global.cs.v8.b32 [%1], {%0, %0, %0, %0, %0, %0, %0, %0};\" :: \"r\"(r), "
         "\"l\"(pointer));");
}

static void atomics(void)
{
    static const char *const kinds[][2] = {
        {"add", "u32 s32 u64 s64 f32 f64 noftz.f16 noftz.f16x2 noftz.bf16 noftz.bf16x2"},
        {"min", "u32 s32 u64 s64"},
        {"max", "u32 s32 u64 s64"},
        {"inc", "u32"},
        {"dec", "u32"},
        {"and", "b32 b64"},
        {"or", "b32 b64"},
        {"xor", "b32 b64"},
        {"exch", "b32 b64 u32"},
        {"cas", "b16 b32 b64"},
    };
    static const char *const orders[] = {"", ".relaxed.gpu", ".acquire.sys", ".release.cta",
                                         ".acq_rel.gpu"};
    static const char *const spaces[] = {"", ".global", ".shared"};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int o = 0; o < 5; o++)
            for (int s = 0; s < 3; s++) {
                char types[128], text[256];
                snprintf(types, sizeof types, "%s", kinds[k][1]);
                char *rest = types;
                for (char *type; (type = strtok_r(rest, " ", &rest));) {
                    const char *bare = strncmp(type, "noftz.", 6) == 0 ? type + 6 : type;
                    const char *letter = letter_of(bare), *name = variable_of(letter);
                    bool cas = strcmp(kinds[k][0], "cas") == 0;
                    snprintf(text, sizeof text,
                             "asm volatile(\"atom%s%s.%s.%s %%0, [%%1], %%2%s;\" : \"=%s\"(%s) : "
                             "\"l\"(pointer), \"%s\"(%s));",
                             orders[o], spaces[s], kinds[k][0], type, cas ? ", %2" : "", letter,
                             name, letter, name);
                    emit(text);
                    if (k >= 8)
                        continue;
                    snprintf(text, sizeof text,
                             "asm volatile(\"red%s%s.%s.%s [%%0], %%1;\" :: \"l\"(pointer), "
                             "\"%s\"(%s));",
                             orders[o], spaces[s], kinds[k][0], type, letter, name);
                    emit(text);
                }
            }
}

static void comparisons(void)
{
    static const char *const types[] = {"b16", "b32", "b64", "u16", "u32", "u64", "s16",
                                        "s32", "s64", "f32", "f64", "f16", "bf16"};
    static const char *const names[] = {"eq",  "ne",  "lt",  "le",  "gt",  "ge",
                                        "lo",  "ls",  "hi",  "hs",  "equ", "neu",
                                        "ltu", "leu", "gtu", "geu", "num", "nan"};
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
            bool bits = types[t][0] == 'b' && types[t][1] != 'f';
            bool floating = strchr(types[t], 'f') != NULL;
            if ((bits && n > 1) || (floating && n >= 6 && n < 10) || (!floating && n >= 10) ||
                (types[t][0] == 's' && n >= 6))
                continue;
            const char *letter = letter_of(types[t]), *name = variable_of(letter);
            char text[256];
            snprintf(
                text, sizeof text,
                "asm(\"{.reg .pred p, q; setp.%s.%s p|q, %%1, %%2; setp.%s.and.%s p, %%1, "
                "%%2, !q; selp.b32 %%0, 1, 0, p; set.%s.u32.%s %%0, %%1, %%2;}\" : \"=r\"(r) : "
                "\"%s\"(%s), \"%s\"(%s));",
                names[n], types[t], names[n], types[t], names[n], types[t], letter, name, letter,
                name);
            emit(text);
            if (strcmp(types[t], "f32") == 0) {
                snprintf(text, sizeof text,
                         "asm(\"set.%s.ftz.f32.f32 %%0, %%1, %%2;\" : \"=f\"(f) : \"f\"(f), "
                         "\"f\"(1.5f));",
                         names[n]);
                emit(text);
            }
            if (strcmp(types[t], "f16") == 0 || strcmp(types[t], "bf16") == 0) {
                snprintf(text, sizeof text,
                         "asm(\"set.%s.u32.%sx2 %%0, %%1, %%1; set.%s.%sx2.%sx2 %%0, %%1, %%1;\" : "
                         "\"=r\"(r) : \"r\"(r));",
                         names[n], types[t], names[n], types[t], types[t]);
                emit(text);
            }
        }
}

static void moves(void)
{
    static const char *const specials[] = {"laneid",
                                           "warpid",
                                           "nwarpid",
                                           "smid",
                                           "lanemask_eq",
                                           "lanemask_lt",
                                           "lanemask_le",
                                           "lanemask_gt",
                                           "lanemask_ge",
                                           "clock",
                                           "clock_hi",
                                           "globaltimer_lo",
                                           "globaltimer_hi",
                                           "tid.x",
                                           "tid.y",
                                           "tid.z",
                                           "ntid.x",
                                           "ntid.y",
                                           "ntid.z",
                                           "ctaid.x",
                                           "ctaid.y",
                                           "ctaid.z",
                                           "nctaid.x",
                                           "nctaid.y",
                                           "nctaid.z",
                                           "clusterid.x",
                                           "clusterid.y",
                                           "clusterid.z",
                                           "nclusterid.x",
                                           "nclusterid.y",
                                           "nclusterid.z",
                                           "cluster_ctaid.x",
                                           "cluster_ctaid.y",
                                           "cluster_ctaid.z",
                                           "cluster_nctaid.x",
                                           "cluster_nctaid.y",
                                           "cluster_nctaid.z",
                                           "cluster_ctarank",
                                           "cluster_nctarank"};
    char text[256];
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++) {
        snprintf(text, sizeof text, "asm volatile(\"mov.u32 %%0, %%%%%s;\" : \"=r\"(r));",
                 specials[i]);
        emit(text);
    }
    emit("asm volatile(\"mov.u64 %0, %%clock64;\" : \"=l\"(l) :: \"memory\");");
    emit("asm volatile(\"mov.u64 %0, %%globaltimer;\" : \"=l\"(l));");
    emit("asm volatile(\"mov.u64 %0, %%gridid;\" : \"=l\"(l));");
    static const char *const types[] = {"b16", "u16", "s16", "b32", "u32", "s32",
                                        "f32", "b64", "u64", "s64", "f64"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const char *letter = letter_of(types[i]), *name = variable_of(letter);
        snprintf(text, sizeof text, "asm(\"mov.%s %%0, %%1;\" : \"=%s\"(%s) : \"%s\"(%s));",
                 types[i], letter, name, letter, name);
        emit(text);
    }
    emit("asm(\"mov.b64 %0, {%1, %2};\" : \"=d\"(d) : \"r\"(r), \"f\"(f));");
    emit("asm(\"mov.b64 {%0, %1}, %2;\" : \"=r\"(r), \"=f\"(f) : \"d\"(d));");
    emit("asm(\"mov.b32 {%0, _}, %1; mov.b32 %1, {%0, %0};\" : \"=h\"(h), \"+r\"(r));");
    emit("asm(\"mov.b64 {%0, %0, %0, %0}, %1; mov.b64 %1, {%0, %0, %0, %0};\" : \"=h\"(h), "
         "\"+l\"(l));");
    emit("asm(\"{.reg .b8 a<4>; mov.b32 {a0, a1, a2, a3}, %0; mov.b32 %0, {a3, a2, a1, a0}; "
         "mov.b16 {a0, a1}, %1; mov.b16 %1, {a1, a0};}\" : \"+r\"(r), \"+h\"(h));");
    emit("asm(\"{.reg .pred a, b; setp.eq.u32 a, %0, 1; mov.pred b, a; @!b mov.u32 %0, "
         "WARP_SZ;}\" : \"+r\"(r));");
}

static void others(void)
{
    static const char *const fences[] = {"membar.cta",
                                         "membar.gl",
                                         "membar.sys",
                                         "fence.sc.gpu",
                                         "fence.acq_rel.cta",
                                         "fence.acq_rel.sys",
                                         "fence.acquire.gpu",
                                         "fence.release.cluster",
                                         "fence.proxy.async",
                                         "fence.proxy.alias",
                                         "fence.mbarrier_init.release.cluster",
                                         "cp.async.commit_group",
                                         "cp.async.wait_all",
                                         "cp.async.wait_group 2",
                                         "trap",
                                         "brkpt"};
    char text[256];
    for (size_t i = 0; i < sizeof fences / sizeof *fences; i++) {
        snprintf(text, sizeof text, "asm volatile(\"%s;\" ::: \"memory\");", fences[i]);
        emit(text);
    }
    emit("asm volatile(\"prefetch.global.L2 [%0]; prefetchu.L1 [%0]; discard.global.L2 [%0], 128; "
         "applypriority.global.L2::evict_normal [%0], 128;\" :: \"l\"(pointer));");
    emit("asm(\"createpolicy.fractional.L2::evict_first.b64 %0, 1.0;\" : \"=l\"(l));");
    emit("asm volatile(\"cp.async.ca.shared.global [%0], [%1], 4;\" :: \"r\"(r), \"l\"(pointer));");
    emit("asm volatile(\"cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;\" :: \"r\"(r), "
         "\"l\"(pointer), \"r\"(s));");
    emit("asm volatile(\"cp.async.cg.shared.global.L2::cache_hint [%0], [%1], 16, %2;\" :: "
         "\"r\"(r), "
         "\"l\"(pointer), \"l\"(l));");
    emit("asm volatile(\"{.reg .pred p; setp.eq.s32 p, %2, 0; @p cp.async.ca.shared.global [%0], "
         "[%1], 8, p;}\" :: \"r\"(r), \"l\"(pointer), \"r\"(s));");
}

int main(void)
{
    puts("#include \"kbuild/cuda_prelude.h\"\n"
         "__device__ void every(void *pointer, unsigned r, int s, unsigned long long l, unsigned "
         "short h, float f, double d)\n{");
    for (size_t i = 0; i < ptx_rule_count; i++)
        with_opcodes(&ptx_rules[i]);
    carries();
    accesses();
    atomics();
    comparisons();
    moves();
    others();
    puts("}");
    fprintf(stderr, "%d statements\n", statements);
    return failures != 0;
}
