import { DomainError } from '#src/core/domain-error.ts'
import type { PaymentGateway } from '#src/features/payments/gateways/payment-gateway.server.ts'
import { buildUpiLink } from '#src/features/payments/gateways/upi-link.server.ts'
import { MANUAL_UPI } from './utr.ts'

/** The UPI id that receives the money, and the account name that UPI apps show. */
export type ManualUpiOptions = { vpa: string; payeeName: string }

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
