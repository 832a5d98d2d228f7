import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { readFormErrors, useFocusOnRefusal } from '#src/browser/form-errors.ts'
import { readTypedWhole } from '#src/core/typed-numbers.ts'
import type { CreatedProduct } from '#src/features/catalog/admin/admin-products.contract.ts'
import { PRODUCT_TEXT_LIMITS } from '#src/features/catalog/admin/product-input.ts'
import { FormSection } from '#src/features/catalog/facts-form/form-section.tsx'
import { NetQuantityFields } from '#src/features/catalog/facts-form/net-quantity-fields.tsx'
import { fieldName, readFactFields } from '#src/features/catalog/facts-form/read-facts.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'
import { MAX_SIZE_LABEL } from './size-names.ts'
import { addSize, joinSizes } from './sizes.queries.ts'

type NewSizeFormProps = {
  id: number
  family: string
  isFirst: boolean
  onAdded: (created?: CreatedProduct) => void
}

type Wrong = Record<string, string | undefined>

/** Adds a copy of the product, or a product that exists already. */
export function NewSizeForm({ id, family, isFirst, onAdded }: NewSizeFormProps) {
  const [exists, setExists] = useState(false)
  const adding = useMutation(addSize)
  const joining = useMutation(joinSizes)
  const error = exists ? joining.error : adding.error
  const form = useFocusOnRefusal(error)
  const problems = readFormErrors(error)
  const wrong: Wrong = problems?.fields ?? {}
  const isPending = adding.isPending || joining.isPending
  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const typed = new FormData(event.currentTarget)
    const text = (name: string) => String(typed.get(name) ?? '').trim()
    const founding = isFirst ? { family: text('family'), ownLabel: text('ownLabel') } : {}
    const size = { id, ...founding, label: text('label'), sku: text('sku') }
    if (exists) return joining.mutate(size, { onSuccess: () => onAdded() })
    const { net, mrp } = readFactFields(typed)
    const sold = { price: text('price'), stock: readTypedWhole(text('stock')), facts: { net, mrp } }
    adding.mutate({ ...size, ...sold }, { onSuccess: onAdded })
  }
  return (
    <form ref={form} onSubmit={save} noValidate className="grid gap-6">
      <FormSection title="Add a size" hint={exists ? undefined : COPIED}>
        {isFirst && <FoundingFields family={family} wrong={wrong} />}
        <div className="col-span-full">
          <CheckboxField
            label="The new size is already a product in the shop"
            checked={exists}
            onChange={(event) => setExists(event.target.checked)}
          />
        </div>
        <Field
          label="New size"
          name="label"
          hint={SIZE_HINT}
          maxLength={MAX_SIZE_LABEL}
          error={wrong.label}
          autoComplete="off"
        />
        <Field
          label={exists ? 'SKU of the other product' : 'SKU of the new size'}
          name="sku"
          maxLength={PRODUCT_TEXT_LIMITS.sku}
          error={wrong.sku}
          autoComplete="off"
        />
        {!exists && <SoldFields wrong={wrong} />}
      </FormSection>
      {problems && <ErrorNote>{problems.message}</ErrorNote>}
      <Button type="submit" pending={isPending} className="w-full sm:w-auto sm:justify-self-start">
        Add Size
      </Button>
    </form>
  )
}

const SIZE_HINT = 'As customers read it: 55 g, Box of 9.'
const COPIED =
  'Copies the description, pictures, facts and tax of this product, but not the picture of the label. Afterwards correct what differs, such as numbers in the description.'

function FoundingFields({ family, wrong }: { family: string; wrong: Wrong }) {
  return (
    <>
      <Field
        label="Name of the product without its size"
        name="family"
        defaultValue={family}
        maxLength={PRODUCT_TEXT_LIMITS.name}
        error={wrong.family}
        autoComplete="off"
      />
      <Field
        label="Size of this product"
        name="ownLabel"
        hint={SIZE_HINT}
        maxLength={MAX_SIZE_LABEL}
        error={wrong.ownLabel}
        autoComplete="off"
      />
    </>
  )
}

function SoldFields({ wrong }: { wrong: Wrong }) {
  const bind = (name: string) => ({ name, error: wrong[name], autoComplete: 'off' })
  return (
    <>
      <Field label="Price in rupees" inputMode="decimal" {...bind('price')} />
      <Field label="MRP in rupees" inputMode="decimal" hint="With GST, as printed." {...bind(fieldName('mrp'))} />
      <NetQuantityFields wrong={wrong} />
      <Field label="Stock" inputMode="numeric" {...bind('stock')} />
    </>
  )
}
