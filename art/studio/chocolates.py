"""Bonbons, truffles and pralines, standing on z = 0."""

import math
import random

import bmesh
import bpy
from mathutils import Matrix, Vector, noise
from mathutils.bvhtree import BVHTree

from meshes import (
    circle,
    cut_faces,
    displace,
    dome_profile,
    flower_outline,
    heart_outline,
    loft,
    mesh_object,
    put_in_scene,
    sculpted,
    squircle,
    star_outline,
)


def bonbon(material, radius=1.5, height=1.35, shape="dome"):
    """Moulded shell: dome, cushion, gem or quenelle."""
    if shape == "dome":
        return loft("bonbon", circle(96, radius), dome_profile(height), material)
    if shape == "cushion":
        return loft("bonbon", squircle(96, radius), dome_profile(height * 0.85, skirt=0.3, power=3.4), material)
    if shape == "gem":
        return cut_stone(circle(8, radius), radius, height, material)
    if shape == "quenelle":
        oval = [(x * 1.25, y * 0.8) for x, y in circle(96, radius)]
        return loft("bonbon", oval, dome_profile(height * 0.9), material)
    raise ValueError(shape)


def cut_stone(ring, radius, height, material, name="gem"):
    """Brilliant-style facets: girdle ring, staggered middle ring, table."""
    n = len(ring)

    def level(scale, z, turn=0.0):
        c, s = math.cos(turn), math.sin(turn)
        return [((x * c - y * s) * scale, (x * s + y * c) * scale, z) for x, y in ring]

    half = math.pi / n
    rings = [
        level(0.97, 0.0),
        level(1.0, 0.12),
        level(1.0, 0.30),
        level(0.86, height * 0.66, half),
        level(0.56, height),
    ]
    verts = [v for r in rings for v in r]
    return mesh_object(name, verts, cut_faces(n), material, smooth=True, bevel=0.05, bevel_seg=3, angle=16)


def gem(material, radius=1.6, height=1.3, sides=8):
    """Rose cut: a table above two rows of facets."""
    return cut_stone(circle(sides, radius), radius, height, material)


def heart(material, radius=2.2, height=1.25, faceted=False):
    """Heart, domed as a bonbon or cut as a stone."""
    if not faceted:
        return loft("heart", heart_outline(160, radius), dome_profile(height, skirt=0.22, power=2.3), material)
    pts = heart_outline(240, 1.0)
    picks = [0, 12, 28, 46, 64, 84, 104, 120, 136, 156, 176, 194, 212, 228]
    outline = [(pts[i][0] * radius, pts[i][1] * radius) for i in picks]
    n = len(outline)

    def level(scale, z, half=False):
        out = []
        for i in range(n):
            a, b = Vector(outline[i]), Vector(outline[(i + 1) % n])
            p = (a + b) / 2 if half else a
            out.append((p.x * scale, p.y * scale, z))
        return out

    rings = [
        level(0.97, 0.0),
        level(1.0, 0.14),
        level(1.0, 0.38),
        level(0.80, height * 0.76, True),
        level(0.50, height),
    ]
    verts = [v for r in rings for v in r]
    return mesh_object("heart", verts, cut_faces(n), material, smooth=True, bevel=0.05, bevel_seg=3, angle=14)


def star(material, radius=2.0, height=1.1):
    """Star that rises to its middle."""
    return loft(
        "star",
        star_outline(5, radius, 0.58),
        [(0.97, 0), (1.0, 0.1), (1.0, 0.4), (0.06, height)],
        material,
        bevel=0.06,
        angle=16,
    )


def flower(material, radius=1.9, height=1.1):
    """Flower that rises to its middle."""
    return loft("flower", flower_outline(144, radius), dome_profile(height, skirt=0.3, power=2.6), material)


def truffle(material, radius=1.45, seed=0, rough=True):
    """Hand-rolled ball. rough: powdery grain, otherwise a smooth enrobed ball."""
    bm = bmesh.new()
    bmesh.ops.create_icosphere(bm, subdivisions=7 if rough else 6, radius=radius)
    obj = sculpted("truffle", bm, material)
    mesh = obj.data
    layers = [(0.55, 0.16), (1.4, 0.07)]
    layers += [(4.0, 0.030), (11.0, 0.018), (26.0, 0.012), (52.0, 0.008)] if rough else [(3.0, 0.012)]
    displace(obj, layers, seed)
    for v in mesh.vertices:  # settle on the table
        floor = -radius * 0.86
        if v.co.z < floor:
            v.co.z = floor + (v.co.z - floor) * 0.12
    low = min(v.co.z for v in mesh.vertices)
    for v in mesh.vertices:
        v.co.z -= low
    for poly in mesh.polygons:
        poly.use_smooth = True
    return obj


def half_truffle(shell, filling, radius=1.45, seed=0):
    """Truffle cut open: returns shell with a ganache face turned to +y... second material slot."""
    obj = truffle(shell, radius, seed)
    obj.data.materials.append(filling)
    bm = bmesh.new()
    bm.from_mesh(obj.data)
    geom = bm.verts[:] + bm.edges[:] + bm.faces[:]
    res = bmesh.ops.bisect_plane(bm, geom=geom, plane_co=(0, -0.1, 0), plane_no=(0, -1, 0.10), clear_outer=True)
    edges = [e for e in res["geom_cut"] if isinstance(e, bmesh.types.BMEdge)]
    fill = bmesh.ops.edgeloop_fill(bm, edges=edges)
    for f in fill["faces"]:
        f.material_index = 1
    bm.to_mesh(obj.data)
    bm.free()
    return obj


def praline(material, size=(2.6, 2.6), height=1.35, ripples=0, seed=0):
    """Enrobed square with a soft foot; ripples are fork marks."""
    sx, sy = size[0] / 2, size[1] / 2
    outline = [(x * sx, y * sy) for x, y in squircle(96, 1.0, 7.0)]
    prof = [
        (1.05, 0.0),
        (1.06, 0.04),
        (1.03, 0.12),
        (1.0, 0.24),
        (1.0, height * 0.5),
        (0.995, height * 0.78),
        (0.975, height * 0.90),
        (0.93, height * 0.97),
        (0.86, height),
    ]
    prof += [
        (0.86 - 0.86 * k / 14 if k < 14 else 0.01, height + 0.02 * math.sin(k / 14 * math.pi / 2)) for k in range(1, 15)
    ]
    obj = loft("praline", outline, prof, material)
    for v in obj.data.vertices:
        if ripples and v.co.z > height * 0.93:
            v.co.z += (
                0.07
                * math.sin((v.co.x * 0.8 + v.co.y * 0.6) * ripples)
                * max(0, 1 - (max(abs(v.co.x) / sx, abs(v.co.y) / sy)) ** 4)
            )
    displace(obj, [(0.5, 0.05), (1.7, 0.02)], seed)
    return obj


def drizzle(target, material, lines=9, width=0.10, amplitude=1.0, turn=0.5, seed=0):
    """Zig-zag of piped chocolate laid on top of an object."""
    rng = random.Random(seed)
    bpy.context.view_layer.update()
    deps = bpy.context.evaluated_depsgraph_get()
    tree = BVHTree.FromObject(target, deps)
    box = [Vector(b) for b in target.bound_box]
    rx = max(abs(b.x) for b in box) * amplitude
    ry = max(abs(b.y) for b in box) * amplitude
    top = max(b.z for b in box) + 2
    cu = bpy.data.curves.new("drizzle", "CURVE")
    cu.dimensions, cu.bevel_depth, cu.bevel_resolution = "3D", width, 4
    rot = Matrix.Rotation(turn, 3, "Z")
    pts = []
    steps = lines * 26
    for i in range(steps + 1):
        t = i / steps
        phase = t * lines * math.pi
        p = rot @ Vector((math.cos(phase) * rx * 1.1 + rng.uniform(-0.01, 0.01), (t * 2 - 1) * ry * 0.95, 0))
        hit, normal, _i, _d = tree.ray_cast(Vector((p.x, p.y, top)), Vector((0, 0, -1)))
        if hit is None or normal.z < 0:  # beside it, or the inside of one that is cut open
            if len(pts) > 3:
                _spline(cu, pts, rng)
            pts = []
            continue
        pts.append(hit + Vector((0, 0, width * 0.25)))
    if len(pts) > 3:
        _spline(cu, pts, rng)
    obj = put_in_scene("drizzle", cu, material)
    obj.matrix_world = target.matrix_world
    return obj


def _spline(cu, pts, rng):
    """One thread of a drizzle."""
    sp = cu.splines.new("POLY")
    sp.points.add(len(pts) - 1)
    base = rng.uniform(0.85, 1.15)
    for i, (point, co) in enumerate(zip(sp.points, pts)):
        point.co = (*co, 1)
        point.radius = base * (0.8 + 0.3 * noise.noise(Vector((i * 0.15, 0, 0))))
    sp.use_smooth = True
