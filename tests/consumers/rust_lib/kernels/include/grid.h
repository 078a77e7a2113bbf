#pragma once
inline int blocks(int n)
{
    return (n + 63) / 64;
}
