import type { Db } from '#src/db/database.server.ts'
import { users } from '#src/features/auth/auth.table.server.ts'
import { startSession } from '#src/features/auth/sessions/sessions.server.ts'
import type { StartedPayment } from '#src/features/payments/payments.contract.ts'

export type ChaosCustomer = { email: string; cookie: string }

let made = 0

/** Inserts customers with sessions, without the sign-in mails. */
export async function insertCustomers(db: Db, count: number): Promise<ChaosCustomer[]> {
  const emails = Array.from({ length: count }, (_, nth) => `shopper${made + nth}@golconda.example`)
  made += count
  const rows = await db
    .insert(users)
    .values(emails.map((email) => ({ email })))
    .returning()
  const all: ChaosCustomer[] = []
  for (const { id, email } of rows)
    all.push({ email, cookie: `shop_session=${await startSession(db, { userId: id, kind: 'customer' })}` })
  return all
}

export function postAsCustomer(url: string, customer: ChaosCustomer, body: unknown): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin, cookie: customer.cookie },
    body: JSON.stringify(body),
  })
}

export const startPayment = (shop: string, customer: ChaosCustomer, payment: unknown) =>
  postAsCustomer(`${shop}/api/payments/upi/initiate`, customer, payment)

export const decideAtBank = (shop: string, { clientTxnId }: StartedPayment, outcome: 'success' | 'failure') =>
  fetch(`${shop}/api/demo/upi/${clientTxnId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: shop },
    body: JSON.stringify({ outcome }),
  })

export const requestVerification = (
  shop: string,
  customer: ChaosCustomer,
  { transactionId, orderId }: StartedPayment,
) => postAsCustomer(`${shop}/api/payments/upi/verify`, customer, { transactionId, orderId })

/** The price as a browser shows it. */
export const toListedProduct = ({ id, pricePaise }: { id: number; pricePaise: number }) => ({
  id,
  price: pricePaise / 100,
})
