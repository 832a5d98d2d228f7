/** How many there are, for everybody who looks or listens. Beyond a thousand nobody counts them: then `total` is null. */
export function ListCount({ total, one, many }: { total: number | null; one: string; many: string }) {
  return (
    <p role="status" className="text-cocoa-600 text-small">
      {total === null ? `More than 1,000 ${many}` : total === 1 ? `1 ${one}` : `${total} ${many}`}
    </p>
  )
}
