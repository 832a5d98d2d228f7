"""How meshes are made: outlines, profiles, lofts and lathes."""

import math

import bmesh
import bpy
from mathutils import Vector, noise


def mesh_object(name, verts, faces, material=None, smooth=True, bevel=0.0, bevel_seg=3, subsurf=0, angle=30.0):
    """A mesh in the scene, welded, facing outwards, with bevel and smoothing as asked."""
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(verts, [], faces)
    bm = bmesh.new()
    bm.from_mesh(mesh)
    bmesh.ops.remove_doubles(bm, verts=bm.verts, dist=1e-5)
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    bm.to_mesh(mesh)
    bm.free()
    obj = bpy.data.objects.new(name, mesh)
    bpy.context.collection.objects.link(obj)
    if material:
        mesh.materials.append(material)
    if bevel:
        mod = obj.modifiers.new("bevel", "BEVEL")
        mod.width, mod.segments, mod.limit_method = bevel, bevel_seg, "ANGLE"
        mod.angle_limit = math.radians(8)
        mod.harden_normals = True
        mesh.use_auto_smooth = True
        mesh.auto_smooth_angle = math.radians(angle)
    if subsurf:
        mod = obj.modifiers.new("subsurf", "SUBSURF")
        mod.levels = mod.render_levels = subsurf
    if smooth:
        for poly in mesh.polygons:
            poly.use_smooth = True
    return obj


def put_in_scene(name, data, material):
    """An object of a mesh or curve that wears the material."""
    obj = bpy.data.objects.new(name, data)
    bpy.context.collection.objects.link(obj)
    data.materials.append(material)
    return obj


def sculpted(name, bm, material):
    """An object of what was made by hand; the hand's copy is given back."""
    mesh = bpy.data.meshes.new(name)
    bm.to_mesh(mesh)
    bm.free()
    return put_in_scene(name, mesh, material)


def grid_faces(n):
    """The squares between (n + 1) rows of (n + 1) points."""
    return [(k, k + 1, k + n + 2, k + n + 1) for j in range(n) for k in range(j * (n + 1), j * (n + 1) + n)]


def cut_faces(n):
    """Faces of a stone of five rings of n points: two straight rows, two of triangles, and a table."""
    faces = [tuple(range(n))[::-1]]
    for lv in (0, 1):
        for i in range(n):
            j = (i + 1) % n
            faces.append((lv * n + i, lv * n + j, (lv + 1) * n + j, (lv + 1) * n + i))
    for i in range(n):
        j = (i + 1) % n
        faces += [
            (2 * n + i, 2 * n + j, 3 * n + i),
            (3 * n + i, 2 * n + j, 3 * n + j),
            (3 * n + i, 3 * n + j, 4 * n + j),
            (4 * n + i, 3 * n + i, 4 * n + j),
        ]
    faces.append(tuple(range(4 * n, 5 * n)))
    return faces


def loft(name, outline, profile, material, twist=False, cap=True, **kw):
    """Stack scaled copies of an outline. profile: [(scale, z), ...] from bottom to top."""
    n = len(outline)
    verts, faces = [], []
    for level, (scale, z) in enumerate(profile):
        shift = 0.5 if (twist and level % 2) else 0.0
        for i in range(n):
            a, b = outline[i], outline[(i + 1) % n]
            x, y = a[0] + (b[0] - a[0]) * shift, a[1] + (b[1] - a[1]) * shift
            verts.append((x * scale, y * scale, z))
    for level in range(len(profile) - 1):
        lo, hi = level * n, (level + 1) * n
        for i in range(n):
            j = (i + 1) % n
            if twist:
                if level % 2 == 0:
                    faces += [(lo + i, lo + j, hi + i), (lo + j, hi + j, hi + i)]
                else:
                    faces += [(lo + i, hi + j, hi + i), (lo + i, lo + j, hi + j)]
            else:
                faces.append((lo + i, lo + j, hi + j, hi + i))
    if cap:
        faces.append(tuple(range(n))[::-1])
        top = (len(profile) - 1) * n
        faces.append(tuple(range(top, top + n)))
    return mesh_object(name, verts, faces, material, **kw)


def lathe(name, profile, material, segments=96, subsurf=1):
    """Turns a profile of (radius, z) once around."""
    verts, faces = [], []
    for r, z in profile:
        for i in range(segments):
            t = 2 * math.pi * i / segments
            verts.append((r * math.cos(t), r * math.sin(t), z))
    for lv in range(len(profile) - 1):
        for i in range(segments):
            j = (i + 1) % segments
            faces.append((lv * segments + i, lv * segments + j, (lv + 1) * segments + j, (lv + 1) * segments + i))
    return mesh_object(name, verts, faces, material, subsurf=subsurf)


def circle(n=64, r=1.0):
    """Outline of n points."""
    return [(r * math.cos(2 * math.pi * i / n), r * math.sin(2 * math.pi * i / n)) for i in range(n)]


def squircle(n=72, r=1.0, power=4.0):
    """Outline between a circle (power 2) and a square."""
    out = []
    for i in range(n):
        t = 2 * math.pi * i / n
        c, s = math.cos(t), math.sin(t)
        k = r / (abs(c) ** power + abs(s) ** power) ** (1 / power)
        out.append((c * k, s * k))
    return out


def heart_outline(n=96, r=1.0):
    """Outline, its tip towards the camera."""
    out = []
    for i in range(n):
        t = 2 * math.pi * i / n
        x = 16 * math.sin(t) ** 3
        y = 13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)
        out.append((-x / 16 * r, (y + 2.2) / 15 * r))
    return out


def star_outline(points=5, r=1.0, inner=0.55):
    """Outline of points and notches in turn."""
    out = []
    for i in range(points * 2):
        t = math.pi / 2 + math.pi * i / points
        k = r if i % 2 == 0 else r * inner
        out.append((k * math.cos(t), k * math.sin(t)))
    return out


def flower_outline(n=120, r=1.0, petals=6, depth=0.14):
    """Outline with rounded petals."""
    return [
        (
            (1 - depth + depth * abs(math.cos(petals * math.pi * i / n)) ** 0.7 * 1.6)
            * r
            * math.cos(2 * math.pi * i / n),
            (1 - depth + depth * abs(math.cos(petals * math.pi * i / n)) ** 0.7 * 1.6)
            * r
            * math.sin(2 * math.pi * i / n),
        )
        for i in range(n)
    ]


def dome_profile(height, steps=22, skirt=0.12, power=2.0):
    """Half round above a short skirt, as (scale, z)."""
    prof = [(0.985, 0.0), (1.0, 0.03), (1.0, skirt)]
    for i in range(1, steps + 1):
        t = i / steps * math.pi / 2
        s = math.cos(t) ** (2 / power)
        prof.append((max(s, 0.012), skirt + (height - skirt) * math.sin(t) ** (2 / power)))
    return prof


def displace(obj, layers, seed=0):
    """Push vertices along normals by noise. layers: [(scale, amplitude), ...]."""
    mesh = obj.data
    off = Vector((seed * 7.3, seed * 3.9, seed * 5.1))
    moves = []
    for v in mesh.vertices:
        d = sum(a * noise.noise(v.co * s + off) for s, a in layers)
        moves.append(v.co + v.normal * d)
    for v, co in zip(mesh.vertices, moves):
        v.co = co
