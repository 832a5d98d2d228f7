import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { servePages } from '#src/app/pages/page-policies.server.ts'
import { sendPage } from '#src/app/pages/page-response.server.ts'
import { countProductsOnSale } from '#src/features/catalog/food/stored-facts.server.ts'
import { findMailProblem } from '#src/features/notifications/outbox/mail-delivery.server.ts'
import { openShop } from '#src/features/settings/opening/opening.server.ts'
import { inTestTransaction } from '#src/testing/test-database.ts'
import { createAdmin } from '#tests/factories/admins.ts'
import { completeOpeningChecklist } from '#tests/factories/opening.ts'
import { blockUntilOpened } from './opening-gate.server.ts'
import { createOpeningState } from './opening-state.server.ts'
import { withPreviewBanner } from './preview-banner.server.ts'

const PAGE = '<html><head><title>$& Shop</title></head><body>The whole shop</body></html>'
const RIBBON = 'Closed: only you see this.'

it('an admin who previews the closed shop sees a banner on every page until it is open', () =>
  inTestTransaction(async (db) => {
    const opening = createOpeningState(db, 'live')
    const render = (request: Request) =>
      request.url.endsWith('/file')
        ? new Response(PAGE, { headers: { 'content-type': 'text/plain' } })
        : new Response(PAGE, { status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } })
    const server = new Hono()
    server.use(blockUntilOpened({ db, opening, https: false }))
    servePages(server, (c, { policy }) => sendPage(c, withPreviewBanner(c, { render, https: false }), policy))
    const admin = await createAdmin(db)
    const page = async (path: string, cookie = admin.cookie) => {
      const answer = await server.request(path, { headers: { cookie } })
      return { status: answer.status, text: await answer.text() }
    }
    const seen = await page('/products')
    expect(seen.status).toBe(404)
    expect(seen.text).toMatch(/<style id="[^"]+">[^<]*Closed: only you see this\.[^<]*<\/style><\/head><body>/)
    expect(await page('/file')).toEqual({ status: 200, text: PAGE })
    expect((await page('/products', '')).text).not.toContain(RIBBON)
    for (const cookie of [admin.cookie, '']) {
      const signIn = await page('/admin-login', cookie)
      expect(signIn.text).toMatch(
        /<style>body:has\(#admin-sign-in\) :is\(header,footer\){display:none}<\/style><\/head>/,
      )
      expect(signIn.text).not.toContain(RIBBON)
    }
    await completeOpeningChecklist(db)
    await openShop(db, { mode: 'live', countProductsOnSale, findMailProblem, by: admin })
    opening.invalidate('opening')
    for (const path of ['/products', '/admin-login']) expect(await page(path)).toEqual({ status: 404, text: PAGE })
  }))
