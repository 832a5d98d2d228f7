import { type FormEvent, useState } from 'react'
import { readFormErrors, useFocusOnRefusal } from '#src/browser/form-errors.ts'
import { DEFAULT_MAX_PER_ORDER } from '#src/core/shop-policy.ts'
import { readTypedWhole } from '#src/core/typed-numbers.ts'
import { FactsFields } from '#src/features/catalog/facts-form/facts-fields.tsx'
import { FormSection } from '#src/features/catalog/facts-form/form-section.tsx'
import { readFactFields } from '#src/features/catalog/facts-form/read-facts.ts'
import { readPictureFields } from '#src/features/catalog/images/picture-list.ts'
import { PicturesField } from '#src/features/catalog/images/pictures-field.tsx'
import type { Category } from '#src/features/catalog/products/products.contract.ts'
import { PriceTierFields, readPriceTiers } from '#src/features/catalog/tiers/price-tier-fields.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Field, TextAreaField } from '#src/ui/forms/field.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'
import type { AdminProduct } from './admin-products.contract.ts'
import type { ProductInput } from './admin-products.queries.ts'
import { CategoryField, readCategory } from './category-field.tsx'
import { MeltClassField, readMeltClass } from './melt-class-field.tsx'
import { ProductTaxFields, readTaxFields } from './product-tax-fields.tsx'

type ProductFormProps = {
  product?: AdminProduct
  categories: Category[]
  label: string
  pending: boolean
  error: Error | null
  onSave: (typed: ProductInput) => void
}

/** Sends the fields as typed; the server validates them. */
export function ProductForm({ product, categories, label, pending, error, onSave }: ProductFormProps) {
  const [isUploading, setIsUploading] = useState(false)
  const [isUploadingLabel, setIsUploadingLabel] = useState(false)
  const form = useFocusOnRefusal(error)
  const problems = readFormErrors(error)
  const wrong = problems?.fields ?? {}
  const isBusy = isUploading || isUploadingLabel
  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!pending && !isBusy) onSave(typedIn(new FormData(event.currentTarget)))
  }
  return (
    <form ref={form} onSubmit={save} noValidate className="grid gap-8">
      <FormSection title="Product">
        <ProductFields product={product} categories={categories} wrong={wrong} onUploading={setIsUploading} />
      </FormSection>
      <FactsFields facts={product?.facts ?? {}} wrong={wrong} onUploading={setIsUploadingLabel} />
      <PriceTierFields tiers={product?.tiers ?? []} isSize={Boolean(product?.sizeLabel)} wrong={wrong} />
      <ProductTaxFields id={product?.id} wrong={wrong} />
      {problems && <ErrorNote>{problems.message}</ErrorNote>}
      <Button type="submit" pending={pending} disabled={isBusy} className="w-full sm:w-auto sm:justify-self-start">
        {label}
      </Button>
    </form>
  )
}

type ProductFieldsProps = Pick<ProductFormProps, 'product' | 'categories'> & {
  wrong: Record<string, string | undefined>
  onUploading: (isUploading: boolean) => void
}

function ProductFields({ product, categories, wrong, onUploading }: ProductFieldsProps) {
  const bind = (name: 'name' | 'description' | 'price' | 'stock' | 'minStock' | 'maxPerOrder' | 'sku') => ({
    ...{ name, defaultValue: product?.[name], error: wrong[name], autoComplete: 'off' },
  })
  const isSize = Boolean(product?.sizeLabel)
  return (
    <>
      <Field
        label="Name"
        className="sm:col-span-2"
        readOnly={isSize}
        hint={isSize && 'Made of the common name and the size. Change it in the dialog Sizes.'}
        {...bind('name')}
      />
      <PicturesField pictures={product?.images ?? []} onUploading={onUploading} wrong={wrong} />
      <Field label="Price in rupees" inputMode="decimal" {...bind('price')} />
      <CategoryField categories={categories} chosen={product?.categoryId} wrong={wrong} />
      <Field
        label="Stock"
        inputMode="numeric"
        hint={product && 'If you change it, the new number is recorded as a recount.'}
        {...bind('stock')}
      />
      <Field
        label="Minimum stock"
        inputMode="numeric"
        hint="At this number or below, the shop says “Low Stock”."
        {...bind('minStock')}
      />
      <Field
        label="Maximum per order"
        inputMode="numeric"
        hint="How many of this product one order can contain."
        {...bind('maxPerOrder')}
        defaultValue={product?.maxPerOrder ?? DEFAULT_MAX_PER_ORDER}
      />
      <MeltClassField chosen={product?.meltClass} error={wrong.meltClass} />
      <Field label="SKU" {...bind('sku')} />
      <TextAreaField label="Description" className="sm:col-span-2" {...bind('description')} />
    </>
  )
}

function typedIn(form: FormData): ProductInput {
  const text = (name: keyof ProductInput) => String(form.get(name) ?? '')
  const integer = (name: keyof ProductInput) => readTypedWhole(text(name))
  return {
    name: text('name'),
    description: text('description'),
    price: text('price'),
    stock: integer('stock'),
    minStock: integer('minStock'),
    maxPerOrder: integer('maxPerOrder'),
    meltClass: readMeltClass(form),
    sku: text('sku'),
    ...readPictureFields(form),
    ...readCategory(form),
    tiers: readPriceTiers(form),
    tax: readTaxFields(form),
    facts: readFactFields(form),
  }
}
