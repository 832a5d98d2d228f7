import { expect, it } from 'vitest'
import { describeChange, describeEntity, listChangedFields } from './audit-labels.ts'

it('shows a change field by field, in readable words', () => {
  const before = { minStock: 5, archivedAt: null, imageUrl: '', tags: ['dark', 'nuts'], isShown: true }
  const after = { minStock: 8, archivedAt: '2026-11-21T13:00:00.000Z', imageUrl: '/a.webp', tags: [], isShown: false }
  expect(listChangedFields({ before, after })).toEqual([
    { field: 'Min stock', before: '5', after: '8' },
    { field: 'Archived at', before: 'nothing', after: expect.stringMatching(/21 Nov 2026.*6:30 pm/i) },
    { field: 'Image url', before: 'nothing', after: '/a.webp' },
    { field: 'Tags', before: 'dark, nuts', after: 'nothing' },
    { field: 'Is shown', before: 'yes', after: 'no' },
  ])
})

it('what is new has no before, and what is gone no after', () => {
  const batch = { stages: [{ name: 'Roasting', status: 'completed' }] }
  const words = 'Name: Roasting; Status: completed'
  expect(listChangedFields({ before: null, after: batch })).toEqual([
    { field: 'Stages', before: undefined, after: words },
  ])
  expect(listChangedFields({ before: batch, after: null })).toEqual([
    { field: 'Stages', before: words, after: undefined },
  ])
})

it('money is read in rupees, not in paise', () => {
  expect(listChangedFields({ before: { quotedPaise: null }, after: { quotedPaise: 100_000 } })).toEqual([
    { field: 'Quoted', before: 'nothing', after: '₹1,000.00' },
  ])
})

it('a thing without a name that people know is this thing', () => {
  const entityId = 'b8923dca-5b1c-4b5e-9d0a-1f2e3d4c5b6a'
  expect(describeEntity({ entity: 'custom-order', entityId, name: null })).toBe('this custom order')
  expect(describeEntity({ entity: 'order', entityId, name: 'ORD_17_a' })).toBe('ORD_17_a')
  expect(describeEntity({ entity: 'payment', entityId, name: 'ORD_17_a' })).toBe('the payment of ORD_17_a')
  expect(describeEntity({ entity: 'settings', entityId: 'delivery', name: null })).toBe('delivery')
})

it.each([
  ['delete', { session: 'Chrome on Linux' }, 'Admin session ended'],
  ['delete', { invitation: 'sent' }, 'Invitation cancelled'],
  ['delete', { admin: true }, 'Admin removed'],
] as const)('an entry (%s, %j) of an admin says what happened: %s', (action, before, expected) => {
  const entry = { id: 'one', by: 'a@b.in', at: '2026-11-21T13:00:00.000Z', entityId: 'b@b.in', name: null }
  expect(describeChange({ ...entry, entity: 'admin', action, before, after: null })).toBe(expected)
})
