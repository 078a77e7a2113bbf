#!/usr/bin/env python3
"""krt_attention() beside PyTorch's scaled_dot_product_attention() on an NVIDIA GPU.

  bench/ops/torch_attention.py DIR [check|prefill|decode]...

DIR is what `tests/runtime/gpu.sh pack` made. `check` compares results on random shapes and options with sums in f64, also of
lengths for which the tests of CI are too slow. `prefill` prints the speed in TFLOP/s (products that a causal mask hides do not
count), ours and those of cuDNN and FlashAttention in PyTorch, `decode` the time of a query for each of some sequences, the speed
at which keys and values are read, and its share of the speed of a copy. Launches are timed as graphs; the median counts.
"""
import ctypes as c
import math
import os
import random
import sys
import time

import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel

import torch_compare as compare

f8, f16, bf16, f32 = torch.float8_e4m3fn, torch.float16, torch.bfloat16, torch.float32
compare.DTYPES[f8] = 5
NAMES = {f8: "f8e4m3", f16: "f16", bf16: "bf16", f32: "f32"}
CUDNN, FLASH = SDPBackend.CUDNN_ATTENTION, SDPBackend.FLASH_ATTENTION
U32 = torch.uint32


class Options(c.Structure):  # struct krt_attention_options
    _fields_ = [("struct_size", c.c_size_t), ("scale", c.c_float), ("soft_cap", c.c_float), ("is_causal", c.c_bool),
                ("window", c.c_uint64)] + \
        [(name, c.c_void_p) for name in ("mask", "slopes", "query_starts", "key_starts", "key_lengths", "pages")] + \
        [("longest_query", c.c_uint64), ("longest_keys", c.c_uint64), ("k_scale", c.c_float), ("v_scale", c.c_float),
         ("log_sum_exp", c.c_void_p)]


class Models:
    """krt_models of DIR/lib/libkrt-models.so.0, on PyTorch's current stream."""

    def __init__(self, directory):
        self.krt, self.ops, package = (c.CDLL(os.path.join(directory, "lib", name), c.RTLD_GLOBAL)
                                       for name in ("libkrt.so.0", "libkrt_ops.so.0", "libkrt-models.so.0"))
        self.krt.krt_error_message.restype = c.c_char_p
        self.device, self.models, self.streams = c.c_void_p(), c.c_void_p(), {}
        self.check(self.krt.krt_device_default(c.byref(self.device)))
        self.check(self.ops.krt_models_create(c.byref(c.c_char.in_dll(package, "krt_models_package")),
                                              c.byref(self.models)))

    def check(self, status):
        if status:
            raise RuntimeError(self.krt.krt_error_message().decode())

    def stream(self):
        native = torch.cuda.current_stream().cuda_stream
        if native not in self.streams:
            self.streams[native] = c.c_void_p()
            self.check(self.krt.krt_stream_wrap(self.device, c.c_void_p(native), c.byref(self.streams[native])))
        return self.streams[native]

    def attention(self, q, k, v, out, **options):
        """Returns a function that launches. Options that are tensors are those of struct krt_attention_options."""
        tensors = {name: compare.Tensor(x) for name, x in options.items() if isinstance(x, torch.Tensor)}
        all_options = Options(c.sizeof(Options), **{name: c.addressof(tensors[name]) if name in tensors else x
                                                    for name, x in options.items()})
        operands = [compare.Tensor(x) for x in (q, k, v, out)]

        def launch():
            keep = tensors  # which |all_options| points to
            self.check(self.ops.krt_attention(self.models, self.stream(), c.byref(all_options),
                                              *map(c.byref, operands)))
            return keep
        return launch


# ---- Results ------------------------------------------------------------------------------------

def reference(q, k, v, mask, slopes, causal, window, cap, scale):
    """One sequence, [tokens, heads, size], in f64: out, the weighted sum of |v|, the logarithm, the largest score."""
    group, n, t = q.shape[1] // k.shape[1], k.shape[0], q.shape[0]
    k, v = k.repeat_interleave(group, 1), v.repeat_interleave(group, 1)
    s = torch.einsum("thd,nhd->htn", q.double(), k) * (scale or q.shape[2] ** -0.5)
    if cap:
        s = cap * torch.tanh(s / cap)
    place = torch.arange(t, device="cuda")[:, None] + n - t
    away = torch.arange(n, device="cuda")[None] - place
    if slopes is not None:
        s = s - slopes.double()[:, None, None] * away.abs()
    if mask is not None:
        s = s + mask[:, :t, :n].double()
    hidden = torch.zeros(t, n, dtype=torch.bool, device="cuda")
    if causal:
        hidden |= away > 0
    if window:
        hidden |= away.abs() > window
    s = s.masked_fill(hidden, -math.inf)
    log = torch.logsumexp(s, -1)
    p = torch.exp(s - log.masked_fill(log == -math.inf, 0)[..., None])
    largest = float(s.masked_fill(s == -math.inf, 0).abs().amax()) if t and n else 0
    return torch.einsum("htn,nhd->thd", p, v), torch.einsum("htn,nhd->thd", p, v.abs()), log, largest


class Case:
    """Tensors and options of one of the cases that |seed| stands for. |fixed| has what is not left to chance."""

    def __init__(self, seed, **fixed):
        torch.manual_seed(seed)
        self.dice = dice = random.Random(seed)
        pick = lambda name, *choices: fixed[name] if name in fixed else dice.choice(choices)
        edges = [1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 200, 300, dice.randint(1, 500)]
        self.dtype, self.is_f8 = pick("dtype", f16, bf16), pick("is_f8", False, False, True)
        self.size = fixed.get("size", 8 * dice.randint(1, 32))
        self.kv_heads, self.group = pick("kv_heads", 1, 2, 3), pick("group", 1, 1, 2, 3, 4, 7, 8)
        self.batch, self.queries = pick("batch", 1, 2, 3), pick("queries", *edges, 1, 2, 3, 4, 5)
        self.keys, self.form = pick("keys", *edges, 1000, 2500), pick("form", "dense", "starts", "lengths", "pages")
        self.causal, self.window = pick("causal", False, True), pick("window", 0, 0, 1, 17, 100)
        self.cap, self.scale = pick("cap", 0, 0, 0, 5.0, 30.0), pick("scale", 0, 0, 0.2)
        self.pad = pick("pad", 0, 8, 24)
        self.has_slopes, self.has_mask = pick("slopes", False, False, True), pick("mask", False, False, True)
        self.options = {"is_causal": self.causal, "window": self.window, "soft_cap": self.cap, "scale": self.scale}
        self.k_scale, self.v_scale = (0.7, 1.3) if self.is_f8 else (1, 1)
        if self.is_f8:
            self.options |= {"k_scale": self.k_scale, "v_scale": self.v_scale}
        self.make()

    def numbers(self, *shape, dtype=None):
        wide = torch.randn(*shape[:-1], shape[-1] + self.pad, device="cuda").to(dtype or self.dtype)
        return wide[..., :shape[-1]]

    def make(self):
        heads, u32 = self.group * self.kv_heads, lambda x: torch.tensor(x, device="cuda", dtype=torch.int32).view(U32)
        of_keys = f8 if self.is_f8 else self.dtype
        slots, lengths = (self.batch, self.keys), [self.keys] * self.batch
        if self.form == "starts":
            tokens = [[0] + [self.dice.randint(0, most) for _ in range(self.batch)] for most in (self.queries, self.keys)]
            starts = [[sum(x[:i + 1]) for i in range(len(x))] for x in tokens]
            self.options |= {"query_starts": u32(starts[0]), "key_starts": u32(starts[1]),
                             "longest_query": self.queries, "longest_keys": self.keys}
            self.q, self.out = (self.numbers(starts[0][-1] + 1, heads, self.size)[:-1] for _ in range(2))
            self.k, self.v = (self.numbers(starts[1][-1] + 1, self.kv_heads, self.size, dtype=of_keys)[:-1]
                              for _ in range(2))
            self.log = torch.full((heads, starts[0][-1]), 7.0, device="cuda")
            parts = lambda x, s: [x[a:b] for a, b in zip(s, s[1:])]
            self.parts = list(zip(parts(self.q, starts[0]), parts(self.k, starts[1]), parts(self.v, starts[1]),
                                  parts(self.out, starts[0]), parts(self.log.t(), starts[0])))
        else:
            if self.form == "pages":
                page = self.dice.choice([1, 3, 16, 64])
                each = -(-self.keys // page)
                pages = torch.randperm(self.batch * each + 1, device="cuda")[:-1].reshape(self.batch, each)
                self.options["pages"] = pages.int().view(U32)
                slots = (self.batch * each + 1, page)
            self.q, self.out = (self.numbers(self.batch, self.queries, heads, self.size) for _ in range(2))
            self.k, self.v = (self.numbers(*slots, self.kv_heads, self.size, dtype=of_keys) for _ in range(2))
            self.log = torch.full((self.batch, heads, self.queries), 7.0, device="cuda")
            if self.form != "dense":
                lengths = [self.keys] + [self.dice.randint(0, self.keys) for _ in range(self.batch - 1)]
                self.options["key_lengths"] = u32(lengths)
            self.parts = []
            for b, length in enumerate(lengths):
                if self.form == "pages":
                    place = torch.arange(each * page, device="cuda")
                    index = (pages[b][place // page], place % page)
                else:
                    index = (torch.full((self.keys,), b, device="cuda"), torch.arange(self.keys, device="cuda"))
                for x in (self.k, self.v):  # what is beyond the length must not be read
                    x.view(torch.uint8 if self.is_f8 else torch.int16)[index[0][length:], index[1][length:]] = -1
                lines = [x.float()[index[0][:length], index[1][:length]] for x in (self.k, self.v)]
                self.parts.append((self.q[b], *lines, self.out[b], self.log[b].t()))
        self.mask = self.slopes = None
        if self.has_slopes:
            self.slopes = self.options["slopes"] = torch.rand(self.batch, heads, device="cuda") / 2
        if self.has_mask:
            columns = slots[1] * each if self.form == "pages" else max(self.k.shape[0], self.keys)
            self.mask = torch.randn(self.dice.choice([1, self.batch]), self.dice.choice([1, heads]), self.queries,
                                    columns, device="cuda").to(self.dice.choice([self.dtype, f32]))
            self.mask[torch.rand(self.mask.shape, device="cuda") < 0.2] = -math.inf
            self.options["mask"] = self.mask
        self.options["log_sum_exp"] = self.log
        self.out.fill_(7)

    def worst(self):
        """The largest error, in units of what docs/models.md allows."""
        unit, worst = 2.0 ** (-11 if self.dtype == f16 else -8), 0.0
        for b, (q, k, v, out, log) in enumerate(self.parts):
            if not q.shape[0]:
                continue
            mask = None if self.mask is None else self.mask[b % self.mask.shape[0]].expand(q.shape[1], -1, -1)
            want, of_v, of_log, largest = reference(
                q, k.double() * self.k_scale, v.double() * self.v_scale, mask,
                None if self.slopes is None else self.slopes[b], self.causal, self.window, self.cap, self.scale)
            allowed = unit * (want.abs() + of_v) * 1.02 + 3e-6 * of_v * (1 + largest) + (3e-8 if self.dtype == f16 else 0)
            error = (out.double() - want).abs() / (allowed + 1e-300)
            of_log = of_log.t()
            of_logs = (log.double() - of_log).abs().masked_fill((log == of_log), 0) / (3e-6 * (2 + largest))
            for one in (error, of_logs):
                worst = max(worst, math.inf if bool(one.isnan().any()) else float(one.max()))
        return worst


def check(models):
    plain = {"form": "dense", "causal": False, "window": 0, "cap": 0, "slopes": False, "mask": False, "is_f8": False}
    groups = {"plain": [plain | {"size": size, "dtype": dtype, "is_f8": is_f8, "queries": queries}
                        for size in (8, 40, 64, 72, 128, 136, 248, 256) for dtype in (f16, bf16)
                        for is_f8 in (False, True) for queries in (4, 150)]}
    for name, value in (("causal", True), ("window", 17), ("cap", 5.0), ("slopes", True), ("mask", True),
                        ("form", "starts"), ("form", "lengths"), ("form", "pages")):
        groups[value if name == "form" else name] = [plain | {name: value}] * 12
    groups["random"] = [{}] * 300
    one = plain | {"causal": True, "kv_heads": 1, "group": 1, "batch": 1, "size": 128}
    groups["long"] = [one | {"queries": 4096, "keys": 4096}, one | {"queries": 700, "keys": 16384},
                      one | {"queries": 1, "keys": 16384, "kv_heads": 2, "group": 4},
                      one | {"queries": 8, "keys": 131072, "batch": 2}]
    seed, failures = 0, 0
    for name, cases in groups.items():
        worst = 0.0
        for fixed in cases:
            seed += 1
            case = Case(seed, **fixed)
            models.attention(case.q, case.k, case.v, case.out, **case.options)()
            error = case.worst()
            worst = max(worst, error)
            if not error <= 1:
                failures += 1
                print(f"FAIL {name} {seed}: {error:.3g} of what is allowed: " +
                      ", ".join(f"{key} {value}" for key, value in vars(case).items()
                                if isinstance(value, (int, float, str, torch.dtype))), flush=True)
        print(f"{name:8} {len(cases):4} cases: at most {worst:.3f} of the error that is allowed", flush=True)
    return failures


# ---- Speed --------------------------------------------------------------------------------------

def time_of(functions):
    """Seconds of one of |functions|, which are launched by turns, in a graph. NaN if PyTorch refuses."""
    try:
        for _ in range(2):
            before = time.time()
            for function in functions:
                function()
            torch.cuda.synchronize()
        count = max(1, min(20, int(0.02 / max(time.time() - before, 1e-5))))
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, stream=torch.cuda.current_stream()):
            for _ in range(count):
                for function in functions:
                    function()
    except RuntimeError as error:
        torch.cuda.synchronize()
        print("  " + str(error).splitlines()[0])
        return math.nan
    times = []
    for _ in range(12):
        events = [torch.cuda.Event(enable_timing=True) for _ in range(2)]
        events[0].record()
        graph.replay()
        events[1].record()
        events[1].synchronize()
        times.append(events[0].elapsed_time(events[1]) * 1e-3 / count / len(functions))
    return sorted(times[2:])[5]


def theirs(q, k, v, causal, *backends):
    operands = [x.transpose(1, 2) for x in (q, k, v)]

    def launch():
        with sdpa_kernel(list(backends)):
            return F.scaled_dot_product_attention(*operands, is_causal=causal, enable_gqa=q.shape[2] != k.shape[2])
    return launch


def prefill(models):
    print(f"\n{'prefill, 16384 tokens':32} {'ours':>8} {'cuDNN':>8} {'Flash':>8}   TFLOP/s")
    for size, heads, dtypes, lengths in ((128, 16, (f16, bf16), (512, 4096, 16384)), (64, 32, (f16,), (4096,)),
                                         (256, 8, (f16, bf16), (512, 4096, 16384))):
        for dtype, causal, length in ((d, x, n) for d in dtypes for x in (False, True) for n in lengths):
            q, k, v, out = (torch.randn(16384 // length, length, heads, size, device="cuda", dtype=dtype)
                            for _ in range(4))
            products = 4 * 16384 * length * heads * size * 1e-12 / (2 if causal else 1)
            times = [time_of([models.attention(q, k, v, out, is_causal=causal)])] + \
                [time_of([theirs(q, k, v, causal, backend)]) for backend in (CUDNN, FLASH)]
            print(f"{size:3} {NAMES[dtype]:4} {'causal' if causal else '':6} {length:6} keys       " +
                  " ".join(f"{products / x:8.0f}" for x in times), flush=True)
    q, k, v, out = (torch.randn(4, 4096, 16, 128, device="cuda", dtype=f16) for _ in range(4))
    pages = torch.randperm(1024, device="cuda").int().reshape(4, 256).view(U32)
    paged = [x.reshape(1024, 16, 16, 128) for x in (k, v)]
    for name, operands, options in (
            ("f8", (k.to(f8), v.to(f8)), {}), ("soft cap", (k, v), {"soft_cap": 30.0}),
            ("window of 1024", (k, v), {"window": 1024}), ("slopes", (k, v), {"slopes": torch.rand(16, device="cuda")}),
            ("pages of 16", paged, {"pages": pages}), ("pages of 16, f8", [x.to(f8) for x in paged], {"pages": pages}),
            ("8 heads share", [x[:, :, :2] for x in (k, v)], {})):
        seconds = time_of([models.attention(q, *operands, out, is_causal=True, **options)])
        print(f"128 f16  causal 4096 keys, {name:16} {seconds * 1e6:8.0f} us", flush=True)


def decode(models):
    a = torch.ones(2**28, device="cuda")
    b = torch.empty_like(a)
    speed = 8 * a.numel() / time_of([lambda: torch.mul(a, 2.0, out=b)])
    print(f"\ndecode: 32 heads, 8 of keys, of 128 elements; a copy moves {speed * 1e-9:.0f} GB/s")
    print(f"{'':38} {'ours, us':>9} {'GB/s':>6} {'share':>6} {'PyTorch, us':>12}")
    for dtype in (f16, f8):
        for batch, length, page in ((1, 1024, 0), (1, 4096, 0), (1, 16384, 0), (1, 16384, 16), (1, 131072, 0),
                                    (8, 4096, 0), (16, 16384, 0), (16, 16384, 16), (64, 1024, 0), (64, 4096, 0)):
            size, sets, options = 2 * batch * length * 8 * 128 * dtype.itemsize, [], {}
            if page:
                options["pages"] = torch.randperm(batch * length // page, device="cuda").int().reshape(batch, -1).view(U32)
            for _ in range(max(1, min(16, 2**28 // size))):  # more than caches hold
                q, out = (torch.randn(batch, 1, 32, 128, device="cuda", dtype=f16) for _ in range(2))
                k, v = (torch.randn(batch, length, 8, 128, device="cuda", dtype=f16).to(dtype) for _ in range(2))
                sets.append((q, k, v, out))
            ours = time_of([models.attention(q, *(x.reshape(-1, page, 8, 128) if page else x for x in (k, v)), out,
                                             is_causal=True, **options) for q, k, v, out in sets])
            other = math.nan if page or dtype is f8 else \
                time_of([theirs(q, k, v, False, FLASH, CUDNN) for q, k, v, _ in sets])
            print(f"{NAMES[dtype]:6} {batch:3} sequences of {length:6} keys {'pages' if page else '':6} {ours * 1e6:9.1f} "
                  f"{size / ours * 1e-9:6.0f} {size / ours / speed:6.2f} {other * 1e6:12.1f}", flush=True)


def main():
    os.environ.setdefault("KRT_DEVICE", "cuda:0")
    torch.cuda.set_stream(torch.cuda.Stream())  # the default stream cannot be captured
    models, failures = Models(sys.argv[1]), 0
    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}")
    for name in sys.argv[2:] or ("check", "prefill", "decode"):
        failures += {"check": check, "prefill": prefill, "decode": decode}[name](models) or 0
    sys.exit(failures != 0)


if __name__ == "__main__":
    main()
