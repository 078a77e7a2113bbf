/* Translates one of the texts that something quadratic would take long for.
 *
 *   scale                 prints how many there are
 *   scale NUMBER SIZE     translates the one of this number, with about SIZE bytes
 */
#include "hipify/hipify.h"
#include "soup.h"

#include <stdlib.h>

int main(int argc, char **argv)
{
    struct buf text = {0}, out = {0};
    struct hipify_report report = {0};
    const struct hipify_options options = {
        .shown_path = "t.cu", .cuda_arch = 900, .prelude = true, .launch = HIPIFY_LAUNCH_GGL};
    if (argc < 3) {
        size_t count = 0;
        while (soup_hostile(count, 0, &text))
            count++;
        printf("%zu\n", count);
    } else if (!soup_hostile(strtoul(argv[1], NULL, 10), strtoul(argv[2], NULL, 10), &text) ||
               hipify_translate(text.data, text.size, &options, &out, &report) != STATUS_OK) {
        return 1;
    }
    hipify_report_free(&report);
    buf_free(&text);
    buf_free(&out);
    return 0;
}
