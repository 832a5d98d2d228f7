import type { Context } from 'hono'
import { html } from 'hono/html'
import { parseSessionToken } from '#src/features/auth/sessions/session-cookie.server.ts'
import { renderMessagePage } from '#src/server/render/message-page.server.ts'

/**
 * The admin's SameSite=Strict cookie is missing on navigations from mails and other sites. A page of ours reloads the
 * address: same-site, so the cookie is sent and this cannot loop.
 */
export function bounceCrossSiteNavigation(c: Context): Response | Promise<Response> | undefined {
  const isFromElsewhere = /^(cross|same)-site$/.test(c.req.header('sec-fetch-site') ?? '')
  if (!isFromElsewhere || parseSessionToken(c.req.header('cookie'))) return undefined
  const { pathname, search } = new URL(c.req.url)
  const address = `${pathname}${search}`
  const body = html`<h1>Continue to admin</h1><p><a href="${address}">Continue to admin</a></p>`
  return renderMessagePage({ title: 'Continue to admin', body, headers: { Refresh: `0; url=${address}` } })
}
