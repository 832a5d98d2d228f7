import { Button } from '#src/ui/forms/button.tsx'

type LoadMoreProps = {
  /** What Query knows of a list that comes in parts. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  children?: string
  className?: string
}

/** Fetches the next part of a list, and is gone at its end. */
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
