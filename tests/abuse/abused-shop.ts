import type { aWholeApi } from '#tests/makers/shop.ts'

export type AbusedShop = ReturnType<typeof aWholeApi>

/** A change as the shop's own screens make it. */
export function change(api: AbusedShop, path: string, { body, ...headers }: Record<string, string> = {}) {
  return api.request(path, {
    method: 'POST',
    headers: { origin: 'http://localhost', 'content-type': 'application/json', ...headers },
    body: body ?? '{}',
  })
}
