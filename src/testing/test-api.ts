import type { Env, Hono } from 'hono'
import { createApiRoot } from '#src/server/routes/api-root.server.ts'

/** Mounts a feature's routes under /api, as the shop does. */
export const createTestApi = <E extends Env>(routes: Hono<E>) => createApiRoot().route('/', routes)
