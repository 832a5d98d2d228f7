import { eq } from 'drizzle-orm'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { seedSampleBatch } from '#db/demo/seed-sample-batch.ts'
import type { Db } from '#src/db/database.server.ts'
import { categories, products } from '#src/features/catalog/products/products.table.server.ts'
import { stories } from '#src/features/community/stories/stories.table.server.ts'
import { DEFAULT_SETTINGS } from '#src/features/settings/default-settings.ts'
import { settings } from '#src/features/settings/settings.table.server.ts'
import { createResponseCache } from '#src/server/cache/response-cache.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { insertCategory, insertFacts, insertFamily, insertProduct } from '#tests/factories/catalog.ts'
import { MILK_BAR_FACTS } from '#tests/factories/food-facts.ts'
import { memoizeCount, seoRoutes } from './seo-routes.server.ts'

const publicUrl = 'https://golconda.example'
const aHouse = (db: Db, perFile?: number) => {
  const cache = createResponseCache()
  cache.setConsistent(true)
  const pages = seoRoutes({ db, cache, publicUrl, ...(perFile && { perFile }) })
  const headers = async (path: string) => (await pages.request(path)).headers
  return { cache, headers, read: async (path: string) => (await pages.request(path)).text() }
}
const EVIL = 'Rose & <i>"Ruby"</i> ]]>\u0001 </script>'

const published = {
  content: 'Dark and slow.',
  authorName: 'Asha',
  status: 'published',
  publishedAt: new Date('2026-11-02'),
} as const

describe('search engines', () => {
  it('get a robots.txt with the disallowed paths and the sitemap', () =>
    inTestTransaction(async (db) => {
      const { read, headers } = aHouse(db)
      const robots = await read('/robots.txt')
      expect(robots).toContain('\nDisallow: /checkout\n')
      expect(robots).toContain('\nSitemap: https://golconda.example/sitemap.xml\n')
      const cache = await headers('/robots.txt')
      expect(cache.get('strict-transport-security')).toContain('max-age=')
      expect(cache.get('content-security-policy')).toContain("default-src 'none'")
    }))

  it('get every product for sale, every published story and batch, with the date of its last change', () =>
    inTestTransaction(async (db) => {
      const [bar, gone] = [await insertProduct(db), await insertProduct(db, { archivedAt: new Date() })]
      await seedSampleBatch(db)
      const logged = await db
        .insert(stories)
        .values([
          { ...published, title: 'First' },
          { title: 'Unread', content: 'x', authorName: 'x' },
        ])
        .returning()
      const sitemap = await aHouse(db).read('/sitemap.xml')
      expect(sitemap).toContain(
        `<loc>https://golconda.example/product/${bar.id}</loc><lastmod>${bar.updatedAt.toISOString()}</lastmod>`,
      )
      expect(sitemap).toContain(
        `<loc>https://golconda.example/community-stories?story=${logged[0]?.id}</loc><lastmod>2026-11-02`,
      )
      expect(sitemap).toContain('<loc>https://golconda.example/traceability?batch=')
      expect(sitemap).not.toContain(`/product/${gone.id}<`)
      expect(sitemap).not.toContain(logged[1]?.id)
      expect(sitemap).not.toMatch(/admin|checkout|cart|orders/)
    }))

  it('get the page of every category that is not hidden', () =>
    inTestTransaction(async (db) => {
      const [, hidden] = [await insertCategory(db, 'Dark'), await insertCategory(db, 'Diwali')]
      await db.update(categories).set({ hiddenAt: new Date() }).where(eq(categories.id, hidden.id))
      const sitemap = await aHouse(db).read('/sitemap.xml')
      expect(sitemap).toContain('<loc>https://golconda.example/products/dark</loc>')
      expect(sitemap).not.toContain('diwali')
    }))

  it('get several sitemaps and an index when there are more pages than fit in one', () =>
    inTestTransaction(async (db) => {
      await db.insert(stories).values(Array.from({ length: 20 }, (_, nth) => ({ ...published, title: `Story ${nth}` })))
      const { read } = aHouse(db, 20)
      expect(await read('/sitemap.xml')).toMatch(
        /<sitemapindex.*sitemap-1\.xml.*sitemap-2\.xml<\/loc><\/sitemap><\/sitemapindex>/,
      )
      const parts = [await read('/sitemap-1.xml'), await read('/sitemap-2.xml')]
      expect(parts.map((part) => part.match(/<url>/g)?.length)).toEqual([20, 12])
      expect(await read('/sitemap-3.xml')).toBe('File not found.')
    }))

  it('get prices, stock and pictures of products with absolute URLs in valid XML', () =>
    inTestTransaction(async (db) => {
      await insertProduct(db, { name: EVIL, pricePaise: 520_50, stock: 0, imageUrl: '/pictures/ruby.webp' })
      const feed = await aHouse(db).read('/feeds/products.xml')
      expect(feed).toContain('<g:title>Rose &amp; &lt;i&gt;&quot;Ruby&quot;&lt;/i&gt; ]]&gt; &lt;/script&gt;</g:title>')
      expect(feed).toContain('<g:price>520.50 INR</g:price>')
      expect(feed).toContain('<g:availability>out_of_stock</g:availability>')
      expect(feed).toContain('<g:image_link>https://golconda.example/pictures/ruby.webp</g:image_link>')
      expect(feed).toContain('<g:price>150.00 INR</g:price>')
    }))

  it('get the unit price, the weight and the label of a product, as far as they are known', () =>
    inTestTransaction(async (db) => {
      const [bar, box, plain] = [await insertProduct(db), await insertProduct(db), await insertProduct(db)]
      await insertFacts(db, bar.id, MILK_BAR_FACTS)
      await insertFacts(db, box.id, { net: { value: 9, unit: 'pieces' }, ingredients: 'x'.repeat(1001) })
      const feed = await aHouse(db).read('/feeds/products.xml')
      const itemOf = ({ sku }: { sku: string }) => feed.split('<item>').find((item) => item.includes(`>${sku}<`)) ?? ''
      expect(itemOf(bar)).toContain('<g:unit_pricing_measure>110 g</g:unit_pricing_measure>')
      expect(itemOf(bar)).toContain('<g:unit_pricing_base_measure>1 g</g:unit_pricing_base_measure>')
      expect(itemOf(bar)).toContain('<g:product_weight>110 g</g:product_weight>')
      expect(itemOf(bar)).toContain(
        '<g:attribute_name>Contains</g:attribute_name><g:attribute_value>milk and soya</g:attribute_value>',
      )
      expect(itemOf(box)).toContain('<g:unit_pricing_measure>9 ct</g:unit_pricing_measure>')
      expect(itemOf(box)).toContain('<g:unit_pricing_base_measure>1 ct</g:unit_pricing_base_measure>')
      expect(itemOf(box)).not.toMatch(/product_weight|Ingredients/)
      expect(itemOf(plain)).not.toMatch(/unit_pricing|product_weight|product_detail/)
    }))

  it('group the sizes of a product while several are for sale', () =>
    inTestTransaction(async (db) => {
      const [small, large] = await insertFamily(db, 'Milk', [{ sizeLabel: '55 g' }, { sizeLabel: '110 g' }])
      const feed = await aHouse(db).read('/feeds/products.xml')
      const group = `<g:item_group_id>family-${small.familyId}</g:item_group_id>`
      expect(feed.split(group)).toHaveLength(3)
      expect(feed).toContain('<g:title>Milk · 110 g</g:title>')
      expect(feed).toContain('<g:size>110 g</g:size>')
      await db.update(products).set({ archivedAt: new Date() }).where(eq(products.id, large.id))
      expect(await aHouse(db).read('/feeds/products.xml')).not.toMatch(/item_group_id|g:size/)
    }))

  it('get the published stories as a feed', () =>
    inTestTransaction(async (db) => {
      await db.insert(stories).values([
        { ...published, title: EVIL },
        { title: 'Unread', content: 'x', authorName: 'x' },
      ])
      const feed = await aHouse(db).read('/feeds/stories.xml')
      expect(feed).toContain('<author><name>Asha</name></author>')
      expect(feed.match(/<entry>/g)).toHaveLength(1)
    }))

  it('are answered from the cache until the data changes', () =>
    inTestTransaction(async (db) => {
      const bar = await insertProduct(db, { name: 'Anamalai' })
      const { cache, read } = aHouse(db)
      expect(await read('/feeds/products.xml')).toContain('Anamalai')
      await db.update(products).set({ name: 'Coorg' }).where(eq(products.id, bar.id))
      expect(await read('/feeds/products.xml')).toContain('Anamalai')
      expect(await read('/feeds/products.xml?fresh=1')).toContain('Anamalai')
      cache.invalidate(`products:${bar.id}`)
      expect(await read('/feeds/products.xml')).toContain('Coorg')
    }))
})

describe('security.txt (RFC 9116)', () => {
  const fieldsOf = async (db: Db) => {
    const text = await aHouse(db).read('/.well-known/security.txt')
    return Object.fromEntries(
      text
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/: (.*)/, 2)),
    )
  }
  const saveContact = (db: Db, email: string) => {
    const value = { ...DEFAULT_SETTINGS.contact, emails: [{ of: 'General questions', email }] }
    return db.insert(settings).values({ section: 'contact', version: 1, value })
  }

  it('names the first e-mail address of the settings, for three months', () =>
    inTestTransaction(async (db) => {
      await saveContact(db, 'hello@cacao.in')
      const fields = await fieldsOf(db)
      expect(fields).toMatchObject({
        Contact: 'mailto:hello@cacao.in',
        Canonical: 'https://golconda.example/.well-known/security.txt',
      })
      const days = (Date.parse(fields.Expires) - Date.now()) / 86_400_000
      expect(days).toBeGreaterThan(89)
      expect(days).toBeLessThan(91)
    }))

  it('leads to the contact page where the address is a sample', () =>
    inTestTransaction(async (db) => {
      await saveContact(db, 'hello@golconda.example')
      expect(await fieldsOf(db)).toMatchObject({ Contact: 'https://golconda.example/contact' })
    }))
})

it('concurrent requests for a file beyond the last one count the files once', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let counts = 0
  const files = memoizeCount(async () => {
    counts += 1
    return 2
  })
  expect(await files(1)).toBe(2)
  vi.advanceTimersByTime(2000)
  expect(await Promise.all(Array.from({ length: 20 }, () => files(9)))).toEqual(Array(20).fill(2))
  expect(counts).toBe(2)
})

it('a failed count is not cached', async () => {
  const answers = [Promise.reject(new Error('The database is away')), Promise.resolve(3)]
  const files = memoizeCount(() => answers.shift() ?? Promise.resolve(0))
  await expect(files(1)).rejects.toThrow('The database is away')
  expect(await files(1)).toBe(3)
})
