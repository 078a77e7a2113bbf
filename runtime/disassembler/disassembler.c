#include "disassembler.h"

#include "edit.h"
#include "faults.h"
#include "halves.h"
#include "llvm.h"
#include "proof.h"
#include "targets.h"
#include "twins.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Since gfx11 halves of registers have names of their own. Some versions of LLVM decode an encoding
 * with such names only when the feature "real-true16" is on, other versions only when it is off,
 * depending on the instruction. So there is one context with the feature and one context without
 * it. */
enum { CONTEXTS = 2 };

/* The longest instruction has five dwords: an image instruction whose address has many
 * registers. */
enum { WORDS = 5 };

/* The number of opcodes of VOP3, and the number of opcodes of VOP3 and VOP3P together. VOP3P has
 * the matrix products. */
enum { VOP3_SLOTS = 1024, UNUSED_SLOTS = VOP3_SLOTS + 128 };

/* Bits for the sources that an opcode of VOP3 does not use. */
enum { UNUSED_THIRD = 1, UNUSED_SECOND = 2 };

struct disassembler {
    void *contexts[CONTEXTS]; /* LLVM's contexts; NULL where there is none */
    enum family family;
    char processor[24];
    /* the fault of LLVM for which the last instruction was refused, or NULL */
    const struct fault_of_llvm *fault;
    unsigned repairs;
    /* What was learnt about each opcode. |halves|: the operands that are halves, and the bit KNOWN.
     * |unused|: the sources that the opcode does not use. */
    uint8_t halves[HALF_SLOTS];
    uint8_t unused[UNUSED_SLOTS];
};
enum { KNOWN = 0x80 };

/* ---- Asking LLVM ----------------------------------------------------------------------------- */

/* Whether |text| has a comment. In a comment, LLVM names the rule that an encoding breaks: the
 * encoding is not an instruction then. */
static bool has_comment(const char *text)
{
    return strstr(text, "/*") || strchr(text, ';');
}

/* Asks one context for the instruction's text. LLVM 16 may also comment on the dword after the
 * instruction. So if there is a comment, the function asks again with the instruction alone. */
static size_t ask_context(void *context, struct span code, char *out, size_t size)
{
    size_t bytes = llvm_read(context, code, out, size);
    if (!bytes || !has_comment(out))
        return bytes;
    code.size = bytes;
    return llvm_read(context, code, out, size) == bytes && !has_comment(out) ? bytes : 0;
}

/* Returns the number of bytes of the instruction, with the text from the first context that knows
 * it; 0 if no context knows it. */
static size_t ask_contexts(const struct disassembler *disassembler, const uint32_t *words,
                           size_t count, char *out, size_t size)
{
    struct span code = {(const uint8_t *)words, 4 * count};
    for (unsigned i = 0; i < CONTEXTS; i++) {
        size_t bytes =
            disassembler->contexts[i] ? ask_context(disassembler->contexts[i], code, out, size) : 0;
        if (bytes)
            return bytes;
    }
    *out = '\0';
    return 0;
}

static size_t ask_twin(const struct disassembler *disassembler, const struct twin *twin,
                       const uint32_t *words, size_t count, char *out, size_t size)
{
    uint32_t copy[WORDS];
    memcpy(copy, words, count * sizeof *words);
    copy[0] = twin_word(twin, words[0]);
    size_t bytes = ask_contexts(disassembler, copy, count, out, size);
    return bytes && twin_name(twin, out, size) ? bytes : 0;
}

static size_t ask(const struct disassembler *disassembler, const uint32_t *words, size_t count,
                  char *out, size_t size)
{
    const struct twin *twin = twin_find(words[0], disassembler->family, llvm_version());
    size_t bytes = twin ? ask_twin(disassembler, twin, words, count, out, size)
                        : ask_contexts(disassembler, words, count, out, size);
    if (strchr(out, '|'))
        edit_bars(out);
    if (bytes && strchr(out, '('))
        edit_sext(words, out);
    return bytes;
}

/* ---- Unused sources --------------------------------------------------------------------------
 *
 * The hardware ignores the source fields that a VOP3 or VOP3P instruction does not use. LLVM 22
 * writes 128 there, the constant 0, and decodes any value; older versions write 0 and decode only
 * 0.
 */

enum { FIELD = 0x1ff, CONSTANT_0 = 128, SECOND = 9, THIRD = 18 };

/* Returns the slot of an opcode in |unused|; UNUSED_SLOTS for encodings without a slot. See "VOP3"
 * and "VOP3P" in the ISA documents. On gfx8 and gfx9, VOP3P is a part of VOP3. */
static unsigned unused_slot(const struct disassembler *disassembler, uint32_t word)
{
    if (disassembler->family >= FAMILY_GFX10) {
        if (word >> 26 == 0x35)
            return word >> 16 & 0x3ff;
        return word >> 24 == 0xcc ? VOP3_SLOTS + (word >> 16 & 0x7f) : UNUSED_SLOTS;
    }
    return word >> 26 == 0x34 ? word >> 16 & 0x3ff : UNUSED_SLOTS;
}

static bool is_constant_0(const uint32_t *words, unsigned shift)
{
    return (words[1] >> shift & FIELD) == CONSTANT_0;
}

/* Clears the fields of the |unused| sources that have the constant 0. */
static void clear_unused(uint32_t *words, unsigned unused)
{
    if (unused & UNUSED_THIRD && is_constant_0(words, THIRD))
        words[1] &= ~((uint32_t)FIELD << THIRD);
    if (unused & UNUSED_SECOND && is_constant_0(words, SECOND))
        words[1] &= ~((uint32_t)FIELD << SECOND);
}

/* Whether the instruction does have one of the |unused| sources, whose fields are cleared in
 * |words|: LLVM then also decodes the instruction with another register in that field. LLVM refuses
 * a constant for some sources, such as the mask of v_cndmask_b32. */
static bool has_sources(const struct disassembler *disassembler, const uint32_t *words,
                        size_t count, unsigned unused)
{
    /* the number of an SGPR that replaces the source in question; a multiple of 4, because tuples
     * of registers are aligned to their size */
    enum { SGPR = 4 };
    static const struct {
        unsigned source, shift;
    } fields[] = {{UNUSED_THIRD, THIRD}, {UNUSED_SECOND, SECOND}};
    char text[DISASSEMBLY_MAX];
    uint32_t copy[WORDS];
    bool has = false;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0] && !has; i++) {
        memcpy(copy, words, count * sizeof *words);
        copy[1] |= (uint32_t)SGPR << fields[i].shift;
        has = unused & fields[i].source && ask(disassembler, copy, count, text, sizeof text);
    }
    return has;
}

/* Asks LLVM for the text of the instruction. If LLVM does not know the instruction, asks with the
 * third source cleared, then with the second source cleared too. Remembers for the opcode which
 * sources had to be cleared. */
static size_t ask_without_unused(struct disassembler *disassembler, const uint32_t *words,
                                 size_t count, char *out, size_t size)
{
    static const uint8_t guesses[] = {UNUSED_THIRD, UNUSED_THIRD | UNUSED_SECOND};
    uint32_t copy[WORDS];
    unsigned slot = count > 1 ? unused_slot(disassembler, words[0]) : UNUSED_SLOTS;
    if (slot == UNUSED_SLOTS || !(disassembler->repairs & REPAIRS_UNUSED) ||
        !is_constant_0(words, THIRD))
        return ask(disassembler, words, count, out, size);
    memcpy(copy, words, count * sizeof *words);
    clear_unused(copy, disassembler->unused[slot]);
    size_t bytes = ask(disassembler, copy, count, out, size);
    for (unsigned i = 0; i < sizeof guesses && !bytes; i++) {
        clear_unused(copy, guesses[i]);
        bytes = ask(disassembler, copy, count, out, size);
        if (bytes && has_sources(disassembler, copy, count, guesses[i])) {
            *out = '\0';
            return 0;
        }
        if (bytes)
            disassembler->unused[slot] = guesses[i];
    }
    return bytes;
}

/* ---- Halves ---------------------------------------------------------------------------------- */

/* Returns which operands of the instruction are halves, which follows from the instruction's name.
 * LLVM knows the name after the bits of the halves are cleared. |words| has WORDS elements, of
 * which |count| are code. */
static unsigned learn_halves(struct disassembler *disassembler, const uint32_t *words, size_t count,
                             const struct halves *halves)
{
    char text[DISASSEMBLY_MAX];
    uint32_t copy[WORDS];
    uint8_t *known = &disassembler->halves[halves->slot];
    if (!*known) {
        memcpy(copy, words, WORDS * sizeof *words);
        halves_clear(copy, halves, halves->set);
        if (ask_without_unused(disassembler, copy, count, text, sizeof text))
            *known = (uint8_t)(KNOWN | halves_of(text, disassembler->family));
    }
    return *known & ~(unsigned)KNOWN;
}

/* Whether the instruction names high halves, or has bits of op_sel for operands that are not
 * halves. If so, |*out_bytes| is the size of the instruction with its text in |out|; 0 if it is not
 * an instruction, as with bits of op_sel for other operands. The function must find these bits
 * itself, because LLVM up to 24 ignores them. */
static bool ask_without_halves(struct disassembler *disassembler, const uint32_t *words,
                               size_t count, char *out, size_t size, size_t *out_bytes)
{
    struct halves halves;
    uint32_t copy[WORDS];
    if (!halves_find(words, disassembler->family, &halves))
        return false;
    unsigned known = learn_halves(disassembler, words, count, &halves), high = halves.set & known;
    if (known && halves.is_long && high != halves.set)
        return true;
    if (!high || !(disassembler->repairs & REPAIRS_HALVES))
        return false;
    memcpy(copy, words, WORDS * sizeof *words);
    halves_clear(copy, &halves, high);
    *out_bytes = ask_without_unused(disassembler, copy, count, out, size);
    if (*out_bytes && !halves_name(out, size, disassembler->family, &halves, high))
        *out_bytes = 0;
    return true;
}

/* ---- Making a disassembler ------------------------------------------------------------------- */

static size_t read_raw(void *context, const uint32_t *words, size_t count, char *out, size_t size)
{
    return ask(context, words, count, out, size);
}

static bool open_contexts(struct disassembler *disassembler, const char *name, unsigned lanes)
{
    static const char *const halves[CONTEXTS] = {",+real-true16", ""};
    const char *wave =
        lanes == 32 ? "+wavefrontsize32,-wavefrontsize64" : "+wavefrontsize64,-wavefrontsize32";
    if (disassembler->family == FAMILY_NEW && lanes == 32) /* gfx1250 has only waves of 32 lanes */
        wave = "";
    bool has_halves =
        (disassembler->family == FAMILY_GFX11 || disassembler->family == FAMILY_GFX12) &&
        llvm_version() >= 18;
    for (unsigned i = has_halves ? 0 : 1; i < CONTEXTS; i++) {
        char features[96];
        snprintf(features, sizeof features, "%s%s", wave, halves[i]);
        disassembler->contexts[i] = llvm_context_new(name, features);
    }
    return disassembler->contexts[CONTEXTS - 1] != NULL;
}

static bool is_proven(struct disassembler *disassembler, const char *processor,
                      struct codeobj_error *error)
{
    const char *failed;
    char first[48];
    if (proof_run(processor, llvm_version(), read_raw, disassembler, &disassembler->repairs,
                  &failed))
        return true;
    codeobj_fail(error, CODEOBJ_UNSUPPORTED,
                 "LLVM %u does not decode '%s' of %s; install its library of %s or newer",
                 llvm_version(), failed, processor, disassembler_first(processor, first));
    return false;
}

static void refuse(const char *processor, struct codeobj_error *error)
{
    char first[48];
    unsigned since = target_since(processor);
    disassembler_first(processor, first);
    if (since > llvm_version())
        codeobj_fail(error, CODEOBJ_UNSUPPORTED,
                     "LLVM %u does not decode %s; %s does (Debian: libllvm%u)", llvm_version(),
                     processor, first, since);
    else
        codeobj_fail(error, CODEOBJ_UNSUPPORTED, "LLVM %u does not decode %s, and %s does",
                     llvm_version(), processor, first);
}

/* Decides which context is asked first: the one with LLVM's feature real-true16, or the one
 * without. If this LLVM prints which half of a register each 16-bit operand is, the context without
 * the feature is removed: it would ignore bits that make an encoding invalid. Otherwise
 * ask_without_halves() clears the bits that select halves before LLVM sees an encoding, and the
 * context without the feature comes first, because it knows more instructions. */
static void order_contexts(struct disassembler *disassembler)
{
    void *with = disassembler->contexts[0], *without = disassembler->contexts[1];
    if (!with)
        return;
    if (disassembler->repairs & REPAIRS_HALVES) {
        disassembler->contexts[0] = without;
        disassembler->contexts[1] = with;
    } else {
        llvm_context_free(without);
        disassembler->contexts[1] = NULL;
    }
}

struct disassembler *disassembler_new(const char *library, const char *processor, unsigned lanes,
                                      struct codeobj_error *error)
{
    if (!llvm_load(library, error))
        return NULL;
    const char *name = target_name(processor, llvm_version());
    if (!name) {
        refuse(processor, error);
        return NULL;
    }
    struct disassembler *disassembler = calloc(1, sizeof *disassembler);
    if (!disassembler) {
        codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
        return NULL;
    }
    disassembler->family = family_of(name);
    snprintf(disassembler->processor, sizeof disassembler->processor, "%s", processor);
    if (!open_contexts(disassembler, name, lanes))
        codeobj_fail(error, CODEOBJ_UNSUPPORTED, "LLVM %u cannot decode %s", llvm_version(),
                     processor);
    else if (is_proven(disassembler, name, error)) {
        order_contexts(disassembler);
        return disassembler;
    }
    disassembler_free(disassembler);
    return NULL;
}

void disassembler_free(struct disassembler *disassembler)
{
    for (unsigned i = 0; disassembler && i < CONTEXTS; i++)
        llvm_context_free(disassembler->contexts[i]);
    free(disassembler);
}

unsigned disassembler_version(const struct disassembler *disassembler)
{
    (void)disassembler; /* The parameter is not used, because a process has one LLVM. */
    return llvm_version();
}

/* Corrects the mistakes of this LLVM in |text|. Returns false if that is impossible. */
static bool put_right(const struct disassembler *disassembler, const uint32_t *words, char *text,
                      size_t size)
{
    if (disassembler->repairs & REPAIRS_GDS)
        edit_gds(text);
    return (!(disassembler->repairs & REPAIRS_LITERALS) || edit_literal(words, text, size)) &&
           edit_packed_constants(words, text, size) &&
           (!(disassembler->repairs & REPAIRS_SIGNS) || edit_signs(words, text, size));
}

size_t disassembler_read(struct disassembler *disassembler, struct span code, char *out,
                         size_t size)
{
    uint32_t words[WORDS] = {0};
    size_t count = code.size / 4 < WORDS ? code.size / 4 : WORDS, bytes = 0;
    *out = '\0';
    memcpy(words, code.data, 4 * count);
    disassembler->fault = fault_find(words, disassembler->family, llvm_version());
    if (count == 0 || disassembler->fault)
        return 0;
    if (!ask_without_halves(disassembler, words, count, out, size, &bytes))
        bytes = ask_without_unused(disassembler, words, count, out, size);
    return put_right(disassembler, words, out, size) ? bytes : 0;
}

const char *disassembler_why(const struct disassembler *disassembler, char *out, size_t size)
{
    const struct fault_of_llvm *fault = disassembler->fault;
    if (fault && fault->since)
        snprintf(out, size, "%s, which LLVM %u prints wrongly; LLVM %u does not", fault->what,
                 llvm_version(), fault->since);
    else
        snprintf(out, size, "not an instruction of %s that LLVM %u knows", disassembler->processor,
                 llvm_version());
    return out;
}
