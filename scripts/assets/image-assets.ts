import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'
import type { StaticImage } from '#src/core/images/static-image.ts'
import { STATIC_IMAGES } from '#src/core/images/static-images.gen.ts'
import { listStaticImageFiles, staticImageFileName } from '#src/core/images/static-images.ts'
import { writeIcons } from './icons.ts'
import { writeLabels } from './labels.ts'

const MASTERS = 'art/masters'
const SERVED = 'public/assets/pictures'
/** Stable addresses for products, mails and other sites: one WebP each. */
const ADDRESSES = 'public/pictures'
const MANIFEST = 'src/core/images/static-images.gen.ts'
const ADDRESS_WIDTH = 1280

/** Measured in docs/decisions/0011-image-assets.md. A change here rewrites every picture. */
const RECIPE = {
  avif: { quality: 52, effort: 3 },
  webp: { quality: 78, effort: 5 },
  jpg: { quality: 78, mozjpeg: true },
}

export function listMasterNames(): string[] {
  return readdirSync(MASTERS)
    .filter((file) => file.endsWith('.webp'))
    .map((file) => path.basename(file, '.webp'))
    .sort()
}

/** Hashes a master with the encoder settings: files with this hash are up to date. */
export function hashMaster(name: string): string {
  const hash = createHash('sha256').update(
    JSON.stringify([RECIPE, listStaticImageFiles({ width: Number.POSITIVE_INFINITY })]),
  )
  return hash
    .update(readFileSync(masterPath(name)))
    .digest('hex')
    .slice(0, 8)
}

const masterPath = (name: string) => path.join(MASTERS, `${name}.webp`)

/** Lists every file that the shop serves for one picture. */
export function listServedFiles(name: string, picture: Pick<StaticImage, 'hash' | 'width'>): string[] {
  return listStaticImageFiles(picture).map((file) => path.join(SERVED, staticImageFileName(name, picture.hash, file)))
}

/** Writes what changed, deletes what is left over, and lists all pictures. */
async function writePictures(): Promise<void> {
  for (const folder of [SERVED, ADDRESSES]) mkdirSync(folder, { recursive: true })
  const pictures: Record<string, StaticImage> = {}
  for (const name of listMasterNames()) pictures[name] = await written(name)
  deleteOthers(SERVED, new Set(Object.entries(pictures).flatMap(([name, picture]) => listServedFiles(name, picture))))
  deleteOthers(ADDRESSES, new Set([...Object.keys(pictures).map(addressPath), ...writeLabels()]))
  writeFileSync(MANIFEST, manifestOf(pictures))
}

async function written(name: string): Promise<StaticImage> {
  const hash = hashMaster(name)
  const known = STATIC_IMAGES[name]
  if (known?.hash === hash && [...listServedFiles(name, known), addressPath(name)].every((file) => existsSync(file)))
    return known
  const started = performance.now()
  const master = sharp(readFileSync(masterPath(name)))
  const picture = { hash, ...(await factsOf(master)) }
  for (const file of listStaticImageFiles(picture))
    await formatted(master.clone().resize(file.width), file.format).toFile(
      path.join(SERVED, staticImageFileName(name, hash, file)),
    )
  await formatted(master.clone().resize({ width: ADDRESS_WIDTH, withoutEnlargement: true }), 'webp').toFile(
    addressPath(name),
  )
  console.log(`${name} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return picture
}

function formatted(picture: Sharp, format: string): Sharp {
  if (format === 'avif') return picture.avif(RECIPE.avif)
  return format === 'webp' ? picture.webp(RECIPE.webp) : picture.jpeg(RECIPE.jpg)
}

async function factsOf(master: Sharp): Promise<Omit<StaticImage, 'hash'>> {
  const { width, height } = await master.metadata()
  const { dominant } = await master.stats()
  const blur = await master.clone().resize(8).webp({ quality: 40, effort: 6 }).toBuffer()
  return {
    width,
    height,
    colour: `#${[dominant.r, dominant.g, dominant.b].map((part) => part.toString(16).padStart(2, '0')).join('')}`,
    blur: `data:image/webp;base64,${blur.toString('base64')}`,
  }
}

const addressPath = (name: string) => path.join(ADDRESSES, `${name}.webp`)

function deleteOthers(folder: string, current: ReadonlySet<string>): void {
  for (const file of readdirSync(folder).map((name) => path.join(folder, name))) if (!current.has(file)) rmSync(file)
}

function manifestOf(pictures: Record<string, StaticImage>): string {
  const lines = Object.entries(pictures).map(
    ([name, picture]) => `  ${JSON.stringify(name)}: ${JSON.stringify(picture)},\n`,
  )
  return `// Written by \`npm run images\`.
import type { StaticImage } from './static-image.ts'

export const STATIC_IMAGES: Record<string, StaticImage> = {
${lines.join('')}}
`
}

if (import.meta.main) {
  await writePictures()
  await writeIcons()
}
