import { DomainError } from '#src/core/domain-error.ts'
import { MAX_PIXELS, refuseHugeImages, SECONDS_A_FILE } from './image-variants.server.ts'
import { withSharp } from './sharp.server.ts'

export type PrivateImage = { data: Buffer; width: number; height: number }

const READABLE = ['png', 'jpeg', 'webp']
const MAX_STORED_BYTES = 2_000_000
const TOO_DETAILED = 'This picture has too much detail. Please send a smaller or plainer one.'

/** `largest` is in pixels, `quality` that of WebP; `refusal` answers anything but a PNG, JPEG or WebP. */
type Wanted = { largest: { width: number; height: number }; quality: number; refusal: string }

/** Encodes a picture again as one WebP, without metadata such as the location. */
export function createPrivateImage(upload: Buffer, { largest, quality, refusal }: Wanted): Promise<PrivateImage> {
  const refuse = (): never => {
    throw new DomainError('invalid', refusal)
  }
  return withSharp(async (sharp) => {
    if (upload.length === 0) refuse()
    const read = (limitInputPixels: number | false) =>
      sharp(upload, { limitInputPixels, failOn: 'error', animated: false })
    const found = await read(false).metadata().catch(refuse)
    if (!READABLE.includes(found.format)) refuse()
    refuseHugeImages(found)
    const { data, info } = await read(MAX_PIXELS)
      .timeout({ seconds: SECONDS_A_FILE })
      .autoOrient()
      .resize({ ...largest, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality, smartSubsample: true })
      .toBuffer({ resolveWithObject: true })
      .catch(refuse)
    if (data.length > MAX_STORED_BYTES) throw new DomainError('invalid', TOO_DETAILED)
    return { data, width: info.width, height: info.height }
  })
}
