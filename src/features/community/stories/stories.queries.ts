import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CursorPage, getJson, getPage, nullOn404, sendJson } from '#src/browser/http-client.ts'
import type { NewStory, Story, SubmittedStory, ToggledLike } from './stories.contract.ts'
import type { StoryEmotion } from './stories-search-params.ts'
import { filterStories } from './story.ts'

const PATH = '/api/stories'

export const storiesQuery = (emotion?: StoryEmotion) =>
  infiniteQueryOptions({
    queryKey: keyOf(emotion),
    queryFn: ({ client, pageParam, signal }) =>
      (emotion && foundAmongAll(client, emotion)) ?? getPage<Story>(pageParam, signal),
    initialPageParam: emotion ? `${PATH}?emotion=${emotion}` : PATH,
    getNextPageParam: (page) => page.next,
  })

const keyOf = (emotion?: StoryEmotion) => [PATH, 'list', emotion ?? 'all']

/** While the first page holds every story, filters need no request. */
function foundAmongAll(client: QueryClient, emotion: StoryEmotion): CursorPage<Story> | undefined {
  const known = client.getQueryState<{ pages: CursorPage<Story>[] }>(keyOf())
  const [all] = known?.data?.pages ?? []
  if (known?.isInvalidated || all?.next !== null) return undefined
  const items = filterStories(all.items, emotion)
  return { items, next: null, total: items.length }
}

export const linkedStoryQuery = (id: Story['id']) =>
  queryOptions({ queryKey: [PATH, id], queryFn: () => getJson<Story>(`${PATH}/${id}`).catch(nullOn404) })

/** Loaded by the browser only, because the page itself is the same for everyone. */
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

export const toggleStoryLike = mutationOptions({
  mutationFn: (id: Story['id']) => sendJson<ToggledLike>('POST', `${PATH}/${id}/like`),
  // In sequence: the first like sets the cookie for the next.
  scope: { id: 'story-likes' },
  meta: {
    failure: { title: 'Error', description: 'Failed to like the story. Please try again.' },
    refreshes: [[PATH]],
  },
})
