/* Instructions whose arguments are more than values: moves of vectors, comparisons, memory. */
#include "ptx_write.h"

#include "ptx_rule.h"

#include <stdio.h>
#include <string.h>

static bool has(const struct ptx_instruction *instruction, const char *part)
{
    for (int i = 1; i < instruction->part_count; i++)
        if (strcmp(instruction->parts[i], part) == 0)
            return true;
    return false;
}

/* The first part that is in |list|, or NULL. */
static const char *part_of(const struct ptx_instruction *instruction, const char *list)
{
    for (int i = 1; i < instruction->part_count; i++)
        if (ptx_list_has(list, instruction->parts[i]))
            return instruction->parts[i];
    return NULL;
}

/* The |index|-th type of the opcode; "" when there is none. */
static const char *type_of(const struct ptx_instruction *instruction, int index)
{
    for (int i = 1; i < instruction->part_count; i++)
        if (ptx_is_type(instruction->parts[i]) && index-- == 0)
            return instruction->parts[i];
    return "";
}

/* Whether every part is a type, in one of |lists|, or about caches: L1::no_allocate. */
static bool only_has(const struct ptx_instruction *instruction, const char *list)
{
    for (int i = 1; i < instruction->part_count; i++) {
        const char *part = instruction->parts[i];
        bool cache = strncmp(part, "L1::", 4) == 0 || strncmp(part, "L2::", 4) == 0;
        if (!cache && !ptx_is_type(part) && !ptx_list_has(list, part))
            return false;
    }
    return true;
}

static bool unknown(struct ptx_writer *writer, const struct ptx_instruction *instruction)
{
    return ptx_refuse(writer->statement, mem_format("%s is not known", instruction->name));
}

/* A cache policy is one more argument, which has no meaning here. */
static int argument_count(const struct ptx_instruction *instruction)
{
    return instruction->argument_count - has(instruction, "L2::cache_hint");
}

static const char *result_type_of_special(const char *call)
{
    return strstr(call, "clock64") || strcmp(call, "kbuild::ptx::globaltimer()") == 0 ? "u64"
                                                                                      : "u32";
}

static bool write_mov(struct ptx_writer *writer, const struct ptx_instruction *instruction,
                      struct buf *out)
{
    const char *type = type_of(instruction, 0);
    if (instruction->part_count != 2 || instruction->argument_count != 2 || !*type)
        return unknown(writer, instruction);
    const struct ptx_argument *to = &instruction->arguments[0], *from = &instruction->arguments[1];
    int count = from->kind == PTX_VECTOR ? from->count : to->kind == PTX_VECTOR ? to->count : 0;
    bool special = from->kind == PTX_VALUE && from->elements[0].kind == PTX_SPECIAL;
    /* Of .b16 two parts, of .b32 and .b64 two or four. */
    bool parts = count == 2 || (count == 4 && strcmp(type + 1, "16") != 0);
    if ((count > 0 && (type[0] == 'p' || !parts)) ||
        !ptx_list_has("pred b16 u16 s16 b32 u32 s32 b64 u64 s64 f32 f64", type))
        return unknown(writer, instruction);
    if (!ptx_write_target(writer, to,
                          special ? result_type_of_special(from->elements[0].text)
                          : count ? "b32"
                                  : type,
                          out))
        return false;
    if (special) {
        const char *name = from->elements[0].text + strlen("kbuild::ptx::");
        static const struct {
            const char *prefix, *what;
        } names[] = {{"laneid", "lane id"},     {"warpid", "warp id"},
                     {"lanemask", "lane mask"}, {"clock", "clock"},
                     {"globaltimer", "clock"},  {"smid", "multiprocessor id"},
                     {"", "special register"}};
        size_t i = 0;
        while (strncmp(name, names[i].prefix, strlen(names[i].prefix)) != 0)
            i++;
        ptx_write_what(writer, names[i].what);
        return ptx_write_argument(writer, from, out);
    }
    ptx_write_what(writer, count ? "packing" : "move");
    /* Packing is by bits: .u64 and .f64 are .b64. */
    const char *width = type + 1;
    if (to->kind == PTX_VECTOR && from->kind == PTX_VECTOR)
        return unknown(writer, instruction);
    if (from->kind == PTX_VECTOR)
        buf_printf(out, "kbuild::ptx::pack%d_b%s(", count, width);
    else if (count > 0)
        buf_printf(out, "kbuild::ptx::unpack%d_b%s(", count, width);
    else
        buf_printf(out, "kbuild::ptx::mov_%s(", type);
    bool ok = ptx_write_argument(writer, from, out);
    buf_putc(out, ')');
    return ok;
}

static const char comparisons[] = "eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan";

/* A comparison of the type |type|: `kbuild::ptx::setp_lt_s32(a, b)`, combined with a predicate. */
static bool write_comparison(struct ptx_writer *writer, const struct ptx_instruction *instruction,
                             const char *name, const char *type, struct buf *out)
{
    const char *compare = part_of(instruction, comparisons);
    const char *combine = part_of(instruction, "and or xor");
    bool flush = has(instruction, "ftz");
    int wanted = combine ? 4 : 3;
    if (!compare || instruction->argument_count != wanted || (flush && strcmp(type, "f32") != 0))
        return unknown(writer, instruction);
    static const char integers[] = "u16 u32 u64 s16 s32 s64";
    bool ordered = ptx_list_has("lt le gt ge", compare);
    bool equal = ptx_list_has("eq ne", compare);
    bool floats = ptx_list_has("f32 f64 f16 bf16 f16x2 bf16x2", type);
    bool fits = floats ? !ptx_list_has("lo ls hi hs", compare)
                : ptx_list_has(integers, type)
                    ? equal || ordered || (type[0] == 'u' && ptx_list_has("lo ls hi hs", compare))
                    : ptx_list_has("b16 b32 b64", type) && equal;
    if (!fits)
        return unknown(writer, instruction);
    if (combine)
        buf_putc(out, '(');
    buf_printf(out, "kbuild::ptx::%s_%s_%s%s(", name, compare, flush ? "ftz_" : "", type);
    if (!ptx_write_argument(writer, &instruction->arguments[1], out))
        return false;
    buf_puts(out, ", ");
    if (!ptx_write_argument(writer, &instruction->arguments[2], out))
        return false;
    buf_putc(out, ')');
    if (combine) {
        buf_puts(out, combine[0] == 'a' ? " && " : combine[0] == 'o' ? " || " : " != ");
        if (!ptx_write_argument(writer, &instruction->arguments[3], out))
            return false;
        buf_putc(out, ')');
    }
    ptx_write_what(writer, "comparison");
    return true;
}

/* setp.lt.s32 p, a, b or p|q, where q is the opposite. */
static bool write_setp(struct ptx_writer *writer, const struct ptx_instruction *instruction,
                       struct buf *out)
{
    struct ptx_argument to = instruction->arguments[0];
    const struct ptx_value opposite = to.elements[1];
    bool pair = to.kind == PTX_PAIR;
    char list[128] = "and or xor ftz ";
    strcat(list, comparisons);
    const char *type = type_of(instruction, 0);
    if (instruction->argument_count < 3 || !only_has(instruction, list) ||
        *type_of(instruction, 1) || strstr(type, "x2"))
        return unknown(writer, instruction);
    if (pair && (part_of(instruction, "and or xor") || opposite.kind != PTX_REGISTER))
        return unknown(writer, instruction);
    to.kind = PTX_VALUE;
    to.count = 1;
    if (pair) {
        /* One expression, so that a guard counts for both. */
        buf_printf(out, "%s = !(", writer->statement->registers[opposite.index].name);
        writer->statement->registers[opposite.index].written = true;
    }
    if (!ptx_write_target(writer, &to, "pred", out) ||
        !write_comparison(writer, instruction, "setp", type, out))
        return false;
    if (pair)
        buf_putc(out, ')');
    return true;
}

/* set.lt.u32.s32 d, a, b: a mask or a number. */
static bool write_set(struct ptx_writer *writer, const struct ptx_instruction *instruction,
                      struct buf *out)
{
    char list[128] = "and or xor ftz ";
    strcat(list, comparisons);
    const char *type = type_of(instruction, 0), *source = type_of(instruction, 1);
    if (instruction->argument_count < 3 || !only_has(instruction, list) || !*source)
        return unknown(writer, instruction);
    bool pairs = strstr(source, "x2") != NULL;
    bool fits = pairs ? strcmp(type, "u32") == 0 || strcmp(type, source) == 0
                      : ptx_list_has("u32 s32 f32 f16 bf16", type);
    if (!fits || (pairs && part_of(instruction, "and or xor ftz")))
        return unknown(writer, instruction);
    if (!ptx_write_target(writer, &instruction->arguments[0], type, out))
        return false;
    char name[32] = "setp";
    if (pairs) {
        strcpy(name, "set_mask");
        if (strcmp(type, "u32") != 0)
            strcpy(name, "set_one");
    } else {
        buf_printf(out, "kbuild::ptx::set_%s(", type);
    }
    if (!write_comparison(writer, instruction, name, source, out))
        return false;
    if (!pairs)
        buf_putc(out, ')');
    return true;
}

/* The state space of an access, as the function that makes an address of it. */
static const char *space_of(const struct ptx_instruction *instruction)
{
    static const struct {
        const char *part, *space;
    } spaces[] = {{"global", "global"},
                  {"shared", "shared"},
                  {"shared::cta", "shared"},
                  {"local", "local"},
                  {"const", "constant"}};
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (has(instruction, spaces[i].part))
            return spaces[i].space;
    return "generic";
}

/* kbuild::ptx::global(p, 16) */
static bool write_address(struct ptx_writer *writer, const struct ptx_argument *argument,
                          const char *space, struct buf *out)
{
    if (argument->kind != PTX_ADDRESS)
        return ptx_refuse(writer->statement, mem_dup("an address is not in brackets"));
    buf_printf(out, "kbuild::ptx::%s(", space);
    if (!ptx_write_argument(writer, argument, out))
        return false;
    if (argument->offset)
        buf_printf(out, ", %s", argument->offset);
    buf_putc(out, ')');
    return true;
}

#define SPACES "global shared shared::cta local const"
#define SCOPES "cta cluster gpu sys"

/* kbuild::ptx::gpu(), the scope of a relaxed or acquiring access. */
static void write_scope(const struct ptx_instruction *instruction, struct buf *out)
{
    const char *scope = part_of(instruction, SCOPES);
    buf_printf(out, ", kbuild::ptx::%s()", !scope || strcmp(scope, "cluster") == 0 ? "gpu" : scope);
}

static const char element_types[] = "b8 u8 s8 b16 u16 s16 b32 u32 s32 f32 b64 u64 s64 f64";

/* The beginning of an access: `kbuild::ptx::ld_acquire_v4_u32(`. */
static bool write_access(struct ptx_writer *writer, const struct ptx_instruction *instruction,
                         const char *name, const char *orders, const char *caches, int elements,
                         bool *out_scoped, struct buf *out)
{
    const char *type = type_of(instruction, 0), *vector = part_of(instruction, "v2 v4 v8");
    const char *order = part_of(instruction, orders), *cache = part_of(instruction, caches);
    char list[256];
    snprintf(list, sizeof list, "%s %s weak v2 v4 v8 nc %s %s", orders, caches, SPACES, SCOPES);
    int wanted = vector ? vector[1] - '0' : 1;
    if (!only_has(instruction, list) || !ptx_list_has(element_types, type) || wanted != elements ||
        *type_of(instruction, 1))
        return unknown(writer, instruction);
    bool scoped = order && strcmp(order, "volatile") != 0;
    bool whole = vector && strcmp(vector, "v8") == 0 && strstr(type, "64");
    if (whole || (scoped && vector && strcmp(vector, "v8") == 0))
        return unknown(writer, instruction);
    buf_printf(out, "kbuild::ptx::%s", name);
    if (order)
        buf_printf(out, "_%s", order);
    else if (cache && !ptx_list_has("ca wb", cache))
        buf_printf(out, "_%s", cache);
    if (vector)
        buf_printf(out, "_%s", vector);
    buf_printf(out, "_%s(", type);
    *out_scoped = scoped;
    writer->weak_memory |= !order;
    return true;
}

static bool write_ld(struct ptx_writer *writer, const struct ptx_instruction *instruction,
                     struct buf *out)
{
    const struct ptx_argument *to = &instruction->arguments[0];
    bool scoped;
    if (argument_count(instruction) != 2)
        return unknown(writer, instruction);
    if (!ptx_write_target(writer, to, type_of(instruction, 0), out) ||
        !write_access(writer, instruction, "ld", "relaxed acquire volatile", "ca cg cs lu cv",
                      to->count, &scoped, out) ||
        !write_address(writer, &instruction->arguments[1], space_of(instruction), out))
        return false;
    if (scoped)
        write_scope(instruction, out);
    buf_putc(out, ')');
    ptx_write_what(writer, "load");
    return true;
}

static bool write_st(struct ptx_writer *writer, const struct ptx_instruction *instruction,
                     struct buf *out)
{
    const struct ptx_argument *from = &instruction->arguments[1];
    bool scoped;
    if (argument_count(instruction) != 2 || from->kind == PTX_ADDRESS || from->kind == PTX_PAIR)
        return unknown(writer, instruction);
    if (!write_access(writer, instruction, "st", "relaxed release volatile", "wb cg cs wt",
                      from->count, &scoped, out) ||
        !write_address(writer, &instruction->arguments[0], space_of(instruction), out))
        return false;
    if (scoped)
        write_scope(instruction, out);
    buf_puts(out, ", ");
    bool ok = ptx_write_argument(writer, from, out);
    buf_putc(out, ')');
    ptx_write_what(writer, "store");
    return ok;
}

/* atom.acq_rel.gpu.global.add.u32 d, [a], b and red, which has no result. */
static bool write_atom(struct ptx_writer *writer, const struct ptx_instruction *instruction,
                       struct buf *out)
{
    static const struct {
        const char *operation, *types;
    } kinds[] = {
        {"add", "u32 s32 u64 s64 f32 f64 f16 f16x2 bf16 bf16x2"},
        {"min", "u32 s32 u64 s64"},
        {"max", "u32 s32 u64 s64"},
        {"inc", "u32"},
        {"dec", "u32"},
        {"and", "b32 b64"},
        {"or", "b32 b64"},
        {"xor", "b32 b64"},
        {"exch", "b32 b64"},
        {"cas", "b16 b32 b64"},
    };
    bool result = instruction->parts[0][0] == 'a';
    const char *type = type_of(instruction, 0), *operation = NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        /* The unsigned types of old code are those of bits. */
        char bits[8];
        snprintf(bits, sizeof bits, "b%s", *type ? type + 1 : "");
        if (!has(instruction, kinds[i].operation))
            continue;
        operation = kinds[i].operation;
        if (ptx_list_has(kinds[i].types, type))
            break;
        if (i >= 5 && ptx_list_has(kinds[i].types, bits) && type[0] != 'f') {
            type = strcmp(bits, "b32") == 0 ? "b32" : "b64";
            break;
        }
        operation = NULL;
        break;
    }
    int count = argument_count(instruction), first = result ? 1 : 0;
    int values = operation && strcmp(operation, "cas") == 0 ? 2 : 1;
    if (!operation || count != first + 1 + values || *type_of(instruction, 1) ||
        !only_has(instruction,
                  "relaxed acquire release acq_rel noftz " SCOPES
                  " global shared shared::cta add min max inc dec and or xor exch cas"))
        return unknown(writer, instruction);
    if (result && !ptx_write_target(writer, &instruction->arguments[0], type, out))
        return false;
    buf_printf(out, "kbuild::ptx::%s_%s_%s(", instruction->parts[0], operation, type);
    if (!write_address(writer, &instruction->arguments[first], space_of(instruction), out))
        return false;
    for (int i = 1; i <= values; i++) {
        buf_puts(out, ", ");
        if (instruction->arguments[first + i].kind != PTX_VALUE)
            return unknown(writer, instruction);
        if (!ptx_write_argument(writer, &instruction->arguments[first + i], out))
            return false;
    }
    const char *order = part_of(instruction, "relaxed acquire release acq_rel");
    const char *scope = part_of(instruction, SCOPES);
    scope = !scope || strcmp(scope, "cluster") == 0 ? "gpu" : scope;
    order = order ? order : "relaxed";
    if (strcmp(scope, "gpu") != 0 || strcmp(order, "relaxed") != 0)
        buf_printf(out, ", kbuild::ptx::%s_%s()", order, scope);
    buf_putc(out, ')');
    ptx_write_what(writer, "atomic");
    return true;
}

static bool write_fence(struct ptx_writer *writer, const struct ptx_instruction *instruction,
                        struct buf *out)
{
    if (instruction->argument_count > 0)
        return unknown(writer, instruction);
    ptx_write_what(writer, "fence");
    if (instruction->part_count > 1 && strncmp(instruction->parts[1], "proxy", 5) == 0) {
        buf_puts(out, "kbuild::ptx::fence_proxy()");
        return true;
    }
    const char *order = part_of(instruction, "sc acq_rel acquire release");
    const char *scope = part_of(instruction, SCOPES);
    if (!scope || instruction->part_count != 2 + (order != NULL))
        return unknown(writer, instruction);
    buf_printf(out, "kbuild::ptx::fence_%s_%s()", order ? order : "acq_rel",
               strcmp(scope, "cluster") == 0 ? "gpu" : scope);
    return true;
}

/* Instructions that only advise: the address is evaluated, and nothing else happens. */
static bool write_advice(struct ptx_writer *writer, const struct ptx_instruction *instruction,
                         struct buf *out)
{
    if (instruction->argument_count < 1)
        return unknown(writer, instruction);
    ptx_write_what(writer, "cache hint");
    buf_printf(out, "kbuild::ptx::%s(", instruction->parts[0]);
    bool ok = write_address(writer, &instruction->arguments[0], space_of(instruction), out);
    buf_putc(out, ')');
    return ok;
}

static bool write_policy(struct ptx_writer *writer, const struct ptx_instruction *instruction,
                         struct buf *out)
{
    if (instruction->argument_count < 1 ||
        !ptx_write_target(writer, &instruction->arguments[0], "b64", out))
        return false;
    ptx_write_what(writer, "cache hint");
    buf_puts(out, "kbuild::ptx::createpolicy()");
    return true;
}

/* cp.async.cg.shared.global [to], [from], 16, size: done when the call returns. */
static bool write_cp(struct ptx_writer *writer, const struct ptx_instruction *instruction,
                     struct buf *out)
{
    if (!has(instruction, "async"))
        return unknown(writer, instruction);
    ptx_write_what(writer, "asynchronous copy, which waits here");
    int count = argument_count(instruction);
    if (has(instruction, "commit_group") || has(instruction, "wait_all") ||
        has(instruction, "wait_group")) {
        const char *name = instruction->parts[instruction->part_count - 1];
        buf_printf(out, "kbuild::ptx::cp_async_%s(", name);
        bool ok = count == 0 || ptx_write_argument(writer, &instruction->arguments[0], out);
        buf_putc(out, ')');
        return ok;
    }
    if (count < 3 || count > 4 || !only_has(instruction, "async ca cg global shared shared::cta"))
        return unknown(writer, instruction);
    buf_puts(out, "kbuild::ptx::cp_async(");
    if (!write_address(writer, &instruction->arguments[0], "shared", out))
        return false;
    buf_puts(out, ", ");
    if (!write_address(writer, &instruction->arguments[1], "global", out))
        return false;
    for (int i = 2; i < count; i++) {
        buf_puts(out, ", ");
        if (!ptx_write_argument(writer, &instruction->arguments[i], out))
            return false;
    }
    buf_putc(out, ')');
    writer->weak_memory = true;
    return true;
}

bool ptx_write_special(struct ptx_writer *writer, const struct ptx_instruction *instruction,
                       struct buf *out, bool *out_known)
{
    static const struct {
        const char *opcode;
        bool (*write)(struct ptx_writer *writer, const struct ptx_instruction *instruction,
                      struct buf *out);
    } specials[] = {
        {"mov", write_mov},
        {"setp", write_setp},
        {"set", write_set},
        {"ld", write_ld},
        {"ldu", write_ld},
        {"st", write_st},
        {"atom", write_atom},
        {"red", write_atom},
        {"fence", write_fence},
        {"prefetch", write_advice},
        {"prefetchu", write_advice},
        {"discard", write_advice},
        {"applypriority", write_advice},
        {"createpolicy", write_policy},
        {"cp", write_cp},
    };
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++) {
        if (strcmp(instruction->parts[0], specials[i].opcode) != 0)
            continue;
        *out_known = true;
        return specials[i].write(writer, instruction, out);
    }
    return false;
}
