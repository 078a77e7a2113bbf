/* An assertion that fails on the device: its text comes to standard error, and the next call says
 * that something went wrong. Run in a child, because a device that failed may end the process. */
#include "program.h"

#include <cassert>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

__global__ void demand(int n)
{
    int i = threadIdx.x;
    assert(i < n && "too many lanes");
}

static int child()
{
    demand<<<1, 32>>>(64);
    HIP(hipDeviceSynchronize());
    demand<<<1, 32>>>(30);
    hipError_t status = hipDeviceSynchronize();
    fprintf(stderr, "status %d\n", status != hipSuccess);
    return status == hipSuccess;
}

int main()
{
    FILE *file = tmpfile();
    pid_t pid = fork(); /* before the first call of HIP */
    if (pid == 0) {
        dup2(fileno(file), 2);
        dup2(fileno(file), 1);
        exit(child());
    }
    int status;
    waitpid(pid, &status, 0);
    std::string said;
    rewind(file);
    for (int c; (c = fgetc(file)) != EOF;)
        said += (char)c;
    CHECK(said.find("too many lanes") != std::string::npos, "said");
    CHECK(said.find("ssertion") != std::string::npos, "said");
    CHECK(said.find("status 1") != std::string::npos || WIFSIGNALED(status), "an error");
    if (failures)
        fprintf(stderr, "the output:\n%s\n", said.c_str());
    return failures > 0;
}
