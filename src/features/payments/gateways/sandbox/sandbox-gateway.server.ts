import { randomInt } from 'node:crypto'
import { and, eq, gte, lt, sum } from 'drizzle-orm'
import { ulid } from 'ulid'
import { z } from 'zod'
import { DomainError } from '#src/core/domain-error.ts'
import { paise } from '#src/core/money.ts'
import { SHOP_NAME } from '#src/core/shop-policy.ts'
import { type Db, inTransaction, onlyRow } from '#src/db/database.server.ts'
import {
  GatewayAmount,
  type GatewayCapture,
  type GatewayEvent,
  GatewayId,
  type GatewayRefundRequest,
  type GatewayRefundResult,
  GatewayText,
  type PaymentGateway,
} from '#src/features/payments/gateways/payment-gateway.server.ts'
import { sandboxBank, sandboxRefunds } from '#src/features/payments/gateways/sandbox/sandbox.table.server.ts'
import { buildUpiLink, type Payee } from '#src/features/payments/gateways/upi-link.server.ts'
import { signWebhook, verifyWebhook } from '#src/features/payments/gateways/webhook-signature.server.ts'
import type { GatewayStatus } from '#src/features/payments/payment-state-machine.ts'
import { redactPayer } from '#src/features/payments/payment-status.ts'
import { parsedOrUndefined } from '#src/server/http/request-checks.server.ts'

export const SANDBOX = 'sandbox'
/** MCC 5441: candy, nut and confectionery stores. */
const PAYEE: Payee = { upiId: 'golconda@sandbox', name: SHOP_NAME, merchantCategory: '5441' }

const SandboxEvent = z.object({
  clientTxnId: GatewayId,
  event: z.string(),
  amount: GatewayAmount,
  currency: GatewayText,
  upiTxnId: GatewayId.optional(),
  vpa: GatewayText.optional(),
  // PostgreSQL knows no year 0.
  at: z.iso.datetime().refine((at) => !at.startsWith('0000')),
})
type SandboxEvent = z.infer<typeof SandboxEvent>

export type SandboxOptions = { db: Db; publicUrl: string; secret: string }
export type SignedWebhook = { headers: Record<string, string>; body: string }

/** A test gateway with its own records, signed webhooks and status requests. No money moves. */
export function createSandboxGateway({ db, publicUrl, secret }: SandboxOptions): PaymentGateway {
  return {
    name: SANDBOX,
    createPayment: async ({ clientTxnId, amount, note }) => {
      await db.insert(sandboxBank).values({ clientTxnId, amountPaise: amount }).onConflictDoNothing()
      return {
        upiLink: buildUpiLink(PAYEE, { clientTxnId, amount, note }),
        paymentUrl: `${publicUrl}/api/demo/upi/${clientTxnId}`,
        upiId: PAYEE.upiId,
        payeeName: PAYEE.name,
      }
    },
    fetchStatus: async (clientTxnId) => {
      const [entry] = await db.select().from(sandboxBank).where(eq(sandboxBank.clientTxnId, clientTxnId))
      return entry && toAnswer(entry)
    },
    listCaptures: (from, until) => listSandboxCaptures(db, from, until),
    refund: (refund) => refundInSandbox(db, refund),
    readWebhook: (headers, rawBody, now) => {
      const eventId = verifyWebhook({ secret, headers, body: rawBody, now })
      const event = parseEvent(rawBody)
      return { clientTxnId: event.clientTxnId, eventId, raw: redactPayer(rawBody), status: toReport(event) }
    },
  }
}

type Entry = typeof sandboxBank.$inferSelect

/** Refunds at once in the sandbox: once per key, never more than was captured. */
async function refundInSandbox(
  db: Db,
  { upiTxnId, amount, idempotencyKey }: GatewayRefundRequest,
): Promise<GatewayRefundResult> {
  return inTransaction(db, async (tx) => {
    const [paid] = await tx.select().from(sandboxBank).where(eq(sandboxBank.upiTxnId, upiTxnId)).for('update')
    const [known] = await tx.select().from(sandboxRefunds).where(eq(sandboxRefunds.idempotencyKey, idempotencyKey))
    if (known) return sent(known)
    const before = await tx
      .select({ total: sum(sandboxRefunds.amountPaise) })
      .from(sandboxRefunds)
      .where(eq(sandboxRefunds.upiTxnId, upiTxnId))
    if (!paid || Number(before[0]?.total ?? 0) + amount > paid.amountPaise)
      return { state: 'failed', reason: 'The test bank has no such payment.' }
    const row = { idempotencyKey, upiTxnId, amountPaise: amount, bankReference: twelveDigits() }
    return sent(onlyRow(await tx.insert(sandboxRefunds).values(row).returning()))
  })
}

function sent({ idempotencyKey, bankReference }: typeof sandboxRefunds.$inferSelect): GatewayRefundResult {
  return { state: 'processed', refundId: `refund-${idempotencyKey}`, bankReference, speed: 'instant' }
}

async function listSandboxCaptures(db: Db, from: Date, until: Date): Promise<GatewayCapture[]> {
  const moved = await db
    .select()
    .from(sandboxBank)
    .where(and(eq(sandboxBank.outcome, 'success'), gte(sandboxBank.decidedAt, from), lt(sandboxBank.decidedAt, until)))
  return moved.flatMap(({ clientTxnId, upiTxnId, amountPaise, decidedAt }) =>
    upiTxnId && decidedAt ? [{ clientTxnId, upiTxnId, amount: paise(amountPaise), at: decidedAt }] : [],
  )
}

export async function findSandboxPayment(db: Db, clientTxnId: string): Promise<Entry> {
  const [entry] = await db.select().from(sandboxBank).where(eq(sandboxBank.clientTxnId, clientTxnId))
  if (!entry) throw new DomainError('not-found', 'The bank does not know this payment.')
  return entry
}

export async function simulateBankDecision(
  { db, secret }: SandboxOptions,
  clientTxnId: string,
  outcome: 'success' | 'failure',
): Promise<SignedWebhook> {
  const entry = await db.transaction(async (tx) => {
    const [known] = await tx.select().from(sandboxBank).where(eq(sandboxBank.clientTxnId, clientTxnId)).for('update')
    if (!known) throw new DomainError('not-found', 'The bank does not know this payment.')
    if (known.outcome === 'success') return known
    const upiTxnId = outcome === 'success' ? twelveDigits() : null
    return onlyRow(
      await tx
        .update(sandboxBank)
        .set({ outcome, upiTxnId, decidedAt: new Date() })
        .where(eq(sandboxBank.clientTxnId, clientTxnId))
        .returning(),
    )
  })
  const body = JSON.stringify(toEvent(entry))
  return { body, headers: signWebhook(secret, { id: `evt_${ulid()}`, body, sentAt: new Date() }) }
}

function twelveDigits(): string {
  return `${randomInt(100_000, 1_000_000)}${randomInt(100_000, 1_000_000)}`
}

function toEvent(entry: Entry): SandboxEvent {
  return {
    clientTxnId: entry.clientTxnId,
    event: entry.outcome ? `payment.${entry.outcome}` : 'payment.pending',
    amount: entry.amountPaise,
    currency: 'INR',
    ...(entry.upiTxnId && { upiTxnId: entry.upiTxnId, vpa: 'shopper@sandbox' }),
    at: (entry.decidedAt ?? new Date(0)).toISOString(),
  }
}

/** The same state has the same event id. */
function toAnswer(entry: Entry): GatewayEvent {
  const event = toEvent(entry)
  const eventId = `ask:${entry.clientTxnId}:${event.event}:${event.upiTxnId ?? event.at}`
  return { clientTxnId: entry.clientTxnId, eventId, raw: redactPayer(JSON.stringify(event)), status: toReport(event) }
}

function toReport(event: SandboxEvent): GatewayStatus | undefined {
  switch (event.event) {
    case 'payment.success':
      return event.upiTxnId
        ? {
            kind: 'success',
            amount: paise(event.amount),
            currency: event.currency,
            upiTxnId: event.upiTxnId,
            paidAt: new Date(event.at),
            vpa: event.vpa,
          }
        : undefined
    case 'payment.failure':
      return { kind: 'failure', reason: 'Declined by the bank' }
    case 'payment.pending':
      return { kind: 'pending' }
    default:
      return undefined
  }
}

function parseEvent(rawBody: string): SandboxEvent {
  const { data } = SandboxEvent.safeParse(parsedOrUndefined(rawBody))
  if (!data) throw new DomainError('invalid', 'That webhook could not be read.')
  return data
}
