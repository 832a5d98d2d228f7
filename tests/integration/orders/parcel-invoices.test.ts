import { randomUUID } from 'node:crypto'
import { asc } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { invoicesApi } from '#src/features/invoices/invoices.api.server.ts'
import { issueCreditNote } from '#src/features/invoices/issue-invoice.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import type { InitiatePayment } from '#src/features/payments/payments.contract.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import { COMPANY, openGiftShop } from '#tests/factories/gifts.ts'
import { findInvoice } from '#tests/factories/invoices.ts'
import { simulatePayment } from '#tests/factories/orders.ts'
import { createParcels, startParcels } from '#tests/factories/parcels.ts'

const TO_PUNE = 'Delivered to Ravi Kumar AA 1 FC Road Pune 411004 Maharashtra (State code 27)'
const TO_BENGALURU = 'Delivered to Ravi Kumar AC 3 FC Road Bengaluru 560034 Karnataka (State code 29)'
const BUYER = '12 Charminar Road Hyderabad 500002 Telangana (State code 36)'

/** Three parcels that are paid: to Pune, Hyderabad and Bengaluru. */
async function sellParcels(db: Db, checkout: Partial<InitiatePayment> = {}) {
  const { context, customer, product } = await openGiftShop(db)
  const started = await startParcels(context, { customer, product, parcels: createParcels(3), checkout })
  await simulatePayment(context, started.clientTxnId)
  const parcels = await db.select().from(orders).orderBy(asc(orders.parcelNumber))
  const { ask } = await createAdminClient(db, invoicesApi({ db }))
  const print = async (number: number, path = 'invoice') => {
    const page = await (await ask(`GET /api/admin/orders/${parcels[number - 1]?.id}/${path}`)).text()
    const article = page.slice(page.indexOf('<main')).replaceAll(/<[^>]+>/g, ' ')
    return article.replaceAll(/\s+/g, ' ')
  }
  return { context, parcels, print }
}

it('the invoice of a parcel has the address of the buyer and the one of its own recipient', () =>
  inTestTransaction(async (db) => {
    const { print } = await sellParcels(db)
    expect(await print(1)).toContain(`Billed to Asha Rao ${BUYER} ${TO_PUNE}`)
    expect(await print(1)).toContain('Place of supply Maharashtra (27)')
    expect(await print(3)).toContain(`Billed to Asha Rao ${BUYER} ${TO_BENGALURU}`)
    expect(await print(3)).toContain('Place of supply Karnataka (29)')
  }))

it('the invoice of a parcel that a company sends is supplied in the state of its GSTIN', () =>
  inTestTransaction(async (db) => {
    const { print } = await sellParcels(db, COMPANY)
    const company = 'Billed to Deccan Design &amp; Sons GSTIN 29AAAAA0000A1ZY Contact: Asha Rao'
    expect(await print(1)).toContain(`${company} ${BUYER} ${TO_PUNE}`)
    expect(await print(1)).toContain('Place of supply Karnataka (29)')
  }))

it('the credit note of a parcel has both addresses too', () =>
  inTestTransaction(async (db) => {
    const { context, parcels, print } = await sellParcels(db)
    const refund = { orderId: parcels[2]?.id ?? '', refundId: randomUUID(), amount: paise(100_00), now: context.now() }
    const note = await issueCreditNote(db, refund)
    expect(await print(3, `credit-notes/${note?.id}`)).toContain(`Billed to Asha Rao ${BUYER} ${TO_BENGALURU}`)
  }))

it('the invoice of a single gift says to whom it goes, because its buyer gave no address of their own', () =>
  inTestTransaction(async (db) => {
    const { buy } = await openGiftShop(db)
    const { recipient } = await findInvoice(db, await buy())
    expect(recipient).toMatchObject({ name: 'Asha Rao', deliveredTo: 'Ravi Kumar', address: '7 FC Road' })
  }))
