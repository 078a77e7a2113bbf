#include "commands/emulator.h"

#include "util/file.h"
#include "util/process.h"

int emulated_find(struct emulated *out, int argc, char **argv)
{
    for (int i = 1; i < argc && !out->runs; i++) {
        out->runs = strcmp(argv[i], "--") == 0;
        out->words = (size_t)(argc - i - 1);
    }
    return argc;
}

char *emulator_find(void)
{
    static const char *const places[] = {
        EMULATOR_DIRECTORY,
        "../runtime/emulator/hipemu",
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char *path = process_beside(places[i]);
        if (path && path_is_directory(path))
            return path;
        free(path);
    }
    return NULL;
}

static bool is_set(const char *variable)
{
    const char *value = getenv(variable);
    return value && *value;
}

/* Returns the devices in |devices|, "gfx1030,gfx90a", by their names in libkrt:
 * "emu:gfx1030,emu:gfx90a". libkrt takes the first device that exists. */
static char *krt_devices(const char *devices)
{
    struct buf out = {0};
    buf_puts(&out, "emu:");
    for (; *devices; devices++) {
        buf_putc(&out, *devices);
        if (*devices == ',')
            buf_puts(&out, "emu:");
    }
    return buf_take(&out);
}

void emulator_environment(const char *directory, const char *devices, struct strings *out)
{
    const char *others = getenv("LD_LIBRARY_PATH");
    /* the directory with libhipemu.so.0, which libkrt loads */
    OWNED char *above = path_directory(directory);
    strings_addf(out, "LD_LIBRARY_PATH=%s%s%s:%s", directory, is_set("LD_LIBRARY_PATH") ? ":" : "",
                 is_set("LD_LIBRARY_PATH") ? others : "", above);
    if (devices) {
        OWNED char *krt = krt_devices(devices);
        strings_addf(out, "HIPEMU_DEVICES=%s", devices);
        strings_addf(out, "KRT_DEVICE=%s", krt);
    } else if (!is_set("KRT_DEVICE")) {
        strings_add(out, "KRT_DEVICE=emu");
    }
}
