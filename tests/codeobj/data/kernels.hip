// Kernels for the code object reader's tests: each has something that the metadata must tell.
// No headers and no device libraries, so that any clang with the AMDGPU target compiles it.
#define GLOBAL __attribute__((global))
#define SHARED __attribute__((shared))
#define WORKITEM __builtin_amdgcn_workitem_id_x()

struct shape {
    unsigned long dims[3];
    float scale;
};

extern "C" {

// Pointers and scalars of several sizes.
GLOBAL void pointers(const float *in, float *out, unsigned count, double factor, char tail)
{
    unsigned i = WORKITEM;
    if (i < count)
        out[i] = in[i] * (float)factor + tail;
}

// A struct by value, whose padding counts.
GLOBAL void by_value(shape s, unsigned long *out)
{
    out[WORKITEM] = s.dims[WORKITEM % 3] + (unsigned long)s.scale;
}

// Fixed LDS: 64 floats.
GLOBAL void fixed_lds(float *out)
{
    SHARED static float tile[64];
    tile[WORKITEM & 63] = out[WORKITEM];
    __builtin_amdgcn_s_barrier();
    out[WORKITEM] = tile[63 - (WORKITEM & 63)];
}

// LDS whose size the launch says: none in the metadata.
extern SHARED float dynamic[];
GLOBAL void dynamic_lds(float *out)
{
    dynamic[WORKITEM] = out[WORKITEM];
    __builtin_amdgcn_s_barrier();
    out[WORKITEM] = dynamic[WORKITEM ^ 1];
}

// Scratch: an array indexed by what is known only at run time.
GLOBAL void scratch(unsigned *out, unsigned rounds)
{
    volatile unsigned table[64];
    for (unsigned i = 0; i < 64; i++)
        table[i] = i * rounds;
    out[WORKITEM] = table[rounds & 63];
}

// Hidden arguments: from version 5 the workgroup's size is one of them.
GLOBAL void hidden(unsigned *out)
{
    const unsigned *implicit = (const unsigned *)__builtin_amdgcn_implicitarg_ptr();
    out[WORKITEM] = implicit[3];
}

// No arguments, and a limit on the workgroup.
GLOBAL __attribute__((amdgpu_flat_work_group_size(1, 128))) void nothing(void)
{
}
}
