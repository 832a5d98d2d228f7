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
  expect(describeEntity({ entity: 'admin', entityId, name: null })).toBe('this session')
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

it.each([
  { entity: 'product', before: { archived: false }, after: { archived: true }, title: 'Product archived' },
  { entity: 'product', before: { archived: true }, after: { archived: false }, title: 'Product put on sale again' },
  { entity: 'product', before: { stock: 3 }, after: { stock: 9, reason: 'made' }, title: 'Stock changed' },
  {
    entity: 'product',
    before: { name: 'a', price: 1, sku: 'x', stock: 3 },
    after: { name: 'b', price: 2, sku: 'y', stock: 4 },
    title: 'Product changed',
  },
  {
    entity: 'story',
    before: { status: 'pending' },
    after: { status: 'published' },
    title: 'Story marked as published',
  },
  { entity: 'order', before: { packed: false }, after: { packed: true }, title: 'Order packed' },
  {
    entity: 'order',
    before: { status: 'pending' },
    after: { status: 'cancelled', reason: 'asked' },
    title: 'Order marked as cancelled',
  },
  {
    entity: 'ticket',
    before: { status: 'open' },
    after: { status: 'answered', replyId: 'r' },
    title: 'Message to the studio answered',
  },
  {
    entity: 'settings',
    before: { openedAt: null },
    after: { openedAt: '2026-11-21T13:00:00.000Z' },
    title: 'Shop opened',
  },
  { entity: 'settings', before: { mode: 'regular' }, after: { mode: 'unregistered' }, title: 'Settings changed' },
  {
    entity: 'admin',
    before: { signInCodes: 'off' },
    after: { signInCodes: 'on' },
    title: 'Authenticator app switched on',
  },
  {
    entity: 'admin',
    before: { password: 'as it was' },
    after: { password: 'a new one' },
    title: 'Admin password changed',
  },
] as const)('a change of $entity from $before to $after is titled: $title', ({ entity, before, after, title }) => {
  const entry = { id: 'one', by: 'a@b.in', at: '2026-11-21T13:00:00.000Z', entityId: '1', name: null }
  expect(describeChange({ ...entry, entity, action: 'update', before, after })).toBe(title)
})
