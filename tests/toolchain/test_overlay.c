/* The overlay of device libraries, made with the clang of this machine. */
#include "check.h"

#include "codeobj.h"
#include "toolchain/toolchain.h"
#include "toolchain/discover.h"
#include "util/file.h"

#include <dirent.h>
#include <sys/stat.h>
#include <sys/wait.h>

struct fixture {
    struct toolchain toolchain;
    char *directory;
    bool usable;
};

static int set_up(void **state)
{
    struct fixture *fixture = mem_alloc(sizeof *fixture);
    *state = fixture;
    fixture->directory = check_directory();
    const struct toolchain_request request = {0};
    if (toolchain_find(&request, NULL, &fixture->toolchain) != STATUS_OK)
        return -1;
    fixture->usable = toolchain_require(&fixture->toolchain) == STATUS_OK;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    toolchain_free(&fixture->toolchain);
    check_remove(fixture->directory);
    free(fixture);
    return 0;
}

/* A target that this toolchain needs the overlay for. Skips the test if there is no such target. */
static const char *needy_target(const struct fixture *fixture)
{
    if (fixture->usable)
        for (size_t i = 0; i < target_count(); i++)
            if (toolchain_supports(&fixture->toolchain, target_at(i)->processor) ==
                TOOLCHAIN_NEEDS_OVERLAY)
                return target_at(i)->processor;
    print_message("skipped: this machine has no toolchain whose device libraries lack a file\n");
    skip();
    return NULL;
}

static char *overlay_in(const struct fixture *fixture, const char *name, const char *target,
                        enum status wanted)
{
    char *directory = path_join(fixture->directory, name);
    char *made = NULL;
    struct strings targets = {0};
    strings_add(&targets, target);
    assert_int_equal(toolchain_overlay(&fixture->toolchain, &targets, directory, &made), wanted);
    strings_free(&targets);
    free(directory);
    return made;
}

static char *isa_file(const char *overlay, const char *target)
{
    return mem_format("%s/oclc_isa_version_%s.bc", overlay, target_find(target)->isa_version);
}

static void isa_numbers_are_those_of_the_device_libraries(void **state)
{
    (void)state;
    const struct {
        const char *processor;
        int number;
    } known[] = {
        {"gfx600", 6000},         {"gfx803", 8003},         {"gfx900", 9000},
        {"gfx90a", 9010},         {"gfx90c", 9012},         {"gfx942", 9402},
        {"gfx1030", 10300},       {"gfx1036", 10306},       {"gfx1100", 11000},
        {"gfx1151", 11501},       {"gfx1201", 12001},       {"gfx9-generic", 9000},
        {"gfx11-generic", 11003}, {"gfx9-4-generic", 9400}, {"gfx10-3-generic", 10300},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_int_equal(overlay_isa_number(target_find(known[i].processor)), known[i].number);
}

static void every_target_has_a_number_of_its_generation(void **state)
{
    (void)state;
    for (size_t i = 0; i < target_count(); i++) {
        const struct target_info *info = target_at(i);
        const char *digits = info->processor + strlen("gfx");
        /* The major version ends before "-" in gfx11-generic, and before two digits in gfx1100. */
        size_t length = strcspn(digits, "-") - (info->is_generic ? 0 : 2);
        char *major = mem_dup_n(digits, length);
        assert_int_equal(overlay_isa_number(info) / 1000, atoi(major));
        free(major);
    }
}

static void complete_libraries_are_taken_as_they_are(void **state)
{
    struct fixture *fixture = *state;
    if (!fixture->usable)
        skip();
    char *overlay = overlay_in(fixture, "unneeded", "gfx1030", STATUS_OK);
    char *unneeded = path_join(fixture->directory, "unneeded");
    assert_string_equal(overlay, fixture->toolchain.device_libs);
    assert_false(path_exists(unneeded));
    free(unneeded);
    free(overlay);
}

static void overlay_has_every_library_and_the_missing_one(void **state)
{
    struct fixture *fixture = *state;
    const char *target = needy_target(fixture);
    char *overlay = overlay_in(fixture, "whole", target, STATUS_OK);
    DIR *stream = opendir(fixture->toolchain.device_libs);
    assert_non_null(stream);
    for (struct dirent *entry; (entry = readdir(stream));) {
        if (strcmp(path_extension(entry->d_name), ".bc") != 0)
            continue;
        char *path = path_join(overlay, entry->d_name);
        assert_true(path_exists(path));
        free(path);
    }
    closedir(stream);
    char *isa = isa_file(overlay, target);
    assert_true(path_exists(isa));
    free(isa);
    free(overlay);
}

static void supplied_bytes_do_not_depend_on_the_directory(void **state)
{
    struct fixture *fixture = *state;
    const char *target = needy_target(fixture);
    struct buf bytes[2] = {{0}, {0}};
    const char *const names[] = {"here", "a longer way/to there"};
    for (size_t i = 0; i < 2; i++) {
        char *overlay = overlay_in(fixture, names[i], target, STATUS_OK);
        char *isa = isa_file(overlay, target);
        assert_int_equal(file_read(isa, &bytes[i]), STATUS_OK);
        free(isa);
        free(overlay);
    }
    assert_int_equal(bytes[0].size, bytes[1].size);
    assert_memory_equal(bytes[0].data, bytes[1].data, bytes[0].size);
    buf_free(&bytes[0]);
    buf_free(&bytes[1]);
}

static void complete_overlay_is_not_touched(void **state)
{
    struct fixture *fixture = *state;
    const char *target = needy_target(fixture);
    struct stat before, after;
    char *first = overlay_in(fixture, "again", target, STATUS_OK);
    assert_int_equal(stat(first, &before), 0);
    usleep(20000);
    char *second = overlay_in(fixture, "again", target, STATUS_OK);
    assert_string_equal(first, second);
    assert_int_equal(stat(second, &after), 0);
    assert_memory_equal(&before.st_mtim, &after.st_mtim, sizeof before.st_mtim);
    free(first);
    free(second);
}

static void damaged_overlay_is_mended(void **state)
{
    struct fixture *fixture = *state;
    const char *target = needy_target(fixture);
    char *overlay = overlay_in(fixture, "damaged", target, STATUS_OK);
    char *stray = path_join(overlay, "ocml.bc"), *gone = path_join(overlay, "ockl.bc");
    char *isa = isa_file(overlay, target);
    assert_int_equal(unlink(stray), 0);
    assert_int_equal(symlink("/nowhere/ocml.bc", stray), 0);
    assert_int_equal(unlink(gone), 0);
    assert_int_equal(unlink(isa), 0);
    free(overlay_in(fixture, "damaged", target, STATUS_OK));
    assert_true(path_exists(stray));
    assert_true(path_exists(gone));
    assert_true(path_exists(isa));
    free(isa);
    free(gone);
    free(stray);
    free(overlay);
}

/* clang would link the constants of another processor. */
static void file_with_other_contents_is_made_again(void **state)
{
    struct fixture *fixture = *state;
    const char *target = needy_target(fixture);
    struct buf good = {0}, mended = {0};
    char *overlay = overlay_in(fixture, "changed", target, STATUS_OK);
    char *isa = isa_file(overlay, target), *list = path_join(overlay, ".checksums");
    assert_int_equal(file_read(isa, &good), STATUS_OK);
    for (int lost = 0; lost < 2; lost++) {
        assert_int_equal(file_write(isa, "BC", 2), STATUS_OK);
        if (lost)
            assert_int_equal(unlink(list), 0);
        free(overlay_in(fixture, "changed", target, STATUS_OK));
        mended.size = 0;
        assert_int_equal(file_read(isa, &mended), STATUS_OK);
        assert_int_equal(mended.size, good.size);
        assert_memory_equal(mended.data, good.data, good.size);
    }
    buf_free(&good);
    buf_free(&mended);
    free(list);
    free(isa);
    free(overlay);
}

static void two_builds_may_make_it_at_once(void **state)
{
    enum { BUILDS = 4 };
    struct fixture *fixture = *state;
    const char *target = needy_target(fixture);
    pid_t children[BUILDS];
    for (int i = 0; i < BUILDS; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0) {
            char *directory = path_join(fixture->directory, "raced"), *made = NULL;
            struct strings targets = {0};
            strings_add(&targets, target);
            enum status status = toolchain_overlay(&fixture->toolchain, &targets, directory, &made);
            strings_free(&targets);
            free(made);
            free(directory);
            _exit((int)status);
        }
    }
    for (int i = 0; i < BUILDS; i++) {
        int status;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_int_equal(status, 0);
    }
    char *overlay = overlay_in(fixture, "raced", target, STATUS_OK);
    DIR *stream = opendir(overlay);
    assert_non_null(stream);
    for (struct dirent *entry; (entry = readdir(stream));)
        assert_true(entry->d_name[0] == '.' || strcmp(path_extension(entry->d_name), ".bc") == 0);
    closedir(stream);
    free(overlay);
}

static void unwritable_directory_fails(void **state)
{
    struct fixture *fixture = *state;
    const char *target = needy_target(fixture);
    char *file = path_join(fixture->directory, "plain");
    assert_int_equal(file_write(file, "x", 1), STATUS_OK);
    assert_null(overlay_in(fixture, "plain/overlay", target, STATUS_ENVIRONMENT));
    assert_null(overlay_in(fixture, "/proc/overlay", target, STATUS_ENVIRONMENT));
    free(file);
}

static void trial_works(const struct toolchain *toolchain, const char *target)
{
    struct trial trial;
    trial_run(toolchain, target, &trial);
    if (!trial.works)
        fail_msg("%s: %s", target, trial.message);
    assert_true(trial.bytes > 0);
    free(trial.message);
}

static void kernels_compile_through_the_overlay(void **state)
{
    struct fixture *fixture = *state;
    trial_works(&fixture->toolchain, needy_target(fixture));
}

static void newer_clang_compiles_through_the_overlay(void **state)
{
    (void)state;
    struct toolchain toolchain = {0};
    const struct toolchain_request any = {0}, request = {.clang = "19"};
    assert_int_equal(toolchain_find(&any, NULL, &toolchain), STATUS_OK);
    bool is_older = toolchain.clang_version && atoi(toolchain.clang_version) > 19;
    toolchain_free(&toolchain);
    if (is_older) {
        print_message("skipped: clang 19 cannot read the device libraries of a newer one\n");
        skip();
    }
    if (!path_exists("/usr/lib/llvm-19/bin/clang++")) {
        print_message("skipped: no clang 19 here\n");
        skip();
    }
    assert_int_equal(toolchain_find(&request, NULL, &toolchain), STATUS_OK);
    if (toolchain_require(&toolchain) == STATUS_OK) {
        trial_works(&toolchain, "gfx942");
        trial_works(&toolchain, "gfx1201");
        trial_works(&toolchain, "gfx11-generic"); /* the file of its ABI version is missing too */
    }
    toolchain_free(&toolchain);
}

static void nothing_is_made_without_a_toolchain(void **state)
{
    struct fixture *fixture = *state;
    const struct toolchain none = {0};
    struct strings targets = {0};
    strings_add(&targets, "gfx1030");
    char *made = NULL;
    assert_int_equal(toolchain_overlay(&none, &targets, fixture->directory, &made),
                     STATUS_ENVIRONMENT);
    assert_null(made);
    assert_int_equal(toolchain_supports(&none, "gfx1030"), TOOLCHAIN_CANNOT);
    strings_free(&targets);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(isa_numbers_are_those_of_the_device_libraries),
        cmocka_unit_test(every_target_has_a_number_of_its_generation),
        cmocka_unit_test(complete_libraries_are_taken_as_they_are),
        cmocka_unit_test(overlay_has_every_library_and_the_missing_one),
        cmocka_unit_test(supplied_bytes_do_not_depend_on_the_directory),
        cmocka_unit_test(complete_overlay_is_not_touched),
        cmocka_unit_test(damaged_overlay_is_mended),
        cmocka_unit_test(file_with_other_contents_is_made_again),
        cmocka_unit_test(two_builds_may_make_it_at_once),
        cmocka_unit_test(unwritable_directory_fails),
        cmocka_unit_test(kernels_compile_through_the_overlay),
        cmocka_unit_test(newer_clang_compiles_through_the_overlay),
        cmocka_unit_test(nothing_is_made_without_a_toolchain),
    };
    return cmocka_run_group_tests_name("the overlay", tests, set_up, tear_down);
}
