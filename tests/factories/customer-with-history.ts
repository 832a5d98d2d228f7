import { eq } from 'drizzle-orm'
import { ORDER_EVENTS } from '#src/app/order-events.server.ts'
import { type Db, onlyRow } from '#src/db/database.server.ts'
import { addresses } from '#src/features/addresses/addresses.table.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { startSession } from '#src/features/auth/sessions/sessions.server.ts'
import { requestSignInCode } from '#src/features/auth/sign-in/sign-in-code.server.ts'
import { addSavedItems } from '#src/features/cart/saved-items/saved-items.server.ts'
import { joinWaitlist } from '#src/features/catalog/waitlist/join-waitlist.server.ts'
import { moderateReview, moderateStory } from '#src/features/community/moderation/moderate.server.ts'
import { createReview } from '#src/features/community/reviews/reviews.server.ts'
import { submitStory } from '#src/features/community/stories/stories.server.ts'
import { changeTicket } from '#src/features/contact/admin/inbox.server.ts'
import { submitTicket } from '#src/features/contact/contact.server.ts'
import { contactTickets } from '#src/features/contact/contact.table.server.ts'
import { acceptQuote, askAboutQuote } from '#src/features/custom-orders/quotes/accept-quote.server.ts'
import { answerQuestion } from '#src/features/custom-orders/quotes/answer-question.server.ts'
import { addOrderNote } from '#src/features/orders/admin/order-notes.server.ts'
import { setOrderStatus } from '#src/features/orders/change-order-status.server.ts'
import { cancelCustomerOrder } from '#src/features/orders/customer/customer-orders.server.ts'
import { setTracking } from '#src/features/orders/fulfilment/fulfil-order.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { shipments } from '#src/features/orders/shipments/shipments.table.server.ts'
import { initiatePayment } from '#src/features/payments/initiate-payment.server.ts'
import { rejectPayment } from '#src/features/payments/manual-upi/confirmation/confirm-payment.server.ts'
import { createManualUpiGateway } from '#src/features/payments/manual-upi/manual-upi-gateway.server.ts'
import { submitUtr } from '#src/features/payments/manual-upi/submit-utr.server.ts'
import { executeRefunds } from '#src/features/payments/refunds/refund-worker.server.ts'
import { createUtr } from '#tests/factories/payments/manual-upi.ts'
import { createCheckout, createTestPayments, type TestPaymentContext } from '#tests/factories/payments/payments.ts'
import { createAdmin } from './admins.ts'
import { createBulkQuote, insertBulkRequest } from './bulk-requests.ts'
import { insertProduct } from './catalog.ts'
import { createAcceptance, createQuotedOrder, TEST_ADMIN_EMAIL } from './custom-orders.ts'
import { createOrder, simulatePayment } from './orders.ts'
import { insertPromotion } from './promotions.ts'

/** A customer's personal data, each value unique in the database. */
export const CUSTOMER_DATA = {
  email: 'padmavathi.devikarani@mail.example',
  otherEmail: 'second.mailbox@other.example',
  accountName: 'Padmavathi',
  fullName: 'Padmavathi Devikarani',
  firstName: 'Padmavathi',
  lastName: 'Devikarani',
  phone: '9811122233',
  street: 'Plot 77 Peacock Lane',
  landmark: 'Opposite the blue temple',
  city: 'Warangal',
  pincode: '500098',
  instructions: 'Ring the brass bell twice',
  noteOfAdmin: 'Lives with her mother in law',
  cancelReason: 'My daughter has fallen ill',
  trackingNumber: 'TRK5566778899',
  awb: '321055706540',
  chocolateName: 'For little Arjunan',
  cardMessage: 'Many happy returns Arjunan',
  customMobile: '9844455566',
  company: 'Devikarani Looms Private Limited',
  gstin: '36AAAAA0000A1Z3',
  bulkMessage: 'With the names of our weavers',
  question: 'Would it be safe for my nephew',
  unreadStory: 'The story that nobody has read yet',
  refusedStory: 'The story that was refused by us',
  storyPlace: 'Kazipet',
  refusedReview: 'A review that was never published',
  ticketPhone: '040 2233 4455',
  ticketSubject: 'About my missing parcel',
  ticketMessage: 'The courier went to the neighbour',
  ticketReply: 'Your neighbour Lakshmi has the parcel',
  device: 'A peculiar browser on Haiku',
  vpa: 'padma.devi@okhdfc',
} as const

const address = {
  firstName: CUSTOMER_DATA.firstName,
  lastName: CUSTOMER_DATA.lastName,
  address: CUSTOMER_DATA.street,
  city: CUSTOMER_DATA.city,
  state: 'Telangana' as const,
  pincode: CUSTOMER_DATA.pincode,
  landmark: CUSTOMER_DATA.landmark,
}
const typed = {
  customerName: CUSTOMER_DATA.fullName,
  customerEmail: CUSTOMER_DATA.otherEmail,
  customerPhone: `+91${CUSTOMER_DATA.phone}`,
  shippingAddress: address,
  notes: CUSTOMER_DATA.instructions,
}

/** Creates a customer with every kind of data that the shop can store about one. */
export async function createCustomerWithHistory(db: Db) {
  const [context, admin] = [createTestPayments(db), await createAdmin(db)]
  const { id } = onlyRow(
    await db.insert(users).values({ email: CUSTOMER_DATA.email, name: CUSTOMER_DATA.accountName }).returning(),
  )
  const token = await startSession(db, { userId: id, kind: 'customer', device: CUSTOMER_DATA.device })
  const person = { id, email: CUSTOMER_DATA.email, cookie: `shop_session=${token}` }
  const shop = { db, context, admin, person, product: await insertProduct(db, { pricePaise: 80_000, stock: 40 }) }
  const ordered = await theirOrders(shop)
  const utr = await theirUtr(shop)
  await theirCustomOrders(shop)
  await theirBulkRequests(shop)
  await theirWords(shop, ordered.delivered)
  const home = { label: 'Her own home', phone: CUSTOMER_DATA.phone, shippingAddress: address }
  await db.insert(addresses).values({ ...home, userId: id, usedAt: new Date() })
  const soldOut = await insertProduct(db, { stock: 0 })
  await joinWaitlist(db, { productId: soldOut.id, email: person.email, isConfirmed: true })
  await addSavedItems(db, { userId: id, items: [{ productId: shop.product.id, kind: 'wish', quantity: 1 }] })
  const asking = { email: CUSTOMER_DATA.email, secret: 'a secret for tests', publicUrl: 'http://localhost:3000' }
  await requestSignInCode(db, { ...asking, nonce: 'their browser', address: '203.0.113.7' })
  return { ...shop, ...ordered, utr }
}

type Theirs = {
  db: Db
  context: TestPaymentContext
  admin: Awaited<ReturnType<typeof createAdmin>>
  person: { id: string; email: string; cookie: string }
  product: Awaited<ReturnType<typeof insertProduct>>
}

async function theirOrders({ db, context, admin, person, product }: Theirs) {
  const promotion = await insertPromotion(db)
  const buy = (checkout = {}, paid = true) =>
    createOrder(context, { customer: person, product, paid, checkout: { ...typed, ...checkout } })
  const move = (orderId: string, status: 'shipped' | 'completed') =>
    setOrderStatus(db, { orderId, status, by: admin }, ORDER_EVENTS)
  // Two cost Rs 870.00 with ten per cent off and Rs 150.00 for shipping.
  const delivered = await buy({ promoCode: promotion.code, amount: 870 })
  await addOrderNote(db, { orderId: delivered.id, by: admin, text: CUSTOMER_DATA.noteOfAdmin })
  await move(delivered.id, 'shipped')
  const tracking = { courier: 'Delhivery', number: CUSTOMER_DATA.trackingNumber }
  await setTracking(db, { orderId: delivered.id, by: admin, tracking })
  await move(delivered.id, 'completed')
  for (const one of [await buy(), await buy({}, false)])
    await cancelCustomerOrder(
      db,
      { orderId: one.id, userId: person.id, reason: CUSTOMER_DATA.cancelReason },
      ORDER_EVENTS,
    )
  await executeRefunds(context)
  const onItsWay = await buy()
  await db.insert(shipments).values({
    ...{ orderId: onItsWay.id, reference: onItsWay.reference, courier: 'shiprocket', rateId: '43' },
    ...{ rateName: 'Delhivery Surface', grams: 640, createdAt: new Date(), bookedAt: new Date() },
    ...{ awb: CUSTOMER_DATA.awb, courierOrderId: '281248157', courierShipmentId: '16090281' },
  })
  await move(onItsWay.id, 'shipped')
  return { delivered, onItsWay, promotion }
}

/** A UTR that the bank does not know, rejected by the admin. */
async function theirUtr({ db, context, admin, person, product }: Theirs): Promise<string> {
  const byHand = { ...context, gateway: createManualUpiGateway({ vpa: 'Golconda@okaxis', payeeName: 'Golconda' }) }
  const started = await initiatePayment(byHand, person.id, createCheckout(product, typed))
  const utr = createUtr(context.now(), '99887766')
  await submitUtr(byHand, person.id, { transactionId: started.transactionId, orderId: started.orderId, utr })
  await rejectPayment(byHand, { paymentId: started.transactionId, by: admin, reason: 'Not on the statement.' })
  const order = onlyRow(await db.select().from(orders).where(eq(orders.reference, started.orderId)))
  await cancelCustomerOrder(
    db,
    { orderId: order.id, userId: person.id, reason: CUSTOMER_DATA.cancelReason },
    ORDER_EVENTS,
  )
  return utr
}

async function theirCustomOrders({ db, context, admin, person }: Theirs): Promise<void> {
  const wish = {
    name: CUSTOMER_DATA.chocolateName,
    message: CUSTOMER_DATA.cardMessage,
    customerEmail: CUSTOMER_DATA.email,
    customerMobile: `+91${CUSTOMER_DATA.customMobile}`,
    userId: person.id,
  }
  const talkedAbout = await createQuotedOrder(context, 1850, wish)
  const link = { token: talkedAbout.token, userId: person.id }
  await askAboutQuote(db, { link, message: CUSTOMER_DATA.question, adminEmail: TEST_ADMIN_EMAIL, now: context.now() })
  await answerQuestion(db, { id: talkedAbout.id, message: 'It is safe.', by: admin })
  const bought = await createQuotedOrder(context, 1850, { ...wish, customerEmail: CUSTOMER_DATA.otherEmail })
  const acceptance = createAcceptance(2000, typed)
  const { clientTxnId, orderId } = await acceptQuote(context, { token: bought.token, userId: person.id }, acceptance)
  await simulatePayment(context, clientTxnId)
  const { id } = onlyRow(await db.select().from(orders).where(eq(orders.reference, orderId)))
  await setOrderStatus(db, { orderId: id, status: 'completed', by: admin }, ORDER_EVENTS)
}

/** One request that waits for its price, and one that was bought and delivered. */
async function theirBulkRequests({ db, context, admin, person, product }: Theirs): Promise<void> {
  const wish = {
    customerName: CUSTOMER_DATA.fullName,
    customerEmail: CUSTOMER_DATA.email,
    customerMobile: `+91${CUSTOMER_DATA.customMobile}`,
    company: CUSTOMER_DATA.company,
    gstin: CUSTOMER_DATA.gstin,
    message: CUSTOMER_DATA.bulkMessage,
    userId: person.id,
  }
  await insertBulkRequest(db, [{ product, quantity: 60 }], wish)
  const { token } = await createBulkQuote(context, [{ product, quantity: 3, unitPrice: 700 }], wish)
  const acceptance = createAcceptance(2100, {
    ...typed,
    companyName: CUSTOMER_DATA.company,
    buyerGstin: CUSTOMER_DATA.gstin,
  })
  const { clientTxnId, orderId } = await acceptQuote(context, { token, userId: person.id }, acceptance)
  await simulatePayment(context, clientTxnId)
  const { id } = onlyRow(await db.select().from(orders).where(eq(orders.reference, orderId)))
  await setOrderStatus(db, { orderId: id, status: 'completed', by: admin }, ORDER_EVENTS)
}

async function theirWords({ db, context, admin, person, product }: Theirs, delivered: { id: string }): Promise<void> {
  const story = {
    title: 'A story',
    authorName: CUSTOMER_DATA.fullName,
    authorEmail: CUSTOMER_DATA.email,
    location: CUSTOMER_DATA.storyPlace,
  }
  const decide = { by: admin, now: context.now(), publicUrl: 'http://localhost:3000' }
  await submitStory(db, { ...story, content: CUSTOMER_DATA.unreadStory }, { userId: person.id })
  const refused = await submitStory(db, { ...story, content: CUSTOMER_DATA.refusedStory }, { userId: person.id })
  await moderateStory(db, { ...decide, id: refused.id, status: 'rejected' })
  const shown = await submitStory(
    db,
    { ...story, content: 'A bar of chocolate on a rainy day.' },
    { userId: person.id },
  )
  await moderateStory(db, { ...decide, id: shown.id, status: 'published' })
  const words = { orderId: delivered.id, rating: 5, title: 'A review', text: CUSTOMER_DATA.refusedReview }
  const review = await createReview(db, { ...words, userId: person.id, productId: product.id })
  await moderateReview(db, { ...decide, id: review.id, status: 'rejected' })
  await submitTicket(
    db,
    {
      name: CUSTOMER_DATA.fullName,
      email: CUSTOMER_DATA.email,
      phone: CUSTOMER_DATA.ticketPhone,
      subject: CUSTOMER_DATA.ticketSubject,
      message: CUSTOMER_DATA.ticketMessage,
    },
    { userId: person.id, adminEmail: TEST_ADMIN_EMAIL },
  )
  const { id } = onlyRow(await db.select().from(contactTickets))
  await changeTicket(db, { id, status: 'answered', reply: CUSTOMER_DATA.ticketReply, by: admin })
}
