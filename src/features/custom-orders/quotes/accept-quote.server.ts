import { and, eq, isNotNull, ne, type SQL } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { type Paise, paise } from '#src/core/money.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type AccountOwner, findUserEmails } from '#src/features/auth/accounts/users.server.ts'
import { notifyAdminOfQuestion } from '#src/features/custom-orders/custom-order-notifications.server.ts'
import {
  type CustomOrderRow,
  type LockedCustomOrder,
  lockCustomOrder,
  recordCustomOrderEvent,
  withRetryOnChange,
} from '#src/features/custom-orders/custom-order-record.server.ts'
import { CustomOrderReference } from '#src/features/custom-orders/custom-orders.contract.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import type { AcceptQuote, Quote } from '#src/features/custom-orders/quotes/quotes.contract.ts'
import { keepShownPromise } from '#src/features/orders/delivery/delivery-promise.server.ts'
import { findReadyDay } from '#src/features/orders/delivery/ready-day.server.ts'
import type { OrderRow } from '#src/features/orders/orders.server.ts'
import {
  calculateQuotedTotals,
  findQuotedOrder,
  matchesQuotedOrder,
  placeQuotedOrder,
} from '#src/features/orders/place/place-quoted-order.server.ts'
import { type PaymentContext, retryPayment, startPayment } from '#src/features/payments/initiate-payment.server.ts'
import { voidUnpaidOrder } from '#src/features/payments/order-payment/order-outcome.server.ts'
import { isPaymentEnded } from '#src/features/payments/payment-status.ts'
import type { StartedPayment } from '#src/features/payments/payments.contract.ts'
import { toRupeeTotals } from '#src/features/pricing/totals/rupee-totals.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import { toDeliveryRules } from '#src/features/settings/settings-rules.ts'
import { loadConversation } from './answer-question.server.ts'
import { declineReason, isRequestOfCustomer, ownerOf } from './customer-requests.server.ts'
import { getQuoteState, resolveCraftingTime } from './quote-terms.ts'
import { describeGoods, loadQuotedGoods } from './quoted-goods.server.ts'
import { hashQuoteToken } from './send-quote.server.ts'

/** `token`: the secret of a mailed link, or the number of the customer's own request. */
type Link = { token: string; userId: string }

/** Creates the order of a quotation and starts its payment. A repeated call returns both. */
export async function acceptQuote(
  context: PaymentContext,
  { token, userId }: Link,
  input: AcceptQuote,
): Promise<StartedPayment> {
  let orderId = ''
  const started = await withRetryOnChange(() =>
    startPayment(context, { userId, saveAddress: input.saveAddress }, async (tx, { now, reservedUntil, holder }) => {
      await holder
      const locked = await lockQuote(tx, { token, userId })
      const accepted = await acceptLocked(tx, locked, { userId, input, now, reservedUntil })
      orderId = accepted.order.id
      return accepted
    }),
  )
  const { shipOn, deliverTo } = input
  const again = { ...context, shown: { shipOn, deliverTo } }
  return isPaymentEnded(started.status) ? retryPayment(again, userId, orderId) : started
}

type Acceptance = { userId: string; input: AcceptQuote; now: Date; reservedUntil: Date }

async function acceptLocked(tx: Db, { customOrder, order, isOwn }: LockedQuote, acceptance: Acceptance) {
  const { userId, input, now } = acceptance
  refuseOtherSenders(customOrder, userId)
  if (order?.paidAt && order.status !== 'cancelled')
    throw new DomainError('conflict', `This quotation is paid already, as order ${order.reference}.`, {
      paidOrderId: order.reference,
    })
  const { price, validUntil, quotedAt } = requireOpenQuote(customOrder, now)
  const crafting = resolveCraftingTime(
    { quotedAt, readyOn: customOrder.readyOn },
    toDeliveryRules(await readSettings(tx)),
  )
  const quotedOrder = {
    ...toQuotedOrder(customOrder, { userId, input, price, validUntil }),
    goods: await loadQuotedGoods(tx, customOrder),
    ...crafting,
    craftingMinutes: customOrder.craftingMinutes ?? 0,
  }
  if (order && order.status !== 'cancelled') {
    if (matchesQuotedOrder(order, quotedOrder))
      return { order: await keepShownPromise(tx, order, { now, shown: quotedOrder.shown }), isNew: false }
    refuseUnknownChange(order, acceptance)
    await voidUnpaidOrder(tx, order, { actor: 'customer', reason: reasonToVoid(order, userId) })
  }
  const placed = await placeQuotedOrder(tx, quotedOrder, acceptance)
  await tx
    .update(customOrders)
    .set({ orderId: placed.id, ...(isOwn && { userId, customerName: input.customerName }) })
    .where(eq(customOrders.id, customOrder.id))
  await recordCustomOrderEvent(tx, customOrder.id, { kind: 'accepted', actor: 'customer', amountPaise: price })
  return { order: placed, isNew: true }
}

/** Two tabs accept one quotation: the second must not cancel what the first is paying. */
function refuseUnknownChange(order: OrderRow, { userId, input }: Acceptance): void {
  if (order.userId === userId && input.replaces !== order.reference)
    throw new DomainError(
      'conflict',
      'You have accepted this quotation already, with other details. Please reload this page to pay for that order, or to change it.',
    )
}

const reasonToVoid = (order: OrderRow, userId: string) =>
  order.userId === userId
    ? 'The customer changed the order before paying'
    : 'The customer who asked for the quotation accepted it'

function requireOpenQuote({ status, quotedPaise, quotedAt, validUntil }: CustomOrderRow, now: Date) {
  if (status !== 'quoted' || quotedPaise === null || quotedAt === null || validUntil === null)
    throw new DomainError('conflict', 'This quotation can no longer be accepted.')
  if (validUntil <= now)
    throw new DomainError('conflict', 'This quotation is no longer valid. Please ask us for a new one.')
  return { price: paise(quotedPaise), validUntil, quotedAt }
}

type QuoteInput = { userId: string; input: AcceptQuote; price: Paise; validUntil: Date }

function toQuotedOrder(customOrder: CustomOrderRow, { userId, input, price, validUntil }: QuoteInput) {
  const { shipOn, deliverTo, saveAddress: _save, replaces: _replaces, ...form } = input
  return {
    userId,
    customOrderId: customOrder.id,
    price,
    form,
    paymentDeadline: validUntil,
    shown: { shipOn, deliverTo },
  }
}

export async function getQuote(db: Db, { token, userId }: Link, now: Date): Promise<Quote> {
  const [row] = await db
    .select()
    .from(customOrders)
    .where(await matchQuote(db, { token, userId }))
  if (!row || row.quotedPaise === null || row.quotedAt === null || row.validUntil === null) throw unknownQuote()
  const isOwn = (await ownerOf(db, row, await loadAccountOwner(db, userId))) === 'own'
  const accepted = await findQuotedOrder(db, row.orderId, userId)
  if (accepted && !accepted.isOwn && !(isOwn && !accepted.order.isPaid)) throw ofAnotherAccount()
  const found = accepted?.isOwn ? accepted : null
  const totals = found?.totals ?? (await calculateQuotedTotals(db, paise(row.quotedPaise)))
  const rules = toDeliveryRules(await readSettings(db))
  const crafting = resolveCraftingTime({ quotedAt: row.quotedAt, readyOn: row.readyOn }, rules)
  const work = { ...crafting, craftingMinutes: row.craftingMinutes ?? 0 }
  const { readyOn, ...usualArrival } = await findReadyDay(db, work, { now, ownOrder: found?.order.orderId })
  const { subtotal: price, discount: _, ...charged } = toRupeeTotals(totals)
  return {
    reference: row.reference,
    state: getQuoteState(row, now),
    ...(await describeGoods(db, row, { isOwn })),
    // The link may have been forwarded.
    customerEmail: isOwn ? row.customerEmail : '',
    price,
    ...charged,
    validUntil: row.validUntil.toISOString(),
    readyOn,
    craftingDays: work.craftingDays,
    craftingMinutes: work.craftingMinutes,
    usualArrival,
    neededBy: row.neededBy,
    notes: row.adminNotes ?? '',
    declinedBecause: await declineReason(db, row),
    conversation: await loadConversation(db, row.id),
    order: found?.order ?? null,
  }
}

type Question = { link: Link; message: string; adminEmail: string; now: Date }

export async function askAboutQuote(db: Db, { link, message, adminEmail, now }: Question): Promise<void> {
  await withRetryOnChange(() =>
    inTransaction(db, async (tx) => {
      const { customOrder } = await lockQuote(tx, link)
      const { id } = await recordCustomOrderEvent(tx, customOrder.id, {
        kind: 'question',
        actor: 'customer',
        text: message,
      })
      await tx.update(customOrders).set({ openQuestionAt: now }).where(eq(customOrders.id, customOrder.id))
      await notifyAdminOfQuestion(tx, customOrder, { id, question: message, adminEmail })
    }),
  )
}

type LockedQuote = LockedCustomOrder & { isOwn: boolean }

async function lockQuote(tx: Db, { token, userId }: Link): Promise<LockedQuote> {
  const locked = await lockCustomOrder(tx, await matchQuote(tx, { token, userId })).catch(toUnknownQuote)
  const owner = await ownerOf(tx, locked.customOrder, await loadAccountOwner(tx, userId))
  const quote = { ...locked, isOwn: owner === 'own' }
  refuseOtherAccounts(quote, userId)
  return quote
}

/** A secret opens any quotation, a number only the customer's own while it is not declined. */
async function matchQuote(db: Db, { token, userId }: Link): Promise<SQL | undefined> {
  if (!CustomOrderReference.safeParse(token).success) return eq(customOrders.quoteTokenHash, hashQuoteToken(token))
  const isOpen = and(isNotNull(customOrders.quoteTokenHash), ne(customOrders.status, 'cancelled'))
  return and(eq(customOrders.reference, token), isOpen, isRequestOfCustomer(await loadAccountOwner(db, userId)))
}

async function loadAccountOwner(db: Db, userId: string): Promise<AccountOwner> {
  const email = (await findUserEmails(db, [userId])).get(userId)
  if (email === undefined) throw unknownQuote()
  return { id: userId, email }
}

const unknownQuote = () =>
  new DomainError('not-found', 'This quotation is no longer available. A newer one may be in your mailbox.')

function toUnknownQuote(error: unknown): never {
  throw error instanceof DomainError && error.code === 'not-found' ? unknownQuote() : error
}

/** The first acceptance binds, but the owner of the request can take over what is not paid. */
function refuseOtherAccounts({ order, isOwn }: LockedQuote, userId: string): void {
  if (!order || order.status === 'cancelled' || order.userId === userId) return
  if (!isOwn || order.paidAt) throw ofAnotherAccount()
}

function refuseOtherSenders({ userId: sentBy }: CustomOrderRow, userId: string): void {
  if (sentBy !== null && sentBy !== userId)
    throw new DomainError('not-allowed', 'This quotation was made for another account. Please sign in with it.')
}

const ofAnotherAccount = () =>
  new DomainError('not-allowed', 'This quotation was accepted with another account. Please sign in with that one.')
