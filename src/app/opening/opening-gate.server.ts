import type { Context, MiddlewareHandler } from 'hono'
import type { Db } from '#src/db/database.server.ts'
import { isStillAdmin } from '#src/features/auth/sessions/route-presets.server.ts'
import { readPublicSettings } from '#src/features/settings/settings.server.ts'
import { sendProblem } from '#src/server/http/problem.server.ts'
import { markRefused } from '#src/server/http/request-context.server.ts'
import { currentPolicy } from '#src/server/routes/route-policy.server.ts'
import { renderComingSoonPage } from './coming-soon-page.server.ts'
import type { OpeningState } from './opening-state.server.ts'
import { markAdminScreen, markClosedShopPreview } from './preview-banner.server.ts'

const RETRY_SECONDS = 3600
/** 503 instead of 200, so that search engines neither index nor drop pages. */
const CLOSED = { 'Retry-After': String(RETRY_SECONDS), 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' }

type Gate = { db: Db; opening: OpeningState; https: boolean }

export function blockUntilOpened({ db, opening, https }: Gate): MiddlewareHandler {
  return async (c, next) => {
    if (opening.isKnownOpen()) return next()
    const policy = currentPolicy(c)
    if (policy?.whileClosed) {
      if (policy.ipLimit === 'pages' && !(await opening.isOpen())) markAdminScreen(c)
      return next()
    }
    if (await opening.isOpen()) return next()
    if (!(await isStillAdmin(db, c))) return answerClosed(c)
    markClosedShopPreview(c)
    return next()
  }
  async function answerClosed(c: Context): Promise<Response> {
    const { path, method } = c.req
    if (path === '/robots.txt') return c.text('User-agent: *\nDisallow: /\n', 200, { 'Cache-Control': 'no-store' })
    markRefused('closed')
    if (path.startsWith('/api/') && !(path === '/api/login' && method === 'GET'))
      return sendProblem(c, { status: 503, code: 'shop-closed', message: OPENS_SOON, headers: CLOSED })
    if (/\.[a-z0-9]+$/.test(path)) return c.text('We open soon.', 503, CLOSED)
    return renderComingSoonPage({ settings: await readPublicSettings(db), https, headers: CLOSED })
  }
}

const OPENS_SOON = 'We open soon. Until then the shop takes no orders and no messages.'
