"""Chocolate: couvertures, finishes and what is painted on the shell."""

from nodes import Nodes, rgb

# chocolate couvertures: colour, subsurface weight, subsurface radius (cm)
COUVERTURE = {
    "bitter": ("#331a10", 0.00, (0.05, 0.02, 0.01)),
    "dark": ("#4b2616", 0.00, (0.05, 0.02, 0.01)),
    "milk": ("#74442b", 0.05, (0.10, 0.05, 0.03)),
    "caramel": ("#b26a2c", 0.08, (0.14, 0.07, 0.03)),
    "white": ("#f1dfb8", 0.15, (0.25, 0.18, 0.10)),
    "ruby": ("#a1485a", 0.06, (0.22, 0.08, 0.07)),
    "matcha": ("#8a9a48", 0.10, (0.12, 0.14, 0.06)),
}


# surface finishes: roughness, clearcoat, clearcoat roughness, bump strength
FINISH = {
    "gloss": (0.16, 0.70, 0.03, 0.015),
    "satin": (0.34, 0.20, 0.18, 0.050),
    "matte": (0.52, 0.04, 0.40, 0.120),
}


def chocolate(kind="dark", finish="satin", decor=None):
    """Couverture, optionally decorated with coloured cocoa butter.

    decor: list of layers, each {"style": splatter|fade|swoosh|marble|lustre, "color": hex,
           "amount": 0..1, "metal": bool, "axis": "x"|"y"|"z", "seed": number}
    """
    colour, sss, radius = COUVERTURE[kind]
    rough, coat, coat_rough, bump = FINISH[finish]
    n = Nodes(f"choc-{kind}-{finish}")
    base = rgb(colour)
    base = n.mix(n.ramp(n.noise(0.9, 3), 0.35, 0.7, 0.0, 0.35), base, tuple(c * 0.72 for c in base[:3]) + (1,))
    metal, height = 0.0, n.noise(1.1, 2.0)
    for layer in decor or []:
        mask, solid = _decor_mask(n, layer)
        base = n.mix(mask, base, rgb(layer["color"]))
        if layer.get("metal"):
            metal = n.math("MAXIMUM", metal, mask)
        if solid:
            height = n.math("ADD", height, n.math("MULTIPLY", mask, 0.35))
    fine = n.noise(26.0, 3.0)
    normal = n.bump(height, 0.25, 0.08)
    normal = n.bump(fine, bump, 0.03, normal)
    roughness = n.ramp(n.noise(2.6, 5.0, 0.6), 0.3, 0.75, rough * 0.82, rough * 1.25)
    n.set(
        Base_Color=base,
        Roughness=roughness,
        Specular=0.5,
        Clearcoat=coat,
        Clearcoat_Roughness=coat_rough,
        Normal=normal,
        Metallic=metal,
    )
    if finish == "gloss":
        n.set(Clearcoat_Normal=n.bump(n.noise(0.8, 1.0), 0.10, 0.06))
    if sss:
        n.set(Subsurface=sss, Subsurface_Radius=radius, Subsurface_Color=base)
    return n.mat


def _decor_mask(n, layer):
    """Returns (mask socket, True when the layer has its own thickness)."""
    style, amount = layer["style"], layer.get("amount", 0.5)
    seed = float(layer.get("seed", 0))
    shifted = n.add("ShaderNodeVectorMath", operation="ADD")
    n.plug(n.coord, shifted.inputs[0])
    shifted.inputs[1].default_value = (seed * 3.1, seed * 1.7, seed * 5.3)
    vec = shifted.outputs[0]
    axis = {"x": 0, "y": 1, "z": 2}[layer.get("axis", "z")]
    if style == "splatter":
        wob = n.add("ShaderNodeTexNoise", {"Vector": vec, "Scale": 5.0, "Detail": 2.0}).outputs["Color"]
        warp = n.add("ShaderNodeVectorMath", operation="MULTIPLY_ADD")
        n.plug(wob, warp.inputs[0])
        warp.inputs[1].default_value = (0.16, 0.16, 0.16)
        n.plug(vec, warp.inputs[2])
        total = None
        for scale, share in ((2.3, 0.34), (5.5, 0.42), (13.0, 0.40)):
            vor = n.add("ShaderNodeTexVoronoi", {"Vector": warp.outputs[0], "Scale": scale})
            pick = n.separate(vor.outputs["Color"])[0]
            size = n.ramp(pick, 1.0 - amount * 0.75, 1.0, 0.0, share, smooth=False)
            drop = n.math("SUBTRACT", size, vor.outputs["Distance"])
            mask = n.ramp(drop, 0.0, 0.035)
            total = mask if total is None else n.math("MAXIMUM", total, mask)
        return total, True
    if style == "fade":
        pos = n.separate(n.coord)[axis]
        jitter = n.math("MULTIPLY", n.math("SUBTRACT", n.noise(9.0, 6, 0.7), 0.5), 0.22)
        lo, hi = layer.get("from", 0.2), layer.get("to", 1.2)
        return n.ramp(n.math("ADD", pos, jitter), lo, hi, 0.0, amount), False
    if style == "swoosh":
        xyz = n.separate(n.coord)
        curve = n.math("MULTIPLY", n.math("MULTIPLY", xyz[0], xyz[0]), 0.35)
        line = n.math("ADD", n.math("ADD", xyz[1], curve), layer.get("offset", 0.0))
        streak_vec = n.add("ShaderNodeMapping", {"Vector": vec, "Scale": (1.2, 16.0, 4.0)}).outputs[0]
        streak = n.noise(1.0, 3.0, 0.6, vector=streak_vec)
        band = n.ramp(n.math("ABSOLUTE", line), 0.42 * amount, 0.18 * amount)
        return n.math("MULTIPLY", band, n.ramp(streak, 0.40, 0.52)), True
    if style == "marble":
        fac = n.noise(1.3, 3.0, 0.5, 2.4, vec)
        return n.math("MULTIPLY", n.ramp(fac, 0.5 - amount * 0.15, 0.56), 0.95), False
    if style == "lustre":  # pearl or gold dust, strongest on one side
        pos = n.separate(n.coord)[axis]
        dust = n.ramp(n.noise(48.0, 2.0, 0.7, vector=vec), 0.42, 0.62)
        area = n.ramp(n.math("ADD", pos, n.math("MULTIPLY", n.noise(3.0, 3), 0.5)), 0.3, 1.3)
        return n.math("MULTIPLY", n.math("MULTIPLY", dust, area), amount), False
    raise ValueError(f"unknown decoration {style!r}")


def cocoa_powder(colour="#5a3320"):
    """Fine, dull and dark."""
    n = Nodes("cocoa-powder")
    tone = n.mix(n.ramp(n.noise(5.0, 6, 0.7), 0.35, 0.7), rgb("#3a2014"), rgb(colour))
    normal = n.bump(n.noise(60.0, 5, 0.75), 0.9, 0.04)
    n.set(Base_Color=tone, Roughness=1.0, Specular=0.08, Sheen=0.35, Sheen_Tint=0.8, Normal=normal)
    return n.mat


def ganache(colour="#4a2616"):
    """Cut face of a filling."""
    n = Nodes("ganache")
    n.set(Base_Color=rgb(colour), Roughness=0.42, Specular=0.5, Normal=n.bump(n.noise(6.0, 6, 0.65), 0.5, 0.08))
    return n.mat
