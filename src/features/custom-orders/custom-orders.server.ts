import { randomInt } from 'node:crypto'
import { and, eq, notInArray } from 'drizzle-orm'
import { formatDayAndTime } from '#src/core/dates.ts'
import { formatPrice, rupees } from '#src/core/money.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { forgetMessagesAbout, queueMessage } from '#src/features/notifications/notifications.server.ts'
import { type Db, inTransaction } from '#src/platform/database.server.ts'
import { priceBand, priceComposition } from './composition-price.rules.ts'
import type { NewCustomOrder } from './custom-orders.contract.ts'
import {
  type CustomOrderStatus,
  FLAVOR_NAMES,
  INGREDIENT_NAMES,
  OCCASION_NAMES,
  PACKAGING_NAMES,
  QUOTE_PROMISE,
  SHAPE_NAMES,
  strengthOf,
} from './custom-orders.rules.ts'
import { customOrders } from './custom-orders.table.server.ts'
import { quoteDueAt } from './quote-clock.rules.ts'

type Submission = {
  order: NewCustomOrder
  /** Who is told that a quotation is owed. */
  makerEmail: string
  receivedAt: Date
  /** False when too many came in at once: the request is kept, and nobody is written to. */
  tellPeople?: boolean
}

/**
 * Keeps a composed chocolate for the maker to quote, starts the clock of the promise, and tells the shopper (e-mail and
 * SMS) and the maker (e-mail) in the same transaction.
 */
export async function submitCustomOrder(db: Db, submission: Submission): Promise<{ reference: string; dueAt: Date }> {
  const { order, receivedAt, tellPeople = true } = submission
  const dueAt = quoteDueAt(receivedAt)
  return inTransaction(db, async (tx) => {
    const kept = await keep(tx, { order, receivedAt, dueAt })
    if (tellPeople) {
      await tellShopper(tx, kept)
      await tellMaker(tx, kept, submission.makerEmail)
    }
    return { reference: kept.reference, dueAt }
  })
}

type CustomOrderRow = typeof customOrders.$inferSelect

async function keep(
  tx: Db,
  { order, receivedAt, dueAt }: { order: NewCustomOrder; receivedAt: Date; dueAt: Date },
): Promise<CustomOrderRow> {
  const { name, occasion, message, ...chosen } = order
  const [row] = await tx
    .insert(customOrders)
    .values({
      ...chosen,
      name: name || null,
      occasion: occasion || null,
      message: message || null,
      reference: newReference(),
      estimatePaise: priceComposition(order).total,
      dueAt,
      createdAt: receivedAt,
    })
    .onConflictDoNothing({ target: customOrders.reference })
    .returning()
  // The reference was taken, once in a thousand million: the next one is another.
  return row ?? keep(tx, { order, receivedAt, dueAt })
}

/** Without I, O, 0 and 1, which people mistake for each other on the telephone. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

function newReference(): string {
  return `CC-${Array.from({ length: 6 }, () => SIGNS[randomInt(SIGNS.length)]).join('')}`
}

async function tellShopper(tx: Db, order: CustomOrderRow): Promise<void> {
  const due = formatDayAndTime(order.dueAt.toISOString())
  await queueMessage(tx, {
    channel: 'email',
    to: order.customerEmail,
    subject: `${SHOP_NAME}: your custom chocolate ${order.reference}`,
    text: `Thank you. Our maker has your composition and sends you a detailed quotation with pricing and delivery timeline by SMS and e-mail, by ${due}.\n\n${described(order)}\n\n${usualPrice(order)} The maker's quotation is what counts.\n\nYour number for questions: ${order.reference}\n\n${SHOP_NAME}`,
    dedupeKey: messageKey('email', order.id),
  })
  // Nothing that the visitor typed: an SMS must not carry strangers' words to a number that they chose.
  await queueMessage(tx, {
    channel: 'sms',
    to: order.customerMobile,
    subject: '',
    text: `${SHOP_NAME}: we have your custom chocolate request ${order.reference}. Quotation by SMS and e-mail by ${due}.`,
    dedupeKey: messageKey('sms', order.id),
  })
}

async function tellMaker(tx: Db, order: CustomOrderRow, makerEmail: string): Promise<void> {
  await queueMessage(tx, {
    channel: 'email',
    to: makerEmail,
    subject: `Quotation owed by ${formatDayAndTime(order.dueAt.toISOString())}: ${order.reference}`,
    text: `${described(order)}\n\n${usualPrice(order)}\n\nCustomer: ${order.customerMobile}, ${order.customerEmail}\n\nPromised: ${QUOTE_PROMISE}`,
    dedupeKey: messageKey('maker', order.id),
  })
}

function described(order: CustomOrderRow): string {
  const lines: [string, string | null][] = [
    ['Name', order.name],
    ['Flavor', FLAVOR_NAMES[order.flavor]],
    ['Strength', `${order.concentration} % (${strengthOf(order.concentration).label})`],
    ['Ingredients', order.ingredients.map((id) => INGREDIENT_NAMES[id]).join(', ')],
    ['Occasion', order.occasion && OCCASION_NAMES[order.occasion]],
    ['Shape', SHAPE_NAMES[order.shape]],
    ['Packaging', PACKAGING_NAMES[order.packaging]],
    ['Quantity', String(order.quantity)],
    ['Message on the card', order.message],
  ]
  return lines.flatMap(([what, said]) => (said ? [`${what}: ${said}`] : [])).join('\n')
}

function usualPrice(order: CustomOrderRow): string {
  const { from, to } = priceBand({ ...order, message: order.message ?? '' })
  return `Such a chocolate usually costs ${formatPrice(rupees(from))} to ${formatPrice(rupees(to))} in all.`
}

const AGREED: CustomOrderStatus[] = ['confirmed', 'in-production']

/**
 * A person leaves: what they asked for and what was written about it is deleted. A chocolate that is agreed upon stays
 * until it is made, because the maker still owes it; one that was made stays as a figure, without them.
 */
export async function forgetCustomOrdersOf(tx: Db, email: string): Promise<void> {
  const theirs = and(eq(customOrders.customerEmail, email), notInArray(customOrders.status, AGREED))
  const nobody = { customerEmail: '', customerMobile: '', name: null, message: null }
  const made = await tx
    .update(customOrders)
    .set(nobody)
    .where(and(theirs, eq(customOrders.status, 'completed')))
    .returning({ id: customOrders.id })
  const deleted = await tx.delete(customOrders).where(theirs).returning({ id: customOrders.id })
  const messages = [...made, ...deleted].flatMap(({ id }) => ADDRESSEES.map((to) => messageKey(to, id)))
  await forgetMessagesAbout(tx, messages)
}

const ADDRESSEES = ['email', 'sms', 'maker'] as const
const messageKey = (to: (typeof ADDRESSEES)[number], id: string) => `custom-order-received:${to}:${id}`
