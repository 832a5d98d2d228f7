type PreviewKind = 'product' | 'story' | 'batch'

/** Open Graph image tags; they need absolute URLs. */
export function ogImageTags(
  kind: PreviewKind,
  id: string | number,
  { publicUrl, alt }: { publicUrl: string; alt: string },
) {
  return pictureTags(new URL(`/previews/${kind}/${encodeURIComponent(id)}.jpg`, publicUrl).href, alt)
}

/** The shop's own Open Graph image tags. */
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
