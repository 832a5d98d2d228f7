import { previewTags } from '#src/core/preview-tags.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import type { Story } from './stories.contract.ts'
import { summaryOf } from './stories.rules.ts'

const DESCRIPTION = 'Stories around chocolate, told by those who were there. Read them, like them, share your own.'

/** What search engines and link previews are told: about the page, or about the story that a shared link is for. */
export function storiesHead(
  publicUrl: string,
  story?: Pick<Story, 'id' | 'title' | 'content' | 'authorName' | 'createdAt'>,
) {
  const title = `${story?.title ?? 'Community stories'} · ${SHOP_NAME}`
  const description = story ? summaryOf(story.content) : DESCRIPTION
  const page = new URL(story ? `/community-stories?story=${story.id}` : '/community-stories', publicUrl).href
  return {
    meta: [
      { title },
      { name: 'description', content: description },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:url', content: page },
      ...(story ? previewTags('story', story.id, { publicUrl, alt: story.title }) : []),
      ...(story
        ? [{ property: 'og:type', content: 'article' }, { 'script:ld+json': structuredStory(story, page) }]
        : []),
    ],
    links: [{ rel: 'canonical', href: page }],
  }
}

function structuredStory(
  { title, content, authorName, createdAt }: Pick<Story, 'title' | 'content' | 'authorName' | 'createdAt'>,
  url: string,
) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: title,
    description: summaryOf(content),
    author: { '@type': 'Person', name: authorName },
    publisher: { '@type': 'Organization', name: SHOP_NAME },
    datePublished: createdAt,
    url,
  }
}
