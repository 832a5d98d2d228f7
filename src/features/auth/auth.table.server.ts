import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#src/db/columns.server.ts'

export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull().unique('users_email_unique'),
    name: text().notNull().default(''),
    /** Set by the server's own command only; no call writes it. */
    isAdmin: boolean('is_admin').notNull().default(false),
    passwordHash: text('password_hash'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** Of an admin: since when; null for one of whom only `createdAt` is known. */
    adminSince: timestamptz('admin_since'),
    /** Of an admin: the last call of a session of theirs, also when that is over. */
    adminSeenAt: timestamptz('admin_seen_at'),
    /** The last sign-in, and the word that the account will be deleted because there was none for so long. */
    signedInAt: timestamptz('signed_in_at').notNull().defaultNow(),
    idleToldAt: timestamptz('idle_told_at'),
  },
  (table) => [
    index('users_idle').on(table.signedInAt),
    check('users_email_lower', sql`${table.email} = lower(${table.email})`),
    index('users_admins').on(table.email).where(sql`${table.isAdmin}`),
  ],
)

export const SESSION_KINDS = ['shopper', 'admin'] as const

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's token: whoever reads the database cannot sign in with it. */
    tokenHash: text('token_hash').primaryKey(),
    /** What screens and addresses may name the session by: it opens nothing. */
    id: uuid().notNull().defaultRandom().unique('sessions_id_unique'),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: SESSION_KINDS }).notNull(),
    /** The browser it was started in, as people call it. */
    device: text().notNull().default(''),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    lastSeenAt: timestamptz('last_seen_at').notNull().defaultNow(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
)

/** The authenticator app of an admin. Asked for at the sign-in once it is confirmed. */
export const twoFactorSecrets = pgTable('second_factors', {
  /** Restricted: no deletion of an account takes the second factor along, which would leave the password alone. */
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'restrict' }),
  /** Encrypted: whoever reads the database alone cannot make codes. */
  secret: text().notNull(),
  confirmedAt: timestamptz('confirmed_at'),
  /** The half minute of the last code that was taken: neither it nor one before it opens again. */
  lastStep: integer('last_step').notNull().default(0),
  /** Wrong codes at the right password since the last right one; every fifth locks for longer. */
  wrongCodes: integer('wrong_codes').notNull().default(0),
  lockedUntil: timestamptz('locked_until'),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
})

/** For the day on which the phone is lost. Hashed; a used one is gone. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => twoFactorSecrets.userId, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

/** The running codes: one for an e-mail and a browser that asked. Asking again there replaces it, elsewhere adds one. */
export const signInCodes = pgTable(
  'sign_in_codes',
  {
    email: text().notNull(),
    /** SHA-256 of the number in the browser's cookie: a code is good only where it was asked for. */
    nonceHash: text('nonce_hash').notNull(),
    codeHash: text('code_hash').notNull(),
    triesLeft: integer('tries_left').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.email, table.nonceHash] }),
    index('sign_in_codes_expiry').on(table.expiresAt),
    check('sign_in_codes_tries_not_negative', sql`${table.triesLeft} >= 0`),
  ],
)
