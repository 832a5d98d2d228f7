/** The widths in which an uploaded picture lies on our shelves, narrow to wide. */
export const PICTURE_WIDTHS = [320, 640, 1280] as const

const WIDEST = 1280

/** 5 MB, as the specification says. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024

/** The address of an uploaded picture: the widest, from which the others follow. */
export const uploadedPicture = (hash: string) => pathOf(hash, WIDEST)

/** The file names of one uploaded picture. */
export const uploadedFile = (hash: string, width: number) => `${hash}-${width}.webp`

/** What every file of an uploaded picture is called, and nothing else. */
export const UPLOADED_FILE = /^[0-9a-f]{32}-(?:320|640|1280)\.webp$/

const UPLOADED = /^\/uploads\/([0-9a-f]{32})-1280\.webp$/

/** All widths of an uploaded picture as a `srcset`; undefined for pictures that exist in one size only. */
export function sourceSet(src: string): string | undefined {
  const hash = UPLOADED.exec(src)?.[1]
  return hash && PICTURE_WIDTHS.map((width) => `${pathOf(hash, width)} ${width}w`).join(', ')
}

const pathOf = (hash: string, width: number) => `/uploads/${uploadedFile(hash, width)}`
