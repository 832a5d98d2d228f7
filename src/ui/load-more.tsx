import { Button } from '#src/ui/forms/button.tsx'

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
