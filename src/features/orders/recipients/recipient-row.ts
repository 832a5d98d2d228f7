import type { z } from 'zod'
import { getPincodeWarning, getStatesOfPincode, isAssignedPincode } from '#src/core/delivery/pincode-states.ts'
import { findCardFault } from '#src/features/orders/gift/card-name.ts'
import { IndianMobile, ShippingAddress } from '#src/features/orders/order-form.contract.ts'
import {
  GiftRecipient,
  RECIPIENT_COLUMNS,
  type RecipientCells,
  type RecipientColumn,
  type RowFault,
} from './recipients.contract.ts'
import { decideState, parseTypedDay, parseTypedState } from './typed-cells.ts'

type Cells = Record<RecipientColumn, string>

export const COLUMNS = Object.keys(RECIPIENT_COLUMNS) as RecipientColumn[]

/** To normalize a longer cell could take seconds. */
const MAX_CELL_LETTERS = 2000

export function checkRecipient(
  typed: RecipientCells,
  { isPlaceConfirmed = false } = {},
): { recipient: GiftRecipient | null; faults: RowFault[] } {
  const cells = tidyCells(typed)
  const faults = COLUMNS.flatMap((column): RowFault[] => {
    const text =
      findLengthFault(typed[column]) ?? findSpreadsheetFault(column, cells[column]) ?? findFault(column, cells)
    return text === undefined ? [] : [{ column, text, isDoubt: false }]
  })
  const doubt = isPlaceConfirmed ? undefined : findDoubt(cells)
  if (doubt) faults.push({ column: 'state', text: doubt, isDoubt: true })
  return { recipient: faults.length > 0 ? null : toRecipient(cells), faults }
}

const findLengthFault = (cell = '') =>
  cell.length > MAX_CELL_LETTERS ? `This has more than ${MAX_CELL_LETTERS} letters. Please shorten it.` : undefined

/** One line a cell; a cell of an address often has several. A spreadsheet writes a number as 500002.0. */
export function tidyCells(typed: RecipientCells): Cells {
  const tidied = COLUMNS.map((column) => {
    const cell = (typed[column] ?? '').slice(0, MAX_CELL_LETTERS).normalize('NFC').replaceAll('\u00a0', ' ').trim()
    if (column === 'cardText') return [column, cell]
    const isNumber = column === 'phone' || column === 'pincode'
    const between = column === 'address' || column === 'landmark' ? ', ' : ' '
    const line = joinLines(cell, between).replaceAll(/ {2,}/g, ' ')
    return [column, isNumber ? line.replace(/\.0$/, '') : line]
  })
  return Object.fromEntries(tidied) as Cells
}

function joinLines(cell: string, between: string): string {
  const lines = cell
    .split(/[\r\n\t\u2028\u2029]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return [...lines.slice(0, -1).map((line) => line.replace(/,$/, '')), ...lines.slice(-1)].join(between)
}

const MISSING: Partial<Cells> = {
  firstName: 'Please add the first name.',
  lastName: 'Please add the last name.',
  phone: 'Please add the phone number.',
  address: 'Please add the address.',
  city: 'Please add the city.',
  pincode: 'Please add the PIN code.',
}

const FORMULA = /^[=+@＝＋＠]/
const PHONE_NUMBER = /^[+＋]?[\d\s().-]+$/
const CELL_ERROR = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!)$/i
const SHORTENED_NUMBER = /^\d[.,]\d+E\+?\d+$/i

function findSpreadsheetFault(column: RecipientColumn, cell: string): string | undefined {
  if (CELL_ERROR.test(cell)) return `The spreadsheet has an error here (${cell}).`
  if (SHORTENED_NUMBER.test(cell))
    return `The spreadsheet has shortened the number to ${cell}. Please format the column as text, and enter it again.`
  if (!FORMULA.test(cell) || (column === 'phone' && PHONE_NUMBER.test(cell))) return undefined
  return `This begins with "${cell.charAt(0)}" like a formula. Please enter the text itself.`
}

function findFault(column: RecipientColumn, cells: Cells): string | undefined {
  if (cells[column] === '') return column === 'state' ? findMissingState(cells) : MISSING[column]
  const cell = cells[column]
  switch (column) {
    case 'phone':
      return findPhoneFault(cell)
    case 'pincode':
      return findPincodeFault(cell)
    case 'state':
      return parseTypedState(cell) ? undefined : `We do not know the state "${cell}".`
    case 'cardText':
      return findCardFault(cell, cells.firstName)
    case 'deliverOn':
      return parseTypedDay(cell) ? undefined : 'Please enter the day like 27/11/2026, with the day first.'
    case 'landmark':
      return messageOf(ShippingAddress.shape.landmark, cell)
    default:
      return messageOf(ShippingAddress.shape[column], cell)
  }
}

function findMissingState({ pincode }: Cells): string | undefined {
  if (findPincodeFault(pincode) || decideState(digitsOf(pincode))) return undefined
  const possible = getStatesOfPincode(digitsOf(pincode))
  return possible ? `Please add the state: ${possible.join(' or ')}.` : 'Please add the state.'
}

function findPhoneFault(cell: string): string | undefined {
  const wrong = messageOf(IndianMobile, cell)
  const isForeign = /^(?:\+|00)(?!\s*91)/.test(cell)
  return wrong && isForeign ? 'The courier can call Indian mobile numbers only.' : wrong
}

function findPincodeFault(cell: string): string | undefined {
  const wrong = messageOf(ShippingAddress.shape.pincode, cell)
  return wrong ?? (isAssignedPincode(digitsOf(cell)) ? undefined : `There is no PIN code ${digitsOf(cell)}.`)
}

function findDoubt(cells: Cells): string | undefined {
  const state = parseTypedState(cells.state)
  return state && !findPincodeFault(cells.pincode) ? getPincodeWarning(digitsOf(cells.pincode), state) : undefined
}

const digitsOf = (pincode: string) => pincode.replaceAll(/\s/g, '')

const messageOf = (schema: z.ZodType, value: string) => schema.safeParse(value).error?.issues[0]?.message

function toRecipient({ phone, cardText, deliverOn, ...place }: Cells): GiftRecipient {
  const { landmark, state, ...address } = place
  return GiftRecipient.parse({
    shippingAddress: {
      ...address,
      state: parseTypedState(state) ?? decideState(digitsOf(place.pincode)),
      ...(landmark && { landmark }),
    },
    phone,
    cardText,
    deliverOn: parseTypedDay(deliverOn),
  })
}

export function toCells({ shippingAddress: to, phone, cardText, deliverOn = '' }: GiftRecipient): Cells {
  return { ...to, landmark: to.landmark ?? '', phone, cardText, deliverOn }
}
