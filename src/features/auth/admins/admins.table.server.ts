import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { personalData, timestamptz } from '#src/db/columns.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'

/** Open invitations, one per address; a new one replaces the old one. */
export const adminInvitations = pgTable('admin_invitations', {
  id: uuid().primaryKey().defaultRandom(),
  email: text().notNull().unique('admin_invitations_email_unique'),
  /** SHA-256 of the link's token, so the database alone cannot accept it. */
  tokenHash: text('token_hash').notNull().unique('admin_invitations_token_unique'),
  invitedBy: uuid('invited_by')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  expiresAt: timestamptz('expires_at').notNull(),
})

personalData(adminInvitations, { keep: { 'of an admin, deleted when it ends': ['email', 'tokenHash'] } })

/** Addresses of removed admins, which the start does not recreate from `ADMIN_EMAIL`. */
export const formerAdmins = pgTable('former_admins', {
  /** SHA-256: it recognises an address without storing it. */
  emailHash: text('email_hash').primaryKey(),
  removedAt: timestamptz('removed_at').notNull().defaultNow(),
})

personalData(formerAdmins, { keep: { 'a hash that only recognizes an address': ['emailHash'] } })
