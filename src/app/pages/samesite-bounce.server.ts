import type { Context } from 'hono'
import { html } from 'hono/html'
import { parseSessionToken } from '#src/features/auth/sessions/session-cookie.server.ts'
import { renderMessagePage } from '#src/server/render/message-page.server.ts'

/** Links from mails come without the SameSite=Strict cookie. Reloading from a page of ours sends it, so no loop. */
export function bounceCrossSiteNavigation(c: Context): Response | Promise<Response> | undefined {
  const isFromElsewhere = /^(cross|same)-site$/.test(c.req.header('sec-fetch-site') ?? '')
  if (!isFromElsewhere || parseSessionToken(c.req.header('cookie'))) return undefined
  const { pathname, search } = new URL(c.req.url)
  const address = `${pathname}${search}`
  const body = html`<h1>Continue to admin</h1><p><a href="${address}">Continue to admin</a></p>`
  return renderMessagePage({ title: 'Continue to admin', body, headers: { Refresh: `0; url=${address}` } })
}
