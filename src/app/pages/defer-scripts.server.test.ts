import { runInNewContext } from 'node:vm'
import type { AnyRouter } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { deferScripts } from './defer-scripts.server.ts'

const START = { attrs: { type: 'module', async: true, src: '/assets/start.js' } }

function aRouter(scripts: object[]): AnyRouter {
  const routes = {
    __root__: { css: ['/assets/shop.css'], preloads: ['/assets/start.js', '/assets/vendor-1.js'], scripts },
    '/products': { preloads: [{ href: '/assets/list.js' }] },
    '/cart': { preloads: ['/assets/cart.js'] },
  }
  const matches = [{ routeId: '__root__' }, { routeId: '/products' }]
  return { ssr: { manifest: { routes } }, stores: { matches: { get: () => matches } } } as unknown as AnyRouter
}

it('a page loads its styles at once and its scripts after the first paint', () => {
  const router = aRouter([START])
  deferScripts(router)
  const { __root__: root, ...others } = router.ssr?.manifest?.routes ?? {}
  expect(root?.css).toEqual(['/assets/shop.css'])
  expect(JSON.stringify(others)).not.toContain('.js')
  expect(root?.preloads).toBeUndefined()
  const [rules, late] = root?.scripts ?? []
  expect(late?.children).toContain(
    '(["/assets/start.js","/assets/vendor-1.js","/assets/list.js"],["/assets/vendor-1.js","/assets/start.js"],',
  )
  expect(rules?.attrs).toEqual({ type: 'speculationrules' })
  expect(rules?.children).not.toMatch(/cart|checkout|orders|admin|logout|api/)
})

it('a page with an inline start script is left unchanged', () => {
  const router = aRouter([{ children: 'import("/@vite/client")' }])
  const before = structuredClone(router.ssr)
  deferScripts(router)
  expect(router.ssr).toEqual(before)
})

it('a click before hydration is replayed after it, and no form is submitted natively', () => {
  const page = anEarlyPage()
  const [button, form] = [page.place('button'), page.place('form:not([action])')]
  expect(page.touch('click', page.place('a')).isPrevented).toBe(false)
  page.touch('click', button)
  page.happens('hydrating')
  expect(page.touch('submit', form).isPrevented).toBe(true)
  page.happens('hydrated')
  page.happens('hydrated')
  expect([button.presses, form.presses]).toEqual([1, 0])
})

it('a click that React handles is not replayed, but one that it queues is', () => {
  const page = anEarlyPage()
  const heldBack = page.place('button')
  page.happens('hydrating')
  page.touch('click', heldBack, { isHeldBack: true })
  page.happens('hydrated')
  expect(heldBack.presses).toBe(1)
  const later = anEarlyPage()
  const answered = later.place('button')
  later.happens('hydrating')
  later.touch('click', answered)
  later.happens('hydrated')
  expect(answered.presses).toBe(0)
})

it.each([
  ['the browser reports the first paint', ['load', 'first-paint', 'first-contentful-paint']],
  ['the images of a painted page are there', ['first-contentful-paint', 'load']],
])('no frame is requested before %s', (_, events) => {
  const page = anEarlyPage()
  const frames = events.map((event) => {
    if (event === 'load') page.happens(event)
    else page.paints(event)
    return page.frames.length
  })
  expect(frames).toEqual([...events.slice(1).map(() => 0), 1])
})

it('the whole page is laid out on back navigation and for an anchor', () => {
  expect(anEarlyPage().marks.painted).toBe('')
  expect(anEarlyPage({ state: { key: 'here before' } }).marks.painted).toBe('all')
  expect(anEarlyPage({ hash: '#reviews' }).marks.painted).toBe('all')
})

it('a script that fails to load is requested once more', () => {
  const { added } = anEarlyPage()
  const scripts = () => added.filter(({ src }) => src === '/assets/vendor-1.js')
  scripts()[0]?.onerror?.()
  scripts()[1]?.onerror?.()
  expect(scripts()).toHaveLength(2)
})

type Added = { src?: string; onerror?: () => void }
type Placed = {
  name: string
  presses: number
  isConnected: boolean
  closest: (what: string) => Placed | null
  addEventListener: (type: string, listener: () => void) => void
}

/** The script of a page, run among the few things of a browser that it knows; all times are over at once. */
function anEarlyPage({ state = null, hash = '' }: { state?: object | null; hash?: string } = {}) {
  const router = aRouter([START])
  deferScripts(router)
  const events = new Map<string, (event: object) => void>()
  const added: Added[] = []
  const frames: (() => void)[] = []
  const marks: { painted?: string } = {}
  let handlers: ((list: { getEntriesByName: (name: string) => object[] }) => void) | undefined
  class HTMLFormElement {}
  class PerformanceObserver {
    observe = () => {}
    disconnect = () => {}
    constructor(tell: typeof handlers) {
      handlers = tell
    }
  }
  const document = {
    contains: () => true,
    createElement: () => ({}),
    documentElement: { dataset: marks },
    head: { append: (part: Added) => added.push(part) },
    readyState: 'interactive',
  }
  runInNewContext(router.ssr?.manifest?.routes.__root__?.scripts?.[1]?.children ?? '', {
    document,
    history: { state },
    location: { hash },
    addEventListener: (type: string, listener: () => void) => events.set(type, listener),
    removeEventListener: (type: string) => events.delete(type),
    setTimeout: (then: (...given: unknown[]) => void, _: number, ...given: unknown[]) => then(...given),
    requestAnimationFrame: (frame: () => void) => frames.push(frame),
    HTMLFormElement,
    PerformanceObserver,
  })
  const listening = new Map<Placed, () => void>()
  const place = (name: string): Placed & { click: () => void } => {
    const placed = {
      name,
      presses: 0,
      isConnected: true,
      closest: (what: string) => (what === name ? placed : null),
      addEventListener: (_: string, listener: () => void) => void listening.set(placed, listener),
      click: () => void placed.presses++,
    }
    return placed
  }
  const touch = (type: string, target: Placed, { isHeldBack = false } = {}) => {
    const event = {
      type,
      target,
      isPrevented: false,
      preventDefault: () => {
        event.isPrevented = true
      },
    }
    events.get(type)?.(event)
    if (!isHeldBack) listening.get(target)?.()
    return event
  }
  const paints = (painted: string) => handlers?.({ getEntriesByName: (name) => (name === painted ? [{}] : []) })
  const happens = (type: string) => {
    if (type === 'load') document.readyState = 'complete'
    events.get(type)?.({})
  }
  return { added, frames, marks, place, touch, paints, happens }
}
