import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import { DomainError } from '#src/core/domain-error.ts'
import {
  IMAGE_VARIANT_FORMATS,
  IMAGE_VARIANT_WIDTHS,
  type ImageVariantFormat,
} from '#src/core/images/uploaded-image.ts'
import { withSharp } from './sharp.server.ts'

/** An image in all served widths and formats; the hash is of its content. */
export type ImageVariants = { hash: string; files: { width: number; format: ImageVariantFormat; data: Buffer }[] }

export const MAX_PIXELS = 40_000_000
/** Rejects extreme aspect ratios, such as 100,000 x 10. */
const MAX_SIDE = 12_000
export const SECONDS_A_FILE = 20

/** Creates the served variants of an upload. Re-encoding drops all metadata, such as the location. */
export function createImageVariants(upload: Buffer): Promise<ImageVariants> {
  return withSharp(async (sharp) => {
    if (upload.length === 0) rejectUnreadable()
    const read = (limitInputPixels: number | false) =>
      sharp(upload, { limitInputPixels, failOn: 'error', animated: false })
    refuseHugeImages(await read(false).metadata().catch(rejectUnreadable))
    const { data: pixels, info } = await decodeWidest(read(MAX_PIXELS))
    const files: ImageVariants['files'] = []
    for (const width of IMAGE_VARIANT_WIDTHS)
      for (const format of IMAGE_VARIANT_FORMATS)
        files.push({ width, format, data: await encodeVariant(sharp(pixels, { raw: info }), { width, format }) })
    return {
      hash: createHash('sha256')
        .update(files.at(-1)?.data ?? pixels)
        .digest('hex')
        .slice(0, 32),
      files,
    }
  })
}

export function refuseHugeImages({ width, height }: { width: number; height: number }): void {
  if (Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS)
    throw new DomainError('invalid', 'This picture has too many pixels. Please choose one below 40 megapixels.')
}

const inside = (width: number) => ({ width, height: width, fit: 'inside', withoutEnlargement: true }) as const

function decodeWidest(picture: Sharp) {
  return picture
    .timeout({ seconds: SECONDS_A_FILE })
    .autoOrient()
    .resize(inside(Math.max(...IMAGE_VARIANT_WIDTHS)))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(rejectUnreadable)
}

const WRITERS: Record<ImageVariantFormat, (picture: Sharp) => Sharp> = {
  // More effort takes seconds of CPU and saves a tenth.
  avif: (picture) => picture.avif({ quality: 50, effort: 2 }),
  webp: (picture) => picture.webp({ quality: 80 }),
}

function encodeVariant(
  picture: Sharp,
  { width, format }: { width: number; format: ImageVariantFormat },
): Promise<Buffer> {
  const sized = picture.timeout({ seconds: SECONDS_A_FILE }).resize(inside(width))
  return WRITERS[format](sized).toBuffer().catch(rejectUnreadable)
}

function rejectUnreadable(): never {
  throw new DomainError(
    'invalid',
    'This file cannot be read as a picture. Please choose a JPG, PNG, GIF, WebP or AVIF.',
  )
}
