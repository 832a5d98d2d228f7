import { Search } from 'lucide-react'
import type { FormEvent } from 'react'
import type { DeskSearch } from '#src/platform/desk.ts'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { ORDER_QUEUES, type OrderQueue, QUEUE_LABELS } from './order-queues.rules.ts'

type OrderFiltersProps = { queue: OrderQueue; q: string | undefined; go: (change: DeskSearch) => void }

/** Which orders: by words and by the work that they make. Both stand in the address. */
export function OrderFilters({ queue, q, go }: OrderFiltersProps) {
  return (
    <>
      <OrderSearch q={q} go={go} />
      <fieldset className="-mx-5 flex min-w-0 gap-2 overflow-x-auto px-5 py-1 lg:mx-0 lg:flex-wrap lg:px-0">
        <legend className="sr-only">Which orders</legend>
        {ORDER_QUEUES.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === queue}
            onClick={() => go({ status: one, id: undefined })}
            className="min-h-11 shrink-0 rounded-control border border-line-strong px-4 text-small aria-pressed:border-cocoa-900 aria-pressed:bg-cocoa-900 aria-pressed:text-pearl"
          >
            {QUEUE_LABELS[one]}
          </button>
        ))}
      </fieldset>
    </>
  )
}

/** Searching anew looks at all orders: who calls about one does not know how far it is. */
function OrderSearch({ q, go }: Omit<OrderFiltersProps, 'queue'>) {
  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('q')).trim()
    go({ q: typed || undefined, status: undefined, id: undefined })
  }
  return (
    <search>
      <form onSubmit={search} className="flex max-w-2xl items-end gap-2">
        <Field
          key={q}
          name="q"
          type="search"
          label="Find an order"
          placeholder="Number, name, e-mail, phone or PIN"
          defaultValue={q}
          maxLength={200}
          enterKeyHint="search"
          className="flex-1"
        />
        <Button type="submit" variant="secondary" aria-label="Search" className="px-4!">
          <Search aria-hidden="true" strokeWidth={1.5} className="size-5" />
        </Button>
      </form>
    </search>
  )
}
