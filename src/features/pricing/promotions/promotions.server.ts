import { and, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { type Paise, paise } from '#src/core/money.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { findUserEmails } from '#src/features/auth/accounts/users.server.ts'
import { hmacFingerprint } from '#src/server/config/encryption.server.ts'
import { promotions, promotionUses } from './promotions.table.server.ts'
import {
  calculateDiscount,
  checkPromotion,
  normalizePromoCode,
  type PromoRejection,
  type Promotion,
  promoRejectionText,
} from './promotions.ts'

export type PromoQuoteInput = {
  code: string
  subtotal: Paise
  userId: string | null
  /** Recognizes a customer who deleted an account. */
  phone?: string
  now: Date
  /** The unpaid order that this one replaces: its use counts as free. */
  standsInFor?: string
}

export type PromoQuote =
  | { ok: true; code: string; discount: Paise }
  | { ok: false; code: string; reason: PromoRejection; message: string }

export async function quotePromotion(db: Db, input: PromoQuoteInput): Promise<PromoQuote> {
  const code = normalizePromoCode(input.code)
  const { subtotal, userId, now } = input
  const [row] = await db.select().from(promotions).where(eq(promotions.code, code))
  if (!row) return toRejection('UNKNOWN', { code, subtotal })
  const own = userId ? await findUses(db, { promotionId: row.id, userId, phone: input.phone }) : []
  const others = own.filter((use) => use.ownerReference !== input.standsInFor)
  const promotion = { ...toPromotion(row), used: row.used - (own.length - others.length) }
  const by = userId === null ? 'nobody' : others.length > 0 ? 'used' : 'new'
  const reason = checkPromotion(promotion, { subtotal, now, by })
  if (reason) return toRejection(reason, { code, promotion, subtotal })
  return { ok: true, code, discount: calculateDiscount(promotion, subtotal) }
}

type RedeemInput = {
  code: string
  subtotal: Paise
  userId: string
  phone?: string
  now: Date
  ownerId: string
  ownerReference: string
}

/** Redeems a code for an order. One conditional update keeps concurrent orders within the limit. */
export async function redeemPromotion(tx: Db, input: RedeemInput): Promise<Paise> {
  const { subtotal, userId, phone, now, ownerId, ownerReference } = input
  const code = normalizePromoCode(input.code)
  const [row] = await tx
    .update(promotions)
    .set({ used: sql`${promotions.used} + 1` })
    .where(
      and(
        eq(promotions.code, code),
        eq(promotions.active, true),
        or(isNull(promotions.startsAt), lte(promotions.startsAt, now)),
        or(isNull(promotions.endsAt), gt(promotions.endsAt, now)),
        lte(promotions.minSubtotalPaise, subtotal),
        hasUsesLeft(),
      ),
    )
    .returning()
  if (!row) throw await explainRefusal(tx, { code, subtotal, userId, phone, now })
  // The row is locked, so no second account of the same customer redeems it now.
  const before = await findUses(tx, { promotionId: row.id, userId, phone })
  if (before.length > 0) throw promoError('USED_BY_YOU', { code, subtotal })
  // The unique index refuses a concurrent order of the same customer, and its transaction rolls back.
  const taken = await tx
    .insert(promotionUses)
    .values({ promotionId: row.id, ownerId, ownerReference, userId })
    .onConflictDoNothing()
    .returning({ id: promotionUses.id })
  if (taken.length === 0) throw promoError('USED_BY_YOU', { code, subtotal })
  return calculateDiscount(toPromotion(row), subtotal)
}

/** Finds the subtotal that the code of an order needs; 0 without a code. */
export async function findMinSubtotal(db: Db, ownerId: string): Promise<Paise> {
  const [used] = await db
    .select({ minSubtotal: promotions.minSubtotalPaise })
    .from(promotionUses)
    .innerJoin(promotions, eq(promotions.id, promotionUses.promotionId))
    .where(eq(promotionUses.ownerId, ownerId))
  return paise(used?.minSubtotal ?? 0)
}

/** Releases the use of a locked order, if any. Idempotent. */
export async function releasePromotion(tx: Db, ownerId: string): Promise<void> {
  const use = await lockUse(tx, ownerId)
  if (!use || use.releasedAt) return
  await tx.update(promotionUses).set({ releasedAt: new Date() }).where(eq(promotionUses.id, use.id))
  await tx
    .update(promotions)
    .set({ used: sql`${promotions.used} - 1` })
    .where(eq(promotions.id, use.promotionId))
}

/**
 * Redeems the code of a locked order again at its old terms. A payment that only starts now (`startsAt`) needs a
 * running promotion. Returns the refusal, if any.
 */
export async function redeemPromotionAgain(tx: Db, ownerId: string, startsAt?: Date): Promise<'taken' | DomainError> {
  const use = await lockUse(tx, ownerId)
  const ended = use && startsAt && findRefusal(use.promotion, startsAt)
  if (ended) return ended
  if (!use?.releasedAt) return 'taken'
  const { promotionId, userId } = use
  const own = userId ? await findUses(tx, { promotionId, userId }) : []
  if (own.length > 0) return promoError('USED_BY_YOU', { code: use.promotion.code, subtotal: paise(0) })
  const counted = await tx
    .update(promotions)
    .set({ used: sql`${promotions.used} + 1` })
    .where(and(eq(promotions.id, promotionId), hasUsesLeft()))
    .returning({ id: promotions.id })
  if (counted.length === 0) return promoError('USED_UP', { code: use.promotion.code, subtotal: paise(0) })
  await tx.update(promotionUses).set({ releasedAt: null }).where(eq(promotionUses.id, use.id))
  return 'taken'
}

function findRefusal(promotion: Promotion, now: Date): DomainError | undefined {
  const reason = checkPromotion(promotion, { subtotal: promotion.minSubtotal, now, by: 'new' })
  if (reason === null || reason === 'USED_UP') return undefined
  return promoError(reason, { code: promotion.code, promotion, subtotal: promotion.minSubtotal })
}

const hasUsesLeft = () => or(isNull(promotions.maxUses), lt(promotions.used, promotions.maxUses))

/** Every change of a use locks the promotion first, to avoid deadlocks. */
async function lockUse(tx: Db, ownerId: string) {
  const [owned] = await tx
    .select({ promotionId: promotionUses.promotionId })
    .from(promotionUses)
    .where(eq(promotionUses.ownerId, ownerId))
  if (!owned) return undefined
  const locked = await tx.select().from(promotions).where(eq(promotions.id, owned.promotionId)).for('update')
  return {
    promotion: toPromotion(onlyRow(locked)),
    ...onlyRow(await tx.select().from(promotionUses).where(eq(promotionUses.ownerId, ownerId))),
  }
}

type UsesInput = { promotionId: string; userId: string; phone?: string }

/** Includes uses of a deleted account with the same email address or phone number. */
async function findUses(db: Db, { promotionId, userId, phone }: UsesInput) {
  const email = (await findUserEmails(db, [userId])).get(userId)
  const hasFingerprint = or(
    email === undefined ? undefined : eq(promotionUses.emailFingerprint, promotionFingerprint('email', email)),
    phone ? eq(promotionUses.phoneFingerprint, promotionFingerprint('phone', phone)) : undefined,
  )
  return db
    .select({ ownerReference: promotionUses.ownerReference })
    .from(promotionUses)
    .where(
      and(
        eq(promotionUses.promotionId, promotionId),
        or(eq(promotionUses.userId, userId), and(isNull(promotionUses.userId), hasFingerprint)),
        isNull(promotionUses.releasedAt),
      ),
    )
}

export const promotionFingerprint = (kind: 'email' | 'phone', value: string) =>
  hmacFingerprint(`${kind}\n${value}`, 'uses of promotions')

/** If the reason is gone meanwhile, another order had the last use. */
async function explainRefusal(tx: Db, input: PromoQuoteInput): Promise<DomainError> {
  const quote = await quotePromotion(tx, input)
  return quote.ok ? promoError('USED_UP', input) : toPromoError(quote)
}

type RejectionInput = Parameters<typeof promoRejectionText>[1]

function toRejection(reason: PromoRejection, context: RejectionInput): Extract<PromoQuote, { ok: false }> {
  return { ok: false, code: context.code, reason, message: promoRejectionText(reason, context) }
}

function promoError(reason: PromoRejection, context: RejectionInput): DomainError {
  return toPromoError(toRejection(reason, context))
}

export function toPromoError({ code, reason, message }: Extract<PromoQuote, { ok: false }>): DomainError {
  return new DomainError('conflict', message, { code: 'promo-refused', promo: { code, ok: false, reason, message } })
}

function toPromotion({ percent, amountPaise, minSubtotalPaise, ...row }: typeof promotions.$inferSelect): Promotion {
  return {
    ...row,
    percent,
    amount: amountPaise === null ? null : paise(amountPaise),
    minSubtotal: paise(minSubtotalPaise),
  }
}
