/** The parts of the shop that have a picture of their own for shared links. */
type PreviewKind = 'product' | 'story' | 'batch'

/** What tells a network which picture to show beside a link, and what it looks like. The address must be whole. */
export function ogImageTags(
  kind: PreviewKind,
  id: string | number,
  { publicUrl, alt }: { publicUrl: string; alt: string },
) {
  return pictureTags(new URL(`/previews/${kind}/${encodeURIComponent(id)}.jpg`, publicUrl).href, alt)
}

/** The same for the house itself. */
export function shopOgImageTags({ publicUrl, alt }: { publicUrl: string; alt: string }) {
  return pictureTags(new URL('/previews/house.jpg', publicUrl).href, alt)
}

const pictureTags = (address: string, alt: string) => [
  { property: 'og:image', content: address },
  { property: 'og:image:type', content: 'image/jpeg' },
  { property: 'og:image:width', content: '1200' },
  { property: 'og:image:height', content: '630' },
  { property: 'og:image:alt', content: alt },
  { name: 'twitter:card', content: 'summary_large_image' },
]
