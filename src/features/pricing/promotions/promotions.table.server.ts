import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { personalData, timestamptz } from '#src/db/columns.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'

export const promotions = pgTable(
  'promotions',
  {
    id: uuid().primaryKey().defaultRandom(),
    code: text().notNull().unique('promotions_code_unique'),
    percent: integer(),
    amountPaise: integer('amount_paise'),
    minSubtotalPaise: integer('min_subtotal_paise').notNull().default(0),
    startsAt: timestamptz('starts_at'),
    endsAt: timestamptz('ends_at'),
    maxUses: integer('max_uses'),
    /** Always the number of uses that were not released. */
    used: integer().notNull().default(0),
    active: boolean().notNull().default(true),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('promotions_newest').on(table.createdAt, table.id),
    check('promotions_code_in_capitals', sql`${table.code} ~ '^[A-Z0-9]{3,30}$'`),
    check('promotions_percent_or_amount', sql`num_nonnulls(${table.percent}, ${table.amountPaise}) = 1`),
    // UPI cannot charge zero.
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
      'promotions_within_max_uses',
      sql`${table.used} >= 0 and ${table.used} <= coalesce(${table.maxUses}, ${table.used})`,
    ),
  ],
)

personalData(promotions, { keep: { 'about the shop': ['code'] } })

/** A released use keeps its row, so that it can be redeemed again at the same terms. */
export const promotionUses = pgTable(
  'promotion_uses',
  {
    id: uuid().primaryKey().defaultRandom(),
    promotionId: uuid('promotion_id')
      .notNull()
      .references(() => promotions.id),
    /** The order. Not a foreign key, because promotions do not depend on orders. */
    ownerId: uuid('owner_id').notNull().unique('promotion_uses_owner_unique'),
    /** The order number, which the customer's browser knows. */
    ownerReference: text('owner_reference').notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** HMAC fingerprints, written when the account is deleted. */
    emailFingerprint: text('email_fingerprint'),
    phoneFingerprint: text('phone_fingerprint'),
    releasedAt: timestamptz('released_at'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('promotion_uses_promotion').on(table.promotionId),
    index('promotion_uses_user').on(table.userId),
    uniqueIndex('promotion_uses_once_per_customer')
      .on(table.promotionId, table.userId)
      .where(sql`${table.releasedAt} is null`),
  ],
)

personalData(promotionUses, {
  keep: {
    'an order number': ['ownerReference'],
    'a fingerprint, purged 30 days after the promotion': ['emailFingerprint', 'phoneFingerprint'],
  },
})
