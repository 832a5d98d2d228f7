import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { personalData, timestamptz } from '#src/db/columns.server.ts'

export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull().unique('users_email_unique'),
    name: text().notNull().default(''),
    /** Set by the operator's command or an invitation; no request writes it directly. */
    isAdmin: boolean('is_admin').notNull().default(false),
    passwordHash: text('password_hash'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** Null for an admin of whom only `createdAt` is known. */
    adminSince: timestamptz('admin_since'),
    /** The last request of any of their sessions, including ended ones. */
    adminSeenAt: timestamptz('admin_seen_at'),
    /** The last sign-in, and the notice that the idle account will be deleted. */
    signedInAt: timestamptz('signed_in_at').notNull().defaultNow(),
    idleNotifiedAt: timestamptz('idle_notified_at'),
  },
  (table) => [
    index('users_idle').on(table.signedInAt),
    check('users_email_lower', sql`${table.email} = lower(${table.email})`),
    index('users_admins').on(table.email).where(sql`${table.isAdmin}`),
  ],
)

personalData(users, { erase: ['email', 'name', 'passwordHash'] })

export const SESSION_KINDS = ['customer', 'admin'] as const

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's token, so the database alone cannot sign in. */
    tokenHash: text('token_hash').primaryKey(),
    id: uuid().notNull().defaultRandom().unique('sessions_id_unique'),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: SESSION_KINDS }).notNull(),
    device: text().notNull().default(''),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    lastSeenAt: timestamptz('last_seen_at').notNull().defaultNow(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
)

personalData(sessions, { erase: ['tokenHash', 'device'] })

/** The authenticator app of an admin, required at sign-in once it is confirmed. */
export const twoFactorSecrets = pgTable('two_factor_secrets', {
  /** Restricted: deleting an account must not drop the second factor and leave the password alone. */
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'restrict' }),
  /** Encrypted, so the database alone cannot make codes. */
  secret: text().notNull(),
  confirmedAt: timestamptz('confirmed_at'),
  /** The time step of the last used code: that step and earlier ones are rejected. */
  lastStep: integer('last_step').notNull().default(0),
  /** Wrong codes since the last right one; every fifth locks for longer. */
  wrongCodes: integer('wrong_codes').notNull().default(0),
  lockedUntil: timestamptz('locked_until'),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
})

personalData(twoFactorSecrets, { keep: { 'only an admin has one, deleted with the access': ['secret'] } })

/** For a lost phone. Hashed; deleted when used. */
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

personalData(recoveryCodes, { keep: { 'only an admin has one, deleted with the access': ['codeHash'] } })

/** Pending codes, one per e-mail and browser. A new request in the same browser replaces the code. */
export const signInCodes = pgTable(
  'sign_in_codes',
  {
    email: text().notNull(),
    /** SHA-256 of the browser's nonce: a code works only in the browser that requested it. */
    nonceHash: text('nonce_hash').notNull(),
    codeHash: text('code_hash').notNull(),
    attemptsLeft: integer('attempts_left').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.email, table.nonceHash] }),
    index('sign_in_codes_expiry').on(table.expiresAt),
    check('sign_in_codes_attempts_not_negative', sql`${table.attemptsLeft} >= 0`),
  ],
)

personalData(signInCodes, { erase: ['email', 'nonceHash', 'codeHash'] })
