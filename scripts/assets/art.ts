import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import sharp, { type Sharp } from 'sharp'

const STUDIO = 'art/studio/render.py'
const CATALOGUE = 'art/pictures.json'
const MASTERS = 'art/masters'
/** Previews are not in the repository. */
const LOOKS = '.cache/art'
/** A fifth of the width and few samples: half a minute, enough to judge shape and light. */
const LOOK = ['--scale', '0.2', '--samples', '12']
const SHEET = { columns: 8, tile: 300, background: '#f4eadc' }

/** A crop of another master for a different format. `box`: left, top, width, height. */
type Cut = { id: string; of: string; box: [number, number, number, number]; width: number }

const { pictures, cuts } = JSON.parse(readFileSync(CATALOGUE, 'utf8')) as { pictures: { id: string }[]; cuts: Cut[] }

const masterPath = (name: string) => path.join(MASTERS, `${name}.webp`)

/** The requested names, or else those without a master. Crops come after their originals. */
function wantedNames(names: string[]): string[] {
  const known = [...pictures, ...cuts].map(({ id }) => id)
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`${CATALOGUE} has no ${unknown.join(', ')}.`)
  return known.filter((name) => (names.length > 0 ? names.includes(name) : !existsSync(masterPath(name))))
}

/** Renders one picture with Blender into a folder and returns its path. */
function rendered(name: string, folder: string, options: string[] = []): string {
  const render = [
    '-b',
    '--python-exit-code',
    '1',
    '-P',
    STUDIO,
    '--',
    '--catalogue',
    CATALOGUE,
    '--out',
    folder,
    '--only',
    name,
    ...options,
  ]
  execFileSync('blender', render, { stdio: ['ignore', 'ignore', 'inherit'] })
  return path.join(folder, `${name}.png`)
}

async function makeMaster(name: string): Promise<void> {
  const cut = cuts.find(({ id }) => id === name)
  if (cut) return keepMaster(name, cutOut(cut))
  const folder = mkdtempSync(path.join(tmpdir(), 'art-'))
  try {
    await keepMaster(name, sharp(rendered(name, folder)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function cutOut({ of, box: [left, top, width, height], width: to }: Cut): Sharp {
  return sharp(masterPath(of)).extract({ left, top, width, height }).resize(to)
}

/** WebP: a tenth of the PNG's bytes. */
async function keepMaster(name: string, picture: Sharp): Promise<void> {
  await picture.webp({ quality: 90, effort: 6, smartSubsample: true }).toFile(masterPath(name))
}

/** Puts all masters on one sheet, to check that they look like one family. */
async function makeSheet(file: string): Promise<void> {
  const { columns, tile, background } = SHEET
  const names = [...pictures, ...cuts].map(({ id }) => id).filter((name) => existsSync(masterPath(name)))
  const tiles = names.map(async (name, at) => ({
    input: await sharp(masterPath(name)).resize(tile, tile, { fit: 'contain', background }).toBuffer(),
    left: (at % columns) * tile,
    top: Math.floor(at / columns) * tile,
  }))
  const height = Math.ceil(names.length / columns) * tile
  const sheet = sharp({ create: { width: columns * tile, height, channels: 3, background } })
  await sheet.composite(await Promise.all(tiles)).toFile(file)
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { look: { type: 'boolean' }, sheet: { type: 'string' } },
})
if (values.sheet) {
  await makeSheet(values.sheet)
} else if (values.look) {
  mkdirSync(LOOKS, { recursive: true })
  for (const name of wantedNames(positionals)) console.log(rendered(name, LOOKS, LOOK))
} else {
  for (const name of wantedNames(positionals)) {
    console.log(name)
    await makeMaster(name)
  }
  console.log('npm run images writes what the shop serves of them.')
}
