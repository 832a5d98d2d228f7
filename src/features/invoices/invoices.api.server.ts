import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { Db } from '#src/db/database.server.ts'
import { type Reader, readDirectly } from '#src/db/servers/read-replica.server.ts'
import { ADMIN, DOCUMENT } from '#src/features/auth/sessions/route-presets.server.ts'
import type { SessionUser } from '#src/features/auth/sessions/sessions.server.ts'
import { renderDocumentPage } from '#src/features/invoices/documents/document-page.server.ts'
import type { PrintedDocument } from '#src/features/invoices/documents/printed-document.ts'
import { readCreditNote, readInvoice } from '#src/features/invoices/documents/read-documents.server.ts'
import type { OrderScope } from '#src/features/orders/lookup/list-orders.server.ts'
import { consumeLimit, type RateLimit } from '#src/server/overload/rate-limit.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute } from '#src/server/routes/define-route.server.ts'
import { writeInvoicesCsv } from './invoices-csv.server.ts'

const OneOrder = z.object({ id: z.uuid() })
const OneNote = OneOrder.extend({
  note: z.string().transform((typed, context) => {
    const id = z.uuid().safeParse(typed.replace(/\.pdf$/, ''))
    if (id.success) return { id: id.data, asFile: typed.endsWith('.pdf') }
    context.addIssue({ code: 'custom', message: 'Credit note not found.' })
    return z.NEVER
  }),
})
const OneMonth = z.object({
  month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Please write the month like 2026-11.'),
})

const page = { 200: { description: 'A printable page', content: { 'text/html': { schema: z.string() } } } }
const file = { 200: { description: 'A file', content: { 'application/pdf': {} } } }

const csvRoute = defineRoute('get', '/admin/invoices.csv', {
  ...ADMIN,
  summary: 'Export the invoices and credit notes of a month',
  query: OneMonth,
  responses: { 200: { description: 'CSV, UTF-8 with a byte order mark', content: { 'text/csv': {} } } },
})

const DOCUMENT_LIMIT: RateLimit = { name: 'document-user', max: 300, perSeconds: 600 }

export function invoicesApi({ db, read = readDirectly(db) }: { db: Db; read?: Reader }) {
  const api = createApiRouter()
  const ofCustomer = (user: SessionUser) => ({ userId: user.id })
  api.route('/', documentsApi({ db, at: '/orders/{id}', preset: DOCUMENT, whose: ofCustomer }))
  api.route('/', documentsApi({ db, at: '/admin/orders/{id}', preset: ADMIN, whose: () => 'all' }))
  api.openapi(csvRoute(db), async (c) => {
    const { month } = c.req.valid('query')
    return c.body(await read((db) => writeInvoicesCsv(db, month)), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="invoices-${month}.csv"`,
      ...PRIVATE,
    })
  })
  return api
}

type Documents = {
  db: Db
  at: '/orders/{id}' | '/admin/orders/{id}'
  preset: typeof DOCUMENT | typeof ADMIN
  whose: (user: SessionUser) => OrderScope
}

function documentsApi({ db, at, preset, whose }: Documents) {
  const invoice = defineRoute('get', `${at}/invoice`, {
    ...preset,
    summary: 'Get the invoice of an order',
    params: OneOrder,
    responses: page,
  })
  const invoiceFile = defineRoute('get', `${at}/invoice.pdf`, {
    ...preset,
    summary: 'Get the invoice of an order as PDF',
    params: OneOrder,
    responses: file,
  })
  const creditNote = defineRoute('get', `${at}/credit-notes/{note}`, {
    ...preset,
    summary: 'Get a credit note; with .pdf appended as PDF',
    params: OneNote,
    responses: page,
  })
  const api = createApiRouter()
  const wantedBy = async (user: SessionUser, orderId: string) => {
    await consumeLimit(db, DOCUMENT_LIMIT, user.id)
    return { orderId, whose: whose(user) }
  }
  api.openapi(invoice(db), async (c) => {
    const wanted = await wantedBy(c.var.user, c.req.valid('param').id)
    return renderDocumentPage(await readInvoice(db, wanted), 'invoice.pdf')
  })
  api.openapi(invoiceFile(db), async (c) => {
    const wanted = await wantedBy(c.var.user, c.req.valid('param').id)
    return answerFile(c, await readInvoice(db, wanted))
  })
  api.openapi(creditNote(db), async (c) => {
    const { id, note } = c.req.valid('param')
    const document = await readCreditNote(db, { ...(await wantedBy(c.var.user, id)), id: note.id })
    return note.asFile ? answerFile(c, document) : renderDocumentPage(document, `${note.id}.pdf`)
  })
  return api
}

/** The PDF code is large and rarely needed, so it is loaded on first use. */
async function answerFile(c: Context, document: PrintedDocument): Promise<Response> {
  const { renderDocumentPdf } = await import('#src/features/invoices/documents/document-pdf.server.ts')
  return c.body(await renderDocumentPdf(document), 200, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="${document.number.replaceAll('/', '-')}.pdf"`,
    ...PRIVATE,
  })
}

const PRIVATE = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'private, no-store' }
