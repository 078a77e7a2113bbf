/* kbuild diff: compares two builds, kernel by kernel, and is a gate for CI. */
#include "commands/commands.h"

#include "inspect/diff.h"
#include "inspect/extract.h"
#include "inspect/profile.h"

#include <unistd.h>

struct diff_command {
    struct strings kernels, targets, ignored;
    const char *fail_on;
    bool all, json, profile;
};

#define FIELD(name) offsetof(struct diff_command, name)
static const struct option options[] = {
    {"fail-on", 0, OPTION_STRING, FIELD(fail_on), "CONDITIONS",
     "exit 1 when one holds: 'spills>0,vgpr+10%,removed'", NULL},
    {"kernel", 'k', OPTION_LIST, FIELD(kernels), "GLOB",
     "only kernels of this name, mangled or not; may be repeated", NULL},
    {"targets", 't', OPTION_COMMAS, FIELD(targets), "LIST", "only these targets or processors",
     NULL},
    {"ignore", 0, OPTION_COMMAS, FIELD(ignored), "LIST", "metrics to ignore: code, signature, ...",
     NULL},
    {"all", 0, OPTION_FLAG, FIELD(all), NULL,
     "show unchanged kernels too, and all of targets that came or went", NULL},
    {"json", 0, OPTION_FLAG, FIELD(json), NULL, "print kbuild-diff-1, described in docs/diff.md",
     NULL},
    {"profile", 0, OPTION_FLAG, FIELD(profile), NULL,
     "OLD and NEW are profiles by kbuild profile -o: bytes, bounds, conflicts", NULL},
    {0},
};

static const struct metric_range *metrics_of(const struct diff_command *given)
{
    return given->profile ? &metrics_of_profile : &metrics_of_package;
}

static enum launch_trait launch_find(const char *name)
{
    int t = 0;
    while (t < LAUNCH_TRAITS && strcmp(launch_names[t], name) != 0)
        t++;
    return (enum launch_trait)t;
}

static enum status read_ignored(const struct strings *names, const struct metric_range *metrics,
                                struct diff_options *out)
{
    for (size_t i = 0; i < names->count; i++) {
        const char *name = names->items[i];
        enum metric metric = metric_find(metrics, name, strlen(name));
        out->ignores_code_hash |= metric == METRIC_CODE || strcmp(name, "code-hash") == 0;
        if (strcmp(name, "signature") == 0)
            out->ignores_signature = true;
        else if (strcmp(name, "code-hash") == 0)
            continue;
        else if (metric == METRIC_SPILLS)
            out->ignored |=
                1u << METRIC_SPILLS | 1u << METRIC_VGPR_SPILLS | 1u << METRIC_SGPR_SPILLS;
        else if (metric != METRIC_COUNT)
            out->ignored |= 1u << metric;
        else if (launch_find(name) != LAUNCH_TRAITS)
            out->ignored_launch |= 1u << launch_find(name);
        else {
            OWNED_BY(buf_free) struct buf all = {0};
            for (int m = (int)metrics->first; m < (int)metrics->end; m++)
                buf_printf(&all, "%s, ", metric_table[m].name);
            for (int t = 0; t < LAUNCH_TRAITS; t++)
                buf_printf(&all, "%s, ", launch_names[t]);
            return status_fail(STATUS_USAGE,
                               "diff: --ignore: there is no '%s'; there are %ssignature, code-hash",
                               name, all.data);
        }
    }
    return STATUS_OK;
}

static enum status read_gate(const char *text, const struct metric_range *metrics, struct gate *out)
{
    struct gate_error error;
    if (!text || gate_parse(text, metrics, out, &error))
        return STATUS_OK;
    return status_fail(STATUS_USAGE, "diff: --fail-on: %s\n  %s\n  %*s^", error.message, text,
                       (int)error.column, "");
}

/* Reads the package |path|. If a part is damaged, reports that, sets |*damaged|, and reads all
 * other parts. */
static enum status read_side(const char *path, struct package *out, bool *damaged)
{
    char *items[] = {(char *)path};
    FORWARD_IF_ERROR(source_read(&(struct strings){.items = items, .count = 1}, true, out));
    *damaged = package_report_problems(out) != STATUS_OK || *damaged;
    return STATUS_OK;
}

static enum status say_hits(const struct gate_hits *hits)
{
    if (!hits->count)
        return STATUS_OK;
    OWNED_BY(buf_free) struct buf terms = {0};
    for (size_t i = 0; i < hits->count;) {
        size_t end = i + 1;
        while (end < hits->count && hits->items[end].term == hits->items[i].term)
            end++;
        buf_printf(&terms, "%s%s (%zu)", i ? ", " : "", hits->items[i].term->text, end - i);
        i = end;
    }
    return status_fail(STATUS_INPUT, "diff: --fail-on: caught by %s", terms.data);
}

static enum status check_decided(const struct gate *gate, const struct diff *diff)
{
    struct gate_hit found;
    if (!gate_find_undecided(gate, diff, &found))
        return STATUS_OK;
    return status_fail(STATUS_INPUT,
                       "diff: --fail-on: '%s' cannot be decided for %s: this kbuild does not know "
                       "the processor, and so not the %s of kernel '%s'; choose others with "
                       "--target, or use a newer kbuild",
                       found.term->text, found.target, metric_table[found.term->metric].name,
                       diff_pair_kernel(found.pair)->name);
}

/* Fails if neither package has anything that the filter selects, because a gate on a misspelt name
 * would never fail. */
static enum status check_found(const struct diff_filter *filter, const struct diff *diff,
                               const struct package *after)
{
    if (!diff_side_is_empty(&diff->before, filter) || !diff_side_is_empty(&diff->after, filter))
        return STATUS_OK;
    if (diff->metrics == &metrics_of_profile)
        return status_fail(STATUS_INPUT, "diff: neither profile has a kernel that was asked for");
    return package_nothing("diff", after, diff->after.path, &filter->targets, &filter->kernels);
}

static void print(const struct diff_command *given, const struct diff *diff,
                  const struct gate_hits *hits)
{
    OWNED_BY(buf_free) struct buf text = {0};
    struct diff_style style = {screen_of_stdout(), given->all};
    (given->json ? diff_print_json : diff_print_text)(diff, given->fail_on ? hits : NULL, &style,
                                                      &text);
    /* A write error is not checked here, because main() checks standard output. */
    fwrite(text.data, 1, text.size, stdout);
    fflush(stdout);
}

/* The two packages or profiles to compare, and the options. */
struct comparison {
    const struct diff_command *given;
    struct diff_options chosen;
    struct gate gate;
    const char *old_path, *new_path;
};

/* Checks the gate on |diff|, prints the diff, and frees it. */
static enum status judge(const struct comparison *comparison, struct diff *diff,
                         const struct package *after)
{
    OWNED_BY(gate_hits_free) struct gate_hits hits = {0};
    diff->before.path = comparison->old_path;
    diff->after.path = comparison->new_path;
    enum status status = check_found(&comparison->chosen.filter, diff, after);
    if (status == STATUS_OK) {
        gate_check(&comparison->gate, diff, &hits);
        print(comparison->given, diff, &hits);
        status = check_decided(&comparison->gate, diff);
        enum status caught = say_hits(&hits);
        status = status ? status : caught;
    }
    diff_free(diff);
    return status;
}

static enum status compare_packages(const struct comparison *comparison)
{
    OWNED_BY(package_free) struct package before = {0}, after = {0};
    struct diff diff;
    bool damaged = false;
    enum status status = read_side(comparison->old_path, &before, &damaged);
    if (status == STATUS_OK)
        status = read_side(comparison->new_path, &after, &damaged);
    if (status == STATUS_OK) {
        diff_packages(&before, &after, &comparison->chosen, &diff);
        status = judge(comparison, &diff, &after);
    }
    return status == STATUS_OK && damaged ? STATUS_INPUT : status;
}

static enum status compare_profiles(const struct comparison *comparison)
{
    const struct diff_filter *filter = &comparison->chosen.filter;
    OWNED_BY(profile_free) struct profile before = {0}, after = {0};
    struct diff diff;
    FORWARD_IF_ERROR(profile_read(comparison->old_path, filter, &before));
    FORWARD_IF_ERROR(profile_read(comparison->new_path, filter, &after));
    diff_profiles(&before, &after, &comparison->chosen, &diff);
    return judge(comparison, &diff, NULL);
}

static enum status run(void *context, struct strings *operands)
{
    const struct diff_command *given = context;
    struct comparison comparison = {given, .chosen.filter = {given->kernels, given->targets}};
    if (operands->count != 2)
        return status_fail(STATUS_USAGE,
                           "diff: needs OLD and NEW, not %zu operand%s; see kbuild diff --help",
                           operands->count, operands->count == 1 ? "" : "s");
    FORWARD_IF_ERROR(targets_check("diff", &given->targets));
    FORWARD_IF_ERROR(read_ignored(&given->ignored, metrics_of(given), &comparison.chosen));
    FORWARD_IF_ERROR(read_gate(given->fail_on, metrics_of(given), &comparison.gate));
    comparison.old_path = operands->items[0];
    comparison.new_path = operands->items[1];
    enum status status = (given->profile ? compare_profiles : compare_packages)(&comparison);
    gate_free(&comparison.gate);
    return status;
}

const struct command cmd_diff = {
    .name = "diff",
    .summary = "compare two builds kernel by kernel, and fail when a gate says so",
    .operands = "OLD NEW",
    .details =
        "Compares the kernels of two builds by name and target: registers, spills, scratch, LDS,\n"
        "occupancy, code and signature. OLD and NEW are each a file that holds code objects, a\n"
        "directory, JSON that kbuild inspect --json wrote, or - for standard input. The worst\n"
        "regressions come first.\n\n"
        "--fail-on takes conditions, separated by commas:\n"
        "  metric>N  >=N  <N  <=N  of every kernel in NEW\n"
        "  metric+N  metric+N%     grew by that much or more; metric-N, metric-N%: shrank\n"
        "  removed, added, changed, signature, target-removed, target-added\n"
        "Metrics: vgpr agpr sgpr spills vgpr-spills sgpr-spills scratch lds occupancy code "
        "kernarg\n"
        "workgroup wave; with --profile: bound bytes instructions conflicts lines divergences\n"
        "exposed waves.\n\n"
        "Exit codes: 0 no condition holds, whatever differs; 1 one does, a file is damaged, or\n"
        "--targets and --kernel leave nothing to compare; 2 wrong usage; 3 the output cannot be\n"
        "written.\n",
    .example = "  kbuild inspect --json generated/ >baseline.json\n"
               "  kbuild diff baseline.json generated/ --fail-on 'spills>0,vgpr+10%'\n"
               "  kbuild diff --profile old.json new.json --fail-on 'bytes+5%,bound+10%'\n",
    .options = options,
    .size = sizeof(struct diff_command),
    .run = run,
};
