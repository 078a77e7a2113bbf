/* printf on the device: the program catches its own standard output and looks for the lines. */
#include "program.h"

#include <string>
#include <unistd.h>

__global__ void speak(const char *name)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 33 == 0)
        printf("lane %d of %s: %5.2f|%-4u|%c|%#llx|%%\n", i, "block", i * 0.25, 7u, 'a' + i / 33,
               1ull << (i % 60));
    if (i == 1)
        printf("no arguments\n");
    if (i == 2)
        printf("a long text, %s, and %s\n",
               "which does not fit into the one packet of a hostcall, so it takes some of them",
               "a second one behind it");
    (void)name;
}

int main()
{
    int saved = dup(1);
    FILE *file = tmpfile();
    dup2(fileno(file), 1);
    speak<<<2, 70>>>(nullptr);
    hipError_t status = hipDeviceSynchronize();
    fflush(stdout);
    dup2(saved, 1);
    HIP(status);
    std::string said;
    rewind(file);
    for (int c; (c = fgetc(file)) != EOF;)
        said += (char)c;
    for (int i = 0; i < 140; i += 33) {
        char line[128];
        snprintf(line, sizeof line, "lane %d of block: %5.2f|%-4u|%c|%#llx|%%\n", i, i * 0.25, 7u,
                 'a' + i / 33, 1ull << (i % 60));
        CHECK(said.find(line) != std::string::npos, "said: %s", line);
    }
    CHECK(said.find("no arguments\n") != std::string::npos, "said");
    CHECK(said.find("so it takes some of them, and a second one behind it\n") != std::string::npos,
          "said");
    if (failures)
        fprintf(stderr, "the output:\n%s\n", said.c_str());
    return report();
}
