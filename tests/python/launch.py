"""Typed launches: what is refused before anything runs, and what arrives in the kernel. launch.sh builds the package."""
import array
import math
import os
import struct
import sys
import unittest

import app
import krt

DEVICE = krt.Device("emu:gfx1030")
STREAM = DEVICE.stream
ONE = krt.LaunchConfig(1, 1)


class Failures(unittest.TestCase):
    def setUp(self):
        self.x, self.y = STREAM.array(array.array("f", [1, 2, 3, 4])), STREAM.zeros(4)

    def tearDown(self):
        self.assertEqual(self.y.is_freed or self.y.tolist(), [0.0] * 4)  # nothing was launched

    def refused(self, error, text, *arguments):
        with self.assertRaisesRegex(error, text):
            app.saxpy(*arguments)

    def test_counts(self):
        for arguments in ((), (STREAM,), (STREAM, ONE), (STREAM, ONE, 4, 2.0, self.x),
                          (STREAM, ONE, 4, 2.0, self.x, self.y, 1)):
            self.refused(TypeError, "saxpy\\(\\) takes a stream, a configuration and 4 arguments", *arguments)
        with self.assertRaisesRegex(TypeError, "no keyword"):
            app.saxpy(STREAM, ONE, 4, 2.0, self.x, y=self.y)

    def test_types(self):
        x, y = self.x, self.y
        self.refused(TypeError, "'n' is u32, not <class 'float'>", STREAM, ONE, 4.0, 2.0, x, y)
        self.refused(TypeError, "'n' is u32, not <class 'krt.Array'>", STREAM, ONE, x, 2.0, x, y)
        self.refused(TypeError, "'a' is f32, not <class 'str'>", STREAM, ONE, 4, "2", x, y)
        self.refused(TypeError, "'x' is a krt.Array of f32", STREAM, ONE, 4, 2.0, [1.0], y)
        self.refused(TypeError, "'x' is a krt.Array of f32", STREAM, ONE, 4, 2.0, 1.0, y)
        self.refused(TypeError, "'x' is a krt.Array of f32", STREAM, ONE, 4, 2.0, bytes(16), y)
        self.refused(TypeError, "'x' points to f32, the array has f64", STREAM, ONE, 4, 2.0, STREAM.zeros(4, "f64"), y)
        self.refused(TypeError, "is not a krt.Stream", DEVICE, ONE, 4, 2.0, x, y)
        self.refused(TypeError, "the configuration is a krt.LaunchConfig", STREAM, (1, 1), 4, 2.0, x, y)
        out = STREAM.zeros(11, "f64")
        for at, wrong in ((1, 1), (2, 1.0)):  # a bool is a bool
            arguments = [bytes(16), True, 0, 0, 0, 0, 0, 0, 0, 0, out]
            arguments[at] = wrong
            with self.assertRaises(TypeError):
                app.numbers(STREAM, ONE, *arguments)
        with self.assertRaisesRegex(ValueError, "'d' has 16 bytes, not 15"):
            app.numbers(STREAM, ONE, bytes(15), *arguments[1:])

    def test_ranges(self):
        for number in (-1, 1 << 32, 1 << 80):
            self.refused(OverflowError, "'n' is u32, which", STREAM, ONE, number, 2.0, self.x, self.y)
        self.refused(OverflowError, "", STREAM, ONE, 4, 10 ** 400, self.x, self.y)
        for address in (1 << 64, -1):
            self.refused(OverflowError, "", STREAM, ONE, 4, 2.0, address, self.y)
        for at, numbers in ((2, (-129, 128)), (3, (-1, 65536)), (4, (-32769, 32768)), (5, (-(1 << 63) - 1, 1 << 63)),
                            (6, (-1, 1 << 64))):
            for number in numbers:
                arguments = [bytes(16), True, 0, 0, 0, 0, 0, 0, 0, 0, None]
                arguments[at] = number
                with self.assertRaises(OverflowError):
                    app.numbers(STREAM, ONE, *arguments)

    def test_arrays(self):
        x, y = self.x, self.y
        other = krt.Device("emu:gfx90a").stream
        self.refused(ValueError, "'x' is of another device", STREAM, ONE, 4, 2.0, other.zeros(4), y)
        self.refused(ValueError, "'x' is not contiguous", STREAM, ONE, 2, 2.0, x[::2], y)
        self.refused(krt.Error, "KRT_ERROR_NO_IMAGE.*gfx90a", other, ONE, 4, 2.0, other.zeros(4), other.zeros(4))
        freed, view = STREAM.zeros(4), STREAM.zeros(8)
        freed.free()
        self.refused(krt.Error, "the array is freed", STREAM, ONE, 4, 2.0, freed, y)
        part = view[4:]
        view.free()
        self.refused(krt.Error, "the array is freed", STREAM, ONE, 4, 2.0, part, y)

    def test_freed_by_an_argument(self):
        """Python code that runs while arguments are converted cannot take the memory away."""
        memory = STREAM.zeros(4)

        class Number:
            def __index__(self):
                memory.free()
                return 4

        self.refused(krt.Error, "the array is freed", STREAM, ONE, Number(), 2.0, memory, self.y)

    def test_sizes(self):
        self.refused(krt.Error, "KRT_ERROR_", STREAM, krt.LaunchConfig(1, 4096), 4, 2.0, self.x, self.y)
        for grid in ((1, 1, 1, 1), -1, (1, -1)):
            with self.assertRaises(ValueError):
                krt.LaunchConfig(grid, 1)
        for arguments in ((1 << 32, 1), (1, 1, 1 << 32)):
            with self.assertRaises(OverflowError):
                krt.LaunchConfig(*arguments)
        with self.assertRaises(ValueError):
            krt.LaunchConfig.for_elements(4, 0)
        for use in (lambda: krt.LaunchConfig.for_elements(1 << 60), lambda: krt.LaunchConfig.for_elements((1 << 64) + 4),
                    lambda: krt.LaunchConfig.for_elements(-1), lambda: krt.LaunchConfig.for_elements(4, (1 << 32) + 1),
                    lambda: krt.LaunchConfig(1, 1, (1 << 64) + 4), lambda: krt.LaunchConfig(1, 1, -1),
                    lambda: app.saxpy.occupancy(DEVICE, (1 << 32) + 64), lambda: app.saxpy.occupancy(DEVICE, 64, -1),
                    lambda: krt.Stream(DEVICE, (1 << 64) + 1), lambda: krt.Stream(DEVICE, -1),
                    lambda: app.PACKAGE.kernel(1 << 32), lambda: app.PACKAGE.variable(1 << 32, DEVICE),
                    lambda: krt.Package("p", "/", (("m", 1 << 64, ()),), (), (), 0, 0),
                    lambda: krt.Package("p", "/", (), (), (), 0, 1 << 64)):
            with self.assertRaises(OverflowError):
                use()

    def test_tables_of_records(self):
        """A record lies in itself nowhere, and no member outside of its record."""
        for error, *records in ((ValueError, (tuple, 8, (("x", "u32", 8, 4, ()),))), (ValueError, (tuple, 8, (("x", "u32", 0, 4, (3,)),))),
                                (ValueError, (tuple, 8, (("x", 0, 0, 8, ()),))), (ValueError, (tuple, 8, (("x", "u32", 0, 8, ()),))),
                                (ValueError, (tuple, 8, (("x", "u8", 0, 1, (1,) * 9),))), (TypeError, (8, 8, ())),
                                (ValueError, (tuple, 8, (("x", "u64", 0, 8, (1 << 31, 1 << 31, 4)),)))):
            with self.assertRaises(error):
                krt.Package("p", "/", (), (), (), 0, 0, tuple(records))

    def test_names(self):
        with self.assertRaisesRegex(krt.Error, "KRT_ERROR_NOT_FOUND"):
            app.PACKAGE.kernel("no_such_kernel")
        with self.assertRaises(IndexError):
            app.PACKAGE.kernel(99)
        with self.assertRaises(OSError):
            krt.Package.open("/nowhere.so", "kernels")

    def test_code_objects(self):
        for code in (b"", bytes(64), b"\x7fELF" + bytes(100)):
            with self.assertRaises(krt.Error):
                krt.Module(DEVICE, code)
        with open(os.environ["HSACO"], "rb") as file:
            module = krt.Module(DEVICE, file.read())
        with self.assertRaisesRegex(krt.Error, "no_such_kernel"):
            module.kernel("no_such_kernel", [])
        for types, text in ((["u32"], "more than 1 parameters"), ([], "more than 0 parameters"),
                            (["u32"] * 5, "parameter 3 of kernel saxpy has 8 bytes, its type 4"),
                            (["u32", "f32", "const f32*", "f32*", "u32"], "fewer than 5 parameters"),
                            ([5, 5], "parameter 1 of kernel saxpy has 4 bytes, its type 5"),
                            (["u32", "f32", "f32*", 16], "parameter 4 of kernel saxpy has 8 bytes, its type 16"),
                            (["u64", "f32", "f32*", "f32*"], "parameter 1 of kernel saxpy has 4 bytes, its type 8")):
            with self.assertRaisesRegex(ValueError, text):
                module.kernel("saxpy", types)
        for size in (-1, (1 << 32) + 4, 1 << 80):
            with self.assertRaisesRegex(OverflowError, "not a number of 0 to"):
                module.kernel("saxpy", [size, "f32", "const f32*", "f32*"])
        with self.assertRaisesRegex(ValueError, "'float' is not the type"):
            module.kernel("saxpy", ["u32", "float", "const f32*", "f32*"])


class Use(unittest.TestCase):
    def test_launch(self):
        x, y = STREAM.array(array.array("f", range(1000))), STREAM.zeros(1000)
        config = krt.LaunchConfig.for_elements(1000)
        self.assertEqual((config.grid, config.block), ((4, 1, 1), (256, 1, 1)))
        app.saxpy(STREAM, config, 1000, 2, x, y)
        app.saxpy(STREAM, config, 500, 1.0, x.address, y)
        self.assertEqual(y.tolist(), [i * (3.0 if i < 500 else 2.0) for i in range(1000)])

    def test_every_type(self):
        out = STREAM.zeros(11, "f64")
        record = struct.pack("=Qfi", 1 << 40, 0.5, 0)
        app.numbers(STREAM, ONE, record, True, -128, 65535, -32768, -(1 << 50), 1 << 52, math.pi, 1.5, -2.0, out)
        self.assertEqual(out.tolist(), [1 << 40, 0.5, 1.0, -128.0, 65535.0, -32768.0, -float(1 << 50), float(1 << 52),
                                        math.pi, 1.5, -2.0])

    def test_records(self):
        """Members by name, with the checks of arguments. A pointer is of the stream's device, and written or not."""
        out, source = STREAM.zeros(9), STREAM.array(array.array("f", [1.0, 2.0]))
        inner = app.Inner(count=-5, half=0.5)

        def outer(**changes):
            return app.Outer(**{**dict(from_=True, out=out, in_=source, parts=(inner, app.Inner(7, 0.0)),
                                       grid=((0, 0, 0), (1, 2, 3)), either=struct.pack("i", -9), bits_7=(6,), byte=200,
                                       wide=1 << 40), **changes})

        app.nested(STREAM, ONE, outer())
        self.assertEqual(out.tolist(), [1.0, 2.0, 7.0, 0.5, 3.0, -9.0, 6.0, 200.0, float(1 << 40)])
        app.nested(STREAM, ONE, outer(in_=source.address, wide=3))
        self.assertEqual(out.tolist()[1::7], [2.0, 3.0])
        for error, message, changes in (
                (TypeError, "'Outer.from' is bool", dict(from_=1)),
                (OverflowError, "'Outer.byte' is u8, which 256 does not fit", dict(byte=256)),
                (OverflowError, "'Inner.count' is i16", dict(parts=(inner, app.Inner(1 << 15, 0.0)))),
                (TypeError, "'Outer.parts' is a tuple of 2", dict(parts=(inner,))),
                (TypeError, "'Outer.parts' is a tuple of 2", dict(parts=[inner, inner])),
                (TypeError, "'Outer.grid' is a tuple of 3", dict(grid=((0, 0), (1, 2)))),
                (TypeError, "'Outer.grid' is a tuple of 3", dict(grid=(1, 2))),
                (TypeError, "'Outer.parts' is Inner, or its 4 bytes", dict(parts=(inner, (1, 2.0)))),
                (ValueError, "'Outer.either' has 4 bytes, not 5", dict(either=bytes(5))),
                (TypeError, "'Outer._out' is a krt.Array of f32", dict(out="x")),
                (TypeError, "'Outer._out' points to f32", dict(out=STREAM.zeros(9, "i32"))),
                (ValueError, "'Outer.in' is of another device", dict(in_=krt.Device("emu:gfx90a").stream.zeros(2))),
                (ValueError, "'Outer.in' is not contiguous", dict(in_=STREAM.zeros(8)[::2]))):
            with self.subTest(message):
                with self.assertRaisesRegex(error, message):
                    app.nested(STREAM, ONE, outer(**changes))
        self.assertEqual(out.tolist()[0], 1.0)
        for wrong, message in ((tuple(outer()), "'o' is Outer, or its 72 bytes"), (inner, "'o' is Outer"),
                               (tuple.__new__(app.Outer, (1, 2)), "Outer has 9 members, not 2")):
            with self.assertRaisesRegex(TypeError, message):
                app.nested(STREAM, ONE, wrong)
        app.numbers(STREAM, ONE, app.Dims(rows=3, scale=0.25), True, 0, 0, 0, 0, 0, 0, 0, 0, STREAM.zeros(11, "f64"))

    def test_pointers_of_records(self):
        """Code that runs while numbers are converted cannot free an array of a record; other streams' are kept."""
        out = STREAM.zeros(9)

        class Number:
            def __index__(self):
                out.free()
                return 4

        inner = app.Inner(0, 0.0)
        record = app.Outer(True, out, out, (inner, inner), ((0, 0, 0), (0, 0, 0)), bytes(4), (0,), 0, Number())
        with self.assertRaisesRegex(krt.Error, "the array is freed"):
            app.nested(STREAM, ONE, record)
        late, memory = krt.Stream(DEVICE), STREAM.zeros(9)
        STREAM.synchronize()
        record = app.Outer(True, memory, memory.address, (inner, inner), ((0, 0, 0), (0, 0, 0)), bytes(4), (0,), 0, 3)
        app.nested(late, ONE, record)
        late.synchronize()
        self.assertEqual(memory.tolist()[8], 3.0)

    def test_small_floats(self):
        """Rounded to nearest even; f16 as struct.pack() rounds, which knows no overflow."""
        out = STREAM.zeros(4, "u32")
        halves = [0.0, -0.0, 1.0, 65504.0, 6e-8, 2.98e-8, 1e-9, 1 + 2 ** -11, 1 + 3 * 2 ** -11, 6.1e-5, 6.097e-5, -0.1]
        for number in halves:
            app.floats(STREAM, ONE, number, number, number, number, out)
            half, brain, _, _ = out.tolist()
            self.assertEqual(half, struct.unpack("H", struct.pack("e", number))[0], number)
            single = struct.unpack("I", struct.pack("f", number))[0]
            self.assertEqual(brain, (single + 0x7fff + (single >> 16 & 1)) >> 16, number)
        for number, wanted in ((math.inf, [0x7c00, 0x7f80, 0x7e, 0x7b]), (1e6, [0x7c00, 0x4974, 0x7e, 0x7b]),
                               (65519.0, [0x7bff, 0x4780, 0x7e, 0x7b]), (-448.0, [0xdf00, 0xc3e0, 0xfe, 0xdf]),
                               (2 ** -9, [0x1800, 0x3b00, 0x01, 0x18]), (2 ** -10, [0x1400, 0x3a80, 0x00, 0x14])):
            app.floats(STREAM, ONE, number, number, number, number, out)
            self.assertEqual(out.tolist(), wanted, number)
        app.floats(STREAM, ONE, math.nan, math.nan, math.nan, math.nan, out)
        half, brain, e4m3, e5m2 = out.tolist()
        self.assertTrue(half & 0x7fff > 0x7c00 and brain & 0x7fff > 0x7f80 and e4m3 & 0x7f == 0x7f and e5m2 & 0x7f > 0x7c)

    def test_sizes(self):
        out = STREAM.zeros(24, "u64")
        app.where(STREAM, krt.LaunchConfig((2, 3, 4), (4, 2, 1), 1024), out)
        self.assertEqual(out.tolist(), [421] * 24)

    def test_streams(self):
        """Memory that another stream uses is kept until that is done."""
        other = krt.Stream(DEVICE)
        y = other.zeros(1 << 16)
        for _ in range(20):
            x = STREAM.zeros(1 << 16)
            STREAM.synchronize()
            app.saxpy(other, krt.LaunchConfig.for_elements(1 << 16), 1 << 16, 1.0, x, y)
            x.free()
            STREAM.array(array.array("f", [7.0]) * (1 << 16))
        self.assertEqual(set(y.tolist()), {0.0})

    def test_code_objects(self):
        with open(os.environ["HSACO"], "rb") as file:
            kernel = krt.Module(DEVICE, file.read()).kernel("saxpy", ["u32", "f32", "const f32*", "f32*"])
        y = STREAM.zeros(2)
        kernel(STREAM, ONE, 1, 3.0, STREAM.array(array.array("f", [2, 2])), y)
        self.assertEqual(y.tolist(), [6.0, 0.0])
        self.assertEqual(kernel.describe(DEVICE)["parameter_count"], 4)
        self.assertGreater(app.saxpy.occupancy(DEVICE, 256), 0)
        self.assertEqual(app.saxpy.describe(DEVICE)["wave_size"], 32)

    def test_variables(self):
        table = app.variables.table(DEVICE)
        self.assertEqual((table.dtype, table.tolist()), ("i32", [1, 2, 3]))
        table[1].copy_from(struct.pack("i", 7))
        self.assertEqual(app.variables.table(DEVICE).tolist(), [1, 7, 3])

    def test_nothing_leaks(self):
        x, y, z = STREAM.zeros(4), STREAM.zeros(4), STREAM.zeros(9)
        counted = (None, x, y, z, STREAM, DEVICE, ONE, app.saxpy, app.Outer, app.Inner)

        def use():
            for _ in range(200):
                app.saxpy(STREAM, ONE, 4, 2.0, x[:2], y)
                try:
                    app.saxpy(STREAM, ONE, 4, 2.0, x, "y")
                except TypeError:
                    pass
                part = app.Inner(1, 0.5)
                app.nested(STREAM, ONE, app.Outer(True, z, z, (part, part), ((0, 0, 0), (0, 0, 0)), bytes(4), (0,), 0, 3))
                y.tolist()

        use()
        before = [sys.getrefcount(one) for one in counted]
        use()
        self.assertEqual([max(0, sys.getrefcount(one) - was - 20) for one, was in zip(counted, before)], [0] * len(before))


if __name__ == "__main__":
    unittest.main()
