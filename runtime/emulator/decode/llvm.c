/* LLVM's disassembler by dlopen; see llvm-c/Disassembler.h, llvm-c/Target.h, whose declarations
 * have been the same since LLVM 3. */
#include "fail.h"
#include "llvm.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

/* The newest first: it knows the most processors. HIPEMU_LLVM names another one. */
static const char *const libraries[] = {
    "libLLVM.so.22.1", "libLLVM.so.21.1", "libLLVM.so.20.1", "libLLVM.so.19.1",
    "libLLVM.so.18.1", "libLLVM-17.so.1", "libLLVM-16.so.1", "libLLVM-15.so.1",
};

static struct {
    bool is_loaded;
    char tried[256];
    void (*initialise[4])(void);
    void *(*create)(const char *triple, const char *cpu, const char *features, void *info,
                    int tag_type, void *get_info, void *symbol_lookup);
    void (*dispose)(void *context);
    size_t (*disassemble)(void *context, uint8_t *bytes, uint64_t size, uint64_t pc, char *out,
                          size_t out_size);
} llvm;

static once_flag llvm_once = ONCE_FLAG_INIT;

struct llvm_disassembler {
    void *context;
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
    return true;
}

static void load(void)
{
    const char *chosen = getenv("HIPEMU_LLVM");
    if (chosen && *chosen) {
        llvm.is_loaded = load_library(chosen);
        return;
    }
    for (size_t i = 0; i < sizeof libraries / sizeof libraries[0] && !llvm.is_loaded; i++)
        llvm.is_loaded = load_library(libraries[i]);
}

struct llvm_disassembler *llvm_disassembler_new(const char *processor, unsigned lanes,
                                                struct codeobj_error *error)
{
    call_once(&llvm_once, load);
    if (!llvm.is_loaded) {
        decode_fail(error, CODEOBJ_UNSUPPORTED,
                    "no LLVM to decode instructions with (tried %s); install libllvm19",
                    llvm.tried);
        return NULL;
    }
    struct llvm_disassembler *disassembler = calloc(1, sizeof *disassembler);
    if (!disassembler) {
        decode_fail(error, CODEOBJ_NO_MEMORY, "out of memory");
        return NULL;
    }
    const char *features =
        lanes == 32 ? "+wavefrontsize32,-wavefrontsize64" : "+wavefrontsize64,-wavefrontsize32";
    disassembler->context =
        llvm.create("amdgcn-amd-amdhsa", processor, features, NULL, 0, NULL, NULL);
    if (!disassembler->context) {
        free(disassembler);
        decode_fail(error, CODEOBJ_UNSUPPORTED, "LLVM (%s) does not know %s", llvm.tried,
                    processor);
        return NULL;
    }
    return disassembler;
}

void llvm_disassembler_free(struct llvm_disassembler *disassembler)
{
    if (disassembler)
        llvm.dispose(disassembler->context);
    free(disassembler);
}

size_t llvm_disassemble(struct llvm_disassembler *disassembler, struct span code, char *out,
                        size_t size)
{
    /* The function does not write to the bytes, whatever its type says. */
    return llvm.disassemble(disassembler->context, (uint8_t *)(uintptr_t)code.data, code.size, 0,
                            out, size);
}
