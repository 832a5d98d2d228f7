import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { readFormErrors, useFocusOnRefusal } from '#src/browser/form-errors.ts'
import { SelectField } from '#src/ui/forms/select.tsx'
import { ErrorNote } from '#src/ui/item-list.tsx'
import { Dialog, DialogActions } from '#src/ui/overlays/dialog.tsx'
import type { AdminCategory } from './categories.contract.ts'
import { removeCategory } from './categories.queries.ts'
import { productCountText } from './category-input.ts'

type DeleteCategoryDialogProps = { category: AdminCategory; all: AdminCategory[]; onClose: () => void }

export function DeleteCategoryDialog({ category, all, onClose }: DeleteCategoryDialogProps) {
  const removing = useMutation(removeCategory)
  const form = useFocusOnRefusal(removing.error)
  const problems = readFormErrors(removing.error)
  const isEmpty = category.products + category.archived === 0
  function remove(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (removing.isPending) return
    const productsTo = String(new FormData(event.currentTarget).get('productsTo') ?? '')
    removing.mutate({ id: category.id, productsTo }, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${category.name}?`}
      description={
        isEmpty
          ? 'No product is in this category. Its page will no longer exist.'
          : `In this category: ${productCountText(category)}. Choose the category that takes them. They stay for sale as they are.`
      }
    >
      <form ref={form} noValidate onSubmit={remove} className="grid gap-5">
        {!isEmpty && (
          <SelectField label="Move its products to" name="productsTo" error={problems?.fields.productsTo}>
            <option value="">Choose a category</option>
            {all
              .filter(({ id }) => id !== category.id)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </SelectField>
        )}
        {problems && <ErrorNote>{problems.message}</ErrorNote>}
        <DialogActions otherwise="Keep it" pending={removing.isPending} onClose={onClose}>
          Delete category
        </DialogActions>
      </form>
    </Dialog>
  )
}
