import { createMiddleware } from 'hono/factory'
import { html } from 'hono/html'
import { parseSessionToken } from '#src/features/auth/sessions/session-cookie.server.ts'
import { renderMessagePage } from '#src/server/render/message-page.server.ts'

/**
 * The maker's cookie stays at home when a mail or another site leads to the desk (session-cookie.server.ts). Whoever
 * arrives so is sent on by a page of our own, and with that step the cookie comes along: the desk opens for those who are
 * signed in, and the sign-in for those who are not. The second request is no more from elsewhere, so this cannot go on.
 */
export const bounceCrossSiteNavigation = createMiddleware(async (c, next) => {
  const isFromElsewhere = /^(cross|same)-site$/.test(c.req.header('sec-fetch-site') ?? '')
  if (!isFromElsewhere || parseSessionToken(c.req.header('cookie'))) return next()
  const { pathname, search } = new URL(c.req.url)
  const address = `${pathname}${search}`
  const body = html`<h1>Continue to admin</h1><p><a href="${address}">Continue to admin</a></p>`
  return renderMessagePage({ title: 'Continue to admin', body, headers: { Refresh: `0; url=${address}` } })
})
