// Device assert as a trap. HIP's own prints through a host call: 6 hidden arguments, 240 bytes of
// scratch and a call in every kernel that asserts. No include guard, as the C library's has none.
#pragma GCC system_header

#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__ && !defined(NDEBUG)
#undef assert
#define assert(condition) (static_cast<bool>(condition) ? static_cast<void>(0) : __builtin_trap())
#endif
