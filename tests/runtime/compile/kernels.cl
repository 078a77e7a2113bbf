// What the double of the compiler gives for every source: no library, no hidden arguments.
kernel void scale(global int *values, int factor)
{
    int item = (int)__builtin_amdgcn_workitem_id_x();
    values[item] = values[item] * factor;
}
