import type { OrderDetails } from '#src/features/orders/orders.contract.ts'

type OrderDocumentsProps = {
  order: Pick<OrderDetails, 'documents' | 'legacyWithoutInvoice'>
  at: string
}

export function OrderDocuments({ order: { documents, legacyWithoutInvoice }, at }: OrderDocumentsProps) {
  if (legacyWithoutInvoice) return <p className="text-cocoa-600 text-small">Paid before we issued invoices here.</p>
  return (
    <ul className="grid gap-1 text-small">
      {documents.map(({ title, number, path }) => (
        <li key={path} className="flex flex-wrap items-center gap-x-4">
          <a
            href={`${at}/${path}`}
            target="_blank"
            rel="noopener"
            className="inline-flex min-h-11 items-center underline"
          >
            {`${title} ${number}`}
          </a>
          <a
            href={`${at}/${path}.pdf`}
            aria-label={`${title} ${number} as PDF`}
            target="_blank"
            rel="noopener"
            className="inline-flex min-h-11 items-center font-semibold text-gold-700"
          >
            PDF
          </a>
        </li>
      ))}
    </ul>
  )
}
