import { z } from 'zod'
import { IndianMobile, ShippingAddress } from '#src/features/orders/order-form.contract.ts'

const MAX_TABLE_KB = 512
export const MAX_TABLE_BYTES = MAX_TABLE_KB * 1024
export const TABLE_TOO_LARGE = `The table is larger than ${MAX_TABLE_KB} KB. Please leave out what is not about people.`

export const RECIPIENT_COLUMNS = {
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  address: 'Address',
  city: 'City',
  state: 'State',
  pincode: 'PIN code',
  landmark: 'Landmark',
  cardText: 'Card text',
  deliverOn: 'Deliver on',
} as const
export type RecipientColumn = keyof typeof RECIPIENT_COLUMNS

export const GiftRecipient = z.strictObject({
  shippingAddress: ShippingAddress,
  phone: IndianMobile,
  /** Instead of the text of all cards if not empty; it can have `{name}`. */
  cardText: z.string(),
  deliverOn: z.iso.date().optional(),
})
export type GiftRecipient = z.infer<typeof GiftRecipient>

export const RecipientCells = z.partialRecord(z.enum(Object.keys(RECIPIENT_COLUMNS) as RecipientColumn[]), z.string())
export type RecipientCells = z.infer<typeof RecipientCells>

/** `column` is null if the fault is not in one cell. */
const RowFault = z.object({
  column: z.enum(Object.keys(RECIPIENT_COLUMNS) as RecipientColumn[]).nullable(),
  text: z.string(),
  /** PIN code and state seem not to match; the customer can confirm both. */
  isDoubt: z.boolean(),
})
export type RowFault = z.infer<typeof RowFault>

/** `row` is the row of the spreadsheet. `recipient` is null if there are faults. */
const RecipientRow = z.object({
  row: z.int(),
  cells: RecipientCells,
  recipient: GiftRecipient.nullable(),
  faults: z.array(RowFault),
})
export type RecipientRow = z.infer<typeof RecipientRow>

/** What a table says; nothing is saved. */
export const RecipientTable = z.object({
  rows: z.array(RecipientRow),
  ignoredColumns: z.array(z.string()),
  /** The examples of the template, which are left out. */
  examples: z.int(),
})
export type RecipientTable = z.infer<typeof RecipientTable>
