"""Measures torch on one thread at the cases of gradc_bench_ops, and prints both: compare.py BINARY [FILTER]."""
import json
import subprocess
import sys
import time

import torch
import torch.nn.functional as F

torch.set_num_threads(1)


def shape(text):
    return [int(n) for n in text.split("x")]


def measured(f):
    """Microseconds of this thread, the best of several batches of calls."""
    f()
    start = time.thread_time()
    f()
    calls = max(1, int(0.05 / max(time.thread_time() - start, 1e-7)))
    best = float("inf")
    for _ in range(5):
        start = time.thread_time()
        for _ in range(calls):
            f()
        best = min(best, (time.thread_time() - start) / calls)
    return best * 1e6


def conv(which, axes, x, w, stride, padding, groups):
    n = int(axes)
    x, w = torch.randn(shape(x)), torch.randn(shape(w))
    steps, widths, ones = [int(stride)] * n, [int(padding)] * n, [1] * n
    forward = lambda: torch.ops.aten.convolution(x, w, None, steps, widths, ones, False, [0] * n, int(groups))
    if which == "y":
        return forward
    bar = torch.randn_like(forward())
    mask = [which == "x", which == "w", False]
    return lambda: torch.ops.aten.convolution_backward(bar, x, w, None, steps, widths, ones, False, [0] * n, int(groups), mask)


def reduce(op, x, axis):
    x, axis = torch.randn(shape(x)), int(axis)
    return {"sum": lambda: x.sum(axis), "max": lambda: x.amax(axis), "logsumexp": lambda: torch.logsumexp(x, axis)}[op]


def vjp(function, x):
    x = torch.randn(shape(x), requires_grad=True)
    c = [torch.randn(x.shape[1], requires_grad=True) for _ in range(2)]
    heads = [torch.randn_like(x, requires_grad=True) for _ in range(2)]
    rows, added = torch.randint(x.shape[0], (8192,)), torch.randn(8192, x.shape[1], requires_grad=True)
    columns = torch.randint(x.shape[1], (x.shape[0], 256))
    f, more = {
        "max_pool_2": (lambda: F.max_pool2d(x, 2), []),
        "max_pool_3": (lambda: F.max_pool2d(x, 3, 2, 1), []),
        "avg_pool_2": (lambda: F.avg_pool2d(x, 2), []),
        "batch_norm": (lambda: F.batch_norm(x, None, None, c[0], c[1], True), c),
        "group_norm": (lambda: F.group_norm(x, 8, c[0], c[1]), c),
        "layer_norm": (lambda: F.layer_norm(x, [x.shape[1]], c[0], c[1]), c),
        "rms_norm": (lambda: F.rms_norm(x, [x.shape[1]], c[0]), c[:1]),
        "softmax": (lambda: F.softmax(x, 1), []),
        "resize": (lambda: F.interpolate(x, size=(64, 64), mode="bilinear"), []),
        "attention": (lambda: F.scaled_dot_product_attention(x, *heads), heads),
        "causal_attention": (lambda: F.scaled_dot_product_attention(x, *heads, is_causal=True), heads),
        "sort_rows": (lambda: torch.sort(x, 1).values, []),
        "sort_columns": (lambda: torch.sort(x, 0).values, []),
        "take": (lambda: torch.index_select(x, 0, rows), []),
        "scatter_add": (lambda: torch.index_add(x, 0, rows, added), [added]),
        "take_along_axis": (lambda: torch.gather(x, 1, columns), []),
    }[function]
    bar = torch.randn_like(f())
    return lambda: torch.autograd.grad(f(), [x] + more, bar)


def rows_of(binary, pattern):
    """Microseconds of processor time by name, the best of several repetitions."""
    arguments = [binary, "--benchmark_format=json", "--benchmark_min_time=0.03", "--benchmark_repetitions=5", "--benchmark_filter=" + pattern]
    best = {}
    for row in json.loads(subprocess.run(arguments, capture_output=True, check=True).stdout)["benchmarks"]:
        if row["run_type"] == "iteration":
            best[row["run_name"]] = min(row["cpu_time"], best.get(row["run_name"], float("inf")))
    return best


def main():
    binary, pattern = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "."
    names = subprocess.run([binary, "--benchmark_list_tests", "--benchmark_filter=" + pattern], capture_output=True, check=True, text=True).stdout.split()
    print(f"{'microseconds, one thread':58} {'gradc':>9} {'torch':>9} {'ratio':>6} {'eigen':>9}")
    for name in names:
        if name.endswith("/eigen"):
            continue
        kind, *rest = name.split("/")
        call = {"conv": conv, "reduce": reduce, "vjp": vjp}[kind](*rest)
        # One after the other and again, for the machine may not be equally fast all the time.
        rounds = [(rows_of(binary, f"^{name}(/eigen)?$"), measured(call)) for _ in range(2)]
        ours, theirs = min(rows[name] for rows, _ in rounds), min(torch_time for _, torch_time in rounds)
        eigen = min(rows.get(name + "/eigen", float("inf")) for rows, _ in rounds)
        print(f"{name:58} {ours:9.1f} {theirs:9.1f} {ours / theirs:6.2f} {f'{eigen:9.1f}' if eigen < float('inf') else ''}", flush=True)


if __name__ == "__main__":
    main()
