import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { UPI_LIMIT_TEXT } from '#src/core/shop-policy.ts'
import { splitRequest } from '#src/features/custom-orders/admin/admin-custom-orders.queries.ts'
import type { BulkOrderDetails } from '#src/features/custom-orders/custom-orders.contract.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { NumberField } from '#src/ui/forms/number-field.tsx'

type SplitRequestFieldsProps = { order: BulkOrderDetails; isTooMuch: boolean; onSplit: () => void }

/** Stands inside the form of the quotation, so it is none itself. */
export function SplitRequestFields({ order: { id, lines, status }, isTooMuch, onSplit }: SplitRequestFieldsProps) {
  const [moved, setMoved] = useState<ReadonlyMap<number, number>>(new Map())
  // Not a callback of `mutate`: these fields are gone by then.
  const splitting = useMutation({
    ...splitRequest,
    onSettled: (added) => {
      setMoved(new Map())
      if (added) onSplit()
    },
  })
  const taken = lines.flatMap(({ productId }) => {
    const quantity = moved.get(productId) ?? 0
    return quantity > 0 ? [{ productId, quantity }] : []
  })
  return (
    <div role="status" className="grid gap-4 bg-warn-tint p-4">
      <p className="text-small text-warn">
        {isTooMuch && `${UPI_LIMIT_TEXT} `}
        {status === 'quote-pending'
          ? 'Move pieces to a second request, and quote both: the customer pays one after the other.'
          : 'Set the status to Quote pending to split the request.'}
      </p>
      {status === 'quote-pending' && (
        <>
          {lines.map(({ productId, name, quantity }) => (
            <NumberField
              key={`${productId}-${quantity}`}
              label={`Pieces of ${name} to move`}
              hint={`Of ${quantity.toLocaleString('en-IN')}.`}
              inputMode="numeric"
              value={moved.get(productId) ?? Number.NaN}
              onChange={(pieces) => setMoved((before) => new Map(before).set(productId, pieces))}
            />
          ))}
          <Button
            variant="secondary"
            size="small"
            disabled={taken.length === 0}
            pending={splitting.isPending}
            onClick={() => splitting.mutate({ id, lines: taken })}
            className="justify-self-start"
          >
            Split the Request
          </Button>
        </>
      )}
    </div>
  )
}
