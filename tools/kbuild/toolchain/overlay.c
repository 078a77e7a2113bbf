/* Makes the files that the toolchain's device libraries lack for a target.
 *
 * Device libraries are built for any processor, and read constants to find out on which processor
 * they run. clang links two files with such constants into every kernel, and fails if one is
 * missing: oclc_isa_version_<processor>.bc defines __oclc_ISA_version, and oclc_abi_version_<100 *
 * code object version>.bc defines __oclc_ABI_version. Debian 12's clang 15 can compile for gfx1100,
 * but its device libraries are older and lack these two files.
 *
 * kbuild makes a directory of links to the toolchain's files, and compiles each missing file there
 * from a line of LLVM IR. A list in the directory has the checksums of the files that kbuild made;
 * a file is made again if its checksum differs. */
#include "discover.h"

#include "util/checksum.h"
#include "util/file.h"
#include "util/process.h"
#include "util/scratch.h"

#include <errno.h>
#include <unistd.h>

/* A file of the device libraries that defines one constant. */
struct constant {
    char file[64]; /* name of the file without ".bc" */
    const char *symbol;
    int value;
};
enum { CONSTANTS_MAX = 2 };

static int digit_value(char digit)
{
    return digit <= '9' ? digit - '0' : digit - 'a' + 10;
}

int overlay_isa_number(const struct target_info *info)
{
    /* A generic target has the ISA version of the processor in its family that has the fewest
     * features; see ROCm's device libraries, oclc. gfx1250-strict has that of gfx1250 (LLVM's
     * getIsaVersion). */
    static const struct {
        const char *version;
        int number;
    } named[] = {
        {"9-generic", 9000},     {"9-4-generic", 9400},   {"10-1-generic", 10100},
        {"10-3-generic", 10300}, {"11-generic", 11003},   {"11-7-generic", 11700},
        {"12-generic", 12000},   {"12-5-generic", 12500}, {"1250-strict", 12500},
        {"13-generic", 13100},
    };
    const char *version = info->isa_version;
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (strcmp(named[i].version, version) == 0)
            return named[i].number;
    /* In other processors' names the last digit is the stepping and the digit before it the minor
     * version, both hexadecimal; the digits before these two are the major version. */
    size_t length = strlen(version);
    OWNED char *major = mem_dup_n(version, length - 2);
    return atoi(major) * 1000 + digit_value(version[length - 2]) * 100 +
           digit_value(version[length - 1]);
}

/* Lists the constants that code for the target |info| needs. Returns their number. */
static size_t target_constants(const struct target_info *info, struct constant out[CONSTANTS_MAX])
{
    size_t count = 0;
    out[count] =
        (struct constant){.symbol = "__oclc_ISA_version", .value = overlay_isa_number(info)};
    snprintf(out[count++].file, sizeof out->file, "oclc_isa_version_%s", info->isa_version);
    /* Device libraries of clang 15 have files for code object versions up to 5. */
    if (info->min_code_object > 5) {
        int value = 100 * info->min_code_object;
        out[count] = (struct constant){.symbol = "__oclc_ABI_version", .value = value};
        snprintf(out[count++].file, sizeof out->file, "oclc_abi_version_%d", value);
    }
    return count;
}

static bool library_exists(const char *directory, const struct constant *constant)
{
    OWNED char *path = mem_format("%s/%s.bc", directory, constant->file);
    return path_exists(path);
}

bool overlay_is_needed(const struct toolchain *toolchain, const struct target_info *info)
{
    struct constant constants[CONSTANTS_MAX];
    size_t count = target_constants(info, constants);
    for (size_t i = 0; i < count; i++)
        if (!toolchain->device_libs || !library_exists(toolchain->device_libs, &constants[i]))
            return true;
    return false;
}

static enum status link_libraries(const char *from, const char *to)
{
    OWNED_BY(strings_free) struct strings names = {0};
    if (!path_list(from, &names))
        return status_fail(STATUS_ENVIRONMENT, "%s: cannot read this directory: %s", from,
                           strerror(errno));
    for (size_t i = 0; i < names.count; i++) {
        OWNED char *target = path_join(from, names.items[i]), *path = path_join(to, names.items[i]);
        if (strcmp(path_extension(target), ".bc") == 0)
            FORWARD_IF_ERROR(path_link(target, path));
    }
    return STATUS_OK;
}

/* Returns LLVM IR that defines the constant as the toolchain's own files define theirs. */
static char *constant_source(const struct constant *constant)
{
    return mem_format("source_filename = \"%s\"\n"
                      "target triple = \"amdgcn-amd-amdhsa\"\n"
                      "@%s = linkonce_odr protected local_unnamed_addr addrspace(4) constant "
                      "i32 %d, align 4\n",
                      constant->file, constant->symbol, constant->value);
}

static enum status compile_ir(const char *clang, const char *source, const char *output)
{
    OWNED_BY(process_result_free) struct process_result result = {0};
    bool ok =
        process_run((char *[]){(char *)clang, "--target=amdgcn-amd-amdhsa", "-nogpulib", "-x", "ir",
                               "-c", "-emit-llvm", "-o", (char *)output, (char *)source, NULL},
                    NULL, PROCESS_ASK | PROCESS_FIXED, &result);
    return ok ? STATUS_OK
              : status_fail(STATUS_ENVIRONMENT, "%s: %s cannot compile this file:\n%s", output,
                            clang, result.err.data);
}

/* Makes a missing file. Other processes may be reading or making the same file, so the complete
 * file is renamed to its path. */
static enum status supply(const struct toolchain *toolchain, const struct constant *constant,
                          const char *directory, const char *list)
{
    OWNED char *path = mem_format("%s/%s.bc", directory, constant->file);
    struct scratch scratch;
    FORWARD_IF_ERROR(scratch_make(path, &scratch));
    OWNED char *compiled = path_join(scratch.path, "constant.bc");
    OWNED char *source = path_join(scratch.path, "constant.ll");
    OWNED char *text = constant_source(constant);
    enum status status = file_write(source, text, strlen(text));
    if (status == STATUS_OK)
        status = compile_ir(toolchain->clang, source, compiled);
    if (status == STATUS_OK)
        status = file_settle(compiled, path);
    OWNED_BY(buf_free) struct buf made = {0};
    if (status == STATUS_OK)
        status = file_read_plain(path, &made);
    if (status == STATUS_OK)
        status = checksum_append(list, constant->file, checksum_of(made.data, made.size));
    scratch_remove(&scratch);
    return status;
}

static enum status supply_target(const struct toolchain *toolchain, const char *target,
                                 const char *directory)
{
    struct target_id id;
    struct codeobj_error error;
    if (target_id_parse(target, &id, &error) != CODEOBJ_OK)
        return status_fail(STATUS_INPUT, "target '%s': %s", target, error.message);
    struct constant constants[CONSTANTS_MAX];
    size_t count = target_constants(id.info, constants);
    OWNED_BY(checksums_free) struct checksums made = {0};
    OWNED char *list = path_join(directory, ".checksums");
    FORWARD_IF_ERROR(checksums_read(list, &made));
    for (size_t i = 0; i < count; i++) {
        OWNED char *path = mem_format("%s/%s.bc", directory, constants[i].file);
        bool is_toolchains = library_exists(toolchain->device_libs, &constants[i]);
        if (!is_toolchains && !checksums_hold(&made, constants[i].file, path))
            FORWARD_IF_ERROR(supply(toolchain, &constants[i], directory, list));
    }
    return STATUS_OK;
}

static enum status fill(const struct toolchain *toolchain, const struct strings *targets,
                        const char *directory)
{
    FORWARD_IF_ERROR(path_make_directories(directory));
    FORWARD_IF_ERROR(link_libraries(toolchain->device_libs, directory));
    for (size_t i = 0; i < targets->count; i++)
        FORWARD_IF_ERROR(supply_target(toolchain, targets->items[i], directory));
    return STATUS_OK;
}

enum status toolchain_overlay(const struct toolchain *toolchain, const struct strings *targets,
                              const char *directory, char **out_directory)
{
    FORWARD_IF_ERROR(toolchain_require(toolchain));
    bool is_needed = false;
    for (size_t i = 0; i < targets->count; i++)
        is_needed |= toolchain_supports(toolchain, targets->items[i]) == TOOLCHAIN_NEEDS_OVERLAY;
    if (!is_needed) {
        *out_directory = mem_dup(toolchain->device_libs);
        return STATUS_OK;
    }
    /* Each toolchain has a directory of its own, because an older clang cannot read the bitcode of
     * a newer one. */
    OWNED char *own = mem_format("%s/%.16s", directory, toolchain->fingerprint);
    FORWARD_IF_ERROR(fill(toolchain, targets, own));
    *out_directory = mem_dup(own);
    return STATUS_OK;
}
