import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { appendOnly, personalData, timestamptz } from '#src/db/columns.server.ts'
import type { Section, Settings } from './settings.contract.ts'

/** One row for each section that an admin has changed; the others have their defaults. */
export const settings = pgTable('settings', {
  section: text().$type<Section>().primaryKey(),
  version: integer().notNull(),
  value: jsonb().$type<Settings[Section]>().notNull(),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
})

personalData(settings, { keep: { 'about the shop': ['section', 'value'] } })

/** The policies as each order may have been placed under them. Version 0, the defaults, has no date. */
export const policyVersions = pgTable('policy_versions', {
  version: integer().primaryKey(),
  value: jsonb().$type<Settings['policies']>().notNull(),
  createdAt: timestamptz('created_at'),
})

personalData(policyVersions, { keep: { 'about the shop': ['value'] } })
appendOnly(policyVersions)

/** Its one row exists once a live shop is open. */
export const shopOpening = pgTable(
  'shop_opening',
  {
    isOpen: boolean('is_open').primaryKey().default(true),
    openedAt: timestamptz('opened_at').notNull().defaultNow(),
    /** Null for a shop that sold before the checklist existed (migration). */
    openedBy: text('opened_by'),
  },
  (table) => [check('shop_opening_once', sql`${table.isOpen}`)],
)

personalData(shopOpening, { keep: { 'what an admin did': ['openedBy'] } })

/** The courier's list. While it is empty, parcels go to every PIN code; otherwise to these only. */
export const servedPincodes = pgTable(
  'served_pincodes',
  {
    pincode: text().primaryKey(),
    place: text().notNull().default(''),
  },
  (table) => [check('served_pincodes_shape', sql`${table.pincode} ~ '^[1-9][0-9]{5}$'`)],
)

personalData(servedPincodes, { keep: { 'about places': ['pincode', 'place'] } })
