import type { QueryClient } from '@tanstack/react-query'
import type { AdminPageProps, AdminSearch } from '#src/browser/admin-page.ts'
import { loadPages, usePagedList } from '#src/browser/paged-list.ts'
import { REVIEW_STATUSES, type ReviewStatus } from '#src/features/community/reviews/review.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { FilterButtons } from '#src/ui/forms/filter-buttons.tsx'
import { EmptyNote } from '#src/ui/item-list.tsx'
import { ListCount, LoadMore } from '#src/ui/list-paging.tsx'
import type { ModerationItem } from './moderation.contract.ts'
import { moderationQuery, type UndoableDecision, useModerationDecisions } from './moderation.queries.ts'
import { ModerationCard } from './moderation-card.tsx'
import { UNDO_SECONDS } from './moderation-flags.ts'

const FILTERS: Record<ReviewStatus, string> = { pending: 'To read', published: 'Published', rejected: 'Rejected' }
const EMPTY: Record<ReviewStatus, string> = {
  pending: 'Everything is reviewed. New stories and reviews appear here.',
  published: 'Nothing is published yet.',
  rejected: 'Nothing was rejected.',
}

const readStatus = ({ status }: AdminSearch): ReviewStatus => REVIEW_STATUSES.find((one) => one === status) ?? 'pending'

export const loader = (queryClient: QueryClient, search: AdminSearch) =>
  loadPages(queryClient, moderationQuery(readStatus(search)))

export function AdminPage({ search, go }: AdminPageProps) {
  const status = readStatus(search)
  const { list, items, total } = usePagedList(moderationQuery(status))
  const { decided, decide, undo } = useModerationDecisions()
  const rows = rowsOf(status, items, decided)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <FilterButtons
        legend="Which stories and reviews"
        labels={FILTERS}
        chosen={status}
        onChoose={(one) => go({ status: one === 'pending' ? undefined : one })}
      />
      <ListCount total={total} one="story or review" many="stories and reviews" />
      {rows.length === 0 && <EmptyNote>{EMPTY[status]}</EmptyNote>}
      <ul
        tabIndex={-1}
        aria-label={FILTERS[status]}
        className="grid grid-cols-[minmax(0,1fr)] gap-4 focus:outline-none"
      >
        {rows.map(({ item, made }) => (
          <li key={item.id}>
            {made ? (
              <UndoDecisionBar made={made} onUndo={() => undo(made)} />
            ) : (
              <ModerationCard item={item} onDecide={(to, reason) => decide(item, to, reason)} />
            )}
          </li>
        ))}
      </ul>
      <LoadMore list={list} />
    </div>
  )
}

type Row = { item: ModerationItem; made?: UndoableDecision }

/** Items that were just decided keep their position, though the server no longer returns them. */
function rowsOf(status: ReviewStatus, items: ModerationItem[], decided: readonly UndoableDecision[]): Row[] {
  const made = decided.filter(({ item }) => item.status === status)
  const rest = items.filter(({ id }) => !made.some(({ item }) => item.id === id))
  const rows: Row[] = [...rest.map((item) => ({ item })), ...made.map((one) => ({ item: one.item, made: one }))]
  const way = status === 'pending' ? 1 : -1
  return rows.sort((one, other) => way * one.item.createdAt.localeCompare(other.item.createdAt))
}

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
