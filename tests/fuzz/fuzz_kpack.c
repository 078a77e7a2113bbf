/* AMD's kpack: archives, and the references to them in libraries, which the rest of the inputs is.
 */
#include "guarded.h"
#include "kpack.h"
#include "properties.h"

#include <stdlib.h>
#include <string.h>

#define MUST(condition)                                                                            \
    do {                                                                                           \
        if (!(condition))                                                                          \
            abort();                                                                               \
    } while (0)

static void try_reference(struct span bytes)
{
    struct kpack_reference reference;
    struct codeobj_error error = {0};
    enum codeobj_status status = kpack_reference_open(bytes, &reference, &error);
    MUST(status == error.status);
    if (status)
        return;
    MUST(reference.name && reference.path_count > 0);
    for (size_t i = 0; i < reference.path_count; i++)
        MUST(utf8_is_text(
            (struct span){(const uint8_t *)reference.paths[i], strlen(reference.paths[i])}));
    kpack_reference_close(&reference);
}

static void try_archive(struct span bytes)
{
    struct kpack_archive archive;
    struct codeobj_error error = {0};
    enum codeobj_status status = kpack_open(bytes, &archive, &error);
    MUST(status == error.status);
    for (size_t i = 0; !status && i < archive.count; i++) {
        const struct kpack_image *image = &archive.images[i];
        struct span object, stored;
        uint8_t *unpacked;
        MUST(span_sub(bytes, image->offset, image->size, &stored));
        if (kpack_unpack(&archive, image, 1 << 20, &object, &unpacked, &error) != CODEOBJ_OK)
            continue;
        MUST(image->raw_size == KPACK_SIZE_UNKNOWN || object.size == image->raw_size);
        free(unpacked);
    }
    if (!status)
        kpack_close(&archive);
    properties_check(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > GUARDED_MAX)
        return -1; /* not for the corpus */
    struct span bytes = {guarded(data, size), size};
    (kpack_recognise(bytes) ? try_archive : try_reference)(bytes);
    return 0;
}
