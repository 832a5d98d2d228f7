import { seedDemoTaxRegistration } from '#db/demo/seed-tax-registration.ts'
import type { Db } from '#src/db/database.server.ts'
import type { InitiatePayment } from '#src/features/payments/payments.contract.ts'
import { insertProduct } from './catalog.ts'
import { createOrder } from './orders.ts'
import { createCustomer, createTestPayments } from './payments/payments.ts'

/** A company of Karnataka, with a lawful check character. */
export const COMPANY = { buyerGstin: '29AAAAA0000A1ZY', companyName: 'Deccan Design & Sons' }

export const GIFT: NonNullable<InitiatePayment['gift']> = {
  ...{ recipientPhone: '+919876500000', message: 'Happy <birthday>,\nRavi & all!', from: 'Asha' },
  ...{ hasWrap: true, notify: 'none' },
}

export const TO_PUNE: InitiatePayment['shippingAddress'] = {
  ...{ firstName: 'Ravi', lastName: 'Kumar', address: '7 FC Road', city: 'Pune' },
  ...{ state: 'Maharashtra', pincode: '411004' },
}

const TUESDAY = new Date('2026-11-24T11:00:00+05:30')

/** A registered shop with one product at ₹849, and the checkout of a wrapped gift to Pune. */
export async function openGiftShop(db: Db) {
  await seedDemoTaxRegistration(db)
  const [context, customer] = [createTestPayments(db, TUESDAY), await createCustomer(db)]
  const product = await insertProduct(db, { pricePaise: 849_00, stock: 9 })
  const checkout = { amount: 849 + 150 + 60, gift: GIFT, shippingAddress: TO_PUNE }
  const buy = (change: Partial<InitiatePayment> = {}) =>
    createOrder(context, { customer, product, checkout: { ...checkout, ...change } })
  return { context, customer, product, checkout, buy }
}
