import Search from 'lucide-react/icons/search'
import type { FormEvent } from 'react'
import type { AdminPageProps } from '#src/browser/admin-page.ts'
import { PAYMENT_FILTERS, type PaymentFilter } from '#src/features/payments/payment-status.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import { FilterButton, FilterRow } from '#src/ui/forms/filter-buttons.tsx'

type PaymentFiltersProps = AdminPageProps & { waiting: number | string }

const FILTER_LABELS: Record<PaymentFilter, string> = {
  success: 'Success',
  pending: 'Pending',
  failure: 'Failed',
  expired: 'Expired',
  cancelled: 'Cancelled',
  review: 'In review',
  refunded: 'Refunded',
}

export function PaymentFilters({ search, waiting, go }: PaymentFiltersProps) {
  const decides = search.status === 'decide'
  return (
    <>
      {!decides && <PaymentSearch search={search} go={go} />}
      <FilterRow legend="Which payments">
        <FilterButton isChosen={decides} onChoose={() => go({ status: 'decide', id: undefined })}>
          {`Needs a decision (${waiting})`}
        </FilterButton>
        <FilterButton isChosen={!search.status} onChoose={() => go({ status: undefined, id: undefined })}>
          All
        </FilterButton>
        {PAYMENT_FILTERS.map((status) => (
          <FilterButton key={status} isChosen={search.status === status} onChoose={() => go({ status, id: undefined })}>
            {FILTER_LABELS[status]}
          </FilterButton>
        ))}
      </FilterRow>
    </>
  )
}

const DAY = 'min-w-0 grid-cols-[minmax(0,1fr)]'

function PaymentSearch({ search: { q, from, to }, go }: AdminPageProps) {
  function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const field = (name: string) => String(typed.get(name)).trim() || undefined
    go({ q: field('q'), from: field('from'), to: field('to'), id: undefined })
  }
  return (
    <search>
      <form
        key={[q, from, to].join()}
        onSubmit={find}
        className="grid grid-cols-2 items-end gap-2 lg:grid-cols-[minmax(0,28rem)_11rem_11rem_auto] lg:justify-start"
      >
        <Field
          name="q"
          type="search"
          label="Find a payment"
          placeholder="Number, name, e-mail or phone"
          defaultValue={q}
          maxLength={200}
          enterKeyHint="search"
          className="col-span-full lg:col-span-1"
        />
        <Field name="from" type="date" label="From" defaultValue={from} className={DAY} />
        <Field name="to" type="date" label="To" defaultValue={to} className={DAY} />
        <Button type="submit" variant="secondary" className="col-span-full lg:col-span-1">
          <Search aria-hidden="true" strokeWidth={1.5} className="size-5" />
          Search
        </Button>
      </form>
    </search>
  )
}
