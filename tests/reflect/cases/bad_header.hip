#line 1 "bad_header.cu"
#include "bad_header.cuh"
