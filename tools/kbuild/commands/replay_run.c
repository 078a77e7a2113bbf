/* Recordings, and the process that makes a recorded launch again: replayer.c. */
#include "commands/replay.h"

#include "commands/emulator.h"
#include "util/file.h"
#include "util/process.h"

#include <errno.h>
#include <signal.h>

/* ---- Recordings ------------------------------------------------------------------------------ */

enum status recording_open(const char *path, struct recording *out)
{
    struct codeobj_error error;
    *out = (struct recording){.path = path};
    if (mapped_file_open_stream(path, &out->file, &error) != CODEOBJ_OK)
        return status_fail(STATUS_INPUT, "replay: %s: %s", path, error.message);
    if (record_open(out->file.bytes, &out->record, &error) == CODEOBJ_OK)
        return STATUS_OK;
    mapped_file_close(&out->file);
    return status_fail(STATUS_INPUT, "replay: %s: %s (byte %" PRIu64 ")", path, error.message,
                       error.offset);
}

void recording_close(struct recording *recording)
{
    record_close(&recording->record);
    mapped_file_close(&recording->file);
}

const struct record_section *recording_find(const struct recording *recording, const char *number)
{
    const struct record *record = &recording->record;
    const struct record_section *last = record_last(record, NULL), *found = last;
    if (last && *number)
        found = record_find(record, RECORD_LAUNCH, strtoull(number, NULL, 10));
    if (!last)
        status_fail(STATUS_INPUT, "replay: %s has no launch", recording->path);
    else if (!found)
        status_fail(STATUS_INPUT, "replay: %s has no launch %s; --list shows those that it has",
                    recording->path, number);
    return found;
}

enum status recording_read(const struct recording *recording, const struct record_section *section,
                           struct record_launch *out)
{
    struct codeobj_error error;
    if (record_read_launch(&recording->record, section, out, &error) == CODEOBJ_OK)
        return STATUS_OK;
    return status_fail(STATUS_INPUT, "replay: %s: %s", recording->path, error.message);
}

/* ---- The process ----------------------------------------------------------------------------- */

static void make_environment(const struct replay_request *request, struct strings *out)
{
    strings_addf(out, "HIPEMU_DEVICES=%s", request->device);
    strings_addf(out, "HIPEMU_CHECK=%d", request->checks);
    strings_addf(out, "HIPEMU_TRACE=%d", request->traces);
    strings_addf(out, "HIPEMU_PROFILE=%s", request->profile ? request->profile : "");
    strings_add(out, "HIPEMU_PROFILE_SAMPLE=");
    strings_add(out, "HIPEMU_QUIET=");
    strings_addf(out, "HIPEMU_TIMEOUT=%d", request->timeout);
    if (request->threads)
        strings_addf(out, "HIPEMU_THREADS=%d", request->threads);
    strings_add(out, "LD_PRELOAD=");
}

/* Reads what the process has printed on standard output. False when it is not whole. */
static bool read_output(char *text, struct replay_outcome *out)
{
    bool has_error = false;
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        if (text_begins(line, "placed "))
            sscanf(line, "placed %" SCNu64 " %" SCNu64, &out->placed, &out->allocations);
        else if (sscanf(line, "error %d %63s", &out->error, out->error_name) == 2)
            has_error = true;
    }
    return has_error;
}

/* Counts lines that begin with "hipemu: kernel". */
static unsigned count_reports(const char *text)
{
    unsigned count = 0;
    for (const char *at = text; at && *at; at = strchr(at, '\n')) {
        at += *at == '\n';
        count += text_begins(at, "hipemu: kernel ");
    }
    return count;
}

static enum status judge(const struct replay_request *request, struct process_result *result,
                         struct replay_outcome *out)
{
    bool is_whole = result->out.data && read_output(result->out.data, out);
    out->message = result->err;
    result->err = (struct buf){0};
    out->reports = count_reports(out->message.data);
    if (is_whole && !result->signal && result->exit_code == 0)
        return STATUS_OK;
    print_clean(stderr, "%s", out->message.data ? out->message.data : "");
    if (result->error)
        return status_fail(STATUS_ENVIRONMENT, "replay: the process cannot be started: %s",
                           strerror(result->error));
    if (result->signal == SIGALRM)
        return status_fail(STATUS_INPUT,
                           "replay: %s: launch %" PRIu64 " did not end within %d "
                           "seconds; --timeout",
                           request->file, request->launch, request->timeout);
    if (result->signal)
        return status_fail(STATUS_INPUT, "replay: %s: launch %" PRIu64 ": signal %d (%s)",
                           request->file, request->launch, result->signal,
                           strsignal(result->signal));
    return status_fail(STATUS_INPUT, "replay: %s: launch %" PRIu64 " cannot be made again",
                       request->file, request->launch);
}

enum status replay_launch(const struct replay_request *request, struct replay_outcome *out)
{
    OWNED_BY(strings_free) struct strings environment = {0};
    OWNED_BY(process_result_free) struct process_result result = {0};
    OWNED char *program = process_beside("lib/kbuild/replayer"), *emulator = emulator_find();
    *out = (struct replay_outcome){.error_name = ""};
    OWNED char *library = emulator ? path_join(emulator, "libamdhip64.so.7") : NULL;
    if (!program || !path_is_file(program) || !library || !path_is_file(library))
        return status_fail(STATUS_ENVIRONMENT,
                           "replay: libhipemu or lib/kbuild/replayer is not installed beside "
                           "kbuild");
    OWNED char *number = mem_format("%" PRIu64, request->launch);
    char *argv[] = {program,
                    library,
                    (char *)(uintptr_t)request->file,
                    number,
                    (char *)(uintptr_t)request->result,
                    NULL};
    make_environment(request, &environment);
    process_run(argv, &environment,
                PROCESS_CAPTURE_OUT | PROCESS_QUIET_IN |
                    (request->traces ? 0u : PROCESS_CAPTURE_ERR),
                &result);
    return judge(request, &result, out);
}
