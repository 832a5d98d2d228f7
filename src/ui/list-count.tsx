type Counted = {
  hasMore: boolean
  /** Null where nobody counted them to their end. */
  total: number | null
  one: string
  many: string
  /** What is known of those that nobody counted; that there are more than are shown, where nothing is said. */
  atLeast?: string | undefined
}

/** How many are in a list of which so many are shown. */
export function countText(shown: number, { hasMore, total, one, many, atLeast = `${shown}` }: Counted): string {
  if (hasMore && total === null) return `More than ${atLeast} ${many}`
  const count = hasMore ? total : shown
  return count === 1 ? `1 ${one}` : `${count} ${many}`
}

/** How many there are, for everybody who looks or listens. Beyond a thousand nobody counts them: then `total` is null. */
export function ListCount({ total, one, many }: { total: number | null; one: string; many: string }) {
  return (
    <p role="status" className="text-cocoa-600 text-small">
      {total === null ? `More than 1,000 ${many}` : total === 1 ? `1 ${one}` : `${total} ${many}`}
    </p>
  )
}
