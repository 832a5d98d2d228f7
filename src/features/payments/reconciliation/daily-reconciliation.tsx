import { useSuspenseQuery } from '@tanstack/react-query'
import { formatDay } from '#src/core/dates.ts'
import { formatPrice } from '#src/core/money.ts'
import type { ReconciliationDay } from '#src/features/payments/admin/admin-payments.contract.ts'
import { dailyReconciliationQuery } from '#src/features/payments/admin/admin-payments.queries.ts'

export function DailyReconciliation() {
  const { data: days } = useSuspenseQuery(dailyReconciliationQuery)
  const [today, ...before] = days
  const wrong = before.filter(({ differences }) => differences.length > 0)
  if (!today) return null
  return (
    <section aria-labelledby="bank-and-shop" className="border border-line bg-white p-4 lg:p-5">
      <h2 id="bank-and-shop" className="text-heading">
        Daily comparison with the bank
      </h2>
      <Day day={today} name="Today" />
      <details open={wrong.length > 0} className="mt-1 text-small">
        <summary className="flex min-h-11 cursor-pointer items-center font-semibold underline underline-offset-4">
          {wrong.length === 0 ? 'The six days before' : `The six days before: ${wrong.length} differ`}
        </summary>
        {before.map((day) => (
          <Day key={day.day} day={day} name={formatDay(day.day)} />
        ))}
      </details>
    </section>
  )
}

function Day({ day: { bank, shop, differences }, name }: { day: ReconciliationDay; name: string }) {
  const differs = differences.length > 0
  return (
    <div className="mt-2">
      <p className={`tabular-nums ${differs ? 'font-semibold text-err' : ''}`}>
        <span className="block text-cocoa-600 sm:inline-block sm:min-w-28">{name}</span>
        <span>{`Bank ${formatPrice(bank)} · Shop ${formatPrice(shop)}`}</span>
      </p>
      {differs && (
        <ul className="mt-1 grid gap-1 border-err border-l-2 pl-3 text-err text-small">
          {differences.map((difference) => (
            <li key={difference.upiTxnId} className="[overflow-wrap:anywhere]">
              {describeDifference(difference)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function describeDifference({ clientTxnId, upiTxnId, bank, shop }: ReconciliationDay['differences'][number]): string {
  const which = `payment ${clientTxnId}, UPI reference ${upiTxnId}`
  if (shop === null) return `${formatPrice(bank ?? 0)} only at the bank: ${which}`
  if (bank === null) return `${formatPrice(shop)} only in the shop: ${which}`
  return `${formatPrice(bank)} at the bank, ${formatPrice(shop)} in the shop: ${which}`
}
