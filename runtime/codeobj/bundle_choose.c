/* Which image of a bundle a device runs. */
#include "bundle.h"

#include <stdlib.h>

enum codeobj_status bundle_choose(const struct bundle *bundle, const struct target_id *device,
                                  struct span *out, char sentence[TARGET_SENTENCE_MAX])
{
    struct codeobj_error error;
    struct target_id *targets = calloc(bundle->count + 1, sizeof *targets);
    struct span *images = calloc(bundle->count + 1, sizeof *images);
    enum codeobj_status status = CODEOBJ_UNSUPPORTED;
    size_t count = 0;
    for (size_t i = 0; targets && images && i < bundle->count; i++) {
        const struct bundle_entry *entry = &bundle->entries[i];
        if (entry->image.size > 0 &&
            target_id_parse(entry->target, &targets[count], &error) == CODEOBJ_OK)
            images[count++] = entry->image;
    }
    int chosen = count > 0 ? target_id_choose(targets, count, device) : -1;
    sentence[0] = '\0';
    if (!targets || !images) {
        status = CODEOBJ_NO_MEMORY;
    } else if (chosen >= 0) {
        *out = images[chosen];
        status = CODEOBJ_OK;
    } else if (count > 0) {
        target_id_explain(targets, count, device, sentence);
    }
    free(targets);
    free(images);
    return status;
}
