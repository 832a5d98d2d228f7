import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CursorPage, getJson, getPage, nullOn404, sendJson } from '#src/browser/http-client.ts'
import type { NewStory, Story, SubmittedStory, ToggledLike } from './stories.contract.ts'
import type { StoryEmotion } from './stories-search-params.ts'
import { filterStories } from './story.ts'

const PATH = '/api/stories'

/** The stories, or those of one emotion, a part after the other. */
export const storiesQuery = (emotion?: StoryEmotion) =>
  infiniteQueryOptions({
    queryKey: keyOf(emotion),
    queryFn: ({ client, pageParam, signal }) =>
      (emotion && foundAmongAll(client, emotion)) ?? getPage<Story>(pageParam, signal),
    initialPageParam: emotion ? `${PATH}?emotion=${emotion}` : PATH,
    getNextPageParam: (page) => page.next,
  })

const keyOf = (emotion?: StoryEmotion) => [PATH, 'told', emotion ?? 'all']

/** Where the first part is every story, a filter asks nobody. More would be one part here, and a smaller one when asked for anew. */
function foundAmongAll(client: QueryClient, emotion: StoryEmotion): CursorPage<Story> | undefined {
  const known = client.getQueryState<{ pages: CursorPage<Story>[] }>(keyOf())
  const [all] = known?.data?.pages ?? []
  if (known?.isInvalidated || all?.next !== null) return undefined
  const items = filterStories(all.items, emotion)
  return { items, next: null, total: items.length }
}

/** The story that a link is about; null where it is not shown (any more). */
export const linkedStoryQuery = (id: Story['id']) =>
  queryOptions({ queryKey: [PATH, id], queryFn: () => getJson<Story>(`${PATH}/${id}`).catch(nullOn404) })

/** The stories that this visitor likes. Asked by the browser alone: the page itself is the same for everybody. */
export const likedStoriesQuery = queryOptions({
  queryKey: [PATH, 'liked'],
  queryFn: async () => new Set(await getJson<Story['id'][]>(`${PATH}/liked`)),
})

export const shareStory = mutationOptions({
  mutationFn: (story: NewStory) => sendJson<SubmittedStory>('POST', PATH, story),
  meta: {
    success: {
      title: 'Story Submitted!',
      description: 'Thank you for sharing your chocolate story. It will be reviewed before appearing publicly.',
    },
    failure: { title: 'Error', description: 'Failed to submit your story. Please try again.' },
    refreshes: [[PATH]],
  },
})

/** Gives a like or takes it back; refreshes the lists and, under the same key, what this visitor likes. */
export const toggleStoryLike = mutationOptions({
  mutationFn: (id: Story['id']) => sendJson<ToggledLike>('POST', `${PATH}/${id}/like`),
  // One after the other: the first like of a visitor brings the cookie that the next one carries.
  scope: { id: 'story-likes' },
  meta: {
    failure: { title: 'Error', description: 'Failed to like the story. Please try again.' },
    refreshes: [[PATH]],
  },
})
