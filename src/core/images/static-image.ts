/** Where there is no other picture. */
export const PLACEHOLDER_IMAGE = '/pictures/placeholder.webp'

/** One picture of our own, as `npm run pictures` found it. */
export type StaticImage = {
  /** Of what it shows and of how it is written: a new one means new file names. */
  hash: string
  width: number
  height: number
  colour: string
  /** A handful of pixels, as a data address: what is seen of it until it is there. Only the server knows it (vite.config.ts). */
  blur?: string
}
