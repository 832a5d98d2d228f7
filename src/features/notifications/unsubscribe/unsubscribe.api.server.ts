import { z } from '@hono/zod-openapi'
import { html } from 'hono/html'
import { renderMessagePage } from '#src/server/render/message-page.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute, PUBLIC } from '#src/server/routes/define-route.server.ts'
import { formUpTo } from '#src/server/routes/route-policy.server.ts'
import { MAIL_TOPICS, type MailTopic, readUnsubscribeToken } from './unsubscribe-link.server.ts'

const page = (description: string) => ({ description, content: { 'text/html': { schema: z.string() } } })

const definition = {
  ...PUBLIC,
  whileClosed: true,
  params: z.object({ token: z.string().max(700) }),
  responses: { 200: page('A page for people.'), 404: page('The link is not valid.') },
} as const

/** Changes nothing: mail scanners open every link. */
const showRoute = defineRoute('get', '/unsubscribe/{token}', { ...definition, summary: 'Ask whether to stop e-mails' })

/** Mail programs call it without a session (RFC 8058). */
const stopRoute = defineRoute('post', '/unsubscribe/{token}', {
  ...definition,
  summary: 'Stop e-mails of a kind, with one click',
  crossOrigin: true,
  body: formUpTo(4),
})

type Unsubscribe = { stops: Record<MailTopic, (email: string) => Promise<void>> }

export function unsubscribeApi({ stops }: Unsubscribe) {
  return createApiRouter()
    .openapi(showRoute(), (c) => {
      const found = readUnsubscribeToken(c.req.valid('param').token)
      return found ? renderQuestion(found) : renderInvalidLink()
    })
    .openapi(stopRoute(), async (c) => {
      const found = readUnsubscribeToken(c.req.valid('param').token)
      if (!found) return renderInvalidLink()
      await stops[found.topic](found.email)
      return renderStopped(found)
    })
}

type Found = { email: string; topic: MailTopic }

function renderQuestion({ email, topic }: Found) {
  const body = html`<h1>Stop these e-mails?</h1>
    <p>We will no longer write to <strong>${email}</strong> ${MAIL_TOPICS[topic].when}. You still get e-mails about your orders.</p>
    <form method="post"><button type="submit">Stop these e-mails</button></form>`
  return renderMessagePage({ title: 'Stop e-mails', body })
}

function renderStopped({ email, topic }: Found) {
  const body = html`<h1>E-mails stopped</h1>
    <p>We no longer write to <strong>${email}</strong> ${MAIL_TOPICS[topic].when}. ${MAIL_TOPICS[topic].again}</p>
    <p><a href="/products">To the chocolates</a></p>`
  return renderMessagePage({ title: 'E-mails stopped', body })
}

function renderInvalidLink() {
  const body = html`<h1>Link not valid</h1>
    <p>Please copy the whole link from the e-mail, or <a href="/contact">write to us</a>: we will stop the e-mails for you.</p>`
  return renderMessagePage({ title: 'Link not valid', body, status: 404 })
}
