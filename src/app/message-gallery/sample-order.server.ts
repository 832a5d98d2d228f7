import { paise } from '#src/core/money.ts'
import type { OrderEmailData } from '#src/features/orders/messages/order-email-data.server.ts'
import { absoluteUrl } from '#src/server/config/process-settings.server.ts'

/** Two lines and a promo code, in the form that mails use. */
export function createSampleOrder(change: Partial<OrderEmailData> = {}): OrderEmailData {
  return {
    reference: 'ORD_1763750000000_k3v9x2',
    customerName: 'Asha Rao',
    lines: [
      {
        name: 'Rose Truffle',
        quantity: 2,
        amount: paise(900_00),
        food: 'Vegetarian, no egg. Contains milk and soya. May contain tree nuts.',
      },
      { name: 'Assam Dark 70 %', quantity: 1, amount: paise(250_50) },
    ],
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
    replaces: null,
    trackingLink: absoluteUrl('/orders?track=mJ3kZ0a7Qw9x2Lr5Tn8vBc'),
    link: absoluteUrl('/orders?view=0b9f6a3e-5b1c-4b5e-9d0a-1f2e3d4c5b6a'),
    trackingUntil: '2027-02-24',
    reportDays: 7,
    studioHours: ['Mon-Fri 9:00 AM-7:00 PM', 'Sat 10:00 AM-6:00 PM', 'Sun 11:00 AM-4:00 PM'],
    support: 'write to hello@shop.example or call +91 98765 43210',
    ...change,
  }
}

export const SAMPLE_GIFT = {
  gift: { recipientPhone: '+919876500000', message: 'Happy Diwali!', from: 'Asha', hasWrap: true, notify: 'none' },
  giftWrap: paise(60_00),
  total: paise(1260_50),
  shippingAddress: {
    firstName: 'Ravi',
    lastName: 'Kumar',
    address: '7 FC Road',
    city: 'Pune',
    state: 'Maharashtra',
    pincode: '411004',
  },
} satisfies Partial<OrderEmailData>

export const SAMPLE_PICKUP = {
  method: 'pickup',
  shipping: paise(0),
  total: paise(1050_50),
  pickup: {
    code: '482193',
    address: 'Road No. 12, Banjara Hills, Hyderabad, Telangana 500034',
    note: 'Ring the bell beside the blue gate.',
    hours: '9:00 AM-7:00 PM',
  },
} satisfies Partial<OrderEmailData>

const to = (number: number, recipient: string, place: string) => ({
  number,
  recipient,
  place,
  shipOn: '2026-11-25',
  expected: { from: '2026-11-27', to: '2026-11-30' },
})

export const SAMPLE_PARCELS = {
  gift: SAMPLE_GIFT.gift,
  parcels: [
    to(1, 'Ravi Kumar', 'Pune 411004'),
    to(2, 'Meera Iyer', 'Chennai 600004'),
    to(3, 'Kabir Khan', 'Bhopal 462001'),
  ],
} satisfies Partial<OrderEmailData>

export const SAMPLE_REPLACEMENT = {
  reference: 'ORD_1764100000000_b7d2f4',
  replaces: 'ORD_1763750000000_k3v9x2',
  lines: [{ name: 'Rose Truffle', quantity: 2, amount: paise(0) }],
  ...{ subtotal: paise(0), discount: paise(0), promoCode: null, shipping: paise(0), total: paise(0) },
} satisfies Partial<OrderEmailData>
