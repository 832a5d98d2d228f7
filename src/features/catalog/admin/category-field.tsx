import { useState } from 'react'
import { CATEGORY_TEXT_LIMITS } from '#src/features/catalog/categories/category-input.ts'
import type { Category } from '#src/features/catalog/products/products.contract.ts'
import { Field } from '#src/ui/forms/field.tsx'
import { SelectField } from '#src/ui/forms/select.tsx'
import type { ProductInput } from './admin-products.queries.ts'

const NEW = 'new'

type CategoryFieldProps = { categories: Category[]; chosen?: number; wrong: Record<string, string | undefined> }

export function CategoryField({ categories, chosen, wrong }: CategoryFieldProps) {
  const [value, setValue] = useState(String(chosen ?? ''))
  return (
    <div className="grid content-start gap-3">
      <SelectField
        label="Category"
        name="categoryId"
        value={value}
        onChange={(event) => setValue(event.target.value)}
        error={wrong.categoryId}
      >
        <option value="">Choose a category</option>
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value={NEW}>New category…</option>
      </SelectField>
      {value === NEW && (
        <Field
          label="Name of the new category"
          name="newCategory"
          autoComplete="off"
          maxLength={CATEGORY_TEXT_LIMITS.name}
          error={wrong.newCategory}
        />
      )}
    </div>
  )
}

export function readCategory(form: FormData): Pick<ProductInput, 'categoryId' | 'newCategory'> {
  const newCategory = form.get('newCategory')
  if (newCategory !== null) return { newCategory: String(newCategory) }
  const chosen = String(form.get('categoryId') ?? '')
  return chosen === '' ? {} : { categoryId: Number(chosen) }
}
