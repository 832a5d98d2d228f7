import type { ReviewStatus } from '#src/features/community/reviews/review.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { UNDO_SECONDS } from './moderation-flags.ts'
import type { UndoableDecision } from './use-moderation-decisions.ts'

const DONE: Record<ReviewStatus, string> = { pending: 'Put back', published: 'Published', rejected: 'Rejected' }

export function UndoDecisionBar({ made: { item, to }, onUndo }: { made: UndoableDecision; onUndo: () => void }) {
  return (
    <div className="flex items-center justify-between gap-4 border border-line bg-ivory py-2 pr-2 pl-5">
      <p role="status" className="min-w-0 truncate text-small">
        <strong className="font-semibold">{DONE[to]}:</strong> {item.title}
      </p>
      <Button
        ref={keepFocus}
        variant="secondary"
        size="small"
        aria-label={`Undo: ${item.title}`}
        onClick={onUndo}
        className="relative shrink-0 overflow-hidden"
      >
        Undo
        <span
          aria-hidden="true"
          style={{ animationDuration: `${UNDO_SECONDS}s` }}
          className="absolute inset-x-0 bottom-0 h-0.5 origin-left animate-run-out bg-current"
        />
      </Button>
    </div>
  )
}

/** Keyboard users continue here; afterwards the focus stays in the list. */
function keepFocus(button: HTMLButtonElement | null) {
  if (!button) return
  button.focus({ preventScroll: true })
  const list = button.closest('ul')
  return () => {
    if (document.activeElement === button) list?.focus({ preventScroll: true })
  }
}
