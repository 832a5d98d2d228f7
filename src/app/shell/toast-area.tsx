import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useToastStore } from '#src/browser/toast-store.ts'

const Toasts = lazy(() => import('./toasts.tsx').then((module) => ({ default: module.Toasts })))

/** An empty landmark for F8 until the first toast loads Radix. */
export function ToastArea() {
  const notice = useToastStore((state) => state.notice)
  const [hasNotices, setHasNotices] = useState(false)
  if (notice && !hasNotices) setHasNotices(true)
  return hasNotices ? (
    <Suspense fallback={<QuietArea />}>
      <Toasts notice={notice} />
    </Suspense>
  ) : (
    <QuietArea />
  )
}

function QuietArea() {
  const area = useRef<HTMLElement>(null)
  useEffect(() => {
    const focusOnF8 = (event: KeyboardEvent) => {
      if (event.key === 'F8') area.current?.focus()
    }
    document.addEventListener('keydown', focusOnF8)
    return () => document.removeEventListener('keydown', focusOnF8)
  }, [])
  return <section ref={area} aria-label="Notifications (F8)" tabIndex={-1} className="sr-only" />
}
