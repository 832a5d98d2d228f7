import { randomUUID } from 'node:crypto'
import { and, eq, exists, gt, inArray, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { formatPrice, type Paise, paise, rupees } from '#src/core/money.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { findUserEmails, findUserId } from '#src/features/auth/accounts/users.server.ts'
import { priceForSale, steadyPriceForSale } from '#src/features/catalog/products/product-row.server.ts'
import { findProductNames } from '#src/features/catalog/products/products.server.ts'
import { composeMail, lines, link } from '#src/features/notifications/mail/mail.ts'
import { queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { createUnsubscribeUrl } from '#src/features/notifications/unsubscribe/unsubscribe-link.server.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'
import { savedItems } from './saved-items.table.server.ts'

type Watch = { userId: string; productId: number }

const wishOf = ({ userId, productId }: Watch) =>
  and(eq(savedItems.userId, userId), eq(savedItems.productId, productId), eq(savedItems.kind, 'wish'))

/** Watches the price of a product on the customer's wishlist, from what it costs now. Throws for one not for sale. */
export async function watchPrice(db: Db, watch: Watch): Promise<void> {
  const price = priceForSale(savedItems.productId)
  const watched = await db
    .update(savedItems)
    .set({ watchedPaise: price })
    .where(and(wishOf(watch), isNotNull(price)))
    .returning({ id: savedItems.id })
  if (watched.length > 0) return
  if ((await db.$count(savedItems, wishOf(watch))) > 0)
    throw new DomainError('conflict', 'We do not sell this product at the moment.')
  throw new DomainError('not-found', 'This product is not on your wishlist.')
}

export async function unwatchPrice(db: Db, watch: Watch): Promise<void> {
  await db.update(savedItems).set({ watchedPaise: null }).where(wishOf(watch))
}

export async function listWatchedProducts(db: Db, userId: string): Promise<number[]> {
  const watched = await db
    .select({ productId: savedItems.productId })
    .from(savedItems)
    .where(and(eq(savedItems.userId, userId), isNotNull(savedItems.watchedPaise)))
    .orderBy(savedItems.productId)
  return watched.map(({ productId }) => productId)
}

/** Stops all price e-mails to the owner of an address. */
export async function unwatchAllPrices(db: Db, email: string): Promise<void> {
  const userId = await findUserId(db, email)
  if (userId) await db.update(savedItems).set({ watchedPaise: null }).where(eq(savedItems.userId, userId))
}

/** An admin who mistypes a price has this long to correct it. */
const STEADY_MINUTES = 10
const RAISED_DAYS = 7
/** Smaller drops add up until they are worth an e-mail. */
const MIN_DROP_PERCENT = 2
const BATCH = 100

/** Mails customers whose watched prices have fallen, once for all of them. Sold-out products wait. */
export async function sendPriceDropMails(db: Db, now: Date): Promise<void> {
  await watchRaisedPrices(db, now)
  let sent: number
  do sent = await inTransaction(db, (tx) => sendBatch(tx, now))
  while (sent === BATCH)
}

/** A price that has been higher for a week is what the next one is compared with. */
async function watchRaisedPrices(db: Db, now: Date): Promise<void> {
  await db
    .update(savedItems)
    .set({ watchedPaise: raisedPrice(now) })
    .where(hasRisen(now))
}

const raisedPrice = (now: Date) => steadyPriceForSale(savedItems.productId, addMinutes(now, -RAISED_DAYS * 24 * 60))
const hasRisen = (now: Date) => gt(raisedPrice(now), savedItems.watchedPaise)

const fallenPrice = (now: Date) => steadyPriceForSale(savedItems.productId, addMinutes(now, -STEADY_MINUTES))
const hasFallen = (now: Date) =>
  lte(sql`${fallenPrice(now)} * 100::bigint`, sql`${savedItems.watchedPaise} * ${100 - MIN_DROP_PERCENT}::bigint`)

export function hasPriceChange(db: Db, now: Date): SQL {
  const changed = or(hasFallen(now), hasRisen(now))
  return exists(
    db
      .select()
      .from(savedItems)
      .where(and(isNotNull(savedItems.watchedPaise), changed)),
  )
}

async function sendBatch(tx: Db, now: Date): Promise<number> {
  // One process at a time, so that a customer gets one e-mail about all of them.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('price-drops', 0))`)
  const { id, userId, productId, watchedPaise } = savedItems
  const due = tx.selectDistinct({ userId }).from(savedItems).where(hasFallen(now)).orderBy(userId).limit(BATCH)
  const fallen = await tx
    .select({ id, userId, productId, before: watchedPaise, price: fallenPrice(now) })
    .from(savedItems)
    .where(and(inArray(userId, due), hasFallen(now)))
    .orderBy(userId, productId)
    .for('update')
  const names = await findProductNames(tx, [...new Set(fallen.map((item) => item.productId))])
  const byUser = Map.groupBy(fallen, (item) => item.userId)
  const emails = await findUserEmails(tx, [...byUser.keys()])
  for (const [customer, items] of byUser) {
    const drops = items.map((item) => ({
      name: names.get(item.productId) ?? '',
      address: absoluteUrl(`/product/${item.productId}`),
      before: paise(item.before ?? 0),
      price: paise(item.price),
    }))
    await queueMail(tx, { id: customer, email: emails.get(customer) ?? '', drops })
    for (const item of items) await tx.update(savedItems).set({ watchedPaise: item.price }).where(eq(id, item.id))
  }
  return byUser.size
}

type PriceDrop = { name: string; address: string; before: Paise; price: Paise }

type PriceDropMail = { id: string; email: string; drops: readonly PriceDrop[] }

async function queueMail(tx: Db, { id, email, drops }: PriceDropMail): Promise<void> {
  const unsubscribeUrl = createUnsubscribeUrl({ email, topic: 'price-drop' })
  await queueMessage(tx, {
    channel: 'email',
    to: email,
    ...priceDropMail({ drops, unsubscribeUrl }),
    unsubscribeUrl,
    idempotencyKey: `price-drop:${id}:${randomUUID()}`,
  })
}

/** `before` is the price that was watched: what the product cost, or what we wrote last. */
export function priceDropMail({ drops, unsubscribeUrl }: { drops: readonly PriceDrop[]; unsubscribeUrl: string }) {
  const [first] = drops
  const inr = (amount: Paise) => formatPrice(rupees(amount))
  const subject =
    first && drops.length === 1
      ? `${first.name} now costs ${inr(first.price)}`
      : `${drops.length} products on your wishlist cost less now`
  return composeMail('price-drop', `${SHOP_NAME}: ${subject}`, [
    'You asked us to tell you when a price on your wishlist drops:',
    lines(drops.map(({ name, before, price }) => [name, inr(price), `instead of ${inr(before)}`])),
    ...drops.map(({ name, address }) => link(name, address)),
    'A price can change again until you order. We write when one of them drops further, by at least 2%.',
    link('Stop e-mails about prices', unsubscribeUrl),
  ])
}
