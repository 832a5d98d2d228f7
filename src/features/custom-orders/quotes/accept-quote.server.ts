import { and, eq, isNotNull, ne, type SQL } from 'drizzle-orm'
import { DomainError } from '#src/core/domain-error.ts'
import { type Paise, paise, rupees } from '#src/core/money.ts'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { type AccountOwner, findUserEmails } from '#src/features/auth/accounts/users.server.ts'
import { isPaymentEnded } from '#src/features/checkout/payment-dialog/order-attempt.ts'
import { notifyAdminOfQuestion } from '#src/features/custom-orders/custom-order-notifications.server.ts'
import { customOrderLineName } from '#src/features/custom-orders/custom-order-options.ts'
import {
  type CustomOrderRow,
  type LockedCustomOrder,
  lockCustomOrder,
  recordCustomOrderEvent,
  withRetryOnChange,
} from '#src/features/custom-orders/custom-order-record.server.ts'
import {
  type AcceptQuote,
  CustomOrderReference,
  type Quote,
} from '#src/features/custom-orders/custom-orders.contract.ts'
import { customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import {
  calculateQuotedTotals,
  findQuotedOrder,
  matchesQuotedOrder,
  placeQuotedOrder,
  type QuotedOrder,
} from '#src/features/orders/place/place-quoted-order.server.ts'
import { type PaymentContext, retryPayment, startPayment } from '#src/features/payments/initiate-payment.server.ts'
import { voidUnpaidOrder } from '#src/features/payments/order-payment/order-outcome.server.ts'
import type { StartedPayment } from '#src/features/payments/payments.contract.ts'
import { readSettings } from '#src/features/settings/read-settings.server.ts'
import { toDeliveryRules } from '#src/features/settings/settings-rules.ts'
import { loadConversation } from './answer-question.server.ts'
import { declineReason, isRequestOfCustomer, ownerOf } from './customer-requests.server.ts'
import { calculateReadyDate, getQuoteState, resolveCraftingTime } from './quote-terms.ts'
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
    startPayment(context, userId, async (tx, { now, reservedUntil }) => {
      const locked = await lockQuote(tx, { token, userId })
      const accepted = await acceptLocked(tx, locked, { userId, input, now, reservedUntil })
      orderId = accepted.order.id
      return accepted
    }),
  )
  return isPaymentEnded(started.status) ? retryPayment(context, userId, orderId) : started
}

type Acceptance = { userId: string; input: AcceptQuote; now: Date; reservedUntil: Date }

async function acceptLocked(tx: Db, { customOrder, order }: LockedCustomOrder, acceptance: Acceptance) {
  const { userId, input, now } = acceptance
  if (order?.paidAt && order.status !== 'cancelled')
    throw new DomainError('conflict', `This quotation is paid already, as order ${order.reference}.`, {
      paidOrderId: order.reference,
    })
  const { price, validUntil, quotedAt } = requireOpenQuote(customOrder, now)
  const crafting = resolveCraftingTime(
    { quotedAt, readyOn: customOrder.readyOn },
    toDeliveryRules(await readSettings(tx)),
  )
  const quotedOrder = { ...toQuotedOrder(customOrder, { userId, input, price, validUntil }), ...crafting }
  if (order && order.status !== 'cancelled') {
    if (matchesQuotedOrder(order, quotedOrder)) return { order, isNew: false }
    await voidUnpaidOrder(tx, order, { actor: 'customer', reason: 'The customer changed the order before paying' })
  }
  const placed = await placeQuotedOrder(tx, quotedOrder, acceptance)
  const owner = await ownerOf(tx, customOrder, await loadAccountOwner(tx, userId))
  await tx
    .update(customOrders)
    .set({ orderId: placed.id, ...ownerFields(owner, quotedOrder) })
    .where(eq(customOrders.id, customOrder.id))
  await recordCustomOrderEvent(tx, customOrder.id, { kind: 'accepted', actor: 'customer', amountPaise: price })
  return { order: placed, isNew: true }
}

/** A request without an account moves to the payer and loses its address, because the link may have been forwarded. */
function ownerFields(owner: 'own' | 'others' | 'no-account', { userId, form }: QuotedOrder) {
  if (owner === 'others') return {}
  const contact =
    owner === 'no-account' ? { customerEmail: form.customerEmail, customerMobile: form.customerPhone } : {}
  return { userId, customerName: form.customerName, ...contact }
}

function requireOpenQuote({ status, quotedPaise, quotedAt, validUntil }: CustomOrderRow, now: Date) {
  if (status !== 'quoted' || quotedPaise === null || quotedAt === null || validUntil === null)
    throw new DomainError('conflict', 'This quotation can no longer be accepted.')
  if (validUntil <= now)
    throw new DomainError('conflict', 'This quotation is no longer valid. Please ask us for a new one.')
  return { price: paise(quotedPaise), validUntil, quotedAt }
}

type QuoteInput = { userId: string; input: AcceptQuote; price: Paise; validUntil: Date }

function toQuotedOrder(customOrder: CustomOrderRow, { userId, input, price, validUntil }: QuoteInput) {
  return {
    userId,
    customOrderId: customOrder.id,
    name: customOrderLineName(customOrder),
    price,
    form: input,
    paymentDeadline: validUntil,
  }
}

export async function getQuote(db: Db, { token, userId }: Link, now: Date): Promise<Quote> {
  const [row] = await db
    .select()
    .from(customOrders)
    .where(await matchQuote(db, { token, userId }))
  if (!row || row.quotedPaise === null || row.quotedAt === null || row.validUntil === null) throw unknownQuote()
  const found = await findQuotedOrder(db, row.orderId, userId)
  if (found && !found.isOwn) throw ofAnotherAccount()
  const isOwn = (await ownerOf(db, row, await loadAccountOwner(db, userId))) === 'own'
  const { subtotal, shipping, total } = await calculateQuotedTotals(db, paise(row.quotedPaise))
  const rules = toDeliveryRules(await readSettings(db))
  const crafting = resolveCraftingTime({ quotedAt: row.quotedAt, readyOn: row.readyOn }, rules)
  const { flavor, concentration, ingredients, shape, packaging, occasion, quantity } = row
  const chosen = { flavor, concentration, ingredients, shape, packaging, occasion, quantity }
  return {
    reference: row.reference,
    state: getQuoteState(row, now),
    composition: { ...chosen, message: row.message ?? '', name: row.name ?? '' },
    // The link may have been forwarded.
    customerEmail: isOwn ? row.customerEmail : '',
    price: rupees(subtotal),
    shipping: rupees(shipping),
    total: rupees(total),
    validUntil: row.validUntil.toISOString(),
    readyOn: calculateReadyDate(crafting, now, rules),
    craftingDays: crafting.craftingDays,
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

async function lockQuote(tx: Db, { token, userId }: Link): Promise<LockedCustomOrder> {
  const locked = await lockCustomOrder(tx, await matchQuote(tx, { token, userId })).catch(toUnknownQuote)
  refuseOtherAccounts(locked, userId)
  return locked
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

/** An accepted quotation belongs to the account that accepted it first. */
function refuseOtherAccounts({ order }: LockedCustomOrder, userId: string): void {
  if (order && order.status !== 'cancelled' && order.userId !== userId) throw ofAnotherAccount()
}

const ofAnotherAccount = () =>
  new DomainError('not-allowed', 'This quotation was accepted with another account. Please sign in with that one.')
