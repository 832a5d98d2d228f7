import { type Context, Hono } from 'hono'
import { UNINDEXED_PREFIXES } from '#src/app/pages/page-policies.server.ts'
import { PUBLIC_PAGE_HEADERS } from '#src/app/pages/serve-cached.server.ts'
import type { Db } from '#src/db/database.server.ts'
import type { RenderedResponse, ResponseCache } from '#src/server/cache/response-cache.server.ts'
import { baseSecurityHeaders, NO_DOCUMENT_CSP } from '#src/server/http/security-headers.server.ts'
import { PUBLIC_POLICY, type RoutePolicy, withPolicy } from '#src/server/routes/route-policy.server.ts'
import { writeProductFeed, writeStoryFeed } from './feeds.server.ts'
import { countSitemapFiles, type SitemapOptions, writeSitemap, writeSitemapFile } from './sitemap.server.ts'

const ROBOTS = ['User-agent: *', ...['/api/', ...UNINDEXED_PREFIXES].map((prefix) => `Disallow: ${prefix}`), ''].join(
  '\n',
)

const SEO_FILE: RoutePolicy = { ...PUBLIC_POLICY, ipLimit: 'pages', cache: 'revalidate' }

const ADDRESSES = new Set(['products', 'categories', 'stories', 'batches'])
const NO_SUCH_FILE = 'File not found.'
const XML = 'application/xml; charset=utf-8'

type SeoDocument = { type: string; body: Buffer | undefined; shows: ReadonlySet<string> }
type SeoOptions = { db: Db; cache: ResponseCache } & SitemapOptions

/** Serves robots.txt, sitemaps and feeds from the response cache: the same for everyone and every query. */
export function seoRoutes({ db, cache, ...sitemap }: SeoOptions) {
  const { publicUrl } = sitemap
  const https = publicUrl.startsWith('https:')
  const answer = async (c: Context, write: () => Promise<SeoDocument>) => {
    const make = async () => toRendered(await write(), https)
    return import.meta.env.DEV ? responseOf(await make()) : cache.getOrCreate(c.req.path, c.req.raw.headers, make)
  }
  const files = memoizeCount(() => countSitemapFiles(db, sitemap))
  const asXml = async (
    body: Promise<Buffer | undefined>,
    shows: ReadonlySet<string>,
    type = XML,
  ): Promise<SeoDocument> => ({
    type,
    body: await body,
    shows,
  })
  return new Hono()
    .get('/robots.txt', withPolicy(SEO_FILE), (c) =>
      answer(c, async () => ({
        type: 'text/plain; charset=utf-8',
        body: Buffer.from(`${ROBOTS}\nSitemap: ${new URL('/sitemap.xml', publicUrl).href}\n`),
        shows: new Set(),
      })),
    )
    .get('/sitemap.xml', withPolicy(SEO_FILE), (c) => answer(c, () => asXml(writeSitemap(db, sitemap), ADDRESSES)))
    .get('/:file{sitemap-[1-9]\\d{0,3}\\.xml}', async (c) => {
      const nth = Number(/\d+/.exec(c.req.param('file'))?.[0])
      if (nth > (await files(nth))) return c.text(NO_SUCH_FILE, 404)
      return answer(c, () => asXml(writeSitemapFile(db, { ...sitemap, nth }), ADDRESSES))
    })
    .get('/feeds/products.xml', withPolicy(SEO_FILE), (c) =>
      answer(c, () =>
        asXml(writeProductFeed(db, publicUrl), new Set(['products', 'categories', 'settings']), 'application/rss+xml'),
      ),
    )
    .get('/feeds/stories.xml', withPolicy(SEO_FILE), (c) =>
      answer(c, () => asXml(writeStoryFeed(db, publicUrl), new Set(['stories']), 'application/atom+xml')),
    )
}

const REMEMBERED_MS = 60_000
/** A missing file may have been added by another process. */
const MISSED_AFTER_MS = 1000

/** Shares an expensive count for a minute, or for a second if more is requested. */
export function memoizeCount(count: () => Promise<number>): (wanted: number) => Promise<number> {
  let known: { count: Promise<number>; at: number } | undefined
  const countAnew = () => {
    const begun = { count: count(), at: performance.now() }
    known = begun
    begun.count.catch(() => {
      if (known === begun) known = undefined
    })
    return begun.count
  }
  return async (wanted) => {
    const before = known
    if (!before) return countAnew()
    const age = performance.now() - before.at
    if (age < MISSED_AFTER_MS) return before.count
    if (age < REMEMBERED_MS && wanted <= (await before.count)) return before.count
    // A concurrent caller may have started the count by now.
    return known && known !== before ? known.count : countAnew()
  }
}

/** With all headers, because cached responses pass no middleware. */
function toRendered({ type, body, shows }: SeoDocument, https: boolean): RenderedResponse {
  if (!body)
    return {
      status: 404,
      headers: { 'content-type': 'text/plain' },
      body: Buffer.from(NO_SUCH_FILE),
      tags: undefined,
    }
  return {
    status: 200,
    headers: {
      ...baseSecurityHeaders({ https }),
      ...PUBLIC_PAGE_HEADERS,
      'content-security-policy': NO_DOCUMENT_CSP,
      'content-type': type,
    },
    body,
    tags: shows,
  }
}

const responseOf = ({ status, headers, body }: RenderedResponse) =>
  new Response(new Uint8Array(body), { status, headers })
