import ChevronDown from 'lucide-react/icons/chevron-down'
import { countDocuments } from '#src/core/order-tax.ts'
import { joinNames } from '#src/core/words.ts'
import { OrderDocuments } from '#src/features/orders/customer/order-documents.tsx'
import type { OrderParcel } from '#src/features/orders/orders.contract.ts'

type ParcelDocumentsProps = { parcels: readonly Pick<OrderParcel, 'id' | 'shippingAddress' | 'documents'>[] }

export function ParcelDocuments({ parcels }: ParcelDocumentsProps) {
  const invoiced = parcels.filter(({ documents }) => documents.length > 0)
  if (invoiced.length === 0) return null
  return (
    <details className="group">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold text-small">
        {nameDocuments(invoiced)}
        <ChevronDown aria-hidden="true" strokeWidth={1.5} className="size-5 shrink-0 group-open:rotate-180" />
      </summary>
      <ul className="grid gap-2 pt-1">
        {invoiced.map(({ id, shippingAddress: to, documents }) => (
          <li key={id} className="text-small [overflow-wrap:anywhere]">
            {`${to.firstName} ${to.lastName}`}
            <OrderDocuments order={{ documents, legacyWithoutInvoice: false }} at={`/api/orders/${id}`} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function nameDocuments(parcels: ParcelDocumentsProps['parcels']): string {
  const titles = parcels.flatMap(({ documents }) => documents.map(({ title }) => title))
  return joinNames(
    [...new Set(titles)].map((title) => countDocuments(titles.filter((one) => one === title).length, title)),
  )
}
