import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { getJson, sendJson } from '#src/platform/http.ts'
import type { NewStory, Story, SubmittedStory, ToggledLike } from './stories.contract.ts'

export const storiesQuery = queryOptions<Story[]>({ queryKey: ['/api/stories'] })

/** The stories that this visitor likes. Asked by the browser alone: the page itself is the same for everybody. */
export const likedStoriesQuery = queryOptions({
  queryKey: ['/api/stories', 'liked'],
  queryFn: async () => new Set(await getJson<Story['id'][]>('/api/stories/liked')),
})

export const shareStory = mutationOptions({
  mutationFn: (story: NewStory) => sendJson<SubmittedStory>('POST', '/api/stories', story),
  meta: {
    success: {
      title: 'Story Submitted!',
      description: 'Thank you for sharing your chocolate story. It will be reviewed before appearing publicly.',
    },
    failure: { title: 'Error', description: 'Failed to submit your story. Please try again.' },
    refreshes: [storiesQuery.queryKey],
  },
})

/** Gives a like or takes it back; refreshes the list and, under the same key, what this visitor likes. */
export const toggleStoryLike = mutationOptions({
  mutationFn: (id: Story['id']) => sendJson<ToggledLike>('POST', `/api/stories/${id}/like`),
  // One after the other: the first like of a visitor brings the cookie that the next one carries.
  scope: { id: 'story-likes' },
  meta: {
    failure: { title: 'Error', description: 'Failed to like the story. Please try again.' },
    refreshes: [storiesQuery.queryKey],
  },
})
