#include "macro.h"

#include "util/buf.h"

enum { NAME_SIZE = 96, NVIDIA_ARCH = 900, NVIDIA_VERSION = 12040 };

/* How a macro is defined in one pass over a source. */
enum setting {
    UNDEFINED,
    SOME, /* the macro is defined; its value does not matter */
    ONE,
    ARCH,
    VERSION,
    MAJOR,
    MINOR,
    UNKNOWN,
};

/* The macros of NVIDIA's and AMD's compilers and headers, sorted by strcmp() of |name|. |ours|: on
 * AMD, kbuild's headers define the macro and HIP's do not. */
static const struct known {
    const char *name;
    enum macro_family family;
    enum setting device, host, nvidia;
    bool ours;
} known_macros[] = {
#define MACRO(name, family, device, host, nvidia)                                                  \
    {name, MACRO_##family, device, host, nvidia, false},
#define MACRO_OURS(name, family, device, host, nvidia)                                             \
    {name, MACRO_##family, device, host, nvidia, true},
#include "mapping/macros.def"
};

static int compare_known(const void *name, const void *known)
{
    return strcmp(name, ((const struct known *)known)->name);
}

static const struct known *find_known(const char *name)
{
    return bsearch(name, known_macros, sizeof known_macros / sizeof *known_macros,
                   sizeof *known_macros, compare_known);
}

/* Whether |word| is in |name|, between underscores or the ends of |name|. */
static bool has_word(const char *name, const char *word)
{
    size_t size = strlen(word);
    for (const char *at = strstr(name, word); at; at = strstr(at + 1, word))
        if ((at == name || at[-1] == '_') && (at[size] == '_' || at[size] == '\0'))
            return true;
    return false;
}

/* Whether |name| is like HIP_VERSION, USE_ROCM, GGML_USE_HIP: code that asks for it is written with
 * AMD in mind, and no build for nvcc defines it. */
static bool names_amd(const char *name)
{
    return has_word(name, "HIP") || has_word(name, "ROCM") || has_word(name, "AMD");
}

enum macro_family macro_family(const char *name)
{
    const struct known *known = find_known(name);
    return known ? known->family : names_amd(name) ? MACRO_AMD : MACRO_OTHER;
}

static struct macro macro_number(int value)
{
    return (struct macro){.defined = TRUTH_YES, .known = true, .value = value};
}

/* Returns the macro for |setting|. An |arch| or |version| of 0 leaves its macros undefined. */
static struct macro macro_of(enum setting setting, int arch, int version)
{
    static const struct macro unknown = {.defined = TRUTH_MAYBE}, some = {.defined = TRUTH_YES},
                              undefined = {.defined = TRUTH_NO, .known = true};
    switch (setting) {
    case UNDEFINED: break;
    case SOME: return some;
    case ONE: return macro_number(1);
    case ARCH: return arch ? macro_number(arch) : undefined;
    case VERSION: return version ? macro_number(version) : undefined;
    case MAJOR: return version ? macro_number(version / 1000) : undefined;
    case MINOR: return version ? macro_number(version % 1000 / 10) : undefined;
    case UNKNOWN: return unknown;
    }
    return undefined;
}

static struct macro macro_known(const struct macros *macros, const struct known *known,
                                enum pass pass)
{
    const struct hipify_options *options = macros->options;
    int arch = options->cuda_arch, version = options->cuda_version;
    if (pass == PASS_NVIDIA)
        return macro_of(known->nvidia, arch ? arch : NVIDIA_ARCH,
                        version ? version : NVIDIA_VERSION);
    if (known->ours && options->headers == HIPIFY_HEADERS_OF_HIP)
        return macro_of(UNDEFINED, arch, version);
    if (pass == PASS_ANY && known->device == ARCH)
        return macro_of(SOME, arch, version);
    return macro_of(pass == PASS_HOST ? known->host : known->device, arch, version);
}

struct macro macros_find(const struct macros *macros, const char *name, enum pass pass)
{
    int number = symbols_find(&macros->names, name, strlen(name));
    if (number >= 0)
        return macros->items[number][pass];
    const struct known *known = find_known(name);
    if (known)
        return macro_known(macros, known, pass);
    bool undefined = pass == PASS_NVIDIA && names_amd(name);
    return (struct macro){.defined = undefined ? TRUTH_NO : TRUTH_MAYBE, .known = undefined};
}

/* Returns what is known of a macro whose definition is either |a| or |b|: only what both agree
 * on. */
static struct macro macro_either(struct macro a, struct macro b)
{
    struct macro either = {.defined = a.defined == b.defined ? a.defined : TRUTH_MAYBE};
    either.known = a.known && b.known && a.value == b.value && a.defined == b.defined;
    either.value = either.known ? a.value : 0;
    if (a.defined == b.defined && a.text == b.text)
        either.text = a.text, either.text_size = a.text_size, either.function = a.function;
    return either;
}

/* Whether the text is translated for a GPU older than NVIDIA_ARCH. Such a translation lacks the
 * macros that the text defines only for newer GPUs. */
static bool is_older(const struct macros *macros)
{
    return macros->options->cuda_arch > 0 && macros->options->cuda_arch < NVIDIA_ARCH;
}

void macros_define(struct macros *macros, const struct token *name,
                   const struct macro in[PASS_COUNT], const enum truth live[PASS_COUNT])
{
    char text[NAME_SIZE];
    if (name->spliced || !token_spell(macros->source, name, text, sizeof text))
        return;
    struct macro before[PASS_COUNT];
    for (int pass = 0; pass < PASS_COUNT; pass++) {
        before[pass] = macros_find(macros, text, (enum pass)pass);
        if (before[pass].defined == TRUTH_MAYBE && live[pass] == TRUTH_NO && is_older(macros))
            before[pass] = (struct macro){.defined = TRUTH_NO, .known = true};
    }
    size_t count = macros->names.count;
    int number = symbols_add(&macros->names, macros->source + name->offset, name->size);
    if (macros->names.count > count)
        macros->items = mem_grow(macros->items, count, sizeof *macros->items);
    for (int pass = 0; pass < PASS_COUNT; pass++)
        macros->items[number][pass] = live[pass] == TRUTH_YES ? in[pass]
                                      : live[pass] == TRUTH_NO
                                          ? before[pass]
                                          : macro_either(before[pass], in[pass]);
}

void macros_free(struct macros *macros)
{
    free(macros->items);
    symbols_free(&macros->names);
    *macros = (struct macros){0};
}
