import { counted, joinNames } from '#src/core/words.ts'
import type { GiftRecipient, RecipientRow } from '#src/features/orders/recipients/recipients.contract.ts'
import { findNoRoom, findRepeatedPeople, fullNameOf, type Person } from './people.ts'

type SortedRows = {
  right: GiftRecipient[]
  wrong: RecipientRow[]
  /** How many are on the list already, so that a corrected file can be read again as a whole. */
  onList: number
  noRoom: string | undefined
}

/** Compares the rows of a table with the list. A row that repeats another one is neither right nor wrong. */
export function sortRows(rows: readonly RecipientRow[], people: readonly Person[]): SortedRows {
  const read = rows.flatMap(({ recipient }) => recipient ?? [])
  const repeated = findRepeatedPeople(people, read)
  const right = read.filter((_, nth) => !repeated.has(nth))
  return {
    right,
    wrong: rows.filter(({ recipient }) => recipient === null),
    onList: repeated.size,
    noRoom: findNoRoom(people, right.length),
  }
}

type Found = { right: readonly GiftRecipient[]; wrong: readonly RecipientRow[]; added: number }

export function describeTable({ right, wrong, added }: Found): string {
  const people =
    right.length === 0 && added > 0
      ? `${counted(added, 'person was', 'people were')} added`
      : `${counted(right.length, 'person', 'people')} can be added`
  return `${people}${wrong.length > 0 ? `, ${counted(wrong.length, 'row needs', 'rows need')} a change` : ''}.`
}

const NAMED = 5

/** Names the first people: Meera Iyer, Ravi Kumar and 38 more. */
export function nameFirst(people: readonly GiftRecipient[]): string {
  const names = people.slice(0, NAMED).map(fullNameOf)
  const others = people.length - names.length
  return joinNames(others > 0 ? [...names, `${others} more`] : names)
}
