import { expect, it } from 'vitest'
import type { ReportableParcel } from '#src/features/problems/problems.contract.ts'
import { EMPTY_DRAFT, keepCurrentErrors, readDraft } from './report-draft.ts'

const parcel = (change: Partial<ReportableParcel> = {}): ReportableParcel => ({
  ...{ id: 'first', orderId: 'ORD_1', number: null, recipient: 'Asha Rao', refusal: null, endedOn: null },
  kinds: ['melted', 'late'],
  wishes: ['refund', 'replace'],
  lines: [
    { lineId: 'dark', name: 'Dark', quantity: 2, isReported: false },
    { lineId: 'milk', name: 'Milk', quantity: 1, isReported: false },
  ],
  ...change,
})

it('a new report has no choices yet', () =>
  expect(readDraft(EMPTY_DRAFT, [parcel()]).report).toMatchObject({ orderId: 'first', kind: '', wish: '', lines: [] }))

it('a single line, a single kind and a single wish need no choice', () => {
  const [line] = parcel().lines
  const { report } = readDraft(EMPTY_DRAFT, [
    parcel({ kinds: ['late'], wishes: ['replace'], lines: line ? [line] : [] }),
  ])
  expect(report).toMatchObject({ kind: 'late', wish: 'replace', lines: [{ lineId: 'dark', quantity: 2 }] })
})

it('a draft stays with its parcel, and sends only chosen pieces that are not reported yet', () => {
  const reported = parcel({ id: 'second' })
  reported.lines[1] = { lineId: 'milk', name: 'Milk', quantity: 1, isReported: true }
  const draft = { ...EMPTY_DRAFT, parcelId: 'second', quantities: { dark: 1, milk: 1 } }
  const { report } = readDraft(draft, [parcel(), reported])
  expect(report).toMatchObject({ orderId: 'second', lines: [{ lineId: 'dark', quantity: 1 }] })
})

it('a message beside a field goes when the field is changed, and the others stay', () => {
  const sent = readDraft(EMPTY_DRAFT, [parcel()]).report
  const errors = { kind: 'Please choose.', lines: 'Please choose.', text: 'This is required.' }
  expect(keepCurrentErrors(errors, sent, sent)).toEqual(errors)
  const { report } = readDraft({ ...EMPTY_DRAFT, kind: 'melted', quantities: { dark: 1 } }, [parcel()])
  expect(keepCurrentErrors(errors, sent, report)).toEqual({ text: errors.text })
})
