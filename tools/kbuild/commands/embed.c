/* kbuild embed: writes a code object as a C header. */
#include "commands/commands.h"

#include "emit/embed.h"

struct embed_options {
    const char *output;
    const char *name;
    const char *package;
    const char *form;
    const char *compress;
};

#define FIELD(name) offsetof(struct embed_options, name)
static const struct option options[] = {
    {"output", 'o', OPTION_STRING, FIELD(output), "OUT.h",
     "the header; - for standard output; default FILE.h", NULL},
    {"name", 0, OPTION_STRING, FIELD(name), "NAME",
     "the module, after which its symbols are named; default FILE's name up to the first '.'",
     NULL},
    {"package", 0, OPTION_STRING, FIELD(package), "NAME",
     "the package of the module: its name begins the name of each symbol; default none", NULL},
    {"embed", 0, OPTION_STRING, FIELD(form), "FORM", "how it holds the bytes (default string)",
     command_embed_forms},
    {"compress", 0, OPTION_STRING, FIELD(compress), "CODEC", "each image on its own (default none)",
     command_codecs},
    {0},
};

static enum status run(void *context, struct strings *operands)
{
    const struct embed_options *chosen = context;
    struct embed_request request = {
        .input = operands->items[0],
        .output = chosen->output,
        .name = chosen->name,
        .package = chosen->package,
        .compress = strcmp(chosen->compress, "zstd") == 0,
    };
    /* This succeeds, because the parser of options accepts only |command_embed_forms|. */
    embed_form_find(chosen->form, &request.form);
    if (chosen->name && !*chosen->name)
        return status_fail(STATUS_USAGE, "embed: --name cannot be empty");
    if (chosen->package && !*chosen->package)
        return status_fail(STATUS_USAGE, "embed: --package cannot be empty");
    if (request.form == EMBED_ARCHIVE && request.compress)
        return status_fail(STATUS_USAGE, "embed: --embed=archive embeds nothing to compress; leave "
                                         "out --compress");
    return embed_write(&request);
}

static const struct embed_options defaults = {.form = "string", .compress = "none"};

const struct command cmd_embed = {
    .name = "embed",
    .summary = "write a code object as a C header",
    .operands = "FILE | -",
    .details =
        "FILE is an offload bundle or a single AMD GPU code object. The header is C11 and C++17,\n"
        "needs only krt/krt.h, and defines for affine.hsaco: affine_hsaco (the bytes, aligned to\n"
        "4096), AFFINE_HSACO_SIZE, affine_hsaco_images (a struct krt_image for each target),\n"
        "AFFINE_HSACO_IMAGE_COUNT and AFFINE_HSACO_ID, which identifies the images. With\n"
        "--package=kernels they are kernels_affine_hsaco, KERNELS_AFFINE_HSACO_SIZE and so on.\n\n"
        "Forms: string, a string literal, for every compiler; incbin, read by the assembler, the\n"
        "fastest (the header's directory must be an -I path); c23, #embed of gcc 15 and clang 19;\n"
        "archive, no data: kbuild pack puts the images into archives, which libkrt opens. incbin\n"
        "and c23 need FILE beside the header and copy it there. --compress=zstd stores one zstd\n"
        "frame for each target.\n\n"
        "FILE - is standard input: it needs --name, and its header goes to standard output\n"
        "unless -o says otherwise. The directory of OUT.h is made when it is not there. An output\n"
        "that would not change is not touched.\n",
    .example = "  kbuild embed affine.hsaco -o include/affine.hsaco.h\n"
               "  kbuild embed affine.hsaco --embed=incbin --compress=zstd\n",
    .options = options,
    .size = sizeof defaults,
    .defaults = &defaults,
    .needs = "one FILE",
    .least = 1,
    .most = 1,
    .run = run,
};
