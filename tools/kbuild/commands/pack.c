/* kbuild pack: writes the code objects of a package into archives, one for each family of GPUs. */
#include "commands/commands.h"

#include "emit/pack.h"
#include "util/file.h"

#include <stddef.h>
#include <string.h>

struct pack_options {
    const char *output, *package;
};

#define FIELD(name) offsetof(struct pack_options, name)
static const struct option options[] = {
    {"output", 'o', OPTION_STRING, FIELD(output), "OUT",
     "the directory of the archives (made when it is not there)", NULL},
    {"package", 0, OPTION_STRING, FIELD(package), "NAME",
     "the package, where FILEs are given; a directory says it itself", NULL},
    {0},
};

struct packing {
    const struct pack_options *chosen;
    const struct strings *inputs;
};

static enum status pack(void *context, const char *directory, struct strings *files)
{
    const struct packing *packing = context;
    return pack_write(&(struct pack_request){packing->inputs, packing->chosen->package, directory},
                      files);
}

static enum status run(void *context, struct strings *operands)
{
    const struct pack_options *chosen = context;
    bool has_directory = false;
    for (size_t i = 0; i < operands->count; i++)
        has_directory = has_directory || path_is_directory(operands->items[i]);
    if (!operands->count || !chosen->output || !*chosen->output)
        return status_fail(STATUS_USAGE, "pack: needs -o OUT and the directory of a package");
    if (has_directory && (operands->count > 1 || chosen->package))
        return status_fail(STATUS_USAGE, "pack: one package at a time; name its directory alone");
    if (!has_directory && !chosen->package)
        return path_exists(operands->items[0])
                   ? status_fail(STATUS_USAGE, "pack: files do not say whose they are: add "
                                               "--package NAME")
                   : status_fail(STATUS_INPUT, "%s: no such directory; kbuild build writes it",
                                 operands->items[0]);
    if (chosen->package && (!*chosen->package || strchr(chosen->package, '/')))
        return status_fail(STATUS_USAGE, "pack: --package cannot be '%s'", chosen->package);
    return command_publish(chosen->output, pack, &(struct packing){chosen, operands});
}

const struct command cmd_pack = {
    .name = "pack",
    .summary = "write a package's code objects as an archive for each family of GPUs",
    .operands = "-o OUT DIR | FILE...",
    .details =
        "DIR is what kbuild build has written, with --embed=archive if programs shall have no\n"
        "code in them. The archives are OUT/PACKAGE.FAMILY.krt, for gfx90a, gfx10-3, gfx11 and\n"
        "so on: the families that DIR has code objects for. libkrt finds them beside the program\n"
        "or library, or where krt_package_open() says. Each code object is compressed by itself\n"
        "(zstd), and has a checksum; libkrt unpacks those that it loads. kbuild inspect shows\n"
        "what is in an archive.\n\n"
        "With FILEs (offload bundles or code objects, one for each module) the package is one\n"
        "whose tables were written by hand around kbuild embed --embed=archive.\n\n"
        "The same input gives the same bytes. OUT gets all archives or none; one that would not\n"
        "change is not touched.\n",
    .example = "  kbuild build kernels -o generated --embed=archive\n"
               "  kbuild pack generated -o lib/krt\n",
    .options = options,
    .size = sizeof(struct pack_options),
    .run = run,
};
