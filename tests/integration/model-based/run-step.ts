import { eq, inArray, sql } from 'drizzle-orm'
import { ORDER_EVENTS } from '#src/app/order-events.server.ts'
import { DomainError } from '#src/core/domain-error.ts'
import { paise } from '#src/core/money.ts'
import type { Db } from '#src/db/database.server.ts'
import { setOrderStatus } from '#src/features/orders/change-order-status.server.ts'
import { cancelCustomerOrder } from '#src/features/orders/customer/customer-orders.server.ts'
import type { GatewayEvent } from '#src/features/payments/gateways/payment-gateway.server.ts'
import { initiatePayment, retryPayment } from '#src/features/payments/initiate-payment.server.ts'
import { payments, refunds } from '#src/features/payments/payments.table.server.ts'
import {
  cancelStaleOrders,
  expireOverduePayments,
  pollDuePayments,
} from '#src/features/payments/polling/due-payments.server.ts'
import { verifyPayment } from '#src/features/payments/polling/poll-gateway.server.ts'
import { processPaymentEvent } from '#src/features/payments/process-payment-event.server.ts'
import {
  acceptPayment,
  issueRefund,
  waiveRefund,
} from '#src/features/payments/reconciliation/resolve-unmatched.server.ts'
import { recordExternalRefund } from '#src/features/payments/reconciliation/unmatched-payments.server.ts'
import { executeRefunds } from '#src/features/payments/refunds/refund-worker.server.ts'
import { requestRefund } from '#src/features/payments/refunds/request-refund.server.ts'
import { type BankTransfer, createPaymentEvent, type RefundBehaviour, toSuccessStatus } from '#tests/fakes/bank.ts'
import type { MoneyStep } from './money-steps.ts'
import { type PaymentAttempt, type Scenario, withPaymentAttempts, withScenarioOrder } from './scenario.ts'

type Step<Name> = Extract<MoneyStep, { do: Name }>

/** Runs one step. Domain errors are fine; any other error is a defect. */
export async function runMoneyStep(stage: Scenario, step: MoneyStep): Promise<void> {
  try {
    await act(stage, step)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
  }
}

async function act(stage: Scenario, step: MoneyStep): Promise<unknown> {
  switch (step.do) {
    case 'start':
      return start(stage, step)
    case 'pay again':
      return withScenarioOrder(stage, step.order, ({ id, userId }) => retryPayment(stage.context, userId, id))
    case 'webhook':
      return webhook(stage, step)
    case 'webhook of long ago':
      return repeat(stage, stage.delivered[step.nth])
    case 'money moves in silence':
      return withPaymentAttempts(stage, step.order, async ([first]) => void moveMoney(stage, first))
    case 'wait':
      return wait(stage, step)
    case 'look':
      return look(stage, step)
    case 'cancel':
      return cancel(stage, step)
    case 'refund':
      return refund(stage, step)
    case 'decide':
      return decide(stage, step)
  }
}

function start({ context, carts }: Scenario, { order }: Step<'start'>) {
  const cart = carts[order]
  return cart && initiatePayment(context, cart.customer.id, cart.checkout)
}

async function webhook(stage: Scenario, step: Step<'webhook'>) {
  await withPaymentAttempts(stage, step.order, async (attempts) => {
    const attempt = step.attempt === 'first' ? attempts[0] : attempts.at(-1)
    if (!attempt) return
    const report = reportOf(stage, step, attempt)
    if (!report) return
    await deliver(stage, report)
    if (step.twice) await repeat(stage, report)
  })
}

function reportOf(stage: Scenario, step: Step<'webhook'>, attempt: PaymentAttempt): GatewayEvent | undefined {
  const { clientTxnId } = attempt
  if (step.says === 'declined')
    return createPaymentEvent(clientTxnId, { kind: 'failure', reason: 'Insufficient funds' })
  if (step.says === 'pending') return createPaymentEvent(clientTxnId, { kind: 'pending' })
  if (step.money === 'new')
    return createPaymentEvent(clientTxnId, toSuccessStatus(moveMoney(stage, attempt, step.says)))
  const isOwn = (money: BankTransfer) => money.clientTxnId === clientTxnId
  const known = stage.bank.transfers.findLast((money) => (step.money === 'before' ? isOwn(money) : !isOwn(money)))
  return known && createPaymentEvent(clientTxnId, toSuccessStatus(known))
}

const OFF_BY = { paid: 0, 'too little': -100, 'too much': 100, 'in dollars': 0 }

/** A bank transfer for this attempt, not reported to the shop yet. */
function moveMoney(
  { bank, context }: Scenario,
  attempt?: PaymentAttempt,
  what: keyof typeof OFF_BY = 'paid',
): BankTransfer {
  const money = {
    clientTxnId: attempt?.clientTxnId ?? 'KCNOBODY',
    upiTxnId: String(600_000_000_000 + bank.transfers.length),
    amount: paise((attempt?.amountPaise ?? 0) + OFF_BY[what]),
    currency: what === 'in dollars' ? 'USD' : 'INR',
    at: context.now(),
  }
  bank.transfers.push(money)
  return money
}

function deliver(stage: Scenario, report: GatewayEvent) {
  stage.delivered.push(report)
  return receive(stage, report)
}

function receive({ context, bank }: Scenario, report: GatewayEvent) {
  return processPaymentEvent(context, { ...bank.lie(report), provider: bank.provider.name, source: 'webhook' })
}

/** A repeated webhook must change nothing: same states, rows and messages. */
async function repeat(stage: Scenario, report?: GatewayEvent) {
  if (!report) return
  const before = await fingerprint(stage.db)
  await receive(stage, report)
  const after = await fingerprint(stage.db)
  if (after !== before) throw new Error(`The same event twice changed the shop:\n${before}\n${after}`)
}

async function fingerprint(db: Db): Promise<string> {
  const { rows } = await db.execute(sql`
    select (select json_agg(p.status order by p.id) from payments p) as payments,
      (select json_agg(o.status order by o.id) from orders o) as orders,
      (select json_agg(json_build_array(stock, reserved)) from products) as shelf,
      (select count(*) from payment_events) as events, (select count(*) from stock_ledger) as moves,
      (select json_agg(r.state order by r.id) from refunds r) as refunds, (select count(*) from outbox) as messages,
      (select count(*) from payment_captures) as received, (select count(*) from invoices) as invoices,
      (select count(*) from order_status_changes) as changes`)
  return JSON.stringify(rows)
}

/** Advances the clock and runs the jobs that are due. */
async function wait(stage: Scenario, { minutes, bankStatus }: Step<'wait'>) {
  const { context, bank } = stage
  context.advanceMinutes(minutes)
  bank.behaviour.status = bankStatus
  await pollDuePayments(context)
  await expireOverduePayments(context)
  await cancelStaleOrders(context)
  await tellBank(stage, 'processed')
  stage.jobsRanAt = context.now()
}

function look(stage: Scenario, { order, bankStatus }: Step<'look'>) {
  stage.bank.behaviour.status = bankStatus
  return withScenarioOrder(stage, order, async ({ id, userId, reference }) => {
    const [attempt] = await stage.db.select().from(payments).where(eq(payments.orderId, id)).limit(1)
    if (attempt) await verifyPayment(stage.context, userId, { transactionId: attempt.id, orderId: reference })
  })
}

function cancel({ db, admin, ...stage }: Scenario, { order, by }: Step<'cancel'>) {
  return withScenarioOrder({ db, ...stage }, order, ({ id, userId }) =>
    by === 'customer'
      ? cancelCustomerOrder(db, { userId, orderId: id }, ORDER_EVENTS)
      : setOrderStatus(db, { orderId: id, status: 'cancelled', reason: 'Out of cocoa', by: admin }, ORDER_EVENTS),
  )
}

/** The admin requests a partial refund; then the job sends it. */
function refund(stage: Scenario, { order, share, key, bank }: Step<'refund'>) {
  return withPaymentAttempts(stage, order, async (attempts) => {
    const paid = attempts.find(({ status }) => status === 'success') ?? attempts[0]
    if (!paid) return
    const amount = SHARES[share](paid.amountPaise)
    await requestRefund(stage.db, {
      ...{ paymentId: paid.id, amount: paise(amount), reason: 'It had melted', key: `history-${order}-${key}` },
      ...{ by: stage.admin, now: stage.context.now() },
    })
    await tellBank(stage, bank)
  })
}

const SHARES = {
  whole: (amount: number) => amount,
  half: (amount: number) => Math.floor(amount / 2),
  'more than there is': (amount: number) => amount + 1,
}

/** The admin resolves the oldest unmatched payment. */
async function decide(stage: Scenario, { what, bank }: Step<'decide'>) {
  const { context, db, admin: by } = stage
  const [waiting] = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(inArray(refunds.state, ['due', 'failed']))
    .orderBy(refunds.createdAt)
    .limit(1)
  if (!waiting) return
  const decision = { id: waiting.id, by }
  if (what === 'done-outside') await recordExternalRefund(context, { ...decision, bankReference: 'NEFT000001' })
  if (what === 'send-back') await issueRefund(context, decision)
  if (what === 'accept') await acceptPayment(context, { ...decision, reason: 'It is close enough' })
  if (what === 'keep') await waiveRefund(context, { ...decision, reason: 'They took a box instead' })
  await tellBank(stage, bank)
}

async function tellBank({ context, bank }: Scenario, mood: RefundBehaviour) {
  bank.behaviour.refund = mood
  await executeRefunds(context)
}
