import { expect, test } from 'vitest'
import type { Order } from '#src/features/orders/orders.contract.ts'
import { buildBoxLabels, buildPackingSlips, type PackingSlip } from './packing-slips.ts'

const address = { firstName: 'Asha', lastName: 'Rao', address: '12 Charminar Road', city: 'Hyderabad' }
const orderOf = (count: number, notes: string | null = null) =>
  ({
    orderId: 'GC-1',
    shippingAddress: { ...address, state: 'Telangana', pincode: '500002' },
    notes,
    items: Array.from({ length: count }, (_, nth) => ({
      id: `${nth}`,
      quantity: 1,
      price: 450,
      product: { id: nth, name: `Bar ${nth}`, imageUrl: null },
    })),
  }) as unknown as Order

const words = (count: number) => Array.from({ length: count }, (_, nth) => `word${nth}`).join(' ')
const textsOf = () => ['Milk chocolate · 110 g.', `Ingredients: ${words(60)}.`, 'Contains milk.']

const textOf = (slip: PackingSlip, id: string) =>
  slip.pieces.flatMap((piece) => (piece.kind !== 'note' && piece.item.id === id ? [piece.text] : [])).join(' ')

test.each([buildPackingSlips, buildBoxLabels])('%o: an order of many products names every fact of each', (build) => {
  const slips = build(orderOf(12), textsOf, 2)
  expect(slips.length).toBeGreaterThan(2)
  for (let nth = 0; nth < 12; nth++)
    expect(
      slips
        .map((slip) => textOf(slip, `${nth}`))
        .filter(Boolean)
        .join(' '),
    ).toBe(textsOf().join(' '))
  expect(slips.map(({ part, parts }) => `${part}/${parts}`)).toEqual(
    slips.map((_, nth) => `${nth + 1}/${slips.length}`),
  )
})

test('no slip holds more rows than fit, however long the list of ingredients is', () => {
  const [one] = orderOf(1).items
  if (!one) throw new Error('The order has an item')
  for (const slip of buildPackingSlips(orderOf(1), () => [words(250)], 2))
    expect(textOf(slip, one.id).length).toBeLessThan(22 * 50 * 1.3)
})

test('an order without facts has its items and its note on one slip', () => {
  const slips = buildPackingSlips(orderOf(2, 'Please ring twice'), () => [], 2)
  expect(slips).toHaveLength(1)
  expect(slips[0]?.pieces.map(({ kind }) => kind)).toEqual(['item', 'item', 'note'])
})
