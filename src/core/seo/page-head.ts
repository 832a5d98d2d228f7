type PageWords = { title: string; description: string }
type Tag = { property?: string; content?: string; 'script:ld+json'?: object }

/** Title and description of a page. */
export const titleMetaTags = ({ title, description }: PageWords) => [
  { title },
  { name: 'description', content: description },
  { property: 'og:title', content: title },
  { property: 'og:description', content: description },
]

/** The same with a canonical URL and more tags. */
export const pageHead = ({ url, ...words }: PageWords & { url: string }, tags: readonly Tag[] = []) => ({
  meta: [...titleMetaTags(words), { property: 'og:url', content: url }, ...tags],
  links: [{ rel: 'canonical', href: url }],
})

/** Breadcrumbs for search engines (schema.org). */
export function breadcrumbJsonLd(publicUrl: string, way: { name: string; path: string }[]) {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...way].map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: new URL(path, publicUrl).href,
    })),
  }
}

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
