import { type Context, Hono } from 'hono'
import type { Db } from '#src/platform/database.server.ts'
import type { KeptAnswers, Made } from '#src/platform/kept-answers.server.ts'
import { headersOfEveryAnswer, NO_DOCUMENT } from '#src/platform/security-headers.server.ts'
import { writeProductFeed, writeStoryFeed } from './feeds.server.ts'
import { PUBLIC_PAGE_HEADERS } from './public-answers.server.ts'
import { countSitemapFiles, type Sitemap, writeSitemap, writeSitemapFile } from './sitemap.server.ts'

const ROBOTS = `User-agent: *
Disallow: /admin
Disallow: /api/
Disallow: /cart
Disallow: /checkout
Disallow: /orders
Disallow: /login
`

const ADDRESSES = new Set(['products', 'categories', 'stories', 'batches'])
const NO_SUCH_FILE = 'No such file.'
const XML = 'application/xml; charset=utf-8'

type Written = { type: string; body: Buffer | undefined; shows: ReadonlySet<string> }
type MachinePages = { db: Db; kept: KeptAnswers } & Sitemap

/**
 * What search engines and readers of feeds ask for. Kept in memory like pages, and written anew when what it shows changes:
 * the same for everybody, whoever they say they are and whatever stands behind the question mark.
 */
export function machinePages({ db, kept, ...sitemap }: MachinePages) {
  const { publicUrl } = sitemap
  const https = publicUrl.startsWith('https:')
  const answer = async (c: Context, write: () => Promise<Written>) => {
    const make = async () => madeOf(await write(), https)
    return import.meta.env.DEV ? responseOf(await make()) : kept.through(c.req.path, c.req.raw.headers, make)
  }
  const files = remembered(() => countSitemapFiles(db, sitemap))
  const asXml = async (
    body: Promise<Buffer | undefined>,
    shows: ReadonlySet<string>,
    type = XML,
  ): Promise<Written> => ({
    type,
    body: await body,
    shows,
  })
  return new Hono()
    .get('/robots.txt', (c) =>
      answer(c, async () => ({
        type: 'text/plain; charset=utf-8',
        body: Buffer.from(`${ROBOTS}\nSitemap: ${new URL('/sitemap.xml', publicUrl).href}\n`),
        shows: new Set(),
      })),
    )
    .get('/sitemap.xml', (c) => answer(c, () => asXml(writeSitemap(db, sitemap), ADDRESSES)))
    .get('/:file{sitemap-[1-9]\\d{0,3}\\.xml}', async (c) => {
      const nth = Number(/\d+/.exec(c.req.param('file'))?.[0])
      if (nth > (await files())) return c.text(NO_SUCH_FILE, 404)
      return answer(c, () => asXml(writeSitemapFile(db, { ...sitemap, nth }), ADDRESSES))
    })
    .get('/feeds/products.xml', (c) =>
      answer(c, () =>
        asXml(writeProductFeed(db, publicUrl), new Set(['products', 'categories', 'settings']), 'application/rss+xml'),
      ),
    )
    .get('/feeds/stories.xml', (c) =>
      answer(c, () => asXml(writeStoryFeed(db, publicUrl), new Set(['stories']), 'application/atom+xml')),
    )
}

const REMEMBERED_MS = 60_000

/** A number that costs a look at everything: all who ask within a minute share one. */
function remembered(count: () => Promise<number>): () => Promise<number> {
  let known: { count: Promise<number>; at: number } | undefined
  const forget = () => {
    known = undefined
  }
  return () => {
    const now = performance.now()
    if (known && now - known.at < REMEMBERED_MS) return known.count
    known = { count: count(), at: now }
    known.count.catch(forget)
    return known.count
  }
}

/** With all their headers, because what is kept is sent ahead of whoever adds them. */
function madeOf({ type, body, shows }: Written, https: boolean): Made {
  if (!body)
    return {
      status: 404,
      headers: { 'content-type': 'text/plain' },
      body: Buffer.from(NO_SUCH_FILE),
      shows: undefined,
    }
  return {
    status: 200,
    headers: {
      ...headersOfEveryAnswer({ https }),
      ...PUBLIC_PAGE_HEADERS,
      'content-security-policy': NO_DOCUMENT,
      'content-type': type,
    },
    body,
    shows,
  }
}

const responseOf = ({ status, headers, body }: Made) => new Response(new Uint8Array(body), { status, headers })
