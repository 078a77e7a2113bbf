/* kbuild step: runs a compiler for ninja, so that the output is complete or missing, and the
 * messages are readable. */
#include "commands/commands.h"

#include "graph/step.h"
#include "util/diagnostics.h"
#include "util/file.h"
#include "util/process.h"
#include "util/scratch.h"

#include <ctype.h>
#include <errno.h>
#include <unistd.h>

struct step_options {
    const char *output;
    const char *label;
    const char *depfile;
    const char *precompiled;
    const char *launches;
    bool compiler, nvcc, precompile;
    /* a text that is not read: it makes the command differ, so that ninja runs the step again */
    const char *contents;
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
    {"precompile", 0, OPTION_FLAG, FIELD(precompile), NULL,
     "the command is a clang that makes a precompiled header; if it fails, the output is empty",
     NULL},
    {"precompiled", 0, OPTION_STRING, FIELD(precompiled), "FILE",
     "with --compiler: a precompiled header to read, unless it is empty", NULL},
    {"launches", 0, OPTION_STRING, FIELD(launches), "BUNDLE",
     "with --compiler: warn if the output launches kernels that these code objects lack", NULL},
    {"contents", 0, OPTION_STRING, FIELD(contents), "DIGEST",
     "of the sources; not read, but a change of it makes ninja run the step again", NULL},
    {0},
};

/* Whether the compiler crashed. Exit codes of clang's driver from 64 on mean that the driver or a
 * part of it broke: 70 after a crash of the compiler proper, 128 + signal for a part that a signal
 * ended. */
static bool has_crashed(const struct process_result *result)
{
    return result->signal != 0 || result->exit_code >= 64 || result->exit_code < 0;
}

static bool lacked_space(const struct process_result *result)
{
    return strstr(result->err.data, "No space left on device");
}

static enum status explain(const struct step_options *chosen, const char *program,
                           const struct process_result *result, const char *outcome)
{
    const char *label = chosen->label ? chosen->label : program;
    if (result->error)
        return status_fail(STATUS_ENVIRONMENT, "%s: cannot run %s: %s", label, program,
                           strerror(result->error));
    if (lacked_space(result))
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
    /* An undefined symbol is explained once in a build, when its error is printed. */
    OWNED char *undefined = *outcome ? NULL : undefined_explain(result->err.data);
    return status_fail(STATUS_INPUT, "%s: failed%s%s%s", label, outcome, undefined ? ": " : "",
                       undefined ? undefined : "");
}

static char *original_name(void *context, const char *name)
{
    return aliases_undo(context, name);
}

/* Returns |messages| with names of files by their paths from the project's root, which clang's
 * messages have. nvcc reads the user's files, so names in its messages begin with the path from the
 * working directory to the root. */
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

/* A compiler's command, and the result of running it. */
struct compilation {
    struct strings command;
    struct aliases aliases;
    struct process_result result;
};

static void compilation_free(struct compilation *compilation)
{
    strings_free(&compilation->command);
    aliases_free(&compilation->aliases);
    process_result_free(&compilation->result);
}

static bool has_succeeded(const struct process_result *result)
{
    return result->error == 0 && result->exit_code == 0;
}

static enum status finish(const struct step_options *chosen, const char *program,
                          struct compilation *compilation)
{
    const struct process_result *result = &compilation->result;
    struct aliases *aliases = &compilation->aliases;
    OWNED char *temporary = mem_format("%s.tmp", chosen->output);
    enum status status;
    print_clean(stdout, "%s", result->out.data ? result->out.data : "");
    OWNED char *said = aliases_undo(aliases, result->err.data ? result->err.data : "");
    OWNED char *messages = chosen->nvcc ? names_from_root(said) : mem_dup(said);
    const char *outcome = diagnostics_print(messages);
    if (!has_succeeded(result)) {
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
        if (chosen->launches)
            launches_check(chosen->label ? chosen->label : program, temporary, chosen->launches);
        status =
            chosen->depfile ? depfile_settle(chosen->depfile, original_name, aliases) : STATUS_OK;
        if (status == STATUS_OK)
            status = file_settle(temporary, chosen->output);
    }
    return status;
}

/* Makes a directory for temporary files. In a build the directory is in the build directory, where
 * the next build finds and removes the files of a killed step. Its path is relative then, because
 * an absolute path would change addresses in the compiler's memory. */
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

/* Runs the command with a temporary directory of its own. Removes the directory afterwards, because
 * clang's driver leaves empty directories in it. */
static enum status run_in_scratch(struct compilation *compilation)
{
    struct process_result *result = &compilation->result;
    struct scratch scratch = {.keeper = -1, .lock = -1};
    *result = (struct process_result){.exit_code = -1};
    enum status status = make_scratch(&scratch);
    if (status == STATUS_OK) {
        OWNED_BY(strings_free) struct strings environment = {0};
        strings_addf(&environment, "TMPDIR=%s", scratch.path);
        process_run(compilation->command.items, &environment, PROCESS_ASK | PROCESS_FIXED, result);
        if (result->signal)
            /* Ends the compiler's other processes: they go on when one of them is killed. */
            run_end_rest_of_job();
    }
    scratch_remove(&scratch);
    return status;
}

/* Runs the command without changes. For a compiler, |links| is the directory for links to the
 * directories that it searches; the function takes ownership of |links|. */
static enum status run_plainly(const struct strings *arguments, char *links,
                               struct compilation *out)
{
    strings_add_all(&out->command, arguments);
    if (links)
        FORWARD_IF_ERROR(aliases_make(links, &out->command, &out->aliases));
    return run_in_scratch(out);
}

/* Runs the compiler with the precompiled header. Returns true if the compiler succeeded, or a
 * signal ended it. Otherwise the error is in the source or in the precompiled header; the caller
 * runs the command without changes to find out. */
static bool run_precompiled(const struct step_options *chosen, const struct strings *arguments,
                            struct compilation *out)
{
    strings_add_all(&out->command, arguments);
    if (chosen->precompiled && precompiled_use(chosen->precompiled, &out->command) &&
        aliases_make(precompiled_links(chosen->precompiled), &out->command, &out->aliases) ==
            STATUS_OK &&
        run_in_scratch(out) == STATUS_OK && (has_succeeded(&out->result) || out->result.signal))
        return true;
    compilation_free(out);
    *out = (struct compilation){0};
    return false;
}

static enum status run_and_finish(const struct step_options *chosen,
                                  const struct strings *arguments)
{
    OWNED_BY(compilation_free) struct compilation compilation = {0};
    OWNED char *links = mem_format("%s.tmp.in", chosen->output);
    enum status status = STATUS_OK;
    path_remove_tree(links); /* This removes links that a killed step has left. */
    if (!run_precompiled(chosen, arguments, &compilation))
        status = run_plainly(arguments, chosen->compiler ? mem_dup(links) : NULL, &compilation);
    if (status == STATUS_OK)
        status = finish(chosen, arguments->items[0], &compilation);
    path_remove_tree(links);
    return status;
}

/* Whether |messages| of the compiler that makes a precompiled header have a warning with a file and
 * line. Compilers that read the header would not print such a warning. */
static bool has_placed_warning(const char *messages)
{
    static const char word[] = ": warning: ";
    for (const char *at = messages; (at = strstr(at, word)); at++)
        if (at > messages && isdigit((unsigned char)at[-1]))
            return true;
    return false;
}

/* Makes a precompiled header. On failure writes an empty file, which no compiler reads: compilers
 * then run without the header, and report what is wrong. The links to directories stay, because the
 * header has their names. */
static enum status precompile(const struct step_options *chosen, const struct strings *arguments)
{
    OWNED_BY(compilation_free) struct compilation compilation = {0};
    OWNED char *temporary = mem_format("%s.tmp", chosen->output),
               *links = precompiled_links(chosen->output);
    path_remove_tree(links);
    strings_add_all(&compilation.command, arguments);
    FORWARD_IF_ERROR(aliases_make(mem_dup(links), &compilation.command, &compilation.aliases));
    precompiled_leave_out(&compilation.command);
    FORWARD_IF_ERROR(run_in_scratch(&compilation));
    if (compilation.result.signal || lacked_space(&compilation.result)) {
        unlink(temporary);
        /* The output is removed, so that the next build runs the step again. */
        unlink(chosen->output);
        return file_write(chosen->depfile, "", 0);
    }
    bool has_depfile = path_exists(chosen->depfile);
    bool is_good = has_succeeded(&compilation.result) && path_exists(temporary) && has_depfile &&
                   precompiled_is_apart(chosen->depfile, &compilation.aliases) &&
                   !has_placed_warning(compilation.result.err.data);
    FORWARD_IF_ERROR(has_depfile
                         ? depfile_settle(chosen->depfile, original_name, &compilation.aliases)
                         : file_write(chosen->depfile, "", 0));
    FORWARD_IF_ERROR(precompiled_record(chosen->output, chosen->depfile));
    if (!is_good)
        FORWARD_IF_ERROR(file_write(temporary, "", 0));
    return file_settle(temporary, chosen->output);
}

/* Removes what a killed step left, which must not count for this step: the depfile, and the file
 * that the command writes. An archiver would add to an archive that is there. */
static void remove_leftovers(const struct step_options *chosen)
{
    OWNED char *temporary = mem_format("%s.tmp", chosen->output);
    unlink(temporary);
    if (chosen->depfile)
        unlink(chosen->depfile);
}

static enum status run(void *context, struct strings *arguments)
{
    const struct step_options *chosen = context;
    run_keep_lock();
    if (!chosen->output || !arguments->count || (chosen->precompile && !chosen->depfile))
        return status_fail(STATUS_USAGE, "step: needs --output FILE and, after --, a command; with "
                                         "--precompile also --depfile FILE");
    if (chosen->compiler && !chosen->nvcc && getenv("KBUILD_COLOR"))
        strings_add(arguments, "-fcolor-diagnostics");
    progress_begin(chosen->label ? chosen->label : arguments->items[0]);
    process_hold_signals(true);
    remove_leftovers(chosen);
    enum status status = (chosen->precompile ? precompile : run_and_finish)(chosen, arguments);
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
