import { users } from '#src/features/account/account.table.server.ts'
import { startSession } from '#src/features/account/sessions.server.ts'
import type { StartedPayment } from '#src/features/payments/payments.contract.ts'
import type { Db } from '#src/platform/database.server.ts'

export type Shopper = { email: string; cookie: string }

let made = 0

/** People with an account and a session, without the e-mails that these would take. */
export async function shoppers(db: Db, count: number): Promise<Shopper[]> {
  const emails = Array.from({ length: count }, (_, nth) => `shopper${made + nth}@golconda.example`)
  made += count
  const rows = await db
    .insert(users)
    .values(emails.map((email) => ({ email })))
    .returning()
  const all: Shopper[] = []
  for (const { id, email } of rows)
    all.push({ email, cookie: `shop_session=${await startSession(db, { userId: id, kind: 'shopper' })}` })
  return all
}

/** A call as the shopper's browser makes it. */
export function post(url: string, shopper: Shopper, body: unknown): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin, cookie: shopper.cookie },
    body: JSON.stringify(body),
  })
}

export const startPayment = (shop: string, shopper: Shopper, payment: unknown) =>
  post(`${shop}/api/payments/upi/initiate`, shopper, payment)

export const decideAtBank = (shop: string, { clientTxnId }: StartedPayment, outcome: 'success' | 'failure') =>
  fetch(`${shop}/api/demo/upi/${clientTxnId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: shop },
    body: JSON.stringify({ outcome }),
  })

export const verify = (shop: string, shopper: Shopper, { transactionId, orderId }: StartedPayment) =>
  post(`${shop}/api/payments/upi/verify`, shopper, { transactionId, orderId })

/** A product as a browser sees its price. */
export const onShelf = ({ id, pricePaise }: { id: number; pricePaise: number }) => ({ id, price: pricePaise / 100 })
