import { and, eq, isNull, lt, notExists, or } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { RETENTION } from '#src/core/retention.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import type { PrivateImage } from '#src/storage/private-image.server.ts'
import { LOGO_GONE, type UploadedLogo } from './card-logo.contract.ts'
import { cardLogos } from './card-logos.table.server.ts'

type NewLogo = { userId: string; image: PrivateImage; now: Date }

export async function addCardLogo(db: Db, { userId, image, now }: NewLogo): Promise<UploadedLogo> {
  const { data, width, height } = image
  const row = { userId, image: data, width, height, createdAt: now, usedAt: now }
  const { id } = onlyRow(await db.insert(cardLogos).values(row).returning({ id: cardLogos.id }))
  return { id, width, height }
}

/** Reads a logo; with `userId` only the customer's own. Throws `not-found`. */
export async function readCardLogo(db: Db, { id, userId }: { id: string; userId?: string }): Promise<Buffer> {
  const isOwn = userId === undefined ? undefined : eq(cardLogos.userId, userId)
  const [row] = await db
    .select({ image: cardLogos.image })
    .from(cardLogos)
    .where(and(eq(cardLogos.id, id), isOwn))
  if (!row) throw new DomainError('not-found', LOGO_GONE)
  return row.image
}

export async function listCardLogos(db: Db, userId: string) {
  const { id, image, createdAt } = cardLogos
  const rows = await db.select({ id, image, createdAt }).from(cardLogos).where(eq(cardLogos.userId, userId))
  return rows.map(({ image, ...logo }) => ({ ...logo, webpAsBase64: image.toString('base64') }))
}

type Ordered = { cardLogoId?: string | undefined; userId: string; now: Date }

/** Marks the customer's own logo as used by an order, which keeps it. Throws `conflict` if it is not theirs, or gone. */
export async function claimCardLogo(tx: Db, { cardLogoId: id, userId, now: usedAt }: Ordered): Promise<void> {
  if (id === undefined) return
  const claimed = await tx
    .update(cardLogos)
    .set({ usedAt })
    .where(and(eq(cardLogos.id, id), eq(cardLogos.userId, userId)))
    .returning({ id: cardLogos.id })
  if (claimed.length === 0) throw new DomainError('conflict', LOGO_GONE, { cardLogoId: id })
}

/** Detaches the logos of a deleted account. Those of open orders stay until these are erased. */
export async function detachCardLogos(tx: Db, userId: string): Promise<void> {
  await tx.update(cardLogos).set({ userId: null }).where(eq(cardLogos.userId, userId))
}

/** Deletes logos that no order has: of deleted accounts at once, the others a day after their upload. */
export async function deleteUnusedLogos(db: Db, now?: Date): Promise<void> {
  const isOld = now && lt(cardLogos.usedAt, addMinutes(now, -RETENTION.cardLogos.days * 24 * 60))
  const ofOrders = db.select({ id: orders.id }).from(orders).where(eq(orders.cardLogoId, cardLogos.id))
  await db.delete(cardLogos).where(and(or(isNull(cardLogos.userId), isOld), notExists(ofOrders)))
}
