import { counted } from '#src/core/words.ts'
import { Button } from '#src/ui/forms/button.tsx'

type Words = {
  one: string
  many: string
  atLeast?: string | undefined
}

export function countText(total: number | null, { one, many, atLeast = '1,000' }: Words): string {
  if (total === null) return `More than ${atLeast} ${many}`
  return counted(total, one, many)
}

/** Large lists are not counted to the end: `total` is then null. */
export function ListCount({ total, one, many }: { total: number | null; one: string; many: string }) {
  return (
    <p role="status" className="text-cocoa-600 text-small">
      {countText(total, { one, many })}
    </p>
  )
}

type LoadMoreProps = {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  children?: string
  className?: string
}

export function LoadMore({ list, children = 'Load more', className = 'justify-self-start' }: LoadMoreProps) {
  if (!list.hasNextPage) return null
  return (
    <Button
      variant="secondary"
      className={className}
      pending={list.isFetchingNextPage}
      onClick={() => list.fetchNextPage()}
    >
      {children}
    </Button>
  )
}
