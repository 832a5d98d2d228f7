import type { Hono } from 'hono'
import { createQueryClient } from '#src/browser/query-client.ts'
import { setInProcessApi } from '#src/server/http/in-process-api.server.ts'

export function createTestBrowser(api: Hono) {
  const requests: string[] = []
  const readForAll = async (path: string) => {
    requests.push(path)
    return api.request(path)
  }
  setInProcessApi({ fetch: (request) => api.fetch(request), readForAll })
  return { requests, client: createQueryClient() }
}
