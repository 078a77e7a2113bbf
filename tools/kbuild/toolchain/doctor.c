/* kbuild doctor: reports the toolchain, the targets for which it compiles, and the packages to
 * install. First gathers all facts in a struct report, and then prints them as text or as JSON. */
#include "codeobj.h"
#include "discover.h"
#include "reflect/reflect.h"
#include "util/buf.h"
#include "util/file.h"
#include "version.h"

#include <jansson.h>

/* ---- Errors of device libraries ----------------------------------------------------------------
 *
 * tests/compat/math and tests/distros/math found these errors in the device libraries of Debian 12
 * (5.2, which clang 15 compiled), Debian 13 (6.0, clang 17) and sid (7.0, clang 21). */

/* Functions of the device libraries whose results differ from CUDA's documentation. */
struct known_error {
    const char *functions;
    const char *what;
    int from, to; /* first and last version of clang that compiled libraries with this error */
    bool left;    /* whether the error reaches kernels, because kbuild's headers do not avoid it */
};

static const struct known_error known_errors[] = {
    {"hsin", "NaN for every finite argument", 15, 15, false},
    {"hsin", "not correctly rounded: 1 of 14 results", 17, 21, false},
    {"hcos, htanh", "not correctly rounded: 1 of 14, 1 of 26 results", 15, 21, false},
    {"hexp, hexp10, hlog, hlog10", "not correctly rounded for 1 to 5 arguments", 15, 21, false},
    {"cyl_bessel_i1 (double)", "NaN for arguments of -8 and less", 15, 21, false},
    {"jn", "wrong for orders above the argument, NaN near 0", 15, 21, false},
    {"yn", "NaN for 0; a number, not NaN, for negative orders", 15, 21, false},
    {"__expf, __exp10f", "0 where the result is subnormal", 15, 21, false},
    {"__logf, __log10f", "-infinity for subnormal numbers", 15, 15, false},
    {"__log2f", "-infinity for subnormal numbers", 15, 15, false},
    {"__log2f", "-infinity for subnormal numbers", 21, 21, false},
    {"erfcx (double)", "error of 5 units in the last place; CUDA allows 4", 15, 21, false},
    {"erfinvf", "error of 3 units; CUDA allows 2", 15, 21, false},
    {"tgammaf", "error of 6 units, CUDA allows 5; zero of the wrong sign", 15, 21, false},
    {"expm1, j1, log1p", "+0 instead of -0", 15, 21, false},
    {"round", "+0 instead of -0", 15, 17, false},
    {"nextafter", "+0 instead of -0, the next number up", 15, 15, false},
    {"sinpi, cospi, sincospi, normcdfinv", "-0 instead of +0", 15, 21, false},
    {"logf, expm1 (double)", "error of 2 units; CUDA allows 1", 15, 21, true},
    {0},
};

/* Whether device libraries have this error if clang of major version |clang| compiled them. */
static bool known_error_is_in(const struct known_error *error, int clang)
{
    return error->from <= clang && clang <= error->to;
}

/* Returns the major version of the clang that compiled the device libraries in |directory|; 0 if
 * unknown. */
static int device_libs_clang(const char *directory)
{
    static const char mark[] = "clang version ";
    OWNED_BY(buf_free) struct buf path = {0}, bitcode = {0};
    buf_printf(&path, "%s/ocml.bc", directory);
    int version = 0;
    if (file_read_plain(path.data, &bitcode) == STATUS_OK) {
        const char *at = memmem(bitcode.data, bitcode.size, mark, sizeof mark - 1);
        if (at)
            version = (int)strtol(at + sizeof mark - 1, NULL, 10);
    }
    return version;
}

struct asked_target {
    const char *name; /* the target ID; borrowed */
    bool is_nvidia;
    enum toolchain_support support;
    bool tried;
    struct trial trial;
};

struct report {
    struct discovery discovery;
    char *versions[PART_COUNT];
    char *headers;         /* directory of kbuild's headers for device code */
    struct strings clangs; /* paths of other clangs on this machine */
    struct asked_target *asked;
    size_t asked_count;
    char *remedy; /* the packages that the user should install, or NULL */
    struct cuda_compiler cuda;
    char *cuda_problem;  /* the reason why there is no compiler for NVIDIA GPUs, or NULL */
    int libraries_clang; /* major version of the clang that compiled the device libraries, or 0 */
    bool works;
};

static const char *const support_names[] = {
    [TOOLCHAIN_COMPILES] = "compiles",
    [TOOLCHAIN_NEEDS_OVERLAY] = "compiles-with-supplied-file",
    [TOOLCHAIN_CANNOT] = "unknown-to-clang",
};

/* ---- Gathering the facts of the report ------------------------------------------------------- */

static char *program_version(const char *program)
{
    OWNED char *line = program ? ask_version_line(program) : NULL;
    return line ? version_in(line) : NULL;
}

static void gather_versions(struct report *report)
{
    const struct toolchain *found = &report->discovery.found;
    const char *const known[PART_COUNT] = {
        [PART_HIP] = found->rocm_path ? found->hip_version : NULL,
        [PART_CLANG] = found->clang ? found->clang_version : NULL,
    };
    for (int part = 0; part < PART_COUNT; part++)
        if (known[part])
            report->versions[part] = mem_dup(known[part]);
    report->versions[PART_LLD] = program_version(found->lld);
    report->versions[PART_NINJA] = program_version(found->ninja);
}

/* Loads libclang to get its version, because a file with libclang's name need not be a library. */
static void gather_libclang(struct report *report)
{
    const char *path = report->discovery.found.libclang;
    OWNED char *text = path ? reflect_libclang_version(path) : NULL;
    if (text)
        report->versions[PART_LIBCLANG] = version_in(text);
    else if (path)
        report->works = false;
}

static void gather_missing(struct report *report)
{
    report->remedy = missing_remedy(&report->discovery.found);
    report->works = !report->remedy && report->headers;
}

/* Finds out whether a compiler knows an NVIDIA GPU, by compiling for it, because these compilers
 * have no list of their GPUs that kbuild could ask for. */
static void gather_asked_nvidia(const struct report *report, const struct target_id *id,
                                struct asked_target *asked)
{
    const struct toolchain *found = &report->discovery.found;
    asked->is_nvidia = true;
    asked->tried = !report->cuda_problem && (report->cuda.program || found->clang);
    asked->support = asked->tried ? TOOLCHAIN_COMPILES : TOOLCHAIN_CANNOT;
    if (asked->tried)
        trial_run_cuda(&report->cuda, found, id, &asked->trial);
}

static void gather_asked(struct report *report, const struct doctor_options *options)
{
    const struct toolchain *found = &report->discovery.found;
    bool complete = report->works;
    report->asked_count = options->targets->count;
    report->asked = mem_alloc(report->asked_count * sizeof *report->asked);
    for (size_t i = 0; i < report->asked_count; i++) {
        struct asked_target *asked = &report->asked[i];
        struct target_id id = {0};
        asked->name = options->targets->items[i];
        if (target_id_parse(asked->name, &id, NULL) == CODEOBJ_OK && id.capability) {
            gather_asked_nvidia(report, &id, asked);
        } else {
            asked->support = toolchain_supports(found, asked->name);
            asked->tried = options->verbose && complete && asked->support != TOOLCHAIN_CANNOT;
            if (asked->tried)
                trial_run(found, asked->name, &asked->trial);
        }
        if (asked->support == TOOLCHAIN_CANNOT || (asked->tried && !asked->trial.works))
            report->works = false;
    }
}

/* Lists the clangs of this machine that --clang could choose in place of the toolchain's. */
static void gather_clangs(struct report *report)
{
    const char *own = report->discovery.found.clang;
    OWNED_BY(strings_free) struct strings all = {0};
    toolchain_list_llvm("bin/clang++", &all);
    for (size_t i = 0; i < all.count; i++)
        if (!own || strcmp(all.items[i], own) != 0)
            strings_add(&report->clangs, all.items[i]);
}

static void gather(const struct doctor_options *options, struct report *out)
{
    *out = (struct report){.works = true};
    discover(&options->toolchain, &out->discovery);
    gather_versions(out);
    out->headers = toolchain_include_directory();
    if (out->discovery.found.device_libs)
        out->libraries_clang = device_libs_clang(out->discovery.found.device_libs);
    gather_missing(out);
    if (options->verbose)
        gather_libclang(out);
    gather_clangs(out);
    out->cuda_problem = cuda_compiler_look(options->nvcc, &out->cuda);
    gather_asked(out, options);
}

static void report_free(struct report *report)
{
    discovery_free(&report->discovery);
    for (int part = 0; part < PART_COUNT; part++)
        free(report->versions[part]);
    free(report->headers);
    strings_free(&report->clangs);
    for (size_t i = 0; i < report->asked_count; i++)
        free(report->asked[i].trial.message);
    free(report->asked);
    free(report->remedy);
    cuda_compiler_free(&report->cuda);
    free(report->cuda_problem);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

/* Returns |text| for JSON, which must be UTF-8; a path may have any bytes. If |text| is not UTF-8,
 * each byte above 0x7f becomes '?'. */
static json_t *json_text(const char *text)
{
    json_t *json = json_string(text);
    if (json)
        return json;
    OWNED char *copy = mem_dup(text);
    for (char *at = copy; *at; at++)
        if ((unsigned char)*at >= 0x80)
            *at = '?';
    json = json_string(copy);
    return json;
}

static json_t *json_texts(const struct strings *strings)
{
    json_t *list = json_array();
    for (size_t i = 0; i < strings->count; i++)
        json_array_append_new(list, json_text(strings->items[i]));
    return list;
}

/* Returns |text| as a JSON string. Returns NULL for NULL, and json_pack() leaves such a member out
 * by "o*". */
static json_t *json_text_if(const char *text)
{
    return text ? json_text(text) : NULL;
}

static json_t *json_part(const struct report *report, enum part part)
{
    const struct toolchain *found = &report->discovery.found;
    const char *path = part_path(found, part);
    OWNED char *package = part_package(found, part);
    return json_pack("{s:b, s:b, s:o, s:o*, s:o*, s:o}", "found", path != NULL, "needed",
                     !part_infos[part].is_optional, "package", json_text(package), "path",
                     json_text_if(path), "version", json_text_if(report->versions[part]),
                     "searched", json_texts(&report->discovery.searched[part]));
}

static json_t *json_cuda(const struct report *report)
{
    const struct cuda_compiler *cuda = &report->cuda;
    return json_pack("{s:b, s:b, s:o*, s:o*, s:o*, s:o*}", "found", !report->cuda_problem, "needed",
                     false, "path", json_text_if(cuda->program), "cuda", json_text_if(cuda->prefix),
                     "version", json_text_if(cuda->version), "problem",
                     json_text_if(report->cuda_problem));
}

static const char *support_name(const struct asked_target *asked)
{
    if (asked->is_nvidia && !asked->tried)
        return "no-compiler-for-nvidia";
    return asked->is_nvidia && !asked->trial.works ? "does-not-compile"
                                                   : support_names[asked->support];
}

static json_t *json_asked(const struct asked_target *asked)
{
    json_t *object =
        json_pack("{s:o, s:s}", "target", json_text(asked->name), "support", support_name(asked));
    json_auto_t *trial = json_pack("{s:b, s:f, s:I, s:o*}", "works", asked->trial.works, "seconds",
                                   asked->trial.seconds, "bytes", (json_int_t)asked->trial.bytes,
                                   "message", json_text_if(asked->trial.message));
    if (asked->trial.precompiled_seconds > 0)
        json_object_set_new(trial, "precompiled_seconds",
                            json_real(asked->trial.precompiled_seconds));
    if (asked->tried)
        json_object_update(object, trial);
    return object;
}

static json_t *json_known_errors(int clang)
{
    json_t *list = json_array();
    for (const struct known_error *known = known_errors; known->functions; known++)
        if (known_error_is_in(known, clang))
            json_array_append_new(list, json_pack("{s:s, s:s, s:b}", "functions", known->functions,
                                                  "what", known->what, "avoided", !known->left));
    return list;
}

static void print_json(const struct report *report)
{
    const struct toolchain *found = &report->discovery.found;
    json_t *parts = json_object(), *targets = json_object(), *asked = json_array();
    for (int part = 0; part < PART_COUNT; part++)
        json_object_set_new(parts, part_infos[part].key, json_part(report, part));
    json_object_set_new(parts, "nvcc", json_cuda(report));
    for (size_t i = 0; i < target_count(); i++) {
        const char *name = target_at(i)->processor;
        json_object_set_new(targets, name,
                            json_text(support_names[toolchain_supports(found, name)]));
    }
    for (size_t i = 0; i < report->asked_count; i++)
        json_array_append_new(asked, json_asked(&report->asked[i]));
    json_auto_t *root = json_pack(
        "{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "version", KBUILD_VERSION, "parts", parts,
        "targets", targets, "asked", asked, "other_clangs", json_texts(&report->clangs), "notes",
        json_texts(&report->discovery.notes), "works", json_boolean(report->works), "fingerprint",
        found->fingerprint ? json_text(found->fingerprint) : json_null());
    json_object_set_new(root, "headers",
                        report->headers ? json_text(report->headers) : json_null());
    json_object_set_new(root, "known_errors", json_known_errors(report->libraries_clang));
    json_dumpf(root, stdout, JSON_INDENT(2) | JSON_SORT_KEYS);
    putchar('\n');
}

/* ---- The report as text ---------------------------------------------------------------------- */

static const char *paint(bool color, bool good)
{
    if (!color)
        return "";
    return good ? "\033[32m" : "\033[31m";
}

static void print_part(const struct report *report, enum part part,
                       const struct doctor_options *options)
{
    const struct part_info *info = &part_infos[part];
    const char *path = part_path(&report->discovery.found, part);
    const char *version = report->versions[part];
    const char *word = path ? "ok" : info->is_optional ? "absent" : "MISSING";
    printf("  %s%-8s%s %-22s", paint(options->color, path || info->is_optional), word,
           options->color ? "\033[0m" : "", info->name);
    if (path) {
        print_clean(stdout, " %-9s %s\n", version ? version : "", path);
    } else {
        OWNED char *package = part_package(&report->discovery.found, part);
        printf(" %s; Debian package %s\n",
               info->is_optional ? "only --hipcc needs it" : "not found", package);
    }
    const struct strings *searched = &report->discovery.searched[part];
    for (size_t i = 0; i < searched->count && (options->verbose || !path); i++)
        print_clean(stdout, "             %s%s\n", path ? "tried " : "looked at ",
                    searched->items[i]);
    if (!path && !searched->count)
        printf("             depends on clang\n");
}

static void print_cuda(const struct report *report, bool color)
{
    const struct cuda_compiler *cuda = &report->cuda;
    printf("  %s%-8s%s %-22s ", paint(color, true), report->cuda_problem ? "absent" : "ok",
           color ? "\033[0m" : "", cuda->prefix ? "CUDA, for clang" : "nvcc");
    if (report->cuda_problem)
        print_clean(stdout, "only NVIDIA GPUs need it\n             %s\n", report->cuda_problem);
    else
        print_clean(stdout, "%-9s %s\n", cuda->version ? cuda->version : "",
                    cuda->program ? cuda->program : cuda->prefix);
}

static void print_support(const struct report *report, enum toolchain_support support,
                          const char *heading)
{
    size_t column = 0;
    for (size_t i = 0; i < target_count(); i++) {
        const char *name = target_at(i)->processor;
        if (toolchain_supports(&report->discovery.found, name) != support)
            continue;
        if (!column)
            printf("  %s:\n   ", heading);
        else if (column + strlen(name) > 90) {
            printf("\n   ");
            column = 0;
        }
        column += (size_t)printf(" %s", name);
    }
    if (column)
        putchar('\n');
}

static void print_asked(const struct asked_target *asked)
{
    static const char *const words[] = {
        [TOOLCHAIN_COMPILES] = "compiles",
        [TOOLCHAIN_NEEDS_OVERLAY] = "compiles, with a device library file that kbuild supplies",
        [TOOLCHAIN_CANNOT] = "cannot be compiled: this clang does not know it",
    };
    if (!asked->is_nvidia)
        printf("  %-24s %s%s", asked->name, words[asked->support], asked->tried ? "; " : "");
    else
        printf("  %-24s %s", asked->name,
               asked->tried ? "" : "cannot be compiled: no compiler for NVIDIA GPUs");
    if (asked->tried && asked->trial.works) {
        printf("tried: %.2f s, %zu bytes", asked->trial.seconds, asked->trial.bytes);
        if (asked->trial.precompiled_seconds > 0)
            printf("; %.2f s with a precompiled header", asked->trial.precompiled_seconds);
        else if (!asked->is_nvidia)
            printf("; clang cannot read its own precompiled header, so builds take longer");
    }
    if (asked->tried && !asked->trial.works)
        print_clean(stdout, "tried: FAILED: %s", asked->trial.message);
    putchar('\n');
}

/* Prints the known errors in device libraries that |clang| compiled. If |left|, prints those that
 * kbuild's headers do not avoid, else the others. */
static void print_known_errors(int clang, bool left, const char *heading)
{
    bool is_any = false;
    for (const struct known_error *known = known_errors; known->functions; known++) {
        if (known->left != left || !known_error_is_in(known, clang))
            continue;
        if (!is_any)
            printf("  %s:\n", heading);
        is_any = true;
        printf("    %-34s %s\n", known->functions, known->what);
    }
}

static bool has_known_errors(int clang)
{
    const struct known_error *known = known_errors;
    while (known->functions && !known_error_is_in(known, clang))
        known++;
    return known->functions;
}

static void print_device_libraries(int clang)
{
    if (!has_known_errors(clang)) {
        printf("\nThe math functions of these device libraries have not been tested\n");
        return;
    }
    printf("\nMath functions of the device libraries, compiled by clang %d\n", clang);
    print_known_errors(clang, false, "known errors that kbuild's headers avoid");
    print_known_errors(clang, true, "known errors that remain");
}

static void print_text(const struct report *report, const struct doctor_options *options)
{
    const struct toolchain *found = &report->discovery.found;
    printf("kbuild " KBUILD_VERSION "\n\nToolchain\n");
    for (int part = 0; part < PART_COUNT; part++)
        print_part(report, part, options);
    print_clean(stdout, "  %s%-8s%s %-22s %-9s %s\n", paint(options->color, report->headers),
                report->headers ? "ok" : "MISSING", options->color ? "\033[0m" : "",
                "device headers", report->headers ? KBUILD_VERSION : "",
                report->headers ? report->headers : "");
    print_cuda(report, options->color);
    if (found->fingerprint)
        printf("  fingerprint %s\n", found->fingerprint);
    if (found->clang) {
        print_clean(stdout, "\nTargets that clang %s\n", found->clang_version);
        print_support(report, TOOLCHAIN_COMPILES, "compiles for");
        print_support(report, TOOLCHAIN_NEEDS_OVERLAY,
                      "compiles for, with a file that kbuild supplies (the device libraries "
                      "lack it)");
        print_support(report, TOOLCHAIN_CANNOT, "does not know");
    }
    if (found->device_libs)
        print_device_libraries(report->libraries_clang);
    if (report->asked_count)
        printf("\nAsked for\n");
    for (size_t i = 0; i < report->asked_count; i++)
        print_asked(&report->asked[i]);
    if (report->clangs.count) {
        printf("\nOther clangs that --clang can choose\n");
        for (size_t i = 0; i < report->clangs.count; i++)
            print_clean(stdout, "  %s\n", report->clangs.items[i]);
    }
    if (report->discovery.notes.count)
        printf("\nNotes\n");
    for (size_t i = 0; i < report->discovery.notes.count; i++)
        print_clean(stdout, "  %s\n", report->discovery.notes.items[i]);
    printf("\n%s\n", report->works ? "A build works." : "A build does not work.");
}

/* ---- The verdict, and the command ------------------------------------------------------------ */

static enum status verdict(const struct report *report, const struct doctor_options *options)
{
    FORWARD_IF_ERROR(discover_check_request(&options->toolchain, &report->discovery));
    if (report->works)
        return STATUS_OK;
    if (report->remedy)
        return status_fail(STATUS_ENVIRONMENT, "the toolchain is not complete; %s", report->remedy);
    const char *version = report->discovery.found.clang_version;
    for (size_t i = 0; i < report->asked_count; i++) {
        const struct asked_target *asked = &report->asked[i];
        if (asked->support == TOOLCHAIN_CANNOT && asked->is_nvidia)
            return status_fail(STATUS_ENVIRONMENT, "%s", report->cuda_problem);
        if (asked->support == TOOLCHAIN_CANNOT)
            return status_fail(STATUS_ENVIRONMENT,
                               "clang %s cannot compile for %s; choose a newer one with --clang",
                               version, asked->name);
        if (asked->tried && !asked->trial.works)
            return status_fail(STATUS_ENVIRONMENT, "a kernel for %s does not compile: %s",
                               asked->name, asked->trial.message);
    }
    /* Headers of kbuild or libclang are missing, for which a message was printed above. */
    return STATUS_ENVIRONMENT;
}

enum status doctor_run(const struct doctor_options *options)
{
    OWNED_BY(report_free) struct report report = {0};
    gather(options, &report);
    if (options->json)
        print_json(&report);
    else
        print_text(&report, options);
    /* The report must come before the verdict, also if both are written to one file. */
    fflush(stdout);
    return verdict(&report, options);
}
