import { counted } from '#src/core/words.ts'
import { parseProductId } from '#src/features/catalog/products/product-params.ts'

export const CATEGORY_TEXT_LIMITS = { name: 60, description: 600 }

export const MAX_CATEGORIES = 1000

type Counts = { products: number; archived: number }

/** Counts the products of a category in words: "3 products, 1 archived". */
export function productCountText({ products, archived }: Counts): string {
  const forSale = products === 0 && archived > 0 ? 'None for sale' : counted(products, 'product')
  return archived === 0 ? forSale : `${forSale}, ${archived} archived`
}

export const NEW_CATEGORY = 'new'

type Fields = { name: string; description: string; imageUrl: string | null; hidden: boolean }

/** Leaves out unchanged fields: another admin may have changed them since the form was opened. */
export function changedFields(before: Fields, typed: Fields): Partial<Fields> {
  const isChanged = (name: keyof Fields) => (before[name] ?? '') !== typed[name]
  return Object.fromEntries(Object.entries(typed).filter(([name]) => isChanged(name as keyof Fields)))
}

const DELETION = 'delete-'

export const toDeletionId = (id: number) => `${DELETION}${id}`

/** The category whose dialog is open, and whether it asks for its deletion. */
export function parseOpenCategory(id = ''): { category?: number | undefined; isDeletion: boolean } {
  const isDeletion = id.startsWith(DELETION)
  return { category: parseProductId(isDeletion ? id.slice(DELETION.length) : id), isDeletion }
}
