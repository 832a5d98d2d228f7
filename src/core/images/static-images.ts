import type { StaticImage } from './static-image.ts'
import { STATIC_IMAGES } from './static-images.gen.ts'

/** Narrow to wide. No step is larger than half, so nothing is ever sent much larger than it is shown. */
export const STATIC_IMAGE_WIDTHS = [64, 96, 144, 216, 320, 480, 640, 960, 1280, 1600, 2400] as const

/** The best format first; a browser takes the first that it reads. */
export const STATIC_IMAGE_FORMATS = ['avif', 'webp'] as const

/** For those who read neither format, in one width. */
const PLAIN_WIDTH = 960

const HOUSE_ADDRESS = /^\/pictures\/([a-z0-9-]+)\.webp$/

/** What is known of the picture at this address; undefined for uploads and pictures of other houses. */
export function findStaticImage(src: string): StaticImage | undefined {
  const name = HOUSE_ADDRESS.exec(src)?.[1]
  return name === undefined ? undefined : STATIC_IMAGES[name]
}

/** Every file that one picture is written to, by width and format. */
export function listStaticImageFiles({ width }: Pick<StaticImage, 'width'>): { width: number; format: string }[] {
  const widths = STATIC_IMAGE_WIDTHS.filter((one) => one <= width)
  return [
    ...STATIC_IMAGE_FORMATS.flatMap((format) => widths.map((one) => ({ width: one, format }))),
    { width: plainWidth(width), format: 'jpg' },
  ]
}

/** The name of one file, in /assets/pictures. */
export const staticImageFileName = (name: string, hash: string, { width, format }: { width: number; format: string }) =>
  `${name}-${hash}-${width}.${format}`

/** A `srcset` for each format, no wider than a screen of two pixels to the point can use, and the plain file. */
export function staticImageSrcSets(src: string, shownWidth: number) {
  const picture = findStaticImage(src)
  if (!picture) return
  const name = HOUSE_ADDRESS.exec(src)?.[1] ?? ''
  const address = (width: number, format: string) =>
    `/assets/pictures/${staticImageFileName(name, picture.hash, { width, format })}`
  const widths = usefulWidths(picture.width, shownWidth)
  const sourceSet = (format: string) => widths.map((width) => `${address(width, format)} ${width}w`).join(', ')
  return { avif: sourceSet('avif'), webp: sourceSet('webp'), plain: address(plainWidth(picture.width), 'jpg') }
}

function usefulWidths(width: number, shownWidth: number): number[] {
  const widths = STATIC_IMAGE_WIDTHS.filter((one) => one <= width)
  const last = widths.findIndex((one) => one >= 2 * shownWidth)
  return last < 0 ? widths : widths.slice(0, last + 1)
}

const plainWidth = (width: number) => Math.min(PLAIN_WIDTH, width)
