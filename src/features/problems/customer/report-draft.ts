import type { ProblemKind, ProblemWish, ReportableParcel } from '#src/features/problems/problems.contract.ts'

/** What a customer has filled in. It outlives the dialog, so closing it by mistake loses nothing. */
export type ReportDraft = {
  parcelId: string
  kind: ProblemKind | ''
  wish: ProblemWish | ''
  text: string
  quantities: Readonly<Record<string, number>>
  photoIds: readonly string[]
}

export const EMPTY_DRAFT: ReportDraft = {
  ...{ parcelId: '', kind: '', wish: '', text: '' },
  ...{ quantities: {}, photoIds: [] },
}

export type ChangeDraft = (change: (now: ReportDraft) => ReportDraft) => void

/** The errors of the fields that are still as they were sent. */
export function keepCurrentErrors(errors: Readonly<Record<string, string>>, sent: Fields, report: Fields) {
  const isAsSent = (name: string) => JSON.stringify(sent[name]) === JSON.stringify(report[name])
  return Object.fromEntries(Object.entries(errors).filter(([name]) => isAsSent(name)))
}

type Fields = Readonly<Record<string, unknown>>

/** Fills in what leaves no choice: the only parcel, its only line, the only kind of problem, the only wish. */
export function readDraft(draft: ReportDraft, parcels: readonly ReportableParcel[]) {
  const parcel = parcels.find(({ id }) => id === draft.parcelId) ?? parcels[0]
  const lines = parcel?.lines.filter(({ isReported }) => !isReported) ?? []
  const [only] = lines.length === 1 ? lines : []
  const quantities = only ? { [only.lineId]: only.quantity, ...draft.quantities } : draft.quantities
  const [onlyKind, otherKind] = parcel?.kinds ?? []
  const [onlyWish, otherWish] = parcel?.wishes ?? []
  const kind = otherKind === undefined ? (onlyKind ?? '') : draft.kind
  const report = {
    orderId: parcel?.id ?? '',
    kind,
    wish: otherWish === undefined ? (onlyWish ?? '') : draft.wish,
    text: draft.text.trim(),
    lines: lines.flatMap(({ lineId }) => {
      const quantity = quantities[lineId] ?? 0
      return quantity > 0 ? [{ lineId, quantity }] : []
    }),
    photoIds: [...draft.photoIds],
  }
  return { parcel, lines, quantities, report }
}
