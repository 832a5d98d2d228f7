/** Ascending, each at most 1.5 times the one before. */
export const IMAGE_VARIANT_WIDTHS = [96, 144, 216, 320, 480, 640, 960, 1280] as const

export const IMAGE_VARIANT_FORMATS = ['avif', 'webp'] as const
export type ImageVariantFormat = (typeof IMAGE_VARIANT_FORMATS)[number]

const WIDEST = 1280

export const MAX_IMAGE_BYTES = 5 * 1024 * 1024

export const uploadedImagePath = (hash: string) => `/uploads/${uploadedImageFileName(hash, WIDEST, 'webp')}`

export const uploadedImageFileName = (hash: string, width: number, format: ImageVariantFormat) =>
  `${hash}-${width}.${format}`

/** Matches exactly the file names of uploaded images: hash, width, format. */
export const UPLOADED_IMAGE_PATTERN = new RegExp(
  `^([0-9a-f]{32})-(${IMAGE_VARIANT_WIDTHS.join('|')})\\.(${IMAGE_VARIANT_FORMATS.join('|')})$`,
)

const UPLOADED = /^\/uploads\/([0-9a-f]{32})-1280\.webp$/

/** Builds a `srcset` per format; undefined for images that are no uploads. */
export function uploadedImageSrcSets(src: string): Record<ImageVariantFormat, string> | undefined {
  const hash = UPLOADED.exec(src)?.[1]
  return hash === undefined ? undefined : { avif: widthsOf(hash, 'avif'), webp: widthsOf(hash, 'webp') }
}

const widthsOf = (hash: string, format: ImageVariantFormat) =>
  IMAGE_VARIANT_WIDTHS.map((width) => `/uploads/${uploadedImageFileName(hash, width, format)} ${width}w`).join(', ')
