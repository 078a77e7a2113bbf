/* Images of which only the address is known: which pages behind it are mapped. */
#include "image_span.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { IMAGE_SPAN_MAX = 1 << 30 };

/* Whether |count| pages from |start| are all mapped. */
static bool is_mapped(uintptr_t start, size_t count, uintptr_t page, unsigned char *residence)
{
    return mincore((void *)start, count * page, residence) == 0;
}

struct span image_span(const void *image)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), start = (uintptr_t)image & ~(page - 1);
    /* bisection: |low| pages are known to be mapped; |high| bounds the search */
    size_t low = 0, high = IMAGE_SPAN_MAX / page;
    unsigned char *residence = malloc(high);
    if (!residence)
        return (struct span){image, 0};
    /* most images are small, so |step| doubles until the pages are not mapped; then the interval is
     * halved */
    size_t step = 1;
    while (step <= high && is_mapped(start, step, page, residence)) {
        low = step;
        step *= 2;
    }
    if (step < high)
        high = step;
    while (low + 1 < high) {
        size_t middle = low + (high - low) / 2;
        if (is_mapped(start, middle, page, residence))
            low = middle;
        else
            high = middle;
    }
    free(residence);
    size_t before = (uintptr_t)image - start;
    return (struct span){image, low ? low * page - before : 0};
}
