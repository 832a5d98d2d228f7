"""What single ingredients are made of: balls, crumbs, threads and sheets."""

import random

import bmesh
import bpy
from mathutils import Vector

from meshes import displace, put_in_scene, sculpted


def ball(name, material, scale=(1, 1, 1), sub=4, layers=(), seed=0):
    """Sphere pressed to a shape and made uneven."""
    bm = bmesh.new()
    bmesh.ops.create_icosphere(bm, subdivisions=sub, radius=1.0)
    obj = sculpted(name, bm, material)
    if layers:
        displace(obj, layers, seed)
    for v in obj.data.vertices:
        v.co = Vector((v.co.x * scale[0], v.co.y * scale[1], v.co.z * scale[2]))
    for p in obj.data.polygons:
        p.use_smooth = True
    return obj


def chunk(name, material, size, seed, smooth=False, points=14):
    """Convex crumb."""
    rng = random.Random(seed)
    bm = bmesh.new()
    for _ in range(points):
        v = Vector((rng.gauss(0, 1), rng.gauss(0, 1), rng.gauss(0, 1))).normalized() * rng.uniform(0.7, 1.0)
        bm.verts.new(v * size)
    bmesh.ops.convex_hull(bm, input=bm.verts)
    obj = sculpted(name, bm, material)
    mod = obj.modifiers.new("bevel", "BEVEL")
    mod.width, mod.segments = size * 0.09, 2
    if smooth:
        sub = obj.modifiers.new("sub", "SUBSURF")
        sub.levels = sub.render_levels = 2
        for p in obj.data.polygons:
            p.use_smooth = True
    return obj


def thread(name, pts, radii, mat, bevel=1.0, res=4):
    """Thread of changing thickness."""
    cu = bpy.data.curves.new(name, "CURVE")
    cu.dimensions, cu.bevel_depth, cu.bevel_resolution, cu.use_fill_caps = "3D", bevel, res, True
    sp = cu.splines.new("NURBS")
    sp.points.add(len(pts) - 1)
    for p, co, r in zip(sp.points, pts, radii):
        p.co, p.radius = (*co, 1), r
    sp.use_endpoint_u, sp.order_u = True, 4
    return put_in_scene(name, cu, mat)


def sheet(name, verts, faces, uv, mat, sub=1):
    """Thin sheet whose veins follow its own coordinates."""
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(verts, [], faces)
    layer = mesh.uv_layers.new()
    for p in mesh.polygons:
        p.use_smooth = True
        for li in p.loop_indices:
            layer.data[li].uv = uv[mesh.loops[li].vertex_index]
    obj = put_in_scene(name, mesh, mat)
    s = obj.modifiers.new("sub", "SUBSURF")
    s.levels = s.render_levels = sub
    return obj


_CACHE = {}


def material_once(key, build):
    """One material for all pieces of a kind."""
    if key not in _CACHE:
        _CACHE[key] = build()
    return _CACHE[key]


def forget_materials():
    """Before a new scene, whose materials are others."""
    _CACHE.clear()
