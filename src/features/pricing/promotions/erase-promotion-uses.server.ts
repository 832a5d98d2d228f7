import { and, eq, inArray, isNotNull, lt } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { RETENTION } from '#src/core/retention.ts'
import type { Db } from '#src/db/database.server.ts'
import { promotionFingerprint } from './promotions.server.ts'
import { promotions, promotionUses } from './promotions.table.server.ts'

type ErasedCustomer = {
  userId: string
  email: string
  /** By the order that has the use. */
  phones: ReadonlyMap<string, string>
}

/** Replaces a deleted account in its uses by fingerprints, so that a code stays used. */
export async function anonymisePromotionUses(tx: Db, { userId, email, phones }: ErasedCustomer): Promise<void> {
  const uses = await tx
    .select({ id: promotionUses.id, ownerId: promotionUses.ownerId })
    .from(promotionUses)
    .where(eq(promotionUses.userId, userId))
  for (const { id, ownerId } of uses) {
    const phone = phones.get(ownerId)
    const fingerprints = {
      emailFingerprint: promotionFingerprint('email', email),
      phoneFingerprint: phone ? promotionFingerprint('phone', phone) : null,
    }
    await tx
      .update(promotionUses)
      .set({ ...fingerprints, userId: null })
      .where(eq(promotionUses.id, id))
  }
}

export async function purgePromotionFingerprints(db: Db, now: Date): Promise<void> {
  const expired = db
    .select({ id: promotions.id })
    .from(promotions)
    .where(lt(promotions.endsAt, addMinutes(now, -RETENTION.promotionUses.days * 24 * 60)))
  await db
    .update(promotionUses)
    .set({ emailFingerprint: null, phoneFingerprint: null })
    .where(and(isNotNull(promotionUses.emailFingerprint), inArray(promotionUses.promotionId, expired)))
}
