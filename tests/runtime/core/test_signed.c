/* A key that a program demands for a package: whatever the order and the thread, nothing without
 * its signature is used from then on.
 */
#include "archive_test.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <zstd.h>

/* ---- Signing, as minisign does ---------------------------------------------------------------
 *
 * signature.c describes the format. These signatures are of the older form, of the file itself.
 */

enum { SEED = 32, KEY = 32, SECRET = 64, SIGNATURE = 64, TEXT = 160 };

static struct {
    int (*init)(void);
    int (*keys)(unsigned char *key, unsigned char *secret, const unsigned char *seed);
    int (*sign)(unsigned char *out, unsigned long long *size, const unsigned char *message,
                unsigned long long length, const unsigned char *secret);
    char *(*text)(char *out, size_t room, const unsigned char *bytes, size_t size, int variant);
} sodium;

/* A key of minisign, and what it is made of. */
struct key {
    char text[TEXT];
    unsigned char id, secret[SECRET];
};

static struct key right = {.id = 1}, wrong = {.id = 2};

static void encode(const void *prefix, size_t prefix_size, const void *bytes, size_t size,
                   char out[TEXT])
{
    unsigned char all[TEXT];
    memcpy(all, prefix, prefix_size);
    memcpy(all + prefix_size, bytes, size);
    sodium.text(out, TEXT, all, prefix_size + size, 1);
}

static void make_key(struct key *key)
{
    unsigned char seed[SEED] = {key->id}, public[KEY];
    const char prefix[10] = {'E', 'd', (char)key->id};
    assert_int_equal(sodium.keys(public, key->secret, seed), 0);
    encode(prefix, sizeof prefix, public, sizeof public, key->text);
}

static void write_file(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* Writes <path>.minisig. */
static void sign(const char *path, const struct key *key)
{
    static const char comment[] = "any";
    const char prefix[10] = {'E', 'd', (char)key->id};
    unsigned char whole[SIGNATURE + sizeof comment], of_whole[SIGNATURE];
    char first[TEXT], second[TEXT], name[512], text[512];
    struct bytes bytes = read_file(path);
    sodium.sign(whole, NULL, bytes.data, bytes.size, key->secret);
    memcpy(whole + SIGNATURE, comment, sizeof comment);
    sodium.sign(of_whole, NULL, whole, sizeof whole - 1, key->secret);
    encode(prefix, sizeof prefix, whole, SIGNATURE, first);
    encode("", 0, of_whole, sizeof of_whole, second);
    snprintf(text, sizeof text, "untrusted comment:\n%s\ntrusted comment: %s\n%s\n", first, comment,
             second);
    snprintf(name, sizeof name, "%s.minisig", path);
    write_file(name, text, strlen(text));
    free(bytes.data);
}

/* ---- Files ---------------------------------------------------------------------------------- */

static char signature[128], other[64]; /* changed's, and the archive of another family */

/* The archive of gfx11 at |changed|, without a signature. */
static void put_archive(void)
{
    struct bytes archive = read_archive("gfx11");
    write_changed(archive.data, archive.size);
    free(archive.data);
    unlink(signature);
}

static int start(void **state)
{
    void *library = dlopen("libsodium.so.23", RTLD_NOW);
    make_place(state);
    snprintf(signature, sizeof signature, "%s.minisig", changed);
    snprintf(other, sizeof other, "%s/samples.gfx90a.krt", place);
    setenv("KRT_ARCHIVE_DIR", place, 1);
    if (!library)
        return 0;
    *(void **)&sodium.init = dlsym(library, "sodium_init");
    *(void **)&sodium.keys = dlsym(library, "crypto_sign_seed_keypair");
    *(void **)&sodium.sign = dlsym(library, "crypto_sign_detached");
    *(void **)&sodium.text = dlsym(library, "sodium_bin2base64");
    assert_true(sodium.init() >= 0);
    make_key(&right);
    make_key(&wrong);
    return 0;
}

static int end(void **state)
{
    unlink(signature);
    unlink(other);
    return remove_place(state);
}

static void assert_unsigned(krt_status status)
{
    assert_fails(status, KRT_ERROR_BAD_IMAGE, "minisig");
}

/* ---- Tests ---------------------------------------------------------------------------------- */

/* Without libsodium, too. */
static void a_demand_that_failed_is_not_forgotten(void **state)
{
    (void)state;
    struct krt_device *device = open_device("emu:gfx1100");
    static const char *const bad[] = {
        "", "RWQ", "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3",
        /* the same, and more than libkrt keeps */
        "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3RWQf6LRCGA9i53mlYecO4IzT51TGPpvW"};
    put_archive();
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const struct krt_package *package = &copy_package()->package;
        assert_int_not_equal(krt_package_open(package, i % 2 ? changed : NULL, bad[i]), KRT_OK);
        assert_int_not_equal(launch(package, device), KRT_OK);
        assert_int_not_equal(krt_package_open(package, changed, NULL), KRT_OK);
        assert_int_not_equal(krt_package_open(package, NULL, NULL), KRT_OK);
        assert_int_not_equal(launch(package, device), KRT_OK);
    }
    krt_device_close(device);
}

static void the_reason_of_a_failure_is_named(void **state)
{
    (void)state;
    const struct krt_package *package = &copy_package()->package;
    put_archive();
    krt_status status = krt_package_open(package, changed, right.text);
    if (!sodium.sign) {
        assert_fails(status, KRT_ERROR_UNSUPPORTED, "libsodium");
        skip();
    }
    assert_fails(status, KRT_ERROR_BAD_IMAGE, "samples.gfx11.krt.minisig");
    assert_int_equal(mkfifo(signature, 0600), 0);
    alarm(10); /* a pipe has no writer yet */
    assert_fails(krt_package_open(package, changed, right.text), KRT_ERROR_BAD_IMAGE, "but a pipe");
    alarm(0);
    assert_int_equal(unlink(signature), 0);
    assert_fails(krt_package_open(package, place, "RWQ"), KRT_ERROR_INVALID_ARGUMENT, "public_key");
}

static void the_right_key_can_be_given_after_a_wrong_one(void **state)
{
    (void)state;
    struct krt_device *device = open_device("emu:gfx1100");
    const struct krt_package *package = &copy_package()->package;
    if (!sodium.sign)
        skip();
    put_archive();
    sign(changed, &right);
    assert_fails(krt_package_open(package, changed, wrong.text), KRT_ERROR_BAD_IMAGE,
                 "signed with another key");
    assert_fails(launch(package, device), KRT_ERROR_BAD_IMAGE, "signed with another key");
    assert_ok(krt_package_open(package, changed, right.text));
    assert_ok(launch(package, device));
    /* The other key is the demand now: what the first one signed is not used any more. */
    assert_fails(krt_package_open(package, changed, wrong.text), KRT_ERROR_BAD_IMAGE,
                 "signed with another key");
    assert_int_not_equal(launch(package, device), KRT_OK);
    krt_device_close(device);
}

/* A signature that is right at the time of the first use is enough. */
static void the_first_use_finds_a_signed_archive(void **state)
{
    (void)state;
    struct krt_device *device = open_device("emu:gfx1100");
    const struct krt_package *package = &copy_package()->package;
    if (!sodium.sign)
        skip();
    put_archive();
    assert_unsigned(krt_package_open(package, NULL, right.text));
    assert_unsigned(launch(package, device));
    sign(changed, &right);
    assert_ok(launch(package, device));
    krt_device_close(device);
}

static void what_was_loaded_before_is_not_used_after(void **state)
{
    (void)state;
    struct krt_device *device = open_device("emu:gfx1100");
    const struct krt_package *package = &copy_package()->package;
    struct krt_launch_config config = {.block = {1}};
    struct krt_stream *stream = krt_device_stream(device);
    struct krt_function *before, *after;
    void *arguments[] = {&(void *){NULL}, &(uint32_t){0}, &(uint64_t){0}};
    if (!sodium.sign)
        skip();
    put_archive();
    assert_ok(krt_package_open(package, changed, NULL));
    assert_ok(launch(package, device));
    assert_ok(krt_function_get(package, SAMPLES_ADD_U32, device, &before));
    assert_ok(krt_function_launch(before, stream, &config, arguments, 3));

    assert_unsigned(krt_package_open(package, changed, right.text));
    assert_int_not_equal(launch(package, device), KRT_OK);
    assert_fails(krt_function_launch(before, stream, &config, arguments, 3),
                 KRT_ERROR_INVALID_ARGUMENT, "get the function again");
    assert_int_not_equal(krt_function_get(package, SAMPLES_ADD_U32, device, &after), KRT_OK);

    sign(changed, &right);
    assert_ok(krt_package_open(package, changed, right.text));
    assert_ok(launch(package, device));
    assert_ok(krt_function_get(package, SAMPLES_ADD_U32, device, &after));
    assert_ok(krt_function_launch(after, stream, &config, arguments, 3));
    /* The same key again changes nothing. */
    assert_ok(krt_package_open(package, changed, right.text));
    assert_ok(krt_package_open(package, changed, NULL));
    assert_ok(krt_function_launch(after, stream, &config, arguments, 3));
    krt_device_close(device);
}

static void a_demand_is_that_of_one_package(void **state)
{
    (void)state;
    struct krt_device *device = open_device("emu:gfx1100");
    const struct krt_package *first = &copy_package()->package, *second = &copy_package()->package;
    if (!sodium.sign)
        skip();
    put_archive();
    assert_unsigned(krt_package_open(first, changed, right.text));
    assert_ok(launch(second, device));
    assert_unsigned(launch(first, device));
    krt_device_close(device);
}

/* Of the archives in the places for all programs, those for other GPUs may be anybody's. */
static void another_familys_archive_does_not_fail_the_open(void **state)
{
    (void)state;
    struct krt_device *device = open_device("emu:gfx1100"), *without = open_device("emu:gfx90a");
    struct bytes archive = read_archive("gfx90a");
    if (!sodium.sign)
        skip();
    put_archive();
    sign(changed, &right);
    write_file(other, archive.data, archive.size);
    const struct krt_package *package = &copy_package()->package;
    assert_ok(krt_package_open(package, NULL, right.text));
    assert_ok(launch(package, device));
    assert_unsigned(launch(package, without));
    /* In a directory that the program names, each has to be right. */
    assert_unsigned(krt_package_open(package, place, right.text));
    write_file(other, archive.data, archive.size / 2);
    package = &copy_package()->package;
    assert_ok(krt_package_open(package, NULL, NULL));
    assert_ok(launch(package, device));
    assert_fails(launch(package, without), KRT_ERROR_BAD_IMAGE, "cut off");
    /* Without one that is right, the open fails and says what is wrong. */
    write_changed("", 0);
    assert_fails(krt_package_open(&copy_package()->package, NULL, NULL), KRT_ERROR_BAD_IMAGE,
                 place);
    unlink(other);
    free(archive.data);
    krt_device_close(without);
    krt_device_close(device);
}

/* A compressed bundle of version 1, which compressed_bundle.c describes. */
static void write_compressed(const char *path, struct bytes bundle)
{
    size_t room = ZSTD_compressBound(bundle.size);
    unsigned char *packed = malloc(20 + room);
    const uint32_t size = (uint32_t)bundle.size;
    assert_non_null(packed);
    memcpy(packed, "CCOB\1\0\1\0", 8);
    memcpy(packed + 8, &size, 4);
    memset(packed + 12, 0, 8);
    size_t used = ZSTD_compress(packed + 20, room, bundle.data, bundle.size, 1);
    assert_false(ZSTD_isError(used));
    write_file(path, packed, 20 + used);
    free(packed);
}

static void a_replacement_must_be_signed_too(void **state)
{
    (void)state;
    struct krt_device_options options = {
        .struct_size = sizeof options, .device = "emu:gfx1100", .override_dir = place};
    struct krt_device *device;
    const struct krt_package *package = &copy_package()->package;
    char path[512], replacement[128], its_signature[160];
    if (!sodium.sign)
        skip();
    put_archive();
    sign(changed, &right);
    snprintf(path, sizeof path, "%s/add.hsaco", getenv("SAMPLES"));
    snprintf(replacement, sizeof replacement, "%s/add.gfx1100.hsaco", place);
    snprintf(its_signature, sizeof its_signature, "%s.minisig", replacement);
    struct bytes bytes = read_file(path);
    write_file(replacement, bytes.data, bytes.size);
    assert_ok(krt_device_open(&options, &device));
    assert_ok(launch(package, device));
    assert_ok(krt_package_open(package, NULL, right.text));
    assert_fails(launch(package, device), KRT_ERROR_BAD_IMAGE, "add.gfx1100.hsaco.minisig");
    sign(replacement, &wrong);
    assert_fails(launch(package, device), KRT_ERROR_BAD_IMAGE, "another key");
    sign(replacement, &right);
    assert_ok(launch(package, device));
    write_compressed(replacement, bytes);
    sign(replacement, &right);
    assert_ok(krt_unload(package, device, NULL));
    assert_ok(launch(package, device));
    assert_int_equal(unlink(replacement) | unlink(its_signature), 0);
    krt_device_close(device);
    free(bytes.data);
}

/* ---- Threads -------------------------------------------------------------------------------- */

/* What threads do while another one demands a key. */
struct race {
    const struct krt_package *package;
    atomic_bool is_demanded, is_over;
    atomic_uint before, after; /* launches that were successful */
};

static void *launch_all_the_time(void *argument)
{
    struct race *race = argument;
    struct krt_device *device = open_device("emu:gfx1100");
    while (!atomic_load(&race->is_over)) {
        bool is_demanded = atomic_load(&race->is_demanded);
        if (launch(race->package, device) == KRT_OK)
            atomic_fetch_add(is_demanded ? &race->after : &race->before, 1);
    }
    krt_device_close(device);
    return NULL;
}

static void no_thread_uses_unsigned_code_after_a_demand(void **state)
{
    (void)state;
    enum { THREADS = 4, ROUNDS = 8 };
    put_archive();
    for (unsigned round = 0; round < ROUNDS; round++) {
        pthread_t threads[THREADS];
        struct race race = {.package = &copy_package()->package};
        for (unsigned i = 0; i < THREADS; i++)
            assert_int_equal(pthread_create(&threads[i], NULL, launch_all_the_time, &race), 0);
        while (round % 2 && !atomic_load(&race.before))
            sched_yield();
        assert_int_not_equal(krt_package_open(race.package, NULL, right.text), KRT_OK);
        atomic_store(&race.is_demanded, true);
        for (unsigned i = 0; i < 20; i++)
            assert_int_not_equal(krt_package_open(race.package, NULL, NULL), KRT_OK);
        atomic_store(&race.is_over, true);
        for (unsigned i = 0; i < THREADS; i++)
            assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(atomic_load(&race.after), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_demand_that_failed_is_not_forgotten),
        cmocka_unit_test(the_reason_of_a_failure_is_named),
        cmocka_unit_test(the_right_key_can_be_given_after_a_wrong_one),
        cmocka_unit_test(the_first_use_finds_a_signed_archive),
        cmocka_unit_test(what_was_loaded_before_is_not_used_after),
        cmocka_unit_test(a_demand_is_that_of_one_package),
        cmocka_unit_test(another_familys_archive_does_not_fail_the_open),
        cmocka_unit_test(a_replacement_must_be_signed_too),
        cmocka_unit_test(no_thread_uses_unsigned_code_after_a_demand),
    };
    return cmocka_run_group_tests(tests, start, end);
}
