/* The table of instructions, and of those without a counterpart. Only moves, whose arguments decide
 * what is called, are in ptx_write.c. */
#include "ptx_parts.h"

#define INTEGERS   "u16 s16 u32 s32 u64 s64"
#define ANY_SIZE   "u8 s8 u16 s16 u32 s32 u64 s64"
#define WORDS      "b16 b32 b64"
#define CARRIED    "u32 s32 u64 s64"
#define HALVES     "f16 f16x2 bf16 bf16x2"
#define DIRECTED   "rz|rm|rp"
#define SIGNS      "u32 s32/u32 s32/u32 s32"
#define ARITHMETIC "addition|subtraction|multiplication"
#define VIDEO      "vadd2|vadd4|vsub2|vsub4|vabsdiff2|vabsdiff4|vmin2|vmin4|vmax2|vmax4|vavrg2|vavrg4"
#define COMPARED   "eq|ne|lt|le|gt|ge"
#define UNORDERED  COMPARED "|equ|neu|ltu|leu|gtu|geu|num|nan!"
#define SPACES     "global shared shared::cta local const"
#define SCOPES     "cta cluster gpu sys"
#define PLACES     "weak nc ca cg cs lu cv wb wt " SPACES " " SCOPES
#define NARROW     "b8 u8 s8 b16 u16 s16 b32 u32 s32 f32"
#define WIDE       "b64 u64 s64 f64"
/* The unsigned types of old code are those of bits. */
#define OLD_BITS "b32 b64 u32=b32 s32=b32 u64=b64 s64=b64"
#define ORDERS   "relaxed acquire release acq_rel noftz global shared shared::cta " SCOPES
#define LOGIC    "and or xor"
#define SET      "-u32 s32 f32 f16 bf16/"

const struct ptx_rule ptx_rules[] = {
    /* Integers. */
    {"add|sub", "", "", INTEGERS, "dvv", ARITHMETIC},
    {"add|sub", "sat!", "", "s32", "dvv", "saturating addition|saturating subtraction"},
    {"add|sub", "cc!", "", CARRIED, "dvv", "addition with carry|subtraction with borrow"},
    {"addc|subc", "cc", "", CARRIED, "dvv", "addition with carry|subtraction with borrow"},
    {"mad", "lo|hi! cc!", "", CARRIED, "dvvv", "multiplication with carry"},
    {"madc", "lo|hi! cc", "", CARRIED, "dvvv", "multiplication with carry"},
    {"mul", "lo|hi!", "", INTEGERS, "dvv", "multiplication"},
    {"mul", "wide!", "", "u16 s16 u32 s32", "dvv", "wide multiplication"},
    {"mad", "lo|hi!", "", INTEGERS, "dvvv", "multiplication and addition"},
    {"mad", "wide!", "", "u16 s16 u32 s32", "dvvv", "wide multiplication and addition"},
    {"mad", "hi! sat!", "", "s32", "dvvv", "multiplication and addition"},
    {"mul24", "lo|hi!", "", "u32 s32", "dvv", "multiplication of 24 bits"},
    {"mad24", "lo|hi!", "", "u32 s32", "dvvv", "multiplication of 24 bits"},
    {"mad24", "hi! sat!", "", "s32", "dvvv", "multiplication of 24 bits"},
    {"sad", "", "", INTEGERS, "dvvv", "sum of absolute differences"},
    {"div|rem", "", "", INTEGERS, "dvv", "division|remainder"},
    {"abs|neg", "", "", "s16 s32 s64", "dv", "absolute value|negation"},
    {"min|max", "", "", INTEGERS, "dvv", "minimum|maximum"},
    {"popc|clz|brev", "", "", "b32 b64", "dv", "population count|leading zeros|bit reversal"},
    {"bfind", "shiftamt", "", CARRIED, "dv", "highest bit"},
    {"bfe", "", "", CARRIED, "dvvv", "bit field"},
    {"bfi", "", "", "b32 b64", "dvvvv", "bit field insertion"},
    {"dp4a", "", "", "u32 s32/u32 s32", "dvvv", "dot product of bytes"},
    {"dp2a", "lo|hi!", "", "u32 s32/u32 s32", "dvvv", "dot product of bytes"},
    {"and|or|xor", "", "", "pred " WORDS, "dvv", "logic"},
    {"not", "", "", "pred " WORDS, "dv", "logic"},
    {"cnot", "", "", WORDS, "dv", "logic"},
    {"prmt", "f4e|b4e|rc8|ecl|ecr|rc16", "", "b32", "dvvv", "byte permutation"},
    {"lop3", "", "", "b32", "dvvvv", "logic of three"},
    {"shl", "", "", WORDS, "dvv", "shift"},
    {"shr", "", "", WORDS " " INTEGERS, "dvv", "shift"},
    {"shf", "l|r! clamp|wrap!", "", "b32", "dvvv", "funnel shift"},
    {"selp", "", "", WORDS " " INTEGERS " f32 f64", "dvvv", "selection"},
    {"slct", "", "ftz", WORDS " " INTEGERS " f32 f64/s32 f32", "dvvv", "selection"},
    {"mov", "", "", "pred " WORDS " " INTEGERS " f32 f64", "dv", "move"},
    {"setp", COMPARED "!", LOGIC, INTEGERS, "Pvvc", "comparison"},
    {"setp", "lo|ls|hi|hs!", LOGIC, "u16 u32 u64", "Pvvc", "comparison"},
    {"setp", "eq|ne!", LOGIC, WORDS, "Pvvc", "comparison"},
    {"setp", UNORDERED " ftz", LOGIC, "f32", "Pvvc", "comparison"},
    {"setp", UNORDERED, LOGIC, "f64 f16 bf16", "Pvvc", "comparison"},
    {"set=setp", COMPARED "!", LOGIC, SET INTEGERS, "Svvc", "comparison"},
    {"set=setp", "lo|ls|hi|hs!", LOGIC, SET "u16 u32 u64", "Svvc", "comparison"},
    {"set=setp", "eq|ne!", LOGIC, SET WORDS, "Svvc", "comparison"},
    {"set=setp", UNORDERED " ftz", LOGIC, SET "f32", "Svvc", "comparison"},
    {"set=setp", UNORDERED, LOGIC, SET "f64 f16 bf16", "Svvc", "comparison"},
    {"set=set_mask", UNORDERED, "", "-u32/f16x2 bf16x2", "dvv", "comparison"},
    {"set=set_one", UNORDERED, "", "-f16x2/f16x2", "dvv", "comparison"},
    {"set=set_one", UNORDERED, "", "-bf16x2/bf16x2", "dvv", "comparison"},
    /* Floating point. */
    {"add|sub|mul", DIRECTED " ftz sat", "rn", "f32", "dvv", ARITHMETIC},
    {"add|sub|mul", DIRECTED, "rn", "f64", "dvv", ARITHMETIC},
    {"add|sub|mul", "", "rn", "f32x2", "dvv", ARITHMETIC},
    {"add|sub|mul", "sat", "rn", HALVES, "dvv", ARITHMETIC},
    {"fma|mad", DIRECTED " ftz sat", "rn", "f32", "dvvv", "fused multiplication"},
    {"fma|mad", DIRECTED, "rn", "f64", "dvvv", "fused multiplication"},
    {"fma", "", "rn", "f32x2", "dvvv", "fused multiplication"},
    {"fma", "sat|relu", "rn", HALVES, "dvvv", "fused multiplication"},
    {"div", "approx|full|" DIRECTED " ftz", "rn", "f32", "dvv", "division"},
    {"div", DIRECTED, "rn", "f64", "dvv", "division"},
    {"rcp|sqrt", "approx|" DIRECTED " ftz", "rn", "f32", "dv", "reciprocal|square root"},
    {"rcp|sqrt", DIRECTED, "rn", "f64", "dv", "reciprocal|square root"},
    {"rcp", "approx! ftz", "", "f64", "dv", "reciprocal"},
    {"rsqrt", "approx! ftz", "", "f32 f64", "dv", "reciprocal square root"},
    {"sin|cos|lg2", "approx! ftz", "", "f32", "dv", "sine|cosine|logarithm"},
    {"ex2", "approx! ftz", "", "f32 bf16 bf16x2", "dv", "power of two"},
    {"ex2", "approx!", "", "f16 f16x2", "dv", "power of two"},
    {"tanh", "approx!", "", "f32 " HALVES, "dv", "hyperbolic tangent"},
    {"abs|neg", "ftz", "", "f32", "dv", "absolute value|negation"},
    {"abs|neg", "", "", "f64 " HALVES, "dv", "absolute value|negation"},
    {"min|max", "ftz NaN", "", "f32", "dvv", "minimum|maximum"},
    {"min|max", "", "", "f64", "dvv", "minimum|maximum"},
    {"min|max", "NaN", "", HALVES, "dvv", "minimum|maximum"},
    {"copysign", "", "", "f32 f64", "dvv", "sign"},
    {"testp", "finite|infinite|number|notanumber|normal|subnormal!", "", "f32 f64", "pv",
     "test of a number"},
    /* Conversions. */
    {"cvt", "sat", "", ANY_SIZE "/" ANY_SIZE, "dv", "conversion"},
    {"cvt", "rni|rzi|rmi|rpi! sat", "ftz", ANY_SIZE "/f16 f32 f64", "dv", "conversion"},
    {"cvt", "rz|rm|rp", "rn", "f16 f32 f64/" ANY_SIZE, "dv", "conversion"},
    {"cvt", "sat", "ftz", "f32/f16", "dv", "conversion"},
    {"cvt", "", "", "f64/f16", "dv", "conversion"},
    {"cvt", "", "ftz", "f64/f32", "dv", "conversion"},
    {"cvt", "", "", "f32/bf16", "dv", "conversion"},
    {"cvt", "rz|rm|rp sat", "rn ftz", "f32/f64", "dv", "conversion"},
    {"cvt", "rz|rm|rp sat", "rn ftz", "f16/f32", "dv", "conversion"},
    {"cvt", "rz|rm|rp", "rn", "f16/f64", "dv", "conversion"},
    {"cvt", "rn|rz! relu satfinite", "", "f16 bf16/f32", "dv", "conversion"},
    {"cvt", "rn|rz! relu satfinite", "", "f16x2 bf16x2/f32", "dvv", "conversion of a pair"},
    {"cvt", "rna|rn|rz! relu satfinite", "", "tf32/f32", "dv", "conversion"},
    {"cvt", "satfinite! relu", "rn", "e4m3x2 e5m2x2/f32", "dvv", "conversion of a pair"},
    {"cvt", "satfinite! relu", "rn", "e4m3x2 e5m2x2/f16x2", "dv", "conversion of a pair"},
    {"cvt", "satfinite! relu", "rn", "e2m1x2/f32", "dvv", "conversion of a pair"},
    {"cvt", "relu", "rn", "f16x2/e2m1x2", "dv", "conversion of a pair"},
    {"cvt", "relu", "rn", "f16x2/e4m3x2 e5m2x2", "dv", "conversion of a pair"},
    {"cvt", "rni|rzi|rmi|rpi! sat ftz", "", "f32/f32", "dv", "rounding"},
    {"cvt", "sat!", "ftz", "f32/f32", "dv", "clamping to [0, 1]"},
    {"cvt", "ftz!", "", "f32/f32", "dv", "flushing of subnormals"},
    {"cvt", "rni|rzi|rmi|rpi! sat", "", "f64/f64", "dv", "rounding"},
    {"cvt", "rni|rzi|rmi|rpi!", "", "f16/f16", "dv", "rounding"},
    {"cvt", "pack! sat!", "", "u16 s16/s32", "dvv", "conversion of a pair"},
    {"cvt", "pack! sat!", "", "u8 s8/s32/b32", "dvvv", "conversion of a pair"},
    /* Video. */
    {"vadd|vsub|vabsdiff|vmin|vmax", "", "", SIGNS, "dvv", "video arithmetic"},
    {"vadd|vsub|vabsdiff|vmin|vmax", "add!", "", SIGNS, "dvvv", "video arithmetic"},
    {"vshl|vshr", "clamp|wrap!", "", "u32 s32/u32 s32/u32", "dvv", "video shift"},
    {"vshl|vshr", "clamp|wrap! add!", "", "u32 s32/u32 s32/u32", "dvvv", "video shift"},
    {VIDEO, "sat|add", "", "u32 s32/u32/u32", "dvvv", "SIMD video arithmetic"},
    {VIDEO, "sat|add", "", "u32 s32/s32/s32", "dvvv", "SIMD video arithmetic"},
    /* Memory. */
    {"ld|ldu=ld", "relaxed|acquire! v2|v4", PLACES, NARROW " " WIDE, "dae", "load"},
    {"ld|ldu=ld", "volatile! v2|v4", PLACES, NARROW " " WIDE, "da", "load"},
    {"ld|ldu=ld", "volatile! v8!", PLACES, NARROW, "da", "load"},
    {"ld|ldu=ld", "cg|cs|lu|cv v2|v4", PLACES, NARROW " " WIDE, "wda", "load"},
    {"ld|ldu=ld", "cg|cs|lu|cv v8!", PLACES, NARROW, "wda", "load"},
    {"st", "relaxed|release! v2|v4", PLACES, NARROW " " WIDE, "aex", "store"},
    {"st", "volatile! v2|v4", PLACES, NARROW " " WIDE, "ax", "store"},
    {"st", "volatile! v8!", PLACES, NARROW, "ax", "store"},
    {"st", "cg|cs|wt v2|v4", PLACES, NARROW " " WIDE, "wax", "store"},
    {"st", "cg|cs|wt v8!", PLACES, NARROW, "wax", "store"},
    {"atom", "add!", ORDERS, "u32 s32 u64 s64 f32 f64 " HALVES, "davO", "atomic"},
    {"atom", "min|max!", ORDERS, "u32 s32 u64 s64", "davO", "atomic"},
    {"atom", "inc|dec!", ORDERS, "u32", "davO", "atomic"},
    {"atom", "and|or|xor|exch!", ORDERS, OLD_BITS, "davO", "atomic"},
    {"atom", "cas!", ORDERS, "b16 " OLD_BITS, "davvO", "atomic"},
    {"red", "add!", ORDERS, "u32 s32 u64 s64 f32 f64 " HALVES, "avO", "atomic"},
    {"red", "min|max!", ORDERS, "u32 s32 u64 s64", "avO", "atomic"},
    {"red", "inc|dec!", ORDERS, "u32", "avO", "atomic"},
    {"red", "and|or|xor|exch!", ORDERS, OLD_BITS, "avO", "atomic"},
    {"red", "cas!", ORDERS, "b16 " OLD_BITS, "avvO", "atomic"},
    {"fence", "sc|acq_rel|acquire|release|=acq_rel cta|gpu|sys|cluster=gpu!", "", "", "", "fence"},
    {"fence", "proxy!", "*", "", "", "fence"},
    {"prefetch|prefetchu|discard|applypriority", "", "*", "", "a_", "cache hint"},
    {"createpolicy", "", "*", "-b64", "d____", "cache hint"},
    {"cp", "async! commit_group|wait_all|wait_group!", "", "", "o",
     "asynchronous copy, which waits here"},
    {"cp", "async!", "ca cg global shared shared::cta", "", "wsgvo",
     "asynchronous copy, which waits here"},
    /* Lanes and the rest. */
    {"shfl", "sync up|down|bfly|idx!", "", "b32", "Dvvvo", "shuffle"},
    {"vote", "sync all|any|uni!", "", "pred", "dvo", "vote"},
    {"vote", "sync ballot!", "", "b32", "dvo", "ballot"},
    {"match", "any! sync!", "", "b32 b64", "dvv", "match"},
    {"match", "all! sync!", "", "b32 b64", "Dvv", "match"},
    {"redux", "sync! add|min|max!", "", "u32 s32", "dvv", "reduction"},
    {"redux", "sync! and|or|xor!", "", "b32", "dvv", "reduction"},
    {"activemask", "", "", "b32", "d", "active lanes"},
    {"elect", "sync!", "", "", "Dv", "election"},
    {"movmatrix", "trans!", "sync aligned m8n8", "b16", "dv", "transposition"},
    {"nanosleep", "", "", "u32", "v", "sleep"},
    {"trap|brkpt", "", "", "", "", "trap|breakpoint"},
    {"cvta", "to! global|shared|local|const!", "", "u32 u64", "dv", "address"},
    {"cvta", "global|shared|local|const!", "", "u32 u64", "dv", "address"},
    {"isspacep", "global|shared|local|const!", "", "", "pv", "address space"},
    {"membar", "cta|gl|sys!", "", "", "", "fence"},
    {"bar", "warp! sync!", "", "", "v", "barrier of a warp"},
    {"bar|barrier", "sync!", "cta aligned", "", "vo", "barrier"},
    {"bar|barrier", "red! popc!", "cta aligned", "u32", "dvvo", "barrier with a reduction"},
    {"bar|barrier", "red! and|or!", "cta aligned", "pred", "dvvo", "barrier with a reduction"},
    {"griddepcontrol", "wait|launch_dependents!", "", "", "", "grid dependency"},
    {"setmaxnreg", "inc|dec!", "sync aligned", "u32", "v", "register budget"},
};
const size_t ptx_rule_count = sizeof ptx_rules / sizeof *ptx_rules;

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
        if (text_begins(name, refusals[i].prefix)) {
            *out_older = refusals[i].older;
            return refusals[i].reason;
        }
    return NULL;
}

/* The words of a list end there. */
static bool is_between(char c)
{
    return c == ' ' || c == '|' || c == '!' || c == '/' || c == '\0';
}

/* Where |word| is in |list|, or NULL; "" finds a default. */
static const char *find_word(const char *list, const char *word)
{
    size_t size = strlen(word);
    for (const char *at = strstr(list, word); at && *at; at = strstr(at + 1, word))
        if ((at == list || is_between(at[-1])) &&
            (at[size] == '=' || (size > 0 && is_between(at[size]))))
            return at;
    return NULL;
}

bool ptx_list_has(const char *list, const char *word)
{
    return find_word(list, word) != NULL;
}

/* Appends what the word of a list stands for. */
static bool append(char name[PTX_NAME], const char *word)
{
    size_t length = strlen(name), size = 0;
    while (!is_between(word[size]))
        size++;
    const char *equals = memchr(word, '=', size), *text = equals ? equals + 1 : word;
    size -= (size_t)(text - word);
    if (length + size + 2 > PTX_NAME)
        return false;
    if (length > 0)
        name[length++] = '_';
    memcpy(name + length, text, size);
    name[length + size] = '\0';
    return true;
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

bool ptx_append_modifier(const struct ptx_instruction *instruction, const char *group,
                         char name[PTX_NAME])
{
    const char *found = find_word(group, "");
    for (int i = 1; i < instruction->part_count; i++)
        if (!instruction->is_type[i] && ptx_list_has(group, instruction->parts[i]))
            found = find_word(group, instruction->parts[i]);
    return found ? append(name, found) : group[strlen(group) - 1] != '!';
}

/* Appends the types of the instruction, if they are those of |types|. */
static bool append_types(const struct ptx_instruction *instruction, const char *types,
                         struct ptx_call *call)
{
    call->type = "";
    for (int i = 1; i < instruction->part_count; i++) {
        char side[PTX_NAME];
        const char *part = instruction->parts[i];
        if (!instruction->is_type[i])
            continue;
        types = ptx_list_next(types, '/', side);
        bool unnamed = *side == '-';
        const char *found = find_word(side + unnamed, part);
        if (!found || (!unnamed && !append(call->name, found)))
            return false;
        if (!*call->type)
            call->type = part;
    }
    return !*types;
}

/* Hints on caches belong to accesses. */
static bool is_dropped(const struct ptx_rule *rule, const char *part)
{
    if (strncmp(part, "L1::", 4) == 0 || strncmp(part, "L2::", 4) == 0)
        return strpbrk(rule->arguments, "asg") || *rule->dropped == '*';
    return *rule->dropped == '*' || ptx_list_has(rule->dropped, part);
}

/* Whether |rule| is for the instruction; if so, what it calls. */
static bool match(const struct ptx_rule *rule, const struct ptx_instruction *instruction,
                  struct ptx_call *call)
{
    const char *opcode = instruction->parts[0], *what = rule->what;
    opcode = strchr(rule->opcodes, *opcode) ? find_word(rule->opcodes, opcode) : NULL;
    if (!opcode)
        return false;
    *call = (struct ptx_call){.rule = rule};
    append(call->name, opcode);
    for (int i = 1; i < instruction->part_count; i++) {
        const char *part = instruction->parts[i];
        if (!instruction->is_type[i] && !ptx_list_has(rule->kept, part) && !is_dropped(rule, part))
            return false;
    }
    for (const char *kept = rule->kept; *kept;) {
        char group[PTX_NAME];
        kept = ptx_list_next(kept, ' ', group);
        if (!ptx_append_modifier(instruction, group, call->name))
            return false;
    }
    what = ptx_list_next(what, '|', call->what);
    for (const char *at = rule->opcodes; *what && (at = strchr(at, '|')) && at < opcode; at++)
        what = ptx_list_next(what, '|', call->what);
    return append_types(instruction, rule->types, call);
}

bool ptx_find_call(const struct ptx_instruction *instruction, struct ptx_call *out)
{
    for (size_t i = 0; i < ptx_rule_count; i++)
        if (match(&ptx_rules[i], instruction, out))
            return true;
    return false;
}
