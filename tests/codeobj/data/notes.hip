// Two object files of this source are linked to one code object, which then has two metadata notes. Both define
// shared<int>. The compiler leaves no code of behind<int> and last<int>: the one is where another kernel starts, the
// other at the end of all code.
#define KERNEL __attribute__((global)) void

template <class T> KERNEL shared(T *p)
{
    *p = 3;
}
template KERNEL shared<int>(int *);

#ifdef FIRST
extern "C" KERNEL one(int *p)
{
    *p = 1;
}
template <class T> KERNEL behind(T *)
{
    __builtin_unreachable();
}
template KERNEL behind<int>(int *);
#else
extern "C" KERNEL two(int *p)
{
    *p = 2;
}
template <class T> KERNEL last(T *)
{
    __builtin_unreachable();
}
template KERNEL last<int>(int *);
#endif
