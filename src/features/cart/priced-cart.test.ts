import { describe, expect, it } from 'vitest'
import { listLineNotices, priceCartLines } from './priced-cart.ts'

const line = {
  productId: 7,
  productName: 'Noor Ruby Heart',
  price: 620,
  imageUrl: '/pictures/placeholder.webp',
  quantity: 4,
}
const product = { id: 7, price: 620, stock: 9 }

const whole = (...products: (typeof product)[]) => ({ products, whole: true })

const noticesFor = (...args: Parameters<typeof priceCartLines>) => priceCartLines(...args).map(listLineNotices)

describe('a cart line compared with the live catalog', () => {
  it('has no notice when price and stock are unchanged', () => {
    expect(noticesFor([line], whole(product))).toEqual([[]])
  })

  it('has no notice before the catalog has loaded', () => {
    expect(noticesFor([line], undefined)).toEqual([[]])
  })

  it('has no notice for a new product before the catalog has loaded it', () => {
    const known = { products: [{ ...product, stock: 3 }], whole: false }
    expect(noticesFor([line, { ...line, productId: 8 }], known)).toEqual([['Only 3 left'], []])
  })

  it('uses the live price and says so', () => {
    const lines = priceCartLines([line], whole({ ...product, price: 650.5 }))
    expect(lines[0]?.price).toBe(650.5)
    expect(lines.map(listLineNotices)).toEqual([['Price is now ₹650.50']])
  })

  it('takes the price of the tier, which is no news, and says what the next one needs', () => {
    const tiers = [
      { from: 4, percent: 5 },
      { from: 9, percent: 10 },
      { from: 10, percent: 20 },
    ]
    const [priced] = priceCartLines([line], whole({ ...product, tiers } as typeof product))
    expect(priced).toMatchObject({ price: 589, listPrice: 620, nextTier: 'Add 5 more for ₹558.00 each.' })
    expect(listLineNotices(priced as never)).toEqual([])
    // Nine are in stock, so ten cannot be bought.
    const [nine] = priceCartLines([{ ...line, quantity: 9 }], whole({ ...product, tiers } as typeof product))
    expect(nine).toMatchObject({ price: 558, nextTier: undefined })
  })

  it('says how many one order may have, and how to get more', () => {
    const few = whole({ ...product, maxPerOrder: 3 } as typeof product)
    const text = 'At most 3 in one order.'
    expect(noticesFor([line], few)).toEqual([[text]])
    expect(noticesFor([{ ...line, quantity: 3 }], few)).toEqual([[]])
  })

  it('says how many are left when there are too few', () => {
    expect(noticesFor([line], whole({ ...product, stock: 3 }))).toEqual([['Only 3 left']])
    expect(noticesFor([line], whole({ ...product, stock: 4 }))).toEqual([[]])
  })

  it('says sold out when none are left, or the product is gone', () => {
    expect(noticesFor([line], whole({ ...product, stock: 0 }))).toEqual([['Sold out']])
    expect(noticesFor([line], whole())).toEqual([['Sold out']])
  })

  it("counts the customer's own reserved items as available", () => {
    const reserved = [{ productId: 7, quantity: 4 }]
    expect(noticesFor([line], whole({ ...product, stock: 0 }), reserved)).toEqual([[]])
  })
})
