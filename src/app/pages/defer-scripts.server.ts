import type { AnyRouter } from '@tanstack/react-router'
import { captureLastEvent } from '#src/ui/deferred/replay-events.ts'

/**
 * Has a page fetch its scripts when it has been painted, instead of naming them in its head: it can be read, and its links
 * lead on, without them, and until then a slow line belongs to its styles, letters and first pictures. Call it when the
 * router has written down what the browser's router starts from: that one finds all scripts where they would have been.
 */
export function deferScripts(router: AnyRouter): void {
  const manifest = router.ssr?.manifest
  if (!manifest) return
  const shown = router.stores.matches.get().map(({ routeId }) => routeId)
  const parts = shown.map((id) => manifest.routes[id] ?? {})
  const entries = parts.flatMap(({ scripts = [] }) => scripts.map(({ attrs }) => attrs?.src))
  // What starts from within the page has no file to wait for.
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

/**
 * Whoever moves a mouse over a page makes the browser look for what is under it: before the styles are there, that would lay
 * the whole page out as it is without them, and for nothing. app.css shows the page; where that does not come, `begin` does.
 */
const UNTIL_STYLED = '@media(scripting){html:not([data-painted])>body{content-visibility:hidden}}'

/** As vite.config.ts names them. They run first and alone: in one go with the shop's own code it would be a long task. */
const LIBRARIES = /\/vendor-/

/**
 * Until the router has taken over, and fetches what a link needs as soon as somebody points at it, a link leads to a whole
 * page: that page is fetched ahead. Only what is the same for everybody and does nothing by being asked for.
 */
const FETCHED_AHEAD = {
  prefetch: [
    {
      where: {
        href_matches: ['/', '/products', '/products/*', '/product/*', '/community-stories', '/about', '/contact'],
      },
      eagerness: 'moderate',
    },
  ],
}

/**
 * Runs in the page, as text: fetches all files, and runs those of `steps` one after the other. Whoever presses before they
 * have run is not left waiting: the last press is made again when the page is alive.
 */
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
  // The browser tells when the first frame is on the screen. Until then nothing here asks for the next one: the page would
  // stand still in its middle until the first is drawn.
  const seen = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return
    seen.disconnect()
    dataset.painted ??= ''
    if (document.readyState === 'complete') afterFrames()
    else addEventListener('load', () => afterFrames())
  })
  // Whoever is quicker than the page, or waits for a picture that does not come, waits no longer.
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, begin, { capture: true, passive: true })
  setTimeout(begin, 1500)
  let isReactListening = false
  const pressAgain = keep(document, () => isReactListening)
  addEventListener('hydrating', () => {
    isReactListening = true
  })
  // A moment later, when buttons of forms have become such.
  addEventListener('hydrated', () => setTimeout(pressAgain))
  // Whoever comes back, or wants a certain place, may see first what is far down. The router leaves its mark in the history.
  if (history.state || location.hash) dataset.painted = 'all'
  // What nobody sees (another tab, a page that is made ahead) is not painted.
  if (document.hidden) begin()
  else seen.observe({ type: 'paint', buffered: true })
}
