import { and, asc, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import { razorpayQrCodes } from './razorpay.table.server.ts'
import { type RazorpayClient, RazorpayRejection, RazorpayTimeout } from './razorpay-client.server.ts'
import { RazorpayQrCode } from './razorpay-schemas.server.ts'

const AT_ONCE = 5
/** How long whoever asks has a code for themselves, and the pause after a question without an answer. */
const PAUSE_MS = 20_000

type Razorpay = { db: Db; client: RazorpayClient }

/**
 * Closes the codes of payments that were cancelled or have expired (razorpay.com/docs/api/qr-codes/close), so that nobody
 * pays what cannot be had any more. Which they are is read from the payments themselves, so no crash forgets one. A code
 * whose closing is not answered is closed again until its own time is over. Gives back how many it asked for.
 */
export async function closeEndedQrCodes({ db, client }: Razorpay, now: Date): Promise<number> {
  const ended = await takeTurns(db, now)
  await Promise.all(ended.map((qrId) => close({ db, client }, qrId, now)))
  return ended.length
}

async function takeTurns(db: Db, now: Date): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const ended = await tx
      .select({ qrId: razorpayQrCodes.qrId, closeTries: razorpayQrCodes.closeTries })
      .from(razorpayQrCodes)
      .innerJoin(payments, eq(payments.clientTxnId, razorpayQrCodes.clientTxnId))
      .where(
        and(
          isNull(razorpayQrCodes.closedAt),
          gt(razorpayQrCodes.closesAt, now),
          or(isNull(razorpayQrCodes.nextCloseAt), lte(razorpayQrCodes.nextCloseAt, now)),
          inArray(payments.status, ['cancelled', 'expired']),
        ),
      )
      .orderBy(asc(razorpayQrCodes.closesAt))
      .limit(AT_ONCE)
      .for('update', { of: razorpayQrCodes, skipLocked: true })
    for (const { qrId, closeTries } of ended)
      await tx
        .update(razorpayQrCodes)
        .set({ closeTries: closeTries + 1, nextCloseAt: new Date(now.getTime() + PAUSE_MS) })
        .where(eq(razorpayQrCodes.qrId, qrId))
    return ended.map(({ qrId }) => qrId)
  })
}

/** A refusal means that it is closed already, or never will be by us. */
async function close({ db, client }: Razorpay, qrId: string, now: Date): Promise<void> {
  try {
    await client.post(`/v1/payments/qr_codes/${encodeURIComponent(qrId)}/close`, RazorpayQrCode, { body: {} })
  } catch (error) {
    if (!(error instanceof RazorpayTimeout) && !(error instanceof RazorpayRejection)) throw error
    log.warn(`The QR code ${qrId} is not closed: ${error.message}`)
    if (error instanceof RazorpayTimeout) return
  }
  await db.update(razorpayQrCodes).set({ closedAt: now }).where(eq(razorpayQrCodes.qrId, qrId))
}
