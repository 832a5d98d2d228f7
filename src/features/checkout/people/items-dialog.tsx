import { type FormEvent, useState } from 'react'
import { MAX_LINE_QUANTITY } from '#src/core/shop-policy.ts'
import type { CartItem } from '#src/features/pricing/totals/priced-items.contract.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { QuantityStepper } from '#src/ui/forms/quantity-stepper.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'
import { Dialog } from '#src/ui/overlays/dialog.tsx'
import { describeItems, type NamedItem, toChangedItems, toOwnItems } from './own-items.ts'
import { fullNameOf, type Person } from './people.ts'

type ItemsDialogProps = {
  person: Person
  cart: readonly NamedItem[]
  onSave: (items: CartItem[] | undefined) => void
  onClose: () => void
}

export function ItemsDialog({ person, cart, onSave, onClose }: ItemsDialogProps) {
  const items = toOwnItems(person, cart) ?? cart
  const [quantities, setQuantities] = useState(
    new Map(items.map(({ productId, quantity }) => [productId, quantity] as const)),
  )
  const [isEmpty, setEmpty] = useState(false)
  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const changed = toChangedItems(quantities, cart)
    if (changed?.length === 0) return setEmpty(true)
    onSave(changed)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Items for ${fullNameOf(person)}`}
      description={`Everybody else gets ${describeItems(cart, cart)}.`}
    >
      <form onSubmit={save} className="grid gap-6">
        <ul className="grid gap-4">
          {cart.map(({ productId, productName }) => (
            <li key={productId} className="flex items-center justify-between gap-4">
              <span className="font-semibold text-small [overflow-wrap:anywhere]">{productName}</span>
              <QuantityStepper
                label={`Quantity of ${productName}`}
                value={quantities.get(productId) ?? 0}
                max={MAX_LINE_QUANTITY}
                size="small"
                removable
                onChange={(quantity) => {
                  setEmpty(false)
                  setQuantities(new Map(quantities).set(productId, Math.max(0, quantity)))
                }}
              />
            </li>
          ))}
        </ul>
        {isEmpty && <ErrorNote>Please choose at least one item, or remove the person from the list.</ErrorNote>}
        <div className="flex flex-wrap gap-3">
          <Button type="submit">Save</Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
