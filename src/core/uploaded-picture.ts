/**
 * The widths in which an uploaded picture lies on our shelves, narrow to wide: so close that none is sent half as wide
 * again as it is shown.
 */
export const PICTURE_WIDTHS = [96, 144, 216, 320, 480, 640, 960, 1280] as const

/** The formats of each width: the smaller one first, for the browsers that read it. */
export const PICTURE_FORMATS = ['avif', 'webp'] as const
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

const WIDEST = 1280

/** 5 MB, as the specification says. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024

/** The address of an uploaded picture: the widest, from which the others follow. */
export const uploadedPicture = (hash: string) => `/uploads/${uploadedFile(hash, WIDEST, 'webp')}`

/** The file names of one uploaded picture. */
export const uploadedFile = (hash: string, width: number, format: PictureFormat) => `${hash}-${width}.${format}`

/** What every file of an uploaded picture is called, and nothing else. Its parts: hash, width, format. */
export const UPLOADED_FILE = new RegExp(
  `^([0-9a-f]{32})-(${PICTURE_WIDTHS.join('|')})\\.(${PICTURE_FORMATS.join('|')})$`,
)

const UPLOADED = /^\/uploads\/([0-9a-f]{32})-1280\.webp$/

/** All widths of an uploaded picture, a `srcset` for each format; undefined for a picture that nobody uploaded. */
export function uploadedSources(src: string): Record<PictureFormat, string> | undefined {
  const hash = UPLOADED.exec(src)?.[1]
  return hash === undefined ? undefined : { avif: widthsOf(hash, 'avif'), webp: widthsOf(hash, 'webp') }
}

const widthsOf = (hash: string, format: PictureFormat) =>
  PICTURE_WIDTHS.map((width) => `/uploads/${uploadedFile(hash, width, format)} ${width}w`).join(', ')
