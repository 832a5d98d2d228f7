"""Leaves, flowers and spices. A piece is a mesh around its own origin."""

import math
import random

from mathutils import Matrix, Vector, noise

import materials as m
from meshes import grid_faces, mesh_object
from nuts import gold_flake
from pieces import ball, material_once, sheet, thread


def petal(seed=0, colour="#b8324e", edge="#eb9aa6", size=1.0):
    """Thin leaf, darker at its foot, that lets light through."""
    mat = material_once("petal" + colour, lambda: m.petal(colour, edge))
    rng = random.Random(seed)
    n = 14
    curl, cup = rng.uniform(0.1, 0.35), rng.uniform(0.2, 0.45)
    verts, uv = [], []
    for j in range(n + 1):
        t = j / n
        if t < 0.62:
            width = 0.24 + 0.76 * math.sin(math.pi / 2 * t / 0.62) ** 0.7
        else:
            width = math.sqrt(max(0.0, 1 - ((t - 0.62) / 0.38) ** 2))
        width = max(width, 0.02)
        for i in range(n + 1):
            s = i / n * 2 - 1
            x = s * width * 0.62
            y = t * 1.25
            z = cup * (x * x) * 1.3 + curl * (t - 0.35) ** 2 * 1.1 + 0.06 * noise.noise(Vector((s * 2, t * 3, seed)))
            verts.append((x * size, (y - 0.6) * size, z * size))
            uv.append((i / n, t))
    return sheet("petal", verts, grid_faces(n), uv, mat)


def leaf(seed=0, colour="#3f7a3a", edge="#7fb35a", size=1.5):
    """Mint leaf: toothed edge, quilted between the veins."""
    mat = material_once("leaf" + colour, lambda: m.petal(colour, edge))
    rng = random.Random(seed)
    n = 34
    bend = rng.uniform(0.15, 0.5)
    verts, uv = [], []
    for j in range(n + 1):
        t = j / n
        width = 0.44 * math.sin(math.pi * t**0.8) ** 0.75 * (1 + 0.07 * ((t * 11) % 1))
        for i in range(n + 1):
            s = i / n * 2 - 1
            vein = abs(((t * 6 - abs(s) * 1.3) % 1) - 0.5)
            z = (
                0.10 * abs(s) ** 1.3
                - 0.03 * math.exp(-((s * 9) ** 2))
                + 0.05 * vein * (1 - abs(s) ** 3)
                - bend * (t - 0.4) ** 2 * 0.7
            )
            verts.append((s * width * size, (t - 0.5) * 1.25 * size, z * size))
            uv.append((i / n, t))
    return sheet("leaf", verts, grid_faces(n), uv, mat)


def lavender(seed=0):
    """One bud."""
    mat = material_once("lavender", lambda: m.organic("#6b5a9c", "#9a86bd", 0.75, 0.4, 8, sheen=0.4, name="lavender"))
    return ball("lavender", mat, (0.20, 0.10, 0.10), 3, [(3, 0.2)], seed)


def saffron(seed=0):
    """One stigma."""
    mat = material_once("saffron", lambda: m.organic("#a3180c", "#d1480f", 0.6, 0.2, 10, name="saffron"))
    rng = random.Random(seed)
    pts = [((k / 5 - 0.5) * 0.9, rng.uniform(-0.13, 0.13), rng.uniform(0, 0.10)) for k in range(6)]
    return thread("saffron", pts, [0.35, 0.6, 0.7, 0.8, 1.2, 1.6], mat, 0.016, 2)


def cardamom(seed=0):
    """Ribbed pod."""
    mat = material_once("cardamom", lambda: m.organic("#9aa65b", "#b9b877", 0.65, 0.3, 8, name="cardamom"))
    obj = ball("cardamom", mat, (0.36, 0.36, 0.78), 5, [(1.3, 0.05)], seed)
    for v in obj.data.vertices:
        a = math.atan2(v.co.y, v.co.x)
        k = 1 + 0.05 * math.cos(a * 14) + 0.14 * math.cos(a * 3)
        taper = 1 - 0.25 * abs(v.co.z / 0.78) ** 2
        v.co = Vector((v.co.x * k * taper, v.co.y * k * taper, v.co.z))
    obj.data.transform(Matrix.Rotation(math.pi / 2, 4, "Y"))
    return obj


def chili(seed=0):
    """Fresh pod with its stem."""
    mat = material_once(
        "chili",
        lambda: m.organic(
            "#9c0f12", "#c11e17", 0.16, 0.10, 3, coat=0.7, sss=0.05, radius=(0.2, 0.02, 0.02), name="chili"
        ),
    )
    stem = material_once("stem", lambda: m.organic("#5b7a2c", "#7d8a3a", 0.5, 0.3, 6, name="stem"))
    rng = random.Random(seed)
    bend = rng.uniform(0.25, 0.7)
    pts = [(t * 4.2 - 2.1, bend * math.sin(t * 2.6), 0.34 + 0.1 * math.sin(t * 4)) for t in [k / 9 for k in range(10)]]
    root = thread("chili", pts, [0.75, 1.0, 1.05, 1.0, 0.92, 0.8, 0.64, 0.46, 0.26, 0.06], mat, 0.34, 8)
    s = thread("stem", [(-2.05, 0, 0.34), (-2.35, -0.05, 0.40), (-2.8, -0.2, 0.62)], [1.8, 0.9, 0.8], stem, 0.13, 4)
    s.parent = root
    return root


def chili_flake(seed=0):
    """Dried and crushed."""
    mat = material_once(
        "chiliflake", lambda: m.organic("#a81c12", "#c9481c", 0.45, 0.4, 8, coat=0.2, name="chiliflake")
    )
    obj = gold_flake(seed)
    obj.data.materials[0] = mat
    obj.scale = (0.55, 0.55, 0.7)
    return obj


def cinnamon(seed=0):
    """Rolled stick."""
    mat = material_once("cinnamon", lambda: m.organic("#8a4a22", "#a8673a", 0.7, 0.6, 6, name="cinnamon"))
    pts = []
    for sgn in (1, -1):
        for k in range(30):
            t = k / 29
            r = 0.42 - 0.30 * t
            a = t * 3.4 * math.pi
            pts.append((sgn * (0.36 - r * math.cos(a) * 1.0), 0.42 + r * math.sin(a) - 0.42 * (1 - t) * 0, 0))
    half = len(pts) // 2
    line = pts[:half][::-1] + pts[half:]
    verts, faces = [], []
    length = 6.0
    for i, (x, y, _z) in enumerate(line):
        for k in range(9):
            z = (k / 8 - 0.5) * length
            w = 0.03 * noise.noise(Vector((x * 3, y * 3, z * 0.8 + seed)))
            verts.append((z, x + w, y + w))
    for i in range(len(line) - 1):
        for k in range(8):
            a = i * 9 + k
            faces.append((a, a + 1, a + 10, a + 9))
    obj = mesh_object("cinnamon", verts, faces, mat)
    mod = obj.modifiers.new("thick", "SOLIDIFY")
    mod.thickness = 0.06
    return obj
