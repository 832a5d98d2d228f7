import { randomUUID } from 'node:crypto'
import type { Paise } from '#src/core/money.ts'
import type { PaymentProvider, ProviderReport, Refund } from '#src/features/payments/payment-provider.server.ts'
import type { Report } from '#src/features/payments/payments.reducer.ts'

/** Money that really left somebody's account, whether or not the shop has heard of it. */
export type MovedMoney = { clientTxnId: string; upiTxnId: string; amount: Paise; currency: string; at: Date }

/** What the bank says when it is asked: what is so, something older or less, or no answer at all. */
export const BANK_MOODS = ['truth', 'pending', 'failure', 'nothing', 'trouble'] as const
export type BankMood = (typeof BANK_MOODS)[number]

/** What becomes of money that the shop sends back. */
export const REFUND_MOODS = ['processed', 'pending', 'failed', 'unknown'] as const
export type RefundMood = (typeof REFUND_MOODS)[number]

/** What an adapter makes of the bank's words when it is wrong. */
export type Lie = (report: ProviderReport) => ProviderReport

export type Bank = ReturnType<typeof aBank>

/** A bank whose books the test keeps and whose mood it sets. It is the truth that the shop's own books are held against. */
export function aBank(lie: Lie = (report) => report) {
  const moved: MovedMoney[] = []
  const sentBack = new Map<string, Refund>()
  const mood: { asked: BankMood; refund: RefundMood } = { asked: 'truth', refund: 'processed' }
  const provider: PaymentProvider = {
    name: 'bank',
    open: async ({ clientTxnId }) => ({
      upiLink: `upi://pay?pa=golconda@bank&tr=${clientTxnId}`,
      paymentUrl: `https://bank.example/${clientTxnId}`,
      upiId: 'golconda@bank',
      payeeName: 'Golconda Cacao',
    }),
    ask: async (clientTxnId) => {
      if (mood.asked === 'trouble') throw new Error('The bank does not answer.')
      if (mood.asked === 'nothing') return undefined
      const money = mood.asked === 'truth' ? moved.find((one) => one.clientTxnId === clientTxnId) : undefined
      const report = money ? ofMoney(money) : ({ kind: mood.asked === 'failure' ? 'failure' : 'pending' } as const)
      return lie({ ...news(clientTxnId, report), eventId: `asked:${clientTxnId}:${money?.upiTxnId ?? report.kind}` })
    },
    books: async (from, until) => moved.filter(({ at }) => at >= from && at < until),
    readWebhook: () => {
      throw new Error('The history hands its news over itself.')
    },
    refund: async (refund) => {
      const known = sentBack.has(refund.key)
      if (mood.refund === 'failed' && !known) return { state: 'failed', reason: 'The account is closed.' }
      sentBack.set(refund.key, refund)
      if (mood.refund === 'unknown') return { state: 'unknown', reason: 'The line broke over the answer.' }
      const refundId = `refund-${refund.key}`
      return mood.refund === 'processed' || known
        ? { state: 'processed', refundId, bankReference: `back-${refund.key}`.slice(0, 40) }
        : { state: 'pending', refundId }
    },
  }
  return { provider, moved, sentBack, mood, lie }
}

/** A webhook as the port hands it on, with an event id of its own. */
export function news(clientTxnId: string, report: Report): ProviderReport {
  return { clientTxnId, eventId: `evt_${randomUUID()}`, raw: JSON.stringify(report), report }
}

export function ofMoney({ upiTxnId, amount, currency, at }: MovedMoney): Report {
  return { kind: 'success', amount, currency, upiTxnId, paidAt: at, vpa: 'asha@okaxis' }
}
