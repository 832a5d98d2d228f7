"""Nuts, beans and crumbs. A piece is a mesh around its own origin."""

import math
import random

from mathutils import Matrix, Vector, noise

import materials as m
from boxes import ribbon_strip
from chocolate import chocolate
from meshes import loft, mesh_object, squircle
from nodes import Nodes, rgb
from pieces import ball, chunk, material_once


def hazelnut(seed=0):
    """Whole and roasted, with its pale crown."""
    mat = material_once("hazelnut", lambda: m.organic("#8a4f25", "#b57a42", 0.45, 0.25, 10, coat=0.1, name="hazelnut"))
    obj = ball("hazelnut", mat, (0.62, 0.60, 0.66), 4, [(1.2, 0.06), (5, 0.012)], seed)
    for v in obj.data.vertices:
        if v.co.z > 0.3:
            v.co.z += (v.co.z - 0.3) ** 2 * 0.9
            v.co.x *= 1 - (v.co.z - 0.3) * 0.25
            v.co.y *= 1 - (v.co.z - 0.3) * 0.25
    return obj


def nut_chunk(seed=0):
    """Chopped nut."""
    mat = material_once("nut", lambda: m.organic("#d9b27c", "#a86c35", 0.55, 0.3, 7, sss=0.05, name="nut"))
    return chunk("nut", mat, 0.20 + 0.10 * random.Random(seed).random(), seed)


def pistachio(seed=0):
    """Whole or chopped."""
    mat = material_once("pistachio", lambda: m.organic("#9ab03f", "#6d5a3a", 0.5, 0.35, 9, sss=0.06, name="pistachio"))
    if seed % 3 == 0:
        return ball("pistachio", mat, (0.50, 0.30, 0.27), 4, [(1.5, 0.10), (5, 0.03)], seed)
    return chunk("pistachio", mat, 0.17 + 0.09 * random.Random(seed).random(), seed)


def almond(seed=0):
    """Whole, in its skin."""
    mat = material_once("almond", lambda: m.organic("#8f5227", "#b9793f", 0.6, 0.4, 12, name="almond"))
    obj = ball("almond", mat, (0.95, 0.55, 0.36), 4, [(2.5, 0.03), (9, 0.015)], seed)
    for v in obj.data.vertices:
        v.co.y *= 1 - 0.45 * max(0, v.co.x / 0.95) ** 1.5
    return obj


def coffee_bean(seed=0):
    """Roasted, with its groove."""
    mat = material_once("coffee", lambda: m.organic("#3a1d0e", "#2a1409", 0.30, 0.2, 7, coat=0.35, name="coffee"))
    obj = ball("coffee", mat, (0.52, 0.36, 0.26), 5, [(1.2, 0.03)], seed)
    for v in obj.data.vertices:
        if v.co.z < 0:
            v.co.z *= 0.62
        else:
            groove = math.exp(-(((v.co.y - 0.03 * math.sin(v.co.x * 7)) / 0.035) ** 2))
            v.co.z -= 0.14 * groove * (v.co.z / 0.26)
    return obj


def cocoa_bean(seed=0, colour="#35190d", second="#7c4b2f", rough=0.55):
    """Dried or roasted; paler and wet while it ferments. An almond's form, flat, wrinkled along its length."""
    mat = material_once(f"cocoabean{colour}{rough}", lambda: _husk(colour, second, rough))
    obj = ball("cocoabean", mat, (1.05, 0.56, 0.36), 5, [(0.9, 0.1), (2.2, 0.04)], seed)
    for v in obj.data.vertices:
        wrinkle = noise.noise(Vector((v.co.x * 1.1 + seed, v.co.y * 9, v.co.z * 9)))
        slim = (1 - 0.3 * max(0, v.co.x) ** 2) * (1 + 0.07 * wrinkle)
        v.co.y, v.co.z = v.co.y * slim, v.co.z * slim
    return obj


def _husk(colour, second, rough):
    """Papery skin whose streaks run along the bean; no two beans are roasted alike."""
    n = Nodes("husk")
    along = n.add("ShaderNodeMapping", {"Vector": n.coord, "Scale": (0.6, 3.2, 3.2)}).outputs[0]
    streaks = n.noise(1.5, 6, 0.65, vector=along)
    darker = n.add("ShaderNodeObjectInfo").outputs["Random"]
    base = n.mix(n.ramp(streaks, 0.4, 0.66), rgb(colour), rgb(second))
    base = n.mix(n.math("MULTIPLY", darker, 0.55), base, rgb(colour))
    n.set(Base_Color=base, Roughness=rough, Specular=0.4, Normal=n.bump(streaks, 0.7, 0.06))
    return n.mat


def nib(seed=0):
    """Crushed cacao."""
    mat = material_once("nib", lambda: m.organic("#4a2415", "#331609", 0.5, 0.5, 9, name="nib"))
    return chunk("nib", mat, 0.13 + 0.12 * random.Random(seed).random(), seed)


def cocoa_dust(seed=0):
    """A grain of powder."""
    mat = material_once("dust", lambda: m.organic("#63402b", "#4c2f1f", 1.0, 0.0, 4, specular=0.05, name="dust"))
    return chunk("dust", mat, 0.018 + 0.028 * random.Random(seed).random() ** 2, seed, points=7)


def pod(seed=0, colour="#b8762a", second="#7a2f1c"):
    """Cocoa pod lying on its side."""
    mat = material_once("pod" + colour, lambda: m.organic(colour, second, 0.45, 0.5, 2.2, coat=0.12, name="pod"))
    obj = ball("pod", mat, (1, 1, 1), 6)
    for v in obj.data.vertices:
        a = math.atan2(v.co.y, v.co.z)
        ridge = 1 + 0.055 * math.cos(a * 10) - 0.03 * math.cos(a * 5)
        x = v.co.x
        taper = 1 - max(0, x) ** 3 * 0.35
        wart = 0.05 * noise.noise(v.co * 5 + Vector((seed, 0, 0))) + 0.025 * noise.noise(v.co * 13)
        v.co = Vector(
            (
                x * 6.2 + (0.7 * max(0, x) ** 8),
                v.co.y * 2.9 * ridge * taper * (1 + wart),
                v.co.z * 2.9 * ridge * taper * (1 + wart),
            )
        )
    obj.data.transform(Matrix.Translation((0, 0, 2.85)))
    return obj


def salt(seed=0):
    """Clear crystals."""
    mat = material_once("salt", m.salt)
    rng = random.Random(seed)
    size = rng.choice((0.05, 0.07, 0.09, 0.13))
    if seed % 4 == 0:  # pyramid flake
        obj = loft(
            "salt",
            squircle(4, size * 1.5, 2),
            [(1, 0), (0.7, size * 0.5), (0.3, size * 0.9)],
            mat,
            smooth=False,
            bevel=0.008,
        )
        return obj
    return chunk("salt", mat, size, seed, points=9)


def sugar(seed=0):
    """A grain."""
    mat = material_once("salt", m.salt)
    return chunk("sugar", mat, 0.03 + 0.02 * random.Random(seed).random(), seed, points=8)


def honeycomb(seed=0):
    """Brittle full of bubbles."""
    mat = material_once("honeycomb", m.honeycomb)
    obj = chunk("honeycomb", mat, 0.34 + 0.22 * random.Random(seed).random(), seed, points=12)
    return obj


def pearl(seed=0):
    """Sugar pearl."""
    mat = material_once("pearl", lambda: m.ceramic("#f3ead9", 0.12))
    return ball("pearl", mat, (0.20, 0.20, 0.20), 4)


def gold_flake(seed=0):
    """Crumpled leaf of a few millimetres."""
    mat = material_once("gold", lambda: m.gold("#e3b04c", 0.34, 0.35, 3.0))
    rng = random.Random(seed)
    n, size = 16, rng.uniform(0.22, 0.55)
    verts, faces = [], []
    for i in range(n + 1):
        for j in range(n + 1):
            x, y = (i / n - 0.5) * 2, (j / n - 0.5) * 2
            p = Vector((x, y, 0)) * size
            p.z = 0.16 * size * noise.noise(Vector((x * 2, y * 2, seed))) + 0.12 * size * noise.noise(
                Vector((x * 5, y * 5, seed))
            )
            verts.append(tuple(p))
    for i in range(n):
        for j in range(n):
            x, y = (i + 0.5) / n - 0.5, (j + 0.5) / n - 0.5
            if math.hypot(x, y) < 0.36 + 0.20 * noise.noise(Vector((x * 5, y * 5, seed * 2.3))):
                k = i * (n + 1) + j
                faces.append((k, k + 1, k + n + 2, k + n + 1))
    obj = mesh_object("flake", verts, faces or [(0, 1, n + 2, n + 1)], mat)
    return obj


def curl(seed=0, kind="dark"):
    """Chocolate shaving."""
    mat = material_once("curl" + kind, lambda: chocolate(kind, "satin"))
    rng = random.Random(seed)
    turns, ln = rng.uniform(1.0, 2.2), rng.uniform(0.8, 1.8)
    path, w, side = [], [], []
    for i in range(40):
        t = i / 39
        a = t * turns * 2 * math.pi
        r = 0.18 + 0.10 * t
        path.append((r * math.cos(a), (t - 0.5) * ln * 0.25, r * math.sin(a) + 0.28))
        w.append(ln * (0.4 + 0.2 * math.sin(t * 3)))
        side.append((0.1, 1, 0))
    return ribbon_strip("curl", path, w, mat, side)
