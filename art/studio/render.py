"""Renders pictures of the catalogue.

blender -b -P render.py -- --catalogue ../pictures.json --only ruby-heart --out DIR [--scale 0.2] [--samples 12]
"""

import argparse
import json
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import scene  # noqa: E402
import staging  # noqa: E402


def arguments():
    """What stands behind the two dashes that end Blender's own arguments."""
    ap = argparse.ArgumentParser()
    ap.add_argument("--catalogue", required=True)
    ap.add_argument("--out", required=True)
    ap.add_argument("--only", nargs="*")
    ap.add_argument("--scale", type=float, default=1.0)
    ap.add_argument("--samples", type=int)
    ap.add_argument("--threads", type=int, default=2)
    ap.add_argument("--raw", action="store_true", help="quick look without denoising")
    return ap.parse_args(sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else [])


def photograph(shot, args):
    """One picture of the catalogue, as a PNG."""
    start = time.time()
    scene.build(shot)
    width, height = shot["size"]
    path = os.path.abspath(os.path.join(args.out, f"{shot['id']}.png"))
    staging.render(
        path,
        (int(width * args.scale), int(height * args.scale)),
        args.samples or shot["samples"],
        shot["exposure"],
        shot.get("look", "Medium High Contrast"),
        args.threads,
        not args.raw,
    )
    print(f"PICTURE {shot['id']} in {time.time() - start:.0f} s -> {path}", flush=True)


def main():
    """Renders the pictures that were asked for, or all."""
    args = arguments()
    with open(args.catalogue, encoding="utf-8") as file:
        catalogue = json.load(file)
    scene.NAMED.update(catalogue["materials"])
    os.makedirs(args.out, exist_ok=True)
    for shot in catalogue["pictures"]:
        if not args.only or shot["id"] in args.only:
            photograph(shot, args)


main()
