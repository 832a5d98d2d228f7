import { randomUUID } from 'node:crypto'
import type { Paise } from '#src/core/money.ts'
import type {
  GatewayEvent,
  GatewayRefundRequest,
  PaymentGateway,
} from '#src/features/payments/gateways/payment-gateway.server.ts'
import type { GatewayStatus } from '#src/features/payments/payment-state-machine.ts'

/** Money that really left somebody's account, whether or not the shop has heard of it. */
export type BankTransfer = { clientTxnId: string; upiTxnId: string; amount: Paise; currency: string; at: Date }

/** What the bank says when it is asked: what is so, something older or less, or no answer at all. */
export const BANK_BEHAVIOURS = ['truth', 'pending', 'failure', 'nothing', 'trouble'] as const
export type BankBehaviour = (typeof BANK_BEHAVIOURS)[number]

/** What becomes of money that the shop sends back. */
export const REFUND_BEHAVIOURS = ['processed', 'pending', 'failed', 'unknown'] as const
export type RefundBehaviour = (typeof REFUND_BEHAVIOURS)[number]

/** What an adapter makes of the bank's words when it is wrong. */
export type EventDistortion = (report: GatewayEvent) => GatewayEvent

export type FakeBank = ReturnType<typeof createFakeBank>

/** A bank whose books the test keeps and whose mood it sets. It is the truth that the shop's own books are held against. */
export function createFakeBank(lie: EventDistortion = (report) => report) {
  const moved: BankTransfer[] = []
  const sentBack = new Map<string, GatewayRefundRequest>()
  const mood: { asked: BankBehaviour; refund: RefundBehaviour } = { asked: 'truth', refund: 'processed' }
  const provider: PaymentGateway = {
    name: 'bank',
    createPayment: async ({ clientTxnId }) => ({
      upiLink: `upi://pay?pa=golconda@bank&tr=${clientTxnId}`,
      paymentUrl: `https://bank.example/${clientTxnId}`,
      upiId: 'golconda@bank',
      payeeName: 'Golconda Cacao',
    }),
    fetchStatus: async (clientTxnId) => {
      if (mood.asked === 'trouble') throw new Error('The bank does not answer.')
      if (mood.asked === 'nothing') return undefined
      const money = mood.asked === 'truth' ? moved.find((one) => one.clientTxnId === clientTxnId) : undefined
      const report = money
        ? toSuccessStatus(money)
        : ({ kind: mood.asked === 'failure' ? 'failure' : 'pending' } as const)
      return lie({
        ...createPaymentEvent(clientTxnId, report),
        eventId: `asked:${clientTxnId}:${money?.upiTxnId ?? report.kind}`,
      })
    },
    listCaptures: async (from, until) => moved.filter(({ at }) => at >= from && at < until),
    readWebhook: () => {
      throw new Error('The history hands its news over itself.')
    },
    refund: async (refund) => {
      const known = sentBack.has(refund.idempotencyKey)
      if (mood.refund === 'failed' && !known) return { state: 'failed', reason: 'The account is closed.' }
      sentBack.set(refund.idempotencyKey, refund)
      if (mood.refund === 'unknown') return { state: 'unknown', reason: 'The line broke over the answer.' }
      const refundId = `refund-${refund.idempotencyKey}`
      return mood.refund === 'processed' || known
        ? { state: 'processed', refundId, bankReference: `back-${refund.idempotencyKey}`.slice(0, 40) }
        : { state: 'pending', refundId }
    },
  }
  return { provider, moved, sentBack, mood, lie }
}

/** A webhook as the port hands it on, with an event id of its own. */
export function createPaymentEvent(clientTxnId: string, report: GatewayStatus): GatewayEvent {
  return { clientTxnId, eventId: `evt_${randomUUID()}`, raw: JSON.stringify(report), status: report }
}

export function toSuccessStatus({ upiTxnId, amount, currency, at }: BankTransfer): GatewayStatus {
  return { kind: 'success', amount, currency, upiTxnId, paidAt: at, vpa: 'asha@okaxis' }
}
