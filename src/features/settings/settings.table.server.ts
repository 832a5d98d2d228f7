import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '#src/db/columns.server.ts'
import type { Section, Settings } from './settings.contract.ts'

/** A section has a row when the maker has changed it; without one the shop is as it comes. */
export const settings = pgTable('settings', {
  section: text().$type<Section>().primaryKey(),
  /** Counts the changes, so that two makers do not write over each other. */
  version: integer().notNull(),
  value: jsonb().$type<Settings[Section]>().notNull(),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
})
