import { paise, paiseFromRupees, rupees } from '#src/core/money.ts'
import { SHOP_NAME, type ShippingRule, toShippingRule } from '#src/core/shop-policy.ts'
import type { Db } from '#src/db/database.server.ts'
import { familyGroupId } from '#src/features/catalog/families/size-names.ts'
import { allergensText, DIET_NAMES, type NetUnit } from '#src/features/catalog/food/allergens.ts'
import { unitPrice } from '#src/features/catalog/food/facts-text.ts'
import type { FoodFacts } from '#src/features/catalog/food/food-facts.contract.ts'
import type { DescribedProduct } from '#src/features/catalog/products/products.contract.ts'
import { listProducts } from '#src/features/catalog/products/products.server.ts'
import { isOutOfStock } from '#src/features/catalog/products/products.ts'
import type { Story } from '#src/features/community/stories/stories.contract.ts'
import { listPublishedStories } from '#src/features/community/stories/stories.server.ts'
import { calculateCartTotals } from '#src/features/pricing/totals/totals.ts'
import { readSection } from '#src/features/settings/read-settings.server.ts'
import { EMPTY_XML, renderXmlDocument, type XmlMarkup, xml } from '#src/server/seo/xml.server.ts'

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

type FeedContext = { publicUrl: string; shipping: ShippingRule }

function itemOf(product: DescribedProduct, { publicUrl, shipping }: FeedContext): XmlMarkup {
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
${groupOf(product)}${measuresOf(product)}${detailsOf(product.facts)}</item>
`
}

function groupOf({ family }: DescribedProduct): XmlMarkup {
  if (!family) return EMPTY_XML
  return xml`<g:item_group_id>${familyGroupId(family)}</g:item_group_id>
<g:size>${family.label}</g:size>
`
}

const FEED_UNITS: Readonly<Record<NetUnit, string>> = { g: 'g', ml: 'ml', pieces: 'ct' }
const BASE_UNITS: Readonly<Record<string, string>> = { piece: 'ct' }
/** The largest weight in grams that Merchant Center reads. */
const MAX_GRAMS = 2000

/** Google calculates the unit price: `unit_pricing_base_measure` says per what. */
function measuresOf({ price, facts: { net } }: DescribedProduct): XmlMarkup {
  if (!net) return EMPTY_XML
  const { per } = unitPrice(paiseFromRupees(price), net)
  const isWeight = net.unit === 'g' && net.value <= MAX_GRAMS
  return xml`<g:unit_pricing_measure>${net.value} ${FEED_UNITS[net.unit]}</g:unit_pricing_measure>
<g:unit_pricing_base_measure>1 ${BASE_UNITS[per] ?? per}</g:unit_pricing_base_measure>
${isWeight ? xml`<g:product_weight>${net.value} g</g:product_weight>\n` : EMPTY_XML}`
}

/** Longer values are refused, and a shortened list of ingredients would be a wrong one. */
const MAX_DETAIL = 1000

function detailsOf({ genericName, diet, ingredients, contains, mayContain, storage, origin }: FoodFacts): XmlMarkup[] {
  const details = {
    'Generic name': genericName,
    Diet: diet && DIET_NAMES[diet],
    Ingredients: ingredients,
    Contains: contains && allergensText(contains),
    'May contain': mayContain && allergensText(mayContain),
    Storage: storage,
    'Country of origin': origin,
  }
  return Object.entries(details).flatMap(([name, value]) =>
    value && value.length <= MAX_DETAIL
      ? [
          xml`<g:product_detail><g:section_name>Food facts</g:section_name><g:attribute_name>${name}</g:attribute_name><g:attribute_value>${value}</g:attribute_value></g:product_detail>
`,
        ]
      : [],
  )
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
