import { expect, it } from 'vitest'
import { pagedQuery } from './paged-list.ts'

const keyOf = (path: string, filters = {}) =>
  String(pagedQuery(['/api/admin/products', 'stock'], path, filters).queryKey)

it('two lists with one prefix and the same filters are cached apart', () => {
  const stockOf = (id: number) => keyOf(`/api/admin/products/${id}/stock`, { limit: 20 })
  expect(stockOf(1)).not.toBe(stockOf(2))
})

it('filters without a value do not change the address of a list', () => {
  expect(keyOf('/api/admin/messages', { q: undefined, status: '' })).toBe(keyOf('/api/admin/messages'))
  expect(keyOf('/api/admin/messages', { q: 'ravi' })).not.toBe(keyOf('/api/admin/messages'))
})
