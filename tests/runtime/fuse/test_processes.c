/* Threads of several processes that want the same and different kernels at once: all get what is
 * right, and each kernel is compiled once. A damaged file of the cache is compiled again. */
#include "runtime_test.h"

#include <krt/fused.h>

#include <fts.h>
#include <pthread.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { THREADS = 64, PROCESSES = 4, KERNELS = 8, COUNT = 100 };

/* HIP keeps an object for each thread that calls it, and loses that of the first thread when that
 * is not the main one. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libamdhip64.so\n";
}

/* ---- A process ------------------------------------------------------------------------------ */

static struct krt_device *device;
static struct krt_fusion *fusions[KERNELS];

static const char *failed_launch(struct krt_fusion *fusion, struct krt_stream *stream, int kernel)
{
    float numbers[COUNT];
    void *memory;
    for (int i = 0; i < COUNT; i++)
        numbers[i] = (float)i;
    if (krt_alloc(device, sizeof numbers, &memory) ||
        krt_copy_to_device(stream, memory, numbers, sizeof numbers))
        return krt_error_message();
    struct krt_tensor x = krt_tensor_dense(KRT_F32, memory, 1, (uint64_t[]){COUNT});
    struct krt_fusion_arguments arguments = {.struct_size = sizeof arguments,
                                             .inputs = &x,
                                             .outputs = &x,
                                             .input_count = 1,
                                             .output_count = 1};
    if (krt_fusion_launch(fusion, stream, &arguments) ||
        krt_copy_to_host(stream, numbers, memory, sizeof numbers) ||
        krt_stream_synchronize(stream) || krt_free(device, memory))
        return krt_error_message();
    for (int i = 0; i < COUNT; i++) {
        if (numbers[i] != (float)(i * kernel + 1))
            return "a result is wrong";
    }
    return NULL;
}

static void *work(void *number)
{
    int kernel = (int)(intptr_t)number % KERNELS;
    struct krt_stream *stream;
    const char *failure = krt_stream_create(device, &stream) ? krt_error_message() : NULL;
    if (!failure)
        failure = failed_launch(fusions[kernel], stream, kernel);
    if (failure)
        fprintf(stderr, "kernel %d: %s\n", kernel, failure);
    krt_stream_destroy(stream);
    return failure ? (void *)1 : NULL;
}

static int child(void)
{
    pthread_t threads[THREADS];
    int failures = 0;
    if (krt_device_default(&device)) {
        fprintf(stderr, "%s\n", krt_error_message());
        return 1;
    }
    for (int i = 0; i < KERNELS; i++) {
        char text[64];
        snprintf(text, sizeof text, "x = x * %d + 1", i);
        failures += krt_fusion_parse(text, &fusions[i]) != KRT_OK;
    }
    for (intptr_t i = 0; i < THREADS; i++)
        failures += pthread_create(&threads[i], NULL, work, (void *)i) != 0;
    for (int i = 0; i < THREADS; i++) {
        void *failed;
        pthread_join(threads[i], &failed);
        failures += failed != NULL;
    }
    for (int i = 0; i < KERNELS; i++)
        krt_fusion_destroy(fusions[i]);
    return failures > 0;
}

/* ---- All of them ---------------------------------------------------------------------------- */

static char cache[] = "/tmp/krt_processes_XXXXXX";

static void run_processes(int count)
{
    char *arguments[] = {(char *)"test", (char *)"child", NULL};
    pid_t processes[PROCESSES];
    for (int i = 0; i < count; i++)
        assert_int_equal(
            posix_spawn(&processes[i], "/proc/self/exe", NULL, NULL, arguments, environ), 0);
    for (int i = 0; i < count; i++) {
        int status;
        assert_int_equal(waitpid(processes[i], &status, 0), processes[i]);
        assert_int_equal(status, 0);
    }
}

/* Calls |visit| for each file of code in the cache; returns how many there are. */
static int each_file(void (*visit)(const char *path))
{
    char *roots[] = {cache, NULL};
    FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    int count = 0;
    assert_non_null(walk);
    for (FTSENT *entry; (entry = fts_read(walk));) {
        if (entry->fts_info == FTS_F && entry->fts_statp->st_size > 1000 &&
            !strstr(entry->fts_path, "/kbuild/")) {
            if (visit)
                visit(entry->fts_path);
            count++;
        }
    }
    fts_close(walk);
    return count;
}

static void damage(const char *path)
{
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, 500, SEEK_SET), 0);
    int byte = fgetc(file);
    assert_int_equal(fseek(file, 500, SEEK_SET), 0);
    fputc(byte ^ 0x40, file);
    assert_int_equal(fclose(file), 0);
}

static void threads_of_processes_share_their_kernels(void **state)
{
    (void)state;
    run_processes(PROCESSES);
    assert_int_equal(each_file(NULL), KERNELS);
}

static void damaged_files_are_never_run(void **state)
{
    (void)state;
    assert_int_equal(each_file(damage), KERNELS);
    run_processes(2);
    assert_int_equal(each_file(NULL), KERNELS);
}

static int remove_cache(void **state)
{
    char command[64];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", cache);
    return system(command);
}

int main(int argc, char **argv)
{
    (void)argv;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_of_processes_share_their_kernels),
        cmocka_unit_test(damaged_files_are_never_run),
    };
    if (argc > 1)
        return child();
    if (!mkdtemp(cache))
        return 1;
    setenv("KRT_CACHE_DIR", cache, 1);
    if (!getenv("KRT_DEVICE"))
        setenv("KRT_DEVICE", "emu:gfx1030", 1);
    return cmocka_run_group_tests(tests, NULL, remove_cache);
}
