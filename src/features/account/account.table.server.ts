import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull().unique('users_email_unique'),
    name: text().notNull().default(''),
    /** Set by the server's own command only; no call writes it. */
    isAdmin: boolean('is_admin').notNull().default(false),
    passwordHash: text('password_hash'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [check('users_email_lower', sql`${table.email} = lower(${table.email})`)],
)

export const SESSION_KINDS = ['shopper', 'admin'] as const

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's token: whoever reads the database cannot sign in with it. */
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: SESSION_KINDS }).notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastSeenAt: moment('last_seen_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
)

/** One running code an address. Asking again replaces it. */
export const signInCodes = pgTable(
  'sign_in_codes',
  {
    email: text().primaryKey(),
    codeHash: text('code_hash').notNull(),
    triesLeft: integer('tries_left').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [check('sign_in_codes_tries_not_negative', sql`${table.triesLeft} >= 0`)],
)
