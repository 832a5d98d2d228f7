import { pageHead } from '#src/core/page-head.ts'
import { previewTags } from '#src/core/preview-tags.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import type { Story } from './stories.contract.ts'
import { summaryOf } from './stories.rules.ts'

const DESCRIPTION = 'Stories around chocolate, told by those who were there. Read them, like them, share your own.'

type Told = Pick<Story, 'id' | 'title' | 'content' | 'authorName' | 'createdAt'>

/** What search engines and link previews are told: about the page, or about the story that a shared link is for. */
export function storiesHead(publicUrl: string, story?: Told) {
  const title = `${story?.title ?? 'Community stories'} · ${SHOP_NAME}`
  const description = story ? summaryOf(story.content) : DESCRIPTION
  const url = new URL(story ? `/community-stories?story=${story.id}` : '/community-stories', publicUrl).href
  const tags = story && [
    ...previewTags('story', story.id, { publicUrl, alt: story.title }),
    { property: 'og:type', content: 'article' },
    { 'script:ld+json': structuredStory(story, url) },
  ]
  return pageHead({ title, description, url }, tags)
}

function structuredStory({ title, content, authorName, createdAt }: Told, url: string) {
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
