import { eq } from 'drizzle-orm'
import { users } from '#src/features/account/account.table.server.ts'
import { startSession } from '#src/features/account/sessions.server.ts'
import { requestSignInCode } from '#src/features/account/sign-in-code.server.ts'
import { submitTicket } from '#src/features/contact/contact.server.ts'
import { acceptQuote, askAboutQuote } from '#src/features/custom-orders/accepting.server.ts'
import { answerQuestion } from '#src/features/custom-orders/answering.server.ts'
import { addOrderNote } from '#src/features/orders/order-notes.server.ts'
import { setTracking } from '#src/features/orders/order-packing.server.ts'
import { setOrderStatus } from '#src/features/orders/order-status.server.ts'
import { orders } from '#src/features/orders/orders.table.server.ts'
import { cancelOwnOrder } from '#src/features/orders/own-order.server.ts'
import { rejectPayment } from '#src/features/payments/manual-confirming.server.ts'
import { tellUtr } from '#src/features/payments/manual-telling.server.ts'
import { createManualUpi } from '#src/features/payments/manual-upi.server.ts'
import { onOrderCancelled } from '#src/features/payments/order-cancellation.server.ts'
import { initiatePayment } from '#src/features/payments/payments.server.ts'
import { executeRefunds } from '#src/features/payments/refund-executor.server.ts'
import { moderateReview } from '#src/features/reviews/moderation.server.ts'
import { writeReview } from '#src/features/reviews/reviews.server.ts'
import { keepSaved } from '#src/features/saved/saved.server.ts'
import { moderateStory } from '#src/features/stories/moderation.server.ts'
import { submitStory } from '#src/features/stories/stories.server.ts'
import { type Db, onlyRow } from '#src/platform/database.server.ts'
import { aProduct } from './catalog.ts'
import { anAcceptance, aQuotedOrder, MAKER_EMAIL } from './custom-orders.ts'
import { aMaker } from './maker.ts'
import { aUtr } from './manual-upi.ts'
import { anOrder, moneyArrives } from './orders.ts'
import { aCheckout, aTill, type TestTill } from './payments.ts'
import { aPromotion } from './promotions.ts'

/** What a person has told the shop about themselves, each value unlike anything else in it. */
export const TOLD = {
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
  pincode: '506002',
  instructions: 'Ring the brass bell twice',
  noteOfAdmin: 'Lives with her mother in law',
  cancelReason: 'My daughter has fallen ill',
  trackingNumber: 'TRK5566778899',
  chocolateName: 'For little Arjunan',
  cardMessage: 'Many happy returns Arjunan',
  customMobile: '9844455566',
  question: 'Would it be safe for my nephew',
  unreadStory: 'The story that nobody has read yet',
  refusedStory: 'The story that was refused by us',
  storyPlace: 'Kazipet',
  refusedReview: 'A review that was never published',
  ticketPhone: '040 2233 4455',
  ticketSubject: 'About my missing parcel',
  ticketMessage: 'The courier went to the neighbour',
  device: 'A peculiar browser on Haiku',
  vpa: 'padma.devi@okhdfc',
} as const

const address = {
  firstName: TOLD.firstName,
  lastName: TOLD.lastName,
  address: TOLD.street,
  city: TOLD.city,
  state: 'Telangana' as const,
  pincode: TOLD.pincode,
  landmark: TOLD.landmark,
}
const typed = {
  customerName: TOLD.fullName,
  customerEmail: TOLD.otherEmail,
  customerPhone: `+91${TOLD.phone}`,
  shippingAddress: address,
  notes: TOLD.instructions,
}

/**
 * A customer with everything that the shop can know of one: orders of every end, custom orders, a quotation that was talked
 * about, stories, reviews, a ticket, saved products, a promo code, UTRs, a refund, sessions, and the messages about all of it.
 */
export async function aWholePerson(db: Db) {
  const [till, admin] = [aTill(db), await aMaker(db)]
  const { id } = onlyRow(await db.insert(users).values({ email: TOLD.email, name: TOLD.accountName }).returning())
  const token = await startSession(db, { userId: id, kind: 'shopper', device: TOLD.device })
  const person = { id, email: TOLD.email, cookie: `shop_session=${token}` }
  const shop = { db, till, admin, person, product: await aProduct(db, { pricePaise: 80_000, stock: 40 }) }
  const ordered = await theirOrders(shop)
  const utr = await theirUtr(shop)
  await theirCustomOrders(shop)
  await theirWords(shop, ordered.delivered)
  await keepSaved(db, { userId: id, items: [{ productId: shop.product.id, kind: 'wish', quantity: 1 }] })
  const asking = { email: TOLD.email, secret: 'a secret for tests', publicUrl: 'http://localhost:3000' }
  await requestSignInCode(db, { ...asking, nonce: 'their browser', address: '203.0.113.7' })
  return { ...shop, ...ordered, utr }
}

type Theirs = {
  db: Db
  till: TestTill
  admin: Awaited<ReturnType<typeof aMaker>>
  person: { id: string; email: string; cookie: string }
  product: Awaited<ReturnType<typeof aProduct>>
}

async function theirOrders({ db, till, admin, person, product }: Theirs) {
  const promotion = await aPromotion(db)
  const buy = (checkout = {}, paid = true) =>
    anOrder(till, { shopper: person, product, paid, checkout: { ...typed, ...checkout } })
  const move = (orderId: string, status: 'shipped' | 'completed') =>
    setOrderStatus(db, { orderId, status, by: admin }, onOrderCancelled)
  // Two make Rs 870.00 with ten per cent off and Rs 150.00 for shipping.
  const delivered = await buy({ promoCode: promotion.code, amount: 870 })
  await addOrderNote(db, { orderId: delivered.id, by: admin, text: TOLD.noteOfAdmin })
  await move(delivered.id, 'shipped')
  const tracking = { courier: 'Delhivery', number: TOLD.trackingNumber }
  await setTracking(db, { orderId: delivered.id, by: admin, tracking })
  await move(delivered.id, 'completed')
  for (const one of [await buy(), await buy({}, false)])
    await cancelOwnOrder(db, { orderId: one.id, userId: person.id, reason: TOLD.cancelReason }, onOrderCancelled)
  await executeRefunds(till)
  const onItsWay = await buy()
  await move(onItsWay.id, 'shipped')
  return { delivered, onItsWay, promotion }
}

/** A UTR that the bank does not know: the admin looks for it and says so. */
async function theirUtr({ db, till, admin, person, product }: Theirs): Promise<string> {
  const byHand = { ...till, provider: createManualUpi({ vpa: 'Golconda@okaxis', payeeName: 'Golconda' }) }
  const started = await initiatePayment(byHand, person.id, aCheckout(product, typed))
  const utr = aUtr(till.now(), '99887766')
  await tellUtr(byHand, person.id, { transactionId: started.transactionId, orderId: started.orderId, utr })
  await rejectPayment(byHand, { paymentId: started.transactionId, by: admin, reason: 'Not on the statement.' })
  const order = onlyRow(await db.select().from(orders).where(eq(orders.reference, started.orderId)))
  await cancelOwnOrder(db, { orderId: order.id, userId: person.id, reason: TOLD.cancelReason }, onOrderCancelled)
  return utr
}

async function theirCustomOrders({ db, till, admin, person }: Theirs): Promise<void> {
  const wish = {
    name: TOLD.chocolateName,
    message: TOLD.cardMessage,
    customerEmail: TOLD.email,
    customerMobile: `+91${TOLD.customMobile}`,
    userId: person.id,
  }
  const talkedAbout = await aQuotedOrder(till, 1850, wish)
  const link = { token: talkedAbout.token, userId: person.id }
  await askAboutQuote(db, { link, message: TOLD.question, makerEmail: MAKER_EMAIL, now: till.now() })
  await answerQuestion(db, { id: talkedAbout.id, message: 'It is safe.', by: admin })
  const bought = await aQuotedOrder(till, 1850, { ...wish, customerEmail: TOLD.otherEmail })
  const acceptance = anAcceptance(2000, typed)
  const { clientTxnId, orderId } = await acceptQuote(till, { token: bought.token, userId: person.id }, acceptance)
  await moneyArrives(till, clientTxnId)
  const { id } = onlyRow(await db.select().from(orders).where(eq(orders.reference, orderId)))
  await setOrderStatus(db, { orderId: id, status: 'completed', by: admin }, onOrderCancelled)
}

async function theirWords({ db, till, admin, person, product }: Theirs, delivered: { id: string }): Promise<void> {
  const story = {
    title: 'A story',
    authorName: TOLD.fullName,
    authorEmail: TOLD.email,
    location: TOLD.storyPlace,
  }
  const decide = { by: admin, now: till.now(), publicUrl: 'http://localhost:3000' }
  await submitStory(db, { ...story, content: TOLD.unreadStory }, { userId: person.id })
  const refused = await submitStory(db, { ...story, content: TOLD.refusedStory }, { userId: person.id })
  await moderateStory(db, { ...decide, id: refused.id, status: 'rejected' })
  const shown = await submitStory(
    db,
    { ...story, content: 'A bar of chocolate on a rainy day.' },
    { userId: person.id },
  )
  await moderateStory(db, { ...decide, id: shown.id, status: 'published' })
  const words = { orderId: delivered.id, rating: 5, title: 'A review', text: TOLD.refusedReview }
  const review = await writeReview(db, { ...words, userId: person.id, productId: product.id })
  await moderateReview(db, { ...decide, id: review.id, status: 'rejected' })
  await submitTicket(
    db,
    {
      name: TOLD.fullName,
      email: TOLD.email,
      phone: TOLD.ticketPhone,
      subject: TOLD.ticketSubject,
      message: TOLD.ticketMessage,
    },
    { userId: person.id, makerEmail: MAKER_EMAIL },
  )
}
