import { sql } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { isOpenPayment, type PaymentStatus } from '#src/features/payments/payment-status.ts'
import type { brokenInvariants } from '#tests/broken-invariants.ts'
import type { Scenario } from './scenario.ts'

type Payment = { id: string; status: PaymentStatus; amount: number; upi_txn_id: string | null; expires_at: string }
type Owed = { upi_txn_id: string; amount: number }
type Books = { payments: Payment[]; owed: Owed[]; heard: string[] }

const BOOKS = `select json_build_object(
  'payments', (select coalesce(json_agg(json_build_object('id', id, 'status', status, 'amount', amount_paise,
    'upi_txn_id', upi_txn_id, 'expires_at', expires_at)), '[]') from payments),
  'owed', (select coalesce(json_agg(json_build_object('upi_txn_id', upi_txn_id, 'amount', amount_paise)), '[]')
    from refunds_due where state not in ('failed', 'waived')),
  'heard', (select coalesce(json_agg(m.upi_txn_id), '[]') from money_received m
    where not exists (select 1 from refunds_due r where r.upi_txn_id = m.upi_txn_id and r.state = 'waived'))
) as books`

/** For the session that tells many histories: the question for the books is planned once. */
export async function withPreparedLedger(db: Db, body: () => Promise<void>): Promise<void> {
  await db.execute(sql.raw(`prepare money_books as ${BOOKS}`))
  try {
    await body()
  } finally {
    await db.execute(sql`deallocate money_books`)
  }
}

/** What the shop's own books say of the money, read at once. */
async function readBooks(db: Db): Promise<Books> {
  const { rows } = await db.execute<{ books: Books }>(sql`execute money_books`)
  const [row] = rows
  if (!row) throw new Error('A query without a from clause has one row')
  return row.books
}

/** From where a payment may go where (india.md 7.3); it may always stay. */
const STEPS: Record<PaymentStatus, readonly PaymentStatus[]> = {
  created: ['pending', 'failure', 'expired', 'cancelled', 'review', 'success'],
  pending: ['awaiting_confirmation', 'failure', 'expired', 'cancelled', 'review', 'success'],
  awaiting_confirmation: ['pending', 'expired', 'cancelled', 'review', 'success'],
  failure: ['expired', 'cancelled', 'review', 'success'],
  expired: ['review', 'success'],
  cancelled: ['review', 'success'],
  // Cancelled when the money that did not fit has gone back: then nobody paid, and the order may be paid anew.
  review: ['success', 'refunded', 'cancelled'],
  success: ['refunded'],
  refunded: [],
}

/**
 * Watches a history: what is not true after a step, in sentences; empty when all is well. The shop's own books are read
 * against the invariants, against themselves before the step, and against the bank's.
 */
export function createInvariantChecker(stage: Scenario, ask: typeof brokenInvariants) {
  let before: Books = { payments: [], owed: [], heard: [] }
  return async (): Promise<string[]> => {
    const after = await readBooks(stage.db)
    const broken = await ask(stage.db)
    const untrue = [
      ...Object.entries(broken).map(([sentence, by]) => `${sentence}: ${by.join(', ')}`),
      ...forbiddenSteps(before, after),
      ...forgottenPayments(stage, after),
      ...moneyAdrift(stage, after),
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

function forgottenPayments({ dutiesDone }: Scenario, { payments }: Books): string[] {
  return payments
    .filter(({ status, expires_at }) => isOpenPayment(status) && Date.parse(expires_at) <= dutiesDone.getTime())
    .map(() => 'no payment is open when its window is over and the clock has gone round')
}

/** The bank's books against ours: what the shop has heard of pays an order once, or is owed back, and never both or more. */
function moneyAdrift({ bank }: Scenario, { payments, owed, heard }: Books): string[] {
  const known = bank.moved.flatMap(({ upiTxnId, amount, currency }) => {
    const paid = payments.filter(({ status, upi_txn_id }) => upi_txn_id === upiTxnId && isPaid(status))
    const back = owed.filter(({ upi_txn_id }) => upi_txn_id === upiTxnId)
    const gone = [...bank.sentBack.values()].filter((refund) => refund.upiTxnId === upiTxnId)
    return [
      paid.some((payment) => payment.amount > amount || currency !== 'INR') &&
        `a payment is not paid with less than it asks for: ${amount} ${currency}`,
      sum(back) > amount && `nobody is owed more than the bank moved: ${upiTxnId}`,
      sum(gone) > amount && `the bank is never told to send back more than it moved: ${upiTxnId}`,
      heard.includes(upiTxnId) && paid.length + back.length === 0 && `money ${upiTxnId} pays or is owed back`,
    ]
  })
  const numbers = new Set(bank.moved.map(({ upiTxnId }) => upiTxnId))
  const invented = [...payments, ...owed]
    .filter(({ upi_txn_id }) => upi_txn_id !== null && !numbers.has(upi_txn_id))
    .map(({ upi_txn_id }) => `the bank never moved money ${upi_txn_id}`)
  return [...known.filter((untrue) => untrue !== false), ...invented]
}

const isPaid = (status: PaymentStatus) => status === 'success' || status === 'refunded'
const sum = (amounts: { amount: number }[]) => amounts.reduce((total, { amount }) => total + amount, 0)
