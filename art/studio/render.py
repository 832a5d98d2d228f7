"""Render pictures of catalogue.json.

blender -b -P render.py -- --only dark-golconda-bar [--scale 0.35] [--samples 48] [--out DIR]
"""
import argparse
import json
import math
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import bpy                                               # noqa: E402

import forms                                             # noqa: E402
import materials as m                                    # noqa: E402
import staging                                           # noqa: E402
import toppings                                          # noqa: E402


def material_of(spec, default="dark"):
    """'dark' | {'chocolate': .., 'finish': .., 'decor': [..]} | {'gold': hex} | {'paper': hex} ..."""
    if isinstance(spec, str):
        spec = {"chocolate": spec}
    spec = dict(spec or {"chocolate": default})
    if "chocolate" in spec:
        return m.chocolate(spec["chocolate"], spec.get("finish", "satin"), spec.get("decor"))
    kind, value = next(iter(spec.items()))
    if kind == "surface":
        return m.SURFACES[value]()
    builder = getattr(m, kind)
    return builder(value) if isinstance(value, str) else builder(**(value or {}))


_MATERIALS = {}
NAMED = {}                                               # "materials" of the catalogue


def cached_material(spec):
    if isinstance(spec, str) and spec in NAMED:
        spec = NAMED[spec]
    key = json.dumps(spec, sort_keys=True)
    if key not in _MATERIALS:
        _MATERIALS[key] = material_of(spec)
    return _MATERIALS[key]


def put(obj, item):
    obj.location = (*item.get("at", [0, 0])[:2], item.get("z", 0.0))
    rot = item.get("rot", 0)
    rot = [0, 0, rot] if not isinstance(rot, list) else rot
    obj.rotation_euler = [math.radians(r) for r in rot]
    k = item.get("scale", 1.0)
    obj.scale = (k, k, k) if not isinstance(k, list) else k


def dress(obj, item):
    """Drizzle and toppings of one chocolate."""
    bpy.context.view_layer.update()
    for d in item.get("drizzle", []):
        d = dict(d)
        mat = cached_material(d.pop("material", "white"))
        forms.drizzle(obj, mat, **d)
    for t in item.get("topping", []):
        t = dict(t)
        toppings.scatter_on([obj], t.pop("kind"), t.pop("count"), **t)


def add_item(item):
    form = item["form"]
    params = item.get("params", {})
    mat = cached_material(item.get("material", "dark"))
    if form == "gift_box":
        return gift_box(item)
    if form == "closed_box":
        return wrapped_box(item)
    if form == "half_truffle":
        obj = forms.half_truffle(mat, m.ganache(), **params)
    elif form == "mug":
        obj = forms.mug(mat, **params)
        fill = forms.disc(cached_material(item.get("fill", {"liquid": "#2a1209"})), params.get("radius", 3.4) * 0.945)
        fill.location.z = params.get("height", 4.6) * 0.86
        fill.parent = obj
    else:
        obj = getattr(forms, form)(mat, **params)
    put(obj, item)
    dress(obj, item)
    return obj


def gift_box(item):
    """Open box: tray, lining, cups and a grid of chocolates taken in turn from item['fill']."""
    size, cols, rows = item.get("size", [15, 15]), item.get("cols", 4), item.get("rows", 4)
    tray = forms.open_box(cached_material(item["material"]), cached_material(item.get("lining", {"paper": "#efe7da"})), size, item.get("height", 2.4))
    root = tray
    parts = forms.dividers(cached_material(item.get("divider", {"paper": "#d9b56d"})), size, cols, rows, item.get("divider_height", 1.2))
    for p in parts:
        p.parent = tray
    xi, yi = size[0] - 0.44, size[1] - 0.44
    pattern = item["pattern"]
    children = []
    for r in range(rows):
        for c in range(cols):
            key = pattern[(rows - 1 - r) % len(pattern)][c % len(pattern[0])]
            if key == ".":
                continue
            spec = dict(item["fill"][key])
            x, y = -xi / 2 + xi * (c + 0.5) / cols, -yi / 2 + yi * (r + 0.5) / rows
            cup = item.get("cups")
            if cup:
                cu = forms.paper_cup(cached_material(cup), spec.get("cup_radius", 1.5), 0.9)
                cu.parent = tray
                cu.location = (x, y, 0.31)
            spec["at"], spec["z"] = [x, y], 0.36
            spec.setdefault("rot", (c * 37 + r * 61) % 40 - 20)
            if spec["form"] == "truffle":
                spec["params"] = {**spec.get("params", {}), "seed": c * 5 + r}
            children.append(spec)
    put(root, item)
    bpy.context.view_layer.update()
    for spec in children:
        local = root.matrix_world @ staging.Vector((*spec["at"], spec["z"]))
        spec["at"], spec["z"] = [local.x, local.y], local.z
        spec["rot"] = spec["rot"] + (item.get("rot", 0) if not isinstance(item.get("rot", 0), list) else 0)
        add_item(spec)
    return root


def wrapped_box(item):
    size, height = item.get("size", [11, 11]), item.get("height", 4.2)
    box = forms.closed_box(cached_material(item["material"]), size, height, item.get("lid", 1.6),
                           cached_material(item.get("lid_material", item["material"])))
    if item.get("ribbon"):
        satin = cached_material(item["ribbon"])
        for p in forms.box_ribbon(satin, size, height, item.get("ribbon_width", 1.2), item.get("lid", 1.6)):
            p.parent = box
        if item.get("bow", True):
            knot = forms.bow(satin, item.get("bow_size", 3.0), item.get("ribbon_width", 1.2))
            knot.location = (0, 0, height + 0.18)
            knot.rotation_euler[2] = math.radians(item.get("bow_turn", 20))
            knot.parent = box
    if item.get("seal"):
        seal = forms.gem(cached_material(item["seal"]), 0.9, 0.35, 8)
        seal.location = (0, 0, height + 0.2)
        seal.parent = box
    put(box, item)
    return box


def build(shot):
    staging.reset()
    _MATERIALS.clear()
    toppings._CACHE.clear()
    staging.backdrop(**shot.get("backdrop", {}))
    for item in shot.get("items", []):
        add_item(item)
    for prop in shot.get("props", []):
        p = dict(prop)
        mode, kind = p.pop("mode", "around"), p.pop("kind")
        if mode == "around":
            toppings.scatter_around(kind, p.pop("count"), **p)
        else:
            toppings.place(kind, **p)
    staging.lights(**shot.get("lights", {}))
    staging.camera(**shot.get("camera", {}))


def main():
    argv = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []
    ap = argparse.ArgumentParser()
    ap.add_argument("--catalogue", default=os.path.join(HERE, "catalogue.json"))
    ap.add_argument("--only", nargs="*")
    ap.add_argument("--scale", type=float, default=1.0)
    ap.add_argument("--samples", type=int)
    ap.add_argument("--threads", type=int, default=2)
    ap.add_argument("--raw", action="store_true", help="quick look without denoising")
    ap.add_argument("--out", default=os.path.join(HERE, "..", "renders"))
    args = ap.parse_args(argv)
    catalogue = json.load(open(args.catalogue))
    NAMED.update(catalogue.get("materials", {}))
    shots = catalogue["pictures"]
    os.makedirs(args.out, exist_ok=True)
    for shot in shots:
        if args.only and shot["id"] not in args.only:
            continue
        start = time.time()
        build(shot)
        built = time.time()
        w, h = shot.get("size", [1200, 1200])
        path = os.path.abspath(os.path.join(args.out, f"{shot['id']}.png"))
        staging.render(path, (int(w * args.scale), int(h * args.scale)), args.samples or shot.get("samples", 96),
                       shot.get("exposure", 0.0), shot.get("look", "Medium High Contrast"), args.threads, not args.raw)
        print(f"PICTURE {shot['id']} build {built - start:.1f}s render {time.time() - built:.1f}s -> {path}", flush=True)


main()
