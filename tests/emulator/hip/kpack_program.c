/* kpack_program LIBRARY DEVICES: opens the library, changes the directory, and prints the result of
 * each of its parts on each device. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int (*run)(int part, int device);
    void *library = argc == 3 ? dlopen(argv[1], RTLD_NOW) : NULL;
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
    *(void **)&run = dlsym(library, "run");
    if (!run || chdir("/") != 0)
        return 2;
    for (int device = 0; device < atoi(argv[2]); device++)
        printf("%d %d\n", run(0, device), run(1, device));
    return dlclose(library);
}
