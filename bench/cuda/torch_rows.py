"""The rows of bench/cuda/main.cpp by torch, eager and compiled: a line of JSON for each."""
import json
import statistics
import time

import torch
import torch.nn.functional as F

torch.backends.cuda.matmul.allow_tf32 = False


def seconds(call, calls):
    for _ in range(3):
        call()
    torch.cuda.synchronize()
    times = []
    for _ in range(7):
        begin = time.perf_counter()
        for _ in range(calls):
            call()
        torch.cuda.synchronize()
        times.append((time.perf_counter() - begin) / calls)
    return statistics.median(times)


def rows(name, function, inputs, calls, seeds=None):
    for mode in ("eager", "compiled"):
        f = torch.compile(function) if mode == "compiled" else function

        def call():
            for x in inputs:
                x.grad = None
            y = f(*inputs)
            y.backward(seeds)

        print(json.dumps({"row": name, "torch": mode, "us": round(1e6 * seconds(call, calls), 2)}), flush=True)


def leaf(*shape):
    return (torch.rand(*shape, device="cuda") * 2 - 1).requires_grad_()


n = 100_000_000
x = leaf(n)
rows("chain, value and vjp, 1e8", lambda x: torch.tanh(x * 0.5) * torch.exp(-x * x) + torch.log(1 + x * x), [x], 10, torch.rand(n, device="cuda"))
del x
for columns in (128, 1024, 8192, 65536):
    m, seed = leaf(n // columns, columns), torch.rand(n // columns, columns, device="cuda")
    gain, bias = leaf(columns), leaf(columns)
    rows(f"softmax, value and vjp, rows of {columns}", lambda m: torch.softmax(m, 1), [m], 10, seed)
    rows(f"layer norm, value and vjp, rows of {columns}", lambda m, g, b: F.layer_norm(m, (m.shape[1],), g, b), [m, gain, bias], 10, seed)
    del m, seed
for width in (64, 1024, 4096):
    classes, batch = (10, 32) if width == 64 else (width, width)
    weights = [leaf(width, width), leaf(width), leaf(width, width), leaf(width), leaf(width, classes), leaf(classes)]
    images = torch.rand(batch, width, device="cuda")
    labels = torch.arange(batch, device="cuda") % classes

    def loss(a, b, c, d, e, f):
        hidden = torch.relu(torch.relu(images @ a + b) @ c + d)
        return F.cross_entropy(hidden @ e + f, labels)

    rows(f"MLP, gradient, width and batch {width}", loss, weights, 5 if width == 4096 else 50)
