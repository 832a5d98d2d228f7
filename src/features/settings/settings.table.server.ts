import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#src/platform/moment.server.ts'
import type { Section, Settings } from './settings.contract.ts'

/** A section has a row when the maker has changed it; without one the shop is as it comes. */
export const settings = pgTable('settings', {
  section: text().$type<Section>().primaryKey(),
  /** Counts the changes, so that two makers do not write over each other. */
  version: integer().notNull(),
  value: jsonb().$type<Settings[Section]>().notNull(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})
