import { createJourneys } from './journeys.ts'
import { createSender, pickWith } from './sender.ts'
import type { DiwaliShop } from './shop.ts'

/** Arrivals of a hundred. Webhooks are those that the gateway repeats; each paid order adds one. */
const SHARES = { catalogue: 35, search: 15, cart: 15, pay: 10, orders: 12, admin: 3, webhook: 10 } as const
const SIGNED_IN = 0.3
const WORDS = ['dark', 'orange', 'anamalai', 'estate', 'milk', 'seventy']
const SCREENS = ['/api/orders?limit=25', '/api/admin/today', '/api/dashboard/stats', '/api/admin/payments?limit=25']
const OWN = ['/orders', '/api/orders', '/api/auth/user']

export type Traffic = ReturnType<typeof createTraffic>

/** Arrivals of all kinds. A payment that was started goes on by itself. */
export function createTraffic({ shop, random }: { shop: DiwaliShop; random: () => number }) {
  const sender = createSender({ shop, random })
  const { observations, acknowledgedMs, pay, repeatWebhook, ended } = createJourneys({ shop, random, sender })
  const { ask, as, asVisitor, write } = sender
  const { products, customers, admins } = shop.stock
  const pick = pickWith(random)
  const page = () => pick(['/', '/products', '/api/products', `/product/${pick(products).id}`])
  const cart = () => ({ items: [{ productId: pick(products).id, quantity: 2 }] })
  const acts: Record<keyof typeof SHARES, () => Promise<unknown>> = {
    catalogue: () =>
      ask('catalogue', { path: page(), headers: random() < SIGNED_IN ? as(pick(customers)) : asVisitor() }),
    search: () => ask('search', { path: `/products?q=${pick(WORDS)}`, headers: as(pick(customers)) }),
    cart: () => ask('cart', write('/api/cart/quote', pick(customers), cart())),
    pay,
    orders: () => ask('orders', { path: pick(OWN), headers: as(pick(customers)) }),
    admin: () => ask('admin', { path: pick(SCREENS), headers: as(pick(admins)) }),
    webhook: repeatWebhook,
  }
  const kinds = Object.entries(SHARES).flatMap(([kind, share]) => new Array<string>(share).fill(kind))
  return {
    observations,
    acknowledgedMs,
    act: () => acts[pick(kinds) as keyof typeof SHARES](),
    ask: () => ask('orders', { path: '/api/orders', headers: as(pick(customers)) }),
    startTally: sender.startTally,
    ended,
  }
}
