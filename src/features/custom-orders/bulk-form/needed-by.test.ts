import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { lastNeededDay } from '#src/features/custom-orders/needed-by/needed-by.ts'
import { readPublicSettings } from '#src/features/settings/settings.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertProduct } from '#tests/factories/catalog.ts'
import type { BulkDraft } from './bulk-draft.ts'
import { NeededBy } from './needed-by.tsx'

const NOW = new Date()

it('a request within the stock shows a day at once, a larger one says that the quotation names it', () =>
  inTestTransaction(async (db) => {
    const product = await insertProduct(db, { stock: 34 })
    const client = new QueryClient({ defaultOptions: { queries: { queryFn: async () => null } } })
    client.setQueryData(['/api/settings/public'], await readPublicSettings(db))
    client.setQueryData(['/api/products', 'ids', String(product.id)], [product])
    const today = NOW.toISOString().slice(0, 10)
    client.setQueryData(['/api/custom-orders/ready-day', ''], { readyOn: today, from: today, to: today })
    const said = (quantity: string) => {
      const lines = [{ productId: product.id, quantity }]
      const draft = { lines, neededBy: lastNeededDay(NOW) } as unknown as BulkDraft
      const field = createElement(NeededBy, { draft, change: () => {}, wrong: {} })
      return renderToStaticMarkup(createElement(QueryClientProvider, { client }, field))
    }
    expect(said('34')).toContain('We can do that. It can be ready on')
    expect(said('35')).not.toContain('We can do that')
    expect(said('35')).toContain('We will tell you in the quotation when it can be ready.')
  }))
