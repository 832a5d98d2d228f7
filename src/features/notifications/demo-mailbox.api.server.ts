import { html } from 'hono/html'
import { z } from 'zod'
import { formatDayAndTime } from '#src/core/dates.ts'
import type { Db } from '#src/db/database.server.ts'
import { listMailboxMessages } from '#src/features/notifications/outbox/outbox.server.ts'
import { renderMessagePage } from '#src/server/render/message-page.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute, PUBLIC } from '#src/server/routes/define-route.server.ts'
import { CHANNEL_LABELS, MailboxFilter, MailboxMessage } from './notifications.contract.ts'

const listMailbox = defineRoute('get', '/demo/messages', {
  ...PUBLIC,
  query: MailboxFilter,
  summary: 'List the messages of the demo',
  ok: ['Messages that a live shop would have sent, newest first.', z.array(MailboxMessage)],
})

const mailbox = defineRoute('get', '/demo/mailbox', {
  ...PUBLIC,
  query: MailboxFilter,
  responses: { 200: { description: 'The same as an HTML page.', content: { 'text/html': { schema: z.string() } } } },
})

/** Mounted in demo mode only: anyone who reads this mailbox can sign in as anyone. */
export function demoMailboxApi({ db }: { db: Db }) {
  return createApiRouter()
    .openapi(listMailbox(), async (c) => {
      return c.json(await listMailboxMessages(db, c.req.valid('query').to), 200)
    })
    .openapi(mailbox(), async (c) => {
      const { to } = c.req.valid('query')
      return mailboxPage(await listMailboxMessages(db, to), to)
    })
}

function mailboxPage(messages: MailboxMessage[], to: string | undefined) {
  const body = html`<h1>Demo mailbox</h1>
    <p class="muted">This shop is a demo: it sends nothing. These are the messages it would have sent${to ? ` to ${to}` : ''}, newest first.</p>
    ${messages.length === 0 ? html`<p>Nothing has been sent yet.</p>` : html`<ol class="rows">${messages.map(messageRow)}</ol>`}`
  return renderMessagePage({ title: 'Demo mailbox', body, wide: true })
}

const messageRow = ({ channel, to, subject, text, createdAt }: MailboxMessage) =>
  html`<li>
    <h2>${subject || CHANNEL_LABELS[channel]}</h2>
    <p class="muted">${CHANNEL_LABELS[channel]} to ${to}, <time datetime="${createdAt}">${formatDayAndTime(createdAt)}</time></p>
    <pre>${text}</pre>
  </li>`
