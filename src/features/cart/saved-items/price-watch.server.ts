import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull, lt } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { formatPrice, type Paise, paise, rupees } from '#src/core/money.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { findUserEmails, findUserId } from '#src/features/auth/accounts/users.server.ts'
import { priceForSale, steadyPriceForSale } from '#src/features/catalog/products/product-row.server.ts'
import { findProductNames } from '#src/features/catalog/products/products.server.ts'
import { button, composeMail, link } from '#src/features/notifications/mail/mail.ts'
import { queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { createUnsubscribeUrl } from '#src/features/notifications/unsubscribe/unsubscribe-link.server.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'
import { savedItems } from './saved-items.table.server.ts'

type Watch = { userId: string; productId: number }

const wishOf = ({ userId, productId }: Watch) =>
  and(eq(savedItems.userId, userId), eq(savedItems.productId, productId), eq(savedItems.kind, 'wish'))

/** Watches the price of a product on the customer's wishlist, from what it costs now. */
export async function watchPrice(db: Db, watch: Watch): Promise<void> {
  const watched = await db
    .update(savedItems)
    .set({ watchedPaise: priceForSale(savedItems.productId) })
    .where(wishOf(watch))
    .returning({ price: savedItems.watchedPaise })
  if (!watched[0]?.price) throw new DomainError('not-found', 'This product is not on your wishlist.')
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
const BATCH = 100

/** Mails customers whose watched price has fallen, once, and watches the new price. Sold-out products wait. */
export async function sendPriceDropMails(db: Db, now: Date): Promise<void> {
  let sent: number
  do sent = await inTransaction(db, (tx) => sendBatch(tx, now))
  while (sent === BATCH)
}

async function sendBatch(tx: Db, now: Date): Promise<number> {
  const { id, userId, productId, watchedPaise } = savedItems
  const price = steadyPriceForSale(productId, addMinutes(now, -STEADY_MINUTES))
  const fallen = await tx
    .select({ id, userId, productId, before: watchedPaise, price })
    .from(savedItems)
    .where(and(isNotNull(watchedPaise), lt(price, watchedPaise)))
    .orderBy(id)
    .limit(BATCH)
    .for('update', { skipLocked: true })
  const productIds = fallen.map((item) => item.productId)
  const names = await findProductNames(tx, productIds)
  const userIds = fallen.map((item) => item.userId)
  const emails = await findUserEmails(tx, userIds)
  for (const item of fallen) {
    const [name = '', email = ''] = [names.get(item.productId), emails.get(item.userId)]
    await queueMail(tx, { ...item, name, email, before: paise(item.before ?? 0), price: paise(item.price) })
    await tx.update(savedItems).set({ watchedPaise: item.price }).where(eq(id, item.id))
  }
  return fallen.length
}

type PriceDrop = { id: string; productId: number; name: string; email: string; before: Paise; price: Paise }

async function queueMail(tx: Db, { id, productId, email, ...drop }: PriceDrop): Promise<void> {
  const unsubscribeUrl = createUnsubscribeUrl({ email, topic: 'price-drop' })
  await queueMessage(tx, {
    channel: 'email',
    to: email,
    ...priceDropMail({ ...drop, address: absoluteUrl(`/product/${productId}`), unsubscribeUrl }),
    unsubscribeUrl,
    idempotencyKey: `price-drop:${id}:${randomUUID()}`,
  })
}

type PriceDropMail = Pick<PriceDrop, 'name' | 'before' | 'price'> & { address: string; unsubscribeUrl: string }

export function priceDropMail({ name, before, price, address, unsubscribeUrl }: PriceDropMail) {
  const [old, now] = [formatPrice(rupees(before)), formatPrice(rupees(price))]
  return composeMail('price-drop', `${name} now costs ${now}`, [
    `${name} is on your wishlist. It costs ${now} now; it was ${old}.`,
    button('Order it', address),
    'You asked us to tell you when the price drops. We write again if it drops further.',
    link('Stop e-mails about prices', unsubscribeUrl),
  ])
}
