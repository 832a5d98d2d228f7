"""Pieces that fall and come to rest, so that they lie upon and not within each other."""

import math
import random

import bpy

from pieces import ball
from toppings import copy, instances, retire

LAYER = 5


def pour(kind, count, seed=1, centre=(0, 0), z=0.0, radius=2.0, scale=(0.85, 1.15), variants=8, frames=110, **options):
    """Drops pieces, a few at a time, onto what stands there already. `radius`: of the stream, `z`: where it starts."""
    rng = random.Random(seed)
    protos = instances(kind, min(variants, count), seed, options)
    _start(frames)
    for obj in [obj for obj in bpy.context.scene.objects if obj.type == "MESH" and obj not in protos]:
        _body(obj, "PASSIVE", "MESH", 0.9)
    falling = [_fall(rng, protos, k, (centre, z, radius, scale)) for k in range(count)]
    for frame in range(1, frames + 1):
        bpy.context.scene.frame_set(frame)
    rested = [(proto, body.matrix_world.copy()) for proto, body in falling]
    bpy.ops.rigidbody.world_remove()
    for _, body in falling:
        bpy.data.objects.remove(body, do_unlink=True)
    for proto, rest in rested:
        copy(proto).matrix_world = rest
    retire(protos)


def _start(frames):
    scene = bpy.context.scene
    bpy.ops.rigidbody.world_add()
    world = scene.rigidbody_world
    world.substeps_per_frame, world.solver_iterations = 8, 12
    world.point_cache.frame_start, world.point_cache.frame_end = 1, frames
    scene.gravity = (0, 0, -30)


def _fall(rng, protos, k, stream):
    """A light stand-in of a piece, at its place in the stream."""
    (x, y), z, radius, scale = stream
    proto, size = rng.choice(protos), rng.uniform(*scale)
    body = ball("falling", None, proto.dimensions / 2, 2)
    angle = 2 * math.pi * (k % LAYER + rng.random()) / LAYER
    reach = radius * math.sqrt(rng.random())
    body.location = (x + reach * math.cos(angle), y + reach * math.sin(angle), z + 0.9 * (k // LAYER))
    body.rotation_euler = (rng.gauss(0, 0.4), rng.gauss(0, 0.4), rng.uniform(0, 2 * math.pi))
    body.scale = (size, size, size)
    _body(body, "ACTIVE", "CONVEX_HULL", 0.8)
    body.rigid_body.linear_damping, body.rigid_body.angular_damping = 0.5, 0.6
    return proto, body


def _body(obj, kind, shape, friction):
    bpy.context.view_layer.objects.active = obj
    bpy.ops.rigidbody.object_add(type=kind)
    body = obj.rigid_body
    body.collision_shape, body.friction, body.restitution = shape, friction, 0.0
    body.use_margin, body.collision_margin = True, 0.02
