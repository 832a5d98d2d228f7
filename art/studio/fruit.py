"""Fruit, fresh and candied. A piece is a mesh around its own origin."""

import math
import random

from mathutils import Euler, Vector

import materials as m
from boxes import ribbon_strip
from meshes import circle, lathe, loft
from pieces import ball, chunk, material_once, thread
from plants import leaf


def coconut(seed=0):
    """One shred."""
    mat = material_once("coconut", lambda: m.organic("#fbf6ea", "#f3e8d0", 0.6, 0.2, 10, sss=0.1, name="coconut"))
    rng = random.Random(seed)
    ln = rng.uniform(0.25, 0.7)
    pts = [((k / 3 - 0.5) * ln, rng.uniform(-0.06, 0.06), rng.uniform(0, 0.06)) for k in range(4)]
    obj = thread("coconut", pts, [0.7, 1, 1, 0.6], mat, 0.035, 1)
    obj.scale = (1, 1, 0.55)
    return obj


def orange_peel(seed=0):
    """Candied strip."""
    mat = material_once(
        "peel",
        lambda: m.organic(
            "#e0790f", "#ee9a2a", 0.34, 0.6, 14, sss=0.15, radius=(0.2, 0.08, 0.02), coat=0.35, name="peel"
        ),
    )
    rng = random.Random(seed)
    ln, turn = rng.uniform(1.1, 2.0), rng.uniform(0.8, 2.4)
    path, w, side = [], [], []
    for i in range(20):
        t = i / 19
        a = (t - 0.5) * turn
        r = ln / turn
        path.append((r * math.sin(a), r * (1 - math.cos(a)), 0.12 + 0.12 * math.sin(t * 4 + seed)))
        w.append(0.16 + 0.03 * math.sin(t * 9 + seed))
        side.append((0.0, 0.25 * math.sin(t * 3 + seed), 1.0))
    obj = ribbon_strip("peel", path, w, mat, side)
    obj.modifiers["thick"].thickness = 0.13
    return obj


def orange_slice(seed=0):
    """Candied slice: rind, pith and translucent segments."""
    peel = material_once("rind", lambda: m.organic("#d9740d", "#ea9425", 0.4, 0.5, 14, coat=0.3, name="rind"))
    flesh = material_once(
        "flesh",
        lambda: m.organic(
            "#e8830f", "#f7ad3c", 0.18, 0.55, 6, sss=0.5, radius=(0.5, 0.2, 0.05), coat=0.6, name="flesh"
        ),
    )
    pith = material_once(
        "pith", lambda: m.organic("#f6d9a4", "#f0c884", 0.4, 0.3, 9, sss=0.3, radius=(0.3, 0.2, 0.1), name="pith")
    )
    root = loft("rind", circle(72, 2.0), [(0.99, 0), (1, 0.05), (1, 0.27), (0.98, 0.32), (0.92, 0.32)], peel)
    core = loft("pith", circle(72, 1.86), [(1, 0.01), (1, 0.325), (0.01, 0.325)], pith)
    core.parent = root
    for k in range(9):
        a0, a1 = 2 * math.pi * k / 9 + 0.05, 2 * math.pi * (k + 1) / 9 - 0.05
        mid = (a0 + a1) / 2
        pts = [(0.22 * math.cos(mid), 0.22 * math.sin(mid))]
        pts += [(1.66 * math.cos(a0 + (a1 - a0) * i / 10), 1.66 * math.sin(a0 + (a1 - a0) * i / 10)) for i in range(11)]
        cx, cy = sum(p[0] for p in pts) / len(pts), sum(p[1] for p in pts) / len(pts)
        seg = loft(
            "seg",
            [(x - cx, y - cy) for x, y in pts],
            [(1, 0.2), (1, 0.34), (0.93, 0.39), (0.5, 0.40), (0.02, 0.39)],
            flesh,
            subsurf=2,
        )
        seg.location = (cx, cy, 0)
        seg.parent = root
    return root


def strawberry(seed=0):
    """Freeze-dried crumb."""
    mat = material_once(
        "strawberry",
        lambda: m.organic("#c21d33", "#e8667a", 0.75, 0.8, 9, sss=0.08, radius=(0.2, 0.04, 0.04), name="strawberry"),
    )
    return chunk("strawberry", mat, 0.13 + 0.15 * random.Random(seed).random(), seed, points=11)


def fresh_strawberry(seed=0):
    """Whole berry with seeds and leaves."""
    mat = material_once(
        "berry",
        lambda: m.organic(
            "#b50f1f", "#d62836", 0.22, 0.12, 4, sss=0.2, radius=(0.3, 0.04, 0.03), coat=0.6, name="berry"
        ),
    )
    seedm = material_once("berryseed", lambda: m.organic("#e2b45a", "#c98f3a", 0.4, 0.2, 9, name="berryseed"))
    prof = [
        (0.05, 0.0),
        (0.28, 0.05),
        (0.62, 0.45),
        (0.92, 1.05),
        (1.02, 1.55),
        (0.92, 1.95),
        (0.6, 2.15),
        (0.15, 2.12),
        (0.01, 2.1),
    ]
    root = lathe("berry", prof, mat, 64, 2)
    dents = []
    for ring in range(2, 17):
        z = 0.12 + ring * 0.115
        r = _profile_radius(prof, z)
        count = max(5, int(r * 15))
        for k in range(count):
            dents.append((r, z, 2 * math.pi * (k + (ring % 2) * 0.5) / count))
    for r, z, a in dents:
        s = ball("s", seedm, (0.035, 0.022, 0.055), 2)
        s.location = ((r + 0.0) * math.cos(a), (r + 0.0) * math.sin(a), z)
        s.rotation_euler = (0, -0.3, a)
        s.parent = root
    for k in range(9):
        lf = leaf(seed + k, "#3f7a2c", "#79a83e", 0.75)
        lf.rotation_euler = (0.25, 0, 2 * math.pi * k / 9)
        d = Vector((0, 0.36, 0))
        d.rotate(Euler((0, 0, 2 * math.pi * k / 9)))
        lf.location = d + Vector((0, 0, 2.16))
        lf.parent = root
    return root


def _profile_radius(prof, z):
    """How wide a turned shape is at this height."""
    for (r0, z0), (r1, z1) in zip(prof, prof[1:]):
        if z0 <= z <= z1:
            return r0 + (r1 - r0) * (z - z0) / max(z1 - z0, 1e-6)
    return prof[-3][0]
