import type { DeskSearch } from '#src/platform/desk.ts'
import { FilterButtons } from '#src/ui/filter-buttons.tsx'
import { SearchBox } from '#src/ui/search-box.tsx'
import { type OrderQueue, QUEUE_LABELS } from './order-queues.rules.ts'

type OrderFiltersProps = { queue: OrderQueue; q: string | undefined; go: (change: DeskSearch) => void }

/**
 * Which orders: by words and by the work that they make. Both stand in the address. Searching anew looks at all orders:
 * who calls about one does not know how far it is.
 */
export function OrderFilters({ queue, q, go }: OrderFiltersProps) {
  return (
    <>
      <SearchBox
        label="Find an order"
        placeholder="Number, name, e-mail, phone or PIN"
        q={q}
        onSearch={(words) => go({ q: words, status: undefined, id: undefined })}
      />
      <FilterButtons
        legend="Which orders"
        labels={QUEUE_LABELS}
        chosen={queue}
        onChoose={(status) => go({ status, id: undefined })}
      />
    </>
  )
}
