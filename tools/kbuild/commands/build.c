/* kbuild build: plans the graph, runs ninja on it, and reports the result. */
#include "commands/commands.h"

#include "emit/api.h"
#include "emit/embed.h"
#include "graph/library.h"
#include "graph/prepare.h"
#include "graph/publish.h"
#include "graph/watch.h"
#include "util/file.h"

struct build_options {
    /* must be the first member, because offsets in BUILD_OPTIONS begin at this struct */
    struct build_request request;
    struct watch watch;
    bool json;
};
_Static_assert(offsetof(struct build_options, request) == 0, "see BUILD_OPTIONS");

static const struct option options[] = {
    BUILD_OPTIONS,
    RUN_OPTIONS,
    {"quiet", 'q', OPTION_FLAG, BUILD_FIELD(run.quiet), NULL, "only errors and warnings", NULL},
    {"output", 'o', OPTION_STRING, BUILD_FIELD(output), "DIR", "where the package goes (generated)",
     NULL},
    {"library", 0, OPTION_STRING, BUILD_FIELD(library), "NAME",
     "make libNAME.a of the sources' functions and kernels, not a package", NULL},
    {"build-dir", 0, OPTION_STRING, BUILD_FIELD(build), "DIR",
     "where the work is done (.kbuild in the output directory)", NULL},
    {"embed", 0, OPTION_STRING, BUILD_FIELD(embed), "FORM", "form of the headers",
     command_embed_forms},
    {"compress", 0, OPTION_STRING, BUILD_FIELD(compress), "CODEC", "compress each image",
     command_codecs},
    {"emit", 0, OPTION_LIST, BUILD_FIELD(emit), "LANGUAGE",
     "also write the package for another language; may be repeated", api_language_names},
    {"depfile", 0, OPTION_STRING, offsetof(struct build_options, watch.depfile), "FILE",
     "tell make or ninja which files are read", NULL},
    {"stamp", 0, OPTION_STRING, offsetof(struct build_options, watch.stamp), "FILE",
     "what a rule of make or ninja makes: each build gives it a new time", NULL},
    {"json", 0, OPTION_FLAG, offsetof(struct build_options, json), NULL,
     "print what was built as JSON", NULL},
    {0},
};

static enum status print_json(const struct build *build)
{
    OWNED char *path = path_join(build->plan.output, "images.json");
    OWNED_BY(buf_free) struct buf text = {0};
    if (build->project.library) {
        library_print_json(stdout, build);
        return STATUS_OK;
    }
    FORWARD_IF_ERROR(file_read_plain(path, &text));
    fwrite(text.data, 1, text.size, stdout);
    return STATUS_OK;
}

static enum status report(const struct build_options *chosen, const struct build *build,
                          bool changed)
{
    const struct strings *left_out = &build->project.left_out;
    OWNED char *path = path_join(build->plan.output, "images.json");
    if (!chosen->request.run.quiet)
        for (size_t i = 0; i < left_out->count; i++)
            print_clean(chosen->json ? stderr : stdout, "kbuild: left out %s\n",
                        left_out->items[i]);
    if (chosen->json)
        return print_json(build);
    if (!changed || chosen->request.run.quiet)
        return STATUS_OK;
    return build->project.library ? library_summary(stdout, build, chosen->request.output)
                                  : summary_print(stdout, path);
}

static void print_names(FILE *stream, const char *what, const char *output,
                        const struct strings *names, const char *why)
{
    if (!names->count)
        return;
    OWNED char *first = path_join(output, names->items[0]), *more = NULL;
    if (names->count > 1)
        more = mem_format(" and %zu more", names->count - 1);
    print_clean(stream, "kbuild: %s %s%s, %s\n", what, first, more ? more : "", why);
}

/* Publishes the package, and writes the depfile and the stamp for other build systems. If
 * publishing changes files although ninja had nothing to do, somebody has changed the package:
 * publishing restores it, and the files are printed. */
static enum status publish_package(const struct build_options *chosen, const struct build *build,
                                   bool *changed)
{
    struct publish_request request = {&build->package, build->directory, chosen->request.output};
    OWNED_BY(published_free) struct published published = {0};
    FILE *stream = chosen->json ? stderr : stdout;
    FORWARD_IF_ERROR(publish(&request, &published));
    embed_warn_size(&build->package, build->directory);
    if (!chosen->request.run.quiet) {
        if (!*changed)
            print_names(stream, "wrote", request.output, &published.written,
                        "missing or not what was built");
        print_names(stream, "removed", request.output, &published.removed,
                    "no longer part of the package");
    }
    *changed = *changed || published.written.count || published.removed.count;
    return watch_end(&chosen->watch, build, chosen->request.output, &published.sums);
}

static enum status run(void *context, struct strings *operands)
{
    struct build_options *chosen = context;
    OWNED_BY(build_free) struct build build = {0};
    bool changed = false;
    chosen->request.run.progress_to_stderr = chosen->json;
    FORWARD_IF_ERROR(watch_begin(&chosen->watch));
    FORWARD_IF_ERROR(build_prepare(&chosen->request, operands, &build));
    FORWARD_IF_ERROR(watch_check(&chosen->watch, &build, chosen->request.output));
    FORWARD_IF_ERROR(run_ninja(&build.plan, &chosen->request.run, &changed));
    FORWARD_IF_ERROR(publish_package(chosen, &build, &changed));
    return report(chosen, &build, changed);
}

static const struct build_options defaults = {
    .request = {.command = "build", .output = "generated", .embed = "string", .compress = "none"},
};

const struct command cmd_build = {
    .name = "build",
    .summary = "turn a tree of kernels into an embeddable package",
    .operands = "[DIR | MANIFEST | SOURCE...]",
    .details =
        "Translates every source to HIP, compiles it for every target, checks that no kernel was\n"
        "lost and that every signature agrees with the machine code, and writes the package:\n"
        "<module>.hsaco, <module>.hsaco.h, and <package>.h, .c and .json. With a manifest\n"
        "(kernels.yaml in DIR) its modules are built; without one every *.cu and *.hip in DIR is\n"
        "a module, or every SOURCE. Links to directories are followed; what is left out, and may\n"
        "have kernels, is reported. Only what changed is redone. When anything fails, the former\n"
        "package stays as it was.\n\n"
        "--library NAME, or 'library: NAME' in the manifest, makes libNAME.a instead: the\n"
        "functions of the host, with the launches in them, and the code objects that they\n"
        "launch. A program links it with -lamdhip64 -lstdc++, or with -lhipemu.\n\n"
        "--emit=rust also writes hsaco.rs: for each module a Module with its bytes, the images of\n"
        "its targets and its kernels; and launch.rs: for each kernel a function, by the crate\n"
        "krt. --emit=python writes <package>.py and .pyi: for each kernel a function, by Python's\n"
        "package krt. --json prints images.json, which docs/formats.md "
        "describes.\n",

    .example = "  kbuild build kernels/ --targets gfx1030,gfx1100,gfx90a -o generated/\n",
    .options = options,
    .size = sizeof defaults,
    .defaults = &defaults,
    .run = run,
};
