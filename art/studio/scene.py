"""From one entry of the catalogue to a scene."""

import json
import math

import bpy
from mathutils import Vector

import staging
import toppings
from boxes import bow, box_ribbon, closed_box, dividers, open_box, paper_cup
from chocolate import chocolate, cocoa_powder, ganache
from chocolates import bonbon, drizzle, flower, gem, half_truffle, heart, praline, star, truffle
from cutting import cut_open, inside
from materials import SURFACES, brass, ceramic, gold, liquid, paper, satin, stone, velvet, wood
from pieces import forget_materials
from pouring import pour
from tablets import bar, shard
from tableware import bowl, crate, disc, mug, pedestal, plate, slab

# What "form" of an item may say, besides boxes and what has a filling.
FORMS = {
    f.__name__: f
    for f in (bar, shard, bonbon, gem, heart, star, flower, truffle, praline, plate, bowl, pedestal, slab, crate)
}

# What a material may be, besides chocolate and a surface of the studio.
MATERIALS = {
    f.__name__: f for f in (cocoa_powder, inside, paper, satin, velvet, gold, brass, wood, ceramic, liquid, stone)
}

# "materials" of the catalogue.
NAMED = {}
_MATERIALS = {}


def material_of(spec, default="dark"):
    """'dark' | {'chocolate': .., 'finish': .., 'decor': [..]} | {'gold': hex} | {'paper': hex} ..."""
    if isinstance(spec, str):
        spec = {"chocolate": spec}
    spec = dict(spec or {"chocolate": default})
    if "chocolate" in spec:
        return chocolate(spec["chocolate"], spec.get("finish", "satin"), spec.get("decor"))
    kind, value = next(iter(spec.items()))
    if kind == "surface":
        return SURFACES[value]()
    make = MATERIALS[kind]
    return make(value) if isinstance(value, str) else make(**(value or {}))


def cached_material(spec):
    """The same words are the same material."""
    if isinstance(spec, str) and spec in NAMED:
        spec = NAMED[spec]
    key = json.dumps(spec, sort_keys=True)
    if key not in _MATERIALS:
        _MATERIALS[key] = material_of(spec)
    return _MATERIALS[key]


def put(obj, item):
    """Moves an object to where its entry says."""
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
        drizzle(obj, mat, **d)
    for t in item.get("topping", []):
        t = dict(t)
        toppings.scatter_on([obj], t.pop("kind"), t.pop("count"), **t)


def add_item(item):
    """Makes what one entry of "items" names."""
    form = item["form"]
    params = item.get("params", {})
    mat = cached_material(item.get("material", "dark"))
    if form == "gift_box":
        return gift_box(item)
    if form == "closed_box":
        return wrapped_box(item)
    if form == "half_truffle":
        obj = half_truffle(mat, ganache(), **params)
    elif form == "mug":
        obj = mug(mat, **params)
        fill = disc(cached_material(item.get("fill", {"liquid": "#2a1209"})), params.get("radius", 3.4) * 0.945)
        fill.location.z = params.get("height", 4.6) * 0.86
        fill.parent = obj
    else:
        obj = FORMS[form](mat, **params)
    if "cut" in item:
        cut = dict(item["cut"])
        cut_open(obj, cached_material({"inside": cut.pop("inside")}), **cut)
    put(obj, item)
    dress(obj, item)
    return obj


def gift_box(item):
    """Open box: tray, lining, cups and a grid of chocolates taken in turn from item['fill']."""
    size, cols, rows = item.get("size", [15, 15]), item.get("cols", 4), item.get("rows", 4)
    tray = open_box(
        cached_material(item["material"]),
        cached_material(item.get("lining", {"paper": "#efe7da"})),
        size,
        item.get("height", 2.4),
    )
    root = tray
    parts = dividers(
        cached_material(item.get("divider", {"paper": "#d9b56d"})), size, cols, rows, item.get("divider_height", 1.2)
    )
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
                cu = paper_cup(cached_material(cup), spec.get("cup_radius", 1.5), 0.9)
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
        local = root.matrix_world @ Vector((*spec["at"], spec["z"]))
        spec["at"], spec["z"] = [local.x, local.y], local.z
        spec["rot"] = spec["rot"] + (item.get("rot", 0) if not isinstance(item.get("rot", 0), list) else 0)
        add_item(spec)
    return root


def wrapped_box(item):
    """Closed box with ribbon, bow or seal."""
    size, height = item.get("size", [11, 11]), item.get("height", 4.2)
    box = closed_box(
        cached_material(item["material"]),
        size,
        height,
        item.get("lid", 1.6),
        cached_material(item.get("lid_material", item["material"])),
    )
    if item.get("ribbon"):
        ribbon = cached_material(item["ribbon"])
        for p in box_ribbon(ribbon, size, height, item.get("ribbon_width", 1.2), item.get("lid", 1.6)):
            p.parent = box
        if item.get("bow", True):
            knot = bow(ribbon, item.get("bow_size", 3.0), item.get("ribbon_width", 1.2))
            knot.location = (0, 0, height + 0.18)
            knot.rotation_euler[2] = math.radians(item.get("bow_turn", 20))
            knot.parent = box
    if item.get("seal"):
        seal = gem(cached_material(item["seal"]), 0.9, 0.35, 8)
        seal.location = (0, 0, height + 0.2)
        seal.parent = box
    put(box, item)
    return box


def build(shot):
    """The whole scene of one picture."""
    staging.reset()
    _MATERIALS.clear()
    forget_materials()
    staging.backdrop(**shot.get("backdrop", {}))
    for item in shot.get("items", []):
        add_item(item)
    for prop in shot.get("props", []):
        p = dict(prop)
        mode, kind = p.pop("mode", "around"), p.pop("kind")
        if mode == "around":
            toppings.scatter_around(kind, p.pop("count"), **p)
        elif mode == "pour":
            pour(kind, p.pop("count"), **p)
        else:
            toppings.place(kind, **p)
    staging.lights(**shot.get("lights", {}))
    staging.camera(**shot.get("camera", {}))
