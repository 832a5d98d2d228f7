import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#src/db/database.server.ts'
import { outboxMessages } from './outbox.table.server.ts'

export type DeliveryReport = { providerId: string; at: Date } & (
  | { status: 'sent' | 'delivered' | 'read' }
  | { status: 'failed'; error: string; isAddress: boolean }
)

const { providerId, sentAt, failedAt, deliveredAt, readAt } = outboxMessages

/** Answers whether the message is known. Reports overtake each other: what was delivered has not failed. */
export async function recordDeliveryReport(db: Db, report: DeliveryReport): Promise<boolean> {
  const isIt = eq(providerId, report.providerId)
  if (report.status === 'failed') {
    const { at, error, isAddress } = report
    const unreportedFailure = isAddress ? ('address' as const) : ('other' as const)
    await db
      .update(outboxMessages)
      .set({ sentAt: null, failedAt: at, lastError: error, unreportedFailure })
      .where(and(isIt, isNull(deliveredAt), isNull(failedAt)))
  } else if (report.status !== 'sent') {
    const earliest = (column: typeof sentAt | typeof readAt) =>
      sql`coalesce(${column}, ${report.at.toISOString()}::timestamptz)`
    await db
      .update(outboxMessages)
      .set({
        ...{ sentAt: earliest(sentAt), failedAt: null, unreportedFailure: null, encryptedText: null, body: null },
        deliveredAt: earliest(deliveredAt),
        ...(report.status === 'read' && { readAt: earliest(readAt) }),
      })
      .where(isIt)
  }
  return (await db.$count(outboxMessages, isIt)) > 0
}
