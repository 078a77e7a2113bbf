# What the kernels compute, one value after another.
import math


def softmax(x, y, columns):
    for first in range(0, len(x), columns):
        row = [float(value) for value in x[first : first + columns]]
        powers = [math.exp(value - max(row)) for value in row]
        for i, power in enumerate(powers):
            y[first + i] = power / sum(powers)


def histogram(x, counts, n):
    for i in range(n):
        counts[int(x[i])] += 1
