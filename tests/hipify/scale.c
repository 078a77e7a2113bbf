/* Translates the texts that something quadratic would take long for, each once with about 4 kB and
 * once with about 40 kB, and chooses their architecture. Prints how many texts there are. scale.sh
 * counts the instructions of both. */
#include "hipify/hipify.h"
#include "soup.h"

#include <stdlib.h>

static enum status translate(const struct buf *text)
{
    const struct hipify_options options = {.shown_path = "t.cu", .cuda_arch = 900, .prelude = true};
    struct hipify_report report = {0};
    struct buf out = {0};
    enum status status = hipify_translate(text->data, text->size, &options, &out, &report);
    hipify_report_free(&report);
    buf_free(&out);
    struct arch_text *arch = hipify_arch_text(text->data, text->size);
    hipify_choose_arch(&arch, 1, &options);
    hipify_arch_text_free(arch);
    return status;
}

int main(void)
{
    static const size_t sizes[] = {4000, 40000};
    struct buf text = {0};
    size_t count = 0;
    for (; soup_hostile(count, 0, &text); count++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            buf_free(&text);
            if (!soup_hostile(count, sizes[i], &text) || translate(&text) != STATUS_OK) {
                fprintf(stderr, "text %zu is not translated\n", count);
                return 1;
            }
        }
    buf_free(&text);
    printf("%zu\n", count);
    return 0;
}
