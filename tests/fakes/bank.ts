import { randomUUID } from 'node:crypto'
import type { Paise } from '#src/core/money.ts'
import type {
  GatewayEvent,
  GatewayRefundRequest,
  PaymentGateway,
} from '#src/features/payments/gateways/payment-gateway.server.ts'
import type { GatewayStatus } from '#src/features/payments/payment-state-machine.ts'

/** Money that left a customer's account, whether or not the shop has been notified. */
export type BankTransfer = { clientTxnId: string; upiTxnId: string; amount: Paise; currency: string; at: Date }

/** What the bank answers: the truth, an older or smaller part of it, or nothing. */
export const BANK_BEHAVIOURS = ['truth', 'pending', 'failure', 'nothing', 'trouble'] as const
export type BankBehaviour = (typeof BANK_BEHAVIOURS)[number]

/** The outcome of refunds. */
export const REFUND_BEHAVIOURS = ['processed', 'pending', 'failed', 'unknown'] as const
export type RefundBehaviour = (typeof REFUND_BEHAVIOURS)[number]

/** What a faulty adapter makes of the bank's answer. */
export type EventDistortion = (report: GatewayEvent) => GatewayEvent

export type FakeBank = ReturnType<typeof createFakeBank>

/** A bank whose records and behaviour the test controls: the truth that the shop's records are compared with. */
export function createFakeBank(lie: EventDistortion = (report) => report) {
  const transfers: BankTransfer[] = []
  const sentBack = new Map<string, GatewayRefundRequest>()
  const behaviour: { status: BankBehaviour; refund: RefundBehaviour } = { status: 'truth', refund: 'processed' }
  const provider: PaymentGateway = {
    name: 'bank',
    createPayment: async ({ clientTxnId }) => ({
      upiLink: `upi://pay?pa=golconda@bank&tr=${clientTxnId}`,
      paymentUrl: `https://bank.example/${clientTxnId}`,
      upiId: 'golconda@bank',
      payeeName: 'Golconda Cacao',
    }),
    fetchStatus: async (clientTxnId) => {
      if (behaviour.status === 'trouble') throw new Error('The bank does not answer.')
      if (behaviour.status === 'nothing') return undefined
      const money = behaviour.status === 'truth' ? transfers.find((one) => one.clientTxnId === clientTxnId) : undefined
      const report = money
        ? toSuccessStatus(money)
        : ({ kind: behaviour.status === 'failure' ? 'failure' : 'pending' } as const)
      return lie({
        ...createPaymentEvent(clientTxnId, report),
        eventId: `asked:${clientTxnId}:${money?.upiTxnId ?? report.kind}`,
      })
    },
    listCaptures: async (from, until) => transfers.filter(({ at }) => at >= from && at < until),
    readWebhook: () => {
      throw new Error('The history hands its news over itself.')
    },
    refund: async (refund) => {
      const known = sentBack.has(refund.idempotencyKey)
      if (behaviour.refund === 'failed' && !known) return { state: 'failed', reason: 'The account is closed.' }
      sentBack.set(refund.idempotencyKey, refund)
      if (behaviour.refund === 'unknown') return { state: 'unknown', reason: 'The line broke over the answer.' }
      const refundId = `refund-${refund.idempotencyKey}`
      return behaviour.refund === 'processed' || known
        ? { state: 'processed', refundId, bankReference: `back-${refund.idempotencyKey}`.slice(0, 40) }
        : { state: 'pending', refundId }
    },
  }
  return { provider, transfers, sentBack, behaviour, lie }
}

/** A webhook as the gateway passes it on, with a new event id. */
export function createPaymentEvent(clientTxnId: string, report: GatewayStatus): GatewayEvent {
  return { clientTxnId, eventId: `evt_${randomUUID()}`, raw: JSON.stringify(report), status: report }
}

export function toSuccessStatus({ upiTxnId, amount, currency, at }: BankTransfer): GatewayStatus {
  return { kind: 'success', amount, currency, upiTxnId, paidAt: at, vpa: 'asha@okaxis' }
}
