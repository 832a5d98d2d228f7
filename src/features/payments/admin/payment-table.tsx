import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AdminPageProps } from '#src/browser/admin-page.ts'
import { usePagedList } from '#src/browser/paged-list.ts'
import { formatDayAndTime } from '#src/core/dates.ts'
import { formatAmount } from '#src/core/money.ts'
import { formatMobile } from '#src/core/shop-contact.ts'
import type { PaymentRecord } from '#src/features/payments/admin/admin-payments.contract.ts'
import {
  type PaymentListFilters,
  paymentQuery,
  paymentsQuery,
} from '#src/features/payments/admin/admin-payments.queries.ts'
import { PaymentTimeline } from '#src/features/payments/admin/payment-timeline.tsx'
import { statusLabel } from '#src/features/payments/payment-status.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { EmptyNote } from '#src/ui/item-list.tsx'
import { countText, LoadMore } from '#src/ui/list-paging.tsx'
import { StatusBadge, type StatusTone } from '#src/ui/status-badge.tsx'

type PaymentTableProps = { filters: PaymentListFilters; opened: string | undefined; go: AdminPageProps['go'] }

export function PaymentTable({ filters, opened, go }: PaymentTableProps) {
  const { list, items: listed } = usePagedList(paymentsQuery(filters))
  const linked = useLinkedPayment(opened, listed)
  const shown = linked ? [linked, ...listed] : listed
  if (shown.length === 0)
    return <EmptyNote>{filters.q ? `Nothing found for “${filters.q}”.` : 'No payments here.'}</EmptyNote>
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p role="status" className="text-right text-cocoa-600 text-small">
        {countText(list.hasNextPage ? (list.data.pages[0]?.total ?? null) : listed.length, {
          one: 'payment',
          many: 'payments',
          // The count of a search may be an estimate, so at least the listed rows are announced.
          atLeast: filters.q === undefined ? undefined : `${listed.length}`,
        })}
      </p>
      <table className="block border border-line bg-white text-small lg:table lg:w-full">
        <caption className="sr-only">Payments</caption>
        <thead className="sr-only lg:not-sr-only lg:table-header-group">
          <tr className="border-line-strong border-b text-left">
            {HEADS.map((head) => (
              <th key={head} scope="col" className="px-4 py-3 font-semibold">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block divide-y divide-line lg:table-row-group">
          {shown.map((payment) => (
            <PaymentRow
              key={payment.id}
              payment={payment}
              isOpen={payment.id === opened}
              onToggle={() => go({ id: payment.id === opened ? undefined : payment.id })}
            />
          ))}
        </tbody>
      </table>
      <LoadMore list={list} />
    </div>
  )
}

const HEADS = ['Payment', 'Customer', 'Amount', 'Status', 'Bank', 'Details']

/** The payment in the address when it is not on the current page. */
function useLinkedPayment(id: string | undefined, shown: PaymentRecord[]): PaymentRecord | undefined {
  const isMissing = id !== undefined && !shown.some((payment) => payment.id === id)
  const { data } = useQuery({ ...paymentQuery(id ?? ''), enabled: isMissing })
  return isMissing && data ? data : undefined
}

type PaymentRowProps = { payment: PaymentRecord; isOpen: boolean; onToggle: () => void }

function PaymentRow({ payment, isOpen, onToggle }: PaymentRowProps) {
  const { clientTxnId, orderId, createdAt, amount, status, upiTxnId, txnAt, remark } = payment
  return (
    <>
      <tr className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2 p-4 lg:table-row lg:p-0">
        <Cell className="order-3 col-span-full">
          <p className="font-semibold">{clientTxnId}</p>
          <p className="text-cocoa-600">{orderId}</p>
          <time dateTime={createdAt} className="text-cocoa-500 text-meta">
            {formatDayAndTime(createdAt)}
          </time>
        </Cell>
        <Cell className="order-4 col-span-full">
          <Customer payment={payment} />
        </Cell>
        <Cell className="order-1">
          <p className="amount whitespace-nowrap">{formatAmount(amount)}</p>
        </Cell>
        <Cell className="order-2 justify-self-end">
          <PaymentStatusBadge status={status} />
        </Cell>
        <Cell className="order-5 col-span-full">
          {upiTxnId && <p>{upiTxnId}</p>}
          {txnAt && (
            <time dateTime={txnAt} className="text-cocoa-600 text-meta">
              {formatDayAndTime(txnAt)}
            </time>
          )}
          {remark && <p className="text-cocoa-600">{remark}</p>}
          {!upiTxnId && !remark && <p className="text-cocoa-500">Nothing yet</p>}
        </Cell>
        <Cell className="order-6 col-span-full">
          <Button
            variant="secondary"
            size="small"
            aria-expanded={isOpen}
            aria-label={`Timeline of ${clientTxnId}`}
            onClick={onToggle}
          >
            {isOpen ? 'Close' : 'Timeline'}
          </Button>
        </Cell>
      </tr>
      {isOpen && (
        <tr className="block border-0! lg:table-row">
          <td colSpan={HEADS.length} className="block p-4 pt-0 lg:table-cell">
            <PaymentTimeline id={payment.id} />
          </td>
        </tr>
      )}
    </>
  )
}

function Cell({ className, children }: { className: string; children: ReactNode }) {
  return <td className={`min-w-0 [overflow-wrap:anywhere] lg:px-4 lg:py-3 lg:align-top ${className}`}>{children}</td>
}

function Customer({
  payment: { customerName, customerEmail, customerMobile, customerVpa },
}: {
  payment: PaymentRecord
}) {
  return (
    <>
      <p className="font-semibold">{customerName}</p>
      {[customerEmail, formatMobile(customerMobile), customerVpa].filter(Boolean).map((line) => (
        <p key={line} className="text-cocoa-600">
          {line}
        </p>
      ))}
    </>
  )
}

const TONES = new Map<string, StatusTone>([
  ['success', 'ok'],
  ['pending', 'warn'],
  ['failure', 'err'],
  ['review', 'err'],
  ['refunded', 'info'],
])

export function PaymentStatusBadge({ status }: { status: string }) {
  return <StatusBadge tone={TONES.get(status) ?? 'neutral'}>{statusLabel(status)}</StatusBadge>
}
