/* The cache on disk by itself: whatever is in the directory, it gives whole entries or none. */
#include "disk_cache.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char top[64], directory[80];

static const struct cache_key one = {"one"};
static const struct cache_key another = {"another"};

static char *path_of(const char *name, char out[256])
{
    snprintf(out, 256, "%s/%s", directory, name);
    return out;
}

static char *entry_path(const struct cache_key *key, char out[256])
{
    int length = snprintf(out, 256, "%s/", directory);
    for (size_t i = 0; i < sizeof key->bytes; i++)
        length += snprintf(out + length, 256 - (size_t)length, "%02x", key->bytes[i]);
    strcpy(out + length, ".krt");
    return out;
}

static bool exists(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0;
}

static void write_file(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static size_t read_file(const char *path, char *data, size_t room)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t size = fread(data, 1, room, file);
    fclose(file);
    return size;
}

static bool holds(const struct disk_cache *cache, const struct cache_key *key, const void *wanted,
                  size_t wanted_size)
{
    void *data = NULL;
    size_t size = 0;
    if (!disk_cache_load(cache, key, &data, &size))
        return false;
    assert_int_equal(size, wanted_size);
    assert_memory_equal(data, wanted, size);
    free(data);
    return true;
}

static struct disk_cache open_cache(void)
{
    struct disk_cache cache;
    assert_int_equal(disk_cache_open(&cache), KRT_OK);
    return cache;
}

static int make_directory(void **state)
{
    (void)state;
    strcpy(top, "/tmp/krt-disk-cache-XXXXXX");
    if (!mkdtemp(top))
        return -1;
    chmod(top, 0755);
    snprintf(directory, sizeof directory, "%s/cache", top);
    setenv("KRT_CACHE_DIR", directory, 1);
    unsetenv("KRT_CACHE_SIZE");
    return 0;
}

static int remove_directory(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", top);
    return system(command);
}

/* ---- Damage --------------------------------------------------------------------------------- */

static void a_truncated_entry_is_discarded(void **state)
{
    struct disk_cache cache = open_cache();
    char path[256], whole[256];
    (void)state;
    disk_cache_store(&cache, &one, "forty-two bytes", 15);
    size_t size = read_file(entry_path(&one, path), whole, sizeof whole);
    assert_true(size > 15 && size < sizeof whole);
    for (size_t length = 0; length < size; length++) {
        write_file(path, whole, length);
        assert_false(holds(&cache, &one, "", 0));
        assert_false(exists(path));
    }
    write_file(path, whole, size);
    assert_true(holds(&cache, &one, "forty-two bytes", 15));
    disk_cache_close(&cache);
}

static void an_entry_with_any_byte_changed_is_discarded(void **state)
{
    struct disk_cache cache = open_cache();
    char path[256], whole[256];
    (void)state;
    disk_cache_store(&cache, &one, "some code", 9);
    size_t size = read_file(entry_path(&one, path), whole, sizeof whole);
    for (size_t i = 0; i < size; i++) {
        whole[i] ^= 0x10;
        write_file(path, whole, size);
        assert_false(holds(&cache, &one, "", 0));
        assert_false(exists(path));
        whole[i] ^= 0x10;
    }
    whole[size] = '+'; /* a byte too many */
    write_file(path, whole, size + 1);
    assert_false(holds(&cache, &one, "", 0));
    assert_false(exists(path));
    disk_cache_close(&cache);
}

static void an_entry_under_anothers_name_is_discarded(void **state)
{
    struct disk_cache cache = open_cache();
    char from[256], to[256];
    (void)state;
    disk_cache_store(&cache, &one, "some code", 9);
    assert_int_equal(rename(entry_path(&one, from), entry_path(&another, to)), 0);
    assert_false(holds(&cache, &another, "", 0));
    assert_false(exists(to));
    disk_cache_close(&cache);
}

static void neither_links_nor_pipes_nor_directories_are_read(void **state)
{
    struct disk_cache cache = open_cache();
    char path[256], away[256];
    (void)state;
    disk_cache_store(&cache, &one, "some code", 9);
    entry_path(&one, path);
    path_of("away", away);
    assert_int_equal(rename(path, away), 0);
    assert_int_equal(symlink(away, path), 0);
    assert_false(holds(&cache, &one, "", 0));
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_false(holds(&cache, &one, "", 0));
    unlink(path);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_false(holds(&cache, &one, "", 0));
    disk_cache_store(&cache, &one, "some code", 9); /* cannot be: no error */
    assert_true(exists(path));
    assert_true(exists(away));
    disk_cache_close(&cache);
}

/* An entry and a directory are the user's own: |change| makes of the path what they must not be. */
static void assert_is_not_trusted(int (*change)(const char *path), int (*mend)(const char *path))
{
    struct disk_cache cache = open_cache();
    char path[256];
    disk_cache_store(&cache, &one, "some code", 9);
    assert_int_equal(change(entry_path(&one, path)), 0);
    assert_false(holds(&cache, &one, "", 0));
    disk_cache_store(&cache, &one, "some code", 9); /* puts its own in the place */
    assert_true(holds(&cache, &one, "some code", 9));
    assert_int_equal(change(directory), 0);
    assert_false(holds(&cache, &one, "", 0));
    disk_cache_store(&cache, &another, "other code", 10);
    assert_int_equal(disk_cache_lock(&cache, &one), -1);
    assert_int_equal(mend(directory), 0);
    assert_true(holds(&cache, &one, "some code", 9));
    assert_false(holds(&cache, &another, "", 0));
    disk_cache_close(&cache);
}

static int open_to_group(const char *path)
{
    return chmod(path, 0720);
}
static int open_to_all(const char *path)
{
    return chmod(path, 0702);
}
static int shut(const char *path)
{
    return chmod(path, 0700);
}
static int give_away(const char *path)
{
    return chown(path, 65534, (gid_t)-1);
}
static int take_back(const char *path)
{
    return chown(path, 0, (gid_t)-1);
}

static void what_others_may_write_is_not_read(void **state)
{
    (void)state;
    assert_is_not_trusted(open_to_group, shut);
    assert_is_not_trusted(open_to_all, shut);
}

static void what_belongs_to_another_user_is_not_read(void **state)
{
    (void)state;
    if (geteuid() != 0)
        skip(); /* nobody else can give files away */
    assert_is_not_trusted(give_away, take_back);
}

/* ---- Where nothing can be kept -------------------------------------------------------------- */

static void assert_keeps_nothing(const char *where)
{
    setenv("KRT_CACHE_DIR", where, 1);
    struct disk_cache cache = open_cache();
    int lock = disk_cache_lock(&cache, &one);
    disk_cache_store(&cache, &one, "some code", 9);
    assert_false(holds(&cache, &one, "", 0));
    disk_cache_unlock(lock);
    disk_cache_close(&cache);
}

static void a_place_that_takes_no_files_is_no_error(void **state)
{
    char file[96], below[112];
    (void)state;
    snprintf(file, sizeof file, "%s/file", top);
    snprintf(below, sizeof below, "%s/cache", file);
    write_file(file, "mine", 4);
    assert_keeps_nothing("");
    assert_keeps_nothing(file);
    assert_keeps_nothing(below);
    assert_keeps_nothing("/proc/krt");
}

static void a_read_only_directory_is_read_and_no_error(void **state)
{
    struct disk_cache cache = open_cache();
    bool is_root = geteuid() == 0;
    (void)state;
    disk_cache_store(&cache, &one, "some code", 9);
    assert_int_equal(chmod(directory, 0555), 0);
    if (is_root) { /* whom no mode keeps from writing */
        char path[256];
        assert_int_equal(chmod(entry_path(&one, path), 0444), 0);
        assert_int_equal(seteuid(65534), 0);
    }
    int lock = disk_cache_lock(&cache, &another);
    disk_cache_store(&cache, &another, "other code", 10);
    bool has_one = holds(&cache, &one, "some code", 9);
    bool has_another = holds(&cache, &another, "", 0);
    disk_cache_unlock(lock);
    if (is_root)
        assert_int_equal(seteuid(0), 0);
    assert_true(has_one);
    assert_false(has_another);
    chmod(directory, 0700);
    disk_cache_close(&cache);
}

/* No file may become longer than |bytes|: what a full disk is to a write. */
static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static size_t count_files(const char *part)
{
    char command[200];
    int count = -1;
    snprintf(command, sizeof command, "ls '%s' | grep -c -e '%s'", directory, part);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    assert_int_equal(fscanf(pipe, "%d", &count), 1);
    pclose(pipe);
    return (size_t)count;
}

static void a_full_disk_leaves_nothing_behind(void **state)
{
    static const char data[10000] = "code";
    struct disk_cache cache = open_cache();
    struct rlimit limit;
    (void)state;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    for (rlim_t bytes = 0; bytes < 10000; bytes += 1000) {
        limit_files(bytes);
        disk_cache_store(&cache, &one, data, sizeof data);
        limit_files(limit.rlim_cur);
        assert_false(holds(&cache, &one, "", 0));
        assert_int_equal(count_files("tmp"), 0);
    }
    disk_cache_store(&cache, &one, data, sizeof data);
    assert_true(holds(&cache, &one, data, sizeof data));
    disk_cache_close(&cache);
}

/* ---- The limit ------------------------------------------------------------------------------ */

static void a_limit_that_is_no_number_is_an_error(void **state)
{
    static const char *const wrong[] = {
        "1G", "-1", " 5", "many", "1e3", "99999999999999999999", "18446744073709551615"};
    struct disk_cache cache;
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        setenv("KRT_CACHE_SIZE", wrong[i], 1);
        assert_int_equal(disk_cache_open(&cache), KRT_ERROR_INVALID_ARGUMENT);
        assert_non_null(strstr(krt_error_message(), "KRT_CACHE_SIZE"));
        assert_non_null(strstr(krt_error_message(), wrong[i]));
    }
}

static void with_a_limit_of_nothing_nothing_is_kept(void **state)
{
    (void)state;
    setenv("KRT_CACHE_SIZE", "0", 1);
    assert_keeps_nothing(directory);
}

static struct cache_key numbered(int number)
{
    struct cache_key key = {{0}};
    memcpy(key.bytes, &number, sizeof number);
    return key;
}

/* Sets when an entry was last used, |seconds| ago. */
static void age(const struct cache_key *key, long seconds)
{
    char path[256];
    struct timespec times[2];
    clock_gettime(CLOCK_REALTIME, &times[0]);
    times[0].tv_sec -= seconds;
    times[1] = times[0];
    assert_int_equal(utimensat(AT_FDCWD, entry_path(key, path), times, 0), 0);
}

static void what_was_not_used_for_longest_goes(void **state)
{
    enum { SIZE = 300000 }; /* three fit in a MiB */
    char *data = calloc(1, SIZE);
    (void)state;
    setenv("KRT_CACHE_SIZE", "1", 1);
    struct disk_cache cache = open_cache();
    for (int i = 0; i < 3; i++) {
        struct cache_key key = numbered(i);
        disk_cache_store(&cache, &key, data, SIZE);
        age(&key, 300 - 100 * i);
    }
    struct cache_key oldest = numbered(0), second = numbered(1), third = numbered(2);
    struct cache_key fourth = numbered(3);
    assert_true(holds(&cache, &oldest, data, SIZE)); /* no longer the oldest */
    disk_cache_store(&cache, &fourth, data, SIZE);
    assert_false(holds(&cache, &second, data, SIZE));
    assert_true(holds(&cache, &oldest, data, SIZE));
    assert_true(holds(&cache, &third, data, SIZE));
    assert_true(holds(&cache, &fourth, data, SIZE));
    disk_cache_close(&cache);
    free(data);
}

static void what_is_larger_than_the_limit_is_not_kept(void **state)
{
    enum { SIZE = 1 << 20 };
    char *data = calloc(1, SIZE);
    (void)state;
    setenv("KRT_CACHE_SIZE", "1", 1);
    struct disk_cache cache = open_cache();
    disk_cache_store(&cache, &another, "small", 5);
    disk_cache_store(&cache, &one, data, SIZE);
    assert_false(holds(&cache, &one, data, SIZE));
    assert_true(holds(&cache, &another, "small", 5));
    disk_cache_close(&cache);
    free(data);
}

static void what_is_not_ours_stays(void **state)
{
    static const char *const names[] = {"README",
                                        "0123456789abcdef0123456789abcdef",
                                        "0123456789abcdef0123456789abcdef.hsaco",
                                        "0123456789abcdef.krt",
                                        "0123456789abcdef0123456789abcdef.krt.bak",
                                        "0123456789ABCDEF0123456789ABCDEF.krt"};
    enum { COUNT = sizeof names / sizeof names[0], SIZE = 900000 };
    char *data = calloc(1, SIZE), path[256];
    (void)state;
    setenv("KRT_CACHE_SIZE", "1", 1);
    struct disk_cache cache = open_cache();
    disk_cache_store(&cache, &one, data, SIZE);
    for (size_t i = 0; i < COUNT; i++)
        write_file(path_of(names[i], path), data, SIZE);
    disk_cache_store(&cache, &another, data, SIZE);
    assert_false(holds(&cache, &one, data, SIZE));
    assert_true(holds(&cache, &another, data, SIZE)); /* others' files do not count */
    for (size_t i = 0; i < COUNT; i++)
        assert_true(exists(path_of(names[i], path)));
    disk_cache_close(&cache);
    free(data);
}

static void what_a_killed_process_left_goes_after_a_while(void **state)
{
    static const char dead[] = "0123456789abcdef0123456789abcdef.tmp-00000001";
    static const char alive[] = "0123456789abcdef0123456789abcdef.tmp-00000002";
    const struct timespec times[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    struct disk_cache cache = open_cache();
    char path[256];
    (void)state;
    disk_cache_store(&cache, &one, "some code", 9);
    write_file(path_of(alive, path), "?", 1);
    write_file(path_of(dead, path), "?", 1);
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
    disk_cache_store(&cache, &another, "other code", 10);
    assert_false(exists(path_of(dead, path)));
    assert_true(exists(path_of(alive, path)));
    disk_cache_close(&cache);
}

/* ---- What works ----------------------------------------------------------------------------- */

static void what_is_stored_is_loaded(void **state)
{
    enum { SIZE = 5000000 };
    char *data = malloc(SIZE);
    struct disk_cache cache = open_cache();
    (void)state;
    for (int i = 0; i < SIZE; i++)
        data[i] = (char)(i * 7 + i / 1000);
    assert_false(holds(&cache, &one, "", 0));
    disk_cache_store(&cache, &one, data, SIZE);
    disk_cache_store(&cache, &another, "x", 1);
    assert_true(holds(&cache, &one, data, SIZE));
    assert_true(holds(&cache, &another, "x", 1));
    disk_cache_store(&cache, &one, "y", 1); /* the last one counts */
    assert_true(holds(&cache, &one, "y", 1));
    disk_cache_close(&cache);
    free(data);
}

static void directories_are_made_for_the_user_alone(void **state)
{
    char deep[128], between[128];
    struct stat status;
    (void)state;
    snprintf(between, sizeof between, "%s/a", top);
    snprintf(deep, sizeof deep, "%s/a/b/c", top);
    setenv("KRT_CACHE_DIR", deep, 1);
    struct disk_cache cache = open_cache();
    disk_cache_store(&cache, &one, "some code", 9);
    assert_true(holds(&cache, &one, "some code", 9));
    assert_int_equal(stat(deep, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0700);
    assert_int_equal(stat(between, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0700);
    disk_cache_close(&cache);
}

static void assert_directory(const char *wanted)
{
    struct disk_cache cache = open_cache();
    if (wanted)
        assert_string_equal(cache.directory, wanted);
    else
        assert_null(cache.directory);
    disk_cache_close(&cache);
}

static void the_directory_is_where_caches_are(void **state)
{
    (void)state;
    setenv("XDG_CACHE_HOME", "/x", 1);
    setenv("HOME", "/h", 1);
    assert_directory(directory);
    unsetenv("KRT_CACHE_DIR");
    assert_directory("/x/krt");
    setenv("XDG_CACHE_HOME", "relative", 1);
    assert_directory("/h/.cache/krt");
    unsetenv("XDG_CACHE_HOME");
    assert_directory("/h/.cache/krt");
    unsetenv("HOME");
    assert_directory(NULL);
}

/* ---- Many at once --------------------------------------------------------------------------- */

struct waiting {
    struct disk_cache *cache;
    const struct cache_key *key;
    int has_got;
};

static void *take_lock(void *argument)
{
    struct waiting *waiting = argument;
    int lock = disk_cache_lock(waiting->cache, waiting->key);
    __atomic_store_n(&waiting->has_got, 1, __ATOMIC_SEQ_CST);
    disk_cache_unlock(lock);
    return NULL;
}

static void a_key_is_locked_for_others_and_no_other_key(void **state)
{
    struct disk_cache cache = open_cache();
    struct waiting same = {&cache, &one, 0}, other = {&cache, &another, 0};
    pthread_t threads[2];
    (void)state;
    int lock = disk_cache_lock(&cache, &one);
    assert_true(lock >= 0);
    pthread_create(&threads[0], NULL, take_lock, &same);
    pthread_create(&threads[1], NULL, take_lock, &other);
    pthread_join(threads[1], NULL);
    usleep(50000);
    assert_int_equal(__atomic_load_n(&same.has_got, __ATOMIC_SEQ_CST), 0);
    disk_cache_unlock(lock);
    pthread_join(threads[0], NULL);
    disk_cache_close(&cache);
}

static void a_lock_ends_though_a_child_has_it_open(void **state)
{
    struct disk_cache cache = open_cache();
    int status;
    (void)state;
    int lock = disk_cache_lock(&cache, &one);
    assert_true(lock >= 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        sleep(30);
        _exit(0);
    }
    disk_cache_unlock(lock);
    disk_cache_unlock(disk_cache_lock(&cache, &one)); /* does not wait for the child */
    assert_int_equal(waitpid(child, &status, WNOHANG), 0);
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    disk_cache_close(&cache);
}

/* Entry |number| has its number all over, and a length of its own. */
static size_t fill(int number, int *data)
{
    size_t count = 20000 + (size_t)number * 500;
    for (size_t i = 0; i < count; i++)
        data[i] = number;
    return count * sizeof *data;
}

/* Exits 0 if every entry that it found was whole, and it found some. */
static void play(unsigned seed)
{
    static int data[40000];
    struct disk_cache cache;
    int found = 0;
    if (disk_cache_open(&cache))
        _exit(2);
    for (int round = 0; round < 300; round++) {
        int number = rand_r(&seed) % 24;
        struct cache_key key = numbered(number);
        size_t size = fill(number, data), loaded_size;
        void *loaded;
        if (!disk_cache_load(&cache, &key, &loaded, &loaded_size)) {
            disk_cache_store(&cache, &key, data, size);
            continue;
        }
        if (loaded_size != size || memcmp(loaded, data, size) != 0)
            _exit(3);
        free(loaded);
        found++;
    }
    disk_cache_close(&cache);
    _exit(found ? 0 : 4);
}

static void many_processes_see_whole_entries_only(void **state)
{
    enum { COUNT = 4 };
    pid_t children[COUNT];
    char command[160];
    long kilobytes = -1;
    (void)state;
    setenv("KRT_CACHE_SIZE", "1", 1);
    for (int i = 0; i < COUNT; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0)
            play((unsigned)i);
    }
    for (int i = 0; i < COUNT; i++) {
        int status = -1;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 0);
    }
    assert_int_equal(count_files("tmp"), 0);
    snprintf(command, sizeof command, "du -sk --apparent-size '%s'", directory);
    FILE *pipe = popen(command, "r");
    assert_int_equal(fscanf(pipe, "%ld", &kilobytes), 1);
    pclose(pipe);
    assert_in_range(kilobytes, 1, 1024 + 8); /* 8: the directory itself */
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_directory, remove_directory)

int main(void)
{
    umask(022);
    const struct CMUnitTest tests[] = {
        TEST(a_truncated_entry_is_discarded),
        TEST(an_entry_with_any_byte_changed_is_discarded),
        TEST(an_entry_under_anothers_name_is_discarded),
        TEST(neither_links_nor_pipes_nor_directories_are_read),
        TEST(what_others_may_write_is_not_read),
        TEST(what_belongs_to_another_user_is_not_read),
        TEST(a_place_that_takes_no_files_is_no_error),
        TEST(a_read_only_directory_is_read_and_no_error),
        TEST(a_full_disk_leaves_nothing_behind),
        TEST(a_limit_that_is_no_number_is_an_error),
        TEST(with_a_limit_of_nothing_nothing_is_kept),
        TEST(what_was_not_used_for_longest_goes),
        TEST(what_is_larger_than_the_limit_is_not_kept),
        TEST(what_is_not_ours_stays),
        TEST(what_a_killed_process_left_goes_after_a_while),
        TEST(what_is_stored_is_loaded),
        TEST(directories_are_made_for_the_user_alone),
        TEST(the_directory_is_where_caches_are),
        TEST(a_key_is_locked_for_others_and_no_other_key),
        TEST(a_lock_ends_though_a_child_has_it_open),
        TEST(many_processes_see_whole_entries_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
