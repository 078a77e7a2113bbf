/* kbuild report: writes a package as one HTML page. */
#include "commands/commands.h"

#include "inspect/extract.h"
#include "inspect/profile.h"
#include "util/file.h"

struct report_command {
    const char *output, *title, *profile;
    struct strings kernels, targets;
};

#define FIELD(name) offsetof(struct report_command, name)
static const struct option options[] = {
    {"output", 'o', OPTION_STRING, FIELD(output), "FILE",
     "where to write; - or without it, standard output", NULL},
    {"title", 0, OPTION_STRING, FIELD(title), "TEXT",
     "the page's title; without it, the names of what was read", NULL},
    {"profile", 0, OPTION_STRING, FIELD(profile), "FILE",
     "also show this profile, by kbuild profile -o", NULL},
    {"kernel", 'k', OPTION_LIST, FIELD(kernels), "GLOB",
     "only kernels of this name, mangled or not; may be repeated", NULL},
    {"targets", 't', OPTION_COMMAS, FIELD(targets), "LIST", "only these targets or processors",
     NULL},
    {0},
};

/* Returns the last component of each path, with commas: "libfoo.so, generated". */
static char *default_title(const struct strings *paths)
{
    struct buf title = {0};
    for (size_t i = 0; i < paths->count; i++) {
        bool stream = path_is_stream(paths->items[i]);
        OWNED char *path = mem_dup(stream ? "standard input" : paths->items[i]);
        size_t length = strlen(path);
        while (length > 1 && path[length - 1] == '/')
            path[--length] = '\0';
        buf_printf(&title, "%s%s", i ? ", " : "", *path_name(path) ? path_name(path) : path);
    }
    return buf_take(&title);
}

static enum status run(void *context, struct strings *paths)
{
    const struct report_command *given = context;
    const struct diff_filter filter = {given->kernels, given->targets};
    OWNED_BY(package_free) struct package package = {0};
    OWNED_BY(profile_free) struct profile profile = {0};
    OWNED_BY(buf_free) struct buf page = {0};
    FORWARD_IF_ERROR(targets_check("report", &given->targets));
    FORWARD_IF_ERROR(source_read(paths, false, &package));
    if (given->profile)
        FORWARD_IF_ERROR(profile_read(given->profile, &filter, &profile));
    OWNED char *names = default_title(paths);
    if (!report_print(&package, given->profile ? &profile : NULL, &filter,
                      given->title ? given->title : names, &page))
        return package_nothing("report", &package, names, &given->targets, &given->kernels);
    FORWARD_IF_ERROR(file_update_deep(given->output, page.data, page.size));
    return package_report_problems(&package);
}

static const struct report_command defaults = {.output = "-"};

const struct command cmd_report = {
    .name = "report",
    .summary = "show a package as one HTML page: sizes, occupancy, a table of kernels",
    .operands = "FILE... | -",
    .details =
        "Reads what kbuild inspect reads (files that hold code objects, directories of them, - "
        "for\n"
        "standard input) or the JSON that it wrote, and writes one HTML file that loads nothing "
        "from elsewhere: sizes by\n"
        "module and target, an occupancy map of kernels and targets, and a table of all kernels "
        "to\n"
        "sort and filter. The same package gives the same page.\n",
    .example = "  kbuild report generated/ -o report.html\n",
    .options = options,
    .size = sizeof defaults,
    .defaults = &defaults,
    .needs = "files or directories",
    .least = 1,
    .run = run,
};
