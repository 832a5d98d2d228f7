type PageWords = { title: string; description: string }
type Tag = { property?: string; content?: string; 'script:ld+json'?: object }

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

/** Open Graph tags of a picture under /previews (`product/7`, `house`); they need absolute URLs. */
export const ogImageTags = (picture: string, { publicUrl, alt }: { publicUrl: string; alt: string }) => [
  { property: 'og:image', content: new URL(`/previews/${picture}.jpg`, publicUrl).href },
  { property: 'og:image:type', content: 'image/jpeg' },
  { property: 'og:image:width', content: '1200' },
  { property: 'og:image:height', content: '630' },
  { property: 'og:image:alt', content: alt },
  { name: 'twitter:card', content: 'summary_large_image' },
]
