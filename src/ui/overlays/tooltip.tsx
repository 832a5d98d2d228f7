import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

const OPEN_DELAY_MS = 700
const SKIP_DELAY_MS = 300

/** The next tooltip shows without delay after another. */
let lastShownAt = 0

/** Own code, because Radix's positioning engine is larger than the whole header. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)

  function open() {
    const wait = Date.now() - lastShownAt < SKIP_DELAY_MS ? 0 : OPEN_DELAY_MS
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => setOpen(true), wait)
  }
  function close() {
    clearTimeout(waiting.current)
    if (isOpen) lastShownAt = Date.now()
    setOpen(false)
  }
  // A layout effect, so that Escape works as soon as it shows.
  useLayoutEffect(() => {
    if (!isOpen) return
    // On the document, because hovering does not move the focus.
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false)
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [isOpen])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to what happens to the control inside.
    <span
      className="relative inline-grid"
      onPointerEnter={(event) => event.pointerType === 'mouse' && open()}
      onPointerLeave={close}
      onPointerDown={close}
      onFocus={(event) => event.target.matches(':focus-visible') && open()}
      onBlur={close}
    >
      {children}
      {isOpen && (
        <span
          aria-hidden="true"
          className="absolute top-full left-1/2 z-40 -translate-x-1/2 animate-fade-in whitespace-nowrap rounded-control bg-cocoa-900 px-2.5 py-1 text-meta text-pearl"
        >
          {text}
        </span>
      )}
    </span>
  )
}
