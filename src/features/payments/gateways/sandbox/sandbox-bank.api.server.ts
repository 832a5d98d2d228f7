import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { html } from 'hono/html'
import { DomainError } from '#src/core/domain-error.ts'
import { formatAmount, paise, rupees } from '#src/core/money.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { SandboxDecision } from '#src/features/payments/payments.contract.ts'
import { renderMessagePage } from '#src/server/render/message-page.server.ts'
import { jsonResponse } from '#src/server/routes/api-helpers.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { PUBLIC } from '#src/server/routes/define-route.server.ts'
import { formUpTo, withPolicy } from '#src/server/routes/route-policy.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import {
  findSandboxPayment,
  SANDBOX,
  type SandboxOptions,
  type SignedWebhook,
  simulateBankDecision,
} from './sandbox-gateway.server.ts'

export type DeliverWebhook = (path: string, webhook: SignedWebhook) => Promise<Response>

const bankPage = { 'text/html': { schema: z.string() } }
const described = { path: '/demo/upi/{clientTxnId}', request: { params: z.object({ clientTxnId: z.string() }) } }
const pageRoute = {
  ...described,
  method: 'get',
  summary: 'Show the test bank of the demo',
  responses: { 200: { description: 'A page with Pay and Decline', content: bankPage } },
} as const
const decisionRoute = {
  ...described,
  method: 'post',
  summary: "Simulate the customer's bank: pay or decline",
  request: {
    ...described.request,
    body: { required: true, content: { 'application/json': { schema: SandboxDecision } } },
  },
  responses: {
    200: {
      description: 'The shop received the webhook; a form is answered with a page',
      content: {
        'application/json': { schema: SandboxDecision.extend({ success: z.literal(true) }) },
        'text/html': { schema: z.string() },
      },
    },
    400: jsonResponse('Unknown outcome', z.object({ message: z.string() })),
  },
} as const

/** The sandbox bank page with Pay and Decline, and the same as an API. Demo mode only. */
export function sandboxBankApi({ sandbox, deliver }: { sandbox: SandboxOptions; deliver: DeliverWebhook }) {
  const api = createApiRouter()
  // Registered by hand: a form and a JSON body share this handler.
  api.openAPIRegistry.registerPath(pageRoute)
  api.openAPIRegistry.registerPath(decisionRoute)
  return api
    .get('/demo/upi/:clientTxnId', withPolicy(PUBLIC), async (c) => {
      const entry = await findSandboxPayment(sandbox.db, paymentIn(c))
      return entry.outcome === 'success' ? paidPage(entry.amountPaise) : decisionPage(entry)
    })
    .post('/demo/upi/:clientTxnId', withPolicy({ ...PUBLIC, body: FORM_OR_JSON }), async (c) => {
      const isForm = !c.req.header('content-type')?.includes('json')
      const sent = await (isForm ? c.req.parseBody() : c.req.json()).catch(() => undefined)
      const decision = SandboxDecision.safeParse(sent)
      if (!decision.success) throw new DomainError('invalid', 'The outcome is either success or failure.')
      const clientTxnId = paymentIn(c)
      const webhook = await simulateBankDecision(sandbox, clientTxnId, decision.data.outcome)
      const delivered = await deliver(`/api/payments/webhook/${SANDBOX}`, webhook)
      // As with a real bank, the payment stands even when the webhook fails; polling finds it.
      if (!delivered.ok)
        log.warn("The sandbox's webhook was refused", { payment: clientTxnId, status: delivered.status })
      const entry = await findSandboxPayment(sandbox.db, clientTxnId)
      if (!isForm) return c.json({ success: true, outcome: entry.outcome })
      return entry.outcome === 'success' ? paidPage(entry.amountPaise) : declinedPage(clientTxnId)
    })
}

const FORM = formUpTo(64)
const FORM_OR_JSON = { ...FORM, accepts: [...FORM.accepts, 'application/json'] }

/** Rejects characters that the database refuses. */
function paymentIn(c: Context): string {
  const clientTxnId = c.req.param('clientTxnId') ?? ''
  if (!/^[A-Za-z0-9]{1,35}$/.test(clientTxnId)) throw new DomainError('not-found', 'Payment not found.')
  return clientTxnId
}

const amountOf = (amountPaise: number) => formatAmount(rupees(paise(amountPaise)))

function decisionPage({ clientTxnId, amountPaise }: { clientTxnId: string; amountPaise: number }) {
  return renderMessagePage({
    title: 'Test bank',
    body: html`<h1>Pay ${amountOf(amountPaise)}</h1>
      <p>to ${SHOP_NAME}</p>
      <p class="hint">This is the demo's test bank. No real money moves.</p>
      <form method="post" action="/api/demo/upi/${clientTxnId}">
        <button name="outcome" value="success">Pay</button>
        <button name="outcome" value="failure" class="quiet">Decline</button>
      </form>`,
  })
}

function paidPage(amountPaise: number) {
  return renderMessagePage({
    title: 'Paid',
    body: html`<h1>Paid</h1>
      <p>${amountOf(amountPaise)} to ${SHOP_NAME}.</p>
      <p>You can go back to the shop.</p>
      <p><a href="/orders">See your orders</a></p>`,
  })
}

function declinedPage(clientTxnId: string) {
  return renderMessagePage({
    title: 'Declined',
    body: html`<h1>Declined</h1>
      <p>The bank did not pay. You can try again.</p>
      <p><a href="/api/demo/upi/${clientTxnId}">Try again</a></p>
      <p><a href="/checkout">Back to the shop</a></p>`,
  })
}
