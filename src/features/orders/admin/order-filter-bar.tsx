import type { AdminSearch } from '#src/browser/admin-page.ts'
import { ORDER_FILTER_LABELS, type OrderFilter } from '#src/features/orders/lookup/order-filters.ts'
import { FilterButtons } from '#src/ui/forms/filter-buttons.tsx'
import { SearchBox } from '#src/ui/forms/search-box.tsx'

type OrderFiltersProps = { queue: OrderFilter; q: string | undefined; go: (change: AdminSearch) => void }

/** A new search looks at all orders, because an admin on the phone does not know the order's status. */
export function OrderFilterBar({ queue, q, go }: OrderFiltersProps) {
  return (
    <>
      <SearchBox
        label="Find an order"
        placeholder="Number, name, phone, PIN"
        q={q}
        onSearch={(words) => go({ q: words, status: undefined, id: undefined })}
      />
      <FilterButtons
        legend="Which orders"
        labels={ORDER_FILTER_LABELS}
        chosen={queue}
        onChoose={(status) => go({ status, id: undefined })}
      />
    </>
  )
}
