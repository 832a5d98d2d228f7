"""Materials of the chocolate studio (Blender 3.4, Cycles).

Every function returns a bpy material. Colours are given as sRGB hex strings and
converted to linear here, so that the catalogue can share the brand palette.
Scene scale: 1 Blender unit = 1 cm.
"""
import bpy

# chocolate couvertures: colour, subsurface weight, subsurface radius (cm)
COUVERTURE = {
    "bitter":  ("#331a10", 0.00, (0.05, 0.02, 0.01)),
    "dark":    ("#4b2616", 0.00, (0.05, 0.02, 0.01)),
    "milk":    ("#74442b", 0.05, (0.10, 0.05, 0.03)),
    "caramel": ("#b26a2c", 0.08, (0.14, 0.07, 0.03)),
    "white":   ("#f1dfb8", 0.15, (0.25, 0.18, 0.10)),
    "ruby":    ("#a1485a", 0.06, (0.22, 0.08, 0.07)),
    "matcha":  ("#8a9a48", 0.10, (0.12, 0.14, 0.06)),
}

# surface finishes: roughness, clearcoat, clearcoat roughness, bump strength
FINISH = {
    "gloss": (0.16, 0.70, 0.03, 0.015),
    "satin": (0.34, 0.20, 0.18, 0.050),
    "matte": (0.52, 0.04, 0.40, 0.120),
}


def rgb(hex_colour, alpha=1.0):
    """'#rrggbb' (sRGB) -> linear RGBA tuple."""
    h = hex_colour.lstrip("#")
    out = []
    for i in (0, 2, 4):
        c = int(h[i:i + 2], 16) / 255.0
        out.append(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4)
    return (*out, alpha)


class Nodes:
    """Small helper which keeps node-tree code short."""

    def __init__(self, name):
        self.mat = bpy.data.materials.new(name)
        self.mat.use_nodes = True
        self.tree = self.mat.node_tree
        self.bsdf = self.tree.nodes["Principled BSDF"]
        self.output = self.tree.nodes["Material Output"]
        self._coord = None

    def add(self, kind, inputs=None, **props):
        node = self.tree.nodes.new(kind)
        for key, value in props.items():
            setattr(node, key, value)
        for key, value in (inputs or {}).items():
            self.plug(value, node.inputs[key])
        return node

    def plug(self, value, socket):
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        else:
            socket.default_value = value

    def set(self, **inputs):
        for key, value in inputs.items():
            self.plug(value, self.bsdf.inputs[key.replace("_", " ")])
        return self

    @property
    def coord(self):
        if self._coord is None:
            self._coord = self.add("ShaderNodeTexCoord").outputs["Object"]
        return self._coord

    def noise(self, scale, detail=4.0, rough=0.5, distortion=0.0, vector=None):
        return self.add("ShaderNodeTexNoise", {
            "Vector": vector or self.coord, "Scale": scale, "Detail": detail,
            "Roughness": rough, "Distortion": distortion}).outputs["Fac"]

    def voronoi(self, scale, vector=None, output="Distance", **props):
        return self.add("ShaderNodeTexVoronoi", {
            "Vector": vector or self.coord, "Scale": scale}, **props).outputs[output]

    def math(self, op, a, b=0.0, c=0.0, clamp=False):
        node = self.add("ShaderNodeMath", operation=op, use_clamp=clamp)
        for socket, value in zip(node.inputs, (a, b, c)):
            self.plug(value, socket)
        return node.outputs[0]

    def ramp(self, value, lo, hi, out_lo=0.0, out_hi=1.0, smooth=True):
        node = self.add("ShaderNodeMapRange", {
            "Value": value, "From Min": lo, "From Max": hi,
            "To Min": out_lo, "To Max": out_hi})
        node.interpolation_type = "SMOOTHSTEP" if smooth else "LINEAR"
        return node.outputs["Result"]

    def mix(self, fac, a, b, blend="MIX"):
        node = self.add("ShaderNodeMixRGB", {"Fac": fac, "Color1": a, "Color2": b},
                        blend_type=blend)
        return node.outputs["Color"]

    def bump(self, height, strength, distance=0.05, normal=None):
        inputs = {"Height": height, "Strength": strength, "Distance": distance}
        if normal is not None:
            inputs["Normal"] = normal
        return self.add("ShaderNodeBump", inputs).outputs["Normal"]

    def separate(self, vector):
        return self.add("ShaderNodeSeparateXYZ", {"Vector": vector}).outputs


# --------------------------------------------------------------------------- chocolate

def chocolate(kind="dark", finish="satin", decor=None):
    """Couverture, optionally decorated with coloured cocoa butter.

    decor: list of layers, each {"style": splatter|fade|swoosh|marble|lustre, "color": hex,
           "amount": 0..1, "metal": bool, "axis": "x"|"y"|"z", "seed": number}
    """
    colour, sss, radius = COUVERTURE[kind]
    rough, coat, coat_rough, bump = FINISH[finish]
    n = Nodes(f"choc-{kind}-{finish}")
    base = rgb(colour)
    base = n.mix(n.ramp(n.noise(0.9, 3), 0.35, 0.7, 0.0, 0.35), base,
                 tuple(c * 0.72 for c in base[:3]) + (1,))
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
    n.set(Base_Color=base, Roughness=roughness, Specular=0.5, Clearcoat=coat,
          Clearcoat_Roughness=coat_rough, Normal=normal, Metallic=metal)
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
    if style == "lustre":   # pearl or gold dust, strongest on one side
        pos = n.separate(n.coord)[axis]
        dust = n.ramp(n.noise(48.0, 2.0, 0.7, vector=vec), 0.42, 0.62)
        area = n.ramp(n.math("ADD", pos, n.math("MULTIPLY", n.noise(3.0, 3), 0.5)), 0.3, 1.3)
        return n.math("MULTIPLY", n.math("MULTIPLY", dust, area), amount), False
    raise ValueError(f"unknown decoration {style!r}")


def cocoa_powder(colour="#5a3320"):
    n = Nodes("cocoa-powder")
    tone = n.mix(n.ramp(n.noise(5.0, 6, 0.7), 0.35, 0.7), rgb("#3a2014"), rgb(colour))
    normal = n.bump(n.noise(60.0, 5, 0.75), 0.9, 0.04)
    n.set(Base_Color=tone, Roughness=1.0, Specular=0.08, Sheen=0.35, Sheen_Tint=0.8, Normal=normal)
    return n.mat


def ganache(colour="#4a2616"):
    n = Nodes("ganache")
    n.set(Base_Color=rgb(colour), Roughness=0.42, Specular=0.5,
          Normal=n.bump(n.noise(6.0, 6, 0.65), 0.5, 0.08))
    return n.mat


# --------------------------------------------------------------------------- ingredients

def organic(colour, second=None, rough=0.5, bump=0.3, scale=8.0, sss=0.0, radius=(0.2, 0.1, 0.05),
            coat=0.0, sheen=0.0, specular=0.4, name="organic"):
    """All-purpose plant material: two tones mixed by noise, bump, optional translucency."""
    n = Nodes(name)
    base = rgb(colour)
    if second:
        base = n.mix(n.ramp(n.noise(scale * 0.4, 5, 0.6), 0.35, 0.65), base, rgb(second))
    n.set(Base_Color=base, Roughness=rough, Specular=specular, Clearcoat=coat, Clearcoat_Roughness=0.1,
          Sheen=sheen, Normal=n.bump(n.noise(scale, 5, 0.65), bump, 0.05))
    if sss:
        n.set(Subsurface=sss, Subsurface_Radius=radius, Subsurface_Color=base)
    return n.mat


def petal(colour="#c9455f", edge="#f0a9b0"):
    n = Nodes("petal")
    uv = n.add("ShaderNodeTexCoord").outputs["UV"]
    along = n.separate(uv)[1]
    veins_vec = n.add("ShaderNodeMapping", {"Vector": uv, "Scale": (34.0, 1.5, 1.0)}).outputs[0]
    veins = n.noise(1.0, 3.0, vector=veins_vec)
    base = n.mix(n.ramp(along, 0.15, 1.0), rgb(colour), rgb(edge))
    base = n.mix(n.ramp(veins, 0.45, 0.7, 0, 0.25), base, rgb(colour))
    n.set(Base_Color=base, Roughness=0.55, Specular=0.25, Sheen=0.4, Normal=n.bump(veins, 0.25, 0.03))
    trans = n.add("ShaderNodeBsdfTranslucent", {"Color": base})
    mixer = n.add("ShaderNodeMixShader", {"Fac": 0.35})
    n.tree.links.new(n.bsdf.outputs[0], mixer.inputs[1])
    n.tree.links.new(trans.outputs[0], mixer.inputs[2])
    n.tree.links.new(mixer.outputs[0], n.output.inputs[0])
    return n.mat


def gold(colour="#d9a441", rough=0.22, bump=0.5, scale=6.0):
    n = Nodes("gold")
    n.set(Base_Color=rgb(colour), Metallic=1.0, Roughness=rough,
          Normal=n.bump(n.noise(scale, 4, 0.6), bump, 0.08))
    return n.mat


def brass(colour="#b58a45"):
    n = Nodes("brass")
    stretch = n.add("ShaderNodeMapping", {"Vector": n.coord, "Scale": (0.6, 30.0, 30.0)}).outputs[0]
    n.set(Base_Color=rgb(colour), Metallic=1.0,
          Roughness=n.ramp(n.noise(2.0, 5, 0.6), 0.3, 0.7, 0.24, 0.40),
          Normal=n.bump(n.noise(1.0, 4, vector=stretch), 0.05, 0.03))
    return n.mat


def salt():
    n = Nodes("salt")
    n.set(Base_Color=rgb("#fbf8f2"), Roughness=0.16, Specular=0.55, Transmission=0.55, IOR=1.45,
          Normal=n.bump(n.noise(18.0, 3), 0.3, 0.03))
    return n.mat


def honeycomb():
    n = Nodes("honeycomb")
    cells = n.voronoi(5.0)
    base = n.mix(n.ramp(cells, 0.15, 0.55), rgb("#a85a12"), rgb("#e9a93a"))
    n.set(Base_Color=base, Roughness=0.34, Specular=0.5, Subsurface=0.25, Subsurface_Color=base,
          Subsurface_Radius=(0.3, 0.15, 0.05), Clearcoat=0.2, Normal=n.bump(cells, 0.9, 0.12))
    return n.mat


# --------------------------------------------------------------------------- studio surfaces

def stone(colour="#efe8dc", vein=None, rough=0.42, bump=0.10):
    n = Nodes("stone")
    base = rgb(colour)
    tone = n.ramp(n.noise(0.16, 6, 0.6, 0.6), 0.3, 0.7, 0.0, 0.30)
    base = n.mix(tone, base, tuple(c * 0.70 for c in rgb(colour)[:3]) + (1,))
    if vein:
        fold = n.math("ABSOLUTE", n.math("SUBTRACT", n.noise(0.07, 7, 0.55, 1.6), 0.5))
        line = n.ramp(fold, 0.022, 0.0)
        soft = n.math("MULTIPLY", n.ramp(fold, 0.11, 0.0), 0.25)
        fade = n.ramp(n.noise(0.11, 3), 0.42, 0.68)
        base = n.mix(n.math("MULTIPLY", n.math("MAXIMUM", line, soft), fade), base, rgb(vein))
    n.set(Base_Color=base, Specular=0.25,
          Roughness=n.ramp(n.noise(0.5, 6, 0.65), 0.3, 0.7, rough * 0.8, rough * 1.3),
          Normal=n.bump(n.noise(9.0, 6, 0.7), bump, 0.04))
    return n.mat


def paper(colour="#7a2f3d", rough=0.62, bump=0.12):
    n = Nodes("paper")
    n.set(Base_Color=rgb(colour), Roughness=rough, Specular=0.3, Sheen=0.12,
          Normal=n.bump(n.noise(22.0, 5, 0.7), bump, 0.02))
    return n.mat


def satin(colour="#b58a45"):
    """Ribbon."""
    n = Nodes("satin")
    uv = n.add("ShaderNodeTexCoord").outputs["UV"]
    weave = n.add("ShaderNodeMapping", {"Vector": uv, "Scale": (1.0, 90.0, 1.0)}).outputs[0]
    n.set(Base_Color=rgb(colour), Roughness=0.34, Specular=0.6, Sheen=0.8, Sheen_Tint=0.6,
          Metallic=0.25, Anisotropic=0.6, Normal=n.bump(n.noise(1.5, 2, vector=weave), 0.10, 0.02))
    return n.mat


def velvet(colour="#4a1822"):
    n = Nodes("velvet")
    n.set(Base_Color=rgb(colour), Roughness=0.9, Specular=0.1, Sheen=1.0, Sheen_Tint=0.7,
          Normal=n.bump(n.noise(30.0, 4, 0.7), 0.3, 0.02))
    return n.mat


def wood(colour="#4b2c1a", dark="#24130a"):
    n = Nodes("wood")
    vec = n.add("ShaderNodeMapping", {"Vector": n.coord, "Scale": (0.05, 0.9, 0.9)}).outputs[0]
    grain = n.noise(1.0, 8, 0.62, 1.2, vec)
    n.set(Base_Color=n.mix(n.ramp(grain, 0.35, 0.68), rgb(colour), rgb(dark)), Specular=0.35,
          Roughness=0.5, Normal=n.bump(grain, 0.25, 0.06))
    return n.mat


def ceramic(colour="#f4efe6", rough=0.22):
    n = Nodes("ceramic")
    n.set(Base_Color=rgb(colour), Roughness=rough, Specular=0.5, Clearcoat=0.4, Clearcoat_Roughness=0.06)
    return n.mat


def liquid(colour="#2a1209"):
    n = Nodes("liquid")
    n.set(Base_Color=rgb(colour), Roughness=0.06, Specular=0.5, Clearcoat=0.6,
          Normal=n.bump(n.noise(0.7, 2), 0.06, 0.1))
    return n.mat


def burlap():
    n = Nodes("burlap")
    xyz = n.separate(n.coord)
    wx = n.math("SINE", n.math("MULTIPLY", xyz[0], 22.0))
    wy = n.math("SINE", n.math("MULTIPLY", xyz[1], 22.0))
    weave = n.math("MULTIPLY", wx, wy)
    n.set(Base_Color=n.mix(n.ramp(n.noise(3, 6, 0.7), 0.3, 0.7), rgb("#b09a78"), rgb("#8a7352")),
          Roughness=0.95, Specular=0.1, Sheen=0.3, Normal=n.bump(weave, 0.8, 0.08))
    return n.mat


SURFACES = {
    "cocoa":  lambda: stone("#2b1a14", vein="#5a4030", rough=0.40),
    "night":  lambda: stone("#241610", rough=0.55, bump=0.20),
    "slate":  lambda: stone("#2f2c2c", rough=0.55, bump=0.35),
    "pearl":  lambda: stone("#f3eadb", vein="#c9b79d", rough=0.38, bump=0.05),
    "ivory":  lambda: stone("#f4e8d5", rough=0.6, bump=0.08),
    "rose":   lambda: stone("#c99a97", rough=0.6, bump=0.08),
    "blush":  lambda: stone("#e6cfc6", rough=0.6, bump=0.08),
    "ruby":   lambda: velvet("#5e1b2a"),
    "gold":   lambda: brass("#a67c3a"),
    "sand":   lambda: stone("#cdb496", rough=0.6, bump=0.10),
    "lilac":  lambda: stone("#b3a6bd", rough=0.6, bump=0.08),
    "sage":   lambda: stone("#a2a68f", rough=0.6, bump=0.10),
    "umber":  lambda: stone("#54402f", rough=0.62, bump=0.14),
    "wood":   lambda: wood(),
    "burlap": lambda: burlap(),
}
