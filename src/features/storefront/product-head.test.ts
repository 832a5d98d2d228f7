import { describe, expect, it } from 'vitest'
import { productHead } from './product-head.ts'

const product = {
  id: 7,
  name: 'Ruby & Rose',
  description: 'Pink all the way through.',
  price: 520.5,
  stock: 3,
  minStock: 1,
  sku: 'GC-RBY-01',
  imageUrl: '/pictures/ruby.webp',
  categoryId: 2,
  category: { id: 2, name: 'Ruby' },
}
const toldOf = (changes: Partial<typeof product> | { imageUrl: null }) => {
  const { meta } = productHead({ product: { ...product, ...changes }, publicUrl: 'https://shop.example' })
  return { meta, structured: meta.flatMap((tag) => ('script:ld+json' in tag ? tag['script:ld+json'] : []))[0] }
}

describe('what a search engine is told about a product', () => {
  it('names price, place and picture by whole addresses', () => {
    expect(toldOf({}).structured).toMatchObject({
      '@type': 'Product',
      sku: 'GC-RBY-01',
      image: 'https://shop.example/pictures/ruby.webp',
      offers: {
        url: 'https://shop.example/product/7',
        price: '520.50',
        priceCurrency: 'INR',
        availability: 'https://schema.org/InStock',
      },
    })
  })

  it('says when it is sold out', () => {
    expect(toldOf({ stock: 0 }).structured?.offers.availability).toBe('https://schema.org/OutOfStock')
  })

  it('shows the preview that we draw, with a picture or without', () => {
    const { meta, structured } = toldOf({ imageUrl: null })
    expect(structured).not.toHaveProperty('image')
    expect(meta).toContainEqual({ property: 'og:image', content: 'https://shop.example/previews/product/7.jpg' })
    expect(meta).toContainEqual({ property: 'og:image:alt', content: 'Ruby & Rose' })
  })
})
