import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { shopDay } from '#src/core/dates.ts'
import { paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { signInPath } from '#src/features/auth/sign-in/sign-in-path.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdminClient } from '#tests/factories/admin-client.ts'
import { createInvoicedSale } from '#tests/factories/invoices.ts'
import { createCustomer } from '#tests/factories/payments/payments.ts'
import { invoicesApi } from './invoices.api.server.ts'
import { issueCreditNote } from './issue-invoice.server.ts'

async function createShopWithSale(db: Db) {
  const sale = await createInvoicedSale(db, { price: 849_00, state: 'Karnataka' })
  const { context, order, customer } = sale
  const refund = { orderId: order.id, refundId: randomUUID(), amount: paise(100_00), now: context.now() }
  const note = await issueCreditNote(db, refund)
  const { ask } = await createAdminClient(db, invoicesApi({ db }))
  const stranger = await createCustomer(db)
  const get = (path: string, cookie = customer.cookie) =>
    ask(`GET /api/orders/${order.id}/${path}`, undefined, { cookie })
  return { ...sale, note, ask, get, stranger, noteId: note?.id ?? '' }
}

const inShop = (body: (counter: Awaited<ReturnType<typeof createShopWithSale>>, db: Db) => Promise<void>) =>
  inTestTransaction(async (db) => body(await createShopWithSale(db), db))

async function textOf(answer: Response): Promise<string> {
  const page = await answer.text()
  return page
    .slice(page.indexOf('<main'))
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

describe('the invoice', () => {
  it('is an uncached page without scripts, with all that rule 46 requires', () =>
    inShop(async ({ get, invoice, order }) => {
      const answer = await get('invoice')
      expect(answer.status).toBe(200)
      expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
      expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
      const page = await textOf(answer)
      for (const said of [
        'Tax invoice',
        'Original for recipient',
        `Number ${invoice.number}`,
        `Order ${order.reference}`,
        'Place of supply Karnataka (29)',
        'Reverse charge No',
        'Supplier Golconda Cacao (sample, not a registered business)',
        'Telangana (State code 36)',
        `GSTIN ${invoice.supplier.gstin}`,
        `FSSAI No. ${invoice.supplier.fssai}`,
        'Asha Rao 12 Charminar Road Hyderabad 500002 Karnataka (State code 29)',
        '18069010 1 PCS 849.00 808.57 40.43 5% 849.00',
        '18069010 1 OTH 150.00 142.86 7.14 5% 150.00',
        'Taxable value ₹951.43 IGST ₹47.57 Total ₹999.00',
        'Nine Hundred Ninety Nine Rupees Only',
        'Authorised signatory',
      ])
        expect(page).toContain(said)
    }))

  it('is the same PDF, byte for byte, at every request', () =>
    inShop(async ({ get, invoice }) => {
      const [once, again] = [await get('invoice.pdf'), await get('invoice.pdf')]
      expect(once.headers.get('Content-Type')).toBe('application/pdf')
      expect(once.headers.get('Content-Disposition')).toContain(`${invoice.number.replaceAll('/', '-')}.pdf`)
      const [file, same] = [Buffer.from(await once.arrayBuffer()), Buffer.from(await again.arrayBuffer())]
      expect(file.subarray(0, 5).toString()).toBe('%PDF-')
      expect(file.length).toBeGreaterThan(5_000)
      expect(file.equals(same)).toBe(true)
    }))

  it('sends a browser without a session to the sign-in page and back, and a program not', () =>
    inShop(async ({ ask, order }) => {
      const path = `/api/orders/${order.id}/invoice`
      const open = (headers: Record<string, string>) => ask(`GET ${path}`, undefined, { cookie: '', ...headers })
      const sent = await open({ accept: 'text/html,*/*' })
      expect([sent.status, sent.headers.get('location')]).toEqual([303, signInPath(path)])
      expect((await open({ accept: '*/*' })).status).toBe(401)
    }))

  it('is visible only to its customer and to admins, and so are its credit notes', () =>
    inShop(async ({ get, ask, stranger, order, noteId }) => {
      for (const path of ['invoice', 'invoice.pdf', `credit-notes/${noteId}`, `credit-notes/${noteId}.pdf`]) {
        expect((await get(path)).status).toBe(200)
        expect((await get(path, stranger.cookie)).status).toBe(404)
        expect((await get(path, 'shop_session=invented')).status).toBe(401)
        expect((await ask(`GET /api/admin/orders/${order.id}/${path}`)).status).toBe(200)
        expect(
          (await ask(`GET /api/admin/orders/${order.id}/${path}`, undefined, { cookie: stranger.cookie })).status,
        ).toBe(403)
      }
      for (const path of [`credit-notes/${randomUUID()}`, 'credit-notes/none.pdf'])
        expect((await get(path)).status).toBe(404)
      expect((await ask(`GET /api/admin/orders/${randomUUID()}/invoice`)).status).toBe(404)
    }))
})

describe('a credit note', () => {
  it('names its invoice and the refunded amount of every line', () =>
    inShop(async ({ get, noteId, note, invoice }) => {
      const page = await textOf(await get(`credit-notes/${noteId}`))
      for (const said of [
        'Credit note',
        `Number ${note?.number}`,
        `For tax invoice ${invoice.number}`,
        'IGST ₹4.77',
        'Total refunded ₹100.00',
      ])
        expect(page).toContain(said)
    }))
})

describe('the CSV of a month', () => {
  it('has every invoice and, as negative amounts, every credit note, by HSN and rate', () =>
    inShop(async ({ ask, invoice, note, context }) => {
      const month = shopDay(context.now()).slice(0, 7)
      const answer = await ask(`GET /api/admin/invoices.csv?month=${month}`)
      expect(answer.headers.get('Content-Disposition')).toBe(`attachment; filename="invoices-${month}.csv"`)
      const rows = parse(await answer.text(), { bom: true, columns: true }) as Record<string, string>[]
      expect(rows).toMatchObject([
        {
          ...{ Document: 'Tax invoice', Number: invoice.number, 'State code': '29', HSN: '18069010', 'GST rate': '5%' },
          ...{ 'Taxable value': '951.43', CGST: '0.00', IGST: '47.57', Total: '999.00' },
        },
        { Document: 'Credit note', Number: note?.number, Invoice: invoice.number, IGST: '-4.77', Total: '-100.00' },
      ])
      expect(await (await ask('GET /api/admin/invoices.csv?month=2020-02')).text()).not.toContain('KC/')
    }))

  it('contains no formula that a customer typed', () =>
    inTestTransaction(async (db) => {
      const { context } = await createInvoicedSale(db, { name: '=HYPERLINK("http://x.example")' })
      const { ask } = await createAdminClient(db, invoicesApi({ db }))
      const csv = await ask(`GET /api/admin/invoices.csv?month=${shopDay(context.now()).slice(0, 7)}`)
      expect(await csv.text()).toContain(`"'=HYPERLINK(""http://x.example"") Rao"`)
    }))

  it.each(['', '?month=2026-13', '?month=November'])('rejects %s', (query) =>
    inShop(async ({ ask }) => void expect((await ask(`GET /api/admin/invoices.csv${query}`)).status).toBe(400)),
  )
})
