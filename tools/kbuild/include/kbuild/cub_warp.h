// CUB's constants of a warp. They need no hipCUB.
#ifndef KBUILD_CUB_WARP_H
#define KBUILD_CUB_WARP_H

#define CUB_LOG_WARP_THREADS(arch) 5
#define CUB_WARP_THREADS(arch)     32
#define CUB_PTX_LOG_WARP_THREADS   5
#define CUB_PTX_WARP_THREADS       32

#endif
