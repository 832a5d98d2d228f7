import { useEffect, useMemo, useState } from 'react'
import type { GiftRecipient } from '#src/features/orders/recipients/recipients.contract.ts'
import type { CartItem } from '#src/features/pricing/totals/priced-items.contract.ts'
import { type Person, readPeople, savePeople, toPerson } from './people.ts'

export type PeopleList = {
  people: readonly Person[]
  add: (recipients: readonly GiftRecipient[]) => void
  change: (id: string, recipient: GiftRecipient) => void
  /** Undefined: what everybody gets. */
  setItems: (id: string, items: CartItem[] | undefined) => void
  remove: (id: string) => void
  removeAll: () => void
}

/** The functions stay the same, so that a change of one person renders one row. */
export function usePeople(userId: string): PeopleList {
  const [people, setPeople] = useState(() => readPeople(userId))
  useEffect(() => savePeople(userId, people), [userId, people])
  const actions = useMemo(() => {
    const replace = (id: string, changed: (person: Person) => Person) =>
      setPeople((before) => before.map((person) => (person.id === id ? changed(person) : person)))
    return {
      add: (recipients: readonly GiftRecipient[]) => setPeople((before) => [...before, ...recipients.map(toPerson)]),
      change: (id: string, recipient: GiftRecipient) =>
        replace(id, ({ items }) => ({ ...recipient, id, ...(items && { items }) })),
      setItems: (id: string, items: CartItem[] | undefined) =>
        replace(id, ({ items: _, ...person }) => ({ ...person, ...(items && { items }) })),
      remove: (id: string) => setPeople((before) => before.filter((person) => person.id !== id)),
      removeAll: () => setPeople([]),
    }
  }, [])
  return useMemo(() => ({ people, ...actions }), [people, actions])
}
