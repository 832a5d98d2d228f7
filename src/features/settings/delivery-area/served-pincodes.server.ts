import { asc, sql } from 'drizzle-orm'
import { z } from 'zod'
import { parsePincode } from '#src/core/delivery/delivery-window.ts'
import { singleLineText } from '#src/core/validation/fields.ts'
import { counted } from '#src/core/words.ts'
import { type Db, inTransaction, onlyRow, prepareOnce } from '#src/db/database.server.ts'
import { type Actor, recordChange } from '#src/features/audit/record-change.server.ts'
import { servedPincodes } from '#src/features/settings/settings.table.server.ts'
import { createAreaFile } from './area-list.server.ts'
import { MAX_SERVED_PINCODES } from './delivery-area.contract.ts'

const selectIsServed = prepareOnce((db) =>
  db
    .select({
      isServed: sql<boolean>`exists (select from ${servedPincodes} where pincode = ${sql.placeholder('pincode')})
        or not exists (select from ${servedPincodes})`,
    })
    .from(sql`(values (true)) one`)
    .prepare('served_pincode'),
)

/** Whether the courier goes there; without a list it goes everywhere. */
export async function isServedPincode(db: Db, pincode: string): Promise<boolean> {
  return onlyRow(await selectIsServed(db).execute({ pincode })).isServed
}

export const countServedPincodes = (db: Db) => db.$count(servedPincodes)

const ServedPincode = z.object({
  pincode: z.string().transform((typed, context) => {
    const pincode = parsePincode(typed)
    if (pincode) return pincode
    const text =
      typed === '' ? 'This is required.' : `"${typed.slice(0, 20)}" should have six digits, and no 0 in front.`
    context.addIssue({ code: 'custom', message: text })
    return z.NEVER
  }),
  place: singleLineText(100),
})

const readServedPincodes = (db: Db) => db.select().from(servedPincodes).orderBy(asc(servedPincodes.pincode))

const lockServedPincodes = async (tx: Db) => {
  await tx.execute(sql`lock table ${servedPincodes} in share row exclusive mode`)
}

/** The courier's list. Couriers name a PIN code once for each of its offices. */
export const SERVED_PINCODES = createAreaFile({
  columns: { pincode: 'PIN code', place: 'Place' },
  required: { pincode: 'The column "PIN code" is missing.' },
  maxRows: MAX_SERVED_PINCODES,
  key: 'pincode',
  row: ServedPincode,
  toInput: (cells) => cells,
  toCells: (row) => row,
  skipsDuplicates: true,
  read: readServedPincodes,
  lock: lockServedPincodes,
  write: async (tx, { rows, plan: { added, changed, removed }, before, by }) => {
    await tx.delete(servedPincodes)
    for (let at = 0; at < rows.length; at += A_BATCH)
      await tx.insert(servedPincodes).values(rows.slice(at, at + A_BATCH))
    const after = { served: servedText(rows.length), added, changed, removed }
    await recordServed(tx, { by, before: { served: servedText(before.length) }, after })
  },
})

const A_BATCH = 5000

/** Empties the courier's list. Idempotent. */
export async function deliverEverywhere(db: Db, by: Actor): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockServedPincodes(tx)
    const before = { served: servedText(await countServedPincodes(tx)) }
    await tx.delete(servedPincodes)
    await recordServed(tx, { by, before, after: { served: servedText(0) } })
  })
}

const servedText = (count: number) => (count === 0 ? 'everywhere' : counted(count, 'PIN code'))

type ServedChange = { by: Actor; before: Record<string, unknown>; after: Record<string, unknown> }

function recordServed(tx: Db, change: ServedChange): Promise<void> {
  return recordChange(tx, { entity: 'settings', entityId: 'served-pincodes', action: 'update', ...change })
}
