/* kbuild disasm: a kernel's machine code, for each target that a file has it for. */
#include "commands/commands.h"

#include "inspect/disasm.h"

#include <stddef.h>

struct disasm_options {
    struct strings targets;
    const char *objdump;
    bool source, no_source, bytes, stats;
};

static const struct option options[] = {
    {"target", 't', OPTION_COMMAS, offsetof(struct disasm_options, targets), "LIST",
     "only these processors (gfx90a) or target IDs (gfx90a:xnack-)", NULL},
    {"source", 0, OPTION_FLAG, offsetof(struct disasm_options, source), NULL,
     "lines of the source between the instructions (default where there is debug information)",
     NULL},
    {"no-source", 0, OPTION_FLAG, offsetof(struct disasm_options, no_source), NULL,
     "machine code alone", NULL},
    {"bytes", 0, OPTION_FLAG, offsetof(struct disasm_options, bytes), NULL,
     "offsets and encodings in front", NULL},
    {"stats", 0, OPTION_FLAG, offsetof(struct disasm_options, stats), NULL,
     "a table of the instruction mix instead", NULL},
    {"objdump", 0, OPTION_STRING, offsetof(struct disasm_options, objdump), "PROGRAM",
     "the llvm-objdump to use", NULL},
    {0},
};

static enum status run(const struct command *command, int argc, char **argv)
{
    struct disasm_options chosen = {0};
    struct strings operands = {0}, paths = {0};
    enum status status = options_parse(command, argc, argv, &chosen, &operands);
    if (status == STATUS_OK && operands.count < 2)
        status = status_fail(STATUS_USAGE,
                             "disasm: needs a KERNEL and a FILE; see kbuild disasm --help");
    if (status == STATUS_OK && chosen.source && chosen.no_source)
        status = status_fail(STATUS_USAGE, "disasm: --source and --no-source contradict each "
                                           "other");
    if (status == STATUS_OK) {
        for (size_t i = 1; i < operands.count; i++)
            strings_add(&paths, operands.items[i]);
        status = disasm_run(&(struct disasm_request){
            .kernel = operands.items[0],
            .paths = &paths,
            .targets = &chosen.targets,
            .objdump = chosen.objdump,
            .source = chosen.source,
            .no_source = chosen.no_source,
            .bytes = chosen.bytes,
            .stats = chosen.stats,
        });
    }
    strings_free(&chosen.targets);
    strings_free(&operands);
    strings_free(&paths);
    return status;
}

const struct command cmd_disasm = {
    .name = "disasm",
    .summary = "show a kernel's machine code, for each target",
    .operands = "KERNEL FILE...",
    .details =
        "KERNEL is a name, mangled or as people write it (affine, ns::affine<float>), or a glob\n"
        "of those. FILE is anything that kbuild inspect reads; - is standard input. Before the\n"
        "code are the kernel's costs. Jumps are shown with labels; where there is debug\n"
        "information, the lines of the source are between the instructions.\n\n"
        "--stats counts: VALU, matrix (MFMA, WMMA, dot), SALU, SMEM (scalar loads), VMEM (buffer,\n"
        "image, global), flat (and scratch), LDS, branch, wait (and barriers, hints), other.\n\n"
        "LLVM's llvm-objdump does the work: the newest here that knows the processor.\n",
    .example = "  kbuild disasm affine_f32 libfoo.so --target gfx1100\n"
               "  kbuild disasm '*softmax*' libfoo.so --stats | sort -n\n",
    .options = options,
    .run = run,
};
