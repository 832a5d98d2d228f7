import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { personalData, timestamptz } from '#src/db/columns.server.ts'
import type { Batch } from './traceability.contract.ts'

/** The JSON columns are read and written as a whole; the contract checks them on the way in. */
export const batches = pgTable(
  'batches',
  {
    id: uuid().primaryKey().defaultRandom(),
    batchId: text('batch_id').notNull().unique('batches_batch_id_unique'),
    ingredient: text().notNull(),
    currentStage: text('current_stage').notNull(),
    stages: jsonb().$type<Batch['stages']>().notNull(),
    certifications: jsonb().$type<Batch['certifications']>().notNull(),
    qualityMetrics: jsonb('quality_metrics').$type<Batch['qualityMetrics']>().notNull(),
    sustainability: jsonb().$type<Batch['sustainability']>().notNull(),
    isSample: boolean('is_sample').notNull().default(false),
    publishedAt: timestamptz('published_at'),
    /** Incremented by every change, so that two admins cannot overwrite each other. */
    version: integer().notNull().default(1),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('batches_newest').on(table.isSample, table.createdAt).where(sql`${table.publishedAt} is not null`),
    index('batches_admin_newest').on(table.createdAt, table.id),
  ],
)

personalData(batches, {
  keep: {
    'about the production': [
      'batchId',
      'ingredient',
      'currentStage',
      'stages',
      'certifications',
      'qualityMetrics',
      'sustainability',
    ],
  },
})
