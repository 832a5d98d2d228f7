"""Bars and broken bark, standing on z = 0."""

import math
import random

from mathutils import Vector, noise

from meshes import displace, loft, mesh_object


def bar(material, cols=3, rows=6, cell=(2.3, 1.9), height=0.85, missing=(), seed=1):
    """Tablet whose segments are cut like a rose-cut Golconda diamond. missing: [[col, row], ...]."""
    cw, ch = cell
    gone = {tuple(m) for m in missing}
    floor = height * 0.45
    mesh = _Quads()
    for c in range(cols):
        for r in range(rows):
            if (c, r) in gone:
                continue
            x0, y0 = (c - cols / 2) * cw, (r - rows / 2) * ch
            corner = _frame(x0, y0, cell, 0)
            _cut_top(mesh, (x0, y0), cell, floor, height)
            mesh.add(*[(*p, 0.0) for p in corner[::-1]])
            for (dc, dr), (a, b) in zip(((0, -1), (1, 0), (0, 1), (-1, 0)), ((0, 1), (1, 2), (2, 3), (3, 0))):
                is_inside = 0 <= c + dc < cols and 0 <= r + dr < rows
                if is_inside and (c + dc, r + dr) not in gone:
                    continue
                if is_inside:
                    _broken_wall(mesh, (corner[a], corner[b]), (dc, dr), floor, seed)
                else:
                    mesh.add((*corner[a], 0.0), (*corner[b], 0.0), (*corner[b], floor), (*corner[a], floor))
    return mesh_object("bar", mesh.verts, mesh.faces, material, smooth=True, bevel=0.045, bevel_seg=3, angle=24)


class _Quads:
    """Faces that share no corners; the mesh is welded when it is made."""

    def __init__(self):
        self.verts, self.faces = [], []

    def add(self, *points):
        """One face with corners of its own."""
        base = len(self.verts)
        self.verts.extend(points)
        self.faces.append(tuple(range(base, base + len(points))))


def _frame(x, y, cell, inset):
    """The corners of a segment, drawn in by so much."""
    x0, y0, x1, y1 = x + inset, y + inset, x + cell[0] - inset, y + cell[1] - inset
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def _cut_top(mesh, at, cell, floor, height):
    """Groove, girdle and table of one segment; the table is a square turned by 45 degrees."""
    (x, y), (cw, ch) = at, cell
    corner, groove, girdle = (_frame(x, y, cell, inset) for inset in (0, 0.05, 0.17))
    z1, z2 = floor + (height - floor) * 0.34, height
    for a, b in ((0, 1), (1, 2), (2, 3), (3, 0)):
        mesh.add((*corner[a], floor), (*corner[b], floor), (*groove[b], floor), (*groove[a], floor))
        mesh.add((*groove[a], floor), (*groove[b], floor), (*girdle[b], z1), (*girdle[a], z1))
    mx, my, tx, ty = (x + x + cw) / 2, (y + y + ch) / 2, cw * 0.27, ch * 0.27
    table = [(mx, my - ty), (mx + tx, my), (mx, my + ty), (mx - tx, my)]
    for a, b in ((0, 1), (1, 2), (2, 3), (3, 0)):
        mesh.add((*girdle[a], z1), (*girdle[b], z1), (*table[a], z2))
        mesh.add((*girdle[b], z1), (*table[b], z2), (*table[a], z2))
    mesh.add(*[(*p, z2) for p in table])


def _broken_wall(mesh, edge, outwards, floor, seed):
    """Where a segment was broken off: rough, but straight at the top and the bottom."""
    steps, out = 14, Vector(outwards) * 0.07
    start, end = Vector(edge[0]), Vector(edge[1])
    heights = [0.0, 0.12, 0.24, floor]

    def rough(q, z):
        if z in (0.0, floor):
            return (*q, z)
        k = noise.noise(Vector((q.x * 3, q.y * 3, z * 6 + seed))) * 1.5 + 0.25
        return (*(q + out * k), z)

    for s in range(steps):
        q0, q1 = start.lerp(end, s / steps), start.lerp(end, (s + 1) / steps)
        for lo, hi in zip(heights, heights[1:]):
            mesh.add(rough(q0, lo), rough(q1, lo), rough(q1, hi), rough(q0, hi))


def shard(material, size=5.0, thickness=0.5, seed=0, sides=7):
    """Broken bark slab."""
    rng = random.Random(seed)
    outline = []
    for i in range(sides):
        t = 2 * math.pi * (i + rng.uniform(-0.3, 0.3)) / sides
        outline.append(
            (size * rng.uniform(0.75, 1.1) * math.cos(t) * 0.6, size * rng.uniform(0.75, 1.1) * math.sin(t) * 0.5)
        )
    dense = []
    for a, b in zip(outline, outline[1:] + outline[:1]):
        for s in range(18):
            p = Vector(a).lerp(Vector(b), s / 18)
            w = (
                noise.noise(Vector((p.x * 1.1, p.y * 1.1, seed))) * 0.22
                + noise.noise(Vector((p.x * 4, p.y * 4, seed))) * 0.06
            )
            dense.append(tuple(p * (1 + w / max(p.length, 0.5))))
    obj = loft(
        "shard",
        dense,
        [(0.985, 0), (1.0, 0.04), (0.99, thickness * 0.6), (1.0, thickness - 0.04), (0.98, thickness)]
        + [(0.98 - 0.097 * k, thickness + 0.03) for k in range(1, 11)],
        material,
    )
    displace(obj, [(0.8, 0.06), (3.0, 0.03)], seed)
    return obj
