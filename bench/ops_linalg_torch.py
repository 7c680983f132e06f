#!/usr/bin/env python3
"""What torch takes for the ops of bench/ops_linalg.cpp, one thread. `pip install torch`, and run it on a quiet machine."""
import time

import torch

torch.set_num_threads(1)


def best(call):
    call()
    repeats, least = 1, float("inf")
    while True:
        start = time.thread_time()
        for _ in range(repeats):
            call()
        taken = time.thread_time() - start
        least = min(least, taken / repeats)
        if taken > 0.2:
            return least
        repeats *= 2


for n in (16, 64, 256):
    torch.manual_seed(1)
    b = torch.rand(n, n, dtype=torch.float64) * 2 - 1
    a = b @ b.T + n * torch.eye(n, dtype=torch.float64)
    ops = {
        "cholesky": lambda: torch.linalg.cholesky(a),
        "solve": lambda: torch.linalg.solve(a, b),
        "triangular_solve": lambda: torch.linalg.solve_triangular(a, b, upper=False),
        "inv": lambda: torch.linalg.inv(a),
        "qr": lambda: torch.linalg.qr(b),
        "eigh": lambda: torch.linalg.eigh(a),
        "svd": lambda: torch.linalg.svd(b, full_matrices=False),
        "einsum ij,ik,kl->jl": lambda: torch.einsum("ij,ik,kl->jl", a, b, a),
    }
    for name, call in ops.items():
        print(f"{name}/torch/{n} {best(call) * 1e9:12.0f} ns")
