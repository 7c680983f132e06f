#!/usr/bin/env python3
"""Writes tests/ops/oracles.txt.gz: values, adjoints and tangents of gradc's ops as JAX and SciPy compute them.

Run on demand, with what is pinned here:  pip install jax==0.4.35 jaxlib==0.4.35 scipy==1.14.1 numpy==2.1.3
Each case is a line with the op and its attributes, as IR text has them, and lines of values: operands x, the result y,
its adjoint ybar, the adjoints xbar of the real operands, their tangents xdot, the tangent ydot of y. Everything is float64.
Domains leave out the points where gradc chooses another derivative than JAX; tests/ops/points/special_points.cpp has those.
"""
import gzip
import os
import sys
import zlib

import numpy as np
import scipy.special
import jax
import jax.numpy as jnp
import jax.scipy.special as jsp
from jax import lax

jax.config.update("jax_enable_x64", True)

lines = []


def number(v):
    if isinstance(v, (bool, np.bool_)):
        return "1" if v else "0"
    if np.isnan(v):
        return "nan"
    if np.isinf(v):
        return "inf" if v > 0 else "-inf"
    return repr(int(v)) if float(v).is_integer() and abs(v) < 1e15 and not (v == 0 and np.signbit(v)) else repr(float(v))


def element(a):
    return {"f": "f64", "i": "i64", "b": "bool"}[a.dtype.kind]


def value(tag, a):
    a = np.asarray(a)
    shape = "[" + ", ".join(map(str, a.shape)) + "]" if a.ndim else ""
    lines.append(" ".join([tag, element(a) + shape.replace(", ", ","), ":", *map(number, a.ravel())]))


def attribute(v):
    if isinstance(v, bool):
        return "true" if v else "false"
    if isinstance(v, tuple):
        return "<" + ", ".join(map(str, v)) + ">"
    if isinstance(v, list):
        return "[" + ", ".join(map(str, v)) + "]"
    if isinstance(v, str):
        return v if v in ("f64", "i64", "bool") else '"' + v + '"'
    return repr(v)


def case(op, f, x, derivatives=True, wrt=None, **attributes):
    """One case; wrt: the operands that have a derivative (all real ones)."""
    x = [np.asarray(v) for v in x]
    real = [i for i, v in enumerate(x) if v.dtype.kind == "f"] if wrt is None else wrt
    rng = np.random.default_rng(zlib.crc32((op + str(len(lines))).encode()))
    text = ", ".join(f"{k} = {attribute(v)}" for k, v in sorted(attributes.items()))
    lines.append(f"op {op}" + (" {" + text + "}" if text else ""))
    for v in x:
        value("x", v)
    y = np.asarray(f(*map(jnp.asarray, x)))
    value("y", y)
    if not derivatives or y.dtype.kind != "f" or not real:
        return

    def of_real(*r):
        args = [jnp.asarray(v) for v in x]
        for i, v in zip(real, r):
            args[i] = v
        return f(*args)

    r = [jnp.asarray(x[i]) for i in real]
    ybar = rng.uniform(-1, 1, y.shape)
    _, pull = jax.vjp(of_real, *r)
    xbar = pull(jnp.asarray(ybar))
    xdot = [rng.uniform(-1, 1, v.shape) for v in r]
    _, ydot = jax.jvp(of_real, tuple(r), tuple(jnp.asarray(v) for v in xdot))
    value("ybar", ybar)
    for i, v, w in zip(real, xbar, xdot):
        value(f"xbar{i}", v)
        value(f"xdot{i}", w)
    value("ydot", ydot)


rng = np.random.default_rng(0)


def uniform(low, high, *shape):
    return rng.uniform(low, high, shape)


def apart(*shape):
    """Numbers of which no two are close, nor one to 0."""
    n = int(np.prod(shape))
    v = (np.arange(n) - n / 2 + 0.3) / max(n, 1) * 4
    return rng.permutation(v).reshape(shape)


SHAPES = [(), (7,), (2, 3), (0,)]

# op: (function, low, high)
UNARY = {
    "negative": (jnp.negative, -9, 9), "abs": (jnp.abs, -9, 9), "sign": (jnp.sign, -9, 9), "square": (jnp.square, -9, 9),
    "reciprocal": (jnp.reciprocal, 0.1, 9), "sqrt": (jnp.sqrt, 0.01, 99), "rsqrt": (lax.rsqrt, 0.01, 99),
    "exp": (jnp.exp, -30, 30), "expm1": (jnp.expm1, -30, 3), "log": (jnp.log, 1e-3, 99), "log1p": (jnp.log1p, -0.9, 99),
    "sin": (jnp.sin, -20, 20), "cos": (jnp.cos, -20, 20), "tan": (jnp.tan, -1.5, 1.5), "tanh": (jnp.tanh, -9, 9),
    "sigmoid": (jax.nn.sigmoid, -30, 30), "softplus": (jax.nn.softplus, -30, 30), "relu": (jax.nn.relu, -9, 9),
    "asin": (jnp.arcsin, -0.99, 0.99), "acos": (jnp.arccos, -0.99, 0.99), "atan": (jnp.arctan, -99, 99),
    "sinh": (jnp.sinh, -9, 9), "cosh": (jnp.cosh, -9, 9), "asinh": (jnp.arcsinh, -99, 99),
    "acosh": (jnp.arccosh, 1.01, 99), "atanh": (jnp.arctanh, -0.99, 0.99), "cbrt": (jnp.cbrt, 0.1, 99),
    "exp2": (jnp.exp2, -20, 20), "log2": (jnp.log2, 1e-3, 99), "log10": (jnp.log10, 1e-3, 99),
    "erf": (jsp.erf, -4, 4), "erfc": (jsp.erfc, -4, 20), "floor": (jnp.floor, -9, 9), "ceil": (jnp.ceil, -9, 9),
    "trunc": (jnp.trunc, -9, 9), "round": (jnp.round, -9, 9), "relu6": (jax.nn.relu6, -3, 9),
    "gelu": (lambda x: jax.nn.gelu(x, approximate=False), -5, 5), "gelu_tanh": (jax.nn.gelu, -5, 5),
    "silu": (jax.nn.silu, -30, 30), "mish": (jax.nn.mish, -30, 30), "selu": (jax.nn.selu, -9, 9),
    "hard_sigmoid": (jax.nn.hard_sigmoid, -5, 5), "hard_swish": (jax.nn.hard_swish, -5, 5),
    "log_sigmoid": (jax.nn.log_sigmoid, -99, 99), "logit": (jsp.logit, 0.01, 0.99),
    "softsign": (jax.nn.soft_sign, -9, 9), "squareplus": (jax.nn.squareplus, -9, 9),
    "deg2rad": (jnp.deg2rad, -400, 400), "rad2deg": (jnp.rad2deg, -9, 9), "ndtr": (jsp.ndtr, -9, 9),
    "log_ndtr": (jsp.log_ndtr, -5, 9), "ndtri": (jsp.ndtri, 0.001, 0.999), "erfinv": (jsp.erfinv, -0.99, 0.99),
    "lgamma": (jsp.gammaln, 0.05, 50), "digamma": (jsp.digamma, 0.05, 50), "i0e": (jsp.i0e, -40, 40),
    "i1e": (jsp.i1e, -40, 40), "entr": (jsp.entr, 0.01, 9),
    "quick_gelu": (lambda x: x * jax.nn.sigmoid(1.702 * x), -9, 9),
    "frac": (lambda x: x - jnp.trunc(x), -9, 9), "sinpi": (lambda x: jnp.sin(jnp.pi * x), -0.9, 0.9),
    "cospi": (lambda x: jnp.cos(jnp.pi * x), -0.9, 0.9), "log1mexp": (lambda x: jnp.log(-jnp.expm1(-x)), 0.01, 30),
    "isnan": (jnp.isnan, -1, 1), "isinf": (jnp.isinf, -1, 1), "isfinite": (jnp.isfinite, -1, 1),
    "signbit": (jnp.signbit, -1, 1),
    "erfcx": (lambda x: jnp.exp(x * x) * jsp.erfc(x), -3, 4),
}
BINARY = {
    "add": (jnp.add, -9, 9), "subtract": (jnp.subtract, -9, 9), "multiply": (jnp.multiply, -9, 9),
    "divide": (jnp.divide, 0.2, 9), "pow": (jnp.power, 0.1, 4), "maximum": (jnp.maximum, -9, 9),
    "minimum": (jnp.minimum, -9, 9), "hypot": (jnp.hypot, 0.1, 9), "atan2": (jnp.arctan2, -9, 9),
    "fmod": (jnp.fmod, 0.3, 9), "floor_modulo": (jnp.mod, -9, 9), "copysign": (jnp.copysign, -9, 9),
    "logaddexp": (jnp.logaddexp, -30, 30), "logaddexp2": (jnp.logaddexp2, -30, 30), "xlogy": (jsp.xlogy, 0.1, 9),
    "xlog1py": (jsp.xlog1py, 0.1, 9), "squared_difference": (lambda a, b: (a - b) ** 2, -9, 9),
    "betaln": (lambda a, b: jsp.gammaln(a) + jsp.gammaln(b) - jsp.gammaln(a + b), 0.1, 20), "equal": (jnp.equal, -1, 1), "not_equal": (jnp.not_equal, -1, 1),
    "less": (jnp.less, -1, 1), "less_equal": (jnp.less_equal, -1, 1), "greater": (jnp.greater, -1, 1),
    "greater_equal": (jnp.greater_equal, -1, 1), "floor_divide": (lambda a, b: jnp.floor(a / b), 0.3, 9),
    "swiglu": (lambda a, b: jax.nn.silu(a) * b, -9, 9),
    "logsubexp": (lambda a, b: jnp.log(jnp.abs(jnp.exp(a) - jnp.exp(b))), -5, 5),
}
for op, (f, low, high) in UNARY.items():
    for shape in SHAPES:
        case(op, f, [uniform(low, high, *shape)])
for op, (f, low, high) in BINARY.items():
    for shape in SHAPES:
        case(op, f, [uniform(low, high, *shape), uniform(low, high, *shape)])
for shape in SHAPES:
    a, b, c = (uniform(-3, 3, *shape) for _ in range(3))
    case("where", jnp.where, [a > 0, b, c])
    case("clip", jnp.clip, [a, np.minimum(b, c) - 0.1, np.maximum(b, c) + 0.1])
    case("lerp", lambda x, y, w: x + w * (y - x), [a, b, c])
    case("fma", lambda x, y, z: x * y + z, [a, b, c])
    case("leaky_relu", lambda x, s: jnp.where(x > 0, x, s * x), [a, b])
    case("elu", lambda x, s: jnp.where(x > 0, x, s * jnp.expm1(jnp.minimum(x, 0))), [a, np.abs(b) + 0.1])
    case("celu", lambda x, s: jnp.where(x > 0, x, s * jnp.expm1(jnp.minimum(x, 0) / s)), [a, np.abs(b) + 0.1])
    for order in (1, 2, 3):
        case("polygamma", lambda x, n=order: jsp.polygamma(n, x), [np.abs(a) + 0.3], order=order)
    case("zeta", jsp.zeta, [np.abs(a) + 1.5, np.abs(b) + 0.3], wrt=[1])
    case("sinc", jnp.sinc, [a], order=0)
    for n in (-2, 0, 1, 3, 7):
        case("integer_pow", lambda x, n=n: lax.integer_pow(x, n), [np.abs(a) + 0.2], exponent=n)

# Values at the edges of elementwise functions, of NumPy and SciPy: XLA takes denormal numbers for 0.
EDGES = [0.0, -0.0, np.inf, -np.inf, np.nan, 5e-324, -5e-324, 1e-310, 1e300, -1e300, 1e-300]
AT_EDGES = {
    "softplus": lambda x: np.logaddexp(x, 0), "sigmoid": scipy.special.expit, "relu": lambda x: np.maximum(x, 0.0),
    "erf": scipy.special.erf, "erfc": scipy.special.erfc, "ndtr": scipy.special.ndtr, "log_ndtr": scipy.special.log_ndtr,
    "entr": scipy.special.entr, "log_sigmoid": scipy.special.log_expit, "logit": scipy.special.logit,
    "rsqrt": lambda x: 1 / np.sqrt(x), "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan, "asinh": np.arcsinh,
    "acosh": np.arccosh, "atanh": np.arctanh, "negative": np.negative, "abs": np.abs, "sign": np.sign, "round": np.rint,
}
for op in ("square", "exp", "expm1", "tanh", "sin", "cos", "tan", "cosh", "sinh", "exp2", "floor", "ceil", "trunc", "sqrt", "log",
           "log1p", "log2", "log10", "cbrt", "isnan", "isinf", "isfinite", "signbit", "reciprocal"):
    AT_EDGES[op] = getattr(np, op)
with np.errstate(all="ignore"):
    for op, f in AT_EDGES.items():
        for v in EDGES:
            value_at_edge = f(np.float64(v))
            lines.append(f"op {op}")
            value("x", np.float64(v))
            value("y", value_at_edge)
    for op, f in {"hypot": np.hypot, "atan2": np.arctan2, "pow": np.power, "fmod": np.fmod, "maximum": np.maximum,
                  "minimum": np.minimum, "copysign": np.copysign, "logaddexp": np.logaddexp, "nextafter": np.nextafter,
                  "floor_modulo": np.mod, "xlogy": scipy.special.xlogy, "xlog1py": scipy.special.xlog1py}.items():
        for v in EDGES:
            for w in EDGES + [2.0, -3.0, 0.5]:
                lines.append(f"op {op}")
                value("x", np.float64(v))
                value("x", np.float64(w))
                value("y", np.asarray(f(np.float64(v), np.float64(w))))

# Reductions and scans.
for op, f in {"sum": jnp.sum, "prod": jnp.prod, "mean": jnp.mean, "max": jnp.max, "min": jnp.min,
              "logsumexp": jsp.logsumexp}.items():
    for shape, axes in [((5,), [0]), ((3, 4), [0]), ((3, 4), [1]), ((2, 3, 4), [0, 2]), ((2, 3), [0, 1]), ((), [])]:
        for keep in (False, True):
            case(op, lambda x, a=tuple(axes), k=keep, f=f: f(x, axis=a, keepdims=k), [apart(*shape)], axes=axes, keepdims=keep)
for op, f in {"var": jnp.var, "std": jnp.std}.items():
    for correction in (0, 1):
        for shape, axes in [((5,), [0]), ((3, 4), [1]), ((2, 3, 4), [0, 2])]:
            case(op, lambda x, a=tuple(axes), c=correction, f=f: f(x, axis=a, ddof=c), [apart(*shape)],
                 axes=axes, correction=correction, keepdims=False)
case("prod", lambda x: jnp.prod(x, axis=0), [np.array([2.0, 0.0, 3.0])], axes=[0], keepdims=False)
case("prod", lambda x: jnp.prod(x, axis=0), [np.array([0.0, 5.0, 0.0])], axes=[0], keepdims=False)
for shape, axis in [((5,), 0), ((3, 4), 0), ((3, 4), 1), ((2, 3, 2), 1)]:
    x = apart(*shape)
    for op, f in {"softmax": jax.nn.softmax, "log_softmax": jax.nn.log_softmax, "cummax": lax.cummax, "cummin": lax.cummin,
                  "cumlogsumexp": lax.cumlogsumexp, "argmax": jnp.argmax, "argmin": jnp.argmin}.items():
        case(op, lambda v, f=f, a=axis: f(v, axis=a), [x], axis=axis)
    for reverse in (False, True):
        case("cumsum", lambda v, a=axis, r=reverse: lax.cumsum(v, axis=a, reverse=r), [x], axis=axis, exclusive=False, reverse=reverse)
        case("cumprod", lambda v, a=axis, r=reverse: lax.cumprod(v, axis=a, reverse=r), [x], axis=axis, exclusive=False, reverse=reverse)
    for descending in (False, True):
        case("sort", lambda v, a=axis, d=descending: jnp.sort(v, axis=a, descending=d), [x], axis=axis, descending=descending)
        case("argsort", lambda v, a=axis, d=descending: jnp.argsort(v, axis=a, descending=d), [x], axis=axis, descending=descending)
    for keep in (False, True):
        case("median", lambda v, a=axis, k=keep: jnp.median(v, axis=a, keepdims=k), [x], axis=axis, keepdims=keep)
        case("quantile", lambda v, a=axis, k=keep: jnp.quantile(v, 0.3, axis=a, keepdims=k), [x], axis=axis, fraction=0.3, keepdims=keep)

# Shapes and indices.
x = apart(3, 4)
case("reshape", lambda v: v.reshape(2, 6), [x], shape=(2, 6))
case("transpose", lambda v: v.T, [x], perm=[1, 0])
case("transpose", lambda v: v.transpose(2, 0, 1), [apart(2, 3, 4)], perm=[2, 0, 1])
case("concat", lambda a, b: jnp.concatenate([a, b], 1), [x, apart(3, 2)], axis=1)
case("stack", lambda a, b: jnp.stack([a, b], 1), [x, x + 1], place=1)
case("slice", lambda v: v[1:3, 0:3:2], [x], begin=(1, 0), shape=(2, 2), strides=(1, 2))
case("slice", lambda v: v[::-1, 3:0:-2], [x], begin=(2, 3), shape=(3, 2), strides=(-1, -2))
case("flip", lambda v: jnp.flip(v, 1), [x], axes=[1])
case("roll", lambda v: jnp.roll(v, (1, -2), (0, 1)), [x], along=[0, 1], shifts=(1, -2))
case("tile", lambda v: jnp.tile(v, (2, 3)), [x], reps=(2, 3))
case("repeat", lambda v: jnp.repeat(v, 3, 1), [x], axis=1, n=(3,))
case("diag", lambda v: jnp.diag(v, 1), [apart(4)], offset=1)
case("diagonal", lambda v: jnp.diagonal(v, -1, 0, 1), [x], axis1=0, axis2=1, offset=-1)
case("tril", lambda v: jnp.tril(v, -1), [x], offset=-1)
case("triu", lambda v: jnp.triu(v, 1), [x], offset=1)
case("trace", jnp.trace, [apart(4, 4)])
case("broadcast", lambda v: jnp.broadcast_to(v, (2, 3, 4)), [x], shape=(2, 3, 4))
case("linspace", lambda a, b: jnp.linspace(a, b, 7), [np.float64(0.3), np.float64(2.5)], n=(7,))
for op, mode in {"pad_reflect": "reflect", "pad_symmetric": "symmetric", "pad_edge": "edge", "pad_wrap": "wrap"}.items():
    case(op, lambda v, m=mode: jnp.pad(v, ((1, 2), (2, 1)), mode=m), [x], widths=(1, 2, 2, 1))
case("pad_with", lambda v, c: lax.pad(v, c, [(1, 2, 1), (-1, 1, 0)]), [x, np.float64(1.5)], widths=(1, 2, 1, -1, 1, 0))
i = np.array([2, 0, 2, 1])
case("take", lambda v, k: jnp.take(v, k, axis=0), [x, i], axis=0)
case("take", lambda v, k: jnp.take(v, k, axis=1), [x, i.reshape(2, 2)], axis=1)
case("take_along_axis", lambda v, k: jnp.take_along_axis(v, k, 1), [x, rng.integers(0, 4, (3, 2))], axis=1)
case("scatter_add", lambda v, k, u: v.at[k].add(u), [x, i, apart(4, 4)], axis=0)
case("segment_sum", lambda v, k: jax.ops.segment_sum(v, k, 3), [apart(4, 2), i], n=(3,))
case("masked_fill", lambda v, m, c: jnp.where(m, c, v), [x, x > 0, np.float64(2.5)])
case("gather_nd", lambda v, k: v[k[..., 0], k[..., 1]], [x, np.array([[0, 1], [2, 3], [0, 1]])], depth=2)
case("searchsorted", lambda s, v: jnp.searchsorted(s, v), [np.arange(5.0), apart(6)], right=False)
case("dynamic_slice", lambda v, s: lax.dynamic_slice(v, (s[0], s[1]), (2, 2)), [x, np.array([1, 2])], shape=(2, 2))
case("dynamic_update_slice", lambda v, u, s: lax.dynamic_update_slice(v, u, (s[0], s[1])), [x, apart(2, 2), np.array([1, 1])])
case("one_hot", lambda k: jax.nn.one_hot(k, 3, dtype=np.float64), [i], n=(3,), to="f64")

# Linear algebra.
a, b = uniform(-1, 1, 2, 3, 4), uniform(-1, 1, 2, 4, 5)
case("matmul", jnp.matmul, [a, b], transpose_a=False, transpose_b=False)
case("matmul", lambda p, q: jnp.matmul(p.swapaxes(-1, -2), q), [a.swapaxes(-1, -2), b], transpose_a=True, transpose_b=False)
case("matmul", lambda p, q: jnp.matmul(p, q.swapaxes(-1, -2)), [a, b.swapaxes(-1, -2)], transpose_a=False, transpose_b=True)
m = uniform(-1, 1, 2, 4, 4)
spd = m @ m.swapaxes(-1, -2) + 2 * np.eye(4)
case("cholesky", jnp.linalg.cholesky, [spd])
case("inv", jnp.linalg.inv, [m + 3 * np.eye(4)])
case("det", jnp.linalg.det, [m])
case("logdet", lambda v: jnp.linalg.slogdet(v)[1], [spd])
case("solve", jnp.linalg.solve, [m + 3 * np.eye(4), uniform(-1, 1, 2, 4, 3)], transpose=False)
for upper in (False, True):
    for transpose in (False, True):
        t = np.triu(spd) if upper else np.tril(spd)
        case("triangular_solve",
             lambda p, q, u=upper, s=transpose: jax.scipy.linalg.solve_triangular(p[0], q[0], trans=1 if s else 0, lower=not u)[None],
             [t[:1], uniform(-1, 1, 1, 4, 3)], right=False, transpose=transpose, unit_diagonal=False, upper=upper)
case("eigvalsh", jnp.linalg.eigvalsh, [spd])

# Networks.
z, k = apart(4, 5), np.array([0, 4, 2, 2])
case("softmax_cross_entropy", lambda l, t: -jnp.sum(t * jax.nn.log_softmax(l), -1), [z, uniform(0, 1, 4, 5)])
case("sparse_softmax_cross_entropy", lambda l, c: -jnp.take_along_axis(jax.nn.log_softmax(l), c[:, None], 1)[:, 0], [z, k])
for reduction, reduce in {"none": lambda v: v, "sum": jnp.sum, "mean": jnp.mean}.items():
    p, q = apart(3, 4), apart(3, 4)
    case("mse", lambda u, v, r=reduce: r((u - v) ** 2), [p, q], reduction=reduction)
    case("l1_loss", lambda u, v, r=reduce: r(jnp.abs(u - v)), [p, q], reduction=reduction)
    case("log_cosh", lambda u, v, r=reduce: r(jnp.log(jnp.cosh(u - v))), [p, q], reduction=reduction)
    case("huber", lambda u, v, r=reduce: r(jnp.where(jnp.abs(u - v) <= 0.7, 0.5 * (u - v) ** 2, 0.7 * (jnp.abs(u - v) - 0.35))),
         [p, q], delta=0.7, reduction=reduction)
    case("sigmoid_cross_entropy_with_logits",
         lambda l, t, r=reduce: r((1 - t) * l + (1 + 2.0 * t) * (jnp.log1p(jnp.exp(-jnp.abs(l))) + jnp.maximum(-l, 0))),
         [p, uniform(0, 1, 3, 4)], pos_weight=3.0, reduction=reduction)


def normalised(v, axes, eps=1e-5):
    return (v - v.mean(axes, keepdims=True)) / jnp.sqrt(v.var(axes, keepdims=True) + eps)


case("layer_norm", lambda v, g, s: normalised(v, -1) * g + s, [apart(3, 5), uniform(0.5, 2, 5), uniform(-1, 1, 5)], eps=1e-5)
case("rms_norm", lambda v, g: v / jnp.sqrt((v * v).mean(-1, keepdims=True) + 1e-5) * g, [apart(3, 5), uniform(0.5, 2, 5)], eps=1e-5)
case("instance_norm", lambda v, g, s: normalised(v, (2, 3)) * g[:, None, None] + s[:, None, None],
     [apart(2, 3, 2, 2), uniform(0.5, 2, 3), uniform(-1, 1, 3)], eps=1e-5)
case("group_norm",
     lambda v, g, s: normalised(v.reshape(2, 2, 2, 3), (2, 3)).reshape(2, 4, 3) * g[:, None] + s[:, None],
     [apart(2, 4, 3), uniform(0.5, 2, 4), uniform(-1, 1, 4)], eps=1e-5, groups=2)
case("batch_norm_inference",
     lambda v, g, s, mu, var: (v - mu[:, None]) / jnp.sqrt(var[:, None] + 1e-5) * g[:, None] + s[:, None],
     [apart(2, 3, 4), uniform(0.5, 2, 3), uniform(-1, 1, 3), uniform(-1, 1, 3), uniform(0.5, 2, 3)], eps=1e-5)
case("glu", jax.nn.glu, [apart(3, 4)], axis=1)

# Products, factorisations and functions of matrices.
a, b, c = uniform(-1, 1, 3, 4), uniform(-1, 1, 4, 2), uniform(-1, 1, 2, 5)
for spec, operands in {"ij,jk->ik": [a, b], "ij,jk,kl->il": [a, b, c], "ij->ji": [a], "ij->": [a], "ii->i": [uniform(-1, 1, 3, 3)],
                       "ij,ij->i": [a, a + 1], "bij,bjk->bik": [uniform(-1, 1, 2, 3, 4), uniform(-1, 1, 2, 4, 2)],
                       "...ij,jk->...ik": [uniform(-1, 1, 2, 2, 3), uniform(-1, 1, 3, 2)], "i,j->ij": [a[0], c[0]]}.items():
    rank = len(spec.split("->")[1].replace("...", "")) + ("..." in spec)
    case("einsum", lambda *x, s=spec: jnp.einsum(s, *x), operands, rank=rank, spec=spec)
case("tensordot", lambda x, y: jnp.tensordot(x, y, ((1, 2), (1, 0))), [uniform(-1, 1, 2, 3, 4), uniform(-1, 1, 4, 3, 2)], along=[1, 2], along_y=[1, 0])
case("kron", jnp.kron, [a, b])
case("matvec", lambda m, v: m @ v, [a, a[0]])
case("vecdot", lambda u, v: jnp.sum(u * v, -1), [a, a + 1])
case("linear", lambda x, w, v: x @ w.T + v, [a, uniform(-1, 1, 5, 4), uniform(-1, 1, 5)])
square = uniform(-1, 1, 3, 3) + 2 * np.eye(3)
for n in (-2, 0, 1, 3, 6):
    case("matrix_power", lambda v, n=n: jnp.linalg.matrix_power(v, n), [square], exponent=n)


def positive_qr(v):
    q, r = jnp.linalg.qr(v)
    sign = jnp.sign(jnp.diagonal(r))
    return q * sign, r * sign[:, None]


def root(v):
    w, u = jnp.linalg.eigh(v)
    return (u * jnp.sqrt(w)) @ u.T


tall = uniform(-1, 1, 5, 3)
case("qr_q", lambda v: positive_qr(v)[0], [tall])
case("qr_r", lambda v: positive_qr(v)[1], [tall])
case("svdvals", lambda v: jnp.linalg.svd(v, full_matrices=False)[1], [tall])
case("pinv", jnp.linalg.pinv, [tall])
case("pinv", jnp.linalg.pinv, [tall.T])
case("lstsq", lambda m, y: jnp.linalg.pinv(m) @ y, [tall, uniform(-1, 1, 5, 2)])
case("expm", jax.scipy.linalg.expm, [square])
case("expm", jax.scipy.linalg.expm, [5 * uniform(-1, 1, 4, 4)])
small_spd = square @ square.T
for norm, order in enumerate(["fro", "nuc", 2, 1, np.inf]):
    case("matrix_norm", lambda v, o=order: jnp.linalg.norm(v, o), [tall], norm=norm)
case("cond", lambda v: jnp.linalg.cond(v), [tall], derivatives=False)

# Convolutions, pools and resampling.
AXES = {1: ("NCH", "OIH", "NCH"), 2: ("NCHW", "OIHW", "NCHW"), 3: ("NCHWD", "OIHWD", "NCHWD")}


def conv(stride, low, high, dilation, groups):
    return lambda x, w: lax.conv_general_dilated(x, w, stride, list(zip(low, high)), rhs_dilation=dilation, feature_group_count=groups,
                                                 dimension_numbers=AXES[len(stride)])


for shape, filters, stride, low, high, dilation, groups in [
        ((2, 3, 8), (4, 3, 3), (1,), (0,), (0,), (1,), 1), ((2, 4, 9), (6, 2, 3), (2,), (2,), (1,), (2,), 2),
        ((1, 3, 6, 7), (2, 3, 3, 2), (1, 1), (1, 0), (1, 0), (1, 1), 1), ((2, 4, 7, 8), (4, 1, 3, 3), (2, 3), (1, 1), (1, 1), (1, 1), 4),
        ((1, 2, 7, 6), (3, 2, 2, 3), (1, 2), (-1, 2), (1, -1), (2, 1), 1), ((1, 2, 4, 5, 4), (2, 2, 2, 3, 2), (1, 2, 1), (1, 0, 0), (0, 1, 1), (1, 1, 2), 1)]:
    case("conv", conv(stride, low, high, dilation, groups), [uniform(-1, 1, *shape), uniform(-1, 1, *filters)],
         stride=stride, pad_low=low, pad_high=high, dilation=dilation, groups=groups)


def transposed_conv(shape, stride, low, high, dilation):
    # The transpose of the convolution whose input has that shape.
    def f(y, w):
        forward = conv(stride, low, high, dilation, 1)
        return jax.vjp(lambda x: forward(x, w), jnp.zeros((y.shape[0], w.shape[1]) + shape))[1](y)[0]
    return f


case("conv_transpose", transposed_conv((9,), (2,), (1,), (1,), (1,)), [uniform(-1, 1, 2, 3, 5), uniform(-1, 1, 3, 2, 3)],
     stride=(2,), pad_low=(1,), pad_high=(1,), dilation=(1,))
case("conv_transpose", transposed_conv((8, 7), (2, 1), (0, 1), (0, 1), (1, 2)), [uniform(-1, 1, 1, 2, 4, 5), uniform(-1, 1, 2, 3, 2, 3)],
     stride=(2, 1), pad_low=(0, 1), pad_high=(0, 1), dilation=(1, 2))


def pool(init, op, window, stride, pads):
    return lambda x: lax.reduce_window(x, init, op, (1, 1) + window, (1, 1) + stride, ((0, 0), (0, 0)) + pads)


for shape, window, stride, pads in [((2, 2, 7), (3,), (2,), ((1, 1),)), ((1, 2, 6, 5), (2, 3), (2, 1), ((0, 0), (1, 1))),
                                    ((1, 1, 4, 4, 5), (2, 2, 2), (1, 2, 2), ((0, 0), (0, 0), (0, 1)))]:
    sides = dict(stride=stride, pad_low=tuple(p[0] for p in pads), pad_high=tuple(p[1] for p in pads), window=window)
    case("max_pool", pool(-np.inf, lax.max, window, stride, pads), [apart(*shape)], **sides)
    total = pool(0.0, lax.add, window, stride, pads)
    case("avg_pool", lambda x, t=total, w=window: t(x) / np.prod(w), [apart(*shape)], **sides)
    case("avg_pool", lambda x, t=total: t(x) / t(jnp.ones_like(x)), [apart(*shape)], count_include_pad=False, **sides)
case("global_avg_pool", lambda x: x.mean((2, 3), keepdims=True), [apart(2, 3, 3, 4)])
case("resize_bilinear", lambda x: jax.image.resize(x, (1, 2, 6, 7), "bilinear", antialias=False), [apart(1, 2, 3, 4)], shape=(6, 7))
case("depth_to_space", lambda x: x.reshape(1, 2, 2, 3, 2, 3).transpose(0, 3, 4, 1, 5, 2).reshape(1, 3, 4, 6), [apart(1, 12, 2, 3)], block=2)
for unbiased in (False, True):
    for op, f in {"batch_norm_training": lambda v, g, s: normalised(v, (0, 2)) * g[:, None] + s[:, None],
                  "batch_mean": lambda v, g, s: v.mean((0, 2)),
                  "batch_variance": lambda v, g, s, u=unbiased: v.var((0, 2), ddof=int(u))}.items():
        case(op, f, [apart(2, 3, 4), uniform(0.5, 2, 3), uniform(-1, 1, 3)], derivatives=op == "batch_norm_training", eps=1e-5, unbiased=unbiased)

# Classes, heads and rotations.
for smoothing, z_loss in [(0.0, 0.0), (0.1, 0.01)]:
    def classes(v, k, e=smoothing, c=z_loss):
        lse = jsp.logsumexp(v, -1)
        return jnp.mean(lse - (1 - e) * jnp.take_along_axis(v, k[:, None], 1)[:, 0] - e * v.mean(-1) + c * lse**2)
    case("cross_entropy", classes, [z, k], ignore_index=-100, label_smoothing=smoothing, reduction="mean", z_loss=z_loss)


def attention(q, keys, v):
    s = jnp.einsum("hsd,htd->hst", q, jnp.repeat(keys, q.shape[0] // keys.shape[0], 0)) / np.sqrt(q.shape[-1])
    seen = jnp.arange(s.shape[2])[None, :] <= jnp.arange(s.shape[1])[:, None] + s.shape[2] - s.shape[1]
    return jnp.einsum("hst,hte->hse", jax.nn.softmax(jnp.where(seen, s, -jnp.inf), -1), jnp.repeat(v, q.shape[0] // v.shape[0], 0))


case("scaled_dot_product_attention", attention, [uniform(-1, 1, 4, 3, 2), uniform(-1, 1, 2, 5, 2), uniform(-1, 1, 2, 5, 3)], causal=True, scale=0.0)
angle = uniform(-3, 3, 3, 2)
case("rotary_embedding", lambda v, c, s: jnp.concatenate([v[..., :2] * c - v[..., 2:] * s, v[..., 2:] * c + v[..., :2] * s], -1),
     [apart(2, 3, 4), np.cos(angle), np.sin(angle)], interleaved=False)
case("rotary_embedding", lambda v, c, s: jnp.stack([v[..., ::2] * c - v[..., 1::2] * s, v[..., 1::2] * c + v[..., ::2] * s], -1).reshape(2, 3, 4),
     [apart(2, 3, 4), np.cos(angle), np.sin(angle)], interleaved=True)
case("scatter_nd_add", lambda v, i, u: v.at[i[:, 0], i[:, 1]].add(u), [x, np.array([[0, 1], [2, 3], [0, 1]]), apart(3)], depth=2)



def expint(v):  # the power series: JAX's own is not defined for arrays of double
    term, total = jnp.ones_like(v), np.euler_gamma + jnp.log(jnp.abs(v))
    for k in range(1, 60):
        term = term * v / k
        total = total + term / k
    return total


assert np.allclose(expint(np.array([-3.0, -0.5, 0.1, 4.0])), scipy.special.expi([-3.0, -0.5, 0.1, 4.0]), rtol=1e-13)
for shape in SHAPES:
    case("tgamma", jsp.gamma, [uniform(0.05, 20, *shape)])
    case("expint", expint, [uniform(0.4, 4, *shape) * np.where(uniform(-1, 1, *shape) < 0, -0.7, 1)])
    case("beta", jsp.beta, [uniform(0.1, 20, *shape), uniform(0.1, 20, *shape)])

path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests", "ops", "oracles.txt.gz")
with open(path, "wb") as out:
    with gzip.GzipFile("", "wb", 9, out, mtime=0) as text:
        text.write(("\n".join(lines) + "\n").encode())
print(f"{sum(l.startswith('op ') for l in lines)} cases, {os.path.getsize(path)} bytes", file=sys.stderr)
