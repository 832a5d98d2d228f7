import type { AnyRouter } from '@tanstack/react-router'
import { PREFETCHED_PAGES } from '#src/app/pages/page-policies.server.ts'
import { captureLastEvent } from '#src/ui/deferred/replay-events.ts'

/** Loads scripts after the first paint. Call it after the router has serialized its state, which lists them. */
export function deferScripts(router: AnyRouter): void {
  const manifest = router.ssr?.manifest
  if (!manifest) return
  const shown = router.stores.matches.get().map(({ routeId }) => routeId)
  const parts = shown.map((id) => manifest.routes[id] ?? {})
  const entries = parts.flatMap(({ scripts = [] }) => scripts.map(({ attrs }) => attrs?.src))
  if (entries.some((src) => typeof src !== 'string')) return
  const needed = parts.flatMap(({ preloads = [] }) =>
    preloads.map((file) => (typeof file === 'string' ? file : file.href)),
  )
  const files = [...new Set([...entries, ...needed])]
  const steps = [...files.filter((file) => LIBRARIES.test(file)), ...entries]
  const scripts = [
    { attrs: { type: 'speculationrules' }, children: JSON.stringify(FETCHED_AHEAD) },
    { children: `(${fetchAfterPaint})(${JSON.stringify(files)},${JSON.stringify(steps)},${captureLastEvent})` },
  ]
  const routes = Object.fromEntries(
    Object.entries(manifest.routes).map(([id, { css }]) => [id, { css, ...(id === shown[0] && { scripts }) }]),
  )
  router.ssr = { ...router.ssr, manifest: { ...manifest, routes, inlineStyle: { children: UNTIL_STYLED } } }
}

/** Mouse moves would lay out the page before its styles arrive. app.css shows it; `begin` does if that fails. */
const UNTIL_STYLED = '@media(scripting){html:not([data-painted])>body{content-visibility:hidden}}'

/** Vendor chunks (scripts/vite/chunks.ts) run first, in tasks of their own. */
const LIBRARIES = /\/vendor-/

/** Prefetches pages for links until the router takes over. Only cacheable pages without side effects. */
const FETCHED_AHEAD = {
  prefetch: [
    {
      where: {
        href_matches: PREFETCHED_PAGES,
      },
      eagerness: 'moderate',
    },
  ],
}

/** Runs inline in the page: fetches all files, runs `steps` in order, and replays the last click before hydration. */
function fetchAfterPaint(files: string[], steps: string[], keep: typeof captureLastEvent) {
  const { dataset } = document.documentElement
  let hasBegun = false
  function begin() {
    dataset.painted ??= ''
    if (hasBegun) return
    hasBegun = true
    for (const href of files)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    run(0)
  }
  function run(step: number, isAgain = false) {
    const src = steps[step]
    if (src === undefined) return document.querySelector('script[type=speculationrules]')?.remove()
    const onerror = () => isAgain || setTimeout(run, 1000, step, true)
    const script = { type: 'module', async: true, src, onload: () => run(step + 1), onerror }
    document.head.append(Object.assign(document.createElement('script'), script))
  }
  function afterFrames(left = 2) {
    if (left <= 0) begin()
    else requestAnimationFrame(() => setTimeout(afterFrames, 0, left - 1))
  }
  // Waits for the first frame through a PerformanceObserver: requestAnimationFrame would delay it.
  const seen = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return
    seen.disconnect()
    dataset.painted ??= ''
    if (document.readyState === 'complete') afterFrames()
    else addEventListener('load', () => afterFrames())
  })
  // Input, or a slow image, starts the scripts too.
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, begin, { capture: true, passive: true })
  setTimeout(begin, 1500)
  let isReactListening = false
  const pressAgain = keep(document, () => isReactListening)
  addEventListener('hydrating', () => {
    isReactListening = true
  })
  // After a task, when form buttons are interactive.
  addEventListener('hydrated', () => setTimeout(pressAgain))
  // Restored scroll positions and anchors may show what is far down; the router keeps its state in the history.
  if (history.state || location.hash) dataset.painted = 'all'
  // Hidden and prerendered pages are never painted.
  if (document.hidden) begin()
  else seen.observe({ type: 'paint', buffered: true })
}
