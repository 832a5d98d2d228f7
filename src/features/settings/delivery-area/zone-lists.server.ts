import type { Db } from '#src/db/database.server.ts'
import type { Actor } from '#src/features/audit/record-change.server.ts'
import {
  DeliveryException,
  DeliveryZone,
  MAX_EXCEPTIONS,
  MAX_ZONES,
} from '#src/features/settings/delivery-settings.contract.ts'
import { readSection, readVersionedSection } from '#src/features/settings/read-settings.server.ts'
import type { Settings } from '#src/features/settings/settings.contract.ts'
import { changeSection, lockSettings } from '#src/features/settings/settings.server.ts'
import { createAreaFile } from './area-list.server.ts'

const NO_PREFIX = { prefix: 'The column "PIN begins" is missing.' }

export const ZONES = createAreaFile({
  columns: {
    prefix: 'PIN begins',
    place: 'Place',
    from: 'From days',
    to: 'To days',
    fee: 'Price',
    freeFrom: 'Free from',
  },
  required: NO_PREFIX,
  maxRows: MAX_ZONES,
  key: 'prefix',
  row: DeliveryZone,
  toInput: ({ from, to, fee, freeFrom, ...texts }) => ({
    ...texts,
    from: numberIn(from),
    to: numberIn(to),
    fee: fee === '' ? null : numberIn(fee),
    freeFrom: freeFrom === '' ? null : numberIn(freeFrom),
  }),
  toCells: ({ from, to, fee, freeFrom, ...texts }) => ({
    ...texts,
    from: String(from),
    to: String(to),
    fee: String(fee ?? ''),
    freeFrom: String(freeFrom ?? ''),
  }),
  skipsDuplicates: false,
  read: async (db) => (await readSection(db, 'delivery')).zones,
  lock: lockSettings,
  write: (tx, { rows: zones, by }) => changeDelivery(tx, { zones }, by),
})

export const EXCEPTIONS = createAreaFile({
  columns: { prefix: 'PIN begins', text: 'What the customer reads', refusesOrders: 'Rejects orders' },
  required: NO_PREFIX,
  maxRows: MAX_EXCEPTIONS,
  key: 'prefix',
  row: DeliveryException,
  toInput: ({ refusesOrders, ...texts }) => ({ ...texts, refusesOrders: YES_OR_NO[refusesOrders.toLowerCase()] }),
  toCells: ({ refusesOrders, ...texts }) => ({ ...texts, refusesOrders: refusesOrders ? 'yes' : 'no' }),
  skipsDuplicates: false,
  read: async (db) => (await readSection(db, 'delivery')).blocked,
  lock: lockSettings,
  write: (tx, { rows: blocked, by }) => changeDelivery(tx, { blocked }, by),
})

const YES_OR_NO: Record<string, boolean | undefined> = { yes: true, no: false, '': false }

/** 1,450 and ₹ 150 as spreadsheets show them. */
function numberIn(cell: string): number {
  const digits = cell.replaceAll(/[₹,\s]/g, '')
  return digits === '' ? Number.NaN : Number(digits)
}

async function changeDelivery(tx: Db, change: Partial<Settings['delivery']>, by: Actor): Promise<void> {
  const { version, value } = await readVersionedSection(tx, 'delivery')
  await changeSection(tx, 'delivery', { version, value: { ...value, ...change }, by })
}
