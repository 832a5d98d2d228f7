import { paise, rupees } from '#src/core/money.ts'
import { SHOP_NAME, type ShippingRule, toShippingRule } from '#src/core/shop-policy.ts'
import type { Db } from '#src/db/database.server.ts'
import type { Product } from '#src/features/catalog/products/products.contract.ts'
import { listProducts } from '#src/features/catalog/products/products.server.ts'
import { isOutOfStock } from '#src/features/catalog/products/products.ts'
import type { Story } from '#src/features/community/stories/stories.contract.ts'
import { listPublishedStories } from '#src/features/community/stories/stories.server.ts'
import { calculateCartTotals } from '#src/features/pricing/totals/totals.ts'
import { readSection } from '#src/features/settings/read-settings.server.ts'
import { renderXmlDocument, type XmlMarkup, xml } from '#src/server/seo/xml.server.ts'

/** The product feed for Google Merchant Center (RSS 2.0). */
export async function writeProductFeed(db: Db, publicUrl: string): Promise<Buffer> {
  const products = await listProducts(db)
  const shipping = toShippingRule(await readSection(db, 'shipping'))
  const items = products.map((product) => itemOf(product, { publicUrl, shipping }))
  return renderXmlDocument(xml`<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>
<title>${SHOP_NAME}</title>
<link>${publicUrl}</link>
<description>Handcrafted chocolate, all prices with GST.</description>
${items}</channel></rss>`)
}

function itemOf(product: Product, { publicUrl, shipping }: { publicUrl: string; shipping: ShippingRule }): XmlMarkup {
  // Merchant Center requires an image, so the Open Graph image replaces a missing one.
  const picture = product.imageUrl ?? `/previews/product/${product.id}.jpg`
  const alone = calculateCartTotals([{ price: product.price, quantity: 1 }], paise(0), shipping)
  return xml`<item>
<g:id>${product.sku}</g:id>
<g:title>${product.name}</g:title>
<g:description>${product.description}</g:description>
<g:link>${new URL(`/product/${product.id}`, publicUrl).href}</g:link>
<g:image_link>${new URL(picture, publicUrl).href}</g:image_link>
<g:availability>${isOutOfStock(product) ? 'out_of_stock' : 'in_stock'}</g:availability>
<g:price>${product.price.toFixed(2)} INR</g:price>
<g:brand>${SHOP_NAME}</g:brand>
<g:condition>new</g:condition>
<g:identifier_exists>no</g:identifier_exists>
<g:product_type>${product.category.name}</g:product_type>
<g:shipping><g:country>IN</g:country><g:price>${rupees(alone.shipping).toFixed(2)} INR</g:price></g:shipping>
</item>
`
}

export async function writeStoryFeed(db: Db, publicUrl: string): Promise<Buffer> {
  const { items: stories } = await listPublishedStories(db, { limit: 100 })
  const updated =
    stories
      .map(({ createdAt }) => createdAt)
      .sort()
      .at(-1) ?? new Date(0).toISOString()
  const page = new URL('/community-stories', publicUrl).href
  return renderXmlDocument(xml`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-IN">
<id>${page}</id>
<title>${SHOP_NAME}: community stories</title>
<updated>${updated}</updated>
<link href="${page}"/>
<link rel="self" href="${new URL('/feeds/stories.xml', publicUrl).href}"/>
${stories.map((story) => entryOf(story, page))}</feed>`)
}

function entryOf({ id, title, content, authorName, createdAt }: Story, page: string): XmlMarkup {
  return xml`<entry>
<id>urn:uuid:${id}</id>
<title>${title}</title>
<author><name>${authorName}</name></author>
<published>${createdAt}</published>
<updated>${createdAt}</updated>
<link href="${page}?story=${id}"/>
<content type="text">${content}</content>
</entry>
`
}
