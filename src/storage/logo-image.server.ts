import { DomainError } from '#src/core/domain-error.ts'
import { MAX_PIXELS, refuseHugeImages, SECONDS_A_FILE } from './image-variants.server.ts'
import { withSharp } from './sharp.server.ts'

export type LogoImage = { data: Buffer; width: number; height: number }

const READABLE = ['png', 'jpeg', 'webp']
/** Six hundred dots an inch at the size in which a card shows it. */
const LARGEST = { width: 1600, height: 320, fit: 'inside', withoutEnlargement: true } as const

/** Encodes a logo again, without metadata. `notPrintable` is the refusal of anything but a PNG, JPEG or WebP. */
export function createLogoImage(upload: Buffer, { notPrintable }: { notPrintable: string }): Promise<LogoImage> {
  const refuse = (): never => {
    throw new DomainError('invalid', notPrintable)
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
      .resize(LARGEST)
      .toColourspace('srgb')
      .webp({ quality: 92, smartSubsample: true })
      .toBuffer({ resolveWithObject: true })
      .catch(refuse)
    return { data, width: info.width, height: info.height }
  })
}
