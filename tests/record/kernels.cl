// Kernels that tests record and replay.
#define ITEM ((int)(__builtin_amdgcn_workgroup_id_x() * 64 + __builtin_amdgcn_workitem_id_x()))

kernel void scale(global int *out, global const int *in, int count)
{
    if (ITEM < count)
        out[ITEM] = in[ITEM] * 2;
}

struct table {
    global int *values;
    int count;
};

// The values are behind a pointer in memory.
kernel void deep(global struct table *table)
{
    if (ITEM < table->count)
        table->values[ITEM] += 1;
}

// Variables of the code object: one with a value, one that points to memory.
#define SEEN __attribute__((visibility("default")))
SEEN global int bias = 3;
SEEN global int *global pointed = 0;
kernel void biased(global int *out, int count)
{
    if (ITEM < count)
        out[ITEM] = pointed[ITEM] + bias;
}

// Makes numbers that cannot be compressed; as long as it takes.
kernel void stir(global uint *values, int count, int rounds)
{
    uint value = values[ITEM] + (uint)ITEM;
    for (int i = 0; i < rounds; i++)
        value = value * 1664525u + 1013904223u;
    if (ITEM < count || value == 12345)
        values[ITEM] = value;
}

kernel void hang(global volatile int *flag)
{
    while (*flag == 0)
        __builtin_amdgcn_s_sleep(1);
}
