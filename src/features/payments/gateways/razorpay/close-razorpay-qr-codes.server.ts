import { and, asc, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { type Db, inTransaction } from '#src/db/database.server.ts'
import { payments } from '#src/features/payments/payments.table.server.ts'
import { log } from '#src/server/telemetry/log.server.ts'
import { razorpayQrCodes } from './razorpay.table.server.ts'
import { type RazorpayClient, RazorpayRejection, RazorpayTimeout } from './razorpay-client.server.ts'
import { RazorpayQrCode } from './razorpay-schemas.server.ts'

const AT_ONCE = 5
const PAUSE_MS = 20_000

type Razorpay = { db: Db; client: RazorpayClient }

export async function closeEndedQrCodes({ db, client }: Razorpay, now: Date): Promise<number> {
  const ended = await claimEndedQrCodes(db, now)
  await Promise.all(ended.map((qrId) => closeQrCode({ db, client }, qrId, now)))
  return ended.length
}

export function nextQrCodeClosing(db: Db, now: Date): SQL {
  const { nextCloseAt, clientTxnId } = razorpayQrCodes
  const next = db
    .select({ time: sql`min(coalesce(${nextCloseAt}, ${now.toISOString()}::timestamptz))` })
    .from(razorpayQrCodes)
    .innerJoin(payments, eq(payments.clientTxnId, clientTxnId))
    .where(isToClose(now))
  return sql`(${next})`
}

const isToClose = (now: Date) =>
  and(
    isNull(razorpayQrCodes.closedAt),
    gt(razorpayQrCodes.closesAt, now),
    inArray(payments.status, ['cancelled', 'expired']),
  )

async function claimEndedQrCodes(db: Db, now: Date): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const ended = await tx
      .select({ qrId: razorpayQrCodes.qrId, closeAttempts: razorpayQrCodes.closeAttempts })
      .from(razorpayQrCodes)
      .innerJoin(payments, eq(payments.clientTxnId, razorpayQrCodes.clientTxnId))
      .where(and(isToClose(now), or(isNull(razorpayQrCodes.nextCloseAt), lte(razorpayQrCodes.nextCloseAt, now))))
      .orderBy(asc(razorpayQrCodes.closesAt))
      .limit(AT_ONCE)
      .for('update', { of: razorpayQrCodes, skipLocked: true })
    for (const { qrId, closeAttempts } of ended)
      await tx
        .update(razorpayQrCodes)
        .set({ closeAttempts: closeAttempts + 1, nextCloseAt: new Date(now.getTime() + PAUSE_MS) })
        .where(eq(razorpayQrCodes.qrId, qrId))
    return ended.map(({ qrId }) => qrId)
  })
}

async function closeQrCode({ db, client }: Razorpay, qrId: string, now: Date): Promise<void> {
  try {
    await client.post(`/v1/payments/qr_codes/${encodeURIComponent(qrId)}/close`, RazorpayQrCode, { body: {} })
  } catch (error) {
    if (!(error instanceof RazorpayTimeout) && !(error instanceof RazorpayRejection)) throw error
    log.warn(`The QR code ${qrId} is not closed: ${error.message}`)
    if (error instanceof RazorpayTimeout) return
  }
  await db.update(razorpayQrCodes).set({ closedAt: now }).where(eq(razorpayQrCodes.qrId, qrId))
}
