/* kbuild inspect: shows the contents of files, the GPUs that they support, and the numbers of their
 * kernels (registers, spills, occupancy and others). */
#include "commands/commands.h"

#include "inspect/extract.h"
#include "inspect/inspect.h"
#include "inspect/package.h"
#include "util/file.h"

struct inspect_fields {
    struct strings kernels, targets;
    const char *sort, *device;
    int workgroup;
    bool arguments, summary, list, full, raw_names, json;
};

#define FIELD(name) offsetof(struct inspect_fields, name)

static const struct option options[] = {
    {"kernel", 'k', OPTION_LIST, FIELD(kernels), "GLOB",
     "only kernels of this name: mangled, demangled, or without parameters", NULL},
    {"targets", 't', OPTION_COMMAS, FIELD(targets), "LIST",
     "only code objects for these targets or processors", NULL},
    {"sort", 's', OPTION_STRING, FIELD(sort), "KEY", "the costliest kernels first, by",
     inspect_sort_keys},
    {"workgroup", 0, OPTION_NUMBER, FIELD(workgroup), "N",
     "occupancy when launched with N work-items; default: the most the kernel allows", NULL},
    {"args", 'a', OPTION_FLAG, FIELD(arguments), NULL, "list the arguments of each kernel", NULL},
    {"summary", 0, OPTION_FLAG, FIELD(summary), NULL, "no table of kernels", NULL},
    {"list", 'l', OPTION_FLAG, FIELD(list), NULL,
     "only what the headers say: images are not opened", NULL},
    {"full", 0, OPTION_FLAG, FIELD(full), NULL,
     "show every bundle, empty entry, column and problem; do not shorten names or lines", NULL},
    {"raw-names", 0, OPTION_FLAG, FIELD(raw_names), NULL, "names as the files have them", NULL},
    {"device", 'd', OPTION_STRING, FIELD(device), "TARGET",
     "show which images this GPU would load; exit with 1, and the reason, if there are none", NULL},
    {"json", 0, OPTION_FLAG, FIELD(json), NULL, "everything, as JSON", NULL},
    {0},
};

static enum status check_fields(const struct inspect_fields *fields)
{
    if (fields->json && fields->device)
        return status_fail(STATUS_USAGE, "inspect: --json and --device exclude each other");
    if (fields->list && (fields->device || fields->kernels.count))
        return status_fail(STATUS_USAGE, "inspect: --list opens no code object, so --device and "
                                         "--kernel do not go with it");
    return targets_check("inspect", &fields->targets);
}

/* Reads the operands, which are files or one JSON that inspect wrote. */
static enum status read_operands(const struct inspect_fields *fields,
                                 const struct strings *operands, struct package *out)
{
    const struct package_options wanted = {
        .targets = fields->targets,
        .kernels = fields->kernels,
        .headers_only = fields->list,
        .code_hashes = fields->json,
        .rows = !fields->json && !fields->device && !fields->arguments,
        .workgroup = (uint32_t)fields->workgroup,
    };
    if (operands->count == 1 && strcmp(path_extension(operands->items[0]), ".json") == 0 &&
        !fields->targets.count && !fields->kernels.count)
        return package_from_json(operands->items[0], out);
    return package_read(operands, &wanted, out);
}

static enum status check_found(const struct inspect_fields *fields, const struct inspect_rows *rows)
{
    if (rows->row_count || fields->list || (!fields->kernels.count && !fields->targets.count))
        return STATUS_OK;
    return status_fail(STATUS_INPUT, "inspect: no kernel matches%s%s; run it without to see all",
                       fields->kernels.count ? " --kernel" : "",
                       fields->targets.count ? " --targets" : "");
}

static enum status show_kernels(const struct inspect_fields *fields,
                                const struct inspect_view *view)
{
    OWNED_BY(buf_free) struct buf out = {0};
    OWNED_BY(inspect_rows_free) struct inspect_rows rows = {0};
    inspect_collect(view, &rows);
    inspect_tree(view, &out);
    if (!fields->summary && !fields->list)
        inspect_table(view, &rows, &out);
    inspect_total(view, &rows, &out);
    inspect_flush(&out, 0);
    return check_found(fields, &rows);
}

static enum status show_device(const struct inspect_view *view, const char *device)
{
    struct target_id id;
    struct codeobj_error error = {0};
    if (target_id_parse(device, &id, &error) != CODEOBJ_OK)
        return status_fail(STATUS_USAGE, "inspect: --device: %s; 'kbuild targets' lists all",
                           error.message);
    if (target_is_ptx(&id))
        return status_fail(STATUS_USAGE,
                           "inspect: --device: '%s' is PTX, and a device is a GPU, as sm_%u",
                           device, id.capability);
    OWNED_BY(buf_free) struct buf out = {0};
    bool all = inspect_device(view, &id, &out);
    inspect_flush(&out, 0);
    return all ? STATUS_OK : STATUS_INPUT;
}

static enum status show(const struct inspect_fields *fields, const struct package *package)
{
    struct inspect_view view = {
        .package = package,
        .screen = screen_of_stdout(),
        .sort = fields->sort,
        .workgroup = (uint32_t)fields->workgroup,
        .raw_names = fields->raw_names,
        .arguments = fields->arguments,
        .full = fields->full,
        .list = fields->list,
    };
    if (fields->full)
        view.screen.width = 0;
    if (fields->json) {
        package_print_json(package, stdout);
        return STATUS_OK;
    }
    return fields->device ? show_device(&view, fields->device) : show_kernels(fields, &view);
}

static enum status run(void *context, struct strings *operands)
{
    const struct inspect_fields *fields = context;
    OWNED_BY(package_free) struct package package = {0};
    FORWARD_IF_ERROR(check_fields(fields));
    enum status status = read_operands(fields, operands, &package);
    /* The JSON also has the problems of the files, so it is printed even if there is nothing else.
     */
    bool shown = status == STATUS_OK || (fields->json && package.file_count);
    enum status problems = status;
    if (status == STATUS_OK)
        problems = fields->full || fields->json ? package_report_problems(&package)
                                                : package_sum_up_problems(&package);
    if (shown)
        status = show(fields, &package);
    return status == STATUS_OK ? problems : status;
}

const struct command cmd_inspect = {
    .name = "inspect",
    .summary = "what is in a file: containers, images, kernels and what they cost",
    .operands = "FILE | DIRECTORY... | -",
    .details =
        "Reads code objects, offload bundles (compressed ones too), libraries and programs of\n"
        "Linux and Windows with code for a GPU in them or in kpack archives beside them,\n"
        "archives (ar, zip, tar, gzip, xz, zstd), and headers that kbuild wrote. All bytes that\n"
        "none of these formats explain are searched. Shows what nests in what and where it is,\n"
        "then each kernel: registers, spilled ones (12v 3s: VGPRs and SGPRs), bytes of LDS and\n"
        "of scratch (+: and a stack), kernel arguments, the largest workgroup, how many waves\n"
        "of it a SIMD holds of those it could, with what limits them, and bytes of code.\n\n"
        "--kernel may be repeated. Directories are walked; hidden ones and links to others are\n"
        "not. A FILE.json is what --json has written before; - is standard input.\n",
    .example =
        "  kbuild inspect libfoo.so\n"
        "  kbuild inspect --sort spills --kernel '*reduce*' --targets gfx90a,gfx1100 libfoo.so\n"
        "  kbuild inspect --device gfx1152 libfoo.so\n"
        "  kbuild inspect --json lib/ | jq '[.images[].kernels[] | select(.scratch > 0)]'\n",
    .options = options,
    .size = sizeof(struct inspect_fields),
    .needs = "a FILE or DIRECTORY",
    .least = 1,
    .run = run,
};
