import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import { DomainError } from '#src/core/domain-error.ts'
import {
  IMAGE_VARIANT_FORMATS,
  IMAGE_VARIANT_WIDTHS,
  type ImageVariantFormat,
} from '#src/core/images/uploaded-image.ts'
import { withSharp } from './sharp.server.ts'

/** A picture written anew in all our widths and formats; its name is a hash of what it shows. */
export type ImageVariants = { hash: string; files: { width: number; format: ImageVariantFormat; data: Buffer }[] }

const MAX_PIXELS = 40_000_000
/** A strip of 100,000 x 10 is few pixels and still no picture. */
const MAX_SIDE = 12_000
const SECONDS_A_FILE = 20

/**
 * Makes of an upload the pictures that we serve: upright, in our widths, as AVIF and as WebP. What it is decides its
 * content, not its name. Nothing of the file itself is kept, so neither the place where it was taken nor anything hidden.
 */
export function createImageVariants(upload: Buffer): Promise<ImageVariants> {
  return withSharp(async (sharp) => {
    if (upload.length === 0) refuse()
    const read = () => sharp(upload, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: false })
    await refuseOddPictures(read())
    const { data: pixels, info } = await widest(read())
    const files: ImageVariants['files'] = []
    for (const width of IMAGE_VARIANT_WIDTHS)
      for (const format of IMAGE_VARIANT_FORMATS)
        files.push({ width, format, data: await written(sharp(pixels, { raw: info }), { width, format }) })
    return {
      hash: createHash('sha256')
        .update(files.at(-1)?.data ?? pixels)
        .digest('hex')
        .slice(0, 32),
      files,
    }
  })
}

async function refuseOddPictures(picture: Sharp): Promise<void> {
  const { width, height } = await picture.metadata().catch(refuse)
  if (Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS)
    throw new DomainError('invalid', 'This picture has too many pixels. Please choose one below 40 megapixels.')
}

const inside = (width: number) => ({ width, height: width, fit: 'inside', withoutEnlargement: true }) as const

/** The bare pixels of the widest picture: a photograph of twelve megapixels is read once, not once for every file. */
function widest(picture: Sharp) {
  return picture
    .timeout({ seconds: SECONDS_A_FILE })
    .autoOrient()
    .resize(inside(Math.max(...IMAGE_VARIANT_WIDTHS)))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(refuse)
}

const WRITERS: Record<ImageVariantFormat, (picture: Sharp) => Sharp> = {
  // Little effort: more of it takes seconds of a core and saves a tenth.
  avif: (picture) => picture.avif({ quality: 50, effort: 2 }),
  webp: (picture) => picture.webp({ quality: 80 }),
}

function written(picture: Sharp, { width, format }: { width: number; format: ImageVariantFormat }): Promise<Buffer> {
  const sized = picture.timeout({ seconds: SECONDS_A_FILE }).resize(inside(width))
  return WRITERS[format](sized).toBuffer().catch(refuse)
}

/** The library's words are for programmers; to whoever chose the file all of them mean the same. */
function refuse(): never {
  throw new DomainError(
    'invalid',
    'This file cannot be read as a picture. Please choose a JPG, PNG, GIF, WebP or AVIF.',
  )
}
