import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Db } from '#src/db/database.server.ts'
import { lastNeededDay } from '#src/features/custom-orders/needed-by/needed-by.ts'
import { getQuote } from '#src/features/custom-orders/quotes/accept-quote.server.ts'
import { usePincode } from '#src/features/orders/delivery/pincode-store.ts'
import { readPublicSettings } from '#src/features/settings/settings.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createBulkQuote } from '#tests/factories/bulk-requests.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import { createCustomer, createTestPayments } from '#tests/factories/payments/payments.ts'
import { QuoteCheckout } from './quote-checkout.tsx'
import { AcceptanceRefusal } from './quote-conversation.tsx'
import { QuoteSummary } from './quote-summary.tsx'

/** The quotation of 20 boxes as the server draws its parts. */
async function aQuote(db: Db) {
  const [context, { id, email }] = [createTestPayments(db), await createCustomer(db)]
  const wish = { customerEmail: email, neededBy: lastNeededDay(context.now()) }
  const product = await insertProduct(db)
  const { token } = await createBulkQuote(context, [{ product, quantity: 20, unitPrice: 400 }], wish)
  const quote = await getQuote(db, { token, userId: id }, context.now())
  const client = new QueryClient({ defaultOptions: { queries: { queryFn: async () => null } } })
  client.setQueryData(['/api/settings/public'], await readPublicSettings(db))
  client.setQueryData(['/api/quotes', token], quote)
  const user = { id, email, name: 'Asha Rao', isAdmin: false }
  function draw<Props extends object>(part: ComponentType<Props>, props: Props) {
    return renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(part, props)))
  }
  return { quote, user, token, draw }
}

it('the server draws the quotation without its form, whose draft and PIN code are in the browser', () =>
  inTestTransaction(async (db) => {
    const { user, token, draw } = await aQuote(db)
    usePincode.setState({ pincode: '500034' })
    const page = draw(QuoteCheckout, { user, token })
    usePincode.setState({ pincode: '' })
    expect(page).toContain('20 × ₹400.00')
    expect(page).not.toContain('<form')
  }))

it('a quotation promises no day once its acceptance was refused', () =>
  inTestTransaction(async (db) => {
    const { quote, draw } = await aQuote(db)
    expect(draw(QuoteSummary, { quote })).toMatch(/Ready on .* if you pay now.*It will be with you in time/)
    const refused = draw(QuoteSummary, { quote, isRefused: true })
    expect(refused).not.toMatch(/Ready on|in time/)
    expect(refused).toContain('Valid until')
    const notice = draw(AcceptanceRefusal, { message: 'Not enough stock for Favour Box (34 left).' })
    expect(notice).toMatch(/role="alert".*\(34 left\).*href="#ask".*href="\/contact"/)
  }))
