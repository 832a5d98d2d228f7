import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#src/db/columns.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'

export const promotions = pgTable(
  'promotions',
  {
    id: uuid().primaryKey().defaultRandom(),
    code: text().notNull().unique('promotions_code_unique'),
    /** One of the two. */
    percent: integer(),
    amountPaise: integer('amount_paise'),
    minSubtotalPaise: integer('min_subtotal_paise').notNull().default(0),
    startsAt: timestamptz('starts_at'),
    endsAt: timestamptz('ends_at'),
    /** Null is as often as people like. */
    maxUses: integer('max_uses'),
    /** How many orders have it: always the number of this promotion's uses that were not given back. */
    used: integer().notNull().default(0),
    active: boolean().notNull().default(true),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('promotions_newest').on(table.createdAt, table.id),
    check('promotions_code_in_capitals', sql`${table.code} ~ '^[A-Z0-9]{3,30}$'`),
    check('promotions_percent_or_amount', sql`num_nonnulls(${table.percent}, ${table.amountPaise}) = 1`),
    // An order of nothing cannot be paid by UPI.
    check(
      'promotions_leave_something_to_pay',
      sql`coalesce(${table.percent}, 0) <= 90 and coalesce(${table.amountPaise}, -1) < ${table.minSubtotalPaise}`,
    ),
    check(
      'promotions_amounts_positive',
      sql`coalesce(${table.percent}, ${table.amountPaise}) > 0 and ${table.minSubtotalPaise} >= 0`,
    ),
    check('promotions_end_after_start', sql`${table.endsAt} > ${table.startsAt}`),
    check(
      'promotions_never_overused',
      sql`${table.used} >= 0 and ${table.used} <= coalesce(${table.maxUses}, ${table.used})`,
    ),
  ],
)

/** An order's use of a promotion. The row stays when the use is given back, so that it can be taken again at the same terms. */
export const promotionUses = pgTable(
  'promotion_uses',
  {
    id: uuid().primaryKey().defaultRandom(),
    promotionId: uuid('promotion_id')
      .notNull()
      .references(() => promotions.id),
    /** The order that has it. Not a foreign key: promotions do not know who uses them. */
    ownerId: uuid('owner_id').notNull().unique('promotion_uses_owner_unique'),
    /** The order's number, by which its shopper's browser knows it. */
    ownerReference: text('owner_reference').notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Who it was, as fingerprints that only the shop's secret makes: written when the account is deleted. */
    emailPrint: text('email_print'),
    phonePrint: text('phone_print'),
    releasedAt: timestamptz('released_at'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('promotion_uses_promotion').on(table.promotionId),
    index('promotion_uses_user').on(table.userId),
    uniqueIndex('promotion_uses_once_a_person')
      .on(table.promotionId, table.userId)
      .where(sql`${table.releasedAt} is null`),
  ],
)
