import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useState } from 'react'
import { formatPrice } from '#src/core/money.ts'
import { productsQuery } from '#src/features/catalog/products/products.queries.ts'
import { controlClass, LabelledControl } from '#src/ui/forms/field.tsx'

const SHOWN = 6

type ProductSearchProps = {
  chosen: readonly number[]
  isInvalid: boolean
  onChoose: (productId: number) => void
}

/** Finds products by name and adds one to the request. */
export function ProductSearch({ chosen, isInvalid, onChoose }: ProductSearchProps) {
  const [typed, setTyped] = useState('')
  const list = useId()
  const q = useDeferredValue(typed.trim())
  const { data: found } = useQuery({
    ...productsQuery({ q, limit: SHOWN + chosen.length }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const products = (q === '' ? [] : (found ?? [])).filter(({ id }) => !chosen.includes(id)).slice(0, SHOWN)
  function choose(productId: number) {
    onChoose(productId)
    setTyped('')
  }
  return (
    <div className="grid gap-2">
      <LabelledControl
        label="Add a product"
        control={(described) => (
          <input
            type="search"
            {...described}
            aria-controls={list}
            aria-invalid={isInvalid || undefined}
            autoComplete="off"
            maxLength={100}
            placeholder="Search by name"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            // Enter would send the request.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            className={`${controlClass} h-13`}
          />
        )}
      />
      <ul
        id={list}
        aria-label="Products found"
        className="divide-y divide-line border border-line bg-white empty:hidden"
      >
        {products.map(({ id, name, price }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => choose(id)}
              className="flex min-h-12 w-full items-center justify-between gap-4 px-4 py-2 text-left hover:bg-ivory"
            >
              <span>{name}</span>
              <span className="amount text-small">{formatPrice(price)}</span>
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="text-cocoa-600 text-small empty:hidden">
        {q !== '' && found && products.length === 0 && 'No other product has this name.'}
      </p>
    </div>
  )
}
