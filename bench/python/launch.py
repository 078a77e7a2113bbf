"""What a launch of saxpy costs in Python: nanoseconds, the least of some rounds, without those of the empty loop."""
import itertools
import time

import app
import krt

ROUNDS, LAUNCHES = 1000, 2000  # short, so that some are not disturbed
stream = krt.Device().stream
x, y = stream.zeros(256), stream.zeros(256)
config = krt.LaunchConfig(1, 256)


def launches(saxpy=app.saxpy):
    start = time.perf_counter_ns()
    for _ in itertools.repeat(None, LAUNCHES):
        saxpy(stream, config, 256, 2.0, x, y)
    return (time.perf_counter_ns() - start) / LAUNCHES


def empty():
    start = time.perf_counter_ns()
    for _ in itertools.repeat(None, LAUNCHES):
        pass
    return (time.perf_counter_ns() - start) / LAUNCHES


def least(measure):
    found = []
    for _ in range(ROUNDS):
        found.append(measure())
        stream.synchronize()
    return min(found)


print(f"{least(launches) - least(empty):.0f}")
