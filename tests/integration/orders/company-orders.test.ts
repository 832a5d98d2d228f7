import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { shopDay } from '#src/core/dates.ts'
import { paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { invoicesApi } from '#src/features/invoices/invoices.api.server.ts'
import { issueCreditNote } from '#src/features/invoices/issue-invoice.server.ts'
import { InitiatePayment } from '#src/features/payments/payments.contract.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import { COMPANY, openGiftShop, TO_PUNE } from '#tests/factories/gifts.ts'
import { registerForGst } from '#tests/factories/gst-registration.ts'
import { findInvoice } from '#tests/factories/invoices.ts'
import { createCheckout } from '#tests/factories/payments/payments.ts'

const KARNATAKA = { supply: 'inter', cgstPaise: 0, igstPaise: 50_43, totalPaise: 1059_00 }
const HOME = { ...TO_PUNE, city: 'Hyderabad', state: 'Telangana', pincode: '500002' } as const
const WITHOUT_WRAP = { gift: undefined, amount: 999 }

async function printed(db: Db, orderId: string, path = 'invoice') {
  const { ask } = await createAdminClient(db, invoicesApi({ db }))
  const page = await (await ask(`GET /api/admin/orders/${orderId}/${path}`)).text()
  return page
    .slice(page.indexOf('<main'))
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

describe('an order for a company', () => {
  it.each([
    [{ buyerGstin: '29AAAAA0000A1Z5' }, 'buyerGstin', 'This GSTIN has a typo: its check character does not match.'],
    [{ buyerGstin: '99AAAAA0000A1Z5' }, 'buyerGstin', /begins with the code of a state/],
    [{ buyerGstin: '29AAAAA' }, 'buyerGstin', /it has 15 characters/],
    [{ buyerGstin: undefined }, 'buyerGstin', 'Please enter the GSTIN of the company.'],
    [{ companyName: undefined }, 'companyName', 'Please enter the name of the company.'],
    [{ companyName: 'Visit evil.com' }, 'companyName', 'Please leave out website addresses.'],
  ])('is refused with %j, beside its field', (change, field, words) =>
    inTestTransaction(async (db) => {
      const { product } = await openGiftShop(db)
      const issues = InitiatePayment.safeParse({ ...createCheckout(product), ...COMPANY, ...change }).error?.issues
      expect(issues).toMatchObject([{ path: [field], message: expect.stringMatching(words) }])
    }),
  )

  it('has name and GSTIN of the company on its invoice, and the person as contact', () =>
    inTestTransaction(async (db) => {
      const { buy } = await openGiftShop(db)
      const order = await buy({ ...COMPANY, ...WITHOUT_WRAP })
      const page = await printed(db, order.id)
      expect(page).toContain(
        'Billed and delivered to Deccan Design &amp; Sons GSTIN 29AAAAA0000A1ZY Contact: Ravi Kumar 7 FC Road',
      )
      expect(page).toContain('Place of supply Maharashtra (27)')
    }))

  it('is supplied where it is delivered, whatever the state of its GSTIN', () =>
    inTestTransaction(async (db) => {
      const { buy } = await openGiftShop(db)
      const home = await findInvoice(db, await buy({ ...COMPANY, ...WITHOUT_WRAP, shippingAddress: HOME }))
      expect(home).toMatchObject({ supply: 'intra', igstPaise: 0, totalPaise: 999_00 })
    }))

  it('as a gift is supplied to the company, in the state of its GSTIN: bill to, ship to', () =>
    inTestTransaction(async (db) => {
      const { buy } = await openGiftShop(db)
      const order = await buy({ ...COMPANY, shippingAddress: HOME })
      const invoice = await findInvoice(db, order)
      expect(invoice).toMatchObject(KARNATAKA)
      const page = await printed(db, order.id)
      expect(page).toContain('Place of supply Karnataka (29)')
      expect(page).toContain('Billed to Deccan Design &amp; Sons GSTIN 29AAAAA0000A1ZY Contact: Asha Rao')
      expect(page).toContain('Delivered to Ravi Kumar 7 FC Road Hyderabad 500002 Telangana (State code 36)')
      expect(page).toContain('1 OTH 60.00 57.14 2.86 5% 60.00')
    }))

  it('has its company and state of supply on the credit note and in the register', () =>
    inTestTransaction(async (db) => {
      const { context, buy } = await openGiftShop(db)
      const { id } = await buy({ ...COMPANY, shippingAddress: HOME })
      const refund = { orderId: id, refundId: randomUUID(), amount: paise(1059_00), now: context.now() }
      const note = await issueCreditNote(db, refund)
      expect(await printed(db, id, `credit-notes/${note?.id}`)).toContain('GSTIN 29AAAAA0000A1ZY')
      const { ask } = await createAdminClient(db, invoicesApi({ db }))
      const csv = await (await ask(`GET /api/admin/invoices.csv?month=${shopDay(context.now()).slice(0, 7)}`)).text()
      const named = { Recipient: COMPANY.companyName, 'Recipient GSTIN': COMPANY.buyerGstin, State: 'Karnataka' }
      expect(parse(csv, { bom: true, columns: true })).toMatchObject([
        { ...named, 'State code': '29', IGST: '50.43', Total: '1059.00' },
        { ...named, 'State code': '29', IGST: '-50.43', Total: '-1059.00' },
      ])
    }))

  it('is named by a shop without registration, which collects no tax', () =>
    inTestTransaction(async (db) => {
      const { buy } = await openGiftShop(db)
      await registerForGst(db, 'unregistered')
      const order = await buy({ ...COMPANY, ...WITHOUT_WRAP, shippingAddress: HOME })
      expect(await printed(db, order.id)).toContain('Billed and delivered to Deccan Design &amp; Sons')
      expect(await findInvoice(db, order)).toMatchObject({ kind: 'bill', igstPaise: 0, cgstPaise: 0 })
      const gift = buy({ ...COMPANY, shippingAddress: HOME })
      await expect(gift).rejects.toThrow('For gifts, we can only invoice companies that are registered in Telangana.')
    }))
})
