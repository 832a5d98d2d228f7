import { formatPrice } from '#src/core/money.ts'

type Differences = {
  changed: readonly { name: string; was: number; now: number }[]
  skipped: readonly { name: string; reason: string }[]
}

/** For example: 3 added · Rose Truffle sold out · Sea Salt Bar now ₹260 (was ₹240). */
export function reorderText(addedPieces: number, { changed, skipped }: Differences): string {
  return [
    addedPieces > 0 ? `${addedPieces} added` : 'Nothing added',
    ...skipped.map(({ name, reason }) => `${name} ${reason}`),
    ...changed.map(({ name, now, was }) => `${name} now ${formatPrice(now)} (was ${formatPrice(was)})`),
  ].join(' · ')
}
