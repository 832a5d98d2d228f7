import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { adjustStock } from '#src/features/catalog/stock/stock-adjustments.server.ts'
import { releaseReservation, reserveStock } from '#src/features/catalog/stock/stock-reservations.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { startingWith } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { joinWaitlist, stopWaitlistMails } from './join-waitlist.server.ts'
import { notifyWaitlists } from './notify-waitlist.server.ts'
import { waitlistEntries } from './waitlist.table.server.ts'

const NOW = new Date('2026-11-26T06:00:00Z')
const by = { id: crypto.randomUUID(), email: 'maker@golconda.example' }

const withWaitlist = startingWith(async (db) => {
  const product = await insertProduct(db, { stock: 0 })
  const productId = product.id
  const wait = async (...names: string[]) => {
    for (const name of names)
      await joinWaitlist(db, { productId, email: `${name}@shopper.example`, isConfirmed: false })
  }
  const restock = (quantity: number) => adjustStock(db, { productId, reason: 'made', quantity, by })
  const sell = (quantity: number) => adjustStock(db, { productId, reason: 'sold-at-studio', quantity, by })
  const runAfter = async (hours: number) => {
    await notifyWaitlists(db, addMinutes(NOW, hours * 60))
    return mailedNames(db)
  }
  return { product, productId, wait, restock, sell, runAfter }
})

/** In the order in which the messages were queued. */
async function mailedNames(db: Db): Promise<string[]> {
  const rows = await db.select({ to: outboxMessages.to }).from(outboxMessages).orderBy(outboxMessages.createdAt)
  return rows.map(({ to }) => to.slice(0, to.indexOf('@')))
}

const namesUpTo = (count: number) => Array.from({ length: count }, (_, nth) => `person-${nth + 1}`)

describe('a waitlist', () => {
  it('of thirty people for ten pieces mails the first ten once, and the others stay', () =>
    withWaitlist(async ({ wait, restock, runAfter }, db) => {
      await wait(...namesUpTo(30))
      expect(await runAfter(0)).toEqual([])
      await restock(10)
      for (const hours of [0, 0.1, 12]) expect(await runAfter(hours)).toEqual(namesUpTo(10))
      expect(await db.$count(waitlistEntries)).toBe(20)
    }))

  it('mails as many as pieces come in later', () =>
    withWaitlist(async ({ wait, restock, runAfter }) => {
      await wait(...namesUpTo(30))
      await restock(10)
      await runAfter(0)
      await restock(3)
      expect(await runAfter(1)).toEqual(namesUpTo(13))
    }))

  it('mails the next people when the product was sold out and is back again', () =>
    withWaitlist(async ({ wait, restock, sell, runAfter }) => {
      await wait(...namesUpTo(30))
      await restock(10)
      await runAfter(0)
      await sell(10)
      expect(await runAfter(1)).toHaveLength(10)
      await restock(5)
      expect(await runAfter(2)).toEqual(namesUpTo(15))
    }))

  it('offers the pieces that stay unsold for a day to the next people', () =>
    withWaitlist(async ({ wait, restock, sell, runAfter }) => {
      await wait(...namesUpTo(30))
      await restock(10)
      await runAfter(0)
      await sell(6)
      expect(await runAfter(23)).toHaveLength(10)
      expect(await runAfter(24)).toEqual(namesUpTo(14))
      expect(await runAfter(30)).toHaveLength(14)
    }))

  it('mails someone who asks again within seconds of the next restock', () =>
    withWaitlist(async ({ wait, restock, sell, runAfter }) => {
      await wait('asha')
      await restock(5)
      await runAfter(0)
      await sell(5)
      await wait('asha')
      await restock(1)
      expect(await runAfter(0.01)).toEqual(['asha', 'asha'])
    }))

  it('mails one person for a piece that an expired reservation gives back', () =>
    withWaitlist(async ({ productId, restock, wait, runAfter }, db) => {
      await restock(1)
      const ownerId = crypto.randomUUID()
      await reserveStock(db, { ownerId, expiresAt: NOW, lines: [{ productId, quantity: 1 }] })
      await wait('asha', 'ravi')
      expect(await runAfter(0)).toEqual([])
      await releaseReservation(db, ownerId)
      expect(await runAfter(1)).toEqual(['asha'])
    }))

  it('does not offer pieces a second time when a reservation gives them back', () =>
    withWaitlist(async ({ productId, wait, restock, runAfter }, db) => {
      await wait(...namesUpTo(30))
      await restock(10)
      await runAfter(0)
      for (const hours of [1, 2, 3]) {
        const ownerId = crypto.randomUUID()
        await reserveStock(db, { ownerId, expiresAt: NOW, lines: [{ productId, quantity: 10 }] })
        await wait(`late-${hours}`)
        await runAfter(hours)
        await releaseReservation(db, ownerId)
        expect(await runAfter(hours + 0.5)).toEqual(namesUpTo(10))
      }
    }))

  it('mails the next people for new pieces, also when all others were sold a moment ago', () =>
    withWaitlist(async ({ wait, restock, sell, runAfter }) => {
      await wait(...namesUpTo(30))
      await restock(10)
      await runAfter(0)
      await sell(10)
      await restock(3)
      expect(await runAfter(0.01)).toEqual(namesUpTo(13))
    }))

  it('mails people about a product only while it is for sale', () =>
    withWaitlist(async ({ productId, wait, restock, runAfter }, db) => {
      await wait('asha')
      await restock(5)
      await db.update(products).set({ archivedAt: NOW }).where(eq(products.id, productId))
      expect(await runAfter(0)).toEqual([])
      await db.update(products).set({ archivedAt: null }).where(eq(products.id, productId))
      expect(await runAfter(1)).toEqual(['asha'])
    }))

  it('does not mail people who stopped these e-mails', () =>
    withWaitlist(async ({ wait, restock, runAfter }, db) => {
      await wait('asha', 'ravi')
      await stopWaitlistMails(db, 'asha@shopper.example')
      await restock(5)
      expect(await runAfter(0)).toEqual(['ravi'])
    }))
})

it('the e-mail names the product, links to it, says why it comes and can be stopped', () =>
  withWaitlist(async ({ product, wait, restock, runAfter }, db) => {
    await wait('asha')
    await restock(1)
    await runAfter(0)
    const [mail] = await db.select().from(outboxMessages)
    expect(mail?.subject).toBe(`Golconda Cacao: ${product.name} is back in stock`)
    expect(mail?.unsubscribeUrl).toMatch(/^http:\/\/localhost:3000\/api\/unsubscribe\/[\w-]+$/)
    expect(mail?.text).toBe(
      [
        `${product.name} is back in stock, at ₹450.`,
        `Order it: http://localhost:3000/product/${product.id}`,
        'We tell those who asked first, and keep no piece aside, so it can sell out again. This is our only e-mail about it: if you miss it, ask again on the page.',
        'You asked for this e-mail on our site, or somebody gave us your address by mistake.',
        `Stop all back-in-stock e-mails to this address: ${mail?.unsubscribeUrl}`,
        'Golconda Cacao',
      ].join('\n\n'),
    )
  }))
