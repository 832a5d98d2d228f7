import { and, asc, eq, exists, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { addMinutes } from '#src/core/dates.ts'
import { formatPrice, type Paise, paise, rupees } from '#src/core/money.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { type Db, inTransaction, runIsolated } from '#src/db/database.server.ts'
import { availableStock } from '#src/features/catalog/products/product-row.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { button, composeMail, link } from '#src/features/notifications/mail/mail.ts'
import { queueMessage } from '#src/features/notifications/outbox/outbox.server.ts'
import { createUnsubscribeUrl } from '#src/features/notifications/unsubscribe/unsubscribe-link.server.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'
import { waitlistEntries, waitlists } from './waitlist.table.server.ts'

/** More would send people to a sold-out page. */
const MAILS_PER_PIECE = 1
/** Pieces that stay unsold this long after the last e-mail are offered to those who asked next. */
const OFFER_HOURS = 24
const MAILS_PER_RUN = 200

/** Mails those who wait for products that are in stock again, first come first served, and takes them off the list. */
export async function notifyWaitlists(db: Db, now: Date): Promise<void> {
  await db.update(waitlists).set({ offered: IN_STOCK }).where(isSold)
  for (const { productId } of await selectDueProducts(db, now))
    await runIsolated(`The waitlist of product ${productId}`, () => offerPieces(db, { productId, now }))
}

/** Includes reserved pieces: one that is given back was offered already. */
const IN_STOCK = sql<number>`(select ${products.stock} from ${products} where ${products.id} = ${waitlists.productId})`

const isSold = gt(waitlists.offered, IN_STOCK)

export function hasWaitlistOffer(db: Db, now: Date): SQL | undefined {
  return or(exists(db.select().from(waitlists).where(isSold)), exists(selectDueProducts(db, now)))
}

function selectDueProducts(db: Db, now: Date) {
  const waiting = db.select().from(waitlistEntries).where(eq(waitlistEntries.productId, waitlists.productId))
  return db
    .select({ productId: waitlists.productId })
    .from(waitlists)
    .innerJoin(products, eq(products.id, waitlists.productId))
    .where(and(isNull(products.archivedAt), gt(roomAt(now), 0), exists(waiting)))
    .orderBy(asc(waitlists.productId))
}

async function offerPieces(db: Db, { productId, now }: { productId: number; now: Date }): Promise<void> {
  await inTransaction(db, async (tx) => {
    const ofProduct = eq(waitlists.productId, productId)
    const locked = await tx.select().from(waitlists).where(ofProduct).for('update', { skipLocked: true })
    if (locked.length === 0) return
    const [found] = await tx
      .select({ name: products.name, pricePaise: products.pricePaise, offered: offeredAt(now), room: roomAt(now) })
      .from(waitlists)
      .innerJoin(products, eq(products.id, waitlists.productId))
      .where(ofProduct)
    if (!found || found.room <= 0) return
    const next = await takeNext(tx, { productId, limit: Math.min(found.room, MAILS_PER_RUN) })
    for (const { id, email } of next) await queueMail(tx, { ...found, id, email, productId })
    await tx
      .update(waitlists)
      .set({ offered: found.offered + next.length, offeredAt: now })
      .where(ofProduct)
  })
}

const offeredAt = (now: Date) => sql<number>`case
  when ${waitlists.offeredAt} > ${addMinutes(now, -OFFER_HOURS * 60)}::timestamptz then ${waitlists.offered} else 0 end`

const roomAt = (now: Date) => sql<number>`${availableStock} * ${MAILS_PER_PIECE}::int - ${offeredAt(now)}`

async function takeNext(tx: Db, { productId, limit }: { productId: number; limit: number }) {
  const { id, email, createdAt } = waitlistEntries
  const next = await tx
    .select({ id, email })
    .from(waitlistEntries)
    .where(eq(waitlistEntries.productId, productId))
    .orderBy(asc(createdAt), asc(id))
    .limit(limit)
    .for('update')
  const ids = next.map((entry) => entry.id)
  await tx.delete(waitlistEntries).where(inArray(id, ids))
  return next
}

type Offer = { id: string; email: string; productId: number; name: string; pricePaise: number }

async function queueMail(tx: Db, { id, email, productId, name, pricePaise }: Offer): Promise<void> {
  const unsubscribeUrl = createUnsubscribeUrl({ email, topic: 'back-in-stock' })
  await queueMessage(tx, {
    channel: 'email',
    to: email,
    ...backInStockMail({
      ...{ name, price: paise(pricePaise), address: absoluteUrl(`/product/${productId}`), unsubscribeUrl },
    }),
    unsubscribeUrl,
    idempotencyKey: `back-in-stock:${id}`,
  })
}

type BackInStock = { name: string; price: Paise; address: string; unsubscribeUrl: string }

/** The address may be unconfirmed, so the e-mail says why it comes and how to stop it. */
export function backInStockMail({ name, price, address, unsubscribeUrl }: BackInStock) {
  return composeMail('back-in-stock', `${SHOP_NAME}: ${name} is back in stock`, [
    `${name} is back in stock, at ${formatPrice(rupees(price))}.`,
    button('Order it', address),
    'We tell those who asked first, and keep no piece aside, so it can sell out again. This is our only e-mail about it: if you miss it, ask again on the page.',
    'You asked for this e-mail on our site, or somebody gave us your address by mistake.',
    link('Stop all back-in-stock e-mails to this address', unsubscribeUrl),
    SHOP_NAME,
  ])
}
