/* Code objects, bundles of them and the names of targets. */
#include "container.h"
#include "guarded.h"

#include <stdlib.h>
#include <string.h>

static void read_variable(void *context, struct span name, uint64_t size, bool is_managed)
{
    *(uint64_t *)context += size + is_managed + (name.size ? name.data[name.size - 1] : 0);
}

static void read_code_object(struct span bytes)
{
    struct code_object object;
    struct codeobj_error error;
    uint64_t length = 0;
    enum codeobj_status status = code_object_open_any(bytes, &object, &error);
    nvidia_variables(bytes, &length, read_variable);
    if (status == CODEOBJ_NO_MEMORY) /* so something was asked for that the input does not merit */
        abort();
    if (status && error.offset > bytes.size)
        abort();
    if (status)
        return;
    if (code_object_size_any(bytes, &length, &error) || length != object.size ||
        length > bytes.size)
        abort();
    for (size_t i = 0; i < object.kernel_count; i++) {
        if (code_object_find(&object, object.kernels[i].name) != &object.kernels[i])
            abort();
    }
    code_object_close(&object);
}

static void read_bundle(struct span bytes)
{
    struct bundle bundle;
    struct codeobj_error error;
    if (bundle_open(bytes, &bundle, &error))
        return;
    for (size_t i = 0; i < bundle.count; i++) {
        struct target_id id;
        target_id_parse(bundle.entries[i].target, &id, &error);
        read_code_object(bundle.entries[i].image);
    }
    bundle_close(&bundle);
}

static void read_target_id(struct span bytes)
{
    char text[256], printed[TARGET_ID_MAX];
    struct target_id id, again;
    struct codeobj_error error;
    if (bytes.size >= sizeof text)
        return;
    if (bytes.size)
        memcpy(text, bytes.data, bytes.size);
    text[bytes.size] = '\0';
    if (target_id_parse(text, &id, &error))
        return;
    if (target_id_parse(target_id_print(&id, printed), &again, &error) ||
        !target_id_equal(&id, &again))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > GUARDED_MAX)
        return 0;
    struct span bytes = {guarded(data, size), size};
    read_code_object(bytes);
    read_bundle(bytes);
    read_target_id(bytes);
    return 0;
}
