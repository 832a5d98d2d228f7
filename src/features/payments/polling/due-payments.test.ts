import { describe, expect, it, vi } from 'vitest'
import { addMinutes } from '#src/core/dates.ts'
import { paise } from '#src/core/money.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { products } from '#src/features/catalog/products/products.table.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { processPaymentEvent } from '#src/features/payments/process-payment-event.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createCheckout, createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { cancelStaleOrders, expireOverduePayments, pollDuePayments } from './due-payments.server.ts'

const FOUR_DAYS = 4 * 24 * 60

async function startPayment(db: Db) {
  const context = createTestPayments(db)
  const product = await insertProduct(db, { pricePaise: 199_900, stock: 5 })
  const { clientTxnId } = await initiatePayment(context, (await createCustomer(db)).id, createCheckout(product))
  const orderStatus = async () => onlyRow(await db.select().from(orders)).status
  const payment = async () => onlyRow(await db.select().from(payments))
  return { context, clientTxnId, orderStatus, payment }
}

describe('a payment whose window is over', () => {
  it('stays open while another process asks the gateway for it, and expires without an answer', () =>
    inTestTransaction(async (db) => {
      const { context, payment } = await startPayment(db)
      context.advanceMinutes(16)
      await db.update(payments).set({ nextPollAt: addMinutes(context.now(), 0.5) })
      expect(await expireOverduePayments(context)).toBe(0)
      expect(await payment()).toMatchObject({ status: 'pending' })
      context.advanceMinutes(1)
      expect(await expireOverduePayments(context)).toBe(1)
    }))

  it('expires at the end of its window, however late the job comes', () =>
    inTestTransaction(async (db) => {
      const { context, payment } = await startPayment(db)
      const { expiresAt } = await payment()
      context.advanceMinutes(40)
      await expireOverduePayments(context)
      expect(await payment()).toMatchObject({ status: 'expired', expiresAt })
    }))
})

it('a declined payment expires, too, and its items are on sale again', () =>
  inTestTransaction(async (db) => {
    const { context, clientTxnId, payment } = await startPayment(db)
    await processPaymentEvent(context, {
      ...{ provider: 'sandbox', source: 'webhook', clientTxnId, eventId: 'declined', raw: '{}' },
      status: { kind: 'failure' },
    })
    context.advanceMinutes(16)
    expect(await expireOverduePayments(context)).toBe(1)
    expect(await payment()).toMatchObject({ status: 'expired' })
    expect(await db.select({ reserved: products.reserved }).from(products)).toEqual([{ reserved: 0 }])
  }))

it('a gateway is not asked for the payments of another', () =>
  inTestTransaction(async (db) => {
    const { context } = await startPayment(db)
    const fetchStatus = vi.fn(context.gateway.fetchStatus)
    context.advanceMinutes(2)
    await pollDuePayments({ ...context, gateway: { ...context.gateway, name: 'another', fetchStatus } })
    expect(fetchStatus).not.toHaveBeenCalled()
  }))

describe('an order that is unpaid after three days', () => {
  it('is kept while its payment is open', () =>
    inTestTransaction(async (db) => {
      const { context, orderStatus } = await startPayment(db)
      context.advanceMinutes(FOUR_DAYS)
      await cancelStaleOrders(context)
      expect(await orderStatus()).toBe('pending')
      await expireOverduePayments(context)
      await cancelStaleOrders(context)
      expect(await orderStatus()).toBe('cancelled')
    }))

  it('is kept while an admin decides about money for it', () =>
    inTestTransaction(async (db) => {
      const { context, clientTxnId, orderStatus } = await startPayment(db)
      const money = { kind: 'success', currency: 'INR', upiTxnId: '632512345678', paidAt: context.now() } as const
      await processPaymentEvent(context, {
        ...{ provider: 'sandbox', source: 'webhook', clientTxnId, eventId: 'too little', raw: '{}' },
        status: { ...money, amount: paise(100) },
      })
      context.advanceMinutes(FOUR_DAYS)
      await cancelStaleOrders(context)
      expect(await orderStatus()).toBe('pending')
    }))
})
