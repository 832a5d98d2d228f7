import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { serverMessage } from '#src/browser/form-errors.ts'
import { sendJson } from '#src/browser/http-client.ts'
import { categoriesQuery } from '#src/features/catalog/products/products.queries.ts'
import type { AdminCategory, CategoryEdit, NewCategory } from './categories.contract.ts'

const API_PATH = '/api/admin/categories'

export const adminCategoriesQuery = queryOptions<AdminCategory[]>({ queryKey: [API_PATH] })

const refreshes = [[API_PATH], categoriesQuery.queryKey, ['/api/products'], ['/api/admin/products']]

const failure = (error: Error) => ({
  title: 'Not Saved',
  description: serverMessage(error) ?? 'Failed to save the category. Please try again.',
})

export const saveCategory = mutationOptions({
  mutationFn: (category: NewCategory | (CategoryEdit & { id: number })) => {
    if (!('id' in category)) return sendJson<AdminCategory>('POST', API_PATH, category)
    const { id, ...changes } = category
    return sendJson<AdminCategory>('PUT', `${API_PATH}/${id}`, changes)
  },
  meta: { success: { title: 'Category Saved' }, failure, refreshes },
})

export const hideCategory = mutationOptions({
  mutationFn: ({ id, hidden }: { id: number; hidden: boolean }) =>
    sendJson<AdminCategory>('PUT', `${API_PATH}/${id}`, { hidden } satisfies CategoryEdit),
  meta: { success: { title: 'Category Saved' }, failure, refreshes },
})

export const orderCategories = mutationOptions({
  mutationFn: (ids: number[]) => sendJson<AdminCategory[]>('PUT', `${API_PATH}/order`, { ids }),
  meta: { failure, refreshes },
})

export const removeCategory = mutationOptions({
  mutationFn: ({ id, productsTo }: { id: number; productsTo: string }) =>
    sendJson<{ success: true; moved: number }>(
      'DELETE',
      `${API_PATH}/${id}${productsTo && `?productsTo=${productsTo}`}`,
    ),
  meta: { success: { title: 'Category Deleted' }, failure, refreshes },
})
