/* Memory that kernels allocate themselves: a list that each lane builds, walks and frees.
 * Targets: gfx1030,gfx90a (clang 15 cannot compile malloc for gfx1100). */
#include "program.h"

struct node {
    int value;
    node *next;
};

__global__ void build(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    node *head = nullptr;
    for (int k = 0; k <= i % 5; k++) {
        node *fresh = static_cast<node *>(malloc(sizeof(node)));
        if (!fresh) {
            out[i] = -1;
            return;
        }
        fresh->value = i + k;
        fresh->next = head;
        head = fresh;
    }
    int sum = 0;
    while (head) {
        node *next = head->next;
        sum += head->value;
        free(head);
        head = next;
    }
    out[i] = sum;
}

int main()
{
    const int n = 200;
    array<int> out(n);
    build<<<(n + 63) / 64, 64>>>(out.data, n);
    HIP(hipGetLastError());
    std::vector<int> r = out.get();
    for (int i = 0; i < n; i++) {
        int k = i % 5;
        CHECK(r[i] == (k + 1) * i + k * (k + 1) / 2, "%d: %d", i, r[i]);
    }
    return report();
}
