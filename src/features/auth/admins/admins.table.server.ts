import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#src/db/columns.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'

/** Who was asked by mail to become an admin and has not answered yet. One an address: asking again replaces it. */
export const adminInvitations = pgTable('admin_invitations', {
  id: uuid().primaryKey().defaultRandom(),
  email: text().notNull().unique('admin_invitations_email_unique'),
  /** SHA-256 of the link's token: whoever reads the database cannot accept. */
  tokenHash: text('token_hash').notNull().unique('admin_invitations_token_unique'),
  invitedBy: uuid('invited_by')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  expiresAt: timestamptz('expires_at').notNull(),
})

/**
 * Addresses whose admin was removed. The start makes no admin of them again, although `ADMIN_EMAIL` may still name one and
 * its password may still be known; an invitation or the operator's command does.
 */
export const formerAdmins = pgTable('former_admins', {
  /** SHA-256: it recognises an address and tells none. */
  emailHash: text('email_hash').primaryKey(),
  removedAt: timestamptz('removed_at').notNull().defaultNow(),
})
