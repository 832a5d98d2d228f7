import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { isOpenPayment, type PaymentStatus } from '#src/features/payments/payment-status.ts'
import type { brokenInvariants } from '#tests/broken-invariants.ts'
import type { Scenario } from './scenario.ts'

type Payment = { id: string; status: PaymentStatus; amount: number; upi_txn_id: string | null; expires_at: string }
type Owed = { upi_txn_id: string; amount: number }
type Books = { payments: Payment[]; owed: Owed[]; captured: string[] }

const BOOKS = `select json_build_object(
  'payments', (select coalesce(json_agg(json_build_object('id', id, 'status', status, 'amount', amount_paise,
    'upi_txn_id', upi_txn_id, 'expires_at', expires_at)), '[]') from payments),
  'owed', (select coalesce(json_agg(json_build_object('upi_txn_id', upi_txn_id, 'amount', amount_paise)), '[]')
    from refunds where state not in ('failed', 'waived')),
  'captured', (select coalesce(json_agg(m.upi_txn_id), '[]') from payment_captures m
    where not exists (select 1 from refunds r where r.upi_txn_id = m.upi_txn_id and r.state = 'waived'))
) as books`

/** Prepared once for all histories of the session. */
export async function withPreparedLedger(db: Db, body: () => Promise<void>): Promise<void> {
  await db.execute(sql.raw(`prepare money_books as ${BOOKS}`))
  try {
    await body()
  } finally {
    await db.execute(sql`deallocate money_books`)
  }
}

/** What the shop's own data says about the money, read at once. */
async function readBooks(db: Db): Promise<Books> {
  const { rows } = await db.execute<{ books: Books }>(sql`execute money_books`)
  const [row] = rows
  if (!row) throw new Error('A query without a from clause has one row')
  return row.books
}

/** Allowed status transitions of a payment; it may always stay. */
const STEPS: Record<PaymentStatus, readonly PaymentStatus[]> = {
  created: ['pending', 'failure', 'expired', 'cancelled', 'review', 'success'],
  pending: ['awaiting_confirmation', 'failure', 'expired', 'cancelled', 'review', 'success'],
  awaiting_confirmation: ['pending', 'expired', 'cancelled', 'review', 'success'],
  failure: ['expired', 'cancelled', 'review', 'success'],
  expired: ['review', 'success'],
  cancelled: ['review', 'success'],
  // Cancelled after a refund of a payment that did not fit: the order is unpaid again and may be paid.
  review: ['success', 'refunded', 'cancelled'],
  success: ['refunded'],
  refunded: [],
}

/**
 * Checks the shop's data after each step: the invariants, its own previous state, and the bank. Returns what is wrong.
 */
export function createInvariantChecker(stage: Scenario, ask: typeof brokenInvariants) {
  let before: Books = { payments: [], owed: [], captured: [] }
  return async (): Promise<string[]> => {
    const after = await readBooks(stage.db)
    const broken = await ask(stage.db)
    const untrue = [
      ...Object.entries(broken).map(([sentence, by]) => `${sentence}: ${by.join(', ')}`),
      ...forbiddenSteps(before, after),
      ...findUnfinishedPayments(stage, after),
      ...compareWithBank(stage, after),
    ]
    before = after
    return untrue
  }
}

function forbiddenSteps(before: Books, after: Books): string[] {
  return before.payments.flatMap((was) => {
    const is = after.payments.find(({ id }) => id === was.id)
    if (!is) return ['a payment is never deleted']
    if (is.amount !== was.amount) return [`the amount of a payment is fixed: ${was.amount} became ${is.amount}`]
    if (is.status === was.status || STEPS[was.status].includes(is.status)) return []
    return [`a payment does not go from ${was.status} to ${is.status}`]
  })
}

function findUnfinishedPayments({ jobsRanAt }: Scenario, { payments }: Books): string[] {
  return payments
    .filter(({ status, expires_at }) => isOpenPayment(status) && Date.parse(expires_at) <= jobsRanAt.getTime())
    .map(() => 'no payment is open when its window is over and the clock has gone round')
}

/** Compares with the bank: each known capture pays one order or is refunded, never both and never more than it. */
function compareWithBank({ bank }: Scenario, { payments, owed, captured }: Books): string[] {
  const known = bank.transfers.flatMap(({ upiTxnId, amount, currency }) => {
    const paid = payments.filter(({ status, upi_txn_id }) => upi_txn_id === upiTxnId && isPaid(status))
    const back = owed.filter(({ upi_txn_id }) => upi_txn_id === upiTxnId)
    const gone = [...bank.sentBack.values()].filter((refund) => refund.upiTxnId === upiTxnId)
    return [
      paid.some((payment) => payment.amount > amount || currency !== 'INR') &&
        `a payment is not paid with less than it asks for: ${amount} ${currency}`,
      sum(back) > amount && `nobody is owed more than the bank moved: ${upiTxnId}`,
      sum(gone) > amount && `the bank is never told to send back more than it moved: ${upiTxnId}`,
      captured.includes(upiTxnId) && paid.length + back.length === 0 && `money ${upiTxnId} pays or is owed back`,
    ]
  })
  const numbers = new Set(bank.transfers.map(({ upiTxnId }) => upiTxnId))
  const invented = [...payments, ...owed]
    .filter(({ upi_txn_id }) => upi_txn_id !== null && !numbers.has(upi_txn_id))
    .map(({ upi_txn_id }) => `the bank never moved money ${upi_txn_id}`)
  return [...known.filter((untrue) => untrue !== false), ...invented]
}

const isPaid = (status: PaymentStatus) => status === 'success' || status === 'refunded'
const sum = (amounts: { amount: number }[]) => amounts.reduce((total, { amount }) => total + amount, 0)
