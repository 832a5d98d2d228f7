import type { Context, MiddlewareHandler } from 'hono'
import { isStillAdmin } from '#src/features/account/guards.server.ts'
import { publicSettings } from '#src/features/settings/settings.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { openSoonPage } from './open-soon-page.server.ts'
import type { OpeningWatch } from './opening-watch.server.ts'

/** What goes on while the shop is closed: the admin's own calls and screens, what their sign-in needs, webhooks, pictures. */
const GOES_ON = [
  /^\/admin-login$/,
  /^\/admin(\/|$)/,
  /^\/api\/(admin|dashboard)\//,
  /^\/api\/upload$/,
  /^\/api\/auth\/user$/,
  /^\/api\/logout$/,
  /^\/api\/shop$/,
  /^\/api\/settings\/public$/,
  /^\/api\/csp-report$/,
  /^\/api\/payments\/webhook\//,
  /^\/uploads\//,
  /^\/previews\/house\.jpg$/,
]

/** After this search engines and people may look again. */
const RETRY_SECONDS = 3600
/** 503 and not 200: engines then keep nothing of a shop that is not there yet, and drop nothing of one that was. */
const CLOSED = { 'Retry-After': String(RETRY_SECONDS), 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' }

type Gate = { db: Db; opening: OpeningWatch; https: boolean }

/** Until the shop is opened, shoppers are told so whatever they ask for. A signed-in admin sees and does everything. */
export function keepShutUntilOpened({ db, opening, https }: Gate): MiddlewareHandler {
  return async (c, next) => {
    if (opening.isKnownOpen() || GOES_ON.some((path) => path.test(c.req.path))) return next()
    if ((await opening.isOpen()) || (await isStillAdmin(db, c))) return next()
    return answerClosed(c)
  }
  async function answerClosed(c: Context): Promise<Response> {
    const { path, method } = c.req
    if (path === '/robots.txt') return c.text('User-agent: *\nDisallow: /\n', 200, { 'Cache-Control': 'no-store' })
    if (path.startsWith('/api/') && !(path === '/api/login' && method === 'GET'))
      return c.json({ message: 'We open soon. Until then the shop takes no orders and no messages.' }, 503, CLOSED)
    if (/\.[a-z0-9]+$/.test(path)) return c.text('We open soon.', 503, CLOSED)
    return openSoonPage({ contact: (await publicSettings(db)).contact, https, headers: CLOSED })
  }
}
