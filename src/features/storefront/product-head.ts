import { previewTags } from '#src/core/preview-tags.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import type { Product } from '#src/features/catalog/catalog.contract.ts'
import { isOutOfStock } from '#src/features/catalog/catalog.rules.ts'

/** Where a product is found by people, whole. */
export function productUrl({ id }: Pick<Product, 'id'>, publicUrl: string): string {
  return new URL(`/product/${id}`, publicUrl).href
}

/** What search engines and link previews are told about a product. */
export function productHead({ product, publicUrl }: { product: Product; publicUrl: string }) {
  const url = productUrl(product, publicUrl)
  const picture = product.imageUrl && new URL(product.imageUrl, publicUrl).href
  const title = `${product.name} · ${SHOP_NAME}`
  return {
    meta: [
      { title },
      { name: 'description', content: product.description },
      { property: 'og:type', content: 'product' },
      { property: 'og:title', content: title },
      { property: 'og:description', content: product.description },
      { property: 'og:url', content: url },
      ...previewTags('product', product.id, { publicUrl, alt: product.name }),
      { 'script:ld+json': structuredProduct(product, { url, picture }) },
    ],
    links: [{ rel: 'canonical', href: url }],
  }
}

function structuredProduct(product: Product, { url, picture }: { url: string; picture: string | null }) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    description: product.description,
    sku: product.sku,
    category: product.category.name,
    brand: { '@type': 'Brand', name: SHOP_NAME },
    ...(picture && { image: picture }),
    offers: {
      '@type': 'Offer',
      url,
      price: product.price.toFixed(2),
      priceCurrency: 'INR',
      availability: `https://schema.org/${isOutOfStock(product) ? 'OutOfStock' : 'InStock'}`,
    },
  }
}
