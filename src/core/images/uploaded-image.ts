/**
 * The widths in which an uploaded picture lies on our shelves, narrow to wide: so close that none is sent half as wide
 * again as it is shown.
 */
export const IMAGE_VARIANT_WIDTHS = [96, 144, 216, 320, 480, 640, 960, 1280] as const

/** The formats of each width: the smaller one first, for the browsers that read it. */
export const IMAGE_VARIANT_FORMATS = ['avif', 'webp'] as const
export type ImageVariantFormat = (typeof IMAGE_VARIANT_FORMATS)[number]

const WIDEST = 1280

/** 5 MB, as the specification says. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024

/** The address of an uploaded picture: the widest, from which the others follow. */
export const uploadedImagePath = (hash: string) => `/uploads/${uploadedImageFileName(hash, WIDEST, 'webp')}`

/** The file names of one uploaded picture. */
export const uploadedImageFileName = (hash: string, width: number, format: ImageVariantFormat) =>
  `${hash}-${width}.${format}`

/** What every file of an uploaded picture is called, and nothing else. Its parts: hash, width, format. */
export const UPLOADED_IMAGE_PATTERN = new RegExp(
  `^([0-9a-f]{32})-(${IMAGE_VARIANT_WIDTHS.join('|')})\\.(${IMAGE_VARIANT_FORMATS.join('|')})$`,
)

const UPLOADED = /^\/uploads\/([0-9a-f]{32})-1280\.webp$/

/** All widths of an uploaded picture, a `srcset` for each format; undefined for a picture that nobody uploaded. */
export function uploadedImageSrcSets(src: string): Record<ImageVariantFormat, string> | undefined {
  const hash = UPLOADED.exec(src)?.[1]
  return hash === undefined ? undefined : { avif: widthsOf(hash, 'avif'), webp: widthsOf(hash, 'webp') }
}

const widthsOf = (hash: string, format: ImageVariantFormat) =>
  IMAGE_VARIANT_WIDTHS.map((width) => `/uploads/${uploadedImageFileName(hash, width, format)} ${width}w`).join(', ')
