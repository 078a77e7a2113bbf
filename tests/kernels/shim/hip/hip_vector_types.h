// The vector types for a host compiler, as many as the compatibility headers convert from and to.
#pragma once

struct alignas(8) float2 {
    float x, y;
};

struct alignas(16) float4 {
    float x, y, z, w;
};

struct alignas(16) double2 {
    double x, y;
};

struct alignas(16) double4 {
    double x, y, z, w;
};

inline float2 make_float2(float x, float y)
{
    return {x, y};
}

inline float4 make_float4(float x, float y, float z, float w)
{
    return {x, y, z, w};
}

inline double2 make_double2(double x, double y)
{
    return {x, y};
}

inline double4 make_double4(double x, double y, double z, double w)
{
    return {x, y, z, w};
}
