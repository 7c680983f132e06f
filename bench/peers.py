#!/usr/bin/env python3
"""What torch and jax take for rows of the table, on one thread: peers.py [--only REGEX] prints nanoseconds by row and library.

Each library computes what models/*.cpp says, on tensors of the same shapes. `torch` and `jax` are eager, `torch compiled` and
`jax compiled` what torch.compile and jax.jit make of the same function."""
import argparse
import importlib.util
import json
import os
import re
import sys
import time
import warnings

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("JAX_ENABLE_X64", "1")


class Torch:
    """What the functions below need of torch, by the names that they use."""

    def __init__(self):
        import torch
        warnings.filterwarnings("ignore", category=FutureWarning)  # what torch calls of its own
        torch.set_num_threads(1)
        torch.manual_seed(1)
        self.torch, self.functional = torch, torch.nn.functional
        self.types = {"f32": torch.float32, "f64": torch.float64}
        for name in ("tanh", "exp", "log", "sigmoid", "relu", "mean", "sum"):
            setattr(self, name, getattr(torch, name))
        self.softplus = self.functional.softplus

    def random(self, shape, kind="f32"):
        return self.torch.rand(shape, dtype=self.types[kind]) * 2 - 1

    def labels(self, n):
        return self.torch.arange(n) % 10

    def zeros(self, shape):
        return self.torch.zeros(shape)

    def cross_entropy(self, scores, labels):
        return self.functional.cross_entropy(scores, labels)

    def layer_norm(self, x, scale, offset):
        return self.functional.layer_norm(x, [x.shape[-1]], scale, offset)

    def gelu(self, x):
        return self.functional.gelu(x)

    def conv(self, x, w):
        return self.functional.conv2d(x, w, padding=1)

    def pool(self, x):
        return self.functional.max_pool2d(x, 2)

    def attention(self, q, k, v):
        return self.torch.softmax(q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5, -1) @ v

    def swapped(self, x):
        return x.transpose(1, 2)

    def gradient(self, f, params, compiled):
        params = [p.requires_grad_() for p in params]
        f = self.torch.compile(f) if compiled else f
        return lambda: self.torch.autograd.grad(f(*params), params)

    def hessian(self, f, params, compiled):
        if compiled:
            return None
        second = self.torch.func.hessian(f)
        return lambda: second(*params)

    def product(self, f, params, v, compiled):
        if compiled:
            return None
        return lambda: self.torch.func.jvp(self.torch.func.grad(f), tuple(params), (v,))


class Jax:
    """What the functions below need of jax, by the names that they use."""

    def __init__(self):
        import jax
        import jax.numpy as jnp
        self.jax, self.numpy, self.key = jax, jnp, jax.random.PRNGKey(1)
        for name in ("tanh", "exp", "log", "mean", "sum"):
            setattr(self, name, getattr(jnp, name))
        self.sigmoid, self.relu, self.softplus = jax.nn.sigmoid, jax.nn.relu, jax.nn.softplus

    def random(self, shape, kind="f32"):
        self.key, key = self.jax.random.split(self.key)
        return self.jax.random.uniform(key, shape, {"f32": self.numpy.float32, "f64": self.numpy.float64}[kind], -1, 1)

    def labels(self, n):
        return self.numpy.arange(n) % 10

    def zeros(self, shape):
        return self.numpy.zeros(shape, self.numpy.float32)

    def cross_entropy(self, scores, labels):
        return -self.numpy.mean(self.numpy.take_along_axis(self.jax.nn.log_softmax(scores), labels[:, None], 1))

    def layer_norm(self, x, scale, offset):
        centred = x - x.mean(-1, keepdims=True)
        return centred / self.numpy.sqrt(self.numpy.mean(centred * centred, -1, keepdims=True) + 1e-5) * scale + offset

    def gelu(self, x):
        return self.jax.nn.gelu(x, approximate=False)

    def conv(self, x, w):
        return self.jax.lax.conv(x, w, (1, 1), "SAME")

    def pool(self, x):
        return self.jax.lax.reduce_window(x, -self.numpy.inf, self.jax.lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")

    def attention(self, q, k, v):
        return self.jax.nn.softmax(q @ self.numpy.swapaxes(k, -1, -2) / q.shape[-1] ** 0.5) @ v

    def swapped(self, x):
        return self.numpy.swapaxes(x, 1, 2)

    def call(self, f, params, compiled):
        f = self.jax.jit(f) if compiled else f
        return lambda: self.jax.block_until_ready(f(*params))

    def gradient(self, f, params, compiled):
        return self.call(self.jax.value_and_grad(f, tuple(range(len(params)))), params, compiled)

    def hessian(self, f, params, compiled):
        return self.call(self.jax.hessian(f), params, compiled)

    def product(self, f, params, v, compiled):
        return self.call(lambda w: self.jax.jvp(self.jax.grad(f), (w,), (v,)), params, compiled)


# Each gives, of a library, a function of parameters, and the parameters.
def mlp(lib, batch):
    x, labels = lib.random((batch, 784)), lib.labels(batch)
    params = [lib.random(shape) * 0.05 for shape in ((784, 512), (512,), (512, 256), (256,), (256, 10), (10,))]

    def loss(w1, b1, w2, b2, w3, b3):
        return lib.cross_entropy(lib.relu(lib.relu(x @ w1 + b1) @ w2 + b2) @ w3 + b3, labels)
    return loss, params


def lstm(lib):
    steps, units, texts = 32, 128, 32
    x, wanted = lib.random((steps, texts, units)), lib.random((texts, units))
    params = [lib.random(shape) * 0.09 for shape in ((units, 4 * units), (units, 4 * units), (4 * units,))]

    def loss(w, u, b):
        h = c = lib.zeros((texts, units))
        for t in range(steps):
            gates = x[t] @ w + h @ u + b
            take_in, keep, put_out = (lib.sigmoid(gates[:, k * units:(k + 1) * units]) for k in range(3))
            c = keep * c + take_in * lib.tanh(gates[:, 3 * units:])
            h = put_out * lib.tanh(c)
        return lib.mean((h - wanted) ** 2)
    return loss, params


def transformer(lib):
    width, heads, places, texts = 256, 4, 128, 4
    wanted = lib.random((texts * places, width))
    shapes = ((width,), (width,), (width, 3 * width), (3 * width,), (width, width), (width,), (width,), (width,), (width, 4 * width),
              (4 * width,), (4 * width, width), (width,), (texts * places, width))
    params = [lib.random(shape) * 0.06 for shape in shapes]

    def loss(scale1, offset1, qkv, qkv_bias, out, out_bias, scale2, offset2, up, up_bias, down, down_bias, x):
        three = lib.layer_norm(x, scale1, offset1) @ qkv + qkv_bias
        q, k, v = (lib.swapped(three[:, i * width:(i + 1) * width].reshape(texts, places, heads, width // heads)) for i in range(3))
        middle = x + lib.swapped(lib.attention(q, k, v)).reshape(texts * places, width) @ out + out_bias
        y = middle + lib.gelu(lib.layer_norm(middle, scale2, offset2) @ up + up_bias) @ down + down_bias
        return lib.mean((y - wanted) ** 2)
    return loss, params


def convnet(lib):
    images, labels = lib.random((32, 1, 28, 28)), lib.labels(32)
    params = [lib.random(shape) * 0.2 for shape in ((16, 1, 3, 3), (16, 1, 1), (32, 16, 3, 3), (32, 1, 1), (1568, 10), (10,))]

    def loss(filters1, bias1, filters2, bias2, w, b):
        first = lib.pool(lib.relu(lib.conv(images, filters1) + bias1))
        second = lib.pool(lib.relu(lib.conv(first, filters2) + bias2))
        return lib.cross_entropy(second.reshape(32, -1) @ w + b, labels)
    return loss, params


def residual(lib):
    x, wanted = lib.random((128, 256)), lib.random((128, 256))
    params = [lib.random(shape) * 0.06 for _ in range(64) for shape in ((256, 256), (256,))]

    def loss(*params):
        h = x
        for w, b in zip(params[::2], params[1::2]):
            h = h + lib.tanh(h @ w + b)
        return lib.mean((h - wanted) ** 2)
    return loss, params


def functions(lib, n, kind):
    def total(x, y):
        b = lib.log(1 + lib.exp(lib.tanh(x) * y))
        return lib.sum(lib.sigmoid(b - x) * b)
    return total, [lib.random((n,), kind), lib.random((n,), kind)]


def arithmetic(lib, n):
    def total(x, y):
        a = x * y + 0.5 * x
        return lib.sum(a * lib.relu(a * a - y) / (1 + a * a))
    return total, [lib.random((n,)), lib.random((n,))]


def rosenbrock(lib, n, kind):
    def total(x):
        return lib.sum((1 - x[:-1]) ** 2 + 100 * (x[1:] - x[:-1] ** 2) ** 2)
    return total, [lib.random((n,), kind)]


def logistic(lib, rows, columns, kind, bias=True):
    x, y = lib.random((rows, columns), kind), lib.relu(lib.random((rows,), kind))

    def loss(w, *b):
        z = x @ w + (b[0] if b else 0.1)
        return lib.mean(lib.softplus(z) - y * z)
    return loss, [lib.random((columns,), kind)] + ([lib.random((), kind)] if bias else [])


def calls(lib, compiled):
    """By name of a row, what makes the function that is measured."""
    gradient = lambda f, *more: lambda: lib.gradient(*f(lib, *more), compiled)
    rows = {"networks/lstm/steps:32/hidden:128/batch:32": gradient(lstm),
            "networks/transformer/d:256/heads:4/sequence:128/batch:4": gradient(transformer),
            "networks/convnet/side:28/batch:32": gradient(convnet),
            "networks/residual/layers:64/width:256/batch:128": gradient(residual)}
    for batch in (64, 256, 1024):
        rows[f"mlp/mlp/batch:{batch}"] = gradient(mlp, batch)
    for n in (1000, 100000, 1000000):
        rows[f"kernels/functions/elements:{n}"] = gradient(functions, n, "f32")
        rows[f"kernels/functions_double/elements:{n}"] = gradient(functions, n, "f64")
        rows[f"kernels/arithmetic/elements:{n}"] = gradient(arithmetic, n)
        rows[f"kernels/neighbours/elements:{n}"] = gradient(rosenbrock, n, "f32")
    for n in (1000, 1000000):
        rows[f"loops/rosenbrock/trips:{n}"] = gradient(rosenbrock, n, "f64")
    for kind in ("f32", "f64"):
        rows[f"regression/gradient_{kind}/rows:50000/D:20"] = gradient(logistic, 50000, 20, kind)
    for columns in (20, 200):
        def hessian(columns=columns):
            return lib.hessian(*logistic(lib, 1000, columns, "f64", bias=False), compiled)

        def product(columns=columns):
            return lib.product(*logistic(lib, 1000, columns, "f64", bias=False), lib.random((columns,), "f64"), compiled)
        rows[f"regression/hessian/rows:1000/D:{columns}"] = hessian
        rows[f"regression/hvp/rows:1000/D:{columns}"] = product
    return rows


def measured(call):
    """Nanoseconds of processor time, the median of several batches of calls. Of the process: jax works in threads of its own."""
    call()
    call()
    start = time.process_time()
    call()
    batch = max(1, int(0.02 / max(time.process_time() - start, 1e-7)))
    times = []
    for _ in range(5):
        start = time.process_time()
        for _ in range(batch):
            call()
        times.append((time.process_time() - start) / batch)
    return sorted(times)[2] * 1e9


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", metavar="REGEX", default="")
    parser.add_argument("--compile-torch", action="store_true", help="torch.compile too, which takes minutes")
    arguments = parser.parse_args()
    answer = {}
    for name, library in (("torch", Torch), ("jax", Jax)):
        if importlib.util.find_spec(name) is None:
            print(f"peers: {name} is missing for {sys.executable}: python3 -m pip install {name}", file=sys.stderr)
            continue
        for compiled in (False, True):
            if compiled and name == "torch" and not arguments.compile_torch:
                continue
            for row, make in calls(library(), compiled).items():
                if re.search(arguments.only, row):
                    call = make()
                    if call:
                        answer.setdefault(row, {})[name + (" compiled" if compiled else "")] = measured(call)
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
