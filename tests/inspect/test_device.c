/* Sets of images, of which a device takes one. */
#include "inspect/inspect.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { KINDS = 20000 }; /* of code objects, each for two GPUs */

static char names[KINDS][8];
static struct kernel kernels[KINDS];
static struct package_image images[2 * KINDS];

/* As a library has them whose targets follow each other. */
static void make_images(const char *const targets[2])
{
    for (size_t i = 0; i < KINDS; i++) {
        snprintf(names[i], sizeof names[i], "k%zu", i);
        kernels[i].name = names[i];
    }
    for (size_t i = 0; i < 2 * KINDS; i++) {
        images[i] = (struct package_image){
            .entry = (char *)"", .target = (char *)targets[i / KINDS], .is_read = true};
        images[i].object.kernels = &kernels[i % KINDS];
        images[i].object.kernel_count = 1;
        assert_int_equal(target_id_parse(images[i].target, &images[i].object.target, NULL),
                         CODEOBJ_OK);
    }
}

static void alternatives_among_data_may_be_far_apart(void **state)
{
    (void)state;
    struct package_file file = {.path = (char *)"lib"};
    struct package_container containers[] = {
        {.parent = PACKAGE_NONE, .name = (char *)"", .where = (char *)""},
        {.kind = CONTAINER_SEARCHED, .name = (char *)"", .where = (char *)"data"},
    };
    const struct package package = {.files = &file,
                                    .containers = containers,
                                    .images = images,
                                    .file_count = 1,
                                    .container_count = 2,
                                    .image_count = 2 * KINDS};
    const struct inspect_view view = {.package = &package};
    struct target_id device;
    struct buf text = {0};
    make_images((const char *const[]){"gfx90a", "gfx1100"});
    for (size_t i = 0; i < 2 * KINDS; i++)
        images[i].container = 1;
    assert_int_equal(target_id_parse("gfx1100", &device, NULL), CODEOBJ_OK);
    assert_true(inspect_device(&view, &device, &text));
    assert_non_null(strstr(text.data, "gfx1100: 20000 of 20000 sets have an image"));
    buf_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alternatives_among_data_may_be_far_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
