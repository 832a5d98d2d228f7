import { z } from '@hono/zod-openapi'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import { type Db, isDatabaseUnavailable } from '#src/db/database.server.ts'
import { TodoSummary } from '#src/features/admin/admin.contract.ts'
import { ADMIN_BACKGROUND, isStillAdmin } from '#src/features/auth/sessions/route-presets.server.ts'
import { createSearchIndex, type SearchIndex } from '#src/features/catalog/search/search-index.server.ts'
import { createApiRouter } from '#src/server/routes/api-router.server.ts'
import { defineRoute } from '#src/server/routes/define-route.server.ts'
import { createTodoPoller, type TodoPoller } from './admin-events.server.ts'
import { readTodoSummary } from './todo-summary.server.ts'

/** Shorter than the idle timeout of proxies; also how soon an expired session is noticed. */
const HEARTBEAT_MS = 15_000

const todayRoute = defineRoute('get', '/admin/today', {
  ...ADMIN_BACKGROUND,
  summary: 'Get the to-do summary',
  ok: ['The current state', TodoSummary],
})

const eventsRoute = defineRoute('get', '/admin/events', {
  ...ADMIN_BACKGROUND,
  bypassesQueue: true,
  summary: 'Stream the to-do summary as server-sent events',
  responses: { 200: { description: 'Events named `today`', content: { 'text/event-stream': { schema: z.string() } } } },
})

type AdminEvents = { db: Db; index?: SearchIndex | undefined; closing: AbortSignal }

/** `closing` ends open streams when the process shuts down. */
export function adminEventsApi({ db, index = createSearchIndex(db), closing }: AdminEvents) {
  const api = createApiRouter()
  const watch = createTodoPoller(() => readTodoSummary({ db, index }))
  api.openapi(todayRoute(db), async (c) => {
    return c.json(await readTodoSummary({ db, index }), 200)
  })
  api.openapi(eventsRoute(db), (c) => {
    // While the database is away the check fails open: the stream stays and sends nothing.
    const isStillHere = () =>
      isStillAdmin(db, c).catch((error) => isDatabaseUnavailable(error) || Promise.reject(error))
    const answer = streamSSE(c, (stream) => follow(stream, { watch, closing, isStillHere }))
    answer.headers.set('Cache-Control', 'private, no-store')
    answer.headers.set('X-Accel-Buffering', 'no')
    return answer
  })
  return api
}

type FollowTodoInput = { watch: TodoPoller; closing: AbortSignal; isStillHere: () => Promise<boolean> }

async function follow(stream: SSEStreamingApi, { watch, closing, isStillHere }: FollowTodoInput): Promise<void> {
  let news: TodoSummary | undefined
  let wake = () => {}
  const isOver = () => stream.aborted || closing.aborted
  const somethingHappens = () =>
    new Promise<void>((resolve) => {
      const heartbeat = setTimeout(resolve, HEARTBEAT_MS)
      wake = () => {
        clearTimeout(heartbeat)
        resolve()
      }
      if (news || isOver()) wake()
    })
  const stop = watch.listen((today) => {
    news = today
    wake()
  })
  const leave = () => wake()
  stream.onAbort(leave)
  closing.addEventListener('abort', leave)
  try {
    while (!isOver() && (await isStillHere())) {
      const data = JSON.stringify(news)
      await (news ? stream.writeSSE({ event: 'today', data }) : stream.write(': still here\n\n'))
      news = undefined
      await somethingHappens()
    }
  } finally {
    closing.removeEventListener('abort', leave)
    stop()
  }
}
