import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { STATIC_IMAGE_VIEWS, type StaticImage } from '#src/core/images/static-image.ts'
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

/** The pictures that have an entry: all but the views of products. */
export function listMasterNames(): string[] {
  const names = readdirSync(MASTERS)
    .filter((file) => file.endsWith('.webp'))
    .map((file) => path.basename(file, '.webp'))
    .sort()
  const views = new Set(names.flatMap((name) => viewsOf(name).map((view) => name + view)))
  return names.filter((name) => !views.has(name))
}

/** The views of a picture that have a master. */
const viewsOf = (name: string) => STATIC_IMAGE_VIEWS.filter((view) => existsSync(masterPath(name + view)))

/** Hashes a master and its views with the encoder settings: files with this hash are up to date. */
export function hashMaster(name: string): string {
  const hash = createHash('sha256').update(
    JSON.stringify([RECIPE, listStaticImageFiles({ width: Number.POSITIVE_INFINITY })]),
  )
  for (const view of ['', ...viewsOf(name)]) hash.update(readFileSync(masterPath(name + view)))
  return hash.digest('hex').slice(0, 8)
}

const masterPath = (name: string) => path.join(MASTERS, `${name}.webp`)

/** Lists every file that the shop serves for one entry. */
export function listServedFiles(name: string, { hash, width, views = {} }: StaticImage): string[] {
  const widths = { [name]: width, ...Object.fromEntries(Object.entries(views).map(([view, of]) => [name + view, of])) }
  return Object.entries(widths).flatMap(([one, its]) => [
    ...listStaticImageFiles({ width: its }).map((file) => path.join(SERVED, staticImageFileName(one, hash, file))),
    addressPath(one),
  ])
}

/** Writes what changed, deletes what is left over, and lists all pictures. */
async function writePictures(): Promise<void> {
  for (const folder of [SERVED, ADDRESSES]) mkdirSync(folder, { recursive: true })
  const pictures: Record<string, StaticImage> = {}
  for (const name of listMasterNames()) pictures[name] = await written(name)
  const current = new Set([...Object.entries(pictures).flatMap((entry) => listServedFiles(...entry)), ...writeLabels()])
  for (const folder of [SERVED, ADDRESSES]) deleteOthers(folder, current)
  writeFileSync(MANIFEST, manifestOf(pictures))
}

async function written(name: string): Promise<StaticImage> {
  const [hash, known] = [hashMaster(name), STATIC_IMAGES[name]]
  if (known?.hash === hash && listServedFiles(name, known).every((file) => existsSync(file))) return known
  const views: StaticImage['views'] = {}
  await writeFiles(name, hash)
  for (const view of viewsOf(name)) views[view] = await writeFiles(name + view, hash)
  const picture = { hash, ...(await factsOf(sharp(masterPath(name)))) }
  return Object.keys(views).length > 0 ? { ...picture, views } : picture
}

/** Writes the files of one picture and returns its width. */
async function writeFiles(name: string, hash: string): Promise<number> {
  const started = performance.now()
  const master = sharp(readFileSync(masterPath(name)))
  const { width } = await master.metadata()
  for (const file of listStaticImageFiles({ width }))
    await formatted(master.clone().resize(file.width), file.format).toFile(
      path.join(SERVED, staticImageFileName(name, hash, file)),
    )
  await formatted(master.clone().resize({ width: ADDRESS_WIDTH, withoutEnlargement: true }), 'webp').toFile(
    addressPath(name),
  )
  console.log(`${name} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return width
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
