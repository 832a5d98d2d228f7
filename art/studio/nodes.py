"""Node trees of materials in few words."""

import bpy


def rgb(hex_colour, alpha=1.0):
    """'#rrggbb' (sRGB) -> linear RGBA tuple."""
    h = hex_colour.lstrip("#")
    out = []
    for i in (0, 2, 4):
        c = int(h[i : i + 2], 16) / 255.0
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
        """A node with its inputs plugged."""
        node = self.tree.nodes.new(kind)
        for key, value in props.items():
            setattr(node, key, value)
        for key, value in (inputs or {}).items():
            self.plug(value, node.inputs[key])
        return node

    def plug(self, value, socket):
        """A value or a link, whichever it is."""
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        else:
            socket.default_value = value

    def set(self, **inputs):
        """Inputs of the principled shader."""
        for key, value in inputs.items():
            self.plug(value, self.bsdf.inputs[key.replace("_", " ")])
        return self

    @property
    def coord(self):
        """The object's own coordinates."""
        if self._coord is None:
            self._coord = self.add("ShaderNodeTexCoord").outputs["Object"]
        return self._coord

    def noise(self, scale, detail=4.0, rough=0.5, distortion=0.0, vector=None):
        """Clouds between nought and one."""
        return self.add(
            "ShaderNodeTexNoise",
            {
                "Vector": vector or self.coord,
                "Scale": scale,
                "Detail": detail,
                "Roughness": rough,
                "Distortion": distortion,
            },
        ).outputs["Fac"]

    def voronoi(self, scale, vector=None, output="Distance", **props):
        """Cells."""
        return self.add("ShaderNodeTexVoronoi", {"Vector": vector or self.coord, "Scale": scale}, **props).outputs[
            output
        ]

    def math(self, op, a, b=0.0, c=0.0, clamp=False):
        """One sum."""
        node = self.add("ShaderNodeMath", operation=op, use_clamp=clamp)
        for socket, value in zip(node.inputs, (a, b, c)):
            self.plug(value, socket)
        return node.outputs[0]

    def ramp(self, value, lo, hi, out_lo=0.0, out_hi=1.0, smooth=True):
        """Maps a span to another, softly."""
        node = self.add(
            "ShaderNodeMapRange", {"Value": value, "From Min": lo, "From Max": hi, "To Min": out_lo, "To Max": out_hi}
        )
        node.interpolation_type = "SMOOTHSTEP" if smooth else "LINEAR"
        return node.outputs["Result"]

    def mix(self, fac, a, b, blend="MIX"):
        """One colour into another."""
        node = self.add("ShaderNodeMixRGB", {"Fac": fac, "Color1": a, "Color2": b}, blend_type=blend)
        return node.outputs["Color"]

    def bump(self, height, strength, distance=0.05, normal=None):
        """Relief from a height."""
        inputs = {"Height": height, "Strength": strength, "Distance": distance}
        if normal is not None:
            inputs["Normal"] = normal
        return self.add("ShaderNodeBump", inputs).outputs["Normal"]

    def separate(self, vector):
        """x, y and z of a vector."""
        return self.add("ShaderNodeSeparateXYZ", {"Vector": vector}).outputs
