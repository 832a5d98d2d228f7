import { type ComponentType, lazy, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { captureLastEvent } from './replay-events.ts'

/** Half a screen ahead. */
const NEARLY_SEEN = { rootMargin: '50% 0px' }
const AGAIN_AFTER_MS = 1000

/**
 * A part of the page that is not seen first, or not by everybody: the server writes it, and its code comes when it is
 * nearly seen. Its links lead on without; a button that is pressed before is pressed again when it is alive. `load` is
 * for loaders: a page that the browser makes has no such part to show meanwhile.
 */
export function lazyOnVisible<Props extends object>(fetchPart: () => Promise<ComponentType<Props>>) {
  let known: ComponentType<Props> | undefined
  const load = async () => {
    known ??= await fetchPart()
    return known
  }
  const { promise: wanted, resolve: want } = Promise.withResolvers<void>()
  const loadWhenWanted = () => wanted.then(load).catch(() => new Promise<ComponentType<Props>>(loadOnceMore))
  /** For a line that was gone. A version of the shop that is gone has left what the server wrote: its links lead on. */
  function loadOnceMore(done: (part: ComponentType<Props>) => void) {
    setTimeout(() => load().then(done, () => {}), AGAIN_AFTER_MS)
  }
  const Late = lazy(async () => ({ default: await (import.meta.env.SSR ? load() : loadWhenWanted()) }))

  function Part(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => known ?? Late)
    const [isAlive, setAlive] = useState(false)
    // What the server wrote for these would be thrown away for others; they are made up for when it is alive.
    const [first] = useState(props)
    const place = useRef<HTMLDivElement>(null)
    useEffect(() => whenNearlySeen(place.current, want), [])
    usePressedAgain(place, isAlive)
    const given = isAlive ? props : first
    const part = useMemo(
      () => (
        <Suspense>
          <Shown {...given} />
          <Alive tell={setAlive} />
        </Suspense>
      ),
      [Shown, given],
    )
    return <div ref={place}>{part}</div>
  }
  return Object.assign(Part, { load })
}

/** Stands beside what it tells of, and lives when that does. */
function Alive({ tell }: { tell: (isAlive: true) => void }): null {
  useEffect(() => tell(true), [tell])
  return null
}

/** Where the server has written nothing there is nothing to see, and no reason to wait. */
function whenNearlySeen(place: HTMLElement | null, then: () => void) {
  if (!place?.firstElementChild) return then()
  const watch = new IntersectionObserver(
    (entries) => entries.some((entry) => entry.isIntersecting) && then(),
    NEARLY_SEEN,
  )
  watch.observe(place)
  return () => watch.disconnect()
}

function usePressedAgain(place: RefObject<HTMLElement | null>, isAlive: boolean): void {
  useEffect(() => {
    if (isAlive || !place.current) return
    const pressAgain = captureLastEvent(place.current)
    // A moment later: it may be a press that has just brought it to life, and which it is about to answer.
    return () => void setTimeout(pressAgain)
  }, [place, isAlive])
}
