/* kbuild disasm: shows a kernel's machine code for each target for which a file has the kernel. */
#include "commands/commands.h"

#include "inspect/disasm.h"

#define FIELD(name) offsetof(struct disasm_request, name)
static const struct option options[] = {
    {"targets", 't', OPTION_COMMAS, FIELD(targets), "LIST",
     "only these processors (gfx90a) or target IDs (gfx90a:xnack-)", NULL},
    {"source", 0, OPTION_FLAG, FIELD(source), NULL,
     "lines of the source between the instructions (default where there is debug information)",
     NULL},
    {"no-source", 0, OPTION_FLAG, FIELD(no_source), NULL, "machine code alone", NULL},
    {"bytes", 0, OPTION_FLAG, FIELD(bytes), NULL, "offsets and encodings in front", NULL},
    {"llvm", 0, OPTION_STRING, FIELD(llvm), "LIBRARY",
     "the LLVM to use: libLLVM.so.19.1, or a path (default: the newest here)", NULL},
    {"objdump", 0, OPTION_STRING, FIELD(objdump), "PROGRAM",
     "show what this llvm-objdump prints, unchecked", NULL},
    {0},
};

static enum status run(void *context, struct strings *operands)
{
    struct disasm_request *chosen = context;
    if (chosen->source && chosen->no_source)
        return status_fail(STATUS_USAGE, "disasm: --source and --no-source contradict each other");
    if (chosen->llvm && chosen->objdump)
        return status_fail(STATUS_USAGE, "disasm: --llvm and --objdump contradict each other");
    struct strings paths = {.items = operands->items + 1, .count = operands->count - 1};
    return disasm_run(chosen, operands->items[0], &paths);
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
        "LLVM's library does the work, once it has proved that it knows the processor's\n"
        "instructions; what older versions drop or refuse is put right. Where no library knows "
        "the\n"
        "processor, an llvm-objdump that does. An encoding that is unknown is shown as .long, "
        "with\n"
        "a warning, and the exit code is 1.\n",
    .example = "  kbuild disasm affine_f32 libfoo.so --targets gfx1100\n"
               "  kbuild disasm '*softmax*' libfoo.so --bytes\n",
    .options = options,
    .size = sizeof(struct disasm_request),
    .needs = "a KERNEL and a FILE",
    .least = 2,
    .run = run,
};
