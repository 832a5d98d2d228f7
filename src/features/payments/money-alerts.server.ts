import { sql } from 'drizzle-orm'
import { minutesLater } from '#src/core/dates.ts'
import { paise } from '#src/core/money.ts'
import { mailAdmins } from '#src/features/account/admin-mail.server.ts'
import { customersOfOrders } from '#src/features/orders/order-customers.server.ts'
import { type Db, inTransaction } from '#src/platform/database.server.ts'
import { publicLink } from '#src/platform/public-link.server.ts'
import { HOMELESS, isHomeless } from './homeless-money.server.ts'
import { moneyAlerts } from './money-alerts.table.server.ts'
import { moneyWaitsMail, refundWaitsMail } from './payments.messages.ts'
import type { RefundReason } from './payments.reducer.ts'
import { paymentEvents, payments, refundsDue } from './payments.table.server.ts'
import { WHY_BACK } from './refund-reasons.rules.ts'
import { needsDecision } from './stray-money.server.ts'

/** What goes back or finds its payment by itself has done so by then. */
const GRACE_MINUTES = 2
const AT_ONCE = 20

type Waiting = {
  id: string
  kind: 'refund' | 'event'
  amount_paise: number
  why: string
  reference: string | null
}

/**
 * The clock's work: writes to the admins about money that waits for them and for nothing else, a refund that is owed or
 * money that belongs to no payment. Once for each, whichever process sees it first. Gives back about how many.
 */
export async function tellWaitingMoney(db: Db, now: Date): Promise<number> {
  return inTransaction(db, async (tx) => {
    let told = 0
    for (const waiting of await untoldMoney(tx, now)) {
      const claim = tx.insert(moneyAlerts).values({ id: waiting.id, toldAt: now }).onConflictDoNothing()
      if ((await claim.returning()).length === 0) continue
      await mailAdmins(tx, { ...mailAbout(waiting), dedupeKey: `money-waits:${waiting.id}` })
      told += 1
    }
    return told
  })
}

async function untoldMoney(tx: Db, now: Date): Promise<Waiting[]> {
  const customers = customersOfOrders(tx)
  const { rows } = await tx.execute<Waiting>(sql`
    with stray as (
      select id, 'refund' as kind, created_at as at, amount_paise, reason as why, payment_id from ${refundsDue}
      where ${needsDecision}
      union all
      select id, 'event', received_at, amount_paise, result, payment_id from ${paymentEvents} where ${isHomeless}
    )
    select stray.id, stray.kind, stray.amount_paise, stray.why, ${customers.reference} as reference
    from stray left join ${payments} p on p.id = stray.payment_id left join ${customers} on ${customers.id} = p.order_id
    where stray.at <= ${minutesLater(now, -GRACE_MINUTES).toISOString()} and ${customers.isSample} is not true
      and not exists (select 1 from ${moneyAlerts} told where told.id = stray.id)
    order by stray.at, stray.id limit ${AT_ONCE}`)
  return rows
}

function mailAbout({ kind, amount_paise, why, reference }: Waiting) {
  const amount = paise(amount_paise)
  const link = publicLink('/admin/payments?status=decide')
  if (kind === 'refund')
    return refundWaitsMail({ reference: reference ?? '', amount, why: WHY_BACK[why as RefundReason], link })
  return moneyWaitsMail({ amount, why: HOMELESS[why] ?? why, link })
}
