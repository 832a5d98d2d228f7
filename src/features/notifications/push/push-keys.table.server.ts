import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { personalData, timestamptz } from '#src/db/columns.server.ts'

/** The key pair that identifies this shop to push services (VAPID, RFC 8292). */
export const pushKeys = pgTable(
  'push_keys',
  {
    id: integer().primaryKey().default(1),
    publicKey: text('public_key').notNull(),
    encryptedPrivateKey: text('encrypted_private_key').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [check('push_keys_one_row', sql`${table.id} = 1`)],
)

personalData(pushKeys, { keep: { 'of the shop, not of a person': ['publicKey', 'encryptedPrivateKey'] } })
