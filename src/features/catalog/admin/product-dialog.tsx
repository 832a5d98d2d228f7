import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { adminCategoriesQuery } from '#src/features/catalog/categories/categories.queries.ts'
import { missingFacts } from '#src/features/catalog/food/food-facts.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Dialog } from '#src/ui/overlays/dialog.tsx'
import type { AdminProduct, CreatedProduct } from './admin-products.contract.ts'
import {
  adminProductQuery,
  createProduct,
  type ProductInput,
  restoreProduct,
  updateProduct,
} from './admin-products.queries.ts'
import { ProductForm } from './product-form.tsx'

type ProductDialogProps = { id?: number; onOpen: (id: number) => void; onClose: () => void }

export function ProductDialog({ id, onOpen, onClose }: ProductDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={id === undefined ? 'Add product' : 'Edit product'}
      size="wide"
    >
      {id === undefined ? <NewProduct onOpen={onOpen} onSaved={onClose} /> : <KnownProduct id={id} onSaved={onClose} />}
    </Dialog>
  )
}

type NewProductProps = { onOpen: (id: number) => void; onSaved: () => void }

function NewProduct({ onOpen, onSaved }: NewProductProps) {
  const { data: categories } = useSuspenseQuery(adminCategoriesQuery)
  const [unsold, setUnsold] = useState<CreatedProduct>()
  const saving = useMutation(createProduct)
  if (unsold)
    return (
      <SavedNote text={`${unsold.name} is saved. ${unsold.notice}`} onClose={onSaved}>
        <Button onClick={() => onOpen(unsold.id)}>Add what is missing</Button>
      </SavedNote>
    )
  const finish = (product: CreatedProduct) => (product.notice === null ? onSaved() : setUnsold(product))
  return (
    <ProductForm
      categories={categories}
      label="Create Product"
      pending={saving.isPending}
      error={saving.error}
      onSave={(typed) => saving.mutate(typed, { onSuccess: finish })}
    />
  )
}

type SavedNoteProps = { text: string; onClose: () => void; children: ReactNode }

function SavedNote({ text, onClose, children }: SavedNoteProps) {
  return (
    <div className="grid gap-5">
      <p role="alert" className="bg-warn-tint px-4 py-3 text-warn">
        {text}
      </p>
      <div className="flex flex-wrap gap-3">
        {children}
        <Button variant="secondary" onClick={onClose}>
          Later
        </Button>
      </div>
    </div>
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
  const restoring = useMutation(restoreProduct)
  const [ready, setReady] = useState<AdminProduct>()
  function finish(saved: AdminProduct) {
    const isReady = saved.archivedAt !== null && missingFacts(saved.facts).length === 0
    if (isReady && missingFacts(product.facts).length > 0) setReady(saved)
    else onSaved()
  }
  function save(typed: ProductInput) {
    const seen = { updatedAt: product.updatedAt, stock: product.stock, tiers: product.tiers ?? [] }
    saving.mutate({ ...typed, id: product.id, seen }, { onSuccess: finish })
  }
  if (ready)
    return (
      <SavedNote text={`${ready.name} has all its facts now, and is not for sale yet.`} onClose={onSaved}>
        <Button pending={restoring.isPending} onClick={() => restoring.mutate(ready.id, { onSuccess: onSaved })}>
          Put it on sale
        </Button>
      </SavedNote>
    )
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
