// CUB's constants of a warp, and a macro that hipCUB lacks. This header works without hipCUB.
#ifndef KBUILD_CUB_WARP_H
#define KBUILD_CUB_WARP_H

#define CUB_LOG_WARP_THREADS(arch) 5
#define CUB_WARP_THREADS(arch)     32
#define CUB_PTX_LOG_WARP_THREADS   5
#define CUB_PTX_WARP_THREADS       32

#ifndef CubDebugExit
#define CubDebugExit(error)                                                                        \
    if (HipcubDebug(error)) {                                                                      \
        exit(1);                                                                                   \
    }
#endif

#endif
