import { describe, expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { countProductsOnSale } from '#src/features/catalog/food/stored-facts.server.ts'
import { findMailProblem } from '#src/features/notifications/outbox/mail-delivery.server.ts'
import { createWebhookCheck } from '#src/features/payments/gateways/gateway-checks.server.ts'
import { paymentEvents } from '#src/features/payments/payments.table.server.ts'
import { openingApi } from '#src/features/settings/opening/opening.api.server.ts'
import type { Opening } from '#src/features/settings/opening/opening.contract.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import { completeOpeningChecklist } from '#tests/factories/opening.ts'

async function createShop(db: Db, mode: Opening['mode'], gateway: Parameters<typeof createWebhookCheck>[0]) {
  const findWebhookProblem = createWebhookCheck(gateway)
  const { call } = await createAdminClient(
    db,
    openingApi({ db, mode, countProductsOnSale, findMailProblem, findWebhookProblem }),
  )
  const problem = async () => ((await call('GET /api/admin/opening')).answer as Opening).webhookProblem
  return { problem, open: () => call('POST /api/admin/opening') }
}

const reported = { result: 'unknown_payment', raw: '{}' } as const
const ofRazorpay = { ...reported, provider: 'razorpay' }
const NO_WEBHOOK = expect.stringContaining('No webhook has arrived from the payment gateway yet.')

describe('a shop whose payment gateway should send webhooks', () => {
  it('warns before and after it opens until one of this gateway arrives', () =>
    inTestTransaction(async (db) => {
      const { problem, open } = await createShop(db, 'live', { name: 'razorpay' })
      await completeOpeningChecklist(db)
      expect(await problem()).toEqual(NO_WEBHOOK)
      expect(await open()).toMatchObject({ status: 200, answer: { isOpen: true, webhookProblem: NO_WEBHOOK } })
      await db.insert(paymentEvents).values([
        { ...ofRazorpay, eventId: 'poll-1', source: 'poll' },
        { ...reported, provider: 'sandbox', eventId: 'webhook-1', source: 'webhook' },
      ])
      expect(await problem()).toEqual(NO_WEBHOOK)
      await db.insert(paymentEvents).values({ ...ofRazorpay, eventId: 'webhook-2', source: 'webhook' })
      expect(await problem()).toBeNull()
    }))

  it('does not warn in a demo, nor where an admin confirms payments by hand', () =>
    inTestTransaction(async (db) => {
      const demo = await createShop(db, 'demo', { name: 'sandbox' })
      const byHand = await createShop(db, 'live', { name: 'manual-upi', isManual: true })
      expect([await demo.problem(), await byHand.problem()]).toEqual([null, null])
    }))
})
