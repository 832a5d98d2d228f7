export const PLACEHOLDER_IMAGE = '/pictures/placeholder.webp'

export type StaticImage = {
  /** Hash of content and encoding; it is part of the file names. */
  hash: string
  width: number
  height: number
  colour: string
  /** A tiny data URL; only the server has it (vite.config.ts). */
  blur?: string
}
