/* kbuild flags: prints options by which hipcc, in other builds, compiles translated sources. */
#include "commands/commands.h"

#include "graph/plan.h"
#include "graph/project.h"
#include "toolchain/toolchain.h"
#include "util/file.h"

struct flags_arguments {
    const char *clang, *hipcc, *std;
    struct strings targets;
    int cuda_arch;
    bool lines;
};

#define FIELD(name) offsetof(struct flags_arguments, name)
static const struct option options[] = {
    {"targets", 't', OPTION_COMMAS, FIELD(targets), "ID,...",
     "the GPUs to compile for; none: the flags without --offload-arch", NULL},
    {"std", 0, OPTION_STRING, FIELD(std), "STANDARD", "language standard (c++17)", NULL},
    {"cuda-arch", 0, OPTION_ABOVE_0, FIELD(cuda_arch), "N", "what __CUDA_ARCH__ guards see (900)",
     NULL},
    {"clang", 0, OPTION_STRING, FIELD(clang), "PROGRAM", "the clang that will compile", NULL},
    {"hipcc", 0, OPTION_STRING, FIELD(hipcc), "PROGRAM", "the hipcc that will compile", NULL},
    {"lines", 0, OPTION_FLAG, FIELD(lines), NULL,
     "one flag a line, unquoted, instead of one line for the shell", NULL},
    {0},
};

static enum status add_targets(const struct toolchain *toolchain, const struct strings *targets,
                               struct strings *out)
{
    FORWARD_IF_ERROR(toolchain_require_targets(toolchain, targets));
    /* The user's cache keeps the device libraries that the toolchain lacks from one call to the
     * next. The compiler links these files, so no other user may have made them. */
    OWNED char *cache = command_cache("flags", "device libraries may be kept", "flags");
    OWNED char *own = cache ? path_join(cache, "device-libs") : NULL, *libraries = NULL;
    FORWARD_IF_ERROR(cache ? build_directory_enter(cache) : STATUS_ENVIRONMENT);
    FORWARD_IF_ERROR(toolchain_overlay(toolchain, targets, own, &libraries));
    strings_addf(out, "--rocm-device-lib-path=%s", libraries);
    for (size_t i = 0; i < targets->count; i++)
        strings_addf(out, "--offload-arch=%s", targets->items[i]);
    /* Only the first target that needs options against errors of clang gets them, because LLVM
     * refuses an option that is given twice. */
    for (size_t i = 0, count = out->count; i < targets->count && out->count == count; i++)
        toolchain_repair_flags(toolchain, targets->items[i], out);
    return STATUS_OK;
}

static void print(const struct strings *flags, bool lines)
{
    OWNED_BY(buf_free) struct buf text = {0};
    for (size_t i = 0; i < flags->count; i++) {
        if (lines)
            buf_puts(&text, flags->items[i]);
        else
            buf_put_shell_word(&text, flags->items[i]);
        buf_putc(&text, lines || i + 1 == flags->count ? '\n' : ' ');
    }
    fputs(text.data, stdout);
}

static enum status run(void *context, struct strings *operands)
{
    (void)operands;
    const struct flags_arguments *arguments = context;
    OWNED_BY(strings_free) struct strings targets = {0}, found = {0};
    OWNED_BY(toolchain_free) struct toolchain toolchain = {0};
    FORWARD_IF_ERROR(targets_resolve(&arguments->targets, "--targets", STATUS_USAGE, &targets));
    OWNED char *headers = toolchain_include_directory();
    if (!headers)
        return STATUS_ENVIRONMENT;
    strings_addf(&found, "-std=%s", arguments->std);
    strings_addf(&found, "-I%s", headers);
    strings_addf(&found, "-DKBUILD_CUDA_ARCH=%d", arguments->cuda_arch);
    if (targets.count) {
        const struct toolchain_request request = {arguments->clang, arguments->hipcc};
        FORWARD_IF_ERROR(toolchain_find(&request, NULL, &toolchain));
    }
    toolchain_language_flags(targets.count ? &toolchain : NULL, true, &found);
    if (targets.count)
        FORWARD_IF_ERROR(add_targets(&toolchain, &targets, &found));
    print(&found, arguments->lines);
    return STATUS_OK;
}

static const struct flags_arguments defaults = {.std = "c++17", .cuda_arch = 900};

const struct command cmd_flags = {
    .name = "flags",
    .summary = "print the options that hipcc needs for translated sources",
    .operands = "",
    .details = "Where the headers that kbuild ships are, what makes clang take CUDA as nvcc does,\n"
               "and, with --targets, the device libraries for those GPUs: where the toolchain\n"
               "lacks one, it is made and kept in the user's cache directory.\n",
    .example = "  hipcc $(kbuild flags --targets gfx1030,gfx90a) -c reduce.hip -o reduce.o\n",
    .options = options,
    .size = sizeof defaults,
    .defaults = &defaults,
    .run = run,
};
