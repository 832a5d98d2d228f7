import { describe, expect, it } from 'vitest'
import type { GiftRecipient, RecipientRow } from '#src/features/orders/recipients/recipients.contract.ts'
import { describeGifts, toChangedItems } from './own-items.ts'
import { describeRoom, findNewPeople, findNoRoom, findRepeatedPeople, toPerson } from './people.ts'
import { describeTable, nameFirst, sortRows } from './sort-rows.ts'

const recipient = (firstName: string): GiftRecipient => ({
  shippingAddress: {
    ...{ firstName, lastName: 'Iyer', address: '12 Lake View Road', city: 'Chennai' },
    ...{ state: 'Tamil Nadu', pincode: '600028' },
  },
  phone: '+919876543210',
  cardText: '',
})
const CART = [
  { productId: 1, quantity: 2, productName: 'Dark Bar' },
  { productId: 7, quantity: 1, productName: 'Truffle Box' },
]
const row = (number: number, firstName?: string): RecipientRow => ({
  row: number,
  cells: {},
  recipient: firstName ? recipient(firstName) : null,
  faults: [],
})

describe('a table that was read', () => {
  it('can be read again once it is corrected: who is on the list is not added twice', () => {
    const people = [toPerson(recipient('Meera'))]
    const sorted = sortRows([row(2, 'MEERA'), row(3, 'Ravi'), row(4), row(5, 'Ravi')], people)
    expect(sorted).toEqual({ right: [recipient('Ravi')], wrong: [row(4)], onList: 2, noRoom: undefined })
  })

  it('is described by who can be added or was, and by what is wrong', () => {
    const [right, wrong] = [[recipient('Meera'), recipient('Ravi')], [row(4)]]
    expect(describeTable({ right, wrong, added: 0 })).toBe('2 people can be added, 1 row needs a change.')
    expect(describeTable({ right: [], wrong, added: 2 })).toBe('2 people were added, 1 row needs a change.')
    expect(nameFirst(right)).toBe('Meera Iyer and Ravi Iyer')
    expect(nameFirst(Array.from({ length: 45 }, () => recipient('Asha')))).toMatch(/Asha Iyer and 40 more$/)
  })

  it('has no room beyond 200 people', () => {
    const people = Array.from({ length: 199 }, (_, nth) => toPerson(recipient(`Person ${nth}`)))
    expect(findNoRoom(people, 1)).toBeUndefined()
    expect(sortRows([row(2, 'Meera'), row(3, 'Ravi')], people).noRoom).toBe(
      'With them you would send to 201 people. One order can go to at most 200.',
    )
  })
})

it('the same person at another address is another parcel', () => {
  const moved = { ...recipient('Meera'), phone: '+919000000001' }
  expect(findRepeatedPeople([recipient('Meera')], [moved, recipient('meera')])).toEqual(new Set([1]))
})

it('the people who are saved are those who are not in the address book, as many as fit', () => {
  const people = [toPerson(recipient('Meera')), toPerson(recipient('Ravi'))]
  const { cardText: _, ...saved } = recipient('MEERA')
  expect(findNewPeople(people, [saved])).toEqual([people[1]])
  expect([describeRoom(3, 3), describeRoom(40, 6), describeRoom(1, 0)]).toEqual([
    'Your address book holds 10 addresses, and there is room.',
    'Your address book holds 10 addresses: the first 6 of these 40 fit.',
    'Your address book holds 10 addresses and is full. To save people, delete an address there first.',
  ])
})

describe('each person gets the cart', () => {
  it('in words, and how many get something else', () => {
    const people = [
      toPerson(recipient('Meera')),
      { ...toPerson(recipient('Ravi')), items: [{ productId: 7, quantity: 2 }] },
    ]
    expect(describeGifts(people, CART)).toBe(
      'Each person gets: 2 × Dark Bar and 1 × Truffle Box. 1 person gets something else.',
    )
  })

  it('unless the quantities are changed', () => {
    const quantities = (dark: number, truffles: number) =>
      toChangedItems(
        new Map([
          [1, dark],
          [7, truffles],
        ]),
        CART,
      )
    expect(quantities(2, 1)).toBeUndefined()
    expect(quantities(0, 3)).toEqual([{ productId: 7, quantity: 3 }])
    expect(quantities(0, 0)).toEqual([])
  })
})
