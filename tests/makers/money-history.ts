import { eq, inArray, sql } from 'drizzle-orm'
import { paise } from '#src/core/money.ts'
import { ShopError } from '#src/core/shop-error.ts'
import { setOrderStatus } from '#src/features/orders/order-status.server.ts'
import { cancelOwnOrder } from '#src/features/orders/own-order.server.ts'
import { acceptMoney, keepMoney, sendBack } from '#src/features/payments/money-decisions.server.ts'
import { onOrderCancelled } from '#src/features/payments/order-cancellation.server.ts'
import type { ProviderReport } from '#src/features/payments/payment-provider.server.ts'
import { initiatePayment, payAgain } from '#src/features/payments/payments.server.ts'
import { payments, refundsDue } from '#src/features/payments/payments.table.server.ts'
import {
  askDueQuestions,
  cancelForgottenOrders,
  closeOverduePayments,
  verifyPayment,
} from '#src/features/payments/questions.server.ts'
import { executeRefunds } from '#src/features/payments/refund-executor.server.ts'
import { requestRefund } from '#src/features/payments/refunds.server.ts'
import { applyReport } from '#src/features/payments/settlement.server.ts'
import { markDoneOutside } from '#src/features/payments/stray-money.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { type MovedMoney, news, ofMoney, type RefundMood } from '#tests/doubles/bank.ts'
import { type Attempt, type Stage, withAttempts, withOrder } from './money-stage.ts'
import type { MoneyStep } from './money-steps.ts'

type Step<Name> = Extract<MoneyStep, { do: Name }>

/** Plays one step. What the shop refuses in words is refused; anything else that is thrown is a defect. */
export async function play(stage: Stage, step: MoneyStep): Promise<void> {
  try {
    await act(stage, step)
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
  }
}

async function act(stage: Stage, step: MoneyStep): Promise<unknown> {
  switch (step.do) {
    case 'start':
      return start(stage, step)
    case 'pay again':
      return withOrder(stage, step.order, ({ id, userId }) => payAgain(stage.till, userId, id))
    case 'webhook':
      return webhook(stage, step)
    case 'webhook of long ago':
      return repeat(stage, stage.delivered[step.nth])
    case 'money moves in silence':
      return withAttempts(stage, step.order, async ([first]) => void moveMoney(stage, first))
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

function start({ till, carts }: Stage, { order }: Step<'start'>) {
  const cart = carts[order]
  return cart && initiatePayment(till, cart.shopper.id, cart.checkout)
}

async function webhook(stage: Stage, step: Step<'webhook'>) {
  await withAttempts(stage, step.order, async (attempts) => {
    const attempt = step.attempt === 'first' ? attempts[0] : attempts.at(-1)
    if (!attempt) return
    const report = reportOf(stage, step, attempt)
    if (!report) return
    await deliver(stage, report)
    if (step.twice) await repeat(stage, report)
  })
}

function reportOf(stage: Stage, step: Step<'webhook'>, attempt: Attempt): ProviderReport | undefined {
  const { clientTxnId } = attempt
  if (step.says === 'declined') return news(clientTxnId, { kind: 'failure', reason: 'Insufficient funds' })
  if (step.says === 'pending') return news(clientTxnId, { kind: 'pending' })
  if (step.money === 'new') return news(clientTxnId, ofMoney(moveMoney(stage, attempt, step.says)))
  const isOwn = (money: MovedMoney) => money.clientTxnId === clientTxnId
  const known = stage.bank.moved.findLast((money) => (step.money === 'before' ? isOwn(money) : !isOwn(money)))
  return known && news(clientTxnId, ofMoney(known))
}

const OFF_BY = { paid: 0, 'too little': -100, 'too much': 100, 'in dollars': 0 }

/** Somebody's bank moves money for this attempt; the shop does not know yet. */
function moveMoney({ bank, till }: Stage, attempt?: Attempt, what: keyof typeof OFF_BY = 'paid'): MovedMoney {
  const money = {
    clientTxnId: attempt?.clientTxnId ?? 'KCNOBODY',
    upiTxnId: String(600_000_000_000 + bank.moved.length),
    amount: paise((attempt?.amountPaise ?? 0) + OFF_BY[what]),
    currency: what === 'in dollars' ? 'USD' : 'INR',
    at: till.now(),
  }
  bank.moved.push(money)
  return money
}

function deliver(stage: Stage, report: ProviderReport) {
  stage.delivered.push(report)
  return receive(stage, report)
}

function receive({ till, bank }: Stage, report: ProviderReport) {
  return applyReport(till, { ...bank.lie(report), provider: bank.provider.name, source: 'webhook' })
}

/** The same webhook again must find the shop as it leaves it: same states, same rows, same messages (india.md 7.4, 5). */
async function repeat(stage: Stage, report?: ProviderReport) {
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
      (select json_agg(r.state order by r.id) from refunds_due r) as refunds, (select count(*) from messages) as messages,
      (select count(*) from money_received) as received, (select count(*) from invoices) as invoices,
      (select count(*) from order_status_changes) as changes`)
  return JSON.stringify(rows)
}

/** The clock moves on, and the shop does what is due by then. */
async function wait(stage: Stage, { minutes, asked }: Step<'wait'>) {
  const { till, bank } = stage
  till.passMinutes(minutes)
  bank.mood.asked = asked
  await askDueQuestions(till)
  await closeOverduePayments(till)
  await cancelForgottenOrders(till)
  await tellBank(stage, 'processed')
  stage.dutiesDone = till.now()
}

function look(stage: Stage, { order, asked }: Step<'look'>) {
  stage.bank.mood.asked = asked
  return withOrder(stage, order, async ({ id, userId, reference }) => {
    const [attempt] = await stage.db.select().from(payments).where(eq(payments.orderId, id)).limit(1)
    if (attempt) await verifyPayment(stage.till, userId, { transactionId: attempt.id, orderId: reference })
  })
}

function cancel({ db, maker, ...stage }: Stage, { order, by }: Step<'cancel'>) {
  return withOrder({ db, ...stage }, order, ({ id, userId }) =>
    by === 'shopper'
      ? cancelOwnOrder(db, { userId, orderId: id }, onOrderCancelled)
      : setOrderStatus(db, { orderId: id, status: 'cancelled', reason: 'Out of cocoa', by: maker }, onOrderCancelled),
  )
}

/** The maker wants to give some of it back; then the clock tells the bank. */
function refund(stage: Stage, { order, share, key, bank }: Step<'refund'>) {
  return withAttempts(stage, order, async (attempts) => {
    const paid = attempts.find(({ status }) => status === 'success') ?? attempts[0]
    if (!paid) return
    const amount = SHARES[share](paid.amountPaise)
    await requestRefund(stage.db, {
      ...{ paymentId: paid.id, amount: paise(amount), reason: 'It had melted', key: `history-${order}-${key}` },
      ...{ by: stage.maker, now: stage.till.now() },
    })
    await tellBank(stage, bank)
  })
}

const SHARES = {
  whole: (amount: number) => amount,
  half: (amount: number) => Math.floor(amount / 2),
  'more than there is': (amount: number) => amount + 1,
}

/** The maker decides about the money that waits longest. */
async function decide(stage: Stage, { what, bank }: Step<'decide'>) {
  const { till, db, maker: by } = stage
  const [waiting] = await db
    .select({ id: refundsDue.id })
    .from(refundsDue)
    .where(inArray(refundsDue.state, ['due', 'failed']))
    .orderBy(refundsDue.createdAt)
    .limit(1)
  if (!waiting) return
  const decision = { id: waiting.id, by }
  if (what === 'done-outside') await markDoneOutside(db, { ...decision, bankReference: 'NEFT000001', now: till.now() })
  if (what === 'send-back') await sendBack(till, decision)
  if (what === 'accept') await acceptMoney(till, { ...decision, reason: 'It is close enough' })
  if (what === 'keep') await keepMoney(till, { ...decision, reason: 'They took a box instead' })
  await tellBank(stage, bank)
}

async function tellBank({ till, bank }: Stage, mood: RefundMood) {
  bank.mood.refund = mood
  await executeRefunds(till)
}
