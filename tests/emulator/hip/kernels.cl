// Kernels for the tests of HIP's functions: no library, no hidden arguments that matter.
#define ITEM ((int)(__builtin_amdgcn_workgroup_id_x() * 64 + __builtin_amdgcn_workitem_id_x()))

kernel void scale(global int *values, int factor, int count)
{
    if (ITEM < count)
        values[ITEM] = values[ITEM] * factor;
}

kernel void spin(global volatile int *flag)
{
    while (*flag == 0)
        __builtin_amdgcn_s_sleep(1);
}

kernel void stray(global int *values, long where)
{
    values[where] = 1;
}

kernel void trap(void)
{
    __builtin_trap();
}

__attribute__((reqd_work_group_size(64, 1, 1))) kernel void narrow(global int *values)
{
    values[ITEM] = 1;
}

kernel void large(global int *values)
{
    local int lds[8192];
    int i = (int)__builtin_amdgcn_workitem_id_x();
    lds[i] = values[i];
    __builtin_amdgcn_s_barrier();
    values[i] = lds[63 - i];
}

constant int table[4] = {1, 2, 3, 4};
kernel void lookup(global int *values)
{
    values[ITEM] = table[ITEM & 3];
}

// What a kernel can find out: its arguments, its code, constants, variables, and a hidden argument.
global ulong variable = 1;
kernel void where(global ulong *out, int hidden)
{
    ulong pc;
    __asm__ volatile("s_getpc_b64 %0" : "=s"(pc));
    out[0] = (ulong)__builtin_amdgcn_kernarg_segment_ptr();
    out[1] = pc;
    out[2] = (ulong)table;
    out[3] = (ulong)&variable;
    out[4] = ((constant ulong *)__builtin_amdgcn_implicitarg_ptr())[hidden];
}

// A managed variable, as hipcc writes it: its pointer has its name, until it is loaded.
#define SEEN __attribute__((visibility("default")))
SEEN global int managed_variable __asm__("managed.managed") = 41;
SEEN global int *global managed = 0;
kernel void count_up(void)
{
    managed_variable += (int)(managed != 0);
}

kernel void scribble(ulong where, ulong value, int count)
{
    if (ITEM < count)
        ((global ulong *)where)[ITEM] = value;
}
