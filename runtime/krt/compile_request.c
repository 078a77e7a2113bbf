/* Requests to krt_compile(): the checks of their texts, and the key under which the code is
 * kept. */
#include "compiler.h"

#include "device.h"
#include "error.h"
#include "hash.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* the version of the format that keys are digests of; a new version makes new keys */
enum { FORMAT = 3 };

static const char device_header[] = "kir/device.cuh";
__asm__(".pushsection .rodata\n"
        "krt_device_header_text: .incbin \"" KIR_DEVICE_HEADER "\"\n"
        ".byte 0\n"
        ".popsection\n");
extern const char krt_device_header_text[];

static bool has_prefix(const char *text, const char *const *prefixes)
{
    for (; *prefixes; prefixes++) {
        if (strncmp(text, *prefixes, strlen(*prefixes)) == 0)
            return true;
    }
    return false;
}

static krt_status check_texts(const char *const *texts, uint32_t count, const char *what)
{
    if (count > INT_MAX - 1)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_compile: %u %s are too many", count, what);
    if (count > 0 && !texts)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_compile: %u %s, but their array is NULL",
                    count, what);
    for (uint32_t i = 0; i < count; i++) {
        if (!texts[i])
            return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_compile: %s[%u] is NULL", what, i);
    }
    return KRT_OK;
}

/* Checks that a name of a source or header fits in one line of the source. */
static krt_status check_name(const char *name)
{
    for (const char *at = name; *at; at++) {
        if ((unsigned char)*at < ' ')
            return fail(KRT_ERROR_INVALID_ARGUMENT,
                        "krt_compile: the name \"%s\" has a control character in it", name);
    }
    return KRT_OK;
}

static krt_status check_options(const struct krt_compile_options *options)
{
    static const char *const targets[] = {"--offload-arch", "--gpu-architecture", "--amdgpu-target",
                                          "-arch", NULL};
    static const char *const parts[] = {
        "-fgpu-rdc", "-fcuda-rdc", "-rdc=true", "--relocatable-device-code=true",
        "-dc",       "--device-c", NULL};
    krt_status status = check_texts(options->arguments, options->argument_count, "arguments");
    if (!status)
        status = check_texts(options->header_names, options->header_count, "header_names");
    if (!status)
        status = check_texts(options->header_texts, options->header_count, "header_texts");
    if (!status)
        status = check_name(options->name);
    for (uint32_t i = 0; !status && i < options->header_count; i++)
        status = check_name(options->header_names[i]);
    for (uint32_t i = 0; !status && i < options->argument_count; i++) {
        if (has_prefix(options->arguments[i], targets))
            return fail(KRT_ERROR_INVALID_ARGUMENT,
                        "krt_compile: the argument %s: leave it out, the code is for the device",
                        options->arguments[i]);
        if (has_prefix(options->arguments[i], parts))
            return fail(KRT_ERROR_INVALID_ARGUMENT,
                        "krt_compile: the argument %s: leave it out, the code is loaded as it is; "
                        "include what the source calls",
                        options->arguments[i]);
    }
    return status;
}

static bool includes_device_header(const struct compile_request *request)
{
    const struct krt_compile_options *options = &request->options;
    bool is_included = strstr(request->source, device_header) != NULL;
    for (uint32_t i = 0; i < options->header_count; i++) {
        if (strcmp(options->header_names[i], device_header) == 0)
            return false;
        is_included = is_included || strstr(options->header_texts[i], device_header) != NULL;
    }
    return is_included;
}

static krt_status add_device_header(struct compile_request *request)
{
    struct krt_compile_options *options = &request->options;
    uint32_t count = options->header_count;
    request->headers = calloc(2 * ((size_t)count + 1), sizeof *request->headers);
    if (!request->headers)
        return fail(KRT_ERROR_OUT_OF_MEMORY, "krt_compile: no memory left");
    const char **names = request->headers, **texts = names + count + 1;
    for (uint32_t i = 0; i < count; i++) {
        names[i] = options->header_names[i];
        texts[i] = options->header_texts[i];
    }
    names[count] = device_header;
    texts[count] = krt_device_header_text;
    options->header_names = names;
    options->header_texts = texts;
    options->header_count = count + 1;
    return KRT_OK;
}

void request_free(struct compile_request *request)
{
    free(request->headers);
}

krt_status request_make(struct compile_request *out, const struct krt_device *device,
                        const char *source, const struct krt_compile_options *options)
{
    *out = (struct compile_request){.source = source};
    if (!device || !source)
        return fail(KRT_ERROR_INVALID_ARGUMENT, "krt_compile: |%s| is NULL",
                    device ? "source" : "device");
    out->target = device->info.target;
    if (options && options->struct_size < offsetof(struct krt_compile_options, arguments))
        return fail(KRT_ERROR_INVALID_ARGUMENT,
                    "krt_compile: struct_size of the options is %zu: set it to their sizeof",
                    options->struct_size);
    if (options) /* Callers that were compiled with an older header pass a shorter struct. */
        memcpy(&out->options, options,
               options->struct_size < sizeof *options ? options->struct_size : sizeof *options);
    if (!out->options.name)
        out->options.name = "source";
    if (out->options.language > KRT_LANGUAGE_CUDA)
        return fail(KRT_ERROR_INVALID_ARGUMENT,
                    "krt_compile: language is %u: see enum krt_language", out->options.language);
    krt_status status = check_options(&out->options);
    return status || !includes_device_header(out) ? status : add_device_header(out);
}

/* ---- What a compilation may read ------------------------------------------------------------- */

/* Whether |argument| is on the list of arguments that name no file and no directory. All other
 * arguments are taken to name files, because each compiler has path options that other compilers
 * lack. */
static bool is_plain(const char *argument)
{
    static const char *const plain[] = {
        "-D", "-U", "-O", "-W", "-f", "-g", "-m", "-std=", "-w", "-pedantic", "-amdgpu-",
        /* the arguments of NVRTC */
        "--std=", "--define-macro", "--undefine-macro", "--use_fast_math", "-use_fast_math",
        "--fmad", "--ftz", "--prec-", "-prec-", "--maxrregcount", "--device-debug", "-G",
        "--generate-line-info", "-lineinfo", "--extra-device-vectorization",
        "-extra-device-vectorization", "--relocatable-device-code", "-rdc", "-dc", "--restrict",
        "-restrict", "-default-device", "--disable-warnings", "-disable-warnings", "--diag-",
        "-diag-", NULL};
    static const char *const others[] = {
        "-Wp,",      "-Wa,",           "-Wl,",        "-fplugin",   "-fpass-plugin", "-fmodule",
        "-fprofile", "-fauto-profile", "-fsanitize-", "-fcoverage", "-fembed",       "-fxray",
        "-fthinlto", "-fopenmp-host",  "-mlink",      NULL};
    return has_prefix(argument, plain) && !has_prefix(argument, others);
}

/* Whether all words of |words|, the value of a variable that hiprtc reads, are plain. */
static bool are_plain(const char *words)
{
    while (words && *words) {
        if (*words != ' ' && !is_plain(words))
            return false;
        words += *words == ' ' ? 1 : strcspn(words, " ");
    }
    return true;
}

bool request_searches(const struct compile_request *request)
{
    const struct krt_compile_options *options = &request->options;
    bool is_value = false; /* whether the argument is the value of the argument before it */
    for (uint32_t i = 0; i < options->argument_count; i++) {
        const char *argument = options->arguments[i];
        if (!is_value && !is_plain(argument))
            return true;
        is_value = !is_value && (strcmp(argument, "-D") == 0 || strcmp(argument, "-U") == 0);
    }
    return !are_plain(getenv("HIPRTC_COMPILE_OPTIONS_APPEND"));
}

/* Whether a header of the request has the name at |name|, which begins with a quote or bracket. */
static bool is_brought(const struct compile_request *request, const char *name)
{
    const struct krt_compile_options *options = &request->options;
    size_t length = *name ? strcspn(name + 1, *name == '<' ? ">\n" : "\"\n") : 0;
    for (uint32_t i = 0; i < options->header_count; i++) {
        if (strlen(options->header_names[i]) == length &&
            strncmp(options->header_names[i], name + 1, length) == 0)
            return (*name == '<' || *name == '"') && name[1 + length] == (*name == '<' ? '>' : '"');
    }
    return false;
}

/* Whether |text| may include files that the request does not bring. Every # with the word include,
 * import or embed counts, also in comments. */
static bool text_includes_files(const struct compile_request *request, const char *text)
{
    static const char *const words[] = {"include_next", "include", "import", "embed", NULL};
    static const char blanks[] = " \t";
    if (strstr(text, "__has_include") || strstr(text, "__has_embed"))
        return true;
    for (const char *at = text; (at = strchr(at, '#'));) {
        at += 1 + strspn(at + 1, blanks);
        if (!has_prefix(at, words))
            continue;
        at += strspn(at, "abcdefghijklmnopqrstuvwxyz_");
        at += strspn(at, blanks);
        if (!is_brought(request, at))
            return true;
    }
    return false;
}

static bool any_text(const struct compile_request *request,
                     bool (*has)(const struct compile_request *, const char *))
{
    const struct krt_compile_options *options = &request->options;
    bool found = has(request, request->source);
    for (uint32_t i = 0; !found && i < options->header_count; i++)
        found = has(request, options->header_texts[i]);
    return found;
}

bool request_includes_files(const struct compile_request *request)
{
    return any_text(request, text_includes_files);
}

static bool text_has_kernels(const struct compile_request *request, const char *text)
{
    (void)request;
    return strstr(text, "__global__") != NULL;
}

bool request_has_kernels(const struct compile_request *request)
{
    return any_text(request, text_has_kernels);
}

/* ---- The key of a request -------------------------------------------------------------------- */

/* Writes |text| with its length before it, so that different lists of texts give different streams
 * of bytes. */
static void put_text(FILE *stream, const char *text)
{
    uint64_t length = strlen(text);
    fwrite(&length, sizeof length, 1, stream);
    fwrite(text, 1, length, stream);
}

bool request_key(const struct compile_request *request, const char *compiler, struct cache_key *out)
{
    /* Environment variables: those whose arguments hiprtc adds to its own, those that tell clang
     * where headers are, and those that tell kbuild where a toolchain and headers are. */
    static const char *const variables[] = {"HIPRTC_COMPILE_OPTIONS_APPEND",
                                            "HIPRTC_LINK_OPTIONS_APPEND",
                                            "CPATH",
                                            "C_INCLUDE_PATH",
                                            "CPLUS_INCLUDE_PATH",
                                            "HIP_PATH",
                                            "ROCM_PATH",
                                            "HIP_CLANG_PATH",
                                            "HIP_DEVICE_LIB_PATH",
                                            "HIP_PLATFORM",
                                            "KBUILD_INCLUDE",
                                            "KBUILD_SYSROOT"};
    const struct krt_compile_options *options = &request->options;
    const uint32_t numbers[] = {FORMAT, options->language, options->argument_count,
                                options->header_count};
    char *all = NULL;
    size_t size;
    FILE *stream = open_memstream(&all, &size);
    if (!stream)
        return false;
    fwrite(numbers, sizeof numbers, 1, stream);
    put_text(stream, compiler);
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        /* This calls getenv(), because the compilers do not use secure_getenv() either. */
        const char *value = getenv(variables[i]);
        put_text(stream, value ? value : "");
    }
    put_text(stream, request->target);
    put_text(stream, options->name);
    put_text(stream, request->source);
    for (uint32_t i = 0; i < options->argument_count; i++)
        put_text(stream, options->arguments[i]);
    for (uint32_t i = 0; i < options->header_count; i++) {
        put_text(stream, options->header_names[i]);
        put_text(stream, options->header_texts[i]);
    }
    bool is_whole = !ferror(stream);
    is_whole = fclose(stream) == 0 && is_whole;
    if (is_whole) {
        struct hash_128 hash = hash_128(all, size);
        memcpy(out->bytes, hash.bytes, sizeof out->bytes);
    }
    free(all);
    return is_whole;
}

char *text_named(const char *name, const char *text)
{
    static const char begin[] = "#line 1 \"", end[] = "\"\n";
    size_t size = sizeof begin + 2 * strlen(name) + sizeof end + strlen(text);
    char *out = malloc(size), *at = out;
    if (!out)
        return NULL;
    at = stpcpy(at, begin);
    for (; *name; name++) {
        if (*name == '"' || *name == '\\')
            *at++ = '\\';
        *at++ = *name;
    }
    stpcpy(stpcpy(at, end), text);
    return out;
}
