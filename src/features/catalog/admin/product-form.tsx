import { type FormEvent, useState } from 'react'
import { readFormErrors, useFocusOnRefusal } from '#src/browser/form-errors.ts'
import { DEFAULT_MAX_PER_ORDER } from '#src/core/shop-policy.ts'
import { ImageField } from '#src/features/catalog/images/image-field.tsx'
import type { Category } from '#src/features/catalog/products/products.contract.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Field, TextAreaField } from '#src/ui/forms/field.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'
import type { AdminProduct } from './admin-products.contract.ts'
import type { ProductInput } from './admin-products.queries.ts'
import { CategoryField } from './category-field.tsx'
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
  const [imageUrl, setImageUrl] = useState(product?.imageUrl ?? '')
  const [isUploading, setIsUploading] = useState(false)
  const form = useFocusOnRefusal(error)
  const problems = readFormErrors(error)
  const wrong = problems?.fields ?? {}
  const bind = (name: 'name' | 'description' | 'price' | 'stock' | 'minStock' | 'maxPerOrder' | 'sku') => ({
    ...{ name, defaultValue: product?.[name], error: wrong[name], autoComplete: 'off' },
  })
  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!pending && !isUploading) onSave(typedIn(new FormData(event.currentTarget)))
  }
  return (
    <form ref={form} onSubmit={save} noValidate className="grid gap-5 sm:grid-cols-2">
      <Field label="Name" className="sm:col-span-2" {...bind('name')} />
      <ImageField value={imageUrl} onChange={setImageUrl} onUploading={setIsUploading} error={wrong.imageUrl} />
      <Field label="Price in rupees" inputMode="decimal" {...bind('price')} />
      <CategoryField categories={categories} chosen={product?.categoryId} error={wrong.categoryId} />
      <Field
        label="Stock"
        inputMode="numeric"
        hint={product && 'A new number counts as a recount.'}
        {...bind('stock')}
      />
      <Field
        label="Minimum stock"
        inputMode="numeric"
        hint="At this number or below the stock is low."
        {...bind('minStock')}
      />
      <Field
        label="Maximum per order"
        inputMode="numeric"
        hint="How many pieces one customer can order at once."
        {...bind('maxPerOrder')}
        defaultValue={product?.maxPerOrder ?? DEFAULT_MAX_PER_ORDER}
      />
      <Field label="SKU" {...bind('sku')} />
      <ProductTaxFields id={product?.id} wrong={wrong} />
      <TextAreaField label="Description" className="sm:col-span-2" {...bind('description')} />
      {problems && <ErrorNote className="sm:col-span-2">{problems.message}</ErrorNote>}
      <Button
        type="submit"
        pending={pending}
        disabled={isUploading}
        className="w-full sm:col-span-2 sm:w-auto sm:justify-self-start"
      >
        {label}
      </Button>
    </form>
  )
}

function typedIn(form: FormData): ProductInput {
  const text = (name: keyof ProductInput) => String(form.get(name) ?? '')
  const integer = (name: keyof ProductInput) => Number.parseInt(text(name), 10)
  return {
    name: text('name'),
    description: text('description'),
    price: text('price'),
    stock: integer('stock'),
    minStock: integer('minStock'),
    maxPerOrder: integer('maxPerOrder'),
    sku: text('sku'),
    imageUrl: text('imageUrl'),
    categoryId: integer('categoryId'),
    tax: readTaxFields(form),
  }
}
