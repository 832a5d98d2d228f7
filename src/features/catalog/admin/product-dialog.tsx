import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminCategoriesQuery } from '#src/features/catalog/categories/categories.queries.ts'
import { Dialog } from '#src/ui/overlays/dialog.tsx'
import type { AdminProduct } from './admin-products.contract.ts'
import { adminProductQuery, createProduct, type ProductInput, updateProduct } from './admin-products.queries.ts'
import { ProductForm } from './product-form.tsx'

type ProductDialogProps = { id?: number; onClose: () => void }

export function ProductDialog({ id, onClose }: ProductDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={id === undefined ? 'Add product' : 'Edit product'}
      size="wide"
    >
      {id === undefined ? <NewProduct onSaved={onClose} /> : <KnownProduct id={id} onSaved={onClose} />}
    </Dialog>
  )
}

function NewProduct({ onSaved }: { onSaved: () => void }) {
  const { data: categories } = useSuspenseQuery(adminCategoriesQuery)
  const saving = useMutation(createProduct)
  return (
    <ProductForm
      categories={categories}
      label="Create Product"
      pending={saving.isPending}
      error={saving.error}
      onSave={(typed) => saving.mutate(typed, { onSuccess: onSaved })}
    />
  )
}

function KnownProduct({ id, onSaved }: { id: number; onSaved: () => void }) {
  const { data: product } = useSuspenseQuery(adminProductQuery(id))
  if (!product) return <p>The product you&apos;re looking for doesn&apos;t exist.</p>
  return <EditedProduct product={product} onSaved={onSaved} />
}

/** Keeps the opened version: the server compares it with the current one. */
function EditedProduct({ product: latest, onSaved }: { product: AdminProduct; onSaved: () => void }) {
  const [product] = useState(latest)
  const { data: categories } = useSuspenseQuery(adminCategoriesQuery)
  const saving = useMutation(updateProduct)
  function save(typed: ProductInput) {
    const seen = { updatedAt: product.updatedAt, stock: product.stock }
    saving.mutate({ ...typed, id: product.id, seen }, { onSuccess: onSaved })
  }
  return (
    <ProductForm
      product={product}
      categories={categories}
      label="Save Product"
      pending={saving.isPending}
      error={saving.error}
      onSave={save}
    />
  )
}
