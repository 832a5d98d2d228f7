import { and, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { type Paise, paise } from '#src/core/money.ts'
import { RETENTION } from '#src/core/retention.ts'
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
  /** Null when nobody is signed in. */
  userId: string | null
  /** As it was typed with the order: who deleted an account is known again by it. */
  phone?: string
  now: Date
  /** The number of an unpaid order of theirs that this one would stand in for: what it uses counts as free. */
  standsInFor?: string
}

export type PromoQuote =
  | { ok: true; code: string; discount: Paise }
  | { ok: false; code: string; reason: PromoRejection; message: string }

/** What a code would take off a cart, or why it does not. Takes nothing. */
export async function quotePromotion(db: Db, wish: PromoQuoteInput): Promise<PromoQuote> {
  const code = normalizePromoCode(wish.code)
  const { subtotal, userId, now } = wish
  const [row] = await db.select().from(promotions).where(eq(promotions.code, code))
  if (!row) return refused('UNKNOWN', { code, subtotal })
  const own = userId ? await usesOf(db, { promotionId: row.id, userId, phone: wish.phone }) : []
  const others = own.filter((use) => use.ownerReference !== wish.standsInFor)
  const promotion = { ...toPromotion(row), used: row.used - (own.length - others.length) }
  const by = userId === null ? 'nobody' : others.length > 0 ? 'used' : 'new'
  const reason = checkPromotion(promotion, { subtotal, now, by })
  if (reason) return refused(reason, { code, promotion, subtotal })
  return { ok: true, code, discount: calculateDiscount(promotion, subtotal) }
}

type Taking = {
  code: string
  subtotal: Paise
  userId: string
  phone?: string
  now: Date
  ownerId: string
  ownerReference: string
}

/**
 * Takes one use of a promotion for an order, in the order's own transaction, and gives back what it takes off.
 * The decision is one conditional update, so that parallel orders never use it more often than it may be used.
 */
export async function redeemPromotion(tx: Db, taking: Taking): Promise<Paise> {
  const { subtotal, userId, phone, now, ownerId, ownerReference } = taking
  const code = normalizePromoCode(taking.code)
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
  if (!row) throw await refusalOf(tx, { code, subtotal, userId, phone, now })
  // Its row is locked by now, so that no second account of the same person takes it in the same moment.
  const before = await usesOf(tx, { promotionId: row.id, userId, phone })
  if (before.length > 0) throw promoError('USED_BY_YOU', { code, subtotal })
  // The index lets one use a person stand: a parallel order of theirs loses here, and its transaction forgets the count.
  const taken = await tx
    .insert(promotionUses)
    .values({ promotionId: row.id, ownerId, ownerReference, userId })
    .onConflictDoNothing()
    .returning({ id: promotionUses.id })
  if (taken.length === 0) throw promoError('USED_BY_YOU', { code, subtotal })
  return calculateDiscount(toPromotion(row), subtotal)
}

/** Gives an order's use back, if it has one. It may be called any number of times. The order must be locked. */
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
 * Takes an order's use once more, because it can be paid again. The order keeps the terms at which it was placed; who
 * would only now begin to pay (`startsAt`) has them as long as the promotion runs. Gives the code's refusal when it is
 * over, or when others have taken it meanwhile. The order must be locked.
 */
export async function redeemPromotionAgain(tx: Db, ownerId: string, startsAt?: Date): Promise<'taken' | DomainError> {
  const use = await lockUse(tx, ownerId)
  const ended = use && startsAt && refusalAt(use.promotion, startsAt)
  if (ended) return ended
  if (!use?.releasedAt) return 'taken'
  const { promotionId, userId } = use
  const own = userId ? await usesOf(tx, { promotionId, userId }) : []
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

function refusalAt(promotion: Promotion, now: Date): DomainError | undefined {
  const reason = checkPromotion(promotion, { subtotal: promotion.minSubtotal, now, by: 'new' })
  if (reason === null || reason === 'USED_UP') return undefined
  return promoError(reason, { code: promotion.code, promotion, subtotal: promotion.minSubtotal })
}

const hasUsesLeft = () => or(isNull(promotions.maxUses), lt(promotions.used, promotions.maxUses))

/** An order's use with its promotion locked. Whoever changes a use locks the promotion first, so that nobody waits in a circle. */
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

type Person = { promotionId: string; userId: string; phone?: string }

/** A person's uses: of their account, and of one that they deleted, which had the same e-mail address or telephone number. */
async function usesOf(db: Db, { promotionId, userId, phone }: Person) {
  const email = (await findUserEmails(db, [userId])).get(userId)
  const wasTheirs = or(
    email === undefined ? undefined : eq(promotionUses.emailPrint, printOf('email', email)),
    phone ? eq(promotionUses.phonePrint, printOf('phone', phone)) : undefined,
  )
  return db
    .select({ ownerReference: promotionUses.ownerReference })
    .from(promotionUses)
    .where(
      and(
        eq(promotionUses.promotionId, promotionId),
        or(eq(promotionUses.userId, userId), and(isNull(promotionUses.userId), wasTheirs)),
        isNull(promotionUses.releasedAt),
      ),
    )
}

const printOf = (what: 'email' | 'phone', value: string) => hmacFingerprint(`${what}\n${value}`, 'uses of promotions')

type Leaving = {
  userId: string
  email: string /** By the order that has the use. */
  phones: ReadonlyMap<string, string>
}

/** A person deletes their account: what they used once stays used, without who they are. */
export async function anonymizePromotionUses(tx: Db, { userId, email, phones }: Leaving): Promise<void> {
  const uses = await tx
    .select({ id: promotionUses.id, ownerId: promotionUses.ownerId })
    .from(promotionUses)
    .where(eq(promotionUses.userId, userId))
  for (const { id, ownerId } of uses) {
    const phone = phones.get(ownerId)
    const prints = { emailPrint: printOf('email', email), phonePrint: phone ? printOf('phone', phone) : null }
    await tx
      .update(promotionUses)
      .set({ ...prints, userId: null })
      .where(eq(promotionUses.id, id))
  }
}

/** For the clock: who used a promotion is nobody's business once it is long over. */
export async function purgePromotionFingerprints(db: Db, now: Date): Promise<void> {
  const over = db
    .select({ id: promotions.id })
    .from(promotions)
    .where(lt(promotions.endsAt, addMinutes(now, -RETENTION.promotionUses.days * 24 * 60)))
  await db
    .update(promotionUses)
    .set({ emailPrint: null, phonePrint: null })
    .where(and(isNotNull(promotionUses.emailPrint), inArray(promotionUses.promotionId, over)))
}

/** Why the conditional update took nothing; when the reason has just gone away, somebody else had the last use. */
async function refusalOf(tx: Db, wish: PromoQuoteInput): Promise<DomainError> {
  const quote = await quotePromotion(tx, wish)
  return quote.ok ? promoError('USED_UP', wish) : toPromoError(quote)
}

type Refused = Parameters<typeof promoRejectionText>[1]

function refused(reason: PromoRejection, about: Refused): Extract<PromoQuote, { ok: false }> {
  return { ok: false, code: about.code, reason, message: promoRejectionText(reason, about) }
}

function promoError(reason: PromoRejection, about: Refused): DomainError {
  return toPromoError(refused(reason, about))
}

/** The refusal of a whole order because of its code. */
export function toPromoError({ code, reason, message }: Extract<PromoQuote, { ok: false }>): DomainError {
  return new DomainError('conflict', message, { promo: { code, ok: false, reason, message } })
}

function toPromotion({ percent, amountPaise, minSubtotalPaise, ...row }: typeof promotions.$inferSelect): Promotion {
  return {
    ...row,
    percent,
    amount: amountPaise === null ? null : paise(amountPaise),
    minSubtotal: paise(minSubtotalPaise),
  }
}
