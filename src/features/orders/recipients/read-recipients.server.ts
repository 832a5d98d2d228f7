import { DomainError } from '#src/core/domain-error.ts'
import { groupDigits } from '#src/core/money.ts'
import { findRepeatedParcels, MAX_PARCELS } from '#src/features/orders/parcels/parcels.contract.ts'
import { writeCsv } from '#src/server/csv/csv.server.ts'
import { MAX_READ_ROWS, readPastedTable, type TableRow } from '#src/server/csv/pasted-table.server.ts'
import { COLUMNS, checkRecipient, tidyCells } from './recipient-row.ts'
import {
  RECIPIENT_COLUMNS,
  type RecipientCells,
  type RecipientRow,
  type RecipientTable,
} from './recipients.contract.ts'
import { readHeading, type TableHeading } from './table-heading.ts'

/** Reads a table of people and finds every fault. Saves nothing. */
export function readRecipients(file: Uint8Array): RecipientTable {
  const [titles, ...records] = readPastedTable(file)
  if (!titles) throw new DomainError('invalid', 'The table is empty.')
  const heading = readHeading(titles.cells)
  const people = records.map((record) => readRow(record, heading))
  const rows = people.filter(({ cells }) => !isExample(cells))
  if (people.length === 0) throw new DomainError('invalid', 'The table has a heading, but no people.')
  if (rows.length > MAX_PARCELS) throw new DomainError('invalid', tooManyText(rows.length))
  return {
    rows: refuseRepeated(rows),
    ignoredColumns: heading.ignored.map((title) => title.slice(0, 100)),
    examples: people.length - rows.length,
  }
}

function tooManyText(count: number): string {
  const people = count > MAX_READ_ROWS ? `more than ${groupDigits(String(MAX_READ_ROWS))}` : groupDigits(String(count))
  return `The table has ${people} people. One order can go to at most ${MAX_PARCELS}. Please split the table.`
}

function readRow({ row, cells: read }: TableRow, { meanings }: TableHeading): RecipientRow {
  const typed = toCells(read, meanings)
  const cells = tidyCells(typed)
  const { recipient, faults } = checkRecipient(typed)
  if (read.slice(meanings.length).every((cell) => cell === '')) return { row, cells, recipient, faults }
  const text = 'This row has more cells than the heading. Perhaps a cell with a comma needs quotation marks.'
  return { row, cells, recipient: null, faults: [{ column: null, text, isDoubt: false }, ...faults] }
}

function toCells(read: readonly string[], meanings: TableHeading['meanings']): RecipientCells {
  const cells: RecipientCells = {}
  const more: string[] = []
  for (const [at, meaning] of meanings.entries()) {
    const cell = read[at] ?? ''
    if (meaning === 'fullName') Object.assign(cells, splitName(cell))
    else if (meaning === 'moreAddress') more.push(cell)
    else if (meaning) cells[meaning] = cell
  }
  return { ...cells, address: [cells.address ?? '', ...more].filter((line) => line.trim() !== '').join(', ') }
}

function splitName(name: string): Pick<RecipientCells, 'firstName' | 'lastName'> {
  const words = name.trim().split(/\s+/)
  return { firstName: words.slice(0, Math.max(1, words.length - 1)).join(' '), lastName: words.slice(1).at(-1) ?? '' }
}

function refuseRepeated(rows: RecipientRow[]): RecipientRow[] {
  const right = rows.flatMap(({ row, recipient }) =>
    recipient ? [{ ...recipient, row, gift: { recipientPhone: recipient.phone } }] : [],
  )
  const repeated = new Map(
    findRepeatedParcels(right).map(({ index, first }) => [right[index]?.row, right[first]?.row] as const),
  )
  return rows.map((row) => {
    const first = repeated.get(row.row)
    if (first === undefined) return row
    const text = `This is the same person and address as in row ${first}.`
    return { ...row, recipient: null, faults: [{ column: null, text, isDoubt: false }] }
  })
}

const EXAMPLES: RecipientCells[] = [
  {
    firstName: 'Meera',
    lastName: 'Iyer',
    phone: '98765 43210',
    address: 'Flat 4, 12 Lake View Road',
    city: 'Chennai',
    state: 'Tamil Nadu',
    pincode: '600028',
    landmark: 'Opposite the water tank',
    cardText: 'Dear {name}, happy Diwali to all of you!',
    deliverOn: '',
  },
  {
    firstName: 'Arjun',
    lastName: 'Reddy',
    phone: '98765 43211',
    address: '7 Banjara Hills Road No. 2',
    city: 'Hyderabad',
    state: 'Telangana',
    pincode: '500034',
    landmark: '',
    cardText: '',
    deliverOn: '',
  },
]

const isExample = (cells: RecipientCells) =>
  EXAMPLES.some((example) => COLUMNS.every((column) => (cells[column] ?? '') === example[column]))

export const RECIPIENTS_TEMPLATE = writeCsv(
  Object.values(RECIPIENT_COLUMNS),
  EXAMPLES.map((example) => COLUMNS.map((column) => example[column] ?? '')),
)
