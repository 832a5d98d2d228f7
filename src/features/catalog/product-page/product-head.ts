import type { QueryClient } from '@tanstack/react-query'
import { shopInfoQuery } from '#src/browser/query-client.ts'
import { breadcrumbJsonLd, ogImageTags, pageHead } from '#src/core/seo/page-head.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { familyGroupId } from '#src/features/catalog/families/size-names.ts'
import type { Product, ProductDetail } from '#src/features/catalog/products/products.contract.ts'
import { categorySlug, isOutOfStock } from '#src/features/catalog/products/products.ts'
import type { ProductReviews } from '#src/features/community/reviews/reviews.contract.ts'
import { reviewsQuery } from '#src/features/community/reviews/reviews.queries.ts'
import { structuredFacts } from './facts-jsonld.ts'

export function productUrl({ id }: Pick<Product, 'id'>, publicUrl: string): string {
  return new URL(`/product/${id}`, publicUrl).href
}

type ProductHead = { product: Pick<Product, 'id' | 'name' | 'description'>; publicUrl: string }

export function productHead({ product, publicUrl }: ProductHead) {
  const url = productUrl(product, publicUrl)
  return pageHead({ title: `${product.name} · ${SHOP_NAME}`, description: product.description, url }, [
    { property: 'og:type', content: 'product' },
    ...ogImageTags(`product/${product.id}`, { publicUrl, alt: product.name }),
  ])
}

/** Describes a loaded product to search engines, as the text of a script element. */
export function productJsonLd(client: QueryClient, product: ProductDetail): string {
  const shop = client.getQueryData(shopInfoQuery.queryKey)
  if (!shop) return ''
  const reviews = client.getQueryData(reviewsQuery(product.id).queryKey)
  const ratings = toAggregateRating(reviews?.pages[0], shop.mode)
  return JSON.stringify(describeProduct({ product, publicUrl: shop.publicUrl, ratings })).replaceAll('<', '\\u003c')
}

export type AggregateRating = { average: number; count: number }

/** Omitted in the demo, whose ratings are invented. */
export function toAggregateRating(
  reviews: ProductReviews | undefined,
  mode: 'demo' | 'live',
): AggregateRating | undefined {
  if (mode === 'demo' || !reviews?.average || reviews.items.some(({ isSample }) => isSample)) return undefined
  return { average: reviews.average, count: reviews.count }
}

type Described = { product: ProductDetail; publicUrl: string; ratings?: AggregateRating | undefined }

export function describeProduct({ product, publicUrl, ratings }: Described) {
  const url = productUrl(product, publicUrl)
  const pictures = product.images.map((image) => new URL(image.url, publicUrl).href)
  return [structuredProduct(product, { url, pictures, ratings }), breadcrumbJsonLd(publicUrl, wayTo(product))] as const
}

const wayTo = ({ id, name, category }: ProductDetail) => [
  { name: 'Products', path: '/products' },
  ...(category.hidden
    ? []
    : [{ name: category.name, path: `/products/${encodeURIComponent(categorySlug(category.name))}` }]),
  { name, path: `/product/${id}` },
]

/** Each size has its own page, which names the group and where the others are. */
function structuredFamily({ id, family, sizes = [] }: ProductDetail, url: string) {
  if (!family) return {}
  const groupId = familyGroupId(family)
  return {
    size: family.label,
    inProductGroupWithID: groupId,
    isVariantOf: {
      '@type': 'ProductGroup',
      productGroupID: groupId,
      name: family.name,
      variesBy: 'https://schema.org/size',
      hasVariant: sizes
        .filter((size) => size.id !== id)
        .map((size) => ({ '@type': 'Product', url: new URL(`/product/${size.id}`, url).href })),
    },
  }
}

type Structured = { url: string; pictures: string[]; ratings: AggregateRating | undefined }

function structuredProduct(product: ProductDetail, { url, pictures, ratings }: Structured) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: product.description,
    sku: product.sku,
    category: product.category.name,
    brand: { '@type': 'Brand', name: SHOP_NAME },
    ...structuredFacts(product.facts),
    ...structuredFamily(product, url),
    ...(pictures.length > 0 && { image: pictures.length === 1 ? pictures[0] : pictures }),
    ...(ratings && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: ratings.average, reviewCount: ratings.count },
    }),
    offers: {
      '@type': 'Offer',
      url,
      price: product.price.toFixed(2),
      priceCurrency: 'INR',
      availability: `https://schema.org/${isOutOfStock(product) ? 'OutOfStock' : 'InStock'}`,
    },
  }
}
