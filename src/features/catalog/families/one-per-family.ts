import type { Product } from '#src/features/catalog/products/products.contract.ts'

/**
 * One size of each family, as one-per-family.server.ts chooses: the cheapest in stock of the first group that has any.
 * A product whose other sizes are not for sale has no family here.
 */
export function onePerFamily(...groups: readonly (readonly Product[])[]): Product[] {
  const chosen = new Map<number, Product>()
  for (const group of groups) {
    const before = new Set(chosen.keys())
    for (const product of group) {
      const id = product.family?.id
      const known = id && chosen.get(id)
      if (id && !before.has(id) && !(known && compare(known, product) < 0)) chosen.set(id, product)
    }
  }
  return groups.flat().filter((product) => !product.family || chosen.get(product.family.id) === product)
}

/** Less than 0 if the first is the better one. */
const compare = (a: Product, b: Product) =>
  Number(a.stock <= 0) - Number(b.stock <= 0) || a.price - b.price || a.id - b.id
