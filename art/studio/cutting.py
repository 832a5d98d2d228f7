"""Chocolates cut with a knife or snapped by hand, with their inside on show."""

import math
import random

import bmesh
import bpy
from mathutils import Vector, noise
from mathutils.geometry import delaunay_2d_cdt

from meshes import put_in_scene
from nodes import Nodes, rgb

# How far apart the points of an open face are, in cm.
GRID = 0.07


def cut_open(obj, material, turn=0.0, at=(0, 0), lean=0.0, rough=0.0, bulge=0.0, seed=1):
    """Takes away the half that a vertical plane looks at and closes the wound with a face of the inside.

    turn: where the plane looks, in degrees from -y; lean: how far it looks up; at: a point on it.
    rough: height of the grain of a snapped edge; bulge: how far a soft filling stands out.
    """
    turn, lean = math.radians(turn), math.radians(lean)
    normal = Vector((math.sin(turn) * math.cos(lean), -math.cos(turn) * math.cos(lean), math.sin(lean)))
    point = Vector((*at, 0.0))
    bm = _solid(obj)
    parts = bm.verts[:] + bm.edges[:] + bm.faces[:]
    cut = bmesh.ops.bisect_plane(bm, geom=parts, dist=1e-4, plane_co=point, plane_no=normal, clear_outer=True)
    edges = [e for e in cut["geom_cut"] if isinstance(e, bmesh.types.BMEdge) and e.is_boundary]
    for edge in edges:
        pieces = int(edge.calc_length() / GRID)
        if pieces > 0:
            bmesh.ops.subdivide_edges(bm, edges=[edge], cuts=pieces)
    rim = [v for v in bm.verts if v.is_boundary and abs((v.co - point).dot(normal)) < 2e-4]
    loop = _in_order(rim)
    border = [v.co.copy() for v in loop]
    for v in loop:
        v.co += normal * _grain(v.co, rough, seed)
    bm.to_mesh(obj.data)
    bm.free()
    face = _open_face(border, normal, material, rough, bulge, seed)
    face.parent = obj
    return obj


def _solid(obj):
    """The object's mesh with its modifiers applied, and the object without them."""
    bpy.context.view_layer.update()
    mesh = bpy.data.meshes.new_from_object(obj.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    obj.modifiers.clear()
    obj.data = mesh
    bm = bmesh.new()
    bm.from_mesh(mesh)
    bmesh.ops.remove_doubles(bm, verts=bm.verts, dist=1e-5)
    return bm


def _in_order(rim):
    """The rim's points one after the other; the longest closed line if there are several."""
    left, best = set(rim), []
    while left:
        line, here = [], next(iter(left))
        while here is not None:
            line.append(here)
            left.discard(here)
            ends = [e.other_vert(here) for e in here.link_edges if e.is_boundary]
            here = next((v for v in ends if v in left), None)
        best = max(best, line, key=len)
    return best


def _grain(co, rough, seed):
    """Height of a snapped edge at a point."""
    if not rough:
        return 0.0
    off = Vector((seed * 3.7, seed * 1.9, seed * 5.3))
    return rough * sum(a * noise.noise(co * s + off) for s, a in ((0.9, 1.0), (2.6, 0.55), (7.0, 0.28), (15.0, 0.16)))


def _open_face(border, normal, material, rough, bulge, seed):
    """Fine mesh over the outline; its attribute "depth" is the distance to the outside."""
    across = Vector((0, 0, 1)).cross(normal).normalized()
    up = normal.cross(across).normalized()
    origin = border[0]
    flat = [Vector(((p - origin).dot(across), (p - origin).dot(up))) for p in border]
    xs, ys = [p.x for p in flat], [p.y for p in flat]
    rng, inner = random.Random(seed), []
    for i in range(int((max(xs) - min(xs)) / GRID) + 1):
        for j in range(int((max(ys) - min(ys)) / GRID) + 1):
            jitter = (rng.uniform(-0.3, 0.3), rng.uniform(-0.3, 0.3))
            p = Vector((min(xs) + (i + jitter[0]) * GRID, min(ys) + (j + jitter[1]) * GRID))
            if _is_inside(p, flat) and _depth(p, flat) > GRID * 0.5:
                inner.append(p)
    n = len(flat)
    lines = [(i, (i + 1) % n) for i in range(n)]
    points, _edges, faces, *_rest = delaunay_2d_cdt(flat + inner, lines, [], 1, 1e-5)
    depths = [_depth(p, flat) for p in points]
    verts = []
    for p, depth in zip(points, depths):
        co = origin + across * p.x + up * p.y
        swell = bulge * min(1.0, max(0.0, depth - 0.14) / 0.35)
        verts.append(co + normal * (_grain(co, rough, seed) + swell))
    mesh = bpy.data.meshes.new("inside")
    mesh.from_pydata(verts, [], faces)
    mesh.attributes.new("depth", "FLOAT", "POINT").data.foreach_set("value", depths)
    bm = bmesh.new()
    bm.from_mesh(mesh)
    for f in bm.faces:
        f.smooth = True
        if f.normal.dot(normal) < 0:
            f.normal_flip()
    bm.to_mesh(mesh)
    bm.free()
    return put_in_scene("inside", mesh, material)


def _is_inside(p, outline):
    """Even-odd rule."""
    inside = False
    for a, b in zip(outline, outline[1:] + outline[:1]):
        if (a.y > p.y) != (b.y > p.y) and p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x:
            inside = not inside
    return inside


def _depth(p, outline):
    """Distance to the nearest point of the outline."""
    return min((p - q).length for q in outline)


def inside(shell="#4b2616", filling=None, wall=0.16, gloss=0.4, specks=None, share=0.1, grain=0.5, sss=0.0):
    """Cut or snapped face: a wall of chocolate around a filling; specks are what was mixed in."""
    n = Nodes("inside")
    base, rough = rgb(shell), 0.62
    base = n.mix(n.ramp(n.noise(9.0, 5, 0.7), 0.35, 0.7, 0.0, 0.5), base, tuple(c * 0.72 for c in base[:3]) + (1,))
    if filling:
        depth = n.add("ShaderNodeAttribute", attribute_name="depth").outputs["Fac"]
        wavy = n.math("ADD", depth, n.math("MULTIPLY", n.math("SUBTRACT", n.noise(3.0, 3), 0.5), 0.12))
        soft = n.ramp(wavy, wall, wall + 0.025)
        tone = rgb(filling)
        tone = n.mix(n.ramp(n.noise(4.0, 5, 0.65), 0.35, 0.7, 0.0, 0.7), tone, tuple(c * 0.6 for c in tone[:3]) + (1,))
        base = n.mix(soft, base, tone)
        rough = n.ramp(soft, 0.0, 1.0, 0.6, gloss)
    if specks:
        bits = n.add("ShaderNodeTexVoronoi", {"Vector": n.coord, "Scale": 5.5})
        size = n.ramp(n.separate(bits.outputs["Color"])[0], 1.0 - share * 3, 1.0, 0.0, 0.42)
        mask = n.ramp(n.math("SUBTRACT", size, bits.outputs["Distance"]), 0.0, 0.04)
        base = n.mix(n.math("MULTIPLY", mask, soft) if filling else mask, base, rgb(specks))
    bump = n.bump(n.noise(14.0, 6, 0.7), grain, 0.05)
    n.set(Base_Color=base, Roughness=rough, Specular=0.4, Normal=bump)
    if sss:
        n.set(Subsurface=sss, Subsurface_Radius=(0.2, 0.1, 0.06), Subsurface_Color=base)
    return n.mat
