import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { RETENTION } from '#src/core/retention.ts'
import { monotonicNow } from '#src/db/columns.server.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { availableStock, productNotFound } from '#src/features/catalog/products/product-row.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { hmacFingerprint } from '#src/server/config/encryption.server.ts'
import { waitlistEntries, waitlistStops, waitlists } from './waitlist.table.server.ts'

const MAX_ENTRIES = 50

/** `isConfirmed`: its owner is signed in. */
type Joining = { productId: number; email: string; isConfirmed: boolean }

/** Puts an address on the waitlist of a sold-out product, once. Silent if its owner stopped these e-mails. */
export async function joinWaitlist(db: Db, { productId, email, isConfirmed }: Joining): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockWaitlist(tx, productId)
    if (isConfirmed) await tx.delete(waitlistStops).where(eq(waitlistStops.fingerprint, fingerprintOf(email)))
    else if ((await tx.$count(waitlistStops, eq(waitlistStops.fingerprint, fingerprintOf(email)))) > 0) return
    if ((await tx.$count(waitlistEntries, eq(waitlistEntries.email, email))) >= MAX_ENTRIES)
      throw new DomainError('conflict', `You can wait for up to ${MAX_ENTRIES} products.`)
    await tx.insert(waitlistEntries).values({ productId, email, createdAt: monotonicNow() }).onConflictDoNothing()
  })
}

async function lockWaitlist(tx: Db, productId: number): Promise<void> {
  const { name, archivedAt, stock } = products
  const find = () => tx.select({ name, archivedAt, stock, available: availableStock }).from(products).where(ofProduct)
  const ofProduct = eq(products.id, productId)
  const [known] = await find()
  if (!known || known.archivedAt) throw productNotFound()
  await tx
    .insert(waitlists)
    .values({ productId })
    .onConflictDoUpdate({ target: waitlists.productId, set: { offered: waitlists.offered } })
  const [product] = await find()
  if (!product || product.available > 0)
    throw new DomainError('conflict', `${known.name} is in stock. You can order it now.`)
  await subtractSoldPieces(tx, { productId, stock: product.stock })
}

/** Pieces that are gone count no longer among those that someone was mailed about. */
export async function subtractSoldPieces(
  tx: Db,
  { productId, stock }: { productId: number; stock: number },
): Promise<void> {
  await tx
    .update(waitlists)
    .set({ offered: stock })
    .where(and(eq(waitlists.productId, productId), gt(waitlists.offered, stock)))
}

/** Takes an address off the list; leaving twice is not an error. */
export async function leaveWaitlist(db: Db, { productId, email }: { productId: number; email: string }): Promise<void> {
  await db
    .delete(waitlistEntries)
    .where(and(eq(waitlistEntries.productId, productId), eq(waitlistEntries.email, email)))
}

export async function isOnWaitlist(
  db: Db,
  { productId, email }: { productId: number; email: string },
): Promise<boolean> {
  const isOwn = and(eq(waitlistEntries.productId, productId), eq(waitlistEntries.email, email))
  return (await db.$count(waitlistEntries, isOwn)) > 0
}

/** Takes an address off all lists. From then on visitors cannot enter it. */
export async function stopWaitlistMails(db: Db, email: string): Promise<void> {
  await db
    .insert(waitlistStops)
    .values({ fingerprint: fingerprintOf(email) })
    .onConflictDoNothing()
  await eraseWaitlistEntries(db, email)
}

export async function eraseWaitlistEntries(db: Db, email: string): Promise<void> {
  await db.delete(waitlistEntries).where(eq(waitlistEntries.email, email))
}

export const waitingCount = sql<number>`(select count(*)::int from ${waitlistEntries}
  where ${waitlistEntries.productId} = ${products.id})`

export async function listWaitlistEntries(db: Db, email: string) {
  return db
    .select({ product: products.name, since: waitlistEntries.createdAt })
    .from(waitlistEntries)
    .innerJoin(products, eq(products.id, waitlistEntries.productId))
    .where(eq(waitlistEntries.email, email))
    .orderBy(waitlistEntries.createdAt)
}

export async function purgeOldWaitlistEntries(db: Db, now: Date): Promise<void> {
  const oldest = addMinutes(now, -RETENTION.waitlist.days * 24 * 60)
  await db.delete(waitlistEntries).where(lt(waitlistEntries.createdAt, oldest))
  await db.delete(waitlistStops).where(lt(waitlistStops.createdAt, oldest))
}

const fingerprintOf = (email: string) => hmacFingerprint(email, 'stopped waitlist mails')
