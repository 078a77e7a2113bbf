// Kernels for the tests of the machine: no library.
kernel void coordinates(global uint *out, uint width, uint height)
{
    uint x = __builtin_amdgcn_workgroup_id_x() * 5 + __builtin_amdgcn_workitem_id_x();
    uint y = __builtin_amdgcn_workgroup_id_y() * 3 + __builtin_amdgcn_workitem_id_y();
    uint z = __builtin_amdgcn_workgroup_id_z() * 2 + __builtin_amdgcn_workitem_id_z();
    out[(z * height + y) * width + x] = x | y << 10 | z << 20;
}

// Every workgroup waits for the last one: none may keep the others from starting.
kernel void meet(global volatile uint *arrived, uint count)
{
    if (__builtin_amdgcn_workitem_id_x() != 0)
        return;
    __atomic_fetch_add(arrived, 1, __ATOMIC_RELAXED);
    while (*arrived < count)
        __builtin_amdgcn_s_sleep(1);
}

// Waves of a workgroup hand a value round, a barrier at a time.
kernel void relay(global uint *out)
{
    local uint cell[256];
    uint i = __builtin_amdgcn_workitem_id_x();
    cell[i] = i;
    for (uint round = 0; round < 16; round++) {
        __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
        __builtin_amdgcn_s_barrier();
        __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
        uint next = cell[(i + 67) & 255];
        __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
        __builtin_amdgcn_s_barrier();
        __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
        cell[i] = next;
    }
    out[i] = cell[i];
}

kernel void stray(global uint *out, ulong offset)
{
    out[offset + __builtin_amdgcn_workitem_id_x()] = 1;
}

kernel void endless(void)
{
    for (;;)
        __builtin_amdgcn_s_sleep(1);
}
