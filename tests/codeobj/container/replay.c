/* Gives a fuzzer's inputs, files or folders of them, to its entry, without the fuzzer. Exits with 1
 * when there was none. */
#include "container.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static unsigned replay(const char *path)
{
    struct mapped_file file;
    unsigned count = 0;
    DIR *folder = opendir(path);
    if (!folder && mapped_file_open(path, &file, NULL) == CODEOBJ_OK) {
        LLVMFuzzerTestOneInput(file.bytes.data, file.bytes.size);
        mapped_file_close(&file);
        return 1;
    }
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        char inner[4096];
        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.')
            count += replay(inner);
    }
    if (folder)
        closedir(folder);
    return count;
}

int main(int argc, char **argv)
{
    unsigned count = 0;
    for (int i = 1; i < argc; i++)
        count += replay(argv[i]);
    printf("%u inputs\n", count);
    return count > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
