#!/usr/bin/env python3
"""Writes tests/ops/oracles_torch.txt.gz: values, adjoints and tangents of gradc's ops of complex numbers, of networks, and of what
scripts/oracles.py leaves, as PyTorch, whose convention is gradc's, computes them.

Run on demand, with what was used last:  pip install torch==2.15.0 numpy==2.4.6
The lines are those of scripts/oracles.py; a complex number (c128) is its real and its imaginary part.
"""
import gzip
import itertools
import os
import zlib

import numpy as np
import torch

lines = []


def number(v):
    if np.isnan(v):
        return "nan"
    if np.isinf(v):
        return "inf" if v > 0 else "-inf"
    return repr(float(v))


def value(tag, t):
    a = t.detach().resolve_conj().numpy()
    kind = {"f": "f64", "c": "c128", "i": "i64", "b": "bool"}[a.dtype.kind]
    shape = "[" + ",".join(map(str, a.shape)) + "]" if a.ndim else ""
    flat = np.ascontiguousarray(a).reshape(-1)
    numbers = map(number, flat.view(np.float64)) if a.dtype.kind in "fc" else map(lambda v: str(int(v)), flat)
    lines.append(" ".join([tag, kind + shape, ":", *numbers]))


def attribute(v):
    if isinstance(v, bool):
        return "true" if v else "false"
    if isinstance(v, tuple):
        return "<" + ", ".join(map(str, v)) + ">"
    if isinstance(v, list):
        return "[" + ", ".join(map(str, v)) + "]"
    if isinstance(v, str):
        return v if v in ("f64", "i64", "c128") else '"' + v + '"'
    return repr(v)


def case(op, f, x, derivatives=True, **attributes):
    rng = torch.Generator().manual_seed(zlib.crc32((op + str(len(lines))).encode()))

    def random_like(t):
        return torch.rand(t.shape, dtype=t.dtype, generator=rng) * 2 - (1 + 1j if t.is_complex() else 1)

    text = ", ".join(f"{k} = {attribute(v)}" for k, v in sorted(attributes.items()))
    lines.append(f"op {op}" + (" {" + text + "}" if text else ""))
    for t in x:
        value("x", t)
    active = [i for i, t in enumerate(x) if t.is_floating_point() or t.is_complex()]
    r = [x[i].clone().requires_grad_() for i in active]

    def of_active(*r):
        args = list(x)
        for i, t in zip(active, r):
            args[i] = t
        return f(*args)

    y = of_active(*r)
    value("y", y)
    if not derivatives or not r or not (y.is_floating_point() or y.is_complex()):
        return
    ybar = random_like(y)
    xbar = torch.autograd.grad(y, r, ybar, materialize_grads=True)
    xdot = [random_like(t) for t in r]
    _, ydot = torch.autograd.functional.jvp(of_active, tuple(r), tuple(xdot))
    value("ybar", ybar)
    for i, t, d in zip(active, xbar, xdot):
        value(f"xbar{i}", t)
        value(f"xdot{i}", d)
    value("ydot", ydot)


points = torch.Generator().manual_seed(0)


def c(*shape, scale=1.5):
    return torch.complex(*[torch.rand(shape, dtype=torch.float64, generator=points) * 2 * scale - scale for _ in range(2)])


def f(*shape):
    return torch.rand(shape, dtype=torch.float64, generator=points) * 3 - 1.5


SHAPES = [(5,)]
UNARY = {op: getattr(torch, op) for op in (
    "negative", "square", "reciprocal", "sqrt", "rsqrt", "exp", "log", "sin", "cos", "tan", "tanh", "sigmoid", "asin", "acos",
    "atan", "sinh", "cosh", "asinh", "acosh", "atanh", "expm1", "log1p", "real", "imag", "sgn", "angle", "isnan", "isinf",
    "isfinite")}
UNARY["conj"] = torch.conj_physical
UNARY["complex_abs"] = torch.abs
for op, g in UNARY.items():
    for shape in SHAPES:
        case(op, g, [c(*shape)])
for op, g in {"add": torch.add, "subtract": torch.sub, "multiply": torch.mul, "divide": torch.div, "pow": torch.pow,
              "equal": torch.eq, "not_equal": torch.ne}.items():
    for shape in SHAPES:
        case(op, g, [c(*shape), c(*shape)])
for shape in SHAPES:
    case("complex", torch.complex, [f(*shape), f(*shape)])
    case("polar", torch.polar, [f(*shape).abs() + 0.1, f(*shape)])  # below 0 its adjoint of r has the wrong sign
    case("where", torch.where, [f(*shape) > 0, c(*shape), c(*shape)])
    case("astype", lambda x: x.to(torch.complex128), [f(*shape)], to="c128")
    case("lerp", lambda a, b, w: a + w * (b - a), [c(*shape), c(*shape), c(*shape)])
    for n in (-2, 0, 1, 3):
        case("integer_pow", lambda x, n=n: x**n, [c(*shape)], exponent=n)
# Where the derivative has a value of its own; PyTorch's tangents of sgn and angle are NaN there.
case("complex_abs", torch.abs, [torch.zeros(2, dtype=torch.complex128)])

for op, g in {"sum": torch.sum, "mean": torch.mean}.items():
    for shape, axes in [((5,), [0]), ((3, 4), [1]), ((2, 3, 4), [0, 2])]:
        for keep in (False, True):
            case(op, lambda x, g=g, a=axes, k=keep: g(x, dim=a, keepdim=k), [c(*shape)], axes=axes, keepdims=keep)
for shape, axis in [((5,), 0), ((3, 4), 1)]:
    case("prod", lambda x, a=axis: torch.prod(x, a), [c(*shape)], axes=[axis], keepdims=False)
    case("cumsum", lambda x, a=axis: torch.cumsum(x, a), [c(*shape)], axis=axis, exclusive=False, reverse=False)
    case("cumprod", lambda x, a=axis: torch.cumprod(x, a), [c(*shape)], axis=axis, exclusive=False, reverse=False)
    for order in (1.0, 1.5, 2.0, 3.0):
        case("vector_norm", lambda x, o=order, a=axis: torch.linalg.vector_norm(x, o, a), [c(*shape)], axes=[axis], keepdims=False, ord=order)
    for correction in (0, 1):
        case("var", lambda x, k=correction, a=axis: torch.var(x, a, correction=k), [c(*shape)], axes=[axis], correction=correction, keepdims=False)
        case("std", lambda x, k=correction, a=axis: torch.std(x, a, correction=k), [c(*shape)], axes=[axis], correction=correction, keepdims=False)
zeros = c(5)
zeros[1] = 0
case("prod", lambda x: torch.prod(x, 0), [zeros], axes=[0], keepdims=False)
zeros = zeros.clone()
zeros[3] = 0
case("prod", lambda x: torch.prod(x, 0), [zeros], axes=[0], keepdims=False)

for ta in (False, True):
    for tb in (False, True):
        a, b = c(2, 3, 4), c(2, 4, 5)
        case("matmul", lambda p, q, ta=ta, tb=tb: torch.matmul(p.mT if ta else p, q.mT if tb else q),
             [a.mT.contiguous() if ta else a, b.mT.contiguous() if tb else b], transpose_a=ta, transpose_b=tb)
case("einsum", lambda *x: torch.einsum("ij,jk->ik", *x), [c(3, 4), c(4, 2)], rank=2, spec="ij,jk->ik")
case("einsum", lambda *x: torch.einsum("ii->i", *x), [c(3, 3)], rank=1, spec="ii->i")
case("einsum", lambda *x: torch.einsum("ij,jk,kl->il", *x), [c(2, 3), c(3, 2), c(2, 4)], rank=2, spec="ij,jk,kl->il")
case("matvec", lambda m, v: m @ v, [c(3, 4), c(4)])
case("vecdot", lambda u, v: torch.linalg.vecdot(u, v), [c(3, 4), c(3, 4)])
case("linear", torch.nn.functional.linear, [c(2, 4), c(3, 4), c(3)])
case("kron", torch.kron, [c(2, 3), c(3, 2)])
case("matrix_power", lambda m: torch.linalg.matrix_power(m, 3), [c(3, 3)], exponent=3)
case("trace", torch.trace, [c(3, 3)])

x, i = c(3, 4), torch.tensor([2, 0, 2, 1])
case("transpose", lambda v: v.permute(1, 0), [x], perm=[1, 0])
case("concat", lambda p, q: torch.cat([p, q], 1), [x, c(3, 2)], axis=1)
case("flip", lambda v: torch.flip(v, [1]), [x], axes=[1])
case("take", lambda v, k: v[k], [x, i], axis=0)
case("scatter_add", lambda v, k, u: v.index_add(0, k, u), [x, i, c(4, 4)], axis=0)
case("broadcast", lambda v: v.expand(2, 3, 4), [x], shape=(2, 3, 4))


def regular(*shape):
    m = c(*shape)
    return m + 3 * torch.eye(shape[-1], dtype=torch.complex128)


for shape in [(3, 3), (2, 2, 2)]:
    case("inv", torch.linalg.inv, [regular(*shape)])
    case("det", torch.linalg.det, [regular(*shape)])
    case("expm", torch.linalg.matrix_exp, [c(*shape)])
    case("matrix_power", lambda m: torch.linalg.matrix_power(m, -2), [regular(*shape)], exponent=-2)
    for t in (False, True):
        case("solve", lambda m, b, t=t: torch.linalg.solve(m.mT if t else m, b), [regular(*shape), c(*shape)], transpose=t)
        for upper in (False, True):
            def substituted(m, b, t=t, upper=upper):
                m = m.triu() if upper else m.tril()
                return torch.linalg.solve_triangular(m.mT if t else m, b, upper=upper != t)

            case("triangular_solve", substituted, [regular(*shape), c(*shape)], right=False, transpose=t, unit_diagonal=False, upper=upper)



# Products of complex numbers, and of real ones, at indices that come more than once.
def multiplied(v, k, u):
    rows = list(v.unbind(0))
    for place, update in zip(k.tolist(), u.unbind(0)):
        rows[place] = rows[place] * update
    return torch.stack(rows)


case("scatter_mul", multiplied, [c(3, 4), i, c(4, 4)], axis=0)
case("scatter_mul", multiplied, [f(3, 4), i, f(4, 4)], axis=0)
case("matrix_adjoint", lambda v: v.mH, [c(2, 3, 4)])


# Factors that are what they are of the symmetric part, and vectors with the phase that gradc gives them.
def positive(*shape):
    m = regular(*shape)
    return m @ m.mH + c(*shape, scale=0.3)


def symmetric(m):
    return (m + m.mH) / 2


def phases(v):
    greatest = torch.gather(v, -2, v.abs().argmax(-2, keepdim=True))
    return greatest.conj() / greatest.abs()


def packed_eigh(m):
    w, v = torch.linalg.eigh(symmetric(m))
    return torch.cat([w.unsqueeze(-2).to(m.dtype), v * phases(v)], -2)


def svd(m):
    u, s, vh = torch.linalg.svd(m, full_matrices=False)
    turn = phases(u)
    return u * turn, s, vh.mH * turn


def packed_svd(m):
    u, s, v = svd(m)
    return torch.cat([s.unsqueeze(-2).to(m.dtype), u, v], -2)


def qr(m):
    q, r = torch.linalg.qr(m)
    d = torch.diagonal(r, dim1=-2, dim2=-1)
    turn = (d / d.abs()).unsqueeze(-2)
    return q * turn, r * turn.mH


for shape in [(3, 3), (2, 2, 2)]:
    case("cholesky", lambda m: torch.linalg.cholesky(symmetric(m)), [positive(*shape)])
    case("logdet", lambda m: torch.linalg.slogdet(symmetric(m)).logabsdet, [positive(*shape)])
    case("logabsdet", lambda m: torch.linalg.slogdet(m).logabsdet, [regular(*shape)])
    case("det_phase", lambda m: torch.linalg.slogdet(m).sign, [regular(*shape)])
    case("cholesky_solve", lambda l, b: torch.cholesky_solve(b, l.tril()), [regular(*shape), c(*shape)])
    case("eigh", packed_eigh, [c(*shape)])
    case("eigvalsh", lambda m: torch.linalg.eigvalsh(symmetric(m)), [c(*shape)])
for shape in [(3, 3), (4, 2), (2, 3, 2)]:
    case("qr", lambda m: torch.cat(qr(m), -2), [c(*shape)])
    case("lstsq", lambda m, b: torch.linalg.solve(m.mH @ m, m.mH @ b), [c(*shape), c(*shape[:-1], 2)])
for shape in [(3, 3), (4, 2), (2, 4), (2, 3, 2)]:
    case("svd", packed_svd, [c(*shape)])
    case("svdvals", torch.linalg.svdvals, [c(*shape)])
    case("pinv", torch.linalg.pinv, [c(*shape)])
    case("matrix_norm", lambda m: torch.linalg.matrix_norm(m), [c(*shape)], norm=0)
    case("matrix_norm", lambda m: torch.linalg.matrix_norm(m, "nuc"), [c(*shape)], norm=1)
    case("matrix_norm", lambda m: torch.linalg.matrix_norm(m, 2), [c(*shape)], norm=2)

x = torch.log_softmax(f(5, 3, 4), 2)
lengths = [torch.tensor([[1, 2, 2], [3, 1, 0], [2, 0, 0]]), torch.tensor([5, 4, 5]), torch.tensor([3, 2, 1])]


# By all paths there are: that of PyTorch has no second derivative, of which its tangents are made.
def ctc(v, labels, frames, counts, how="none"):
    losses = []
    for k, (row, some, count) in enumerate(zip(labels.tolist(), frames.tolist(), counts.tolist())):
        ways = [p for p in itertools.product(range(v.shape[2]), repeat=some)
                if [c for c, _ in itertools.groupby(p) if c != 0] == row[:count]]
        each = torch.stack([sum(v[t, k, c] for t, c in enumerate(p)) for p in ways])
        losses.append(-torch.logsumexp(each, 0))
    loss = torch.stack(losses)
    return {"none": loss, "sum": loss.sum(), "mean": (loss / counts.clamp(min=1)).mean()}[how]


for reduction in ("none", "sum", "mean"):
    assert torch.allclose(ctc(x, *lengths, reduction), torch.nn.functional.ctc_loss(x, *lengths, reduction=reduction))
    case("ctc_loss", lambda v, *more, how=reduction: ctc(v, *more, how), [x, *lengths], blank=0, reduction=reduction)

for strides, pad, dilation, groups in [((1, 1), (0, 0), (1, 1), 1), ((2, 1), (1, 2), (1, 2), 2)]:
    options = dict(stride=strides, padding=pad, dilation=dilation, groups=groups)
    attributes = dict(stride=strides, pad_low=pad, pad_high=pad, dilation=dilation, groups=groups)
    case("conv", lambda v, k: torch.nn.functional.conv2d(v, k, **options), [c(2, 2, 5, 4), c(4, 2 // groups, 2, 2)], **attributes)
    for r in (f, c):
        case("conv_channels_last",
             lambda v, k: torch.nn.functional.conv2d(v.permute(0, 3, 1, 2), k.permute(3, 2, 0, 1), **options).permute(0, 2, 3, 1),
             [r(2, 5, 4, 2), r(2, 2, 2 // groups, 4)], **attributes)
x = f(2, 4, 5, 3)
case("max_pool_channels_last", lambda v: torch.nn.functional.max_pool2d(v.permute(0, 3, 1, 2), 2, (1, 2)).permute(0, 2, 3, 1), [x],
     stride=(1, 2), window=(2, 2))
case("avg_pool_channels_last", lambda v: torch.nn.functional.avg_pool2d(v.permute(0, 3, 1, 2), 2, 2, 1).permute(0, 2, 3, 1), [x],
     padding=(1, 1), stride=(2, 2), window=(2, 2))


# Weights of classes, which PyTorch doesn't differentiate; masks; order statistics; clipped logits.
def weighted(logs, ids, w, how, smoothing, ignored):
    own, kept = ids.clamp(min=0), ids != ignored
    loss = -(1 - smoothing) * w[own] * logs.gather(-1, own[:, None])[:, 0] - smoothing * (w * logs).mean(-1)
    loss, weights = loss[kept], w[own][kept]
    return loss.sum() / weights.sum() if how == "mean" else loss.sum()


ids = torch.tensor([2, 0, -1, 1])
for how, smoothing in itertools.product(("sum", "mean"), (0.0, 0.2)):
    z, w = f(4, 3), f(3).abs() + 0.2
    assert torch.allclose(weighted(torch.log_softmax(z, -1), ids, w, how, smoothing, -1),
                          torch.nn.functional.cross_entropy(z, ids, w, ignore_index=-1, reduction=how, label_smoothing=smoothing))
    case("cross_entropy", lambda v, i, u, h=how, e=smoothing: weighted(torch.log_softmax(v, -1), i, u, h, e, -1), [z, ids, w],
         ignore_index=-1, label_smoothing=smoothing, reduction=how, z_loss=0.0)
    if smoothing == 0:
        logs = torch.log_softmax(z, -1)
        case("nll_loss", lambda v, i, u, h=how: weighted(v, i, u, h, 0, -1), [logs, ids, w], ignore_index=-1, reduction=how)
attention = torch.nn.functional.scaled_dot_product_attention
heads = [f(2, 3, 4), f(2, 5, 4), f(2, 5, 2)]
case("scaled_dot_product_attention", lambda q, k, v, m: attention(q, k, v, m), [*heads, f(2, 3, 5) > -1], causal=False, scale=0.0)
case("scaled_dot_product_attention", lambda q, k, v, b: attention(q, k, v, b), [*heads, f(1, 3, 5)], causal=False, scale=0.0)
for code, how in enumerate(("linear", "lower", "higher", "midpoint", "nearest")):
    for q in (0.0, 0.3, 0.5, 1.0):
        case("quantile", lambda v, h=how, q=q: torch.quantile(v, q, 0, interpolation=h), [f(4, 3)], axis=0, fraction=q,
             interpolation=code, keepdims=False)
for eps in (0.0, 0.2):
    case("logit_clipped", lambda v, e=eps: torch.logit(v, e), [f(6).abs() / 2 + 0.1], eps=eps)
for shape in [(3, 3), (2, 2, 2)]:
    def root(m):
        values, vectors = torch.linalg.eigh(symmetric(m))
        return vectors @ (values.sqrt().unsqueeze(-1) * vectors.mH)
    case("sqrtm", root, [positive(*shape)])
options = dict(stride=(2, 1), padding=(1, 0), output_padding=(1, 0))
case("conv_transpose_channels_last",
     lambda v, k: torch.nn.functional.conv_transpose2d(v.permute(0, 3, 1, 2), k.permute(3, 2, 0, 1), **options).permute(0, 2, 3, 1),
     [f(2, 3, 4, 2), f(3, 2, 1, 2)], **options)
case("lp_pool_channels_last", lambda v: torch.nn.functional.lp_pool2d(v.permute(0, 3, 1, 2), 3, 2).permute(0, 2, 3, 1),
     [f(2, 4, 5, 3).abs() + 0.1], norm=3.0, window=(2, 2))

# Indices outside: the nearest inside, or none.
def inside(k, n):
    return (k >= 0) & (k < n)


for mode in (1, 2):
    def kept(read, hits, mode=mode):
        return read if mode == 1 else torch.where(hits, read, torch.zeros_like(read))

    at = torch.tensor([[2, -1, 7], [3, 0, 1]])
    case("take_along_axis", lambda v, k: kept(v.gather(1, k.clamp(0, 3)), inside(k, 4)), [f(2, 4), at], axis=1, mode=mode)
    case("add_along_axis", lambda v, k, u: v.scatter_add(1, k.clamp(0, 3), kept(u, inside(k, 4))), [f(2, 4), at, f(2, 3)],
         axis=1, mode=mode)
    pairs = torch.tensor([[1, 2], [0, 5], [-1, 1], [1, 2]])

    def hits(k):
        return inside(k[:, 0], 2) & inside(k[:, 1], 3)

    def places(k):
        return k[:, 0].clamp(0, 1), k[:, 1].clamp(0, 2)

    case("gather_nd", lambda v, k: kept(v[places(k)], hits(k)), [f(2, 3), pairs], depth=2, mode=mode)
    case("scatter_nd_add", lambda v, k, u: v.index_put(places(k), kept(u, hits(k)), accumulate=True), [f(2, 3), pairs, f(4)],
         depth=2, mode=mode)
case("scatter_update", lambda v, k, u: v.index_copy(1, k, u), [f(2, 4), torch.tensor([3, 0, 1]), f(2, 3)], axis=1, unique=True)
for how, smoothing in itertools.product(("none", "sum", "mean"), (0.0, 0.2)):
    case("dense_cross_entropy",
         lambda v, l, h=how, e=smoothing: torch.nn.functional.cross_entropy(v, l, reduction=h, label_smoothing=e),
         [f(4, 3), f(4, 3)], label_smoothing=smoothing, reduction=how, z_loss=0.0)
case("depth_to_space", lambda v: v.reshape(1, 2, 3, 2, 2, 3).permute(0, 1, 3, 2, 4, 5).reshape(1, 4, 6, 3), [f(1, 2, 3, 12)],
     block=2, channels_last=True)
case("space_to_depth", lambda v: v.reshape(1, 2, 2, 3, 2, 3).permute(0, 1, 3, 2, 4, 5).reshape(1, 2, 3, 12), [f(1, 4, 6, 3)],
     block=2, channels_last=True)
case("global_avg_pool", lambda v: v.mean((1, 2), keepdim=True), [f(2, 3, 4, 2)], channels_last=True)


def complete_r(m):
    r = torch.linalg.qr(m, mode="complete")[1]
    signs = torch.ones(r.shape[-2], dtype=r.dtype)
    n = min(r.shape)
    signs[:n] = torch.diagonal(r)[:n].sign().detach()
    return signs[:, None] * r


for shape in [(3, 3), (2, 4)]:
    case("qr_complete_r", complete_r, [f(*shape)])

# Ops of one element, with their bounds and slopes as operands.
F = torch.nn.functional
for shape in [(), (7,), (2, 3)]:
    x, y, z = f(*shape), f(*shape), f(*shape)
    low, high = torch.minimum(y, z) - 0.1, torch.maximum(y, z) + 0.1
    case("round_away", lambda v: torch.sign(v) * torch.floor(v.abs() + 0.5), [3 * x])
    case("remainder", lambda v, w: v - w * torch.round(v / w), [5 * x, y])
    case("hard_tanh", torch.clamp, [x, low, high])
    case("hard_sigmoid_of", lambda v, a, b: torch.clamp(a * v + b, 0, 1), [x, y, z])
    case("hard_shrink", lambda v, k: torch.where(v.abs() > k, v, 0.0) + 0 * k, [x, y.abs()])
    case("soft_shrink", lambda v, k: torch.sign(v) * F.relu(v.abs() - k), [x, y.abs()])
    case("threshold", lambda v, k, w: torch.where(v > k, v, w) + 0 * k, [x, y, z])
    case("softplus_beta", lambda v, b: torch.log1p(torch.exp(b * v)) / b, [x, y.abs() + 0.3])
    case("div_no_nan", lambda v, w: torch.where(w == 0, 0.0, v / torch.where(w == 0, 1.0, w)), [x, torch.where(z > 0.5, 0.0, y)])
    case("full_like", lambda v, w: w.expand(v.shape) + 0 * v, [x, f()])
    case("ldexp", lambda v, n: v * 2.0**n, [x, (3 * y).to(torch.int64)])
    case("add_n", lambda *v: sum(v), [x, y, z])
    case("select_n", lambda i, *v: torch.stack([v[min(max(k, 0), 2)].reshape(-1)[n] for n, k in enumerate(i.reshape(-1).tolist())]).reshape(shape),
         [(2 * x + 1).to(torch.int64), x, y, z])
    case("isclose", lambda v, w: torch.isclose(v, w, rtol=0.1, atol=0.5), [x, y], atol=0.5, rtol=0.1)
    case("reduce_precision", lambda v: v.to(torch.float32).to(torch.float64), [x], exponent_bits=8, mantissa_bits=23)
    case("bitcast", lambda v: v.view(torch.int64), [x], to="i64")
    whole, more = (9 * x).to(torch.int64), (9 * y).to(torch.int64)
    for op, g in {"bit_and": torch.bitwise_and, "bit_or": torch.bitwise_or, "bit_xor": torch.bitwise_xor}.items():
        case(op, g, [whole, more])
    case("shift_left", torch.bitwise_left_shift, [whole, more.abs()])
    case("shift_right", torch.bitwise_right_shift, [whole, more.abs() % 3])
    for op, g in {"logical_and": torch.logical_and, "logical_or": torch.logical_or, "logical_xor": torch.logical_xor}.items():
        case(op, g, [x > 0, y > 0])
    case("logical_not", torch.logical_not, [x > 0])
    case("stop_gradient", lambda v: v, [x], derivatives=False)


# The distribution function of the gamma distribution by its series, and its inverse: a step of Newton's at the root, which has
# the derivatives of the inverse.
def gammainc(a, v):
    n = torch.arange(200, dtype=torch.float64).reshape(-1, *[1] * v.dim())
    return torch.exp((a + n) * torch.log(v) - v - torch.lgamma(a + n + 1)).sum(0)


def gammaincinv(a, p):
    low, high = torch.zeros_like(p), torch.full_like(p, 50.0)
    for _ in range(200):
        middle = (low + high) / 2
        below = gammainc(a.detach(), middle) < p.detach()
        low, high = torch.where(below, middle, low), torch.where(below, high, middle)
    density = torch.exp((a - 1) * torch.log(low) - low - torch.lgamma(a)).detach()
    return low - (gammainc(a, low) - p) / density


for shape in [(), (5,), (2, 3)]:
    case("gammainc", gammainc, [f(*shape).abs() + 0.4, 2 * f(*shape).abs() + 0.1])
    case("gammaincinv", gammaincinv, [f(*shape).abs() + 0.4, f(*shape).abs() / 2 + 0.1])

# Shapes, and what counts.
x = f(2, 3, 4)
case("expand_dims", lambda v: v[None, :, None], [f(3, 2)], axes=[0, 2])
case("squeeze", lambda v: v[0, :, 0], [f(1, 3, 1)], axes=[0, 2])
case("matrix_transpose", lambda v: v.mT, [x])
case("swapaxes", lambda v: v.swapaxes(0, 2), [x], axis1=0, axis2=2)
case("moveaxis", lambda v: v.moveaxis(0, 2), [x], axis1=0, axis2=2)
case("flatten", lambda v: v.flatten(), [x])
case("eye", lambda: torch.eye(3, dtype=torch.float64), [], n=(3,), to="f64")
case("iota", lambda: torch.arange(5), [], n=(5,), to="i64")
for axes, keep in [([1], False), ([0, 2], True)]:
    case("any", lambda v: torch.any(v, tuple(axes), keepdim=keep), [x > 1], axes=axes, keepdims=keep)
    case("all", lambda v: torch.all(v, tuple(axes), keepdim=keep), [x > -1], axes=axes, keepdims=keep)
    count = 3 if axes == [1] else 8
    case("logmeanexp", lambda v: torch.logsumexp(v, axes, keepdim=keep) - np.log(count), [x], axes=axes, keepdims=keep)
    case("mean_beside", lambda v: v.mean(axes, keepdim=keep), [x], axes=axes, correction=0, keepdims=keep)
case("count_nonzero", lambda v: torch.count_nonzero(v, 1), [x > 0], axes=[1], keepdims=False)
for axis in (0, 2):
    case("normalize", lambda v: F.normalize(v, dim=axis, eps=0.01), [x], axis=axis, eps=0.01)
    case("cosine_similarity", lambda v, w: F.cosine_similarity(v, w, dim=axis, eps=0.01), [x, f(2, 3, 4)], axis=axis, eps=0.01)

# Indices.
mask, i = x[0, 0] > -0.5, torch.tensor([2, 0, 3, 0, 2])
places = torch.nonzero(mask).flatten()
case("nonzero", lambda m: torch.cat([places, torch.full((5 - len(places),), -1)]), [mask], n=(5,))
case("nonzero_filled", lambda m: torch.cat([places, torch.full((5 - len(places),), 7)]), [mask], fill=7, n=(5,))
case("ravel_index", lambda k: k[..., 0] * 4 + k[..., 1], [torch.tensor([[2, 3], [0, 1]])], shape=(3, 4))
case("top_k_values", lambda v: torch.topk(v, 2, 1).values, [x], axis=1, n=(2,))
case("top_k_indices", lambda v: torch.topk(v, 2, 1).indices, [x], axis=1, n=(2,))
case("one_hot_of", lambda k, on, off: torch.where(F.one_hot(k, 4) > 0, on, off), [i, f(), f()], n=(4,))
case("compress", lambda v, m, w: torch.cat([v[..., m], w.expand(2, 3, 5 - int(m.sum()))], -1), [x, mask, f()], axis=2, n=(5,))
case("bincount", lambda k: torch.bincount(k, minlength=4), [i], n=(4,))
case("weighted_bincount", lambda k, w: torch.zeros(4, dtype=torch.float64).index_add(0, k, w), [i, f(5)], n=(4,))
case("repeat_counts", lambda v, k: torch.repeat_interleave(v, k, 1), [x, torch.tensor([2, 0, 3])], axis=1, n=(5,))
for op, pick in {"scatter_max": torch.maximum, "scatter_min": torch.minimum}.items():
    def picked(v, k, u):
        rows = list(v.unbind(0))
        for place, update in zip(k.tolist(), u.unbind(0)):
            rows[place] = pick(rows[place], update)
        return torch.stack(rows)
    case(op, picked, [f(4, 3), i, f(5, 3)], axis=0)

# Factors of real matrices, each under the phase that gradc gives it.
for shape in [(3, 3), (2, 2, 2)]:
    case("eigh_vectors", lambda m: (lambda v: v * phases(v))(torch.linalg.eigh(symmetric(m)).eigenvectors), [f(*shape)])
    case("cofactor", lambda m: (torch.linalg.det(m)[..., None, None] * torch.linalg.inv(m)).mT, [f(*shape)])
    case("det_sign", lambda m: torch.linalg.slogdet(m).sign, [f(*shape)], derivatives=False)
for shape in [(4, 2), (2, 4)]:
    case("svd_u", lambda m: svd(m)[0], [f(*shape)])
    case("svd_vt", lambda m: svd(m)[2].mH, [f(*shape)])
    case("spectral_norm", lambda m: m / torch.linalg.matrix_norm(m, 2), [f(*shape)])
    case("matrix_rank", torch.linalg.matrix_rank, [f(*shape)])

# Networks.
x, sides = f(1, 2, 5, 4), dict(stride=(2, 1), pad_low=(1, 0), pad_high=(1, 0), dilation=(1, 2))
case("unfold", lambda v: F.unfold(v, (2, 2), dilation=(1, 2), padding=(1, 0), stride=(2, 1)), [x], window=(2, 2), **sides)
case("fold", lambda v: F.fold(v, (5, 4), (2, 2), dilation=(1, 2), padding=(1, 0), stride=(2, 1)), [f(1, 8, 6)], shape=(5, 4),
     window=(2, 2), **sides)
case("lp_pool", lambda v: F.lp_pool2d(v, 3, 2), [x.abs() + 0.1], norm=3.0, window=(2, 2))
case("adaptive_avg_pool", lambda v: F.adaptive_avg_pool2d(v, (3, 2)), [x], shape=(3, 2))
case("resize_nearest", lambda v: F.interpolate(v, (7, 3), mode="nearest-exact"), [x], half_pixel=True, shape=(7, 3))
case("resize_nearest", lambda v: F.interpolate(v, (7, 3), mode="nearest"), [x], half_pixel=False, shape=(7, 3))
case("local_response_norm", lambda v: F.local_response_norm(v, 3, 0.3, 0.6, 1.5), [f(2, 4, 3)], alpha=0.3, beta=0.6, bias=1.5, size=3)
case("weight_norm", lambda v, g: g[:, None] * v / torch.linalg.vector_norm(v, dim=1, keepdim=True), [f(3, 2), f(3)], axis=0)
for unbiased in (False, True):
    def running(v, old, batch):
        return 0.9 * old + 0.1 * batch
    batch = [f(2, 3, 4), f(3), f(3), f(3), f(3).abs()]
    case("running_mean", lambda v, g, s, m, n: running(v, m, v.mean((0, 2))), batch, derivatives=False, eps=1e-5, momentum=0.1, unbiased=unbiased)
    case("running_variance", lambda v, g, s, m, n: running(v, n, v.var((0, 2), correction=int(unbiased))), batch, derivatives=False,
         eps=1e-5, momentum=0.1, unbiased=unbiased)
for how in ("none", "sum", "mean"):
    a, b, o = f(3, 4), f(3, 4), f(3, 4)
    case("smooth_l1", lambda v, t: F.smooth_l1_loss(v, t, beta=0.7, reduction=how), [a, b], beta=0.7, reduction=how)
    reduced = {"none": lambda v: v, "sum": torch.sum, "mean": torch.mean}[how]
    case("hinge", lambda v, t: reduced(F.relu(1 - v * t)), [a, b], reduction=how)
    case("binary_cross_entropy",
         lambda p, t: reduced(-(t * torch.log(p) + (1 - t) * torch.log1p(-p))), [torch.sigmoid(a), torch.sigmoid(b)], reduction=how)
    case("kl_div", lambda p, q: reduced(q * (torch.log(q) - p)), [torch.log_softmax(a, 1), torch.softmax(b, 1)], reduction=how)
    length = torch.linalg.vector_norm
    case("triplet_loss", lambda u, v, w: reduced(F.relu(length(u - v, dim=1) - length(u - w, dim=1) + 1.5)), [a, b, o], margin=1.5, reduction=how)
table, ids = f(4, 3), torch.tensor([[3, 0, 3], [2, 2, 1]])
for how in ("sum", "mean", "max"):
    bags = {"sum": lambda v: v.sum(1), "mean": lambda v: v.mean(1), "max": lambda v: v.amax(1)}[how]
    case("embedding_bag", lambda t, k: bags(t[k]), [table, torch.tensor([[3, 0, 1], [2, 0, 1]])], reduction=how)
case("embedding_lookup", lambda t, k: F.embedding(k, t, padding_idx=2), [table, ids], padding_idx=2)
cell = [f(2, 3), f(2, 2), f(2, 2), f(8, 3), f(8, 2), f(8)]
for k, op in enumerate(("lstm_state", "lstm_memory")):
    case(op, lambda v, h, m, w, u, b: torch.lstm_cell(v, (h, m), w, u, b, torch.zeros_like(b))[k], cell)
case("gru_cell", torch.gru_cell, [f(2, 3), f(2, 2), f(6, 3), f(6, 2), f(6), f(6)])

path = os.path.join(os.path.dirname(__file__), "..", "tests", "ops", "oracles_torch.txt.gz")
with open(path, "wb") as out:
    out.write(gzip.compress(("\n".join(lines) + "\n").encode(), mtime=0))
