import { desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { type Db, inTransaction, onlyRow } from '#src/db/database.server.ts'
import { addresses } from '#src/features/addresses/addresses.table.server.ts'
import type { AccountOwner } from '#src/features/auth/accounts/users.server.ts'
import { sessions, users } from '#src/features/auth/auth.table.server.ts'
import { savedItems } from '#src/features/cart/saved-items/saved-items.table.server.ts'
import { listWaitlistEntries } from '#src/features/catalog/waitlist/join-waitlist.server.ts'
import { reviews } from '#src/features/community/reviews/reviews.table.server.ts'
import { isStoryOfAccount, isStoryWithEmail } from '#src/features/community/stories/stories.server.ts'
import { stories } from '#src/features/community/stories/stories.table.server.ts'
import { isTicketOfAccount, isTicketWithEmail } from '#src/features/contact/contact.server.ts'
import { contactReplies, contactTickets } from '#src/features/contact/contact.table.server.ts'
import { findBulkLines } from '#src/features/custom-orders/bulk/bulk-lines.server.ts'
import { customOrderEvents, customOrders } from '#src/features/custom-orders/custom-orders.table.server.ts'
import { isRequestOfAccount, isRequestWithEmail } from '#src/features/custom-orders/quotes/customer-requests.server.ts'
import { creditNotes, invoices } from '#src/features/invoices/invoices.table.server.ts'
import { outboxMessages } from '#src/features/notifications/outbox/outbox.table.server.ts'
import { listCardLogos } from '#src/features/orders/card-logo/card-logos.server.ts'
import { orderLines, orderNotes, orderStatusChanges, orders } from '#src/features/orders/orders.table.server.ts'
import { exportShipments } from '#src/features/orders/shipments/shipment-lookups.server.ts'
import { submittedUtrs } from '#src/features/payments/manual-upi/manual-upi.table.server.ts'
import { payments, refunds } from '#src/features/payments/payments.table.server.ts'
import { promotions, promotionUses } from '#src/features/pricing/promotions/promotions.table.server.ts'
import { exportProblems } from '#src/features/problems/order-problems.server.ts'

/** Exports what the shop holds about a customer, without secrets; anonymous submissions are only counted. */
export async function exportMyData(db: Db, person: AccountOwner, now: Date) {
  return inTransaction(db, async (tx) => ({
    about: {
      shop: 'Golconda Cacao',
      madeAt: now.toISOString(),
      amounts: 'Fields that end in Paise: 100 make a rupee.',
    },
    account: await accountOf(tx, person),
    ...(await ordersOf(tx, person)),
    customOrders: await customOrdersOf(tx, person),
    ...(await wordsOf(tx, person)),
    ...(await restOf(tx, person)),
    sentWithYourAddress: await sentWithAddressOf(tx, person),
  }))
}

async function accountOf(tx: Db, { id }: AccountOwner) {
  const { email, name, createdAt, signedInAt } = users
  const account = onlyRow(await tx.select({ email, name, createdAt, signedInAt }).from(users).where(eq(users.id, id)))
  const { device, createdAt: since, lastSeenAt } = sessions
  const open = await tx.select({ device, since, lastSeenAt }).from(sessions).where(eq(sessions.userId, id))
  return { ...account, sessions: open }
}

async function ordersOf(tx: Db, { id }: AccountOwner) {
  const {
    contentHash: _hash,
    searchText: _search,
    userId: _user,
    isSample: _sample,
    trackingToken: _token,
    ...shown
  } = getTableColumns(orders)
  const rows = await tx.select(shown).from(orders).where(eq(orders.userId, id)).orderBy(desc(orders.createdAt))
  const ids = rows.map((row) => row.id)
  const lines = await tx.select().from(orderLines).where(inArray(orderLines.orderId, ids))
  const { orderId, from, to, actor, reason, createdAt } = orderStatusChanges
  const steps = await tx
    .select({ orderId, from, to, actor, reason, createdAt })
    .from(orderStatusChanges)
    .where(inArray(orderId, ids))
  const notes = await tx
    .select({ orderId: orderNotes.orderId, text: orderNotes.text, createdAt: orderNotes.createdAt })
    .from(orderNotes)
    .where(inArray(orderNotes.orderId, ids))
  const ofOrder =
    <Row extends { orderId: string }>(all: Row[]) =>
    (of: string) =>
      all.filter((one) => one.orderId === of)
  return {
    shipments: await exportShipments(tx, ids),
    orders: rows.map((row) => ({
      ...row,
      lines: ofOrder(lines)(row.id),
      history: ofOrder(steps)(row.id),
      ourNotes: ofOrder(notes)(row.id),
    })),
    ...(await moneyOf(tx, ids)),
  }
}

async function listOrderIds(tx: Db, userId: string): Promise<string[]> {
  const rows = await tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId))
  return rows.map(({ id }) => id)
}

async function moneyOf(tx: Db, orderIds: string[]) {
  const { id, orderId, provider, status, amountPaise, customerVpa, upiTxnId, paidAt, createdAt } = payments
  const paid = await tx
    .select({ id, orderId, provider, status, amountPaise, customerVpa, upiTxnId, paidAt, createdAt })
    .from(payments)
    .where(inArray(orderId, orderIds))
  const paymentIds = paid.map((row) => row.id)
  const issued = await tx.select().from(invoices).where(inArray(invoices.orderId, orderIds))
  const back = {
    paymentId: refunds.paymentId,
    orderId: refunds.orderId,
    amountPaise: refunds.amountPaise,
    state: refunds.state,
    bankReference: refunds.bankReference,
    createdAt: refunds.createdAt,
  }
  const invoiceIds = issued.map((row) => row.id)
  return {
    payments: paid,
    submittedUtrs: await tx.select().from(submittedUtrs).where(inArray(submittedUtrs.paymentId, paymentIds)),
    refunds: await tx.select(back).from(refunds).where(inArray(refunds.paymentId, paymentIds)),
    invoices: issued,
    creditNotes: await tx.select().from(creditNotes).where(inArray(creditNotes.invoiceId, invoiceIds)),
  }
}

async function customOrdersOf(tx: Db, person: AccountOwner) {
  const { quoteTokenHash: _token, userId: _user, ...shown } = getTableColumns(customOrders)
  const rows = await tx
    .select(shown)
    .from(customOrders)
    .where(isRequestOfAccount(person))
    .orderBy(desc(customOrders.createdAt))
  const { customOrderId, kind, actor, text, createdAt } = customOrderEvents
  const ids = rows.map((row) => row.id)
  const said = await tx
    .select({ customOrderId, kind, actor, text, createdAt })
    .from(customOrderEvents)
    .where(inArray(customOrderId, ids))
  const lines = await findBulkLines(tx, ids)
  return rows.map((row) => ({
    ...row,
    lines: lines.get(row.id) ?? [],
    history: said.filter((one) => one.customOrderId === row.id),
  }))
}

async function wordsOf(tx: Db, person: AccountOwner) {
  const { searchText: _search, userId: _user, ...ticket } = getTableColumns(contactTickets)
  const { userId: _author, ...story } = getTableColumns(stories)
  const tickets = await tx.select(ticket).from(contactTickets).where(isTicketOfAccount(person))
  const { ticketId, text, createdAt } = contactReplies
  const ids = tickets.map((row) => row.id)
  const replies = await tx.select({ ticketId, text, createdAt }).from(contactReplies).where(inArray(ticketId, ids))
  return {
    stories: await tx.select(story).from(stories).where(isStoryOfAccount(person)),
    reviews: await tx.select().from(reviews).where(eq(reviews.userId, person.id)),
    messagesToTheStudio: tickets.map((row) => ({
      ...row,
      replies: replies.filter((reply) => reply.ticketId === row.id),
    })),
  }
}

/** The sender is not verified, so none of the text is included. */
async function sentWithAddressOf(tx: Db, person: AccountOwner) {
  const request = { reference: customOrders.reference, sentAt: customOrders.createdAt }
  const ticket = { number: contactTickets.number, sentAt: contactTickets.createdAt }
  const story = { id: stories.id, status: stories.status, sentAt: stories.createdAt }
  return {
    about:
      'Someone who was not signed in sent these with your e-mail address. We do not know whether that was you, so texts, names and telephone numbers are left out. To learn more, write to us and mention the number. If you delete your account, we delete these, too.',
    customOrders: await tx.select(request).from(customOrders).where(isRequestWithEmail(person)),
    messagesToTheStudio: await tx.select(ticket).from(contactTickets).where(isTicketWithEmail(person)),
    stories: await tx.select(story).from(stories).where(isStoryWithEmail(person)),
  }
}

async function restOf(tx: Db, { id, email }: AccountOwner) {
  const used = { code: promotions.code, order: promotionUses.ownerReference, at: promotionUses.createdAt }
  const mail = {
    channel: outboxMessages.channel,
    to: outboxMessages.to,
    subject: outboxMessages.subject,
    text: outboxMessages.text,
    createdAt: outboxMessages.createdAt,
    sentAt: outboxMessages.sentAt,
  }
  const { userId: _user, ...address } = getTableColumns(addresses)
  return {
    addresses: await tx.select(address).from(addresses).where(eq(addresses.userId, id)),
    cardLogos: await listCardLogos(tx, id),
    ...(await exportProblems(tx, { userId: id, orderIds: await listOrderIds(tx, id) })),
    saved: await tx.select().from(savedItems).where(eq(savedItems.userId, id)),
    waitingFor: await listWaitlistEntries(tx, email),
    promoCodesUsed: await tx
      .select(used)
      .from(promotionUses)
      .innerJoin(promotions, eq(promotions.id, promotionUses.promotionId))
      .where(eq(promotionUses.userId, id)),
    messagesToYou: await tx
      .select(mail)
      .from(outboxMessages)
      .where(eq(sql`lower(${outboxMessages.to})`, email.toLowerCase()))
      .orderBy(desc(outboxMessages.createdAt)),
  }
}
