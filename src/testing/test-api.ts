import type { Env, Hono } from 'hono'
import { createApiRoot } from '#src/server/routes/api-root.server.ts'

/** Mounts a feature's routes under /api, as the shop does. */
export const createTestApi = <E extends Env>(routes: Hono<E>) => createApiRoot({ hasTimeout: false }).route('/', routes)

/** Follows the links of a list to its end; `totals` are what its pages say, each once. */
export async function readAllPages(request: (path: string) => Response | Promise<Response>, path: string) {
  const items: unknown[] = []
  const totals = new Set<string | null>()
  for (let next: string | undefined = path; next; ) {
    const page: Response = await request(next)
    items.push(...(await page.json()))
    totals.add(page.headers.get('X-Total-Count'))
    next = /^<(.+)>; rel="next"$/.exec(page.headers.get('Link') ?? '')?.[1]
  }
  return { items, totals: [...totals] }
}
