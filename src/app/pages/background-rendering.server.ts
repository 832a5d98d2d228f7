import { log } from '#src/server/telemetry/log.server.ts'

const PAUSE_FACTOR = 3

type Render = (path: string, headers: { cookie: string }) => Promise<unknown> | unknown

/** Fills the caches of an overloaded shop, in at most a quarter of its time: the busy page reloads itself, and finds it. */
export function createBackgroundRendering(render: Render) {
  let isBusy = false
  return async function renderInBackground(path: string, cookie = ''): Promise<void> {
    if (isBusy) return
    isBusy = true
    const startedAt = performance.now()
    try {
      await render(path, { cookie })
    } finally {
      const ms = performance.now() - startedAt
      log.debug('Rendered in the background', { ms: Math.round(ms) })
      setTimeout(() => {
        isBusy = false
      }, ms * PAUSE_FACTOR).unref()
    }
  }
}
