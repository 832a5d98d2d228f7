import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { readFormErrors, useFocusOnRefusal } from '#src/browser/form-errors.ts'
import { ImageField } from '#src/features/catalog/images/image-field.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { CheckboxField } from '#src/ui/forms/checkbox-field.tsx'
import { Field, TextAreaField } from '#src/ui/forms/field.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'
import { Dialog } from '#src/ui/overlays/dialog.tsx'
import type { AdminCategory } from './categories.contract.ts'
import { saveCategory } from './categories.queries.ts'
import { CATEGORY_TEXT_LIMITS, changedFields } from './category-input.ts'

type CategoryDialogProps = { category: AdminCategory | undefined; onClose: () => void }

export function CategoryDialog({ category, onClose }: CategoryDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={category ? `Edit ${category.name}` : 'New category'}
      size="wide"
    >
      <CategoryForm category={category} onSaved={onClose} />
    </Dialog>
  )
}

const RENAMED =
  'The address of the page follows the name. The old address is not redirected: it says that the page does not exist.'

function CategoryForm({ category, onSaved }: { category: AdminCategory | undefined; onSaved: () => void }) {
  const saving = useMutation(saveCategory)
  const [imageUrl, setImageUrl] = useState(category?.imageUrl ?? '')
  const [isUploading, setIsUploading] = useState(false)
  const form = useFocusOnRefusal(saving.error)
  const problems = readFormErrors(saving.error)
  const wrong = problems?.fields ?? {}
  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (saving.isPending || isUploading) return
    const typed = new FormData(event.currentTarget)
    const text = (name: string) => String(typed.get(name) ?? '')
    const fields = {
      name: text('name'),
      description: text('description'),
      imageUrl: text('imageUrl'),
      hidden: typed.has('hidden'),
    }
    saving.mutate(category ? { id: category.id, ...changedFields(category, fields) } : fields, { onSuccess: onSaved })
  }
  return (
    <form ref={form} noValidate onSubmit={save} className="grid gap-5 sm:grid-cols-2">
      <Field
        label="Name"
        name="name"
        defaultValue={category?.name}
        maxLength={CATEGORY_TEXT_LIMITS.name}
        hint={category && RENAMED}
        error={wrong.name}
        autoComplete="off"
        className="sm:col-span-2"
      />
      <TextAreaField
        label="Text"
        name="description"
        rows={3}
        defaultValue={category?.description}
        maxLength={CATEGORY_TEXT_LIMITS.description}
        hint="Stands under the name on the page of the category."
        error={wrong.description}
        className="sm:col-span-2"
      />
      <ImageField value={imageUrl} onChange={setImageUrl} onUploading={setIsUploading} error={wrong.imageUrl} />
      <div className="sm:col-span-2">
        <CheckboxField label="Hide this category" name="hidden" defaultChecked={category?.hidden} />
        <p className="text-cocoa-600 text-small">
          A hidden category has no page and is in no list. Its products stay for sale.
        </p>
      </div>
      {problems && <ErrorNote className="sm:col-span-2">{problems.message}</ErrorNote>}
      <Button
        type="submit"
        pending={saving.isPending}
        disabled={isUploading}
        className="w-full sm:col-span-2 sm:w-auto sm:justify-self-start"
      >
        Save Category
      </Button>
    </form>
  )
}
