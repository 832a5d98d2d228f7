import { DomainError } from '#src/core/domain-error.ts'
import type { PaymentGateway } from '#src/features/payments/gateways/payment-gateway.server.ts'
import { buildUpiLink } from '#src/features/payments/gateways/upi-link.server.ts'
import { MANUAL_UPI } from './utr.ts'

/** The UPI id that takes the money, and the name that the bank, and so the shopper's app, knows it by. */
export type ManualUpiOptions = { vpa: string; payeeName: string }

/**
 * Real money without a gateway: from the shopper straight to the maker's own UPI id. Nobody tells the shop of it, so
 * there is nothing to ask, no books, no webhook and no way to pay back but by hand: the maker is the one who says.
 */
export function createManualUpiGateway({ vpa, payeeName }: ManualUpiOptions): PaymentGateway {
  const payee = { upiId: vpa, name: payeeName }
  return {
    name: MANUAL_UPI,
    isManual: true,
    createPayment: async (payment) => {
      const link = buildUpiLink(payee, payment)
      return { upiLink: link, paymentUrl: link, upiId: vpa.toLowerCase(), payeeName }
    },
    fetchStatus: async () => undefined,
    listCaptures: async () => [],
    readWebhook: () => {
      throw new DomainError('not-signed-in', 'This shop takes no webhooks.')
    },
  }
}
