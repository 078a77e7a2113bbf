#include "emit/api.h"

#include <string.h>

static const struct api_language languages[] = {
    {"rust", "hsaco.rs", api_rust},
};
enum { LANGUAGE_COUNT = sizeof languages / sizeof *languages };

const char *const api_language_names[LANGUAGE_COUNT + 1] = {"rust"};

const struct api_language *api_language_find(const char *name)
{
    for (int i = 0; i < LANGUAGE_COUNT; i++)
        if (strcmp(languages[i].name, name) == 0)
            return &languages[i];
    return NULL;
}
