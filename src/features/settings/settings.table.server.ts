import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '#src/db/columns.server.ts'
import { personalData } from '#src/db/data-policy.server.ts'
import type { Section, Settings } from './settings.contract.ts'

/** One row for each section that an admin has changed; the others have their defaults. */
export const settings = pgTable('settings', {
  section: text().$type<Section>().primaryKey(),
  /** For optimistic locking. */
  version: integer().notNull(),
  value: jsonb().$type<Settings[Section]>().notNull(),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
})

personalData(settings, { keep: { 'about the shop': ['section', 'value'] } })
