import { ShopError } from '#src/core/shop-error.ts'
import { MANUAL_UPI } from './manual-upi.rules.ts'
import type { PaymentProvider } from './payment-provider.server.ts'
import { upiLink } from './upi-link.server.ts'

/** The UPI id that takes the money, and the name that the bank, and so the shopper's app, knows it by. */
export type ManualUpiOptions = { vpa: string; payeeName: string }

/**
 * Real money without a gateway: from the shopper straight to the maker's own UPI id. Nobody tells the shop of it, so
 * there is nothing to ask, no books, no webhook and no way to pay back but by hand: the maker is the one who says.
 */
export function createManualUpi({ vpa, payeeName }: ManualUpiOptions): PaymentProvider {
  const payee = { upiId: vpa, name: payeeName }
  return {
    name: MANUAL_UPI,
    isByHand: true,
    open: async (payment) => {
      const link = upiLink(payee, payment)
      return { upiLink: link, paymentUrl: link, upiId: vpa.toLowerCase(), payeeName }
    },
    ask: async () => undefined,
    books: async () => [],
    readWebhook: () => {
      throw new ShopError('not-signed-in', 'This shop takes no webhooks.')
    },
  }
}
