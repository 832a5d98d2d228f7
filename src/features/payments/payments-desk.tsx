import { type QueryClient, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { InvoiceSheetForm } from '#src/features/invoices/invoice-sheet-form.tsx'
import type { DeskProps, DeskSearch } from '#src/platform/desk.ts'
import { BankDays } from './bank-days.tsx'
import { ConfirmationList } from './confirmation-list.tsx'
import {
  bankDaysQuery,
  loadPayments,
  paymentQuery,
  strayMoneyQuery,
  type WantedPayments,
} from './maker-payments.queries.ts'
import { confirmationsQuery } from './manual-upi.queries.ts'
import { PaymentFilters } from './payment-filters.tsx'
import { PaymentTable } from './payment-table.tsx'
import { PAYMENT_FILTERS } from './payments.rules.ts'
import { StrayMoneyList } from './stray-money-list.tsx'

/** Asked anew on every visit: money moves without anybody at this desk. */
export function loadDesk(queryClient: QueryClient, search: DeskSearch) {
  return Promise.all([
    queryClient.fetchQuery({ ...bankDaysQuery, staleTime: 0 }),
    queryClient.fetchInfiniteQuery({ ...strayMoneyQuery, staleTime: 0 }),
    queryClient.fetchQuery({ ...confirmationsQuery, staleTime: 0 }),
    search.status !== DECIDE && loadPayments(queryClient, readWanted(search)),
    search.id && queryClient.fetchQuery({ ...paymentQuery(search.id), staleTime: 0 }),
  ])
}

/** The payment records, to be looked at; and the money about which a person has to decide. */
export function Desk({ search, go }: DeskProps) {
  const stray = useSuspenseInfiniteQuery(strayMoneyQuery)
  const waiting = stray.data.pages.flatMap(({ items }) => items)
  const { data: queue } = useSuspenseQuery(confirmationsQuery)
  const count = waiting.length + queue.waiting.length
  const decides = search.status === DECIDE
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <BankDays />
      <InvoiceSheetForm />
      <PaymentFilters search={search} waiting={stray.hasNextPage ? `${count}+` : count} go={go} />
      {decides ? (
        <>
          <ConfirmationList queue={queue} />
          {(waiting.length > 0 || queue.waiting.length === 0) && <StrayMoneyList waiting={waiting} list={stray} />}
        </>
      ) : (
        <PaymentTable wanted={readWanted(search)} opened={search.id} go={go} />
      )}
    </div>
  )
}

const DECIDE = 'decide'
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** What the address says; what makes no sense counts as not given. */
function readWanted({ status, q, from, to }: DeskSearch): WantedPayments {
  const day = (typed: string | undefined) =>
    typed && DAY.test(typed) && !Number.isNaN(Date.parse(typed)) ? typed : undefined
  return { status: PAYMENT_FILTERS.find((filter) => filter === status), q, from: day(from), to: day(to) }
}
