type Words = {
  one: string
  many: string
  /** So many are known, where nobody counted them to their end. */
  atLeast?: string | undefined
}

/** How many there are; null where nobody counted them to their end. */
export function countText(total: number | null, { one, many, atLeast = '1,000' }: Words): string {
  if (total === null) return `More than ${atLeast} ${many}`
  return total === 1 ? `1 ${one}` : `${total} ${many}`
}

/** How many there are, for everybody who looks or listens. Beyond a thousand nobody counts them: then `total` is null. */
export function ListCount({ total, one, many }: { total: number | null; one: string; many: string }) {
  return (
    <p role="status" className="text-cocoa-600 text-small">
      {countText(total, { one, many })}
    </p>
  )
}
