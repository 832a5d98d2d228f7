import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { readFormErrors } from '#src/browser/form-errors.ts'
import { readTypedWhole } from '#src/core/typed-numbers.ts'
import { counted } from '#src/core/words.ts'
import type { AdminProduct } from '#src/features/catalog/admin/admin-products.contract.ts'
import { adjustProductStock, adminProductQuery } from '#src/features/catalog/admin/admin-products.queries.ts'
import { PRODUCT_TEXT_LIMITS } from '#src/features/catalog/admin/product-input.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import { SelectField } from '#src/ui/forms/select.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'
import { Dialog } from '#src/ui/overlays/dialog.tsx'
import { StockHistory } from './stock-history.tsx'
import { ADJUSTMENT_REASONS, type AdjustmentReason, STOCK_REASON_LABELS } from './stock-reasons.ts'

export function StockDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: product } = useSuspenseQuery(adminProductQuery(id))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Stock"
      description={product?.name ?? "The product you're looking for doesn't exist."}
      size="wide"
    >
      {product && (
        <div className="grid gap-7">
          <OnHand product={product} />
          <StockForm product={product} />
          <StockHistory id={id} />
        </div>
      )}
    </Dialog>
  )
}

function OnHand({ product: { stock, reserved, minStock, waiting } }: { product: AdminProduct }) {
  return (
    <div className="grid gap-1">
      <p>
        <strong className="amount text-[1.75rem]">{stock.toLocaleString('en-IN')}</strong> in the studio
        {reserved > 0 && `, ${reserved} of them being paid for right now`}
      </p>
      <p className="text-cocoa-600 text-small">{`At ${minStock} or fewer we send the admins an alert.`}</p>
      {waiting > 0 && (
        <p className="text-cocoa-600 text-small">
          {`${counted(waiting, 'person waits', 'people wait')} for an e-mail that it is back. One of them is told for each new piece, and more when pieces stay unsold for a day.`}
        </p>
      )}
    </div>
  )
}

function StockForm({ product }: { product: AdminProduct }) {
  const [reason, setReason] = useState<AdjustmentReason>('made')
  const change = useMutation(adjustProductStock)
  const problems = readFormErrors(change.error)
  const wrong = problems?.fields ?? {}
  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const typed = new FormData(form)
    if (change.isPending) return
    change.mutate(
      {
        id: product.id,
        reason,
        quantity: readTypedWhole(String(typed.get('quantity'))),
        note: String(typed.get('note')),
      },
      { onSuccess: () => form.reset() },
    )
  }
  return (
    <form onSubmit={save} noValidate className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="What happened"
        value={reason}
        onChange={(event) => setReason(ADJUSTMENT_REASONS.find((known) => known === event.target.value) ?? 'made')}
      >
        {ADJUSTMENT_REASONS.map((known) => (
          <option key={known} value={known}>
            {STOCK_REASON_LABELS[known]}
          </option>
        ))}
      </SelectField>
      <Field
        label={reason === 'counted' ? 'How many there are now' : 'How many pieces'}
        name="quantity"
        inputMode="numeric"
        autoComplete="off"
        error={wrong.quantity ?? wrong.stock}
      />
      <Field
        label="Note"
        name="note"
        hint="Optional."
        maxLength={PRODUCT_TEXT_LIMITS.note}
        autoComplete="off"
        className="sm:col-span-2"
      />
      {problems && !wrong.quantity && !wrong.stock && (
        <ErrorNote className="sm:col-span-2">{problems.message}</ErrorNote>
      )}
      <Button type="submit" pending={change.isPending} className="w-full sm:col-span-2 sm:w-auto sm:justify-self-start">
        Save
      </Button>
    </form>
  )
}
