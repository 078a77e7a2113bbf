/* Writes the page of a made-up package, for a browser to look at: make_page KERNELS, with three
 * targets each, or make_page hostile. */
#include "inspect/profile.h"

#include "../diff/packages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const targets[] = {"gfx1030", "gfx1100", "gfx90a"};
static const char *const operations[] = {"softmax", "reduce", "affine", "gemm", "conv2d", "cast"};
static const char *const types[] = {"f32", "f16", "bf16", "f64", "i32"};

static void make_hostile(struct package *package)
{
    size_t image = package_add_image(package, "<i>module.hsaco", "gfx1030");
    package_add_kernel(package, image, "</script><script>document.title='broken'</script>");
    package_add_kernel(package, image, "<img src=x onerror=\"document.title='broken'\">");
    package_add_kernel(package, image, "quote\"'`${1}\\");
    package_add_kernel(package, image, "bytes\xff\x01");
    package_add_kernel(package, image, "_Z6kernelIfLi4EEvPT_i")->vgprs = 99;
}

static void make_many(struct package *package, size_t kernels)
{
    struct chance chance = {1};
    size_t images[6][3];
    for (size_t m = 0; m < 6; m++) {
        char *path = mem_format("%s.hsaco", operations[m]);
        for (size_t t = 0; t < 3; t++) {
            images[m][t] = package_add_image(package, path, targets[t]);
            package->images[images[m][t]].size = 40000 + chance_below(&chance, 90000);
        }
        free(path);
    }
    for (size_t k = 0; k < kernels; k++) {
        char *name = mem_format("%s_%s_%zu", operations[k % 6], types[k % 5], k);
        uint32_t weight = 1 + chance_below(&chance, 100);
        for (size_t t = 0; t < 3; t++) {
            struct kernel *kernel = package_add_kernel(package, images[k % 6][t], name);
            kernel->vgprs = 8 + weight * weight / 45 + chance_below(&chance, 24);
            kernel->sgprs = 16 + chance_below(&chance, 60);
            kernel->vgpr_spills = weight > 96 ? chance_below(&chance, 12) : 0;
            kernel->private_segment = 4 * kernel->vgpr_spills;
            kernel->group_segment = weight % 3 ? 0 : 1024 * (weight % 16);
            kernel->code_size = 256 + 48 * weight + 4 * chance_below(&chance, 64);
        }
        free(name);
    }
}

int main(int argc, char **argv)
{
    static const struct diff_filter everything;
    struct package package = {0};
    struct buf page = {0};
    if (argc != 2)
        return 2;
    if (strcmp(argv[1], "hostile") == 0)
        make_hostile(&package);
    else
        make_many(&package, strtoul(argv[1], NULL, 10));
    report_print(&package, NULL, &everything, argv[1], &page);
    fwrite(page.data, 1, page.size, stdout);
    buf_free(&page);
    package_unmake(&package);
    return 0;
}
