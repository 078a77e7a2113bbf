/* LLVM's disassembler by dlopen; see llvm-c/Disassembler.h, llvm-c/Target.h, whose declarations
 * have been the same since LLVM 3. */
#include "llvm.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The newest first: it knows the most processors. HIPEMU_LLVM names another one. Up to 17, Debian
 * adds ".1" to LLVM's own name. */
static const char *const libraries[] = {
    "libLLVM.so.22.1", "libLLVM.so.21.1", "libLLVM.so.20.1", "libLLVM.so.19.1",
    "libLLVM.so.18.1", "libLLVM-17.so.1", "libLLVM-17.so",   "libLLVM-16.so.1",
    "libLLVM-16.so",   "libLLVM-15.so.1", "libLLVM-15.so",
};

static struct {
    bool is_loaded;
    unsigned major; /* version */
    char tried[256];
    void (*initialise[4])(void);
    void *(*create)(const char *triple, const char *cpu, const char *features, void *info,
                    int tag_type, void *get_info, void *symbol_lookup);
    void (*dispose)(void *context);
    size_t (*disassemble)(void *context, uint8_t *bytes, uint64_t size, uint64_t pc, char *out,
                          size_t out_size);
} llvm;

static pthread_once_t llvm_once = PTHREAD_ONCE_INIT;

/* Since gfx11 the halves of registers have names of their own, and the encodings that name them are
 * decoded only when the feature "real-true16" is on, the others only when it is off (LLVM changes
 * from one to the other instruction by instruction): there is a context for each. */
enum { CONTEXTS = 2 };

struct llvm_disassembler {
    void *contexts[CONTEXTS]; /* NULL: there is none */
    bool has_sdwa;            /* gfx9, gfx10 */
    bool has_vop3_literals;   /* since gfx10 */
};

/* ISO C has no cast from an object pointer to a function pointer; POSIX says that this works. */
static bool find_function(void *library, const char *name, void *out)
{
    void *address = dlsym(library, name);
    memcpy(out, &address, sizeof address);
    return address != NULL;
}

static bool find_functions(void *library)
{
    return find_function(library, "LLVMInitializeAMDGPUTargetInfo", &llvm.initialise[0]) &&
           find_function(library, "LLVMInitializeAMDGPUTarget", &llvm.initialise[1]) &&
           find_function(library, "LLVMInitializeAMDGPUTargetMC", &llvm.initialise[2]) &&
           find_function(library, "LLVMInitializeAMDGPUDisassembler", &llvm.initialise[3]) &&
           find_function(library, "LLVMCreateDisasmCPUFeatures", &llvm.create) &&
           find_function(library, "LLVMDisasmDispose", &llvm.dispose) &&
           find_function(library, "LLVMDisasmInstruction", &llvm.disassemble);
}

static bool load_library(const char *name)
{
    size_t used = strlen(llvm.tried);
    snprintf(llvm.tried + used, sizeof llvm.tried - used, "%s%s", used ? ", " : "", name);
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return false;
    if (!find_functions(library)) {
        dlclose(library);
        return false;
    }
    for (size_t i = 0; i < sizeof llvm.initialise / sizeof llvm.initialise[0]; i++)
        llvm.initialise[i]();
    void (*get_version)(unsigned *major, unsigned *minor, unsigned *patch);
    llvm.major = 15; /* the last one that does not tell */
    if (find_function(library, "LLVMGetVersion", &get_version))
        get_version(&llvm.major, NULL, NULL);
    return true;
}

static void load(void)
{
    const char *chosen = secure_getenv("HIPEMU_LLVM");
    if (chosen && *chosen) {
        llvm.is_loaded = load_library(chosen);
        return;
    }
    for (size_t i = 0; i < sizeof libraries / sizeof libraries[0] && !llvm.is_loaded; i++)
        llvm.is_loaded = load_library(libraries[i]);
}

/* Processors that not every version of LLVM knows: LLVM ends the process for an unknown one. A
 * generic target is decoded as one of its members, which has all its instructions. */
static const struct {
    const char *processor;
    unsigned since;
    const char *stand_in; /* for older versions */
} newcomers[] = {
    {"gfx9-generic", 19, "gfx900"},
    {"gfx9-4-generic", 20, "gfx942"},
    {"gfx10-1-generic", 19, "gfx1010"},
    {"gfx10-3-generic", 19, "gfx1030"},
    {"gfx11-generic", 19, "gfx1100"},
    {"gfx12-generic", 19, "gfx1200"},
    {"gfx942", 17, NULL},
    {"gfx950", 20, NULL},
    {"gfx1150", 17, NULL},
    {"gfx1151", 17, NULL},
    {"gfx1152", 19, "gfx1151"},
    {"gfx1153", 20, "gfx1151"},
    {"gfx1154", 23, "gfx1151"},
    {"gfx1200", 18, NULL},
    {"gfx1201", 18, "gfx1200"},
};

/* The name of |processor| in this LLVM; NULL when it is too old for it. */
static const char *known_name(const char *processor)
{
    for (size_t i = 0; i < sizeof newcomers / sizeof newcomers[0] && processor; i++) {
        if (strcmp(processor, newcomers[i].processor) == 0 && llvm.major < newcomers[i].since)
            processor = newcomers[i].stand_in;
    }
    return processor;
}

struct llvm_disassembler *llvm_disassembler_new(const char *processor, unsigned lanes,
                                                struct codeobj_error *error)
{
    pthread_once(&llvm_once, load);
    if (!llvm.is_loaded) {
        codeobj_fail(
            error, CODEOBJ_UNSUPPORTED,
            "no LLVM to decode instructions with; install LLVM's library (Debian: libllvm19), or "
            "name it by "
            "HIPEMU_LLVM; tried %s",
            llvm.tried);
        return NULL;
    }
    const char *name = known_name(processor);
    if (!name) {
        codeobj_fail(error, CODEOBJ_UNSUPPORTED,
                     "LLVM %u does not know %s; install a newer libllvm", llvm.major, processor);
        return NULL;
    }
    struct llvm_disassembler *disassembler = calloc(1, sizeof *disassembler);
    if (!disassembler) {
        codeobj_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
        return NULL;
    }
    static const char *const halves[CONTEXTS] = {",+real-true16", ""};
    const char *wave =
        lanes == 32 ? "+wavefrontsize32,-wavefrontsize64" : "+wavefrontsize64,-wavefrontsize32";
    disassembler->has_sdwa = strncmp(name, "gfx9", 4) == 0 || strncmp(name, "gfx10", 5) == 0;
    disassembler->has_vop3_literals = strncmp(name, "gfx9", 4) != 0;
    bool has_halves = !disassembler->has_sdwa && llvm.major >= 18;
    for (unsigned i = has_halves ? 0 : 1; i < CONTEXTS; i++) {
        char features[96];
        snprintf(features, sizeof features, "%s%s", wave, halves[i]);
        disassembler->contexts[i] =
            llvm.create("amdgcn-amd-amdhsa", name, features, NULL, 0, NULL, NULL);
    }
    if (!disassembler->contexts[CONTEXTS - 1]) {
        llvm_disassembler_free(disassembler);
        codeobj_fail(error, CODEOBJ_UNSUPPORTED, "LLVM %u cannot decode %s", llvm.major, processor);
        return NULL;
    }
    return disassembler;
}

void llvm_disassembler_free(struct llvm_disassembler *disassembler)
{
    for (unsigned i = 0; disassembler && i < CONTEXTS; i++) {
        if (disassembler->contexts[i])
            llvm.dispose(disassembler->contexts[i]);
    }
    free(disassembler);
}

/* SDWA with a reserved selection: see "SDWA" in the Vega ISA document for the fields of the second
 * dword. */
static bool is_broken_sdwa(uint32_t first, uint32_t second)
{
    if (first >> 31 || (first & 0x1ff) != 0xf9)
        return false;
    bool is_compare = first >> 25 == 0x3e; /* has an SGPR instead of the result's fields */
    bool breaks_result = (second >> 8 & 7) == 7 || (second >> 11 & 3) == 3;
    return (!is_compare && breaks_result) || (second >> 16 & 7) == 7 || (second >> 24 & 7) == 7;
}

/* A literal as one of VOP3's three sources of nine bits each. */
static bool has_vop3_literal(uint32_t first, uint32_t second)
{
    const uint32_t literal = 255;
    return first >> 26 == 0x34 &&
           ((second & 0x1ff) == literal || (second >> 9 & 0x1ff) == literal ||
            (second >> 18 & 0x1ff) == literal);
}

/* Whether LLVM crashes when it prints this. */
static bool is_broken(const struct llvm_disassembler *disassembler, struct span code)
{
    uint32_t first, second;
    if (code.size < 8)
        return false;
    memcpy(&first, code.data, 4);
    memcpy(&second, code.data + 4, 4);
    return (disassembler->has_sdwa && is_broken_sdwa(first, second)) ||
           (!disassembler->has_vop3_literals && has_vop3_literal(first, second));
}

/* LLVM 19 prints "|v1|, vcc_lo" as "|v1, vcc_lo|". */
static void mend_bars(char *text)
{
    char *comma = strstr(text, ", vcc"), *end = comma;
    while (end && *end && *end != '|' &&
           (end == comma || *end == ' ' || *end == '_' || (*end >= 'a' && *end <= 'z')))
        end++;
    if (!end || *end != '|')
        return;
    memmove(comma + 1, comma, (size_t)(end - comma));
    *comma = '|';
}

/* The text from the first context that knows the instruction. */
static size_t ask(const struct llvm_disassembler *disassembler, struct span code, char *out,
                  size_t size)
{
    for (unsigned i = 0; i < CONTEXTS; i++) {
        if (!disassembler->contexts[i])
            continue;
        /* The function does not write to the bytes, although its type lacks const. */
        size_t bytes = llvm.disassemble(disassembler->contexts[i], (uint8_t *)(uintptr_t)code.data,
                                        code.size, 0, out, size);
        /* a comment names the rule that an encoding breaks: then it is not an instruction */
        if (bytes && !strstr(out, "/*") && !strchr(out, ';')) {
            mend_bars(out);
            return bytes;
        }
    }
    *out = '\0';
    return 0;
}

/* The hardware ignores the fields of sources that a VOP3 instruction of RDNA lacks. LLVM 22 writes
 * 128 there, the constant 0; older versions write 0 and decode only that. */
static size_t ask_without_unused(const struct llvm_disassembler *disassembler, struct span code,
                                 char *out, size_t size)
{
    enum { LONGEST = 12, FIELD = 0x1ff, CONSTANT_0 = 128 };
    static const unsigned shifts[] = {18, 9}; /* of the third source, and of the second */
    uint8_t copy[LONGEST];
    uint32_t words[2];
    size_t bytes = 0;
    if (code.size < sizeof words)
        return 0;
    memcpy(words, code.data, sizeof words);
    if (words[0] >> 26 != 0x35)
        return 0;
    code.size = code.size < LONGEST ? code.size : LONGEST;
    memcpy(copy, code.data, code.size);
    for (unsigned i = 0; !bytes && i < 2 && (words[1] >> shifts[i] & FIELD) == CONSTANT_0; i++) {
        words[1] &= ~((uint32_t)FIELD << shifts[i]);
        memcpy(copy, words, sizeof words);
        bytes = ask(disassembler, (struct span){copy, code.size}, out, size);
    }
    return bytes;
}

size_t llvm_disassemble(struct llvm_disassembler *disassembler, struct span code, char *out,
                        size_t size)
{
    *out = '\0';
    if (is_broken(disassembler, code))
        return 0;
    size_t bytes = ask(disassembler, code, out, size);
    return bytes ? bytes : ask_without_unused(disassembler, code, out, size);
}
