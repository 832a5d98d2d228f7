type PageWords = { title: string; description: string }
type Tag = { property?: string; content?: string; 'script:ld+json'?: object }

/** What the tab, search engines and link previews say of a page. */
export const titleMetaTags = ({ title, description }: PageWords) => [
  { title },
  { name: 'description', content: description },
  { property: 'og:title', content: title },
  { property: 'og:description', content: description },
]

/** The same for a page whose canonical address, with its host, is `url`; `tags` say more. */
export const pageHead = ({ url, ...words }: PageWords & { url: string }, tags: readonly Tag[] = []) => ({
  meta: [...titleMetaTags(words), { property: 'og:url', content: url }, ...tags],
  links: [{ rel: 'canonical', href: url }],
})
