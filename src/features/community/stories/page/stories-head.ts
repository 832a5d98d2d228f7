import { ogImageTags, pageHead } from '#src/core/seo/page-head.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import type { Story } from '#src/features/community/stories/stories.contract.ts'
import { summarizeStory } from '#src/features/community/stories/story.ts'

const DESCRIPTION = 'Stories around chocolate, told by those who were there. Read them, like them, share your own.'

type LinkedStory = Pick<Story, 'id' | 'title' | 'content' | 'authorName' | 'createdAt'>

export function storiesHead(publicUrl: string, story?: LinkedStory) {
  const title = `${story?.title ?? 'Community stories'} · ${SHOP_NAME}`
  const description = story ? summarizeStory(story.content) : DESCRIPTION
  const url = new URL(story ? `/community-stories?story=${story.id}` : '/community-stories', publicUrl).href
  const tags = story && [
    ...ogImageTags(`story/${story.id}`, { publicUrl, alt: story.title }),
    { property: 'og:type', content: 'article' },
    { 'script:ld+json': structuredStory(story, url) },
  ]
  return pageHead({ title, description, url }, tags)
}

function structuredStory({ title, content, authorName, createdAt }: LinkedStory, url: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: title,
    description: summarizeStory(content),
    author: { '@type': 'Person', name: authorName },
    publisher: { '@type': 'Organization', name: SHOP_NAME },
    datePublished: createdAt,
    url,
  }
}
