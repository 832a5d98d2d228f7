import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminProductQuery } from '#src/features/catalog/admin/admin-products.queries.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Dialog } from '#src/ui/overlays/dialog.tsx'
import { NewSizeForm } from './new-size-form.tsx'
import { SizeList } from './size-list.tsx'
import { productSizesQuery } from './sizes.queries.ts'

type SizesDialogProps = { id: number; onOpen: (product: number) => void; onClose: () => void }

export function SizesDialog({ id, onOpen, onClose }: SizesDialogProps) {
  const { data: product } = useSuspenseQuery(adminProductQuery(id))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Sizes"
      description={product?.name ?? "The product you're looking for doesn't exist."}
      size="wide"
    >
      {product && <Sizes id={id} onOpen={onOpen} />}
    </Dialog>
  )
}

type Incomplete = { id: number; name: string; notice: string }

function Sizes({ id, onOpen }: Pick<SizesDialogProps, 'id' | 'onOpen'>) {
  const { data } = useSuspenseQuery(productSizesQuery(id))
  const [added, setAdded] = useState(0)
  const [incomplete, setIncomplete] = useState<Incomplete>()
  const { family, sizes } = data
  return (
    <div className="grid gap-9">
      {incomplete && (
        <div className="grid justify-items-start gap-3 bg-warn-tint px-4 py-3">
          <p role="alert" className="text-warn">
            {incomplete.name} is saved. {incomplete.notice}
          </p>
          <Button size="small" onClick={() => onOpen(incomplete.id)}>
            Add what is missing
          </Button>
        </div>
      )}
      {/* What was saved, here or elsewhere, replaces what is typed. */}
      {sizes.length > 0 && <SizeList key={JSON.stringify(data)} id={id} family={family} sizes={sizes} />}
      <NewSizeForm
        key={added}
        id={id}
        family={family}
        isFirst={sizes.length === 0}
        onAdded={(created) => {
          setAdded(added + 1)
          setIncomplete(created?.notice ? { ...created, notice: created.notice } : undefined)
        }}
      />
    </div>
  )
}
