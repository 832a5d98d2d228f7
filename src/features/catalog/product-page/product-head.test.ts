import { describe, expect, it } from 'vitest'
import type { FoodFacts } from '#src/features/catalog/food/food-facts.contract.ts'
import type { ProductDetail } from '#src/features/catalog/products/products.contract.ts'
import { MILK_BAR_FACTS } from '#tests/factories/food-facts.ts'
import { describeProduct, productHead, toAggregateRating } from './product-head.ts'

const product = {
  id: 7,
  name: 'Ruby & Rose',
  description: 'Pink all the way through.',
  price: 520.5,
  stock: 3,
  minStock: 1,
  maxPerOrder: 50,
  sku: 'GC-RBY-01',
  imageUrl: '/pictures/ruby.webp',
  categoryId: 2,
  category: { id: 2, name: 'Ruby' } as ProductDetail['category'],
  images: [{ url: '/pictures/ruby.webp', alt: 'Ruby & Rose' }],
  facts: {} as FoodFacts,
}
const publicUrl = 'https://shop.example'
const headOf = (changes: Partial<typeof product>) => {
  const changed = { ...product, ...changes }
  const [structured] = describeProduct({ product: changed, publicUrl })
  return { meta: productHead({ product: changed, publicUrl }).meta, structured }
}

describe('the structured data of a product', () => {
  it('names price, place and picture by whole addresses', () => {
    expect(headOf({}).structured).toMatchObject({
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

  it('names the size of a product with several, and the pages of the others', () => {
    const family = { id: 4, name: 'Ruby', label: '55 g', sizes: 2, first: 7 }
    const sizes = [7, 9].map((id) => ({ id, label: `${id} g`, price: 10, stock: 1 }))
    const [structured] = describeProduct({ product: { ...product, family, sizes }, publicUrl })
    expect(structured).toMatchObject({
      size: '55 g',
      inProductGroupWithID: 'family-4',
      isVariantOf: {
        '@type': 'ProductGroup',
        productGroupID: 'family-4',
        name: 'Ruby',
        variesBy: 'https://schema.org/size',
        hasVariant: [{ '@type': 'Product', url: 'https://shop.example/product/9' }],
      },
    })
  })

  it('names all pictures of a product that has several', () => {
    const images = ['/pictures/ruby.webp', 'https://pictures.example/box.jpg'].map((url) => ({ url, alt: 'Ruby' }))
    expect(headOf({ images }).structured).toHaveProperty('image', [
      'https://shop.example/pictures/ruby.webp',
      'https://pictures.example/box.jpg',
    ])
  })

  it('leads to the product by the page of its category, unless the category is hidden', () => {
    const wayTo = (category: ProductDetail['category']) =>
      describeProduct({ product: { ...product, category }, publicUrl })[1].itemListElement.map(({ name }) => name)
    expect(wayTo({ id: 2, name: 'Ruby' })).toEqual(['Home', 'Products', 'Ruby', 'Ruby & Rose'])
    expect(wayTo({ id: 2, name: 'Ruby', hidden: true })).toEqual(['Home', 'Products', 'Ruby & Rose'])
  })

  it('says when it is sold out', () => {
    expect(headOf({ stock: 0 }).structured).toHaveProperty('offers.availability', 'https://schema.org/OutOfStock')
  })

  it('shows the preview that we draw, with a picture or without', () => {
    const { meta, structured } = headOf({ images: [] })
    expect(structured).not.toHaveProperty('image')
    expect(meta).toContainEqual({ property: 'og:image', content: 'https://shop.example/previews/product/7.jpg' })
    expect(meta).toContainEqual({ property: 'og:image:alt', content: 'Ruby & Rose' })
  })

  it('says what is in it as schema.org allows, and nothing that is unknown', () => {
    const { structured } = headOf({ price: 450, facts: MILK_BAR_FACTS })
    expect(structured).toMatchObject({
      '@type': ['Product', 'MenuItem'],
      nutrition: {
        '@type': 'NutritionInformation',
        servingSize: '100 g',
        calories: '548 kcal',
        sugarContent: '53 g',
        sodiumContent: '96 mg',
      },
      suitableForDiet: 'https://schema.org/VegetarianDiet',
      weight: { '@type': 'QuantitativeValue', value: 110, unitCode: 'GRM' },
      countryOfOrigin: { '@type': 'Country', name: 'India' },
    })
    for (const [name, value] of [
      ['Contains', 'milk and soya'],
      ['May contain', 'tree nuts'],
      ['Diet', 'Vegetarian'],
      ['Ingredients', MILK_BAR_FACTS.ingredients],
    ])
      expect(structured).toHaveProperty(
        'additionalProperty',
        expect.arrayContaining([{ '@type': 'PropertyValue', name, value }]),
      )
    for (const unknown of ['nutrition', 'weight', 'additionalProperty', 'suitableForDiet'])
      expect(headOf({}).structured).not.toHaveProperty(unknown)
  })

  it('shows the way to it, and no rating of buyers that the demo has invented', () => {
    const one = { rating: 5, title: 'Good', text: 'Good.', authorName: 'Asha', createdAt: '2026-11-01T00:00:00.000Z' }
    const item = { ...one, id: '0d5f1f57-0f9e-4b6a-8f8e-3f3a6f9f0a11', isSample: false }
    const reviews = { average: 4.5, count: 2, histogram: [1, 1, 0, 0, 0], since: null, items: [item], nextCursor: null }
    const given = reviews as Parameters<typeof toAggregateRating>[0]
    expect(toAggregateRating(given, 'live')).toEqual({ average: 4.5, count: 2 })
    expect(toAggregateRating(given, 'demo')).toBeUndefined()
    expect(
      toAggregateRating({ ...reviews, items: [{ ...item, isSample: true }] } as typeof given, 'live'),
    ).toBeUndefined()

    const data = JSON.stringify(describeProduct({ product, publicUrl, ratings: { average: 4.5, count: 2 } }))
    expect(data).toContain('"aggregateRating":{"@type":"AggregateRating","ratingValue":4.5,"reviewCount":2}')
    expect(data).toContain('"position":4,"name":"Ruby & Rose","item":"https://shop.example/product/7"')
  })
})
