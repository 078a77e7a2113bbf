/* The table of instructions that are calls of one function with the same arguments. Those whose
 * arguments need more, such as loads and comparisons, are in ptx_special.c. */
#include "ptx_rule.h"

#include <stdio.h>
#include <string.h>

#define INTEGERS "u16 s16 u32 s32 u64 s64"
#define ANY_SIZE "u8 s8 u16 s16 u32 s32 u64 s64"
#define WORDS    "b16 b32 b64"
#define CARRIED  "u32 s32 u64 s64"
#define HALVES   "f16 f16x2 bf16 bf16x2"
#define DIRECTED "rz|rm|rp"
#define SIGNS    "u32 s32/u32 s32/u32 s32"

static const struct ptx_rule rules[] = {
    /* Integers. */
    {"add", "", "", INTEGERS, 'd', '2', '2', "addition"},
    {"add", "sat!", "", "s32", 'd', '2', '2', "saturating addition"},
    {"sub", "", "", INTEGERS, 'd', '2', '2', "subtraction"},
    {"sub", "sat!", "", "s32", 'd', '2', '2', "saturating subtraction"},
    {"add", "cc!", "", CARRIED, 'd', '2', '2', "addition with carry"},
    {"addc", "cc", "", CARRIED, 'd', '2', '2', "addition with carry"},
    {"sub", "cc!", "", CARRIED, 'd', '2', '2', "subtraction with borrow"},
    {"subc", "cc", "", CARRIED, 'd', '2', '2', "subtraction with borrow"},
    {"mad", "lo|hi! cc!", "", CARRIED, 'd', '3', '3', "multiplication with carry"},
    {"madc", "lo|hi! cc", "", CARRIED, 'd', '3', '3', "multiplication with carry"},
    {"mul", "lo|hi!", "", INTEGERS, 'd', '2', '2', "multiplication"},
    {"mul", "wide!", "", "u16 s16 u32 s32", 'd', '2', '2', "wide multiplication"},
    {"mad", "lo|hi!", "", INTEGERS, 'd', '3', '3', "multiplication and addition"},
    {"mad", "wide!", "", "u16 s16 u32 s32", 'd', '3', '3', "wide multiplication and addition"},
    {"mad", "hi! sat!", "", "s32", 'd', '3', '3', "multiplication and addition"},
    {"mul24", "lo|hi!", "", "u32 s32", 'd', '2', '2', "multiplication of 24 bits"},
    {"mad24", "lo|hi!", "", "u32 s32", 'd', '3', '3', "multiplication of 24 bits"},
    {"mad24", "hi! sat!", "", "s32", 'd', '3', '3', "multiplication of 24 bits"},
    {"sad", "", "", INTEGERS, 'd', '3', '3', "sum of absolute differences"},
    {"div", "", "", INTEGERS, 'd', '2', '2', "division"},
    {"rem", "", "", INTEGERS, 'd', '2', '2', "remainder"},
    {"abs", "", "", "s16 s32 s64", 'd', '1', '1', "absolute value"},
    {"neg", "", "", "s16 s32 s64", 'd', '1', '1', "negation"},
    {"min", "", "", INTEGERS, 'd', '2', '2', "minimum"},
    {"max", "", "", INTEGERS, 'd', '2', '2', "maximum"},
    {"popc", "", "", "b32 b64", 'd', '1', '1', "population count"},
    {"clz", "", "", "b32 b64", 'd', '1', '1', "leading zeros"},
    {"bfind", "shiftamt", "", CARRIED, 'd', '1', '1', "highest bit"},
    {"brev", "", "", "b32 b64", 'd', '1', '1', "bit reversal"},
    {"bfe", "", "", CARRIED, 'd', '3', '3', "bit field"},
    {"bfi", "", "", "b32 b64", 'd', '4', '4', "bit field insertion"},
    {"dp4a", "", "", "u32 s32/u32 s32", 'd', '3', '3', "dot product of bytes"},
    {"dp2a", "lo|hi!", "", "u32 s32/u32 s32", 'd', '3', '3', "dot product of bytes"},
    {"and", "", "", "pred " WORDS, 'd', '2', '2', "logic"},
    {"or", "", "", "pred " WORDS, 'd', '2', '2', "logic"},
    {"xor", "", "", "pred " WORDS, 'd', '2', '2', "logic"},
    {"not", "", "", "pred " WORDS, 'd', '1', '1', "logic"},
    {"cnot", "", "", WORDS, 'd', '1', '1', "logic"},
    {"prmt", "f4e|b4e|rc8|ecl|ecr|rc16", "", "b32", 'd', '3', '3', "byte permutation"},
    {"lop3", "", "", "b32", 'd', '4', '4', "logic of three"},
    {"shl", "", "", WORDS, 'd', '2', '2', "shift"},
    {"shr", "", "", WORDS " " INTEGERS, 'd', '2', '2', "shift"},
    {"shf", "l|r! clamp|wrap!", "", "b32", 'd', '3', '3', "funnel shift"},
    {"selp", "", "", WORDS " " INTEGERS " f32 f64", 'd', '3', '3', "selection"},
    {"slct", "", "ftz", WORDS " " INTEGERS " f32 f64/s32 f32", 'd', '3', '3', "selection"},
    /* Floating point. */
    {"add", DIRECTED " ftz sat", "rn", "f32", 'd', '2', '2', "addition"},
    {"sub", DIRECTED " ftz sat", "rn", "f32", 'd', '2', '2', "subtraction"},
    {"mul", DIRECTED " ftz sat", "rn", "f32", 'd', '2', '2', "multiplication"},
    {"fma", DIRECTED " ftz sat", "rn", "f32", 'd', '3', '3', "fused multiplication"},
    {"mad", DIRECTED " ftz sat", "rn", "f32", 'd', '3', '3', "fused multiplication"},
    {"add", DIRECTED, "rn", "f64", 'd', '2', '2', "addition"},
    {"sub", DIRECTED, "rn", "f64", 'd', '2', '2', "subtraction"},
    {"mul", DIRECTED, "rn", "f64", 'd', '2', '2', "multiplication"},
    {"fma", DIRECTED, "rn", "f64", 'd', '3', '3', "fused multiplication"},
    {"mad", DIRECTED, "rn", "f64", 'd', '3', '3', "fused multiplication"},
    {"add", "", "rn", "f32x2", 'd', '2', '2', "addition"},
    {"sub", "", "rn", "f32x2", 'd', '2', '2', "subtraction"},
    {"mul", "", "rn", "f32x2", 'd', '2', '2', "multiplication"},
    {"fma", "", "rn", "f32x2", 'd', '3', '3', "fused multiplication"},
    {"add", "sat", "rn", HALVES, 'd', '2', '2', "addition"},
    {"sub", "sat", "rn", HALVES, 'd', '2', '2', "subtraction"},
    {"mul", "sat", "rn", HALVES, 'd', '2', '2', "multiplication"},
    {"fma", "sat|relu", "rn", HALVES, 'd', '3', '3', "fused multiplication"},
    {"div", "approx|full|" DIRECTED " ftz", "rn", "f32", 'd', '2', '2', "division"},
    {"div", DIRECTED, "rn", "f64", 'd', '2', '2', "division"},
    {"rcp", "approx|" DIRECTED " ftz", "rn", "f32", 'd', '1', '1', "reciprocal"},
    {"rcp", "approx! ftz", "", "f64", 'd', '1', '1', "reciprocal"},
    {"rcp", DIRECTED, "rn", "f64", 'd', '1', '1', "reciprocal"},
    {"sqrt", "approx|" DIRECTED " ftz", "rn", "f32", 'd', '1', '1', "square root"},
    {"sqrt", DIRECTED, "rn", "f64", 'd', '1', '1', "square root"},
    {"rsqrt", "approx! ftz", "", "f32 f64", 'd', '1', '1', "reciprocal square root"},
    {"sin", "approx! ftz", "", "f32", 'd', '1', '1', "sine"},
    {"cos", "approx! ftz", "", "f32", 'd', '1', '1', "cosine"},
    {"lg2", "approx! ftz", "", "f32", 'd', '1', '1', "logarithm"},
    {"ex2", "approx! ftz", "", "f32 bf16 bf16x2", 'd', '1', '1', "power of two"},
    {"ex2", "approx!", "", "f16 f16x2", 'd', '1', '1', "power of two"},
    {"tanh", "approx!", "", "f32 " HALVES, 'd', '1', '1', "hyperbolic tangent"},
    {"abs", "ftz", "", "f32", 'd', '1', '1', "absolute value"},
    {"abs", "", "", "f64 " HALVES, 'd', '1', '1', "absolute value"},
    {"neg", "ftz", "", "f32", 'd', '1', '1', "negation"},
    {"neg", "", "", "f64 " HALVES, 'd', '1', '1', "negation"},
    {"min", "ftz NaN", "", "f32", 'd', '2', '2', "minimum"},
    {"max", "ftz NaN", "", "f32", 'd', '2', '2', "maximum"},
    {"min", "", "", "f64", 'd', '2', '2', "minimum"},
    {"max", "", "", "f64", 'd', '2', '2', "maximum"},
    {"min", "NaN", "", HALVES, 'd', '2', '2', "minimum"},
    {"max", "NaN", "", HALVES, 'd', '2', '2', "maximum"},
    {"copysign", "", "", "f32 f64", 'd', '2', '2', "sign"},
    {"testp", "finite|infinite|number|notanumber|normal|subnormal!", "", "f32 f64", 'd', '1', '1',
     "test of a number"},
    /* Conversions. */
    {"cvt", "sat", "", ANY_SIZE "/" ANY_SIZE, 'd', '1', '1', "conversion"},
    {"cvt", "rni|rzi|rmi|rpi! sat", "ftz", ANY_SIZE "/f16 f32 f64", 'd', '1', '1', "conversion"},
    {"cvt", "rz|rm|rp", "rn", "f16 f32 f64/" ANY_SIZE, 'd', '1', '1', "conversion"},
    {"cvt", "sat", "ftz", "f32/f16", 'd', '1', '1', "conversion"},
    {"cvt", "", "", "f64/f16", 'd', '1', '1', "conversion"},
    {"cvt", "", "ftz", "f64/f32", 'd', '1', '1', "conversion"},
    {"cvt", "", "", "f32/bf16", 'd', '1', '1', "conversion"},
    {"cvt", "rz|rm|rp sat", "rn ftz", "f32/f64", 'd', '1', '1', "conversion"},
    {"cvt", "rz|rm|rp sat", "rn ftz", "f16/f32", 'd', '1', '1', "conversion"},
    {"cvt", "rz|rm|rp", "rn", "f16/f64", 'd', '1', '1', "conversion"},
    {"cvt", "rn|rz! relu satfinite", "", "f16 bf16/f32", 'd', '1', '1', "conversion"},
    {"cvt", "rn|rz! relu satfinite", "", "f16x2 bf16x2/f32", 'd', '2', '2', "conversion of a pair"},
    {"cvt", "rna|rn|rz! relu satfinite", "", "tf32/f32", 'd', '1', '1', "conversion"},
    {"cvt", "satfinite! relu", "rn", "e4m3x2 e5m2x2/f32", 'd', '2', '2', "conversion of a pair"},
    {"cvt", "satfinite! relu", "rn", "e4m3x2 e5m2x2/f16x2", 'd', '1', '1', "conversion of a pair"},
    {"cvt", "satfinite! relu", "rn", "e2m1x2/f32", 'd', '2', '2', "conversion of a pair"},
    {"cvt", "relu", "rn", "f16x2/e2m1x2", 'd', '1', '1', "conversion of a pair"},
    {"cvt", "relu", "rn", "f16x2/e4m3x2 e5m2x2", 'd', '1', '1', "conversion of a pair"},
    {"cvt", "rni|rzi|rmi|rpi! sat ftz", "", "f32/f32", 'd', '1', '1', "rounding"},
    {"cvt", "sat!", "ftz", "f32/f32", 'd', '1', '1', "clamping to [0, 1]"},
    {"cvt", "ftz!", "", "f32/f32", 'd', '1', '1', "flushing of subnormals"},
    {"cvt", "rni|rzi|rmi|rpi! sat", "", "f64/f64", 'd', '1', '1', "rounding"},
    {"cvt", "rni|rzi|rmi|rpi!", "", "f16/f16", 'd', '1', '1', "rounding"},
    {"cvt", "pack! sat!", "", "u16 s16/s32", 'd', '2', '2', "conversion of a pair"},
    {"cvt", "pack! sat!", "", "u8 s8/s32/b32", 'd', '3', '3', "conversion of a pair"},
    /* Video. */
    {"vadd", "", "", SIGNS, 'd', '2', '2', "video arithmetic"},
    {"vadd", "add!", "", SIGNS, 'd', '3', '3', "video arithmetic"},
    {"vsub", "", "", SIGNS, 'd', '2', '2', "video arithmetic"},
    {"vsub", "add!", "", SIGNS, 'd', '3', '3', "video arithmetic"},
    {"vabsdiff", "", "", SIGNS, 'd', '2', '2', "video arithmetic"},
    {"vabsdiff", "add!", "", SIGNS, 'd', '3', '3', "video arithmetic"},
    {"vmin", "", "", SIGNS, 'd', '2', '2', "video arithmetic"},
    {"vmin", "add!", "", SIGNS, 'd', '3', '3', "video arithmetic"},
    {"vmax", "", "", SIGNS, 'd', '2', '2', "video arithmetic"},
    {"vmax", "add!", "", SIGNS, 'd', '3', '3', "video arithmetic"},
    {"vshl", "clamp|wrap!", "", "u32 s32/u32 s32/u32", 'd', '2', '2', "video shift"},
    {"vshl", "clamp|wrap! add!", "", "u32 s32/u32 s32/u32", 'd', '3', '3', "video shift"},
    {"vshr", "clamp|wrap!", "", "u32 s32/u32 s32/u32", 'd', '2', '2', "video shift"},
    {"vshr", "clamp|wrap! add!", "", "u32 s32/u32 s32/u32", 'd', '3', '3', "video shift"},
    {"vadd2", "sat|add", "", "u32 s32/u32/u32", 'd', '3', '3', "SIMD video arithmetic"},
    {"vadd2", "sat|add", "", "u32 s32/s32/s32", 'd', '3', '3', "SIMD video arithmetic"},
    {"vadd4", "sat|add", "", "u32 s32/u32/u32", 'd', '3', '3', "SIMD video arithmetic"},
    {"vadd4", "sat|add", "", "u32 s32/s32/s32", 'd', '3', '3', "SIMD video arithmetic"},
    {"vsub2", "sat|add", "", "u32 s32/u32/u32", 'd', '3', '3', "SIMD video arithmetic"},
    {"vsub2", "sat|add", "", "u32 s32/s32/s32", 'd', '3', '3', "SIMD video arithmetic"},
    {"vsub4", "sat|add", "", "u32 s32/u32/u32", 'd', '3', '3', "SIMD video arithmetic"},
    {"vsub4", "sat|add", "", "u32 s32/s32/s32", 'd', '3', '3', "SIMD video arithmetic"},
    {"vabsdiff2", "sat|add", "", "u32 s32/u32/u32", 'd', '3', '3', "SIMD video arithmetic"},
    {"vabsdiff2", "sat|add", "", "u32 s32/s32/s32", 'd', '3', '3', "SIMD video arithmetic"},
    {"vabsdiff4", "sat|add", "", "u32 s32/u32/u32", 'd', '3', '3', "SIMD video arithmetic"},
    {"vabsdiff4", "sat|add", "", "u32 s32/s32/s32", 'd', '3', '3', "SIMD video arithmetic"},
    {"vmin2", "sat|add", "", "u32 s32/u32/u32", 'd', '3', '3', "SIMD video arithmetic"},
    {"vmin2", "sat|add", "", "u32 s32/s32/s32", 'd', '3', '3', "SIMD video arithmetic"},
    {"vmin4", "sat|add", "", "u32 s32/u32/u32", 'd', '3', '3', "SIMD video arithmetic"},
    {"vmin4", "sat|add", "", "u32 s32/s32/s32", 'd', '3', '3', "SIMD video arithmetic"},
    {"vmax2", "sat|add", "", "u32 s32/u32/u32", 'd', '3', '3', "SIMD video arithmetic"},
    {"vmax2", "sat|add", "", "u32 s32/s32/s32", 'd', '3', '3', "SIMD video arithmetic"},
    {"vmax4", "sat|add", "", "u32 s32/u32/u32", 'd', '3', '3', "SIMD video arithmetic"},
    {"vmax4", "sat|add", "", "u32 s32/s32/s32", 'd', '3', '3', "SIMD video arithmetic"},
    {"vavrg2", "sat|add", "", "u32 s32/u32/u32", 'd', '3', '3', "SIMD video arithmetic"},
    {"vavrg2", "sat|add", "", "u32 s32/s32/s32", 'd', '3', '3', "SIMD video arithmetic"},
    {"vavrg4", "sat|add", "", "u32 s32/u32/u32", 'd', '3', '3', "SIMD video arithmetic"},
    {"vavrg4", "sat|add", "", "u32 s32/s32/s32", 'd', '3', '3', "SIMD video arithmetic"},
    /* Lanes, memory and the rest. */
    {"shfl", "sync up|down|bfly|idx!", "", "b32", 'p', '3', '4', "shuffle"},
    {"vote", "sync all|any|uni!", "", "pred", 'd', '1', '2', "vote"},
    {"vote", "sync ballot!", "", "b32", 'd', '1', '2', "ballot"},
    {"match", "any! sync!", "", "b32 b64", 'd', '2', '2', "match"},
    {"match", "all! sync!", "", "b32 b64", 'p', '2', '2', "match"},
    {"redux", "sync! add|min|max!", "", "u32 s32", 'd', '2', '2', "reduction"},
    {"redux", "sync! and|or|xor!", "", "b32", 'd', '2', '2', "reduction"},
    {"activemask", "", "", "b32", 'd', '0', '0', "active lanes"},
    {"elect", "sync!", "", "", 'p', '1', '1', "election"},
    {"movmatrix", "trans!", "sync aligned m8n8", "b16", 'd', '1', '1', "transposition"},
    {"nanosleep", "", "", "u32", '-', '1', '1', "sleep"},
    {"trap", "", "", "", '-', '0', '0', "trap"},
    {"brkpt", "", "", "", '-', '0', '0', "breakpoint"},
    {"cvta", "to! global|shared|local|const!", "", "u32 u64", 'd', '1', '1', "address"},
    {"cvta", "global|shared|local|const!", "", "u32 u64", 'd', '1', '1', "address"},
    {"isspacep", "global|shared|local|const!", "", "", 'd', '1', '1', "address space"},
    {"membar", "cta|gl|sys!", "", "", '-', '0', '0', "fence"},
    {"bar", "warp! sync!", "", "", '-', '1', '1', "barrier of a warp"},
    {"bar", "sync!", "cta aligned", "", '-', '1', '2', "barrier"},
    {"barrier", "sync!", "cta aligned", "", '-', '1', '2', "barrier"},
    {"bar", "red! popc!", "cta aligned", "u32", 'd', '2', '3', "barrier with a reduction"},
    {"bar", "red! and|or!", "cta aligned", "pred", 'd', '2', '3', "barrier with a reduction"},
    {"barrier", "red! popc!", "cta aligned", "u32", 'd', '2', '3', "barrier with a reduction"},
    {"barrier", "red! and|or!", "cta aligned", "pred", 'd', '2', '3', "barrier with a reduction"},
    {"griddepcontrol", "wait|launch_dependents!", "", "", '-', '0', '0', "grid dependency"},
    {"setmaxnreg", "inc|dec!", "sync aligned", "u32", '-', '1', '1', "register budget"},
};

const struct ptx_rule *ptx_rules(size_t *out_count)
{
    *out_count = sizeof rules / sizeof *rules;
    return rules;
}

/* Keyed by the beginning of the name. Sources that use the instruction often have a branch for GPUs
 * that lack it, the latest of which is |older|. */
static const struct {
    const char *prefix, *reason;
    int older;
} refusals[] = {
    {"mma.", "a tensor-core instruction, whose operands are laid out over NVIDIA's lanes", 610},
    {"wmma.", "a tensor-core instruction, whose operands are laid out over NVIDIA's lanes", 610},
    {"wgmma.", "a tensor-core instruction of a group of warps", 610},
    {"tcgen05.", "a tensor-core instruction of Blackwell", 610},
    {"ldmatrix", "loads the operands of tensor cores", 610},
    {"stmatrix", "stores the results of tensor cores", 610},
    {"cp.async.bulk", "a bulk copy by NVIDIA's tensor memory accelerator", 890},
    {"cp.async.mbarrier", "counts copies on a barrier in shared memory", 750},
    {"cp.reduce", "a bulk copy by NVIDIA's tensor memory accelerator", 890},
    {"tensormap", "a descriptor of NVIDIA's tensor memory accelerator", 890},
    {"fence.proxy.tensormap", "a descriptor of NVIDIA's tensor memory accelerator", 890},
    {"mbarrier", "a barrier in shared memory, which AMD GPUs lack", 750},
    {"fence.mbarrier_init", "a barrier in shared memory, which AMD GPUs lack", 890},
    {"multimem", "memory of several GPUs behind NVIDIA's switch", 890},
    {"mapa", "shared memory of another block of a cluster", 890},
    {"getctarank", "shared memory of another block of a cluster", 890},
    {"barrier.cluster", "a barrier of a cluster of blocks", 890},
    {"clusterlaunchcontrol", "a cluster of blocks", 890},
    {"st.async", "a store to another block of a cluster", 890},
    {"red.async", "an atomic of another block of a cluster", 890},
    {"bar.arrive", "a barrier that not all threads wait at", 0},
    {"barrier.arrive", "a barrier that not all threads wait at", 0},
    {"barrier.cta.arrive", "a barrier that not all threads wait at", 0},
    {"exit", "ends one thread; an AMD GPU can only end a wave, so return from the kernel", 0},
    {"ret", "returns from a function", 0},
    {"bra", "a branch", 0},
    {"brx", "a branch", 0},
    {"call", "a call", 0},
    {"tex", "a texture", 0},
    {"tld4", "a texture", 0},
    {"suld", "a surface", 0},
    {"sust", "a surface", 0},
    {"sured", "a surface", 0},
    {"pmevent", "an event of NVIDIA's profiler", 0},
};

const char *ptx_refusal(const char *name, int *out_older)
{
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        if (strncmp(name, refusals[i].prefix, strlen(refusals[i].prefix)) == 0) {
            *out_older = refusals[i].older;
            return refusals[i].reason;
        }
    return NULL;
}

static bool ends_word(char c)
{
    return c == ' ' || c == '|' || c == '!' || c == '/' || c == '\0';
}

bool ptx_list_has(const char *list, const char *word)
{
    for (;;) {
        size_t same = 0;
        while (word[same] && list[same] == word[same])
            same++;
        if (!word[same] && ends_word(list[same]) && same > 0)
            return true;
        while (!ends_word(*list))
            list++;
        if (!*list++)
            return false;
    }
}

bool ptx_is_type(const char *part)
{
    return ptx_list_has("pred b8 u8 s8 b16 u16 s16 b32 u32 s32 b64 u64 s64 b128 f16 f16x2 bf16 "
                        "bf16x2 tf32 f32 f64 f32x2 e4m3x2 e5m2x2 e2m1x2 e2m3x2 e3m2x2 ue8m0x2",
                        part);
}

static bool append(char name[PTX_NAME], const char *word)
{
    size_t length = strlen(name);
    return snprintf(name + length, PTX_NAME - length, "%s%s", length ? "_" : "", word) <
           (int)(PTX_NAME - length);
}

const char *ptx_list_next(const char *list, char separator, char part[PTX_NAME])
{
    size_t size = 0;
    for (; list[size] && list[size] != separator; size++)
        if (size + 1 < PTX_NAME)
            part[size] = list[size];
    part[size < PTX_NAME ? size : PTX_NAME - 1] = '\0';
    return list + size + (list[size] != '\0');
}

/* Appends the modifiers of |kept| that the instruction has; false when one is missing. */
static bool append_kept(const char *kept, const char *const *parts, int count, char name[PTX_NAME])
{
    while (*kept) {
        char group[PTX_NAME];
        kept = ptx_list_next(kept, ' ', group);
        const char *found = NULL;
        for (int i = 1; i < count; i++)
            if (!ptx_is_type(parts[i]) && ptx_list_has(group, parts[i]))
                found = parts[i];
        if (found ? !append(name, found) : group[strlen(group) - 1] == '!')
            return false;
    }
    return true;
}

/* Appends the types of the instruction, if they are those of |types|. */
static bool append_types(const char *types, const char *const *parts, int count,
                         char name[PTX_NAME], const char **out_type)
{
    *out_type = "";
    for (int i = 1; i < count; i++) {
        char side[PTX_NAME];
        if (!ptx_is_type(parts[i]))
            continue;
        types = ptx_list_next(types, '/', side);
        if (!ptx_list_has(side, parts[i]) || !append(name, parts[i]))
            return false;
        if (!**out_type)
            *out_type = parts[i];
    }
    return !*types;
}

bool ptx_rule_name(const struct ptx_rule *rule, const char *const *parts, int count,
                   char name[PTX_NAME], const char **out_type)
{
    if (strcmp(rule->opcode, parts[0]) != 0)
        return false;
    for (int i = 1; i < count; i++)
        if (!ptx_is_type(parts[i]) && !ptx_list_has(rule->kept, parts[i]) &&
            !ptx_list_has(rule->dropped, parts[i]))
            return false;
    name[0] = '\0';
    return append(name, parts[0]) && append_kept(rule->kept, parts, count, name) &&
           append_types(rule->types, parts, count, name, out_type);
}
