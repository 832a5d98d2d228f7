import type { createFullApi } from '#tests/factories/full-api.ts'

export type FullApi = ReturnType<typeof createFullApi>

export function postJson(api: FullApi, path: string, { body, ...headers }: Record<string, string> = {}) {
  return api.request(path, {
    method: 'POST',
    headers: { origin: 'http://localhost', 'content-type': 'application/json', ...headers },
    body: body ?? '{}',
  })
}
