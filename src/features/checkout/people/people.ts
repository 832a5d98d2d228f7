import { z } from 'zod'
import { asRecord, parseJsonOrNull } from '#src/browser/safe-json.ts'
import { MAX_ADDRESSES } from '#src/features/addresses/addresses.contract.ts'
import { clearPeople, PEOPLE_KEY } from '#src/features/checkout/form/checkout-draft.ts'
import { findCardFault } from '#src/features/orders/gift/card-name.ts'
import { findRepeatedParcels, MAX_PARCELS } from '#src/features/orders/parcels/parcels.contract.ts'
import { GiftRecipient } from '#src/features/orders/recipients/recipients.contract.ts'
import { CartItem } from '#src/features/pricing/totals/priced-items.contract.ts'

/** Somebody to whom the order goes. `items` are instead of those in the cart. */
const Person = GiftRecipient.extend({ id: z.string(), items: z.array(CartItem).min(1).optional() })
export type Person = z.infer<typeof Person>

/** Like the draft of the checkout: it survives a reload and is gone with the tab, or with the next account in it. */
export function readPeople(userId: string): Person[] {
  const stored = asRecord(parseJsonOrNull(sessionStorage.getItem(PEOPLE_KEY)))
  if (stored.userId === userId) return z.array(Person).max(MAX_PARCELS).safeParse(stored.people).data ?? []
  clearPeople()
  return []
}

export function savePeople(userId: string, people: readonly Person[]): void {
  sessionStorage.setItem(PEOPLE_KEY, JSON.stringify({ userId, people }))
}

export const toPerson = (recipient: GiftRecipient): Person => ({ ...recipient, id: crypto.randomUUID() })

export const fullNameOf = ({ shippingAddress: { firstName, lastName } }: GiftRecipient) => `${firstName} ${lastName}`

/** Which of `added` are on the list already, or are repeated among themselves, by their index. */
export function findRepeatedPeople(people: readonly GiftRecipient[], added: readonly GiftRecipient[]): Set<number> {
  const all = [...people, ...added].map(({ shippingAddress, phone }) => ({
    shippingAddress,
    gift: { recipientPhone: phone },
  }))
  return new Set(findRepeatedParcels(all).map(({ index }) => index - people.length))
}

/** Those who are not in the address book yet. */
export function findNewPeople(people: readonly Person[], saved: readonly Omit<GiftRecipient, 'cardText'>[]): Person[] {
  const known = saved.map((address) => ({ ...address, cardText: '' }))
  const repeated = findRepeatedPeople(known, people)
  return people.filter((_, nth) => !repeated.has(nth))
}

/** How many of the people fit into the address book. */
export function describeRoom(people: number, room: number): string {
  const book = `Your address book holds ${MAX_ADDRESSES} addresses`
  if (room === 0) return `${book} and is full. To save people, delete an address there first.`
  return people <= room ? `${book}, and there is room.` : `${book}: the first ${room} of these ${people} fit.`
}

/** Why so many cannot be added; undefined if there is room. */
export function findNoRoom(people: readonly Person[], added: number): string | undefined {
  const total = people.length + added
  if (total <= MAX_PARCELS) return undefined
  return `With them you would send to ${total} people. One order can go to at most ${MAX_PARCELS}.`
}

/** Why the card of a person cannot be printed, by the id of the person. */
export function findCardFaults(people: readonly Person[], cardMessage: string): Map<string, string> {
  return new Map(
    people.flatMap(({ id, cardText, shippingAddress: { firstName } }) => {
      const fault = findCardFault(cardText || cardMessage, firstName)
      return fault === undefined ? [] : [[id, `Card: ${fault}`]]
    }),
  )
}
