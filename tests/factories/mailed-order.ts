import { createSampleOrder } from '#src/app/message-gallery/sample-order.server.ts'
import type { OrderEmailData } from '#src/features/orders/messages/order-email-data.server.ts'

const link = 'https://shop.example/orders?view=0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a'
const trackingLink = 'https://shop.example/orders?track=mJ3kZ0a7Qw9x2Lr5Tn8vBc'

/** Two lines and a promo code, in the form that mails use. */
export const createMailedOrder = (change: Partial<OrderEmailData> = {}) =>
  createSampleOrder({ link, trackingLink, ...change })
