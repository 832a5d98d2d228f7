"""Packaging: boxes, cups, ribbons and bows."""

import math

import bpy
from mathutils import Matrix, Vector

from meshes import loft, mesh_object, squircle
from pieces import sheet
from tableware import slab


def paper_cup(material, radius=1.65, height=0.95, flutes=36):
    """Pleated cup of a single chocolate."""
    n = flutes * 4

    def ring(r, z, depth):
        return [
            (
                r * (1 + depth * math.cos(flutes * 2 * math.pi * i / n)) * math.cos(2 * math.pi * i / n),
                r * (1 + depth * math.cos(flutes * 2 * math.pi * i / n)) * math.sin(2 * math.pi * i / n),
                z,
            )
            for i in range(n)
        ]

    rings = [
        ring(0.01, 0.02, 0),
        ring(radius * 0.86, 0.02, 0.005),
        ring(radius * 0.95, height * 0.5, 0.03),
        ring(radius * 1.06, height, 0.045),
    ]
    verts = [v for r in rings for v in r]
    faces = [
        (l * n + i, l * n + (i + 1) % n, (l + 1) * n + (i + 1) % n, (l + 1) * n + i) for l in range(3) for i in range(n)
    ]
    obj = mesh_object("cup", verts, faces, material)
    mod = obj.modifiers.new("thick", "SOLIDIFY")
    mod.thickness = 0.02
    return obj


def open_box(material, lining, size=(14, 10), height=2.6, wall=0.22):
    """Tray of a gift box; returns the tray and the lining floor."""
    x, y = size[0] / 2, size[1] / 2
    xi, yi = x - wall, y - wall
    o = [(-x, -y), (x, -y), (x, y), (-x, y)]
    i = [(-xi, -yi), (xi, -yi), (xi, yi), (-xi, yi)]
    v = [(*p, 0) for p in o] + [(*p, height) for p in o] + [(*p, height) for p in i] + [(*p, 0.25) for p in i]
    f = [(0, 3, 2, 1)]
    for k in range(4):
        j = (k + 1) % 4
        f += [(k, j, 4 + j, 4 + k), (4 + k, 4 + j, 8 + j, 8 + k), (8 + k, 8 + j, 12 + j, 12 + k)]
    f.append((12, 13, 14, 15))
    tray = mesh_object("tray", v, f, material, bevel=0.05, bevel_seg=2)
    base = slab(lining, (xi * 2 - 0.02, yi * 2 - 0.02), 0.06, 0.01)
    base.location.z = 0.25
    base.parent = tray
    return tray


def dividers(material, size, cols, rows, height=1.3, z=0.3, wall=0.22):
    """Crossed strips between the chocolates of a box."""
    x, y = size[0] / 2 - wall, size[1] / 2 - wall
    parts = []
    for c in range(1, cols):
        s = slab(material, (0.07, y * 2), height, 0.01)
        s.location = (-x + 2 * x * c / cols, 0, z)
        parts.append(s)
    for r in range(1, rows):
        s = slab(material, (x * 2, 0.07), height, 0.01)
        s.location = (0, -y + 2 * y * r / rows, z)
        parts.append(s)
    return parts


def closed_box(material, size=(11, 11), height=4.2, lid=1.7, lid_material=None):
    """Box with its lid on."""
    body = slab(material, size, height, 0.06)
    cap = slab(lid_material or material, (size[0] + 0.36, size[1] + 0.36), lid, 0.07)
    cap.location.z = height - lid + 0.18
    cap.parent = body
    return body


def ribbon_strip(name, path, widths, material, side=None):
    """Strip along path; the width direction is `side` or horizontal normal to the path."""
    verts, uvs = [], []
    n = len(path)
    for i, p in enumerate(path):
        a, b = path[max(i - 1, 0)], path[min(i + 1, n - 1)]
        w = Vector(side[i]) if side else (Vector(b) - Vector(a)).cross(Vector((0, 0, 1))).normalized()
        h = widths[i] / 2
        verts += [tuple(Vector(p) - w * h), tuple(Vector(p)), tuple(Vector(p) + w * h)]
        uvs += [(i / n, 0), (i / n, 0.5), (i / n, 1)]
    faces = []
    for i in range(n - 1):
        k = i * 3
        faces += [(k, k + 1, k + 4, k + 3), (k + 1, k + 2, k + 5, k + 4)]
    obj = sheet(name, verts, faces, uvs, material, sub=2)
    thick = obj.modifiers.new("thick", "SOLIDIFY")
    thick.thickness = 0.035
    return obj


def bow(material, size=3.2, width=1.25, seed=3):
    """Bow with four loops and two tails, knot at the origin."""
    parts = []
    for turn, tilt, scale in (
        (0.15, 0.30, 1.0),
        (math.pi + 0.05, 0.30, 1.0),
        (0.75, 0.62, 0.72),
        (math.pi + 0.7, 0.62, 0.72),
    ):
        path, widths, side = [], [], []
        rot = Matrix.Rotation(turn, 3, "Z")
        for i in range(33):
            t = i / 32
            u = math.sin(math.pi * t)
            x = size * scale * (1 - math.cos(2 * math.pi * t)) / 2
            z = size * scale * 0.42 * math.sin(2 * math.pi * t) * (0.55 + 0.45 * u)
            z += x * math.tan(tilt) * 0.8 + 0.25
            y = 0.10 * size * math.sin(2 * math.pi * t) * 0.6
            path.append(tuple(rot @ Vector((x, y, max(z, 0.06)))))
            widths.append(width * scale * (0.42 + 0.58 * min(1.0, 1.6 * u)))
            side.append(tuple(rot @ Vector((0.10 * math.sin(2 * math.pi * t), 1, 0.12 * u)).normalized()))
        parts.append(ribbon_strip("loop", path, widths, material, side))
    for turn, length in ((-0.75, 1.5), (math.pi + 0.95, 1.35)):
        path, widths = [], []
        rot = Matrix.Rotation(turn, 3, "Z")
        for i in range(25):
            t = i / 24
            x = size * length * t
            path.append(
                tuple(
                    rot
                    @ Vector(
                        (
                            x,
                            0.25 * size * math.sin(t * 3.4) * t,
                            0.10 + 0.32 * math.sin(t * math.pi * 2.2) ** 2 * (1 - t * 0.6),
                        )
                    )
                )
            )
            widths.append(width * (0.45 + 0.55 * min(1, t * 4)))
        parts.append(ribbon_strip("tail", path, widths, material))
    knot = loft(
        "knot", squircle(40, 0.55, 3.0), [(0.85, 0.05), (1.0, 0.3), (1.0, 0.6), (0.8, 0.85), (0.3, 0.95)], material
    )
    knot.scale = (0.8, 1.0, 0.9)
    parts.append(knot)
    root = bpy.data.objects.new("bow", None)
    bpy.context.collection.objects.link(root)
    for p in parts:
        p.parent = root
    return root


def box_ribbon(material, size, height, width=1.25, lid=1.5):
    """Cross ribbon drawn taut around a closed box: over the lid, in below its rim, and under the bottom."""
    parts = []
    top, rim = height + 0.20, height - lid + 0.16
    for half, axis in ((size[0] / 2, "x"), (size[1] / 2, "y")):
        over, wall = half + 0.22, half + 0.03
        flank = [
            (wall - 1.0, 0.01),
            (wall, 0.01),
            (wall, 0.06),
            (wall, rim * 0.5),
            (wall, rim - 0.25),
            (over, rim + 0.05),
            (over, rim + 0.2),
            (over, top - 0.2),
            (over, top - 0.05),
            (over - 0.06, top + 0.02),
            (over - 0.25, top + 0.02),
        ]
        profile = [(-a, z) for a, z in flank] + [(0, top + 0.03)] + [(a, z) for a, z in reversed(flank)]
        path = [(a, 0, z) if axis == "x" else (0, a, z) for a, z in profile]
        side = [(0, 1, 0) if axis == "x" else (1, 0, 0)] * len(path)
        parts.append(ribbon_strip("ribbon", path, [width] * len(path), material, side))
    return parts
