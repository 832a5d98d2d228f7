import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { formatDayAndTime } from '#src/core/dates.ts'
import type { ReviewStatus } from '#src/features/community/reviews/review.ts'
import { EMOTION_LABELS, isLongStory } from '#src/features/community/stories/story.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { TextAreaField } from '#src/ui/forms/field.tsx'
import { RatingMarks } from '#src/ui/rating-marks.tsx'
import { StatusBadge } from '#src/ui/status-badge.tsx'
import type { ModerationItem } from './moderation.contract.ts'
import { MODERATION_FLAG_LABELS, REJECTION_REASON_MAX } from './moderation-flags.ts'

type Decide = (to: ReviewStatus, reason?: string) => void

export function ModerationCard({ item, onDecide }: { item: ModerationItem; onDecide: Decide }) {
  return (
    <article
      aria-label={item.title}
      className="grid gap-4 border border-line bg-white p-5 [overflow-wrap:anywhere] sm:p-6"
    >
      <div className="flex flex-wrap items-center gap-2">
        <Badge>{item.kind === 'story' ? 'Story' : 'Review'}</Badge>
        {item.isSample && <Badge>Sample</Badge>}
        {item.flags.map((flag) => (
          <StatusBadge key={flag} tone="warn">
            {MODERATION_FLAG_LABELS[flag]}
          </StatusBadge>
        ))}
      </div>
      <div className="grid gap-2">
        <h2 className="text-heading">{item.title}</h2>
        <About item={item} />
      </div>
      <Words text={item.text} />
      {item.reason && <p className="bg-ivory px-4 py-3 text-small">Rejected because: {item.reason}</p>}
      <Decisions item={item} onDecide={onDecide} />
    </article>
  )
}

function About({ item }: { item: ModerationItem }) {
  const { authorName, location, emotion, chocolateType, rating, product, createdAt } = item
  return (
    <div className="grid gap-1 text-cocoa-600 text-small">
      <p>
        {[authorName, location].filter(Boolean).join(', ')}
        {' · '}
        <time dateTime={createdAt} className="whitespace-nowrap">
          {formatDayAndTime(createdAt)}
        </time>
      </p>
      {(emotion || chocolateType) && (
        <p>{[emotion && EMOTION_LABELS[emotion], chocolateType].filter(Boolean).join(' · ')}</p>
      )}
      {product && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {rating !== null && <RatingMarks rating={rating} />}
          <Link to="/product/$id" params={{ id: String(product.id) }} className="underline underline-offset-4">
            {product.name}
          </Link>
        </p>
      )}
    </div>
  )
}

function Words({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(!isLongStory(text))
  return (
    <div className="grid max-w-[70ch] justify-items-start gap-3">
      <p className={`whitespace-pre-line ${isWhole ? '' : 'line-clamp-6'}`}>{text}</p>
      {!isWhole && (
        <Button variant="link" className="text-small" onClick={() => setWhole(true)}>
          Read all of it
        </Button>
      )}
    </div>
  )
}

function Decisions({ item, onDecide }: { item: ModerationItem; onDecide: Decide }) {
  const [isExplaining, setExplaining] = useState(false)
  const { status, tellsAuthor, title } = item
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        {status !== 'published' && (
          <Button size="small" aria-label={`Publish: ${title}`} onClick={() => onDecide('published')}>
            Publish
          </Button>
        )}
        {status !== 'rejected' && (
          <>
            <Button
              variant="secondary"
              size="small"
              aria-label={`Reject: ${title}`}
              onClick={() => onDecide('rejected')}
            >
              Reject
            </Button>
            <Button
              variant="link"
              className="text-small"
              aria-expanded={isExplaining}
              onClick={() => setExplaining(!isExplaining)}
            >
              Reject with a reason
            </Button>
          </>
        )}
      </div>
      {status !== 'published' && tellsAuthor && (
        <p className="text-cocoa-600 text-meta">The author gets an e-mail when it is published.</p>
      )}
      {isExplaining && <ReasonForm onReject={(reason) => onDecide('rejected', reason)} />}
    </div>
  )
}

function ReasonForm({ onReject }: { onReject: (reason: string | undefined) => void }) {
  function reject(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onReject(String(new FormData(event.currentTarget).get('reason')).trim() || undefined)
  }
  return (
    <form onSubmit={reject} className="grid max-w-xl justify-items-start gap-3">
      <TextAreaField
        label="Reason"
        hint="Only for you. The author does not see it."
        name="reason"
        rows={2}
        maxLength={REJECTION_REASON_MAX}
        className="w-full"
      />
      <Button type="submit" variant="secondary" size="small">
        Reject with this reason
      </Button>
    </form>
  )
}
