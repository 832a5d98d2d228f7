import { and, asc, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm'
import { type Db, inTransaction } from '#src/platform/database.server.ts'
import { log } from '#src/platform/log.server.ts'
import { payments } from './payments.table.server.ts'
import { razorpayCodes } from './razorpay.table.server.ts'
import { NoWordFromRazorpay, type RazorpayClient, RefusedByRazorpay } from './razorpay-client.server.ts'
import { QrCode } from './razorpay-entities.server.ts'

const AT_ONCE = 5
/** How long whoever asks has a code for themselves, and the pause after a question without an answer. */
const PAUSE_MS = 20_000

type Razorpay = { db: Db; client: RazorpayClient }

/**
 * Closes the codes of payments that were cancelled or have expired (razorpay.com/docs/api/qr-codes/close), so that nobody
 * pays what cannot be had any more. Which they are is read from the payments themselves, so no crash forgets one. A code
 * whose closing is not answered is closed again until its own time is over. Gives back how many it asked for.
 */
export async function closeEndedCodes({ db, client }: Razorpay, now: Date): Promise<number> {
  const ended = await takeTurns(db, now)
  await Promise.all(ended.map((qrId) => close({ db, client }, qrId, now)))
  return ended.length
}

async function takeTurns(db: Db, now: Date): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const ended = await tx
      .select({ qrId: razorpayCodes.qrId, closeTries: razorpayCodes.closeTries })
      .from(razorpayCodes)
      .innerJoin(payments, eq(payments.clientTxnId, razorpayCodes.clientTxnId))
      .where(
        and(
          isNull(razorpayCodes.closedAt),
          gt(razorpayCodes.closesAt, now),
          or(isNull(razorpayCodes.nextCloseAt), lte(razorpayCodes.nextCloseAt, now)),
          inArray(payments.status, ['cancelled', 'expired']),
        ),
      )
      .orderBy(asc(razorpayCodes.closesAt))
      .limit(AT_ONCE)
      .for('update', { of: razorpayCodes, skipLocked: true })
    for (const { qrId, closeTries } of ended)
      await tx
        .update(razorpayCodes)
        .set({ closeTries: closeTries + 1, nextCloseAt: new Date(now.getTime() + PAUSE_MS) })
        .where(eq(razorpayCodes.qrId, qrId))
    return ended.map(({ qrId }) => qrId)
  })
}

/** A refusal means that it is closed already, or never will be by us. */
async function close({ db, client }: Razorpay, qrId: string, now: Date): Promise<void> {
  try {
    await client.post(`/v1/payments/qr_codes/${encodeURIComponent(qrId)}/close`, QrCode, { body: {} })
  } catch (error) {
    if (!(error instanceof NoWordFromRazorpay) && !(error instanceof RefusedByRazorpay)) throw error
    log.warn(`The QR code ${qrId} is not closed: ${error.message}`)
    if (error instanceof NoWordFromRazorpay) return
  }
  await db.update(razorpayCodes).set({ closedAt: now }).where(eq(razorpayCodes.qrId, qrId))
}
