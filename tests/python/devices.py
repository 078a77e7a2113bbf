"""Devices and streams: what is refused, and what objects keep."""
import gc
import os
import subprocess
import sys
import threading
import unittest

import krt


class Failures(unittest.TestCase):
    def test_no_device_names_the_emulator(self):
        """On a machine without a GPU the message says what to set."""
        code = "import krt\ntry: krt.Device()\nexcept krt.Error as error: print(error.status, error)"
        environment = {**os.environ, "KRT_LIBRARY": "/nowhere.so"}
        environment.pop("KRT_DEVICE", None)
        said = subprocess.run([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, encoding="utf-8",
                              check=True).stdout
        self.assertTrue(said.startswith("KRT_ERROR_NO_DEVICE "), said)
        self.assertIn("/nowhere.so", said)
        self.assertIn("KRT_DEVICE=emu:gfx", said)

    def test_wrong_names(self):
        for name in ("nonsense", "emu:gfx1"):
            with self.assertRaises(krt.Error) as caught:
                krt.Device(name)
            self.assertIn(name, str(caught.exception))
        with self.assertRaises(TypeError):
            krt.Device(7)
        with self.assertRaises(ValueError):
            krt.Device("emu:\0gfx1030")

    def test_closed_device(self):
        device = krt.Device("emu:gfx1030")
        stream = krt.Stream(device)
        array = stream.zeros(4)
        device.close()
        for use in (lambda: device.info, lambda: device.stream, device.synchronize, stream.synchronize, stream.record,
                    lambda: stream.zeros(4), array.tolist, lambda: array.address, lambda: krt.Stream(device)):
            with self.assertRaisesRegex(krt.Error, "the device is closed"):
                use()
        with self.assertRaises(krt.Error), krt.Device("emu:gfx1030") as device:
            device.close()
            device.synchronize()

    def test_others_in_place_of_objects(self):
        for wrong in (None, 1, "stream", object()):
            with self.assertRaises(TypeError):
                krt.Stream(wrong)
            with self.assertRaises(TypeError):
                krt.Device("emu:gfx1030").stream.wait(wrong)
        for kind in (krt.Array, krt.Event, krt.Kernel, krt.HostArray):
            with self.assertRaises(TypeError):
                kind()


class Use(unittest.TestCase):
    def test_info(self):
        info = krt.Device("emu:gfx90a").info
        self.assertEqual((info["driver"], info["target"][:6], info["warp_size"]), ("emu", "gfx90a", 64))
        free, total = krt.Device("emu:gfx90a").memory()
        self.assertTrue(0 < free <= total)

    def test_objects_keep_their_device(self):
        array = krt.Stream(krt.Device("emu:gfx1030")).zeros(1000)
        view = array[10:20]
        del array
        gc.collect()
        self.assertEqual(view.tolist(), [0.0] * 10)

    def test_events(self):
        device = krt.Device("emu:gfx1030")
        one, other = krt.Stream(device), krt.Stream(device)
        first = one.record()
        array = one.zeros(1 << 20)
        last = one.record()
        other.wait(last)
        other.synchronize()
        self.assertTrue(last.is_reached() and first.is_reached())
        one.synchronize()
        self.assertTrue(one.is_idle())
        self.assertGreaterEqual(last.elapsed_since(first), 0.0)
        self.assertEqual(array[0].tolist(), 0.0)

    def test_threads(self):
        """Each with its stream; a device that all open is one device."""
        failures = []

        def work(number):
            try:
                stream = krt.Stream(krt.Device("emu:gfx1030"))
                for _ in range(20):
                    array = stream.array(bytes([number] * 4096))
                    if array.tolist() != [number] * 4096:
                        failures.append(number)
            except Exception as error:  # pylint: disable=broad-except
                failures.append(error)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])


if __name__ == "__main__":
    unittest.main()
