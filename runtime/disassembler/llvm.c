#include "llvm.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Names of LLVM's library. The newest version is first, because it knows the most processors. Up to
 * version 17, Debian adds ".1" to LLVM's own name. */
static const char *const libraries[] = {
    "libLLVM.so.24.1", "libLLVM.so.23.1", "libLLVM.so.22.1", "libLLVM.so.21.1", "libLLVM.so.20.1",
    "libLLVM.so.19.1", "libLLVM.so.18.1", "libLLVM-17.so.1", "libLLVM-17.so",   "libLLVM-16.so.1",
    "libLLVM-16.so",   "libLLVM-15.so.1", "libLLVM-15.so",
};

static struct {
    bool is_loaded;
    unsigned major;
    char tried[320];
    void (*initialise[4])(void);
    void *(*create)(const char *triple, const char *cpu, const char *features, void *info,
                    int tag_type, void *get_info, void *symbol_lookup);
    void (*dispose)(void *context);
    size_t (*disassemble)(void *context, uint8_t *bytes, uint64_t size, uint64_t pc, char *out,
                          size_t out_size);
} llvm;

static pthread_mutex_t llvm_lock = PTHREAD_MUTEX_INITIALIZER;

/* Finds a function with dlsym(). ISO C has no cast from an object pointer to a function pointer;
 * POSIX says that copying the pointer works. */
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

/* Returns LLVM's major version. LLVM reports the version since 16; an older LLVM is known by the
 * functions that it has (llvm-c/Core.h of each version). */
static unsigned find_version(void *library)
{
    void (*get_version)(unsigned *major, unsigned *minor, unsigned *patch);
    void *function;
    unsigned major = 0;
    if (find_function(library, "LLVMGetVersion", &get_version)) {
        get_version(&major, NULL, NULL);
        return major;
    }
    if (find_function(library, "LLVMGetAggregateElement", &function))
        return 15;
    return find_function(library, "LLVMConstGEP2", &function) ? 14 : 13;
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
    llvm.major = find_version(library);
    return true;
}

bool llvm_load(const char *library, struct codeobj_error *error)
{
    pthread_mutex_lock(&llvm_lock);
    if (!llvm.is_loaded) {
        *llvm.tried = '\0';
        if (library)
            llvm.is_loaded = load_library(library);
        for (size_t i = 0; i < sizeof libraries / sizeof libraries[0] && !library; i++) {
            llvm.is_loaded = load_library(libraries[i]);
            if (llvm.is_loaded)
                break;
        }
    }
    if (!llvm.is_loaded)
        codeobj_fail(error, CODEOBJ_UNSUPPORTED,
                     "no LLVM to decode instructions with; install LLVM's library (Debian: apt-get "
                     "install libllvm19); tried %s",
                     llvm.tried);
    pthread_mutex_unlock(&llvm_lock);
    return llvm.is_loaded;
}

unsigned llvm_version(void)
{
    return llvm.major;
}

void *llvm_context_new(const char *processor, const char *features)
{
    return llvm.create("amdgcn-amd-amdhsa", processor, features, NULL, 0, NULL, NULL);
}

void llvm_context_free(void *context)
{
    if (context)
        llvm.dispose(context);
}

size_t llvm_read(void *context, struct span code, char *out, size_t size)
{
    /* LLVM does not write to the bytes, although the parameter's type lacks const. */
    return llvm.disassemble(context, (uint8_t *)(uintptr_t)code.data, code.size, 0, out, size);
}
