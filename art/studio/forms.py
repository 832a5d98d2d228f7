"""Chocolate forms and packaging. Each function returns one mesh object standing on z = 0."""
import math
import random

import bmesh
import bpy
from mathutils import Matrix, Vector, noise


# --------------------------------------------------------------------------- mesh helpers

def mesh_object(name, verts, faces, material=None, smooth=True, bevel=0.0, bevel_seg=3, subsurf=0,
                angle=30.0):
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


def circle(n=64, r=1.0):
    return [(r * math.cos(2 * math.pi * i / n), r * math.sin(2 * math.pi * i / n)) for i in range(n)]


def squircle(n=72, r=1.0, power=4.0):
    out = []
    for i in range(n):
        t = 2 * math.pi * i / n
        c, s = math.cos(t), math.sin(t)
        k = r / (abs(c) ** power + abs(s) ** power) ** (1 / power)
        out.append((c * k, s * k))
    return out


def heart_outline(n=96, r=1.0):
    out = []
    for i in range(n):
        t = 2 * math.pi * i / n
        x = 16 * math.sin(t) ** 3
        y = 13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)
        out.append((-x / 16 * r, (y + 2.2) / 15 * r))
    return out


def star_outline(points=5, r=1.0, inner=0.55):
    out = []
    for i in range(points * 2):
        t = math.pi / 2 + math.pi * i / points
        k = r if i % 2 == 0 else r * inner
        out.append((k * math.cos(t), k * math.sin(t)))
    return out


def flower_outline(n=120, r=1.0, petals=6, depth=0.14):
    return [((1 - depth + depth * abs(math.cos(petals * math.pi * i / n)) ** 0.7 * 1.6) * r * math.cos(2 * math.pi * i / n),
             (1 - depth + depth * abs(math.cos(petals * math.pi * i / n)) ** 0.7 * 1.6) * r * math.sin(2 * math.pi * i / n))
            for i in range(n)]


def dome_profile(height, steps=22, skirt=0.12, power=2.0):
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


# --------------------------------------------------------------------------- chocolates

def bar(material, cols=3, rows=6, cell=(2.3, 1.9), height=0.85, cut="golconda", missing=(), seed=1):
    """Tablet whose segments are cut like a rose-cut Golconda diamond. missing: [[col,row], ...]."""
    cw, ch = cell
    verts, faces = [], []
    gone = {tuple(m) for m in missing}
    rng = random.Random(seed)
    floor = height * 0.45

    def quad(*pts):
        base = len(verts)
        verts.extend(pts)
        faces.append(tuple(range(base, base + len(pts))))

    for c in range(cols):
        for r in range(rows):
            if (c, r) in gone:
                continue
            x0, y0 = (c - cols / 2) * cw, (r - rows / 2) * ch
            x1, y1 = x0 + cw, y0 + ch
            mx, my = (x0 + x1) / 2, (y0 + y1) / 2
            g, i1 = 0.05, 0.17                       # groove, girdle inset
            z1, z2 = floor + (height - floor) * 0.34, height
            corner = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
            groove = [(x0 + g, y0 + g), (x1 - g, y0 + g), (x1 - g, y1 - g), (x0 + g, y1 - g)]
            girdle = [(x0 + i1, y0 + i1), (x1 - i1, y0 + i1), (x1 - i1, y1 - i1), (x0 + i1, y1 - i1)]
            for k in range(4):
                a, b = k, (k + 1) % 4
                quad((*corner[a], floor), (*corner[b], floor), (*groove[b], floor), (*groove[a], floor))
                quad((*groove[a], floor), (*groove[b], floor), (*girdle[b], z1), (*girdle[a], z1))
            if cut == "golconda":                    # table is a square turned by 45 degrees
                tx, ty = cw * 0.27, ch * 0.27
                table = [(mx, my - ty), (mx + tx, my), (mx, my + ty), (mx - tx, my)]
                for k in range(4):
                    a, b = k, (k + 1) % 4
                    quad((*girdle[a], z1), (*girdle[b], z1), (*table[a], z2))
                    quad((*girdle[b], z1), (*table[b], z2), (*table[a], z2))
                quad(*[(*p, z2) for p in table])
            else:                                    # classic pillow
                i2 = 0.30
                top = [(x0 + i2, y0 + i2), (x1 - i2, y0 + i2), (x1 - i2, y1 - i2), (x0 + i2, y1 - i2)]
                for k in range(4):
                    a, b = k, (k + 1) % 4
                    quad((*girdle[a], z1), (*girdle[b], z1), (*top[b], z2), (*top[a], z2))
                quad(*[(*p, z2) for p in top])
            quad(*[(*p, 0.0) for p in corner[::-1]])
            # outer walls; walls towards a missing segment are broken faces
            for (dc, dr), (a, b) in zip(((0, -1), (1, 0), (0, 1), (-1, 0)), ((0, 1), (1, 2), (2, 3), (3, 0))):
                nc, nr = c + dc, r + dr
                if 0 <= nc < cols and 0 <= nr < rows and (nc, nr) not in gone:
                    continue
                broken = 0 <= nc < cols and 0 <= nr < rows
                steps = 14 if broken else 1
                pa, pb = Vector(corner[a]), Vector(corner[b])
                out = Vector((dc, dr)) * 0.07
                for s in range(steps):
                    q0, q1 = pa.lerp(pb, s / steps), pa.lerp(pb, (s + 1) / steps)
                    if not broken:
                        quad((*q0, 0.0), (*q1, 0.0), (*q1, floor), (*q0, floor))
                        continue
                    zs = [0.0, 0.12, 0.24, floor]
                    for z_lo, z_hi in zip(zs, zs[1:]):
                        def wob(q, z):
                            if z in (0.0, floor):
                                return (*q, z)
                            k = noise.noise(Vector((q.x * 3, q.y * 3, z * 6 + seed))) * 1.5 + 0.25
                            return (*(q + out * k), z)
                        quad(wob(q0, z_lo), wob(q1, z_lo), wob(q1, z_hi), wob(q0, z_hi))
    return mesh_object("bar", verts, faces, material, smooth=True, bevel=0.045, bevel_seg=3, angle=24)


def bonbon(material, radius=1.5, height=1.35, shape="dome"):
    if shape == "dome":
        return loft("bonbon", circle(96, radius), dome_profile(height), material)
    if shape == "cushion":
        return loft("bonbon", squircle(96, radius), dome_profile(height * 0.85, skirt=0.3, power=3.4), material)
    if shape == "gem":
        ring = circle(8, radius)
        prof = [(0.96, 0.0), (1.0, 0.10), (1.0, 0.28), (0.80, height * 0.66), (0.50, height * 0.92)]
        return loft("bonbon", ring, prof, material, twist=False, bevel=0.05, smooth=True, angle=20) \
            if False else _gem(ring, radius, height, material)
    if shape == "quenelle":
        oval = [(x * 1.25, y * 0.8) for x, y in circle(96, radius)]
        return loft("bonbon", oval, dome_profile(height * 0.9), material)
    raise ValueError(shape)


def _gem(ring, radius, height, material, name="gem"):
    """Brilliant-style facets: girdle ring, staggered middle ring, table."""
    n = len(ring)

    def level(scale, z, turn=0.0):
        c, s = math.cos(turn), math.sin(turn)
        return [((x * c - y * s) * scale, (x * s + y * c) * scale, z) for x, y in ring]

    half = math.pi / n
    rings = [level(0.97, 0.0), level(1.0, 0.12), level(1.0, 0.30),
             level(0.86, height * 0.66, half), level(0.56, height)]
    verts = [v for r in rings for v in r]
    faces = [tuple(range(n))[::-1]]
    for lv in (0, 1):
        for i in range(n):
            j = (i + 1) % n
            faces.append((lv * n + i, lv * n + j, (lv + 1) * n + j, (lv + 1) * n + i))
    for i in range(n):
        j = (i + 1) % n
        faces.append((2 * n + i, 2 * n + j, 3 * n + i))
        faces.append((3 * n + i, 2 * n + j, 3 * n + j))
        faces.append((3 * n + i, 3 * n + j, 4 * n + j))
        faces.append((4 * n + i, 3 * n + i, 4 * n + j))
    faces.append(tuple(range(4 * n, 5 * n)))
    return mesh_object(name, verts, faces, material, smooth=True, bevel=0.05, bevel_seg=3, angle=16)


def gem(material, radius=1.6, height=1.3, sides=8):
    return _gem(circle(sides, radius), radius, height, material)


def heart(material, radius=2.2, height=1.25, faceted=False):
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

    rings = [level(0.97, 0.0), level(1.0, 0.14), level(1.0, 0.38), level(0.80, height * 0.76, True),
             level(0.50, height)]
    verts = [v for r in rings for v in r]
    faces = [tuple(range(n))[::-1]]
    for lv in (0, 1):
        for i in range(n):
            j = (i + 1) % n
            faces.append((lv * n + i, lv * n + j, (lv + 1) * n + j, (lv + 1) * n + i))
    for i in range(n):
        j = (i + 1) % n
        faces += [(2 * n + i, 2 * n + j, 3 * n + i), (3 * n + i, 2 * n + j, 3 * n + j),
                  (3 * n + i, 3 * n + j, 4 * n + j), (4 * n + i, 3 * n + i, 4 * n + j)]
    faces.append(tuple(range(4 * n, 5 * n)))
    return mesh_object("heart", verts, faces, material, smooth=True, bevel=0.05, bevel_seg=3, angle=14)


def star(material, radius=2.0, height=1.1):
    return loft("star", star_outline(5, radius, 0.58),
                [(0.97, 0), (1.0, 0.1), (1.0, 0.4), (0.06, height)], material, bevel=0.06, angle=16)


def flower(material, radius=1.9, height=1.1):
    return loft("flower", flower_outline(144, radius), dome_profile(height, skirt=0.3, power=2.6), material)


def truffle(material, radius=1.45, seed=0, rough=True):
    """Hand-rolled ball. rough: powdery grain, otherwise a smooth enrobed ball."""
    bm = bmesh.new()
    bmesh.ops.create_icosphere(bm, subdivisions=7 if rough else 6, radius=radius)
    mesh = bpy.data.meshes.new("truffle")
    bm.to_mesh(mesh)
    bm.free()
    obj = bpy.data.objects.new("truffle", mesh)
    bpy.context.collection.objects.link(obj)
    mesh.materials.append(material)
    layers = [(0.55, 0.16), (1.4, 0.07)]
    layers += [(4.0, 0.030), (11.0, 0.018), (26.0, 0.012), (52.0, 0.008)] if rough else [(3.0, 0.012)]
    displace(obj, layers, seed)
    for v in mesh.vertices:                           # settle on the table
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
    prof = [(1.05, 0.0), (1.06, 0.04), (1.03, 0.12), (1.0, 0.24), (1.0, height * 0.5), (0.995, height * 0.78),
            (0.975, height * 0.90), (0.93, height * 0.97), (0.86, height)]
    prof += [(0.86 - 0.86 * k / 14 if k < 14 else 0.01, height + 0.02 * math.sin(k / 14 * math.pi / 2)) for k in range(1, 15)]
    obj = loft("praline", outline, prof, material)
    for v in obj.data.vertices:
        if ripples and v.co.z > height * 0.93:
            v.co.z += 0.07 * math.sin((v.co.x * 0.8 + v.co.y * 0.6) * ripples) * \
                max(0, 1 - (max(abs(v.co.x) / sx, abs(v.co.y) / sy)) ** 4)
    displace(obj, [(0.5, 0.05), (1.7, 0.02)], seed)
    return obj


def shard(material, size=5.0, thickness=0.5, seed=0, sides=7):
    """Broken bark slab."""
    rng = random.Random(seed)
    outline = []
    for i in range(sides):
        t = 2 * math.pi * (i + rng.uniform(-0.3, 0.3)) / sides
        outline.append((size * rng.uniform(0.75, 1.1) * math.cos(t) * 0.6, size * rng.uniform(0.75, 1.1) * math.sin(t) * 0.5))
    dense = []
    for a, b in zip(outline, outline[1:] + outline[:1]):
        for s in range(18):
            p = Vector(a).lerp(Vector(b), s / 18)
            w = noise.noise(Vector((p.x * 1.1, p.y * 1.1, seed))) * 0.22 + noise.noise(Vector((p.x * 4, p.y * 4, seed))) * 0.06
            dense.append(tuple(p * (1 + w / max(p.length, 0.5))))
    obj = loft("shard", dense, [(0.985, 0), (1.0, 0.04), (0.99, thickness * 0.6), (1.0, thickness - 0.04), (0.98, thickness)]
               + [(0.98 - 0.097 * k, thickness + 0.03) for k in range(1, 11)], material)
    displace(obj, [(0.8, 0.06), (3.0, 0.03)], seed)
    return obj


def drizzle(target, material, lines=9, width=0.10, amplitude=1.0, turn=0.5, seed=0):
    """Zig-zag of piped chocolate laid on top of an object."""
    from mathutils.bvhtree import BVHTree
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
        hit, _n, _i, _d = tree.ray_cast(Vector((p.x, p.y, top)), Vector((0, 0, -1)))
        if hit is None:
            if len(pts) > 3:
                _spline(cu, pts, rng)
            pts = []
            continue
        pts.append(hit + Vector((0, 0, width * 0.25)))
    if len(pts) > 3:
        _spline(cu, pts, rng)
    obj = bpy.data.objects.new("drizzle", cu)
    bpy.context.collection.objects.link(obj)
    cu.materials.append(material)
    obj.matrix_world = target.matrix_world
    return obj


def _spline(cu, pts, rng):
    sp = cu.splines.new("POLY")
    sp.points.add(len(pts) - 1)
    base = rng.uniform(0.85, 1.15)
    for i, (point, co) in enumerate(zip(sp.points, pts)):
        point.co = (*co, 1)
        point.radius = base * (0.8 + 0.3 * noise.noise(Vector((i * 0.15, 0, 0))))
    sp.use_smooth = True


# --------------------------------------------------------------------------- vessels and packaging

def lathe(name, profile, material, segments=96, subsurf=1):
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


def plate(material, radius=7.0):
    return lathe("plate", [(0.01, 0), (radius * 0.55, 0), (radius * 0.6, 0.12), (radius * 0.95, 0.55), (radius, 0.72),
                           (radius * 0.985, 0.80), (radius * 0.93, 0.70), (radius * 0.62, 0.32), (radius * 0.3, 0.28), (0.01, 0.28)], material)


def bowl(material, radius=4.0, height=2.6):
    prof = [(0.01, 0), (radius * 0.45, 0), (radius * 0.5, 0.1)]
    prof += [(radius * (0.5 + 0.5 * math.sin(t)), 0.1 + height * (1 - math.cos(t))) for t in [k * math.pi / 20 for k in range(1, 10)]]
    prof += [(r - 0.16, z + 0.05) for r, z in reversed(prof[3:])] + [(0.01, 0.25)]
    return lathe("bowl", prof, material)


def pedestal(material, radius=5.0, height=2.2):
    return lathe("pedestal", [(0.01, 0), (radius - 0.02, 0), (radius, 0.06), (radius, height - 0.06), (radius - 0.02, height - 0.01),
                              (radius - 0.08, height), (0.01, height)], material, 160, 0)


def slab(material, size=(10, 7), height=0.6, bevel=0.08):
    x, y = size[0] / 2, size[1] / 2
    v = [(-x, -y, 0), (x, -y, 0), (x, y, 0), (-x, y, 0), (-x, -y, height), (x, -y, height), (x, y, height), (-x, y, height)]
    f = [(0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
    return mesh_object("slab", v, f, material, bevel=bevel)


def crate(material, size=(11, 9), height=5.4, planks=3):
    """Open crate of planks between four posts."""
    x, y, thick = size[0] / 2, size[1] / 2, 0.4
    root = slab(material, size, 0.3, 0.05)
    each = height / planks

    def plank(length, at, turn, z, tall):
        part = slab(material, (length, thick), tall, 0.06)
        part.location, part.rotation_euler[2], part.parent = (*at, z), turn, root

    for k in range(planks):
        for side in (-1, 1):
            plank(size[0], (0, side * y), 0, 0.15 + k * each, each - 0.3)
            plank(size[1], (side * x, 0), math.pi / 2, 0.15 + k * each, each - 0.3)
    for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        plank(0.9, (sx * (x - 0.45), sy * (y + thick)), 0, 0, height)
    return root


def mug(material, radius=3.4, height=4.6):
    prof = [(0.01, 0), (radius * 0.72, 0), (radius * 0.82, 0.18), (radius * 0.98, height * 0.45), (radius, height * 0.97),
            (radius - 0.06, height), (radius - 0.2, height * 0.98), (radius - 0.24, height * 0.5), (radius * 0.6, 0.4), (0.01, 0.35)]
    return lathe("mug", prof, material)


def disc(material, radius=3.1):
    return lathe("disc", [(0.01, 0.0), (radius * 0.5, 0.0), (radius * 0.94, 0.0), (radius, 0.08)], material, 96, 1)


def paper_cup(material, radius=1.65, height=0.95, flutes=36):
    n = flutes * 4
    def ring(r, z, depth):
        return [(r * (1 + depth * math.cos(flutes * 2 * math.pi * i / n)) * math.cos(2 * math.pi * i / n),
                 r * (1 + depth * math.cos(flutes * 2 * math.pi * i / n)) * math.sin(2 * math.pi * i / n), z) for i in range(n)]
    rings = [ring(0.01, 0.02, 0), ring(radius * 0.86, 0.02, 0.005), ring(radius * 0.95, height * 0.5, 0.03), ring(radius * 1.06, height, 0.045)]
    verts = [v for r in rings for v in r]
    faces = [(l * n + i, l * n + (i + 1) % n, (l + 1) * n + (i + 1) % n, (l + 1) * n + i) for l in range(3) for i in range(n)]
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
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(verts, [], faces)
    layer = mesh.uv_layers.new()
    for poly in mesh.polygons:
        poly.use_smooth = True
        for li in poly.loop_indices:
            layer.data[li].uv = uvs[mesh.loops[li].vertex_index]
    obj = bpy.data.objects.new(name, mesh)
    bpy.context.collection.objects.link(obj)
    mesh.materials.append(material)
    sub = obj.modifiers.new("subsurf", "SUBSURF")
    sub.levels = sub.render_levels = 2
    thick = obj.modifiers.new("thick", "SOLIDIFY")
    thick.thickness = 0.035
    return obj


def bow(material, size=3.2, width=1.25, seed=3):
    """Bow with four loops and two tails, knot at the origin."""
    rng = random.Random(seed)
    parts = []
    for turn, tilt, scale in ((0.15, 0.30, 1.0), (math.pi + 0.05, 0.30, 1.0), (0.75, 0.62, 0.72), (math.pi + 0.7, 0.62, 0.72)):
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
            path.append(tuple(rot @ Vector((x, 0.25 * size * math.sin(t * 3.4) * t, 0.10 + 0.32 * math.sin(t * math.pi * 2.2) ** 2 * (1 - t * 0.6)))))
            widths.append(width * (0.45 + 0.55 * min(1, t * 4)))
        parts.append(ribbon_strip("tail", path, widths, material))
    knot = loft("knot", squircle(40, 0.55, 3.0), [(0.85, 0.05), (1.0, 0.3), (1.0, 0.6), (0.8, 0.85), (0.3, 0.95)], material)
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
        flank = [(wall - 1.0, 0.01), (wall, 0.01), (wall, 0.06), (wall, rim * 0.5), (wall, rim - 0.25), (over, rim + 0.05),
                 (over, rim + 0.2), (over, top - 0.2), (over, top - 0.05), (over - 0.06, top + 0.02), (over - 0.25, top + 0.02)]
        profile = [(-a, z) for a, z in flank] + [(0, top + 0.03)] + [(a, z) for a, z in reversed(flank)]
        path = [(a, 0, z) if axis == "x" else (0, a, z) for a, z in profile]
        side = [(0, 1, 0) if axis == "x" else (1, 0, 0)] * len(path)
        parts.append(ribbon_strip("ribbon", path, [width] * len(path), material, side))
    return parts
