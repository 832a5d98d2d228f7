"""Everything that is not chocolate. Colours are sRGB, as in the catalogue. 1 unit = 1 cm."""

from nodes import Nodes, rgb


def organic(
    colour,
    second=None,
    rough=0.5,
    bump=0.3,
    scale=8.0,
    sss=0.0,
    radius=(0.2, 0.1, 0.05),
    coat=0.0,
    sheen=0.0,
    specular=0.4,
    name="organic",
):
    """All-purpose plant material: two tones mixed by noise, bump, optional translucency."""
    n = Nodes(name)
    base = rgb(colour)
    if second:
        base = n.mix(n.ramp(n.noise(scale * 0.4, 5, 0.6), 0.35, 0.65), base, rgb(second))
    n.set(
        Base_Color=base,
        Roughness=rough,
        Specular=specular,
        Clearcoat=coat,
        Clearcoat_Roughness=0.1,
        Sheen=sheen,
        Normal=n.bump(n.noise(scale, 5, 0.65), bump, 0.05),
    )
    if sss:
        n.set(Subsurface=sss, Subsurface_Radius=radius, Subsurface_Color=base)
    return n.mat


def petal(colour="#c9455f", edge="#f0a9b0"):
    """Thin leaf, darker at its foot, that lets light through."""
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
    """Crumpled leaf of gold."""
    n = Nodes("gold")
    n.set(Base_Color=rgb(colour), Metallic=1.0, Roughness=rough, Normal=n.bump(n.noise(scale, 4, 0.6), bump, 0.08))
    return n.mat


def brass(colour="#b58a45"):
    """Brass that has been used."""
    n = Nodes("brass")
    stretch = n.add("ShaderNodeMapping", {"Vector": n.coord, "Scale": (0.6, 30.0, 30.0)}).outputs[0]
    n.set(
        Base_Color=rgb(colour),
        Metallic=1.0,
        Roughness=n.ramp(n.noise(2.0, 5, 0.6), 0.3, 0.7, 0.24, 0.40),
        Normal=n.bump(n.noise(1.0, 4, vector=stretch), 0.05, 0.03),
    )
    return n.mat


def salt():
    """Clear crystals."""
    n = Nodes("salt")
    n.set(
        Base_Color=rgb("#fbf8f2"),
        Roughness=0.16,
        Specular=0.55,
        Transmission=0.55,
        IOR=1.45,
        Normal=n.bump(n.noise(18.0, 3), 0.3, 0.03),
    )
    return n.mat


def honeycomb():
    """Brittle full of bubbles."""
    n = Nodes("honeycomb")
    cells = n.voronoi(5.0)
    base = n.mix(n.ramp(cells, 0.15, 0.55), rgb("#a85a12"), rgb("#e9a93a"))
    n.set(
        Base_Color=base,
        Roughness=0.34,
        Specular=0.5,
        Subsurface=0.25,
        Subsurface_Color=base,
        Subsurface_Radius=(0.3, 0.15, 0.05),
        Clearcoat=0.2,
        Normal=n.bump(cells, 0.9, 0.12),
    )
    return n.mat


def stone(colour="#efe8dc", vein=None, rough=0.42, bump=0.10):
    """Table top, with veins where they are asked for."""
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
    n.set(
        Base_Color=base,
        Specular=0.25,
        Roughness=n.ramp(n.noise(0.5, 6, 0.65), 0.3, 0.7, rough * 0.8, rough * 1.3),
        Normal=n.bump(n.noise(9.0, 6, 0.7), bump, 0.04),
    )
    return n.mat


def paper(colour="#7a2f3d", rough=0.62, bump=0.12):
    """Card and kraft paper."""
    n = Nodes("paper")
    n.set(
        Base_Color=rgb(colour),
        Roughness=rough,
        Specular=0.3,
        Sheen=0.12,
        Normal=n.bump(n.noise(22.0, 5, 0.7), bump, 0.02),
    )
    return n.mat


def satin(colour="#b58a45"):
    """Ribbon."""
    n = Nodes("satin")
    uv = n.add("ShaderNodeTexCoord").outputs["UV"]
    weave = n.add("ShaderNodeMapping", {"Vector": uv, "Scale": (1.0, 90.0, 1.0)}).outputs[0]
    n.set(
        Base_Color=rgb(colour),
        Roughness=0.34,
        Specular=0.6,
        Sheen=0.8,
        Sheen_Tint=0.6,
        Metallic=0.25,
        Anisotropic=0.6,
        Normal=n.bump(n.noise(1.5, 2, vector=weave), 0.10, 0.02),
    )
    return n.mat


def velvet(colour="#4a1822"):
    """Cloth with a pile."""
    n = Nodes("velvet")
    n.set(
        Base_Color=rgb(colour),
        Roughness=0.9,
        Specular=0.1,
        Sheen=1.0,
        Sheen_Tint=0.7,
        Normal=n.bump(n.noise(30.0, 4, 0.7), 0.3, 0.02),
    )
    return n.mat


def wood(colour="#4b2c1a", dark="#24130a"):
    """Boards with a grain along x."""
    n = Nodes("wood")
    vec = n.add("ShaderNodeMapping", {"Vector": n.coord, "Scale": (0.05, 0.9, 0.9)}).outputs[0]
    grain = n.noise(1.0, 8, 0.62, 1.2, vec)
    n.set(
        Base_Color=n.mix(n.ramp(grain, 0.35, 0.68), rgb(colour), rgb(dark)),
        Specular=0.35,
        Roughness=0.5,
        Normal=n.bump(grain, 0.25, 0.06),
    )
    return n.mat


def ceramic(colour="#f4efe6", rough=0.22):
    """Glazed and smooth."""
    n = Nodes("ceramic")
    n.set(Base_Color=rgb(colour), Roughness=rough, Specular=0.5, Clearcoat=0.4, Clearcoat_Roughness=0.06)
    return n.mat


def liquid(colour="#2a1209"):
    """Still surface of a drink."""
    n = Nodes("liquid")
    n.set(
        Base_Color=rgb(colour), Roughness=0.06, Specular=0.5, Clearcoat=0.6, Normal=n.bump(n.noise(0.7, 2), 0.06, 0.1)
    )
    return n.mat


def burlap():
    """Coarse woven jute."""
    n = Nodes("burlap")
    xyz = n.separate(n.coord)
    wx = n.math("SINE", n.math("MULTIPLY", xyz[0], 22.0))
    wy = n.math("SINE", n.math("MULTIPLY", xyz[1], 22.0))
    weave = n.math("MULTIPLY", wx, wy)
    n.set(
        Base_Color=n.mix(n.ramp(n.noise(3, 6, 0.7), 0.3, 0.7), rgb("#b09a78"), rgb("#8a7352")),
        Roughness=0.95,
        Specular=0.1,
        Sheen=0.3,
        Normal=n.bump(weave, 0.8, 0.08),
    )
    return n.mat


SURFACES = {
    "cocoa": lambda: stone("#2b1a14", vein="#5a4030", rough=0.40),
    "night": lambda: stone("#241610", rough=0.55, bump=0.20),
    "slate": lambda: stone("#2f2c2c", rough=0.55, bump=0.35),
    "pearl": lambda: stone("#f3eadb", vein="#c9b79d", rough=0.38, bump=0.05),
    "ivory": lambda: stone("#f4e8d5", rough=0.6, bump=0.08),
    "rose": lambda: stone("#c99a97", rough=0.6, bump=0.08),
    "blush": lambda: stone("#e6cfc6", rough=0.6, bump=0.08),
    "ruby": lambda: velvet("#5e1b2a"),
    "gold": lambda: brass("#a67c3a"),
    "sand": lambda: stone("#cdb496", rough=0.6, bump=0.10),
    "lilac": lambda: stone("#b3a6bd", rough=0.6, bump=0.08),
    "sage": lambda: stone("#a2a68f", rough=0.6, bump=0.10),
    "umber": lambda: stone("#54402f", rough=0.62, bump=0.14),
    "wood": lambda: wood(),
    "burlap": lambda: burlap(),
}
