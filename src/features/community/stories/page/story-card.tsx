import { useMutation, useQuery } from '@tanstack/react-query'
import Heart from 'lucide-react/icons/heart'
import Share2 from 'lucide-react/icons/share-2'
import { type ReactNode, useState } from 'react'
import { showToast } from '#src/browser/toast-store.ts'
import { counted } from '#src/core/words.ts'
import type { Story } from '#src/features/community/stories/stories.contract.ts'
import { likedStoriesQuery, toggleStoryLike } from '#src/features/community/stories/stories.queries.ts'
import { EMOTION_LABELS, formatStoryDate, isLongStory } from '#src/features/community/stories/story.ts'
import { Button, IconButton } from '#src/ui/forms/button.tsx'

type StoryCardProps = {
  story: Story
  /** A shared link points to this story: it is open, marked and scrolled to. */
  isLinked: boolean
}

export function StoryCard({ story, isLinked }: StoryCardProps) {
  const titleId = `story-${story.id}`
  return (
    <article ref={isLinked ? bringIntoView : undefined} aria-labelledby={titleId} className="h-full raised">
      <div
        className={`cut flex h-full flex-col bg-white p-6 cut-18 sm:p-7 ${isLinked ? 'shadow-[inset_0_0_0_2px_var(--gold-500)]' : ''}`}
      >
        <StoryBadges story={story} />
        <h2 id={titleId} className="mt-4 wrap-anywhere text-[1.5rem] leading-tight">
          {story.title}
        </h2>
        <StoryText story={story} isOpenAtFirst={isLinked} />
        <footer className="mt-auto pt-6">
          <p className="border-line border-t pt-4 text-small">
            <span className="wrap-anywhere font-semibold">{story.authorName}</span>
            <span className="block wrap-anywhere text-cocoa-600">
              {story.location && `${story.location} · `}
              <time dateTime={story.createdAt}>{formatStoryDate(story.createdAt)}</time>
            </span>
          </p>
          <div className="-mr-3 -mb-3 -ml-2.5 mt-2 flex items-center justify-between">
            <LikeButton story={story} />
            <IconButton label={`Share “${story.title}”`} onClick={() => shareStoryLink(story)}>
              <Share2 aria-hidden="true" strokeWidth={1.5} className="size-5" />
            </IconButton>
          </div>
        </footer>
      </div>
    </article>
  )
}

const bringIntoView = (card: HTMLElement | null) => card?.scrollIntoView({ block: 'center' })

function StoryBadges({ story }: { story: Story }) {
  return (
    <p className="flex min-h-7 flex-wrap gap-2">
      {story.emotion && <StoryBadge className="bg-rose-100 text-ruby-700">{EMOTION_LABELS[story.emotion]}</StoryBadge>}
      {story.chocolateType && <StoryBadge className="bg-ivory text-cocoa-800">{story.chocolateType}</StoryBadge>}
      {story.isSample && <StoryBadge className="border border-line-strong text-cocoa-600">Sample story</StoryBadge>}
    </p>
  )
}

function StoryBadge({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span
      className={`inline-flex min-h-7 items-center wrap-anywhere rounded-control px-2.5 font-semibold text-xs ${className}`}
    >
      {children}
    </span>
  )
}

/** Plain text with paragraphs; no markup, no links. */
function StoryText({ story, isOpenAtFirst }: { story: Story; isOpenAtFirst: boolean }) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const isLong = isLongStory(story.content)
  return (
    <>
      <p className={`mt-3 whitespace-pre-line wrap-anywhere text-cocoa-600 ${isLong && !isOpen ? 'line-clamp-9' : ''}`}>
        {story.content}
      </p>
      {isLong && (
        <Button
          variant="link"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Show less of' : 'Read all of'} “${story.title}”`}
          onClick={() => setOpen(!isOpen)}
          className="mt-4 self-start text-small"
        >
          {isOpen ? 'Show less' : 'Read all'}
        </Button>
      )}
    </>
  )
}

export function LikeButton({ story }: { story: Pick<Story, 'id' | 'title' | 'likes'> }) {
  const { data: liked } = useQuery(likedStoriesQuery)
  const { mutate, isPending } = useMutation(toggleStoryLike)
  const isLiked = liked?.has(story.id) ?? false
  return (
    <button
      type="button"
      aria-pressed={isLiked}
      aria-disabled={isPending || undefined}
      aria-label={`Like “${story.title}”, ${counted(story.likes, 'like')}`}
      onClick={() => !isPending && mutate(story.id)}
      className="inline-flex h-11 min-w-11 items-center gap-2 rounded-control px-2.5 font-semibold text-small tabular-nums transition-colors duration-150 ease-house hover:text-ruby-700 aria-disabled:cursor-progress aria-pressed:text-ruby-700"
    >
      <Heart
        aria-hidden="true"
        strokeWidth={1.5}
        className={`size-5 transition-transform duration-150 ease-house ${isLiked ? 'fill-ruby-500 text-ruby-500' : ''} ${isPending ? 'scale-90' : ''}`}
      />
      {story.likes}
    </button>
  )
}

/** Uses the Web Share API, or copies the link where it is missing. */
export async function shareStoryLink({ id, title }: Pick<Story, 'id' | 'title'>): Promise<void> {
  const url = new URL(`/community-stories?story=${id}`, window.location.origin).href
  if (typeof navigator.share === 'function') {
    await navigator.share({ title, url }).catch((error: Error) => {
      // The visitor closed the share sheet.
      if (error.name !== 'AbortError') throw error
    })
    return
  }
  // Browsers offer the clipboard on secure pages only.
  const isCopied = await navigator.clipboard?.writeText(url).then(
    () => true,
    () => false,
  )
  showToast(
    isCopied
      ? { title: 'Copied!', description: 'The link to this story is in your clipboard.' }
      : { title: 'Not copied', description: `Please copy it by hand: ${url}` },
  )
}
