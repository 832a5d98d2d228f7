export const PLACEHOLDER_IMAGE = '/pictures/placeholder.webp'

export const STATIC_IMAGE_VIEWS = ['-open', '-box'] as const
export type StaticImageView = (typeof STATIC_IMAGE_VIEWS)[number]

export type StaticImage = {
  /** Hash of content and encoding; it is part of the file names. */
  hash: string
  width: number
  height: number
  colour: string
  /** Widths of further pictures of the product, by what their names add to this one. They are square. */
  views?: Partial<Record<StaticImageView, number>>
  /** A tiny data URL; only the server has it (scripts/vite). */
  blur?: string
}
