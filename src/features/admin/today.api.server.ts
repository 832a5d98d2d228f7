import { createRoute, z } from '@hono/zod-openapi'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import { isStillAdmin, requireWatchingAdmin, type SignedIn } from '#src/features/account/guards.server.ts'
import { apiRouter } from '#src/platform/api-router.server.ts'
import { jsonAnswer, keepPrivate } from '#src/platform/api-shapes.server.ts'
import type { Db } from '#src/platform/database.server.ts'
import { isDatabaseAway } from '#src/platform/database-away.server.ts'
import { Today } from './admin.contract.ts'
import { today } from './reports-today.server.ts'
import { createTodayWatch, type TodayWatch } from './today-watch.server.ts'

/** Shorter than the patience of proxies, and how soon a session that is over is noticed when nothing happens. */
const HEARTBEAT_MS = 15_000

const todayRoute = createRoute({
  method: 'get',
  path: '/admin/today',
  summary: 'What waits for the maker',
  responses: { 200: jsonAnswer('As it is now', Today) },
})

const eventsRoute = createRoute({
  method: 'get',
  path: '/admin/events',
  summary: 'What waits for the maker, now and whenever it changes',
  responses: {
    200: { description: 'Events named `today`', content: { 'text/event-stream': { schema: z.string() } } },
  },
})

/** `closing` tells when the process wants to go: an open stream would keep it. */
export function todayApi({ db, closing }: { db: Db; closing: AbortSignal }) {
  const api = apiRouter<SignedIn>()
  const watch = createTodayWatch(() => today(db))
  api.openapi({ ...todayRoute, middleware: requireWatchingAdmin(db) }, async (c) => {
    keepPrivate(c)
    return c.json(await today(db), 200)
  })
  api.openapi({ ...eventsRoute, middleware: requireWatchingAdmin(db) }, (c) => {
    // While the database is away nobody can say, and there is no news either: the line is kept until it is back.
    const isStillHere = () => isStillAdmin(db, c).catch((error) => isDatabaseAway(error) || Promise.reject(error))
    const answer = streamSSE(c, (stream) => follow(stream, { watch, closing, isStillHere }))
    answer.headers.set('Cache-Control', 'private, no-store')
    answer.headers.set('X-Accel-Buffering', 'no')
    return answer
  })
  return api
}

type Following = { watch: TodayWatch; closing: AbortSignal; isStillHere: () => Promise<boolean> }

/** Passes on what the watch tells, until the reader, the session or the process goes. */
async function follow(stream: SSEStreamingApi, { watch, closing, isStillHere }: Following): Promise<void> {
  let news: Today | undefined
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
