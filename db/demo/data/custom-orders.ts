import type {
  CustomOrderStatus,
  Flavor,
  Ingredient,
  Occasion,
  Packaging,
  Shape,
} from '#src/features/custom-orders/custom-order-options.ts'
import { NEW_CUSTOMERS, RETURNING_CUSTOMERS, type SampleCustomer } from './sample-customers.ts'

/** `quoted` is rupees; `answeredLate` minutes after the promise was due. */
export type DemoCustomOrder = {
  minutesAgo: number
  status: CustomOrderStatus
  quoted?: number
  answeredLate?: number
  flavor: Flavor
  concentration: number
  ingredients: Ingredient[]
  occasion: Occasion
  shape: Shape
  packaging: Packaging
  quantity: number
  name: string
  message?: string
  customerEmail: string
  customerMobile: string
  customerName: string
}

const DAY = 24 * 60

function by(customer: SampleCustomer | undefined) {
  if (!customer) throw new Error('There is no such sample shopper')
  return { customerName: customer.name, customerEmail: customer.email, customerMobile: customer.phone }
}

/** Newest first. */
export const DEMO_CUSTOM_ORDERS: readonly DemoCustomOrder[] = [
  {
    minutesAgo: 4,
    status: 'quote-pending',
    flavor: 'dark',
    concentration: 72,
    ingredients: ['cardamom', 'gold-flakes'],
    occasion: 'wedding',
    shape: 'heart',
    packaging: 'gift-box',
    quantity: 12,
    name: 'Twelve small hearts',
    message: 'For the table of honour. Thank you for coming!',
    ...by(NEW_CUSTOMERS[0]),
  },
  {
    minutesAgo: 1.3 * DAY,
    status: 'quoted',
    quoted: 1850,
    flavor: 'ruby',
    concentration: 45,
    ingredients: ['rose'],
    occasion: 'anniversary',
    shape: 'flower',
    packaging: 'ribbon',
    quantity: 3,
    name: 'Garden in March',
    ...by(RETURNING_CUSTOMERS[2]),
  },
  {
    minutesAgo: 4 * DAY,
    status: 'confirmed',
    quoted: 2400,
    flavor: 'hazelnut',
    concentration: 55,
    ingredients: ['nuts', 'sea-salt'],
    occasion: 'birthday',
    shape: 'star',
    packaging: 'luxury',
    quantity: 3,
    name: 'Star for Kabir',
    message: 'Seven already!',
    ...by(NEW_CUSTOMERS[1]),
  },
  {
    minutesAgo: 6 * DAY,
    status: 'in-production',
    quoted: 3100,
    flavor: 'orange',
    concentration: 64,
    ingredients: ['dried-fruits', 'cinnamon'],
    occasion: 'festive',
    shape: 'square',
    packaging: 'eco',
    quantity: 8,
    name: 'Office Diwali, late but warm',
    ...by(RETURNING_CUSTOMERS[9]),
  },
  {
    minutesAgo: 10 * DAY,
    status: 'completed',
    quoted: 980,
    flavor: 'coffee',
    concentration: 80,
    ingredients: ['vanilla'],
    occasion: 'gift',
    shape: 'bar',
    packaging: 'simple',
    quantity: 2,
    name: 'Night shift',
    ...by(RETURNING_CUSTOMERS[4]),
  },
  {
    minutesAgo: 13 * DAY,
    status: 'cancelled',
    flavor: 'mint',
    concentration: 70,
    ingredients: [],
    occasion: 'everyday',
    shape: 'custom-mold',
    packaging: 'transparent',
    quantity: 1,
    name: 'Our logo',
    ...by(RETURNING_CUSTOMERS[16]),
  },
  {
    minutesAgo: 17 * DAY,
    status: 'completed',
    quoted: 1420,
    answeredLate: 14,
    flavor: 'white',
    concentration: 35,
    ingredients: ['lavender', 'honeycomb'],
    occasion: 'romantic',
    shape: 'letter',
    packaging: 'vintage',
    quantity: 2,
    name: 'The letter L',
    ...by(RETURNING_CUSTOMERS[6]),
  },
  {
    minutesAgo: 23 * DAY,
    status: 'completed',
    quoted: 2260,
    flavor: 'caramel',
    concentration: 48,
    ingredients: ['sea-salt', 'nuts'],
    occasion: 'celebration',
    shape: 'truffle',
    packaging: 'gift-box',
    quantity: 4,
    name: 'Four for the team',
    ...by(RETURNING_CUSTOMERS[11]),
  },
]
