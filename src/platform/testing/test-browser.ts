import type { Hono } from 'hono'
import { provideApi } from '#src/platform/in-process-api.server.ts'
import { createQueryClient } from '#src/platform/query-client.ts'

/** What a browser keeps of the answers of such an api, and which addresses it has asked for. */
export function browserOf(api: Hono) {
  const asked: string[] = []
  const readForAll = async (path: string) => {
    asked.push(path)
    return api.request(path)
  }
  provideApi({ fetch: (request) => api.fetch(request), readForAll })
  return { asked, client: createQueryClient() }
}
