import { createRoute } from '@hono/zod-openapi'
import { html } from 'hono/html'
import { z } from 'zod'
import { formatDayAndTime } from '#src/core/dates.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { jsonAnswer, keepPrivate } from '#src/platform/api-shapes.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { plainPage } from '#src/platform/plain-page.server.ts'
import { KeptMessage, MailboxFilter } from './notifications.contract.ts'
import { listKeptMessages } from './notifications.server.ts'

const keptMessages = createRoute({
  method: 'get',
  path: '/demo/messages',
  request: { query: MailboxFilter },
  responses: {
    200: jsonAnswer('Messages that a live shop would have sent, newest first.', z.array(KeptMessage)),
  },
})

const mailbox = createRoute({
  method: 'get',
  path: '/demo/mailbox',
  request: { query: MailboxFilter },
  responses: { 200: { description: 'The same as a page.', content: { 'text/html': { schema: z.string() } } } },
})

/** To be mounted in demo mode only: whoever reads the mailbox can sign in as anybody. */
export function demoMailboxApi({ db }: { db: Db }) {
  return apiRouter()
    .openapi(keptMessages, async (c) => {
      keepPrivate(c)
      return c.json(await listKeptMessages(db, c.req.valid('query').to), 200)
    })
    .openapi(mailbox, async (c) => {
      const { to } = c.req.valid('query')
      return mailboxPage(await listKeptMessages(db, to), to)
    })
}

function mailboxPage(kept: KeptMessage[], to: string | undefined) {
  const body = html`<h1>Demo mailbox</h1>
    <p class="muted">This shop is a demonstration: it sends nothing. What it would have sent${to ? ` to ${to}` : ''} stands here, newest first.</p>
    ${kept.length === 0 ? html`<p>Nothing has been sent yet.</p>` : html`<ol class="rows">${kept.map(messageRow)}</ol>`}`
  return plainPage({ title: 'Demo mailbox', body, wide: true })
}

const messageRow = ({ channel, to, subject, text, createdAt }: KeptMessage) =>
  html`<li>
    <h2>${subject || 'Text message'}</h2>
    <p class="muted">${channel === 'email' ? 'E-mail' : 'SMS'} to ${to}, <time datetime="${createdAt}">${formatDayAndTime(createdAt)}</time></p>
    <pre>${text}</pre>
  </li>`
