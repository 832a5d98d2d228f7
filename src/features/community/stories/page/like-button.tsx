import { useMutation, useQuery } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import type { Story } from '#src/features/community/stories/stories.contract.ts'
import { likedStoriesQuery, toggleStoryLike } from '#src/features/community/stories/stories.queries.ts'

export function LikeButton({ story }: { story: Pick<Story, 'id' | 'title' | 'likes'> }) {
  const { data: liked } = useQuery(likedStoriesQuery)
  const { mutate, isPending } = useMutation(toggleStoryLike)
  const isLiked = liked?.has(story.id) ?? false
  return (
    <button
      type="button"
      aria-pressed={isLiked}
      aria-disabled={isPending || undefined}
      aria-label={`Like “${story.title}”, ${story.likes === 1 ? '1 like' : `${story.likes} likes`}`}
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
