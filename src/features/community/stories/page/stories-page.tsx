import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { shopInfoQuery } from '#src/browser/query-client.ts'
import { counted } from '#src/core/words.ts'
import { linkedStoryQuery, storiesQuery } from '#src/features/community/stories/stories.queries.ts'
import { parseStoriesSearchParams, type StoryEmotion } from '#src/features/community/stories/stories-search-params.ts'
import { EMOTION_LABELS } from '#src/features/community/stories/story.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { LoadMore } from '#src/ui/list-paging.tsx'
import { CommunityGuidelines } from './community-guidelines.tsx'
import { EmotionFilter } from './emotion-filter.tsx'
import { storiesHead } from './stories-head.ts'
import { StoryCard } from './story-card.tsx'

const loadDialog = () => import('./share-story-dialog.tsx')
const ShareStoryDialog = lazy(() => loadDialog().then((module) => ({ default: module.ShareStoryDialog })))

/** The most that fit on a phone's first screen. */
const FIRST_SEEN = 2

export const Route = createFileRoute('/community-stories')({
  staticData: { canonical: 'own' },
  validateSearch: parseStoriesSearchParams,
  loaderDeps: ({ search: { emotion, story } }) => ({ emotion, story }),
  loader: async ({ context: { queryClient }, deps }) => {
    const [{ publicUrl }, linked] = await Promise.all([
      queryClient.ensureQueryData(shopInfoQuery),
      deps.story ? queryClient.ensureQueryData(linkedStoryQuery(deps.story)) : null,
      queryClient.ensureInfiniteQueryData(storiesQuery(deps.emotion)),
    ])
    return storiesHead(publicUrl, linked ?? undefined)
  },
  head: ({ loaderData }) => loaderData ?? {},
  component: StoriesPage,
})

function StoriesPage() {
  const { emotion, story: linkedId = '' } = Route.useSearch()
  const list = useSuspenseInfiniteQuery(storiesQuery(emotion))
  const { data: linked } = useQuery({ ...linkedStoryQuery(linkedId), enabled: linkedId !== '' })
  const navigate = Route.useNavigate()
  const dialog = useShareDialog()
  const stories = list.data.pages.flatMap(({ items }) => items)
  const shown = linked && !stories.some(({ id }) => id === linkedId) ? [linked, ...stories] : stories
  const filterBy = (chosen?: StoryEmotion) =>
    navigate({ search: chosen ? { emotion: chosen } : {}, replace: true, resetScroll: false })
  return (
    <main>
      <div className="wrap pt-10 pb-16 sm:pt-14 sm:pb-24">
        <PageTitle onShare={dialog.open} onIntent={loadDialog} />
        <EmotionFilter chosen={emotion} onChoose={filterBy} />
        {linked === null && (
          <p className="mt-6 bg-warn-tint px-4 py-3 text-small text-warn">
            This story is not available. It may have been taken down, or it is still waiting for review.
          </p>
        )}
        <p role="status" className="mt-6 text-cocoa-600 text-small">
          {howMany(list.data.pages[0]?.total)}
        </p>
        {shown.length === 0 ? (
          <NoStories emotion={emotion} onShare={dialog.open} />
        ) : (
          <ul className="mt-4 grid [--tall:30rem] gap-5 sm:gap-7 md:grid-cols-2 lg:grid-cols-3">
            {shown.map((story, place) => (
              <li key={story.id} className={place < FIRST_SEEN ? undefined : 'below-fold'}>
                <StoryCard story={story} isLinked={story.id === linkedId} />
              </li>
            ))}
          </ul>
        )}
        <LoadMore list={list} className="mx-auto mt-10 flex">
          Load More Stories
        </LoadMore>
      </div>
      <CommunityGuidelines />
      {dialog.isWanted && (
        <Suspense>
          <ShareStoryDialog open={dialog.isOpen} onOpenChange={dialog.setOpen} />
        </Suspense>
      )}
    </main>
  )
}

/** The server counts up to 1,000. */
function howMany(total?: number | null): string {
  return typeof total === 'number' ? counted(total, 'story', 'stories') : 'More than 1,000 stories'
}

/** Once opened, the dialog stays mounted, so that typed text is not lost. */
function useShareDialog() {
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  function open() {
    setWanted(true)
    setOpen(true)
  }
  return { isOpen, isWanted, setOpen, open }
}

function PageTitle({ onShare, onIntent }: { onShare: () => void; onIntent: () => void }) {
  return (
    <div className="flex flex-col items-start gap-6 sm:flex-row sm:items-end sm:justify-between">
      <div className="grid max-w-152 gap-4">
        <p className="eyebrow">Told by you</p>
        <h1 className="text-title">Community Stories</h1>
        <p className="text-cocoa-600 text-lead">
          What a piece of chocolate was part of, told by those who were there. Read one, like one, tell yours.
        </p>
      </div>
      <Button aria-haspopup="dialog" onPointerEnter={onIntent} onClick={onShare} className="shrink-0">
        Share Your Story
      </Button>
    </div>
  )
}

function NoStories({ emotion, onShare }: { emotion?: StoryEmotion; onShare: () => void }) {
  return (
    <EmptyState
      title={emotion ? `No ${EMOTION_LABELS[emotion].toLowerCase()} stories yet` : 'No stories yet'}
      picture="/pictures/bonbon-jewels.webp"
      text="Be the first. What was chocolate part of in your life?"
      action={
        <Button aria-haspopup="dialog" onClick={onShare}>
          Share the First Story
        </Button>
      }
    />
  )
}
