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
