import type { ShippingAddress } from '#src/features/orders/order-form.contract.ts'

/** Invented customers with example addresses, which cannot sign in. */
export type SampleCustomer = { name: string; email: string; phone: string; address: ShippingAddress }

const HYDERABAD = ['Hyderabad', 'Telangana'] as const
const PLACES = [
  ['Road No. 12, Banjara Hills', ...HYDERABAD, '500034'],
  ['Street 8, Himayatnagar', ...HYDERABAD, '500029'],
  ['Lane 3, Jubilee Hills', ...HYDERABAD, '500033'],
  ['Phase 2, Kukatpally', ...HYDERABAD, '500072'],
  ['Main Road, Begumpet', ...HYDERABAD, '500016'],
  ['Hanamkonda Chowrasta', 'Warangal', 'Telangana', '506001'],
  ['Beach Road', 'Visakhapatnam', 'Andhra Pradesh', '530003'],
  ['Benz Circle', 'Vijayawada', 'Andhra Pradesh', '520010'],
  ['4th Block, Jayanagar', 'Bengaluru', 'Karnataka', '560011'],
  ['Indiranagar 100 Feet Road', 'Bengaluru', 'Karnataka', '560038'],
  ['Besant Nagar', 'Chennai', 'Tamil Nadu', '600090'],
  ['Koregaon Park', 'Pune', 'Maharashtra', '411001'],
] as const

const RETURNING_NAMES = [
  'Ananya Rao',
  'Vikram Shetty',
  'Meera Krishnan',
  'Farhan Ahmed',
  'Sneha Patil',
  'Rohan Desai',
  'Lakshmi Iyer',
  'Imran Khan',
  'Divya Nair',
  'Arjun Reddy',
  'Kavya Menon',
  'Siddharth Joshi',
  'Zoya Hussain',
  'Nikhil Varma',
  'Pooja Agarwal',
  'Harsha Vardhan',
  'Ritu Malhotra',
  'Sanjay Kulkarni',
  'Fatima Begum',
  'Aditya Rao',
  'Swathi Goud',
  'Manish Gupta',
  'Neha Sharma',
  'Joseph Mathew',
]

const NEW_NAMES = [
  'Tara Chandran',
  'Kabir Singh',
  'Ishita Bose',
  'Rehan Qureshi',
  'Aarohi Deshmukh',
  'Varun Chowdary',
  'Leela Thomas',
  'Omkar Naik',
]

/** Customers with earlier orders, and first-time customers of the current month. */
export const RETURNING_CUSTOMERS = RETURNING_NAMES.map(toShopper)
export const NEW_CUSTOMERS = NEW_NAMES.map((name, index) => toShopper(name, RETURNING_NAMES.length + index))

function toShopper(name: string, index: number): SampleCustomer {
  const [firstName = '', lastName = ''] = name.split(' ')
  const [street, city, state, pincode] = PLACES[index % PLACES.length] ?? PLACES[0]
  return {
    name,
    email: `${firstName}.${lastName}@sample.example`.toLowerCase(),
    phone: `+9190000000${String(index + 1).padStart(2, '0')}`,
    address: { firstName, lastName, address: `${index + 11}, ${street}`, city, state, pincode },
  }
}
