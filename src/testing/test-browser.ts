import type { Hono } from 'hono'
import { createQueryClient } from '#src/browser/query-client.ts'
import { setInProcessApi } from '#src/server/http/in-process-api.server.ts'

/** What a browser keeps of the answers of such an api, and which addresses it has asked for. */
export function createTestBrowser(api: Hono) {
  const asked: string[] = []
  const readForAll = async (path: string) => {
    asked.push(path)
    return api.request(path)
  }
  setInProcessApi({ fetch: (request) => api.fetch(request), readForAll })
  return { asked, client: createQueryClient() }
}
