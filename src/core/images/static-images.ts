import type { StaticImage, StaticImageView } from './static-image.ts'
import { STATIC_IMAGES } from './static-images.gen.ts'

/** Ascending, each at most 1.5 times the one before. */
export const STATIC_IMAGE_WIDTHS = [64, 96, 144, 216, 320, 480, 640, 960, 1280, 1600, 2400] as const

export const STATIC_IMAGE_FORMATS = ['avif', 'webp'] as const

const PLAIN_WIDTH = 960

const HOUSE_ADDRESS = /^\/pictures\/(([a-z0-9-]+?)(-open|-box)?)\.webp$/

/** Finds a static image by its URL; undefined for uploads and foreign images. */
export function findStaticImage(src: string): StaticImage | undefined {
  const [, name = '', main = '', view] = HOUSE_ADDRESS.exec(src) ?? []
  return STATIC_IMAGES[name] ?? viewOf(STATIC_IMAGES[main], view as StaticImageView)
}

/** A view shares the entry of the main picture: every page loads the table. */
function viewOf(main: StaticImage | undefined, view: StaticImageView): StaticImage | undefined {
  const width = main?.views?.[view]
  return main && width ? { hash: main.hash, colour: main.colour, width, height: width } : undefined
}

/** Lists every file of an image, by width and format. */
export function listStaticImageFiles({ width }: Pick<StaticImage, 'width'>): { width: number; format: string }[] {
  const widths = STATIC_IMAGE_WIDTHS.filter((one) => one <= width)
  return [
    ...STATIC_IMAGE_FORMATS.flatMap((format) => widths.map((one) => ({ width: one, format }))),
    { width: plainWidth(width), format: 'jpg' },
  ]
}

export const staticImageFileName = (name: string, hash: string, { width, format }: { width: number; format: string }) =>
  `${name}-${hash}-${width}.${format}`

/** Builds a `srcset` per format, from a third to twice the displayed width, and the fallback file. */
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
  const widths = STATIC_IMAGE_WIDTHS.filter((one) => one <= width && 3 * one >= shownWidth)
  const last = widths.findIndex((one) => one >= 2 * shownWidth)
  return last < 0 ? widths : widths.slice(0, last + 1)
}

const plainWidth = (width: number) => Math.min(PLAIN_WIDTH, width)
