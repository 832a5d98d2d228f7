import { DomainError } from '#src/core/domain-error.ts'
import { paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { findQuotedProducts } from '#src/features/catalog/stock/quoted-products.server.ts'
import { loadBulkLines, toBulkLine } from '#src/features/custom-orders/bulk/bulk-lines.server.ts'
import { customOrderLineName, MELT_CLASS_OF_SHAPE } from '#src/features/custom-orders/custom-order-options.ts'
import { type CustomOrderRow, isComposed } from '#src/features/custom-orders/custom-order-record.server.ts'
import type { QuotedGoods } from '#src/features/orders/place/place-quoted-order.server.ts'
import { toChoices } from './customer-requests.server.ts'
import type { Quote } from './quotes.contract.ts'

/** Loads what the order of a quotation contains. Limits per order, price tiers and codes do not apply to it. */
export async function loadQuotedGoods(tx: Db, row: CustomOrderRow): Promise<QuotedGoods> {
  if (isComposed(row)) return { name: customOrderLineName(row), meltClass: MELT_CLASS_OF_SHAPE[row.shape] }
  const lines = await loadBulkLines(tx, row.id)
  const products = await findQuotedProducts(tx, lines)
  const gone = lines.filter(({ productId }) => !products.has(productId))
  if (gone.length > 0)
    throw new DomainError('conflict', `No longer in our shop: ${namesOf(gone)}. Please ask us for a new quotation.`, {
      items: gone.map(({ productId }) => ({ productId, available: 0 })),
    })
  return {
    lines: lines.flatMap(({ productId, quantity, unitPaise }) => {
      const product = products.get(productId)
      if (!product || unitPaise === null) return []
      const { name, imageUrl, meltClass, shelfLifeDays } = product
      return [
        { productId, quantity, unitPrice: paise(unitPaise), tierFrom: null, name, imageUrl, meltClass, shelfLifeDays },
      ]
    }),
  }
}

const namesOf = (lines: readonly { name: string }[]) => lines.map(({ name }) => name).join(', ')

type Goods = Pick<Quote, 'composition' | 'bulk' | 'meltClass'>

/** Describes a quotation's goods for its customer; others who open the link see no company. */
export async function describeGoods(db: Db, row: CustomOrderRow, { isOwn }: { isOwn: boolean }): Promise<Goods> {
  if (isComposed(row))
    return {
      composition: { ...toChoices(row), message: row.message ?? '', name: row.name ?? '' },
      bulk: null,
      meltClass: MELT_CLASS_OF_SHAPE[row.shape],
    }
  const lines = (await loadBulkLines(db, row.id)).map(toBulkLine)
  const [company = '', gstin = ''] = isOwn ? [row.company ?? '', row.gstin ?? ''] : []
  return { composition: null, bulk: { lines, company, gstin }, meltClass: null }
}
