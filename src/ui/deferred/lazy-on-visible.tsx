import { type ComponentType, lazy, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { captureLastEvent } from './replay-events.ts'

const NEARLY_SEEN = { rootMargin: '50% 0px' }
const AGAIN_AFTER_MS = 1000

/** Renders a section on the server and hydrates it when it is nearly visible. Early clicks are replayed. */
export function lazyOnVisible<Props extends object>(fetchPart: () => Promise<ComponentType<Props>>) {
  let known: ComponentType<Props> | undefined
  const load = async () => {
    known ??= await fetchPart()
    return known
  }
  const { promise: wanted, resolve: want } = Promise.withResolvers<void>()
  const loadWhenWanted = () => wanted.then(load).catch(() => new Promise<ComponentType<Props>>(loadOnceMore))
  /** Retries after a network failure; after a deployment the server's markup stays. */
  function loadOnceMore(done: (part: ComponentType<Props>) => void) {
    setTimeout(() => load().then(done, () => {}), AGAIN_AFTER_MS)
  }
  const Late = lazy(async () => ({ default: await (import.meta.env.SSR ? load() : loadWhenWanted()) }))

  function Part(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => known ?? Late)
    const [isAlive, setAlive] = useState(false)
    // Later props would discard the server's markup; they are applied after hydration.
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

function Alive({ tell }: { tell: (isAlive: true) => void }): null {
  useEffect(() => tell(true), [tell])
  return null
}

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
    // Later: the click that triggered hydration may still be handled.
    return () => void setTimeout(pressAgain)
  }, [place, isAlive])
}
