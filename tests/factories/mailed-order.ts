import { paise } from '#src/core/money.ts'
import type { OrderEmailData } from '#src/features/orders/messages/order-email-data.server.ts'

/** Two lines and a promo code, in the form that mails use. */
export function createMailedOrder(change: Partial<OrderEmailData> = {}): OrderEmailData {
  return {
    reference: 'ORD_1763750000000_k3v9x2',
    customerName: 'Asha Rao',
    lines: [
      { name: 'Rose Truffle', quantity: 2, amount: paise(900_00) },
      { name: 'Assam Dark 70 %', quantity: 1, amount: paise(250_50) },
    ],
    lineCount: 2,
    subtotal: paise(1150_50),
    discount: paise(100_00),
    promoCode: 'DIWALI',
    shipping: paise(150_00),
    coolPack: paise(0),
    giftWrap: paise(0),
    total: paise(1200_50),
    parcels: [],
    shippingAddress: {
      firstName: 'Asha',
      lastName: 'Rao',
      address: '12 Charminar Road',
      city: 'Hyderabad',
      state: 'Telangana',
      pincode: '500002',
      landmark: 'Behind the mosque',
    },
    gift: null,
    method: 'courier',
    deliverOn: null,
    pickup: null,
    shipOn: '2026-11-25',
    heat: null,
    expected: { from: '2026-11-26', to: '2026-11-26' },
    isCrafted: false,
    link: 'https://shop.example/orders?view=0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a',
    support: 'write to hello@shop.example or call +91 98765 43210',
    ...change,
  }
}
