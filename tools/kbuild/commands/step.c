/* kbuild step: runs a compiler of the graph, so that its output is complete and its messages are
 * readable.
 */
#include "commands/commands.h"

#include "graph/step.h"
#include "util/diagnostics.h"
#include "util/file.h"
#include "util/process.h"
#include "util/scratch.h"

#include <errno.h>
#include <unistd.h>

struct step_options {
    const char *output;
    const char *label;
    const char *depfile;
    bool compiler, nvcc;
    const char *contents; /* not read */
};

#define FIELD(name) offsetof(struct step_options, name)
static const struct option options[] = {
    {"output", 0, OPTION_STRING, FIELD(output), "FILE",
     "what is made; the command itself writes FILE.tmp", NULL},
    {"label", 0, OPTION_STRING, FIELD(label), "TEXT", "what messages call this step", NULL},
    {"depfile", 0, OPTION_STRING, FIELD(depfile), "FILE",
     "the command writes this depfile; names that ninja misreads are taken out", NULL},
    {"compiler", 0, OPTION_FLAG, FIELD(compiler), NULL,
     "the command is a clang: its diagnostics name the user's files", NULL},
    {"nvcc", 0, OPTION_FLAG, FIELD(nvcc), NULL, "with --compiler: it is nvcc", NULL},
    {"contents", 0, OPTION_STRING, FIELD(contents), "DIGEST",
     "of the sources; not read, but a change of it makes ninja run the step again", NULL},
    {0},
};

/* Exit codes of clang's driver from 64 on mean that it, or a part of it, broke: 70 after a crash of
 * the compiler proper, 128 + signal for a part that a signal ended. */
static bool has_crashed(const struct process_result *result)
{
    return result->signal != 0 || result->exit_code >= 64 || result->exit_code < 0;
}

static enum status explain(const struct step_options *chosen, const char *program,
                           const struct process_result *result, const char *outcome)
{
    const char *label = chosen->label ? chosen->label : program;
    if (result->error)
        return status_fail(STATUS_ENVIRONMENT, "%s: cannot run %s: %s", label, program,
                           strerror(result->error));
    if (strstr(result->err.data, "No space left on device"))
        return status_fail(STATUS_ENVIRONMENT,
                           "%s: the disk is full; free some space and build again", label);
    if (result->signal)
        return status_fail(STATUS_ENVIRONMENT,
                           "%s: %s crashed (%s); it is not your source: try another clang with "
                           "--clang, or a lower -O",
                           label, program, strsignal(result->signal));
    if (has_crashed(result))
        return status_fail(STATUS_ENVIRONMENT,
                           "%s: %s crashed (exit code %d); it is not your source: try another "
                           "clang with --clang, or a lower -O",
                           label, program, result->exit_code);
    if (!chosen->compiler)
        return status_fail(STATUS_ENVIRONMENT, "%s: %s failed (exit code %d)", label, program,
                           result->exit_code);
    /* Said once, like the errors themselves. */
    OWNED char *undefined = *outcome ? NULL : undefined_explain(result->err.data);
    return status_fail(STATUS_INPUT, "%s: failed%s%s%s", label, outcome, undefined ? ": " : "",
                       undefined ? undefined : "");
}

static char *original_name(void *context, const char *name)
{
    return aliases_undo(context, name);
}

/* nvcc reads the user's files, whose names in |messages| begin with the way from here to the
 * project's root. Takes that away: clang's names are those from the root. */
static char *names_from_root(const char *messages)
{
    const char *root = getenv("KBUILD_ROOT");
    OWNED char *here = getcwd(NULL, 0);
    if (!root || !here)
        return mem_dup(messages);
    OWNED char *way = path_relative(root, here), *prefix = mem_format("%s/", way);
    struct buf out = {0};
    for (const char *at; (at = strstr(messages, prefix)); messages = at + strlen(prefix))
        buf_append(&out, messages, (size_t)(at - messages));
    buf_puts(&out, messages);
    return buf_take(&out);
}

static enum status finish(const struct step_options *chosen, const char *program,
                          struct aliases *aliases, const struct process_result *result)
{
    OWNED char *temporary = mem_format("%s.tmp", chosen->output);
    enum status status;
    bool ok = result->error == 0 && result->exit_code == 0;
    print_clean(stdout, "%s", result->out.data ? result->out.data : "");
    OWNED char *said = aliases_undo(aliases, result->err.data ? result->err.data : "");
    OWNED char *messages = chosen->nvcc ? names_from_root(said) : mem_dup(said);
    const char *outcome = diagnostics_print(messages);
    if (!ok) {
        status = explain(chosen, program, result, outcome);
        unlink(temporary);
    } else if (!path_exists(temporary)) {
        status = status_fail(STATUS_ENVIRONMENT, "%s: %s ended well but wrote no %s",
                             chosen->label ? chosen->label : program, program, temporary);
    } else if (chosen->depfile && !path_exists(chosen->depfile)) {
        status =
            status_fail(STATUS_ENVIRONMENT,
                        "%s: %s ended well but wrote no %s, which lists the files that it read",
                        chosen->label ? chosen->label : program, program, chosen->depfile);
        unlink(temporary);
    } else {
        status =
            chosen->depfile ? depfile_settle(chosen->depfile, original_name, aliases) : STATUS_OK;
        if (status == STATUS_OK)
            status = file_settle(temporary, chosen->output);
    }
    return status;
}

/* A place for temporary files: in a build it is the build directory, where the next build finds and
 * removes the files of a killed step. Its name is relative, because its place would move the
 * compiler's memory.
 */
static enum status make_scratch(struct scratch *out)
{
    const char *build = getenv("KBUILD_SCRATCH");
    if (!build)
        return scratch_make_temporary(DIRECTORY_SCRATCH, out);
    OWNED char *here = getcwd(NULL, 0);
    bool is_here = here && strcmp(here, build) == 0;
    out->path = mem_format("%s/%sXXXXXX", is_here ? "." : build, DIRECTORY_SCRATCH);
    return mkdtemp(out->path)
               ? STATUS_OK
               : status_fail(STATUS_ENVIRONMENT,
                             "%s: cannot make this directory for temporary files: %s", out->path,
                             strerror(errno));
}

/* Runs the command with a directory for temporary files of its own, which is gone afterwards:
 * clang's driver leaves empty directories behind. */
static enum status run_in_scratch(struct strings *arguments, struct process_result *result)
{
    struct scratch scratch = {.keeper = -1, .lock = -1};
    *result = (struct process_result){.exit_code = -1};
    enum status status = make_scratch(&scratch);
    if (status == STATUS_OK) {
        OWNED_BY(strings_free) struct strings environment = {0};
        strings_addf(&environment, "TMPDIR=%s", scratch.path);
        process_run(arguments->items, &environment, PROCESS_ASK | PROCESS_FIXED, result);
        if (result->signal)
            run_end_rest_of_job(); /* the parts of a compiler work without it */
    }
    scratch_remove(&scratch);
    return status;
}

static enum status run(void *context, struct strings *arguments)
{
    const struct step_options *chosen = context;
    OWNED_BY(process_result_free) struct process_result result = {0};
    struct aliases aliases = {0};
    enum status status = STATUS_OK;
    run_keep_lock();
    if (!chosen->output || !arguments->count)
        return status_fail(STATUS_USAGE, "step: needs --output FILE and, after --, a command");
    if (chosen->compiler && !chosen->nvcc && getenv("KBUILD_COLOR"))
        strings_add(arguments, "-fcolor-diagnostics");
    progress_begin(chosen->label ? chosen->label : arguments->items[0]);
    process_hold_signals(true);
    if (chosen->depfile)
        unlink(chosen->depfile); /* that of a step that was killed is not this one's */
    if (chosen->compiler)
        status = aliases_make(chosen->output, arguments, &aliases);
    if (status == STATUS_OK)
        status = run_in_scratch(arguments, &result);
    if (status == STATUS_OK)
        status = finish(chosen, arguments->items[0], &aliases, &result);
    aliases_remove(&aliases);
    process_hold_signals(false);
    return status;
}

const struct command cmd_step = {
    .name = "step",
    .summary = "run a compiler so that its output is whole or absent (a step of build)",
    .operands = "-- COMMAND...",
    .details =
        "COMMAND writes FILE.tmp; when it succeeds that becomes FILE, unless FILE holds the\n"
        "same bytes already. A crash is told from an error in the source: exit code 3, not 1.\n",
    .example = "  kbuild step --compiler --output k.o -- clang++ -c k.cpp -o k.o.tmp\n",
    .options = options,
    .size = sizeof(struct step_options),
    .run = run,
};
