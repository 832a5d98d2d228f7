import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { AdminPageProps, AdminSearch } from '#src/browser/admin-page.ts'
import { loadPages, usePagedList } from '#src/browser/paged-list.ts'
import { InvoicesCsvForm } from '#src/features/invoices/invoices-csv-form.tsx'
import { ConfirmationList } from '#src/features/payments/manual-upi/confirmation/confirmation-list.tsx'
import { confirmationsQuery } from '#src/features/payments/manual-upi/manual-upi.queries.ts'
import { PAYMENT_FILTERS } from '#src/features/payments/payment-status.ts'
import { DailyReconciliation } from '#src/features/payments/reconciliation/daily-reconciliation.tsx'
import { UnmatchedPaymentsList } from '#src/features/payments/reconciliation/unmatched-payments-list.tsx'
import {
  dailyReconciliationQuery,
  type PaymentListFilters,
  paymentQuery,
  paymentsQuery,
  unmatchedPaymentsQuery,
} from './admin-payments.queries.ts'
import { PaymentFilters } from './payment-filters.tsx'
import { PaymentTable } from './payment-table.tsx'

export function loadPaymentsAdminPage(queryClient: QueryClient, search: AdminSearch) {
  return Promise.all([
    queryClient.fetchQuery({ ...dailyReconciliationQuery, staleTime: 0 }),
    loadPages(queryClient, unmatchedPaymentsQuery),
    queryClient.fetchQuery({ ...confirmationsQuery, staleTime: 0 }),
    search.status !== DECIDE && loadPages(queryClient, paymentsQuery(readFilters(search))),
    search.id && queryClient.fetchQuery({ ...paymentQuery(search.id), staleTime: 0 }),
  ])
}

export function PaymentsAdminPage({ search, go }: AdminPageProps) {
  const { list: unmatched, items: waiting } = usePagedList(unmatchedPaymentsQuery)
  const { data: queue } = useSuspenseQuery(confirmationsQuery)
  const count = waiting.length + queue.waiting.length
  const decides = search.status === DECIDE
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <DailyReconciliation />
      <InvoicesCsvForm />
      <PaymentFilters search={search} waiting={unmatched.hasNextPage ? `${count}+` : count} go={go} />
      {decides ? (
        <>
          <ConfirmationList queue={queue} />
          {(waiting.length > 0 || queue.waiting.length === 0) && (
            <UnmatchedPaymentsList waiting={waiting} list={unmatched} />
          )}
        </>
      ) : (
        <PaymentTable filters={readFilters(search)} opened={search.id} go={go} />
      )}
    </div>
  )
}

const DECIDE = 'decide'
const DAY = /^\d{4}-\d{2}-\d{2}$/

function readFilters({ status, q, from, to }: AdminSearch): PaymentListFilters {
  const day = (typed: string | undefined) =>
    typed && DAY.test(typed) && !Number.isNaN(Date.parse(typed)) ? typed : undefined
  return { status: PAYMENT_FILTERS.find((filter) => filter === status), q, from: day(from), to: day(to) }
}
