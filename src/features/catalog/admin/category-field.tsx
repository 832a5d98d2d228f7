import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readFormErrors } from '#src/browser/form-errors.ts'
import { addCategory } from '#src/features/catalog/categories/categories.queries.ts'
import { CATEGORY_TEXT_LIMITS } from '#src/features/catalog/categories/category-input.ts'
import type { Category } from '#src/features/catalog/products/products.contract.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/field.tsx'
import { SelectField } from '#src/ui/forms/select.tsx'

const NEW = 'new'

export type CategoryChoice = ReturnType<typeof useCategoryChoice>

export function useCategoryChoice(chosen?: number) {
  const [value, setValue] = useState(String(chosen ?? ''))
  const adding = useMutation(addCategory)
  const typed = useRef<HTMLInputElement>(null)
  function addNew(then?: (id: number) => void) {
    if (adding.isPending) return
    const name = typed.current?.value ?? ''
    adding.mutate(
      { name },
      {
        onSuccess({ id }) {
          setValue(String(id))
          then?.(id)
        },
      },
    )
  }
  return { value, setValue, adding, typed, addNew, isNew: value === NEW }
}

type CategoryFieldProps = { categories: Category[]; choice: CategoryChoice; error?: string }

export function CategoryField({ categories, choice, error }: CategoryFieldProps) {
  const { value, setValue, adding, typed, addNew, isNew } = choice
  // Just added, and not yet in the refetched list.
  const added = adding.data && !categories.some(({ id }) => id === adding.data.id) ? [adding.data] : []
  return (
    <div className="grid content-start gap-3">
      <SelectField
        label="Category"
        name="categoryId"
        value={value}
        onChange={(event) => setValue(event.target.value)}
        error={error}
      >
        <option value="">Choose a category</option>
        {[...categories, ...added].map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value={NEW}>New category…</option>
      </SelectField>
      {isNew && (
        <div className="flex items-start gap-2">
          <Field
            ref={typed}
            label="Name of the new category"
            labelHidden
            placeholder="Name of the new category"
            maxLength={CATEGORY_TEXT_LIMITS.name}
            error={adding.error ? wordsFor(adding.error) : undefined}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              addNew()
            }}
            className="min-w-0 flex-1"
          />
          <Button variant="secondary" pending={adding.isPending} onClick={() => addNew()} className="px-5!">
            Add
          </Button>
        </div>
      )}
    </div>
  )
}

function wordsFor(error: Error): string {
  const problems = readFormErrors(error)
  return problems?.fields.name ?? problems?.message ?? 'It could not be added. Please try again.'
}
