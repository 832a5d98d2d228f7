import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { readFormErrors, useFocusOnRefusal } from '#src/browser/form-errors.ts'
import { formatPrice } from '#src/core/money.ts'
import { PRODUCT_TEXT_LIMITS } from '#src/features/catalog/admin/product-input.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import { MoveButtons, moveItem } from '#src/ui/forms/move-buttons.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'
import { StatusBadge } from '#src/ui/status-badge.tsx'
import type { ProductSizes } from './admin-sizes.contract.ts'
import { MAX_SIZE_LABEL } from './size-names.ts'
import { leaveSizes, orderSizes } from './sizes.queries.ts'

type SizeListProps = ProductSizes & { id: number }
type Size = ProductSizes['sizes'][number]

const named = ({ id, label }: Size) => ({ id, label })

/** Names and orders the sizes; what is typed is saved together. */
export function SizeList({ id, family: known, sizes: saved }: SizeListProps) {
  const [family, setFamily] = useState(known)
  const [sizes, setSizes] = useState(saved)
  const saving = useMutation(orderSizes)
  const form = useFocusOnRefusal(saving.error)
  const problems = readFormErrors(saving.error)
  const wrong = problems?.fields ?? {}
  function save(event: FormEvent) {
    event.preventDefault()
    if (saving.isPending) return
    const seen = { family: known, sizes: saved.map(named) }
    saving.mutate({ id, family, sizes: sizes.map(named), seen })
  }
  return (
    <form ref={form} onSubmit={save} noValidate className="grid gap-5">
      <Field
        label="Name of the product without its size"
        value={family}
        maxLength={PRODUCT_TEXT_LIMITS.name}
        onChange={(event) => setFamily(event.target.value)}
        hint="Each size is named by this and its size. A size that you take out stays a product of its own."
        error={wrong.family}
        autoComplete="off"
      />
      <ol aria-label="Sizes in their order" className="divide-y divide-line border border-line bg-white">
        {sizes.map((size, index) => (
          <SizeRow
            key={size.id}
            size={size}
            index={index}
            count={sizes.length}
            error={wrong[`sizes.${index}.label`]}
            onLabel={(label) => setSizes(sizes.map((one) => (one === size ? { ...one, label } : one)))}
            onMove={(by) => setSizes(moveItem(sizes, index, index + by))}
          />
        ))}
      </ol>
      {problems && <ErrorNote>{problems.message}</ErrorNote>}
      <Button type="submit" pending={saving.isPending} className="w-full sm:w-auto sm:justify-self-start">
        Save Sizes
      </Button>
    </form>
  )
}

type SizeRowProps = {
  size: Size
  index: number
  count: number
  error: string | undefined
  onLabel: (label: string) => void
  onMove: (by: -1 | 1) => void
}

function SizeRow({ size, index, count, error, onLabel, onMove }: SizeRowProps) {
  const { id, label, sku, price, stock, archived } = size
  const removal = useMutation(leaveSizes)
  return (
    <li className="grid gap-x-5 gap-y-2 p-4 sm:grid-cols-[12rem_1fr_auto] sm:items-end">
      <Field
        label={`Size ${index + 1}`}
        value={label}
        maxLength={MAX_SIZE_LABEL}
        onChange={(event) => onLabel(event.target.value)}
        error={error}
        autoComplete="off"
      />
      <p className="text-cocoa-600 text-small [overflow-wrap:anywhere] sm:py-3">
        {formatPrice(price)} · {sku} · {stock.toLocaleString('en-IN')} in stock{' '}
        {archived && <StatusBadge tone="neutral">Archived</StatusBadge>}
      </p>
      <div className="flex items-center justify-end sm:py-1">
        <MoveButtons name={label} index={index} count={count} onMove={onMove} />
        <Button
          variant="link"
          pending={removal.isPending}
          onClick={() => removal.mutate(id)}
          aria-label={`Take out ${label}`}
        >
          Take out
        </Button>
      </div>
    </li>
  )
}
