import { type Context, Hono } from 'hono'
import { UNINDEXED_PREFIXES } from '#src/app/pages/page-policies.server.ts'
import { PUBLIC_PAGE_HEADERS } from '#src/app/pages/serve-cached.server.ts'
import type { Db } from '#src/db/database.server.ts'
import { type Reader, readDirectly } from '#src/db/servers/read-replica.server.ts'
import type { RenderedResponse, ResponseCache } from '#src/server/cache/response-cache.server.ts'
import { baseSecurityHeaders, NO_DOCUMENT_CSP } from '#src/server/http/security-headers.server.ts'
import {
  type CachePolicy,
  currentPolicy,
  isSharedResponse,
  PUBLIC_POLICY,
  withPolicy,
} from '#src/server/routes/route-policy.server.ts'
import { writeProductFeed, writeStoryFeed } from './feeds.server.ts'
import { writeSecurityTxt } from './security-txt.server.ts'
import { countSitemapFiles, type SitemapOptions, writeSitemap, writeSitemapFile } from './sitemap.server.ts'

const ROBOTS = ['User-agent: *', ...['/api/', ...UNINDEXED_PREFIXES].map((prefix) => `Disallow: ${prefix}`), ''].join(
  '\n',
)

/** The same for everyone and every query, until one of these tags changes. */
const seoFile = (...tags: string[]) => withPolicy({ ...PUBLIC_POLICY, ipLimit: 'pages', cache: { tags } })
const SITEMAP = seoFile('products', 'categories', 'stories', 'batches')
const SECURITY = { ...PUBLIC_POLICY, ipLimit: 'calls', whileClosed: true, cache: { tags: ['settings'] } } as const
const NO_SUCH_FILE = 'File not found.'

type SeoOptions = { db: Db; read?: Reader; cache: ResponseCache } & SitemapOptions

/** Serves robots.txt, security.txt, sitemaps and feeds from the response cache. */
export function seoRoutes({ db, read = readDirectly(db), cache, ...sitemap }: SeoOptions) {
  const { publicUrl } = sitemap
  const https = publicUrl.startsWith('https:')
  const answer = async (c: Context, type: string, write: () => Promise<Buffer | undefined>) => {
    const tags = new Set(tagsOf(currentPolicy(c)?.cache))
    const make = async () => toRendered(await write(), { type, tags, https })
    return import.meta.env.DEV ? responseOf(await make()) : cache.getOrCreate(c.req.path, c.req.raw.headers, make)
  }
  const asXml = (c: Context, write: () => Promise<Buffer | undefined>) =>
    answer(c, 'application/xml; charset=utf-8', write)
  const files = memoizeCount(() => read((db) => countSitemapFiles(db, sitemap)))
  const robots = Buffer.from(`${ROBOTS}\nSitemap: ${new URL('/sitemap.xml', publicUrl).href}\n`)
  return new Hono()
    .get('/robots.txt', seoFile(), (c) => answer(c, 'text/plain; charset=utf-8', async () => robots))
    .get('/.well-known/security.txt', withPolicy(SECURITY), (c) =>
      answer(c, 'text/plain; charset=utf-8', async () =>
        Buffer.from(await writeSecurityTxt(db, { publicUrl, now: new Date() })),
      ),
    )
    .get('/sitemap.xml', SITEMAP, (c) => asXml(c, () => read((db) => writeSitemap(db, sitemap))))
    .get('/:file{sitemap-[1-9]\\d{0,3}\\.xml}', SITEMAP, async (c) => {
      const nth = Number(/\d+/.exec(c.req.param('file'))?.[0])
      if (nth > (await files(nth))) return c.text(NO_SUCH_FILE, 404)
      return asXml(c, () => read((db) => writeSitemapFile(db, { ...sitemap, nth })))
    })
    .get('/feeds/products.xml', seoFile('products', 'categories', 'settings'), (c) =>
      answer(c, 'application/rss+xml', () => read((db) => writeProductFeed(db, publicUrl))),
    )
    .get('/feeds/stories.xml', seoFile('stories'), (c) =>
      answer(c, 'application/atom+xml', () => read((db) => writeStoryFeed(db, publicUrl))),
    )
}

const tagsOf = (cache: CachePolicy | undefined) => (isSharedResponse(cache) ? cache.tags : [])

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

type SeoFile = { type: string; tags: ReadonlySet<string>; https: boolean }

/** With all headers, because cached responses pass no middleware. */
function toRendered(body: Buffer | undefined, { type, tags, https }: SeoFile): RenderedResponse {
  const missing = { status: 404, headers: { 'content-type': 'text/plain' }, tags: undefined }
  if (!body) return { ...missing, body: Buffer.from(NO_SUCH_FILE) }
  const headers = {
    ...baseSecurityHeaders({ https }),
    ...PUBLIC_PAGE_HEADERS,
    'content-security-policy': NO_DOCUMENT_CSP,
    'content-type': type,
  }
  return { status: 200, headers, body, tags }
}

const responseOf = ({ status, headers, body }: RenderedResponse) =>
  new Response(new Uint8Array(body), { status, headers })
