"""What stands on the table besides chocolate."""

import math

from meshes import lathe, mesh_object


def plate(material, radius=7.0):
    """Flat plate with a raised rim."""
    return lathe(
        "plate",
        [
            (0.01, 0),
            (radius * 0.55, 0),
            (radius * 0.6, 0.12),
            (radius * 0.95, 0.55),
            (radius, 0.72),
            (radius * 0.985, 0.80),
            (radius * 0.93, 0.70),
            (radius * 0.62, 0.32),
            (radius * 0.3, 0.28),
            (0.01, 0.28),
        ],
        material,
    )


def bowl(material, radius=4.0, height=2.6):
    """Round bowl."""
    prof = [(0.01, 0), (radius * 0.45, 0), (radius * 0.5, 0.1)]
    prof += [
        (radius * (0.5 + 0.5 * math.sin(t)), 0.1 + height * (1 - math.cos(t)))
        for t in [k * math.pi / 20 for k in range(1, 10)]
    ]
    prof += [(r - 0.16, z + 0.05) for r, z in reversed(prof[3:])] + [(0.01, 0.25)]
    return lathe("bowl", prof, material)


def pedestal(material, radius=5.0, height=2.2):
    """Low round stand."""
    return lathe(
        "pedestal",
        [
            (0.01, 0),
            (radius - 0.02, 0),
            (radius, 0.06),
            (radius, height - 0.06),
            (radius - 0.02, height - 0.01),
            (radius - 0.08, height),
            (0.01, height),
        ],
        material,
        160,
        0,
    )


def slab(material, size=(10, 7), height=0.6, bevel=0.08):
    """Block with soft edges."""
    x, y = size[0] / 2, size[1] / 2
    v = [
        (-x, -y, 0),
        (x, -y, 0),
        (x, y, 0),
        (-x, y, 0),
        (-x, -y, height),
        (x, -y, height),
        (x, y, height),
        (-x, y, height),
    ]
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
    """Cup without a handle."""
    prof = [
        (0.01, 0),
        (radius * 0.72, 0),
        (radius * 0.82, 0.18),
        (radius * 0.98, height * 0.45),
        (radius, height * 0.97),
        (radius - 0.06, height),
        (radius - 0.2, height * 0.98),
        (radius - 0.24, height * 0.5),
        (radius * 0.6, 0.4),
        (0.01, 0.35),
    ]
    return lathe("mug", prof, material)


def disc(material, radius=3.1):
    """What a cup is filled with."""
    return lathe("disc", [(0.01, 0.0), (radius * 0.5, 0.0), (radius * 0.94, 0.0), (radius, 0.08)], material, 96, 1)
